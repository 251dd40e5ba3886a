"""The Hold 'Em kernel: both games' optimum and histogram over facts, step by step; `solve` is where to start reading."""
