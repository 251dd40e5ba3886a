"""A process of its own for what depends on being first: ``python -m benchmarks.child JOB GAME CALLS`` prints seconds.

JOB is ``analyze``, or ``advise`` with the number of community cards after a colon.
"""

from __future__ import annotations

import json
import sys
from dataclasses import replace
from time import perf_counter

from tablegames.contract.choices import View
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.cards import parse_cards
from tablegames.core.money import parse_award
from tablegames.games import game_named

HANDS = {
    "high-card-flush": "Tc 8c 6c Kd Qd 4h 3s",
    "saigon-5-card": "Kd Qd 4h 3s 2c",
    "heads-up-holdem": "Kc 7d",
    "ultimate-texas-holdem": "Kc 7d",
}
BOARD = "Qs 9d 4h 3s 2c"
VARIED = {"heads-up-holdem": "odds-winning", "ultimate-texas-holdem": "blind"}
"""A table of the main game, of which each call pays a royal flush differently: nothing is remembered from the call before."""


def main() -> None:
    """Make the same call several times and print what each took, the first with its imports."""
    job, game_id, calls = sys.argv[1:]
    kind, _, board = job.partition(":")
    game = game_named(game_id)
    rules = varied(game, int(calls)) if game_id in VARIED else [game.default_rules()] * int(calls)
    view = View(parse_cards(HANDS[game_id]), parse_cards(BOARD)[: int(board or 0)])
    taken = []
    for each in rules:
        started = perf_counter()
        if kind == "analyze":
            from tablegames.analysis.exact import analyze

            analyze(game, each).main  # noqa: B018 - the figures are computed when they are asked for
        else:
            from tablegames.analysis.advise import advise

            advise(game, each, view)
        taken.append(perf_counter() - started)
    print(json.dumps(taken))


def varied(game: Game, calls: int) -> list[Rules]:
    """The default rules with another award for a royal flush in each."""
    rules, slot = game.default_rules(), VARIED[game.id]
    table = rules.paytables[slot]
    awards = [
        replace(table, rows={**table.rows, "royal flush": parse_award(f"{500 + call} to 1")}) for call in range(calls)
    ]
    return [replace(rules, paytables={**rules.paytables, slot: own}) for own in awards]


if __name__ == "__main__":
    main()
