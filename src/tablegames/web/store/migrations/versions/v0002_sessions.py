"""Sessions, their rounds and events, and the requests that were answered.

Events are append-only: the database itself refuses to change one, and to remove one whose session stays.
"""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Text

revision = "0002"
down_revision = "0001"

UNCHANGED = "an event is never changed"
WHOLE = "an event goes only with its session"


def upgrade() -> None:
    """Make the tables and their guards."""
    op.create_table(
        "sessions",
        Column("id", Text, primary_key=True),
        *map(_text, ("player", "game")),
        *map(_number, ("opened", "used", "brought", "bankroll")),
        *map(_text, ("meters", "deck", "salt")),
        *map(_number, ("rounds", "events")),
        _text("head"),
    )
    op.create_index("sessions_of_player", "sessions", ["player"])
    op.create_index("sessions_by_use", "sessions", ["used"])
    op.create_table(
        "rounds",
        Column("session", Text, _of_session(), primary_key=True),
        Column("number", BigInteger, primary_key=True),
        _number("first"),
        *map(_text, ("before", "deck", "salt")),
        Column("net", BigInteger),
    )
    op.create_table(
        "events",
        Column("session", Text, _of_session(), primary_key=True),
        Column("n", BigInteger, primary_key=True),
        _text("line"),
    )
    op.create_table(
        "requests",
        Column("player", Text, primary_key=True),
        Column("key", Text, primary_key=True),
        Column("session", Text, _of_session(), nullable=False),
        *map(_text, ("digest", "answer")),
    )
    op.create_index("requests_of_session", "requests", ["session"])
    for statement in _POSTGRES if op.get_bind().dialect.name == "postgresql" else _SQLITE:
        op.execute(statement)


def _text(name: str) -> Column[str]:
    return Column(name, Text, nullable=False)


def _number(name: str) -> Column[int]:
    return Column(name, BigInteger, nullable=False)


def _of_session() -> ForeignKey:
    return ForeignKey("sessions.id", ondelete="CASCADE")


_SQLITE = (
    f"""CREATE TRIGGER events_unchanged BEFORE UPDATE ON events
    BEGIN SELECT RAISE(ABORT, '{UNCHANGED}'); END""",
    f"""CREATE TRIGGER events_whole BEFORE DELETE ON events WHEN EXISTS (SELECT 1 FROM sessions WHERE id = OLD.session)
    BEGIN SELECT RAISE(ABORT, '{WHOLE}'); END""",
)
_POSTGRES = (
    f"""CREATE FUNCTION events_guarded() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF TG_OP = 'UPDATE' THEN RAISE EXCEPTION '{UNCHANGED}'; END IF;
        IF EXISTS (SELECT 1 FROM sessions WHERE id = OLD.session) THEN RAISE EXCEPTION '{WHOLE}'; END IF;
        RETURN OLD;
    END $$""",
    """CREATE TRIGGER events_guarded BEFORE UPDATE OR DELETE ON events
    FOR EACH ROW EXECUTE FUNCTION events_guarded()""",
)
