"""Heavy work: what a worker process is told to compute, and how it is done there.

A piece of work is a value that has already been read and judged, so that what is refused is refused at once; only this is
sent to the worker, where the kernels are loaded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from tablegames.analysis.selection import Wanted
from tablegames.contract.choices import View
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.games import game_named

Progress = Callable[[float], None]
Answer = dict[str, Any]


class File(NamedTuple):
    """A file that was made: its name, its media type, and its bytes."""

    name: str
    media_type: str
    content: bytes

    def json(self) -> Answer:
        """What the file is, without its bytes."""
        return {"file": self.name, "media_type": self.media_type, "bytes": len(self.content)}


class Work(Protocol):
    """A piece of work that can be sent to a worker: it gives its answer in JSON, or a file, and tells the part done, up to 1."""

    def __call__(self, progress: Progress) -> Answer | File:
        """Do the work."""
        ...


@dataclass(frozen=True)
class Analysis:
    """The exact analysis of a game; meters and bets in cents."""

    game: str
    rules: Rules
    meters: Mapping[str, int]
    bets: Mapping[str, int]

    def __call__(self, progress: Progress) -> Answer:
        """As ``tablegames analyze``."""
        from tablegames.analysis.exact import analyze, in_money
        from tablegames.report.analysis import analysis_json

        analysis = analyze(game_named(self.game), self.rules, meters=self.meters, progress=progress)
        return analysis_json(analysis, in_money(analysis, self.bets) if self.bets else None)


@dataclass(frozen=True)
class Advice:
    """The exact value of every action in a situation; meters and bets in cents."""

    game: str
    rules: Rules
    situation: View
    meters: Mapping[str, int]
    bets: Mapping[str, int]

    def __call__(self, progress: Progress) -> Answer:
        """As ``tablegames advise``."""
        from tablegames.analysis.advise import advise
        from tablegames.report.analysis import advice_json

        return advice_json(advise(game_named(self.game), self.rules, self.situation, self.bets, self.meters))


@dataclass(frozen=True)
class Strategy:
    """The best play as people use it, or with a plan by stage the plan's exact price."""

    game: str
    rules: Rules
    plan: Mapping[str, str]

    def __call__(self, progress: Progress) -> Answer:
        """As ``tablegames strategy``."""
        from tablegames.analysis import strategy
        from tablegames.report.strategy import evaluation_json, strategy_json

        game = game_named(self.game)
        if self.plan:
            return evaluation_json(strategy.evaluate(game, self.plan, self.rules, progress=progress))
        return strategy_json(strategy.strategy(game, self.rules, progress=progress))


@dataclass(frozen=True)
class Sweep:
    """Many paytables: the awards of some rows as text, by slot and row, and slots whose published tables are all taken."""

    game: str
    rules: Rules
    rows: tuple[str, ...]
    published: tuple[str, ...]
    meters: Mapping[str, int]
    wanted: Wanted
    most: int
    """More tables are refused."""

    def __call__(self, progress: Progress) -> Answer:
        """As ``tablegames sweep``."""
        from math import prod

        from tablegames.analysis.selection import select
        from tablegames.analysis.sweep import sweep
        from tablegames.analysis.table_ranges import combinations, parse_rows, pattern
        from tablegames.report.sweep import sweep_json

        game = game_named(self.game)
        patterns = parse_rows(game, self.rules, self.rows)
        for slot in self.published:
            patterns += [pattern(game, slot, {}, like=table) for table in game.paytables(slot).values()]
        slots = dict.fromkeys(each.form.slot for each in patterns)
        count = prod(sum(each.size for each in patterns if each.form.slot == slot) for slot in slots)
        if count > self.most:
            raise Refused(
                f"{count} tables are asked for, this server sweeps {self.most}: take fewer, or the command line"
            )
        found = sweep(
            game, self.rules, combinations(game, patterns, self.rules.readings), meters=self.meters, progress=progress
        )
        return sweep_json(found, select(found, self.wanted), self.wanted)


@dataclass(frozen=True)
class Simulation:
    """Rounds dealt at random; bets and meters in cents, ``session`` in rounds and cents."""

    game: str
    rules: Rules
    rounds: int
    seed: int
    seats: int
    plan: Mapping[str, str]
    bets: Mapping[str, int]
    meters: Mapping[str, int]
    session: tuple[int, int | None] | None
    level: Fraction
    shift_rounds: int

    def __call__(self, progress: Progress) -> Answer:
        """As ``tablegames simulate``."""
        from tablegames.analysis.simulate import simulate
        from tablegames.analysis.simulation import Span
        from tablegames.report.simulation import simulation_json

        session = None
        if self.session:
            length, bank = self.session
            session = Span(length, None if bank is None else Fraction(bank, 100))
        found = simulate(
            game_named(self.game), self.rules, rounds=self.rounds, seed=self.seed, seats=self.seats, plan=self.plan,
            bets={wager: Fraction(cents, 100) for wager, cents in self.bets.items()}, meters=self.meters, session=session,
            progress=progress,
        )  # fmt: skip
        shift = found.shift(self.shift_rounds) if self.shift_rounds else None
        return simulation_json(found, level=self.level, shift=shift)
