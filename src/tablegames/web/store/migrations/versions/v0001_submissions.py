"""Saved submissions, and the keys.  A file of the first workbench has these tables already."""

from alembic import op
from sqlalchemy import Column, LargeBinary, Text

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Make them where they are not."""
    op.create_table(
        "submissions",
        Column("digest", Text, primary_key=True),
        *(Column(name, Text, nullable=False) for name in ("property", "version", "effective", "toml")),
        if_not_exists=True,
    )
    op.create_table(
        "keys",
        Column("name", Text, primary_key=True),
        Column("key", LargeBinary, nullable=False),
        if_not_exists=True,
    )
