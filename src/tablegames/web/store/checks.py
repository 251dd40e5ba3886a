"""A whole session checked: its chain, its rounds by the rules, and that what stands beside its events agrees with them."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Row, select

from tablegames.law import Refused
from tablegames.records import Record, record_of
from tablegames.web.store.kept import encoded, lines_of
from tablegames.web.store.models import RoundRow


def checked(rows: Connection, row: Row[Any]) -> Record:
    """The record of a session; refused, with the place, where it is not what was written or not what the rules give."""
    record = record_of(encoded(lines_of(rows, row.id)), f"session {row.id}")
    found = {"events": record.events, "head": record.head, "rounds": len(record.rounds), "game": record.game.id}
    nets = [_net(round_.states[-1].ledger) if round_.states[-1].over else None for round_ in record.rounds]
    found["bankroll"] = row.brought + sum(filter(None, nets))
    for name, value in found.items():
        if getattr(row, name) != value:
            raise Refused(f"session {row.id}: {name} {getattr(row, name)!a} is kept, and its events give {value!a}")
    kept = rows.execute(select(RoundRow).where(RoundRow.session == row.id).order_by(RoundRow.number)).all()
    if len(kept) != len(record.rounds):
        raise Refused(f"session {row.id}: {len(kept)} rounds are kept, and its events give {len(record.rounds)}")
    for each, recorded, net in zip(kept, record.rounds, nets, strict=True):
        if (each.number, each.first, each.net) != (recorded.number, recorded.events[0]["n"], net):
            raise Refused(f"session {row.id}: round {recorded.number} is not kept as its events give it")
    return record


def _net(ledger: Any) -> int:
    """What a round's seats won or lost."""
    return sum(seat.net for seat in ledger.seats)
