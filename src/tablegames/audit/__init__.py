"""Audit of logs of real rounds: every round settled again, and each wrong payment found."""
