"""Owners of submissions and what was deleted; the submission that a session is played under; what each address opened of late."""

import json

from alembic import op
from sqlalchemy import BigInteger, Column, Integer, Text, text

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Add the columns and the table.  Submissions of before have no owner; sessions of before say in their first event what they are played under."""
    op.add_column("submissions", Column("owner", Text, nullable=False, server_default=""))
    op.add_column(
        "submissions", Column("deleted", BigInteger().with_variant(Integer, "sqlite"))
    )  # a file of the first workbench has strict tables
    op.add_column("sessions", Column("house", Text, nullable=False, server_default=""))
    op.create_table(
        "openings",
        Column("id", Text, primary_key=True),
        Column("address", Text, nullable=False),
        Column("kind", Text, nullable=False),
        Column("player", Text, nullable=False),
        Column("at", BigInteger, nullable=False),
    )
    op.create_index("openings_of_address", "openings", ["address", "kind"])
    op.create_index("openings_by_time", "openings", ["at"])
    rows = op.get_bind()
    first = (
        "SELECT session, line FROM sessions JOIN events ON session = id AND n = 0 WHERE line LIKE '%\"submission\"%'"
    )
    for session, line in rows.execute(text(first)).all():
        if house := _house(line):
            rows.execute(text("UPDATE sessions SET house = :house WHERE id = :id"), {"house": house, "id": session})


def _house(line: str) -> str:
    """The submission that a session's first event names; none where it names none, or cannot be read."""
    try:
        house = json.loads(line)["rules"]["submission"]
    except (KeyError, TypeError, ValueError):
        return ""
    return house if isinstance(house, str) else ""
