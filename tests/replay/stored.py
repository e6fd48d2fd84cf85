"""Games in a database, as the page takes them."""

from bot.replaying import Replay
from engine.games import find
from engine.state import PUBLIC
from engine.store.sqlite import SqliteStore


def reel_of(store: SqliteStore, id: str) -> Replay:
    row = store.game(id)
    assert row is not None
    game = find(row.kind, row.edition)
    return Replay(game, row.decoded_setup(), [*store.journal(id)], [*store.bulletins(id)], PUBLIC)
