"""Rounds: from the bets to the discard, recorded, replayed, and settled as the house pays."""
