"""The tables behind a store, for tests that look beneath its contract."""

from engine.store.contract import Store
from engine.store.sqlite import SqliteStore


def sqlite(store: Store) -> SqliteStore:
    """Return the store as what it is."""
    assert isinstance(store, SqliteStore)
    return store
