"""Jobs that are over."""

from alembic import op
from sqlalchemy import BigInteger, Column, Text

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make the table."""
    op.create_table(
        "jobs",
        Column("id", Text, primary_key=True),
        Column("ended", BigInteger, nullable=False),
        Column("document", Text, nullable=False),
    )
    op.create_index("jobs_by_end", "jobs", ["ended"])
