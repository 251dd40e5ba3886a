"""Exact figures: against the walk, against published values, against independent counts."""
