"""Which store is behind the name of a database: the file, or the PostgreSQL of the settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import UserError

if TYPE_CHECKING:  # what asks of no database begins sooner
    from engine.store.store import Store

SCHEMES = ("postgresql://", "postgres://")

elsewhere: dict[Path, str] = {}
"""The databases that the settings keep in PostgreSQL: by the file that would hold them otherwise,
and beside which this machine keeps what is its own; their addresses.
"""


def opened(db: Path, **how: bool) -> Store:
    """Open a database; ``how`` is as for ``SqliteStore``. Raises ``UserError`` and
    ``StoreError``.
    """
    if url := elsewhere.get(db):
        return postgres(url, db, **how)
    # Loaded only for a database that is opened: what asks of none begins sooner.
    from engine.store.sqlite import SqliteStore

    return SqliteStore(db, **how)


def postgres(
    url: str, db: Path, *, reading: bool = False, filling: bool = False, **_: bool
) -> Store:
    """Open the PostgreSQL database at an address, with its files beside ``db``.

    Raises the errors of ``opened``.
    """
    try:
        from engine.store.postgres import PostgresStore
    except ImportError as error:
        raise UserError(
            "for PostgreSQL the package psycopg is needed: pip install 'meanwhile[postgres]'"
        ) from error
    return PostgresStore(url, db, reading=reading, filling=filling)


def is_there(db: Path) -> bool:
    """Return whether there is such a database, as far as can be told without opening it."""
    return db in elsewhere or db.exists()
