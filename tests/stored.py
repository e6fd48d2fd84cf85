"""What tests ask of a store and nobody else may: all games with all that they hold."""

from engine.store.rows import GameRow
from engine.store.store import Store


def every_game(store: Store) -> list[GameRow]:
    """Return all games, oldest first."""
    rows = [row for id in store.ids() if (row := store.game(id)) is not None]
    return sorted(rows, key=lambda row: (row.created, row.id))
