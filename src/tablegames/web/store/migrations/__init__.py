"""The store's form, version by version: each server brings its database to the newest when it starts."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.util import CommandError
from sqlalchemy import Connection, inspect, text

from tablegames.core.law import Refused
from tablegames.web.store.models import Base

TURN = 7031
"""Any number: two servers that start at once take turns on PostgreSQL by this lock."""


def migrate(rows: Connection) -> None:
    """Bring a database to the newest form, in the transaction of ``rows``; refused where a later program has changed it."""
    if rows.dialect.name == "postgresql":
        rows.execute(text("SELECT pg_advisory_xact_lock(:turn)"), {"turn": TURN})
    try:
        command.upgrade(alembic_config(rows), "head")
    except CommandError:
        raise Refused("the database is of a later version of this program: serve it with that one") from None


def is_workbenchs(tables: Iterable[str]) -> bool:
    """Whether a database with these tables is one that a workbench has made: the first of them had only two."""
    return {"submissions", "keys"} <= set(tables)


def missing(rows: Connection) -> str:
    """A table or a column of the newest form that a database does not have; nothing where it has all."""
    found = inspect(rows)
    tables = set(found.get_table_names())
    for table in Base.metadata.sorted_tables:
        if table.name not in tables:
            return f"the table {table.name}"
        columns = {column["name"] for column in found.get_columns(table.name)}
        for column in table.columns:
            if column.name not in columns:
                return f"the column {column.name} of the table {table.name}"
    return ""


def alembic_config(rows: Connection) -> Config:
    """What Alembic is told: where the versions are, and the connection to work on."""
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    config.attributes["connection"] = rows
    return config
