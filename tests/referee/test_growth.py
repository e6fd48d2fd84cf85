"""Nothing that lives as long as the process grows with orders, messages or games."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest

from engine.messages import Address
from engine.referee import unit_of_work
from engine.referee.delivery import LOOK
from engine.referee.doors import Repeats
from engine.referee.writer import Writer
from engine.state import PUBLIC, REFEREE, Join
from tests.referee.conftest import Opener
from tests.referee.office import Office
from tests.referee.stage import DOOR, START, Box, Table

OURS = ("engine.", "bot.", "mail.", "tests.")
LEFT_OUT = {"store", "memory", "loop"}
"""What is bounded by itself: the database, and games in memory, whose number others test."""
ALLOWED = 3
"""By how much a container may be longer by chance."""


def containers(root: object) -> Iterator[tuple[str, int]]:
    """Find every container that an object reaches through its own members and those of what it
    consists of: where it is, and how much is in it.
    """
    waiting, seen = deque([("writer", root)]), {id(root)}
    while waiting:
        place, here = waiting.popleft()
        inside: Iterator[tuple[str, object]] = iter(())
        if isinstance(here, Mapping):
            yield place, len(here)
            inside = ((f"{place}[]", value) for value in list(here.values())[:50])
        elif isinstance(here, list | tuple | set | frozenset | deque):
            yield place, len(here)
            inside = ((f"{place}[]", value) for value in list(here)[:50])
        elif type(here).__module__.startswith(OURS):
            names = [*getattr(here, "__dict__", ()), *getattr(here, "__struct_fields__", ())]
            inside = ((f"{place}.{n}", getattr(here, n)) for n in names if n not in LEFT_OUT)
        for where, value in inside:
            if id(value) not in seen:
                seen.add(id(value))
                waiting.append((where, value))


def measured(root: object) -> dict[str, int]:
    found: dict[str, int] = {}
    for place, count in containers(root):
        found[place] = found.get(place, 0) + count
    return found


def grown(before: dict[str, int], after: dict[str, int]) -> dict[str, tuple[int, int]]:
    return {
        place: (before.get(place, 0), count)
        for place, count in after.items()
        if count > before.get(place, 0) + ALLOWED
    }


class Silent(Box):
    def __init__(self, repeats: Repeats):
        super().__init__()
        self.repeats = repeats
        self.sent = Forgetful()
        self.news = Forgetful()


class Forgetful(list[Any]):
    def append(self, _: Any, /) -> None:
        return


DOORS = {"kept": Silent("kept"), "checked": Silent("checked")}


def make(office: Office, n: int) -> Callable[[Any], None]:
    def act(batch: Any) -> None:
        table = Table(f"g{n}", clock="30d")
        doors = (DOOR, *DOORS)
        addresses = [
            Address(door=door, sender=who, game=table.id, viewer=who)
            for who in table.seats
            for door in doors
        ]
        more = [Address(door=door, sender="all", game=table.id, viewer=PUBLIC) for door in doors]
        opened = batch.make(table.kind, table.setup(), [*addresses, *more])
        for seat in table.seats:
            batch.enter(opened, START, REFEREE, Join(seat, seat, f"salt of {seat}"))

    return act


async def some_more(office: Office, games: range) -> None:
    for n in games:
        await office.writer.run(make(office, n))
        for text in ("add 1", "say * hello", "nonsense", "undo", "games", "call", "vote red"):
            await office.say("ann", text, f"g{n}")
    # Whatever waits is looked for once a minute.
    await office.later(LOOK)
    await office.later(LOOK)


async def test_nothing_grows_with_orders_messages_and_games(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unit_of_work, "KEPT", 5)
    house = opened()
    house.doors[DOOR] = Silent("dropped")
    house.again()
    office = Office(house, dict(DOORS))
    await office.writer.start()
    await some_more(office, range(10))
    before = measured(office.writer)
    await some_more(office, range(10, 30))
    assert grown(before, measured(office.writer)) == {}
    await office.writer.stop()


@pytest.mark.parametrize("room", ["scheduler.stuck", "dispatcher.book.taken", "waiting"])
def test_the_law_finds_what_is_planted(opened: Opener, room: str) -> None:
    house = opened()
    writer = Writer(house.store, {DOOR: house.box}, Office(house, {}).clock)
    before = measured(writer)
    *path, name = room.split(".")
    owner: Any = writer
    for part in path:
        owner = getattr(owner, part)
    more = range(ALLOWED + 1)
    kind = type(getattr(owner, name))
    setattr(owner, name, kind.fromkeys(more) if kind is dict else kind(more))
    assert grown(before, measured(writer)) == {f"writer.{room}": (0, ALLOWED + 1)}
