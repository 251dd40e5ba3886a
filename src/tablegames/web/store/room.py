"""Room for what is kept: how much of all, and how much one address may open within a day.

An address is kept as the server's signature of it, for a day, and only to be counted.
"""

from __future__ import annotations

import secrets
from math import ceil
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, union

from tablegames.web.problems import Problem
from tablegames.web.settings import Most
from tablegames.web.store.models import ExamRow, OpeningRow, SessionRow, SubmissionRow

DAY = 24 * 3600
PER_ADDRESS = "--sessions-per-address"
"""The option that says how many sessions, and how many table tests, one address may open within a day."""


class Opening(NamedTuple):
    """Something that is opened: what, by whom, from which address (empty where no address is counted), and when."""

    kind: str
    player: str
    address: str
    now: int


def enter(rows: Connection, opening: Opening, most: Most, of_address: int, option: str = "") -> None:
    """Note that something is opened; refused where its address has opened so many within a day, or too many players are there.

    Raises :class:`~tablegames.web.problems.Problem`: 429 with the time to wait, 503 where all together are too many.
    """
    kind, player, address, now = opening
    rows.execute(delete(OpeningRow).where(OpeningRow.at <= now - DAY))
    _check_players(rows, player, most)
    if address:
        of = OpeningRow.address == address
        times = list(rows.scalars(select(OpeningRow.at).where(of, OpeningRow.kind == kind).order_by(OpeningRow.at)))
        if len(times) >= of_address:
            raise _too_many(f"{len(times)} {kind}s", times[len(times) - of_address] if of_address else now, now, option)
        began = func.min(OpeningRow.at).label("began")
        asked = select(OpeningRow.player, began).where(of).group_by(OpeningRow.player).order_by(began)
        players = {row.player: row.began for row in rows.execute(asked)}
        if player not in players and len(players) >= most.players_of_address:
            first = min(players.values(), default=now)
            raise _too_many(f"{len(players)} players", first, now, "--players-per-address")
    rows.execute(insert(OpeningRow).values(id=secrets.token_hex(12), address=address, kind=kind, player=player, at=now))


def _too_many(what: str, first: int, now: int, option: str) -> Problem:
    """Too many came from one address: the first of them is forgotten after a day."""
    wait = max(first + DAY - now, 1)
    hours = ceil(wait / 3600)
    says = f"{what} came from your address within a day, which is the most: wait {hours} hour{'s' if hours > 1 else ''}"
    also = f", or the house gives more with {option}" if option else ""
    return Problem(429, says + also, headers={"retry-after": str(wait)})


def _check_players(rows: Connection, player: str, most: Most) -> None:
    """Refuse a new player where too many are there."""
    columns = (SessionRow.player, ExamRow.player, SubmissionRow.owner)
    if any(rows.scalar(select(column).where(column == player).limit(1)) is not None for column in columns):
        return
    kept = sum(rows.scalar(select(func.count()).select_from(of.class_)) or 0 for of in columns)
    if kept < most.players:
        return
    every = union(*(select(column.label("player")) for column in columns)).subquery()
    if (rows.scalar(select(func.count()).select_from(every)) or 0) >= most.players:
        raise no_room("players", "--players")


def no_room(what: str, option: str) -> Problem:
    """So many are kept of all that no more can be."""
    return Problem(
        503,
        f"no more {what} can be kept here: the house removes old ones with `tablegames store prune`, or gives more with {option}",
    )
