"""Questions of drills that were answered."""

from alembic import op
from sqlalchemy import BigInteger, Column, Text

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "drill_answers",
        Column("question", Text, primary_key=True),
        Column("answered", BigInteger, nullable=False),
        Column("given", Text, nullable=False),
    )
    op.create_index("drill_answers_by_time", "drill_answers", ["answered"])
