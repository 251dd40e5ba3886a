"""Facts of Ultimate Texas Hold 'Em: the shared Hold 'Em facts, with its raises and no pocket wager."""

from __future__ import annotations

from tablegames.shapes.holdem.rules import CODES, HoldemFacts, Pocket, every_fact

MULTIPLES = (4, 3, 2, 1)
"""The Play wagers in the order of the round: two before the flop, one on the flop, one after the last two cards."""

Facts = HoldemFacts
FACTS = every_fact(MULTIPLES, tuple(Pocket))
__all__ = ["CODES", "FACTS", "MULTIPLES", "Facts"]
