"""A small game played through the referee, for tests of what is left of it."""

from random import Random
from typing import Any

from engine.messages import Message, Receipt
from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.store.sqlite import SqliteStore
from tests.kit.made import setup_of
from tests.tables import sqlite

SECRET = bytes(range(32))


def referee(
    store: SqliteStore, game: str = "g1", options: dict[str, object] | None = None, **fields: Any
) -> Referee:
    referee = Referee(store, {})
    setup = setup_of(
        game, SECRET, {"size": "4x4", "cities": 2, **(options or {})}, at=100, **fields
    )

    def make(batch: Batch) -> None:
        batch.make("battleboard", setup, [])

    referee.take([make], 100)
    for name in ("ann", "bob"):
        send(referee, name, f"join {name} salt {name}'s salt", game)
    return referee


def send(referee: Referee, seat: str, text: str, game: str = "g1") -> Receipt:
    n = sqlite(referee.store).one("select count(*) from inbox")[0]
    receipt = referee.take(
        [Message(door="test", id=f"{game}/{n}", sender=seat, text=text, at=101 + n, game=game)],
        101 + n,
    ).answers[0]
    assert isinstance(receipt, Receipt)
    return receipt


def play_out(referee: Referee, seed: int = 1, game: str = "g1", side: int = 4) -> None:
    """Random bombs on boards of ``side`` squares each way until the game is over."""
    rng = Random(seed)

    def asked(batch: Batch) -> str | None:
        opened = batch.game(game)
        assert opened is not None
        ask = opened.table.ask()
        return ask.seats[0] if ask else None

    while seat := referee.take([asked], 0).answers[0]:
        target = "bob" if seat == "ann" else "ann"
        square = f"{rng.randrange(side)} {rng.randrange(side)}"
        assert send(referee, seat, f"bomb {target} {square}", game).status == "taken"
