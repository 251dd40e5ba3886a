"""Exact figures from facts: optimal play, expected values, advice."""
