"""Rounds, their procedures, and their records."""
