"""What stands in the tables of a store, for tests that look beneath its contract."""

from engine.store.contract import Store
from engine.store.memory import MemoryStore, Tables
from engine.store.rows import AuditEntry, InboxRow
from engine.store.sqlite import SqliteStore


def sqlite(store: Store) -> SqliteStore:
    """Return the store as what it is."""
    assert isinstance(store, SqliteStore), "it has no file; mark the test with on_disk"
    return store


def kept(store: Store) -> Tables | None:
    """Return the tables of a store in memory."""
    return store.kept if isinstance(store, MemoryStore) else None


def audit(store: Store) -> list[AuditEntry]:
    """Return all acts that were noted, oldest first."""
    if (tables := kept(store)) is not None:
        return list(tables.audit.values())
    rows = sqlite(store).rows("select at, actor, action, game, facts from audit order by id")
    return [AuditEntry(*row) for row in rows]


def inbox(store: Store) -> list[InboxRow]:
    """Return all letters that were answered."""
    if (tables := kept(store)) is not None:
        return list(tables.inbox.values())
    rows = sqlite(store).rows("select door, id, digest, at, game, receipt from inbox")
    return [InboxRow(*row) for row in rows]


def noted(store: Store) -> list[str]:
    """Return all that any door has noted."""
    if (tables := kept(store)) is not None:
        return list(tables.notes.values())
    return sqlite(store).column("select value from keepsake")
