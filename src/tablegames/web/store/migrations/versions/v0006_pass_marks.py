"""The pass mark of a table test."""

from alembic import op
from sqlalchemy import BigInteger, Column

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    """Add the column; the tests that were taken before have none."""
    op.add_column("exams", Column("pass_mark", BigInteger))
