"""What tests of the referee share."""

from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

import engine.games
from engine.game import AnyGame
from tests.referee.checks import faults
from tests.referee.office import Office, quiet_office
from tests.referee.relay import Relay
from tests.referee.stage import DOOR, Box, House, Table
from tests.referee.two_doors import Player, Two, appoint

EDITIONS: dict[int, AnyGame] = {1: Relay()}


@pytest.fixture(autouse=True)
def relay(monkeypatch: pytest.MonkeyPatch) -> dict[int, AnyGame]:
    """Relay is a game like any other; the editions that there are can be changed."""
    listed, editions = engine.games.editions, dict(EDITIONS)
    monkeypatch.setattr(
        engine.games, "editions", lambda name: editions if name == "relay" else listed(name)
    )
    return editions


Opener = Callable[..., House]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    """Opens houses, one table of two in each unless said otherwise; at the end what must hold is
    checked of all.
    """
    houses: list[House] = []

    def open_one(*tables: Table, name: str = "", kind: type[House] = House) -> House:
        path = tmp_path / (name or ("db" if not houses else f"db{len(houses)}"))
        houses.append(kind(path, *(tables or [Table()])))
        return houses[-1]

    yield open_one
    for house in houses:
        assert faults(house.store) == []
        house.close()


@pytest.fixture
def house(opened: Opener) -> House:
    """A house with one table of two."""
    return opened()


@pytest.fixture
def keeping(house: House) -> Box:
    """The door of this referee stores its messages as they were composed."""
    house.box.repeats = "kept"
    return house.box


@pytest.fixture
def office(house: House) -> AbstractAsyncContextManager[Office]:
    """That house at work, in the loop of the test."""
    return quiet_office(house)


@pytest.fixture
def played(tmp_path: Path) -> Iterator[Player]:
    """Opens houses: Ann, who has made the game, plays in it; something can be taken back, and Bob
    is asked. Mia moderates it and does not play.
    """
    houses: list[Two] = []

    def play(table: Table) -> Two:
        houses.append(house := Two(tmp_path / f"db{len(houses)}", table))
        house.take([lambda batch: batch.accounts.give_role("g", (DOOR, "ann"), "owner")])
        appoint(house, (DOOR, "mia"))
        house.say("ann", "add 1")
        house.say("ann", "speak red")
        return house

    yield play
    for house in houses:
        house.close()
