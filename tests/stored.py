"""What tests ask of a store and nobody else may: all games with all that they hold."""

from engine.store.contract import Store
from engine.store.rows import GameRow


def every_game(store: Store) -> list[GameRow]:
    """Return all games, oldest first."""
    rows = [row for id in store.ids() if (row := store.game(id)) is not None]
    return sorted(rows, key=lambda row: (row.created, row.id))
