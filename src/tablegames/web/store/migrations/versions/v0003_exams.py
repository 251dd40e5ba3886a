"""Table tests and the answers to their questions."""

from alembic import op
from sqlalchemy import BigInteger, Column, ForeignKey, Text

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "exams",
        Column("id", Text, primary_key=True),
        *(Column(name, Text, nullable=False) for name in ("player", "game", "house", "candidate")),
        *(Column(name, BigInteger, nullable=False) for name in ("level", "questions", "opened")),
    )
    op.create_index("exams_of_player", "exams", ["player", "game"])
    op.create_table(
        "exam_answers",
        Column("exam", Text, ForeignKey("exams.id", ondelete="CASCADE"), primary_key=True),
        Column("number", BigInteger, primary_key=True),
        Column("shown", BigInteger, nullable=False),
        Column("given", Text),
        Column("answered", BigInteger),
    )
