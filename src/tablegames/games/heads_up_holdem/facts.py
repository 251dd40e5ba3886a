"""Facts of Heads-Up Hold 'Em: the shared Hold 'Em facts, with its raises and its pocket wager."""

from __future__ import annotations

from tablegames.shapes.holdem.rules import CODES, HoldemFacts, Pocket, every_fact

MULTIPLES = (3, 2, 1)
"""The raises in the order of the round: before the flop, on the flop, after the last two cards."""

Facts = HoldemFacts
FACTS = every_fact(MULTIPLES, tuple(Pocket))
__all__ = ["CODES", "FACTS", "MULTIPLES", "Facts"]
