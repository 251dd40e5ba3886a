"""Run by Alembic: the versions, on the connection that it was given."""

from alembic import context

from tablegames.web.store.models import Base

context.configure(
    connection=context.config.attributes["connection"], target_metadata=Base.metadata, transactional_ddl=True
)
with context.begin_transaction():
    context.run_migrations()
