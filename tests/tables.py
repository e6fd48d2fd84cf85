"""What stands in the tables of a store, for tests that look beneath its contract."""

from engine.store.rows import AuditEntry, InboxRow
from engine.store.sqlite import SqliteStore
from engine.store.store import Store


def sqlite(store: Store) -> SqliteStore:
    """Return the store as what it is."""
    assert isinstance(store, SqliteStore)
    return store


def audit(store: Store) -> list[AuditEntry]:
    """Return all acts that were noted, oldest first."""
    rows = store.rows("select at, actor, action, game, facts from audit order by id")
    return [AuditEntry(*row) for row in rows]


def inbox(store: Store) -> list[InboxRow]:
    """Return all messages that were answered."""
    rows = store.rows("select door, id, digest, at, game, receipt from inbox")
    return [InboxRow(*row) for row in rows]


def noted(store: Store) -> list[str]:
    """Return all that any door has noted."""
    return store.column("select value from keepsake")
