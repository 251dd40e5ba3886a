"""Play on the store: sessions are opened, rounds begun, decisions made and rounds recalled, each by its player alone.

Every change is one transaction: it is answered when its events are on the disk.  Every change has a key that its client chooses: the same
key asks the same thing again and gets the first answer; nothing is done twice.
"""

from __future__ import annotations

import hashlib
import io
import json
import random
import re
import secrets
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, delete, func, insert, select

from tablegames.asks.records import RecordedRound
from tablegames.contract.game import Game
from tablegames.contract.rules import Rules
from tablegames.core.law import Refused
from tablegames.core.money import format_amount
from tablegames.core.wagers import MOST_CENTS, Bets
from tablegames.games import game_named
from tablegames.report.verdict import verdict_json
from tablegames.rounds.shuffle import generator, shuffled
from tablegames.rounds.transcript import Recorder
from tablegames.web.problems import Problem
from tablegames.web.settings import USUAL, Most
from tablegames.web.store.checks import checked
from tablegames.web.store.database import Database
from tablegames.web.store.kept import Kept, deck_columns, encoded, lines_of, opening, replayed, session_row
from tablegames.web.store.models import EventRow, RequestRow, RoundRow, SessionRow
from tablegames.web.store.room import PER_ADDRESS, Opening, enter, no_room
from tablegames.web.store.seen import Seen, seen
from tablegames.web.store.submissions import hold

BRINGS = 100_000
"""The cents a player brings where he does not say."""
MOST_SESSIONS = 100
"""Sessions of one player."""
IDLE = 3600
"""Seconds after which a session without a round may make room for another."""
MOST_ROUNDS = 2_000
"""Rounds of one session."""
MOST_RECALLED = 100
_KEY = re.compile(r"[!-~]{1,128}")


class Outcome(NamedTuple):
    """A round that is over: its number, its net, and the bankroll after it, in cents."""

    number: int
    net: int
    bankroll: int


class Play:
    """Sessions and rounds of players, by the random id of each, which only he has.

    What a method gives is what that player may see.  Raises :class:`~tablegames.web.problems.Problem` (404 for what is not his, 409 where
    the round stands elsewhere, 422 for a key used for something else) and :class:`~tablegames.core.law.Refused` for what the rules do not allow;
    nothing is changed then.
    """

    def __init__(
        self,
        database: Database,
        source: random.Random | None = None,
        clock: Callable[[], float] = time.time,
        most: Most = USUAL,
    ) -> None:
        self._database, self._source, self._clock, self._most = database, source or generator(None), clock, most
        self._verifying = threading.Lock()

    # --- what changes something ---------------------------------------------------------------------------------------

    def open(
        self,
        player: str,
        game: Game,
        rules: Rules,
        *,
        key: str,
        bankroll: int = BRINGS,
        meters: Mapping[str, int] | None = None,
        address: str = "",
    ) -> Seen:
        """A new session: the game, its rules, and what is brought in cents; ``meters`` are those before the first round.

        Of one ``address`` only so many are opened within a day.
        """
        meters = dict(meters or {})
        if not 0 < bankroll <= MOST_CENTS:
            raise Refused("the bankroll is more than 0.00")
        for meter in meters:
            if meter not in game.meters:
                raise Refused(f"meter {meter!a} is unknown: {game.name} has {', '.join(game.meters) or 'none'}")
        file = io.StringIO()
        recorder = Recorder(file, game, rules)
        line = file.getvalue().removesuffix("\n")
        asked = ["open", line, bankroll, meters]

        def change(rows: Connection) -> Seen:
            return _once(rows, player, key, asked, opened)

        def opened(rows: Connection) -> Kept:
            now = int(self._clock())
            _check_room(rows, player, now, self._most.sessions)
            enter(
                rows, Opening("session", player, address, now), self._most, self._most.sessions_of_address, PER_ADDRESS
            )
            hold(rows, rules.submission)
            session = secrets.token_hex(12)
            rows.execute(
                insert(SessionRow).values(
                    id=session, player=player, game=game.id, house=rules.submission, opened=now, used=now, brought=bankroll, bankroll=bankroll,
                    meters=json.dumps(meters), rounds=0, events=1, head=recorder.head,
                    **deck_columns(shuffled(game.deck, self._source)),
                )
            )  # fmt: skip
            rows.execute(insert(EventRow).values(session=session, n=0, line=line))
            return Kept(rows, session_row(rows, session, player), self._source, now)

        return self._database.written(change)

    def begin(self, player: str, session: str, bets: Mapping[int, Bets], *, key: str, commitment: str = "") -> Seen:
        """A new round with each seat's bets in cents, dealt to the first decision.

        With ``commitment`` only from the deck that was committed to so.
        """

        def begun(kept: Kept) -> None:
            if kept.open:
                raise Problem(409, f"round {kept.row.rounds} is being played: it is played to its end first")
            if kept.row.rounds >= MOST_ROUNDS:
                raise Problem(409, f"{MOST_ROUNDS} rounds are the most of a session: open another one")
            if commitment not in ("", kept.shoe.commitment):
                raise Problem(409, "the deck is not the one with this commitment: a round was played since")
            kept.begin(dict(bets))

        asked = ["begin", session, {str(seat): dict(own) for seat, own in bets.items()}, commitment]
        return self._changed(player, session, key, asked, begun)

    def act(
        self, player: str, session: str, number: int, seat: int, action: str, *, key: str, after: int | None = None
    ) -> Seen:
        """A decision of a seat in round ``number``, in words; then everything up to the next decision or the end.

        With ``after`` only where so many events have happened in the session, which is where the player saw the round.
        """

        def decided(kept: Kept) -> None:
            if not kept.open or number != kept.row.rounds:
                raise Problem(409, f"round {number} is not being played: {_stands(kept)}")
            if after not in (None, kept.row.events):
                raise Problem(409, f"the round has gone on: {kept.row.events} events have happened, not {after}")
            kept.decide(seat, action)

        return self._changed(player, session, key, ["act", session, number, seat, action, after], decided)

    # --- what is only read --------------------------------------------------------------------------------------------

    def sessions(self, player: str) -> list[Seen]:
        """The player's sessions in short, the last used first."""
        asked = select(SessionRow).where(SessionRow.player == player).order_by(SessionRow.used.desc(), SessionRow.id)
        with self._database.reading() as rows:
            return [
                {"session": row.id, "game": row.game, "rounds": row.rounds, "bankroll": format_amount(row.bankroll)}
                for row in rows.execute(asked)
            ]

    def seen(self, player: str, session: str) -> Seen:
        """The session as it stands."""
        with self._database.reading() as rows:
            return seen(Kept(rows, session_row(rows, session, player), self._source))

    def game(self, player: str, session: str) -> Game:
        """The game that a session plays."""
        with self._database.reading() as rows:
            return game_named(session_row(rows, session, player).game)

    def rules(self, player: str, session: str) -> Rules:
        """The rules in force in a session."""
        with self._database.reading() as rows:
            return opening(rows, session_row(rows, session, player).id).rules

    def history(self, player: str, session: str) -> list[Outcome]:
        """What became of every round that is over, in order."""
        asked = select(RoundRow.number, RoundRow.net).where(RoundRow.session == session, RoundRow.net.is_not(None))
        with self._database.reading() as rows:
            bankroll = session_row(rows, session, player).brought
            found = rows.execute(asked.order_by(RoundRow.number)).all()
        return [Outcome(number, net or 0, bankroll := bankroll + (net or 0)) for number, net in found]

    def recall(self, player: str, session: str, *, last: int = 10) -> list[RecordedRound]:
        """The last rounds that are over, the oldest first: their events, and the round after each."""
        if not 1 <= last <= MOST_RECALLED:
            raise Refused(f"{last} rounds cannot be recalled at once: 1 to {MOST_RECALLED}")
        asked = select(RoundRow).where(RoundRow.session == session, RoundRow.net.is_not(None))
        with self._database.reading() as rows:
            row = session_row(rows, session, player)
            found = rows.execute(asked.order_by(RoundRow.number.desc()).limit(last)).all()
            return replayed(rows, row, found[-1], below=_end(rows, row)) if found else []

    def recalled(self, player: str, session: str, number: int) -> RecordedRound:
        """One round that is over."""
        with self._database.reading() as rows:
            row = session_row(rows, session, player)
            asked = select(RoundRow).where(RoundRow.session == session, RoundRow.number.in_((number, number + 1)))
            found = {each.number: each for each in rows.execute(asked)}
            if number not in found:
                raise Problem(404, f"round {number} was not played: {row.rounds} were")
            if found[number].net is None:
                raise Problem(409, f"round {number} is being played: it is recalled when it is over")
            below = found[number + 1].first if number + 1 in found else row.events
            return replayed(rows, row, found[number], below=below)[0]

    def transcript(self, player: str, session: str) -> bytes:
        """The record of every round that is over, as ``tablegames round verify`` reads it."""
        with self._database.reading() as rows:
            row = session_row(rows, session, player)
            return b"".join(encoded(lines_of(rows, session, below=_end(rows, row))))

    def verify(self, player: str, session: str, head: str = "") -> Seen:
        """Follow the session's chain and replay all its rounds; with ``head``, the hash kept elsewhere, it is proved unaltered."""
        with self._one_verified(), self._database.reading() as rows:
            row = session_row(rows, session, player)
            playing = _end(rows, row) != row.events
            if head and playing:
                raise Problem(409, f"round {row.rounds} is being played: the head is compared when it is over")
            verdict = {"session": session, **verdict_json(lambda: checked(rows, row), head)}
        return {**verdict, "head": None} if playing else verdict  # it covers cards that lie face down

    # --- how ----------------------------------------------------------------------------------------------------------

    @contextmanager
    def _one_verified(self) -> Iterator[None]:
        """Thousands of rounds may be replayed: one session at a time, so that rounds in play do not wait for many."""
        if not self._verifying.acquire(blocking=False):
            raise Problem(503, "another session is being verified: try again in a moment", headers={"retry-after": "1"})
        try:
            yield
        finally:
            self._verifying.release()

    def _changed(self, player: str, session: str, key: str, asked: list[Any], change: Callable[[Kept], None]) -> Seen:
        """A change of one session, of which every other one waits its turn."""

        def in_turn(rows: Connection) -> Seen:
            row = session_row(rows, session, player, locked=True)

            def done(rows: Connection) -> Kept:
                kept = Kept(rows, row, self._source, int(self._clock()))
                change(kept)
                return kept

            return _once(rows, player, key, asked, done)

        return self._database.written(in_turn)


def _once(rows: Connection, player: str, key: str, asked: list[Any], change: Callable[[Connection], Kept]) -> Seen:
    """What a change gives; where its key was used already the answer that was given, if the same was asked."""
    if not _KEY.fullmatch(key):
        raise Refused(f"key {key[:40]!a}: a key is 1 to 128 printable ASCII signs without a space, new for each change")
    digest = hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
    before = rows.execute(
        select(RequestRow.digest, RequestRow.answer).where(RequestRow.player == player, RequestRow.key == key)
    ).one_or_none()
    if before is not None:
        if before.digest != digest:
            raise Refused(f"key {key!a} was used for another request: each has a key of its own")
        answered: Seen = json.loads(before.answer)
        return answered
    kept = change(rows)
    answer = seen(kept)
    rows.execute(
        insert(RequestRow).values(
            player=player, key=key, session=kept.row.id, digest=digest, answer=json.dumps(answer, separators=(",", ":"))
        )
    )
    return answer


def _stands(kept: Kept) -> str:
    """Where a session stands."""
    if not kept.row.rounds:
        return "none has begun"
    return f"round {kept.row.rounds} is {'being played' if kept.open else 'over'}"


def _check_room(rows: Connection, player: str, now: int, most: int) -> None:
    """Refuse another session where there are too many."""

    def kept(*of: ColumnElement[bool]) -> int:
        return rows.scalar(select(func.count()).select_from(SessionRow).where(*of)) or 0

    own = kept(SessionRow.player == player)
    if own >= MOST_SESSIONS:
        raise Problem(409, f"{own} sessions of yours are kept, which is the most: go on with one of them")
    if kept() >= most:  # those that were opened and never played make room
        rows.execute(delete(SessionRow).where(SessionRow.rounds == 0, SessionRow.used < now - IDLE))
    if kept() >= most:
        raise no_room("sessions", "--sessions")


def _end(rows: Connection, row: Row[Any]) -> int:
    """The number of the event after the last round that is over."""
    asked = select(RoundRow.first).where(RoundRow.session == row.id, RoundRow.net.is_(None))
    first = rows.scalar(asked)
    return int(row.events if first is None else first)
