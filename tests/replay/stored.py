"""Games in a database, as the page takes them."""

from bot.reel import Reel
from engine.games import find
from engine.state import PUBLIC
from engine.store.sqlite import SqliteStore


def reel_of(store: SqliteStore, id: str) -> Reel:
    row = store.game(id)
    assert row is not None
    game = find(row.kind, row.edition)
    return Reel(game, row.decoded_setup(), [*store.journal(id)], [*store.bulletins(id)], PUBLIC)
