"""The store of a database: its file, or the PostgreSQL in the settings."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from engine.errors import UserError

if TYPE_CHECKING:  # commands that don't need a database start sooner
    from engine.store.store import Store

SCHEMES = ("postgresql://", "postgres://")

elsewhere: dict[Path, str] = {}
"""The addresses of databases in PostgreSQL, by the file that would contain them otherwise.

Local files, such as the socket, are next to that file.
"""


def opened(db: Path, **how: bool) -> Store:
    """Open a database; ``how`` is passed to ``SqliteStore``."""
    if url := elsewhere.get(db):
        return postgres(url, db, **how)
    # Import it here, so that commands without a database start faster.
    from engine.store.sqlite import SqliteStore

    return SqliteStore(db, **how)


def postgres(
    url: str, db: Path, *, reading: bool = False, filling: bool = False, **_: bool
) -> Store:
    """Open the PostgreSQL database at an address, with its files next to ``db``."""
    try:
        from engine.store.postgres import PostgresStore
    except ImportError as error:
        raise UserError(
            "for PostgreSQL the package psycopg is needed: pip install 'meanwhile[postgres]'"
        ) from error
    return PostgresStore(url, db, reading=reading, filling=filling)


def is_there(db: Path) -> bool:
    return db in elsewhere or db.exists()
