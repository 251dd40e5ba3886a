"""A whole session checked: its chain, its rounds by the rules, and that what stands beside its events agrees with them."""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, Row, select

from tablegames.asks.records import FAULTS, Record, record_of
from tablegames.core.law import Refused
from tablegames.web.store.kept import deck_committed, deck_of, encoded, first_table, lines_of
from tablegames.web.store.models import RoundRow


def checked(rows: Connection, row: Row[Any]) -> Record:
    """The record of a session; refused, with the place, where it is not what was written or not what the rules give.

    The chain vouches for what is derived from it.  It does not know whose the session is, what was brought, the deck that no round has begun
    with, and the answers kept for requests that are asked again.
    """
    name = f"session {row.id}"
    lines = lines_of(rows, row.id)
    record = record_of(encoded(lines), name)
    try:
        nets = [_net(round_.states[-1].ledger) if round_.states[-1].over else None for round_ in record.rounds]
        _check_session(row, record, nets)
        _check_rounds(rows, row, record, nets, json.loads(lines[0])["hash"])
    except Refused as refused:
        raise Refused(f"{name}: {refused}") from None
    except FAULTS as error:
        raise Refused(f"{name}: what is kept beside its events cannot be read ({error})") from None
    return record


def _check_session(row: Row[Any], record: Record, nets: list[int | None]) -> None:
    """Refuse a session's row that is not as its events give it."""
    found = {"events": record.events, "head": record.head, "rounds": len(record.rounds), "game": record.game.id}
    found["bankroll"] = row.brought + sum(filter(None, nets))
    for name, value in found.items():
        if getattr(row, name) != value:
            raise Refused(f"{name} {getattr(row, name)!a} is kept, and its events give {value!a}")
    meters = first_table(record, row).meters
    if record.rounds and dict(meters) != dict(record.rounds[0].states[0].meters):
        raise Refused("the meters that are kept are not those with which the first round began")
    deck_of(row, record.game)


def _check_rounds(rows: Connection, row: Row[Any], record: Record, nets: list[int | None], before: str) -> None:
    """Refuse rounds' rows that are not as the events give them; ``before`` is the hash of the session's first event."""
    kept = rows.execute(select(RoundRow).where(RoundRow.session == row.id).order_by(RoundRow.number)).all()
    if len(kept) != len(record.rounds):
        raise Refused(f"{len(kept)} rounds are kept, and its events give {len(record.rounds)}")
    for each, recorded, net in zip(kept, record.rounds, nets, strict=True):
        first, last = recorded.events[0], recorded.events[-1]
        if (each.number, each.first, each.before, each.net) != (recorded.number, first["n"], before, net):
            raise Refused(f"round {recorded.number} is not kept as its events give it")
        deck_committed(each, record.game, first.get("commitment", ""))
        before = last["hash"]


def _net(ledger: Any) -> int:
    """What a round's seats won or lost."""
    return sum(seat.net for seat in ledger.seats)
