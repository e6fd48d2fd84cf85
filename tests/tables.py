"""What stands in the tables of a store, for tests that look beneath its contract."""

from engine.store.contract import Store
from engine.store.memory import MemoryStore
from engine.store.memory_tables import Tables
from engine.store.rows import AuditEntry, InboxRow
from engine.store.sql import SqlStore
from engine.store.sqlite import SqliteStore


def sqlite(store: Store) -> SqliteStore:
    """Return the store as what it is."""
    assert isinstance(store, SqliteStore), "it has no file; mark the test with on_disk"
    return store


def tables(store: Store) -> SqlStore:
    """Return the store as what can be asked for its rows."""
    assert isinstance(store, SqlStore), "it has no tables; mark the test with on_disk"
    return store


def kept(store: Store) -> Tables | None:
    """Return the tables of a store in memory."""
    return store.kept if isinstance(store, MemoryStore) else None


def audit(store: Store) -> list[AuditEntry]:
    """Return all acts that were noted, oldest first."""
    if (memory := kept(store)) is not None:
        return list(memory.audit.values())
    rows = tables(store).rows("select at, actor, action, game, facts from audit order by id")
    return [AuditEntry(*row) for row in rows]


def inbox(store: Store) -> list[InboxRow]:
    """Return all letters that were answered."""
    if (memory := kept(store)) is not None:
        return list(memory.inbox.values())
    rows = tables(store).rows("select door, id, digest, at, game, receipt from inbox")
    return [InboxRow(*row) for row in rows]


def noted(store: Store) -> list[str]:
    """Return all that any door has noted."""
    if (memory := kept(store)) is not None:
        return list(memory.notes.values())
    return tables(store).column("select value from keepsake")
