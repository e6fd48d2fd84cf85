"""What is played while it is measured: games of BattleBoard that never end, and a
door that costs next to nothing.
"""

import random
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from engine.game import AnyGame
from engine.games import find
from engine.messages import Address, Message, Outgoing
from engine.referee.batch import Batch
from engine.referee.doors import Door, GameView, News, Repeats
from engine.referee.referee import Referee
from engine.state import PUBLIC, REFEREE, Join, Seat, Setup
from engine.store.notes import Notes
from engine.store.sqlite import SqliteStore
from engine.store.store import Store
from tests.kit.made import message_of

SEATS: tuple[Seat, ...] = ("ann", "bob", "cy", "di")
DOOR = "bench"
MADE = 1_000
"""The second in which the games are made."""

encode = msgspec.json.Encoder(order="deterministic").encode


class TinyDoor(Door):
    looks, shares = False, False
    repeats: Repeats = "dropped"

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        assert news.reason != "neutral", f"a message to {news.sender} could not be composed"
        if (talk := news.talk) is not None:
            return encode((seen.game, talk.by, talk.to, talk.text))
        return encode((seen.game, seen.question, news.events, news.prompted))

    def send(self, outgoing: Outgoing) -> None:
        """The message is as good as sent."""


def setup(game: int, **more: object) -> Setup:
    """Four seats, turns in order of joining; ``more`` options."""
    options = {"players": len(SEATS), "cities": 12, "order": "join"} | more
    return Setup(
        id=f"g{game}", secret=bytes([game % 256]) * 32, options=options, scenario={}, at=MADE
    )


def addresses(game: str) -> list[Address]:
    seats = [Address(door=DOOR, sender=seat, game=game, viewer=seat) for seat in SEATS]
    return [*seats, Address(door=DOOR, sender="everybody", game=game, viewer=PUBLIC)]


def joins() -> list[tuple[Seat, Join]]:
    """The journal's first entries: everybody takes a seat."""
    return [(REFEREE, Join(seat, seat, f"salt of {seat}")) for seat in SEATS]


def orders(game: int) -> Callable[[int], str]:
    """Order number n: mostly bombs, on twenty squares again and again, so that
    nobody ever loses a last city.
    """
    rng = random.Random(game)
    return lambda n: f"bomb {rng.choice(SEATS)} {n % 10} {n % 2}" if n % 8 else "pass"


def message(game: int, n: int, text: str) -> Message:
    return message_of(
        DOOR, f"{game}/{n}", SEATS[n % len(SEATS)], text, at=MADE + n, game=f"g{game}"
    )


def game() -> AnyGame:
    return find("battleboard")


def open_store(folder: Path, games: int, **options: object) -> SqliteStore:
    store = SqliteStore(folder / f"{time.perf_counter_ns()}.db")
    fill(store, games, **options)
    return store


def fill(store: Store, games: int, **options: object) -> None:
    referee = Referee(store, {DOOR: TinyDoor()})
    for game in range(games):

        def make(batch: Batch, game: int = game) -> None:
            opened = batch.make("battleboard", setup(game, **options), addresses(f"g{game}"))
            for seat, join in joins():
                batch.enter(opened, MADE, seat, join)

        referee.take([make], MADE)
