"""The audit of some logs: split into tasks, each task worked by itself, the sums added up and the records kept in order."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from itertools import islice
from typing import Any, NamedTuple

import numpy as np

from tablegames import __version__
from tablegames.analysis.cluster import Checkpoint, Counts, Part, Where, total
from tablegames.audit.again import HASH, Again, Repeated, RoundIds, hashes_of, joined
from tablegames.audit.layout import HURT, LINES, NUMBER
from tablegames.audit.logs import TRANSCRIPT, described, form_of, game_of, reader, same_form
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.games import game_named
from tablegames.rounds.rules_record import rules_from_record, rules_record

Keep = Callable[[Mapping[str, Any]], None]
EVERYTHING = -1


class Job(NamedTuple):
    """What a worker needs to know of an audit, as text and numbers.

    ``listed``: of how many wrong payments and impossible rounds a task keeps a record, ``EVERYTHING`` for all; ``faulty``: whether it keeps their rows.
    """

    game: str
    rules: str
    skip_bad: bool
    faulty: bool
    listed: int


@dataclass(frozen=True)
class Audit:
    """Logs audited: the rules they were audited by, and every sum (see :func:`tablegames.audit.comparing.count`)."""

    game: Game
    rules: Rules
    counts: Counts

    def number(self, name: str) -> int:
        """One sum."""
        return self.counts.get(name, 0)

    def by(self, prefix: str) -> dict[str, int]:
        """The sums whose names begin so, by the rest of their names, in the order of the names."""
        return {
            name.removeprefix(prefix): number for name, number in sorted(self.counts.items()) if name.startswith(prefix)
        }

    @cached_property
    def by_kind(self) -> dict[str, int]:
        """How often each kind of fault was found: wrong payments, and impossible rounds."""
        return self.by("kind/wrong/") | self.by("impossible/")

    @property
    def discrepancies(self) -> int:
        """Wagers not paid as they are owed."""
        return sum(self.by("kind/wrong/").values())

    @property
    def impossible(self) -> int:
        """Rounds that cannot have been as they are logged."""
        return sum(self.by("impossible/").values())

    @property
    def difference(self) -> int:
        """What was paid too much, less what was paid too little, in cents."""
        return sum(self.by("kind/difference/").values())

    @property
    def clean(self) -> bool:
        """Whether nothing was wrong, and nothing was set aside."""
        return not (self.discrepancies or self.impossible or self.by("bad/"))


def audit(
    paths: Sequence[str],
    rules: Rules | None = None,
    *,
    skip_bad: bool = False,
    keep: Keep | None = None,
    faulty: bool = False,
    listed: int = EVERYTHING,
    where: Where | None = None,
    checkpoint: Callable[[Mapping[str, Any]], Checkpoint] | None = None,
    progress: Callable[[float], None] | None = None,
) -> Audit:
    """Settle every round of some logs of one game again, and compare it with what was paid.

    ``rules``: those in force, the game's default ones if none are given; records of rounds bring their own.  ``keep`` is given, in the order of the
    logs, records with a ``kind`` (wrong payments and impossible rounds), with ``bad`` (what could not be read, with ``skip_bad``), and with ``faulty``
    the rows of faulty rounds (``rows`` or ``lines``).  Raises :class:`~tablegames.core.law.Refused` for what cannot be read, naming file, row and column.
    """
    game, rules = _rules_of(paths, rules)
    job = Job(game.id, json.dumps(rules_record(rules)), skip_bad, faulty, listed)
    tasks, unread = [], []
    for path in paths:
        try:
            module = reader(path)
            module.columns_of(game, path)
            tasks += module.tasks(path)
        except Refused as refused:
            if not skip_bad:
                raise
            unread.append({"bad": {"rows": 0, "place": path, "column": "", "reason": refused.message, "text": ""}})
    state = checkpoint(_described(job, paths, len(tasks))) if checkpoint else None
    if state:
        kept, rounds = state.raw_read // HASH, state.counts.get("rounds", 0)
        if kept != rounds:
            raise state.broken(f"it counts {rounds:,} rounds, and keeps the ids of {kept:,}")
    for record in unread:
        if keep:
            keep(record)
    with RoundIds() as ids:
        counts = total(
            partial(work, job=job), tasks, where=where, checkpoint=state, progress=progress, keep=keep, keep_raw=ids.add
        )
        repeated = ids.repeated(tasks)
    if repeated:
        for name, number in total(partial(look_again, job=job), repeated, where=where, keep=keep).items():
            counts[name] = counts.get(name, 0) + number
    return Audit(game, rules, counts | ({"bad/files": len(unread)} if unread else {}))


def _rules_of(paths: Sequence[str], rules: Rules | None) -> tuple[Game, Rules]:
    """The game of some logs and the rules in force; refused where the logs differ in them."""
    if not paths:
        raise Refused("no log is given")
    same_form(paths)
    game = game_named(game_of(paths[0]))
    if form_of(paths[0]) != TRANSCRIPT:
        return game, game.default_rules() if rules is None else rules
    recorded: list[Rules] = [reader(path).session(path)[1] for path in paths if reader(path).session(path)[0] is game]
    if any(each != recorded[0] for each in recorded) or len(recorded) < len(paths):
        raise Refused("the records were made by different rules: audit them one after the other")
    return game, recorded[0]


def _described(job: Job, paths: Sequence[str], tasks: int) -> dict[str, Any]:
    """All that an audit's sums depend on, for its checkpoint."""
    return {**job._asdict(), "version": __version__, "logs": [described(path) for path in paths], "tasks": tasks}


def work(task: Any, *, job: Job) -> Part:
    """One task: its rounds settled, their sums, the records of what is wrong, and the hashes of the rounds' ids."""
    from tablegames.audit.comparing import count, examine, records

    settler, columns = _settler(job.game, job.rules), reader(task.path).columns_of(game_named(job.game), task.path)
    counts: Counts = {}
    bad, wrong, rows_kept = _Kept(job.listed), _Kept(job.listed), _Kept(EVERYTHING if job.faulty else 0)
    hashes = []

    def aside(found: Any) -> None:
        if not job.skip_bad:
            raise Refused(str(found))
        counts["bad/places"] = counts.get("bad/places", 0) + 1
        counts["bad/rows"] = counts.get("bad/rows", 0) + found.rows
        bad.add({"bad": found._asdict()})

    def hurt(table: Any, which: Any) -> None:
        counts["bad/rows"] = counts.get("bad/rows", 0) + len(which)
        if len(which):
            rows_kept.add(lambda: _rows(table, which, columns))

    for rows in _readable(task, job, columns, aside, hurt):
        examined = examine(settler, rows)
        for name, number in count(examined).items():
            counts[name] = counts.get(name, 0) + number
        for record in islice(records(examined), wrong.room):
            wrong.add(record)
        hashes.append(hashes_of(rows, task.path))
        faulty = np.flatnonzero(np.isin(rows.round_of, examined.faulty))
        if len(faulty):
            rows_kept.add(lambda table=rows.table, faulty=faulty: _rows(table, faulty, columns))
    return Part(counts, [*bad.records, *wrong.records, *rows_kept.records], joined(hashes))


def look_again(repeated: Repeated, *, job: Job) -> Part:
    """One task with ids that were used before: a record and the sums of each round with such an id in which nothing else is impossible."""
    from tablegames.audit.comparing import count_used_before, examine, used_before

    task, again = repeated.task, Again(repeated)
    settler, columns = _settler(job.game, job.rules), reader(task.path).columns_of(game_named(job.game), task.path)
    counts: Counts = {}
    wrong, rows_kept = _Kept(job.listed), _Kept(EVERYTHING if job.faulty else 0)
    for rows in _readable(task, job, columns, lambda found: None, lambda table, which: None):
        numbers = again.among(hashes_of(rows, task.path))
        if not len(numbers):
            continue
        examined = examine(settler, rows)
        numbers = numbers[examined.faults[numbers] == 0]
        for name, number in count_used_before(rows, numbers).items():
            counts[name] = counts.get(name, 0) + number
        for record in islice(used_before(rows, numbers), wrong.room):
            wrong.add(record)
        new = np.flatnonzero(np.isin(rows.round_of, np.setdiff1d(numbers, examined.faulty)))
        if len(new):
            rows_kept.add(lambda table=rows.table, new=new: _rows(table, new, columns))
    return Part(counts, [*wrong.records, *rows_kept.records])


def _readable(
    task: Any, job: Job, columns: Any, aside: Callable[[Any], None], hurt: Callable[[Any, Any], None]
) -> Iterator[Any]:
    """The rows of a task batch by batch; what cannot be read goes to ``aside``, the rows that must go with it to ``hurt``."""
    from tablegames.audit.rows import read_rows
    from tablegames.audit.stream import BadInput, unhurt, whole_rounds

    game, module = game_named(job.game), reader(task.path)
    for batch in whole_rounds(module.tables(task, columns, aside), task.path):
        if HURT in batch.table.column_names:
            batch, hurt_rows = unhurt(batch)
            hurt(hurt_rows, np.arange(len(hurt_rows)))
            if not len(batch.table):
                continue
        rows, unread = read_rows(game, columns, batch.table, batch.first)
        if unread:
            rounds = rows.round_of
            for each in unread:
                place = module.place_of(task, batch.table[NUMBER][each.row].as_py())
                aside(BadInput(0, place, each.column, each.reason))
            gone = np.isin(rounds, rounds[[each.row for each in unread]])
            hurt(batch.table, np.flatnonzero(gone))
            left = np.flatnonzero(~gone)
            if not len(left):
                continue
            rows, _ = read_rows(game, columns, batch.table.take(left), batch.first[left])
        yield rows


class _Kept:
    """Records kept, up to a number of them; one that is costly to make is given as a function."""

    def __init__(self, most: int) -> None:
        self.most, self.records = most, list[Any]()

    @property
    def room(self) -> int | None:
        """How many more are kept; none where all are."""
        return None if self.most == EVERYTHING else self.most - len(self.records)

    def add(self, record: Any) -> None:
        """Keep a record, if there is room."""
        if self.room is None or self.room > 0:
            self.records.append(record() if callable(record) else record)


def _rows(table: Any, which: Any, columns: Any) -> dict[str, str]:
    """Some rows of a table under the log's own names, as an Arrow stream in base64; or the lines of the events of their rounds."""
    import pyarrow as pa

    taken = table.take(which)
    if LINES in taken.column_names:
        return {"lines": "".join(taken[LINES].to_pylist())}
    sink = pa.BufferOutputStream()
    plain = taken.drop_columns([NUMBER])
    plain = plain.rename_columns([columns.names[name] for name in plain.column_names])
    with pa.ipc.new_stream(sink, plain.schema) as stream:
        stream.write_table(plain)
    return {"rows": base64.b64encode(sink.getvalue()).decode("ascii")}


@lru_cache(maxsize=4)
def _settler(game_id: str, rules: str) -> Any:
    """The settler of a game and rules; one in a process, so that it remembers its lines."""
    from tablegames.audit.settling import Settler

    game = game_named(game_id)
    return Settler(game, rules_from_record(game, json.loads(rules)))
