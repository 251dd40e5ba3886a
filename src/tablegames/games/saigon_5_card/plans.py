"""Plans of Saigon 5 Card: there are none, for a hand is set in the best way and nothing simpler is in use."""

from __future__ import annotations

from tablegames.contract.strategy import Plays

PLAYS = Plays(of="Saigon 5 Card")
