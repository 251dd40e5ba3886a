"""Ultimate Texas Hold 'Em, 58 Pa. Code ch. 653a."""
