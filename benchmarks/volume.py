"""What is done in large numbers: rounds simulated, logged rounds audited, paytables swept; on one core, and on two."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.measure import duration, progress, rate, seconds, table, times
from tablegames.analysis.cluster import Where
from tablegames.analysis.simulate import simulate
from tablegames.analysis.sweep import sweep
from tablegames.analysis.table_ranges import combinations, parse_rows
from tablegames.audit.run import audit
from tablegames.audit.synth import synth
from tablegames.contract.game import Game
from tablegames.games import GAMES, game_named

ROUNDS = 1 << 22
LOGGED = 1_000_000
per_core = partial(seconds, rounds=5, clock=process_time)


def volume() -> list[str]:
    """The section of the results."""
    return ["## In large numbers", "", *_simulated(), *_audited(), *_swept()]


def _simulated() -> list[str]:
    """Rounds a second of processor time, one seat and a full table; and two threads against one by the clock."""
    rows = []
    for game in GAMES:
        progress(f"simulate {game.id}")
        calls = {
            "one": partial(simulate, game, rounds=ROUNDS, seed=1),
            "full": partial(simulate, game, rounds=ROUNDS // 4, seed=1, seats=6),
        }
        for call in calls.values():
            call()
        taken = per_core(calls)
        walls = seconds(
            {
                str(workers): partial(simulate, game, rounds=4 * ROUNDS, seed=1, where=Where(workers=workers))
                for workers in (1, 2)
            },
            rounds=3,
        )
        full = ROUNDS // 4 / taken["full"]
        rows.append([game.id, rate(ROUNDS / taken["one"]), rate(full), rate(6 * full), times(walls["1"] / walls["2"])])
    columns = ("simulate, best play", "rounds, 1 seat", "rounds, 6 seats", "hands, 6 seats", "2 threads against 1")
    return [
        *table(columns, rows),
        "A second of processor time on one core, everything from the random words to the totals included; the last column",
        f"by the clock, on {4 * ROUNDS:,} rounds.",
        "",
    ]


def _audited() -> list[str]:
    """Rounds a second of processor time of a log of one seat with a fault in a thousand rounds."""
    rows = []
    with TemporaryDirectory() as folder:
        for game in GAMES:
            rates = []
            for form in ("parquet", "csv"):
                progress(f"audit {game.id}, {form}")
                path = Path(folder, f"log.{form}")
                synth(game, None, path, rounds=LOGGED, seed=1, faults=0.001)
                call = partial(audit, [str(path)])
                call()
                rates.append(rate(LOGGED / per_core({"": call})[""]))
                path.unlink()
            rows.append([game.id, *rates])
    return [
        *table(("audit, rounds of one seat", "from Parquet", "from CSV"), rows),
        f"A second of processor time; logs of {LOGGED:,} rounds as `audit synth` writes them, one fault in a thousand rounds.",
        "",
    ]


def _swept() -> list[str]:
    """Paytables a second by the clock, on two workers where the best play is solved anew."""
    heads_up, flush = game_named("heads-up-holdem"), game_named("high-card-flush")
    asked: list[tuple[str, Game, list[str]]] = [
        ("heads-up-holdem, odds-winning (play solved anew)", heads_up, [
            "odds-winning:straight=1..3 to 1 step 1/2", "odds-winning:flush=3..5 to 1 step 1/2", "odds-winning:full house=5..8 to 1",
        ]),
        ("high-card-flush, flush-bonus", flush, [
            "flush-bonus:five-card flush=8..12 to 1", "flush-bonus:six-card flush=50..149 to 1", "flush-bonus:seven-card flush=300 to 1, 500 to 1",
        ]),
    ]  # fmt: skip
    rows = []
    for name, game, texts in asked:
        progress(f"sweep {name}")
        tables = combinations(game, parse_rows(game, game.default_rules(), texts))
        taken = seconds({"": partial(sweep, game, game.default_rules(), tables, where=Where(workers=2))}, rounds=1)[""]
        rows.append([name, str(len(tables)), duration(taken), rate(len(tables) / taken)])
    return [*table(("sweep", "paytables", "time", "paytables a second"), rows), "By the clock, two workers.", ""]
