"""A session read from the store: replayed to where it stands, ready to go on, and written back.

There is no other way to come by a round than to replay its events, so that what a crash leaves is what every request meets.
"""

from __future__ import annotations

import io
import json
import logging
import random
import re
from collections.abc import Iterable
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from tablegames.asks.records import Record, RecordedRound, record_of, rounds_of
from tablegames.contract.choices import Choice
from tablegames.contract.game import Game
from tablegames.core.cards import format_cards, parse_cards
from tablegames.core.law import Refused
from tablegames.core.money import format_amount
from tablegames.core.wagers import Bets
from tablegames.rounds.moves import Kind, Move
from tablegames.rounds.round import Round
from tablegames.rounds.session import Session
from tablegames.rounds.shuffle import Shuffled, shuffled
from tablegames.rounds.transcript import Recorder, decision_named
from tablegames.web.problems import Problem
from tablegames.web.store.models import EventRow, RoundRow, SessionRow

_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")
_LOG = logging.getLogger("tablegames.web")


class Damaged(Problem):
    """A session whose events are not what was written; nothing goes on from it."""

    def __init__(self, session: str, fault: str) -> None:
        _LOG.error("session %s is damaged: %s", session, fault)
        super().__init__(500, "the record of this session is damaged: it is not gone on with")


def lines_of(rows: Connection, session: str, *, first: int = 0, below: int | None = None) -> list[str]:
    """Events of a session as they were written, from number ``first`` to that before ``below``."""
    asked = select(EventRow.line).where(EventRow.session == session, EventRow.n >= first)
    if below is not None:
        asked = asked.where(EventRow.n < below)
    return list(rows.scalars(asked.order_by(EventRow.n)))


def encoded(lines: Iterable[str]) -> list[bytes]:
    """Lines as a transcript's file has them."""
    return [line.encode() + b"\n" for line in lines]


def opening(rows: Connection, session: str) -> Record:
    """The game and the rules of a session."""
    try:
        return _opening("".join(lines_of(rows, session, below=1)))
    except Refused as fault:
        raise Damaged(session, str(fault)) from None


@lru_cache(maxsize=1024)
def _opening(line: str) -> Record:
    """They stand in the first line, which never changes."""
    return record_of(encoded([line]), "session")


def replayed(rows: Connection, row: Row[Any], first: Row[Any], *, below: int) -> list[RecordedRound]:
    """A session's rounds from that of the row ``first`` on, up to the event before ``below``."""
    lines = encoded(lines_of(rows, row.id, first=first.first, below=below))
    try:
        found = rounds_of(
            opening(rows, row.id), lines, "session", first=first.first, before=first.before, earlier=first.number - 1
        )
    except Refused as fault:
        raise Damaged(row.id, str(fault)) from None
    if found.events != below or not found.rounds:
        raise Damaged(row.id, f"{found.events} events are there of {below}")
    return found.rounds


class Kept:
    """One session in one transaction: its row, its last round's row, and the engine's session where it stands."""

    def __init__(self, rows: Connection, row: Row[Any], source: random.Random, now: int = 0) -> None:
        self.rows, self.row, self._source, self._now = rows, row, source, now
        self._written = io.StringIO()
        begun = opening(rows, row.id)
        recorder = Recorder.resumed(self._written, head=row.head, events=row.events, rounds=row.rounds)
        self.session = Session(begun.game, begun.rules, source, recorder, commit=True)
        self.last = self._last()
        self.commitment = ""
        """What the last round's deck was committed to, as its first event published it."""
        try:
            self.session.round = first_table(begun, row)
            self.shoe = deck_of(row, begun.game)
            """The deck of the next round."""
            if self.last is not None:
                (recorded,) = replayed(rows, row, self.last, below=row.events)
                self.commitment = recorded.events[0].get("commitment", "")
                self.session.resume(recorded.states[-1], deck_committed(self.last, begun.game, self.commitment))
        except Refused as fault:
            raise Damaged(row.id, str(fault)) from None

    def _last(self) -> Row[Any] | None:
        return self.rows.execute(
            select(RoundRow).where(RoundRow.session == self.row.id, RoundRow.number == self.row.rounds)
        ).one_or_none()

    @property
    def open(self) -> bool:
        """Whether a round is in play."""
        return self.last is not None and not self.session.round.over

    @property
    def staked(self) -> int:
        """What lies on the layout, in cents."""
        round_ = self.session.round
        return sum(sum(round_.bets_of(seat).values()) for seat in round_.seats) if self.open else 0

    @property
    def available(self) -> int:
        """What the player can still bet, in cents."""
        return int(self.row.bankroll) - self.staked

    def begin(self, bets: dict[int, Bets]) -> None:
        """A new round, from the deck that was shuffled for it; the deck of the next one is shuffled now."""
        total = sum(sum(own.values()) for own in bets.values())
        if not self.open and total > self.available:
            has = f"the bankroll is {format_amount(self.available)}"
            raise Refused(f"the bets come to {format_amount(total)}; {has}")
        self.session.begin(bets, deck=self.shoe)
        self.commitment = self.shoe.commitment
        opened = {"number": self.row.rounds + 1, "first": self.row.events, "before": self.row.head}
        self.rows.execute(
            insert(RoundRow).values(session=self.row.id, deck=self.row.deck, salt=self.row.salt, **opened)
        )
        self.shoe = shuffled(self.session.game.deck, self._source)
        self._keep(**deck_columns(self.shoe))

    def decide(self, seat: int, action: str) -> None:
        """A decision of a seat, in words; refused where its wager is more than the player has."""
        decision = decision_named(self.session.round, str(seat), action)
        self.session.round.verify(move := Move(Kind.DECISION, str(seat), decision))
        cost = self.cost(decision)
        if cost > self.available:
            has = f"{format_amount(self.available)} of the bankroll is left"
            raise Refused(f"seat {seat}: {action} is a wager of {format_amount(cost)}; {has}")
        self.session.apply(move)
        self.session.proceed()
        self._keep()

    def cost(self, choice: Choice) -> int:
        """What a choice of the seat whose turn it is puts on the layout, in cents."""
        seat, round_ = self.session.turn, self.session.round
        assert seat is not None
        after = round_.bets_of(seat._replace(line=(*seat.line, choice)))
        return sum(after.values()) - sum(round_.bets_of(seat).values())

    def _keep(self, **columns: str) -> None:
        """Write what has happened; the row and the last round's row are then as it left them."""
        recorder, round_ = self.session.recorder, self.session.round
        assert recorder is not None
        lines = self._written.getvalue().splitlines()
        self._written.seek(self._written.truncate(0))
        events = [{"session": self.row.id, "n": n, "line": line} for n, line in enumerate(lines, self.row.events)]
        self.rows.execute(insert(EventRow), events)
        net = 0
        if round_.over:
            assert round_.ledger is not None
            net = sum(ledger.net for ledger in round_.ledger.seats)
            self.rows.execute(
                update(RoundRow)
                .where(RoundRow.session == self.row.id, RoundRow.number == recorder.rounds)
                .values(net=net)
            )
        changed = update(SessionRow).where(SessionRow.id == self.row.id).values(
            events=self.row.events + len(lines), head=recorder.head, rounds=recorder.rounds,
            bankroll=self.row.bankroll + net, used=self._now, **columns,
        )  # fmt: skip
        self.rows.execute(changed)
        self.row = session_row(self.rows, self.row.id, self.row.player)
        self.last = self._last()


def session_row(rows: Connection, session: str, player: str, *, locked: bool = False) -> Row[Any]:
    """A player's session; of another's there is nothing.  ``locked`` until the transaction ends."""
    asked = select(SessionRow).where(SessionRow.id == session, SessionRow.player == player)
    if locked:
        asked = asked.with_for_update()
    row = rows.execute(asked).one_or_none() if _ID.fullmatch(session) else None
    if row is None:
        raise Problem(404, f"no session {session!a} of yours is kept here")
    return row


def deck_of(row: Row[Any], game: Game) -> Shuffled:
    """The deck that stands in a row; refused where it is not an order of the game's."""
    cards = parse_cards(row.deck)
    if sorted(cards) != list(game.deck.cards):
        raise Refused(f"the deck that is kept is not an order of {game.deck.name}")
    return Shuffled(cards, row.salt)


def deck_committed(row: Row[Any], game: Game, published: str) -> Shuffled:
    """The deck that stands in a round's row; refused where it breaks the commitment that the round's first event published."""
    deck = deck_of(row, game)
    if deck.commitment != published:
        raise Refused(f"the deck that is kept of round {row.number} breaks the commitment that was published")
    return deck


def first_table(begun: Record, row: Row[Any]) -> Round:
    """The table before the first round, with the meters that the session's row brings; refused where they cannot be read."""
    try:
        meters = dict(json.loads(row.meters))
    except (TypeError, ValueError):
        raise Refused("the meters that are kept cannot be read") from None
    if any(type(cents) is not int or meter not in begun.game.meters for meter, cents in meters.items()):
        raise Refused("the meters that are kept are not amounts of the game's meters")
    return Round(begun.game, begun.rules, meters)


def deck_columns(deck: Shuffled) -> dict[str, str]:
    """A deck as a row has it."""
    return {"deck": format_cards(deck.cards), "salt": deck.salt}
