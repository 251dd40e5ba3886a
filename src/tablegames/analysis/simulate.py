"""Rounds dealt and played by the kernels: a histogram over facts that checks the exact one, and how sessions go.

Round r of a seed is the same whoever deals it (see :mod:`tablegames.kernels.random_deals`), and everything is added up in integers: so the totals are
the same for any number of workers.  The play is the best one, or a plan; what is simulated is compared with the exact analysis of the very same decisions.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any, NamedTuple

import numpy as np

from tablegames import __version__
from tablegames.analysis.cluster import Checkpoint, Counts, Part, Where, total
from tablegames.analysis.exact import Analysis, analyze
from tablegames.analysis.pricing import check_meters, priced, side_wagers
from tablegames.analysis.shared import Ranks, ranks_of, shared_wager
from tablegames.analysis.shared_limit import SharedLimit, shared_limit
from tablegames.analysis.simulation import Longs, Simulation, Span, net_array
from tablegames.analysis.solving import strategy_of
from tablegames.analysis.strategy import main_game
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.contract.solver import Dealing
from tablegames.contract.strategy import Plan
from tablegames.core.law import Refused
from tablegames.core.wagers import Bets
from tablegames.games import game_named
from tablegames.rounds.payouts import House
from tablegames.rounds.rules_record import rules_from_record, rules_record

MOST_ROUNDS = 1 << 62
TASK = 1 << 21
"""Rounds of one task, some tenths of a second."""
CHUNK = 1 << 13
"""Rounds dealt at a time, so that their codes stay in the nearest cache."""
STREAM = "Philox4x64-10, counter (round, block, attempt), key by SeedSequence"


def simulate(
    game: Game,
    rules: Rules | None = None,
    *,
    rounds: int,
    seed: int,
    seats: int = 1,
    plan: Plan | None = None,
    bets: Mapping[str, Fraction] | None = None,
    meters: Mapping[str, int] | None = None,
    session: Span | None = None,
    where: Where | None = None,
    checkpoint: Callable[[Mapping[str, Any]], Checkpoint] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Simulation:
    """Rounds of a game at which ``seats`` seats play the best play of the main game, or all the same plan.

    ``plan``: as for :func:`tablegames.analysis.strategy.evaluate`.  ``bets``: wagers and their size in money, ``ante`` for the main game; every seat makes
    them all, and they are paid as the house pays: rounded, and within its limit.  Without bets results are per Ante, by the odds.  ``session``: sessions to be followed.  ``checkpoint``: given the job, the checkpoint to go on from.  Raises
    :class:`~tablegames.core.law.Refused` for what cannot be simulated.

    >>> found = simulate(game_named("high-card-flush"), rounds=1000, seed=1)
    >>> found.observed.deals, abs(found.z) < 4
    (1000, True)
    """
    rules = game.default_rules() if rules is None else rules
    meters = {**{wager: meter.seed for wager, meter in rules.meter_plans.items()}, **(meters or {})}
    stakes = _stakes(game, rules, bets or {}, meters, seats)
    bets, plan = dict(bets or {game.base: Fraction(1)}), dict(plan or {})
    _check(game, rules, rounds, seed, seats, bets, session)
    exact = exact_play(game, rules, plan, meters, stakes)
    nets, scale = net_array(exact, bets, seats)
    ahead = _ahead(exact, bets)
    least = -(1 << 62) if session is None or session.bankroll is None else int((ahead - session.bankroll) * scale)
    if session and session.bankroll is not None and session.bankroll < ahead:
        raise Refused(f"a bankroll of {session.bankroll} does not cover the wagers before the deal, {ahead}")
    length = session.rounds if session else 1
    size = max(TASK // length, 1) * length
    paid = json.dumps({"stakes": dict(stakes), "meters": meters}) if stakes else ""
    job = Job(game.id, json.dumps(rules_record(rules)), json.dumps(plan), seed, rounds, seats, size, paid)
    ranks = ranks_of(game) if shared_wager(game, rules) in bets else None
    limit = shared_limit(House(game, rules), stakes, meters, seats) if stakes else None
    work = partial(
        play_task, job=job, nets=nets, session=(length, least) if session else None, ranks=ranks, limit=limit,
        cent=scale // 100,
    )  # fmt: skip
    described = {
        **job._asdict(), "bets": {wager: str(bet) for wager, bet in bets.items()}, "meters": dict(exact.meters),
        "session": [length, str(least)] if session else None, "versions": versions(),
    }  # fmt: skip
    described["seed"] = str(seed)
    state = checkpoint(described) if checkpoint else None
    if state:
        _check_rounds(state, job)
    counts = total(work, range(0, rounds, size), where=where, progress=progress, checkpoint=state)
    return Simulation(exact, plan, seed, rounds, seats, bets, counts, session)


def versions() -> dict[str, str]:
    """What the totals of a seed rest on."""
    return {"tablegames": __version__, "stream": STREAM}


def exact_play(
    game: Game, rules: Rules, plan: Plan, meters: Mapping[str, int] | None = None, stakes: Bets | None = None
) -> Analysis:
    """The exact analysis of a plan, or of the best play of the main game; side wagers are priced under it.

    With ``stakes``, bets in cents, it is the best play for these bets as the house pays them.
    """
    meters = {**{wager: meter.seed for wager, meter in rules.meter_plans.items()}, **(meters or {})}
    check_meters(game, rules, meters)
    in_force = rules if stakes else main_game(rules)
    played = analyze(game, in_force, plan=plan, stakes=stakes, meters=meters if stakes else None)
    return replace(played, rules=rules, meters=meters)


def _stakes(
    game: Game, rules: Rules, bets: Mapping[str, Fraction], meters: Mapping[str, int], seats: int
) -> dict[str, int]:
    """Bets in cents where the house's rounding or limit changes what they are paid; what the seats win from each other stands apart."""
    own = {wager: bet * 100 for wager, bet in bets.items() if wager != shared_wager(game, rules)}
    known = {game.base, *side_wagers(game, rules)}
    if game.base not in own or not own.keys() <= known or any(cents.denominator > 1 for cents in own.values()):
        return {}
    stakes = {wager: int(cents) for wager, cents in own.items()}
    return stakes if House(game, rules).changes(stakes, meters, seats=seats) else {}


def _check_rounds(state: Checkpoint, job: Job) -> None:
    """Refuse a checkpoint in which a seat has not been dealt the very rounds of the tasks done."""
    dealt = sum(min(job.size, max(job.rounds - task * job.size, 0)) for task in state.done)
    hands: Counter[str] = Counter()
    for name, count in state.counts.items():
        kind, _, rest = name.partition("/")
        if kind == "fact":
            hands[rest.partition("/")[0]] += count
    if hands != Counter({str(seat): dealt for seat in range(job.seats)}):
        raise state.broken(f"it does not count the {dealt:,} rounds of its tasks at every seat")


class Job(NamedTuple):
    """What a worker needs to know of a simulation, as text and numbers."""

    game: str
    rules: str
    plan: str
    seed: int
    rounds: int
    seats: int
    size: int
    paid: str = ""
    """The stakes and the meters, where payments are the house's and the play is the best for them."""


def play_task(
    first: int,
    *,
    job: Job,
    nets: Longs,
    session: tuple[int, int] | None,
    ranks: Ranks | None = None,
    limit: SharedLimit | None = None,
    cent: int = 0,
) -> Part:
    """The rounds of one task, from ``first`` on, added up.

    ``ranks``: what decides a wager that the seats share, where they bet one.  ``limit``: the payout limit that they share, where they can reach it together; a cent is
    ``cent`` of the nets' units.
    """
    from tablegames.kernels.random_deals import stream_key
    from tablegames.kernels.tally import STATE, multiply, play_sessions, share, tally, worth

    dealing = _dealing(job.game, job.rules, job.plan, job.paid)
    key, last = stream_key(job.seed), min(first + job.size, job.rounds)
    counts = np.zeros((job.seats, len(nets)), np.int64)
    sums: Counts = {}
    state, ended = np.zeros(STATE, np.int64), np.zeros((CHUNK, 4), np.int64)
    chunk = _chunk(nets)
    codes, room = np.zeros((chunk, job.seats), np.uint16), np.zeros((chunk, job.seats), np.int64)
    for start in range(first, last, chunk):
        dealt = codes[: min(chunk, last - start)]
        dealing.deal(key, start, dealt)
        if ranks is not None:
            share(dealt, ranks)
        tally(dealt, counts)
        won = room[: len(dealt)]
        if job.seats > 1 or session:
            worth(dealt, nets, won)
        if limit:
            rounds, taken = limit.taken(dealt)
            before = won[rounds]
            won[rounds] -= taken * cent
            _add(sums, "limited", len(rounds))
            for seat in range(job.seats):
                _add(sums, f"taken/{seat}", int((taken[:, seat] * cent).sum()))
                _add(sums, f"product/{seat}/{seat}", int((won[rounds, seat] ** 2 - before[:, seat] ** 2).sum()))
        if job.seats > 1:
            products = np.zeros((job.seats, job.seats), np.int64)
            multiply(won, products)
            for one, other in zip(*np.nonzero(products), strict=True):
                _add(sums, f"product/{one}/{other}", int(products[one, other]))
        if session:
            done = play_sessions(won, *session, state, ended)
            for column, kind in ((0, "result"), (1, "drawdown"), (3, "table")):
                for value, count in zip(*np.unique(ended[:done, column], return_counts=True), strict=True):
                    _add(sums, f"{kind}/{value}", int(count))
            _add(sums, "ruined", int(ended[:done, 2].sum()))
    for seat, code in zip(*np.nonzero(counts), strict=True):
        sums[f"fact/{seat}/{code}"] = int(counts[seat, code])
    return Part(sums)


def _add(sums: Counts, name: str, count: int) -> None:
    sums[name] = sums.get(name, 0) + count


def _chunk(nets: Longs) -> int:
    """Rounds dealt at a time: so many that the products of their results add up to less than 2^62, and at most CHUNK."""
    largest = int(np.abs(nets).max()) or 1
    if largest**2 > 1 << 62:
        raise Refused("the bets' results are too large to be multiplied: use rounder bets or odds")
    return max(1, min(CHUNK, (1 << 62) // largest**2))


@lru_cache(maxsize=8)
def _dealing(game_id: str, rules: str, plan: str, paid: str) -> Dealing:
    """The rounds of a game played by a plan; its decisions are made once in a process."""
    game = game_named(game_id)
    in_force, money = rules_from_record(game, json.loads(rules)), json.loads(paid) if paid else {}
    asked = priced(
        game, in_force if paid else main_game(in_force), bets=money.get("stakes"), meters=money.get("meters")
    )
    return strategy_of(game).dealing(asked, json.loads(plan))


def _ahead(exact: Analysis, bets: Mapping[str, Fraction]) -> Fraction:
    """What a seat lays out before the deal, in the unit of the bets."""
    game = exact.game
    main = sum(wager.required for wager in game.wagers)
    beside = sum((bet for wager, bet in bets.items() if wager != game.base), Fraction(0))
    return main * bets.get(game.base, Fraction(0)) + beside


def _check(
    game: Game, rules: Rules, rounds: int, seed: int, seats: int, bets: Mapping[str, Fraction], session: Span | None
) -> None:
    """Refuse what cannot be simulated."""
    if not 1 <= rounds < MOST_ROUNDS:
        raise Refused(f"rounds is {rounds}: 1 to {MOST_ROUNDS - 1}")
    if seed < 0:
        raise Refused(f"seed is {seed}: a whole number, 0 or more")
    game.check_seats(seats, rules)
    side = [*side_wagers(game, rules), *filter(None, [shared_wager(game, rules)])]
    for wager in game.needed_everywhere(rules):
        if wager not in bets:
            raise Refused(
                f"bet {wager} is missing: the house offers it, so every seat must make it; give --bet {wager}=AMOUNT",
                cites=(game.betting,),
            )
    for wager, bet in bets.items():
        game.check_offered(rules, wager)
        if wager != game.base and wager not in side:
            allowed = ", ".join([f"{game.base}, which stands for the main game", *side])
            raise Refused(f"bet {wager!a} cannot be simulated; allowed are {allowed}")
        if bet <= 0:
            raise Refused(f"bet {wager} is {bet}; a wager that is not made is left out")
        stakes = {
            Fraction(table.stake, 100)
            for table in rules.paytables.values()
            if wager in table.form.wagers and table.stake
        }
        if stakes and bet not in stakes:
            takes = " or ".join(f"{float(stake):.2f}" for stake in stakes)
            raise Refused(f"bet {wager} is {float(bet):.2f}; its paytable takes {takes}")
    if session and not 1 <= session.rounds <= rounds:
        raise Refused(f"a session of {session.rounds} rounds; 1 to the {rounds} that are simulated")


__all__ = ["Simulation", "Span", "simulate", "versions"]
