"""A game of a kit in a referee's batch: everybody sits, and it goes on at random."""

from collections.abc import Callable, Iterable
from random import Random

from engine.messages import Address
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.state import REFEREE, Join, Order, Seat
from engine.table import GameTable
from engine.testing.kit import Case, Play, choose
from tests.kit.made import setup_of

AT = 1_000
"""The second in which it is made."""


class Going(Play):
    """A game that goes on, as the kits see it."""

    def __init__(self, table: GameTable):
        self.table, self.game = table, table.game


def chosen(table: GameTable, rng: Random) -> tuple[int, Seat, Order]:
    """Return what happens next, by the lot: when, who, what."""
    return choose(Going(table), rng)


def making(case: Case, seed: int, addresses: Iterable[Address] = ()) -> Callable[[Batch], OpenGame]:
    """Return the job that makes the game ``g``, number ``seed`` of a kit."""
    setting = case.kit.setting(seed)
    setup = setup_of(
        "g",
        seed.to_bytes(32, "big"),
        setting.options,
        setting.scenario,
        at=AT,
        loaded=setting.loaded,
    )

    def make(batch: Batch) -> OpenGame:
        opened = batch.make(case.game.name, setup, list(addresses))
        for seat in setting.seats:
            batch.enter(opened, AT, REFEREE, Join(seat, seat, f"salt of {seat}"))
        return opened

    return make
