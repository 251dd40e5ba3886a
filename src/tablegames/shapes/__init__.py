"""What families of games share: rules, kernels, advice, strategy and data of charts, one folder a family."""
