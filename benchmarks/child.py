"""A process of its own for what depends on being first: ``python -m benchmarks.child JOB GAME CALLS`` prints seconds.

JOB is ``analyze``, or ``advise`` with the number of community cards after a colon.
"""

from __future__ import annotations

import json
import sys
from time import perf_counter

from tablegames.cards import parse_cards
from tablegames.game import Situation
from tablegames.games import game_named

HANDS = {
    "high-card-flush": "Tc 8c 6c Kd Qd 4h 3s",
    "saigon-5-card": "Kd Qd 4h 3s 2c",
    "heads-up-holdem": "Kc 7d",
    "ultimate-texas-holdem": "Kc 7d",
}
BOARD = "Qs 9d 4h 3s 2c"


def main() -> None:
    """Make the same call several times and print what each took, the first with its imports."""
    job, game_id, calls = sys.argv[1:]
    kind, _, board = job.partition(":")
    game = game_named(game_id)
    rules = game.default_rules()
    situation = Situation(parse_cards(HANDS[game_id]), parse_cards(BOARD)[: int(board or 0)])
    taken = []
    for _ in range(int(calls)):
        started = perf_counter()
        if kind == "analyze":
            from tablegames.analysis.exact import analyze

            analyze(game).main  # noqa: B018 - the figures are computed when they are asked for
        else:
            from tablegames.analysis.advise import advise

            advise(game, rules, situation)
        taken.append(perf_counter() - started)
    print(json.dumps(taken))


if __name__ == "__main__":
    main()
