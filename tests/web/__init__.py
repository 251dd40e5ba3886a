"""Tests of the workbench: its pages, its API, and what stands before them."""

HAND, OTHER = "As Ks Qs 9s 4d 3d 2c", "Ah Kh Jh 9h 4c 3c 2d"
"""Two High Card Flush hands: four-card flushes A-K-Q-9 and A-K-J-9."""
HOLDEM = (
    "/judge/heads-up-holdem?s1=Ad9h&s1.ante=10&s1.odds=10&s1.raise=30&s1.paid.odds=150&dealer=6c6h&board=2d3d4d5dKc"
)
"""A straight flush against a straight: the Odds pay 50 to 1, and 150 was paid for 10."""
