"""The tables of the store.

A session is one transcript: its events are the lines of :mod:`tablegames.rounds.transcript`, one row each, as they are written.  What else
stands here is derived from them, or is what a transcript does not say yet: the decks still in the shoe.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, LargeBinary, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


class Base(DeclarativeBase):
    """The tables together.  A whole number is of 64 bits, a text of any length."""

    type_annotation_map = {int: BigInteger, str: Text, bytes: LargeBinary}  # noqa: RUF012 - read by SQLAlchemy


def _of_session() -> ForeignKey:
    """What belongs to a session goes with it, and never without it."""
    return ForeignKey("sessions.id", ondelete="CASCADE")


class SessionRow(Base):
    """One player at one table.  Money in cents, times in seconds since 1970."""

    __tablename__ = "sessions"
    __table_args__ = (Index("sessions_of_player", "player"), Index("sessions_by_use", "used"))

    id: Mapped[str] = mapped_column(primary_key=True)
    player: Mapped[str]
    game: Mapped[str]
    house: Mapped[str] = mapped_column(server_default="")
    """The digest of the Rules Submission it is played under, or empty."""
    opened: Mapped[int]
    used: Mapped[int]
    brought: Mapped[int]
    bankroll: Mapped[int]
    """What was brought and all nets of the rounds that are over."""
    meters: Mapped[str]
    """The meters before the first round, as JSON; from then on the events say how they stand."""
    deck: Mapped[str]
    salt: Mapped[str]
    """The deck of the next round, shuffled before its bets, and the salt of its commitment."""
    rounds: Mapped[int]
    events: Mapped[int]
    head: Mapped[str]
    """The hash of the last event."""


class RoundRow(Base):
    """One round of a session: where its events begin, the deck it is dealt from, and what came of it."""

    __tablename__ = "rounds"

    session: Mapped[str] = mapped_column(_of_session(), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    first: Mapped[int]
    """The number of its first event."""
    before: Mapped[str]
    """The hash of the event before that."""
    deck: Mapped[str]
    salt: Mapped[str]
    net: Mapped[int | None]
    """What the player's seats won or lost; nothing while the round is open."""


class EventRow(Base):
    """One event: a line of the transcript without its end.  Rows are added, and go only with their session."""

    __tablename__ = "events"

    session: Mapped[str] = mapped_column(_of_session(), primary_key=True)
    n: Mapped[int] = mapped_column(primary_key=True)
    line: Mapped[str]


class RequestRow(Base):
    """A request that was answered, by its player's key: asked again it is answered so again, and does nothing."""

    __tablename__ = "requests"
    __table_args__ = (Index("requests_of_session", "session"),)

    player: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[str] = mapped_column(primary_key=True)
    session: Mapped[str] = mapped_column(_of_session())
    digest: Mapped[str]
    """Of what was asked."""
    answer: Mapped[str]


class ExamRow(Base):
    """One table test that a player takes, or has taken.  ``opened`` in seconds since 1970."""

    __tablename__ = "exams"
    __table_args__ = (Index("exams_of_player", "player", "game"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    player: Mapped[str]
    game: Mapped[str]
    house: Mapped[str]
    """The digest of the Rules Submission, or empty."""
    level: Mapped[int]
    questions: Mapped[int]
    candidate: Mapped[str]
    opened: Mapped[int]
    pass_mark: Mapped[int | None]
    """In percent of the questions."""


class ExamAnswerRow(Base):
    """A question of a test that was shown, and its one answer.  Times in milliseconds since 1970."""

    __tablename__ = "exam_answers"

    exam: Mapped[str] = mapped_column(ForeignKey("exams.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(primary_key=True)
    shown: Mapped[int]
    given: Mapped[str | None]
    """As JSON, by field."""
    answered: Mapped[int | None]


class DrillAnswerRow(Base):
    """The first answers to a question of a drill, by its name.  ``answered`` in milliseconds since 1970."""

    __tablename__ = "drill_answers"
    __table_args__ = (Index("drill_answers_by_time", "answered"),)

    question: Mapped[str] = mapped_column(primary_key=True)
    answered: Mapped[int]
    given: Mapped[str]
    """As JSON, by field."""


class JobRow(Base):
    """A job that is over, as its client sees it.  ``ended`` in seconds since 1970."""

    __tablename__ = "jobs"
    __table_args__ = (Index("jobs_by_end", "ended"),)

    id: Mapped[str] = mapped_column(primary_key=True)
    ended: Mapped[int]
    document: Mapped[str]


class SubmissionRow(Base):
    """A saved Rules Submission."""

    __tablename__ = "submissions"

    digest: Mapped[str] = mapped_column(primary_key=True)
    property: Mapped[str]
    version: Mapped[str]
    effective: Mapped[str]
    toml: Mapped[str]
    owner: Mapped[str] = mapped_column(server_default="")
    """The player who saved it; empty where it was saved before submissions had owners."""
    deleted: Mapped[int | None] = mapped_column(BigInteger().with_variant(Integer, "sqlite"))
    """When it was deleted, in seconds since 1970; it is hidden for a day, and may come back."""


class OpeningRow(Base):
    """Something that was opened within the last day.  ``at`` in seconds since 1970."""

    __tablename__ = "openings"
    __table_args__ = (Index("openings_of_address", "address", "kind"), Index("openings_by_time", "at"))

    id: Mapped[str] = mapped_column(primary_key=True)
    address: Mapped[str]
    """The server's signature of it."""
    kind: Mapped[str]
    player: Mapped[str]
    at: Mapped[int]


class KeyRow(Base):
    """A secret by what it is for."""

    __tablename__ = "keys"

    name: Mapped[str] = mapped_column(primary_key=True)
    key: Mapped[bytes]
