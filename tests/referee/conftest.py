"""What tests of the referee share."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

import engine.games
from engine.game import AnyGame
from tests.referee.checks import faults
from tests.referee.office import Office, quiet_office
from tests.referee.relay import Relay
from tests.referee.stage import DOOR, POST, Box, House, Table

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
Player = Callable[[Table], House]


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opener]:
    """Opens houses, one table of two in each unless said otherwise; at the end what must hold is
    checked of all.
    """
    houses: list[House] = []

    def open_one(*tables: Table, doors: Sequence[str] = (DOOR,)) -> House:
        path = tmp_path / ("db" if not houses else f"db{len(houses)}")
        houses.append(House(path, *(tables or [Table()]), doors=doors))
        return houses[-1]

    yield open_one
    for house in houses:
        assert faults(house.store) == []
        house.close()


@pytest.fixture
def house(opened: Opener) -> House:
    return opened()


@pytest.fixture
def two(opened: Opener) -> House:
    """A house with two doors and two tables, at both of which Ann sits."""
    return opened(Table(), Table("h", seats=("cy", "ann")), doors=(DOOR, POST))


@pytest.fixture
def keeping(house: House) -> Box:
    """The door of this referee stores its messages as they were composed."""
    house.box.repeats = "kept"
    return house.box


@pytest.fixture
def office(house: House) -> AbstractAsyncContextManager[Office]:
    return quiet_office(house)


@pytest.fixture
def played(opened: Opener) -> Player:
    """Opens houses: Ann, who has made the game, plays in it; something can be taken back, and Bob
    is asked. Mia moderates it and does not play.
    """

    def play(table: Table) -> House:
        house = opened(table, doors=(DOOR, POST))
        house.give("owner", (DOOR, "ann"))
        house.give("moderator", (DOOR, "mia"))
        house.say("ann", "add 1")
        house.say("ann", "speak red")
        return house

    return play
