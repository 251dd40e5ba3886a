"""Plans of the Hold 'Em games: a range before the flop, rules for the flop and the river, and what players get wrong."""

from __future__ import annotations

from collections.abc import Mapping

from tablegames.contract.strategy import Plan, PlayOption, Plays
from tablegames.shapes.holdem.rules import FLOP, PREFLOP, RIVER

SIMPLE_PLAY = {
    FLOP: "two pair+, paired card, pocket pair 3+, flush draw T+",
    RIVER: "hidden pair, outs<21",
}
"""The rules that analysts publish for Ultimate Texas Hold 'Em: on the flop two pair or better, a hidden pair except
pocket deuces, four to a flush with a hidden ten or better; after the river a hidden pair or better, or fewer than 21
outs of the dealer."""
OPTIONS = (
    PlayOption(PREFLOP, "--preflop", "RANGE", 'raise these hands before the flop: "33+, A2+, K7o+".'),
    PlayOption(
        FLOP,
        "--flop-rule",
        "RULE",
        'bet the flop where any of these holds: "two pair+, hidden pair 3+, flush draw T+".',
    ),
    PlayOption(
        RIVER,
        "--river-rule",
        "RULE",
        'raise after the river where any of these holds: "hidden pair, outs<21".',
    ),
)
ERRORS: Mapping[str, Plan] = {
    "never raises before the flop": {PREFLOP: "none"},
    "raises every hand before the flop": {PREFLOP: "any"},
    "never folds": {RIVER: "any"},
}


def plays(published: Plan) -> Plays:
    """The plans of a game of the family, with the simple play that analysts publish for it."""
    return Plays(
        "Hold 'Em",
        OPTIONS,
        {"always-raise": {PREFLOP: "any"}, "published": published},
        ERRORS,
        grid="Before the flop",
        last=RIVER,
    )
