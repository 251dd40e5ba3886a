"""Many paytables at once, each with its exact figures: the main game's where the wager belongs to it, else the side wager's own.

A wager of the main game (the Odds, the Blind) changes how hands are best played, so each of its tables has its own optimum,
counted by tasks that :mod:`tablegames.analysis.cluster` spreads.  A side wager changes nothing that is played: the deals are counted once
and priced for every table.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import numpy as np

from tablegames import __version__
from tablegames.analysis.cluster import Checkpoint, Part, Where, total
from tablegames.analysis.exact import Figures, analyze
from tablegames.analysis.kinds import Kinds, kinds_of
from tablegames.analysis.pricing import check_meters, possible_facts, priced
from tablegames.analysis.same_play import Hands, folded_hands, hands_of_rows, still_best
from tablegames.analysis.solving import solver_of
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.contract.solver import Priced
from tablegames.core.law import Refused
from tablegames.core.money import Paytable
from tablegames.games import game_named
from tablegames.rounds.rules_record import rules_record

Tables = Mapping[str, Paytable]
"""The paytables by slot that one entry of a sweep chooses."""
TOGETHER = 32
"""Tables of a task: neighbours, of which one count often serves several."""
T = TypeVar("T")


class SweepRow(NamedTuple):
    """One entry of a sweep: its place in the list from 1, its paytables, and their figures.

    ``top_prize`` is the most that a row pays, net per unit of the wager.
    """

    number: int
    paytables: Tables
    figures: Figures
    top_prize: Fraction


@dataclass(frozen=True)
class Sweep:
    """The figures of many paytables of one wager; ``rows`` and ``refused`` are in the order of the list, and together all of it."""

    game: Game
    rules: Rules
    """What holds for every table; the slots swept have none."""
    wagers: tuple[str, ...]
    side: bool
    slots: tuple[str, ...]
    meters: Mapping[str, int]
    rows: tuple[SweepRow, ...]
    refused: tuple[tuple[int, Refused], ...]
    counted: int
    """How often all deals were counted; other tables are priced, and proved to be played as one that was counted."""

    @property
    def wager(self) -> str:
        """The wagers in words."""
        return ", ".join(self.wagers)

    @property
    def base(self) -> str:
        """What the figures are per."""
        return f"unit of {self.wager}" if self.side else "Ante"


class _Item(NamedTuple):
    """A table as a task has it: its number, what each row pays, and the whole payoff of each kind of facts."""

    number: int
    nets: tuple[Fraction, ...]
    payoffs: list[int]


def sweep(
    game: Game,
    rules: Rules,
    tables: Sequence[Tables | Refused],
    *,
    meters: Mapping[str, int] | None = None,
    where: Where | None = None,
    checkpoint: Path | None = None,
    progress: Callable[[float], None] | None = None,
) -> Sweep:
    """The figures of every table; one that is refused, before or here, is kept with its reason.

    ``tables`` choose the same slots, which all pay one wager; what they do not choose is as in ``rules``.  ``meters``: cents on each meter,
    the house's seed where it is not given.  ``where`` and ``checkpoint`` serve a wager of the main game; a side wager's tables
    are priced here.

    >>> from tablegames.games import game_named
    >>> game = game_named("high-card-flush")
    >>> found = sweep(game, game.default_rules(), [{"flush-bonus": game.paytable("flush-bonus", "A")}])
    >>> [(row.number, row.figures.house_edge, str(row.top_prize)) for row in found.rows]
    [(1, Fraction(200861, 2572780), '300')]
    """
    for slot in {slot for table in tables if not isinstance(table, Refused) for slot in table}:
        game.check_paid(rules, game.form(slot))
    slots, wagers = _swept(game, tables)
    meters = {**{meter: plan.seed for meter, plan in rules.meter_plans.items()}, **(meters or {})}
    left = {slot: table for slot, table in rules.paytables.items() if slot not in slots}
    base = replace(rules, paytables=left)
    check_meters(game, base, meters)
    asked, side = _Asked(base, tables), all(game.is_side(game.form(slot)) for slot in slots)
    tell = progress or (lambda part: None)
    if side:
        rows, counted = _side(game, asked, wagers, meters, progress=tell)
    else:
        rows, counted = _main(game, asked, wagers, meters, progress=tell, where=where, checkpoint=checkpoint)
    if not rows:
        raise _all_refused([reason for _, reason in asked.refused])
    return Sweep(game, base, wagers, side, slots, meters, tuple(rows), tuple(asked.refused), counted)


def _swept(game: Game, tables: Sequence[Tables | Refused]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The slots that the tables choose and the wagers that these pay; refused where there is no table, or where two side wagers, or a side
    wager and the main game, are varied at once."""
    chosen = [table for table in tables if not isinstance(table, Refused)]
    if not chosen:
        raise _all_refused([table for table in tables if isinstance(table, Refused)])
    slots = tuple(form.slot for form in game.forms if form.slot in chosen[0])
    if any(set(table) != set(slots) for table in chosen):
        raise Refused(f"the tables of one sweep choose the same slots, here {', '.join(slots)}")
    paid = {game.form(slot).wagers for slot in slots}
    if len(paid) != 1:
        wagers = dict.fromkeys(wager for slot in slots for wager in game.form(slot).wagers)
        raise Refused(f"one sweep is of one wager; {', '.join(slots)} pay {', '.join(wagers)}")
    return slots, paid.pop()


def _all_refused(reasons: Sequence[Refused]) -> Refused:
    """Why nothing is left of a sweep."""
    if not reasons:
        return Refused("a sweep needs a paytable at least")
    if len(reasons) == 1:
        return reasons[0]
    return Refused(f"all {len(reasons)} tables are refused; the first: {reasons[0].message}", cites=reasons[0].cites)


class _Asked:
    """The tables of a sweep under the rules they make, and the reasons of those that are refused."""

    def __init__(self, base: Rules, tables: Sequence[Tables | Refused]) -> None:
        self.base, self.tables = base, tables
        self.refused: list[tuple[int, Refused]] = []

    @property
    def any_rules(self) -> Rules:
        """The rules of the first table that is not refused."""
        return self._under(next(table for table in self.tables if not isinstance(table, Refused)))

    def __call__(self, ask: Callable[[Rules], T]) -> Iterator[tuple[int, Tables, T]]:
        """Each table's number, itself, and what is asked of its rules."""
        for number, table in enumerate(self.tables, start=1):
            try:
                if isinstance(table, Refused):
                    raise table
                answer = ask(self._under(table))
            except Refused as reason:
                self.refused.append((number, reason))
            else:
                yield number, table, answer

    def _under(self, tables: Tables) -> Rules:
        return replace(self.base, paytables={**self.base.paytables, **tables})


def _side(
    game: Game, asked: _Asked, wagers: tuple[str, ...], meters: Mapping[str, int], *, progress: Callable[[float], None]
) -> tuple[list[SweepRow], int]:
    """A side wager's tables: one count of the main game's best play, priced for each."""
    histogram = analyze(game, asked.base, meters=meters).histogram
    stood = {meter: meters.get(meter, 0) for meter in game.meters}  # which row it is does not depend on the meter
    kinds = kinds_of(game, asked.any_rules, wagers, histogram, stood)
    deals = kinds.grouped(histogram)

    def ask(rules: Rules) -> tuple[Fraction, ...]:
        check_meters(game, rules, meters)
        return kinds.nets(game, rules, meters)

    rows = []
    for number, tables, nets in asked(ask):
        rows.append(SweepRow(number, tables, kinds.figures(nets, deals), max(nets)))
        progress(number / len(asked.tables))
    return rows, 1


def _main(
    game: Game,
    asked: _Asked,
    wagers: tuple[str, ...],
    meters: Mapping[str, int],
    *,
    progress: Callable[[float], None],
    where: Where | None,
    checkpoint: Path | None,
) -> tuple[list[SweepRow], int]:
    """Tables of the main game, each with its own best play."""
    kinds = kinds_of(game, asked.any_rules, wagers, possible_facts(game, asked.base), meters)
    codes = [facts.code for facts in kinds.samples]

    def ask(rules: Rules) -> tuple[tuple[Fraction, ...], list[int]]:
        payoffs = priced(game, rules, kinds.samples, meters=meters).payoffs
        return kinds.nets(game, rules, meters), payoffs[codes].tolist()

    chosen, items = {}, []
    for number, tables, (nets, payoffs) in asked(ask):
        chosen[number] = tables
        items.append(_Item(number, nets, payoffs))
    if not items:
        return [], 0
    # the weakest hands' rows come first: neighbours differ in the strongest, which hardly ever change the play
    ordered = sorted(items, key=lambda item: item.nets)
    tasks = [ordered[start : start + TOGETHER] for start in range(0, len(ordered), TOGETHER)]
    job = Checkpoint(checkpoint, _job(game, asked.base, wagers, meters, items)) if checkpoint else None
    if job:
        _check_deals(job, tasks, len(kinds.kinds))
    work = partial(_best_plays, game_id=game.id, rules=asked.base, kinds=kinds)
    counts = total(work, tasks, where=where, checkpoint=job, progress=progress)
    rows = []
    for item in items:
        counted = counts[f"{item.number} as"]
        deals = [counts.get(f"{counted} kind {kind}", 0) for kind in range(len(kinds.kinds))]
        rows.append(SweepRow(item.number, chosen[item.number], kinds.figures(item.nets, deals), max(item.nets)))
    return rows, sum(counts[f"{item.number} as"] == item.number for item in items)


def _check_deals(state: Checkpoint, tasks: Sequence[Sequence[_Item]], kinds: int) -> None:
    """Refuse a checkpoint in which a table of the tasks done was not counted, or not over as many deals as every other."""
    numbers = [item.number for task in state.done if task < len(tasks) for item in tasks[task]]
    counted = {state.counts.get(f"{number} as", 0) for number in numbers}
    deals = {sum(state.counts.get(f"{number} kind {kind}", 0) for kind in range(kinds)) for number in counted}
    if numbers and (not counted <= set(numbers) or len(deals) > 1):
        raise state.broken("its tables are not counted over the same deals")


def _best_plays(task: Sequence[_Item], *, game_id: str, rules: Rules, kinds: Kinds) -> Part:
    """The deals of each kind under the best play for each table, as ``number kind k``.

    ``number as`` is the table that was counted: itself, or one of the task whose best play is proved the best for it too.
    """
    game = game_named(game_id)
    possible, hand = possible_facts(game, rules), None if kinds.sized else game.parts.hand
    row_of = {code: kinds.kinds[kind].row for code, kind in kinds.of_code.items()}
    hands = hands_of_rows(possible, hand, row_of) if hand else {}
    of_code = {facts.code: facts for facts in possible}
    places = np.array(list(kinds.of_code)), np.array(list(kinds.of_code.values()))
    counts: dict[str, int] = {}
    counted: list[tuple[_Item, Hands]] = []
    for item in task:
        same = (other.number for other, folded in counted if hands and still_best(other.nets, folded, item.nets, hands))
        serves = next(same, item.number)
        counts[f"{item.number} as"] = serves
        if serves == item.number:
            payoffs = np.zeros(game.codes, dtype=np.int64)
            payoffs[places[0]] = np.array(item.payoffs, dtype=np.int64)[places[1]]
            best = solver_of(game).optimum(Priced(rules, tuple(possible), payoffs, Fraction(1)))
            histogram = {of_code[code]: deals for code, deals in best.counts.items()}
            counted.append((item, folded_hands(game, hand, histogram) if hand else frozenset()))
            for kind, deals in enumerate(kinds.grouped(histogram)):
                counts[f"{item.number} kind {kind}"] = deals
    return Part(counts)


def _job(
    game: Game, base: Rules, wagers: tuple[str, ...], meters: Mapping[str, int], items: Sequence[_Item]
) -> dict[str, Any]:
    """All that the counts depend on."""
    tables = "\n".join(f"{item.number}: {', '.join(map(str, item.nets))}" for item in items)
    return {
        "command": "sweep",
        "version": __version__,
        "game": game.id,
        "wager": ", ".join(wagers),
        "tables": hashlib.sha256(tables.encode()).hexdigest(),
        "rules": rules_record(base),
        "meters": dict(meters),
    }


__all__ = ["Sweep", "SweepRow", "Tables", "sweep"]
