"""What is found out of a game's past beside the writer: no other game waits for it, and it comes
to what it would have come to at once.
"""

import asyncio
import threading
from collections.abc import AsyncIterator, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import pytest

from engine.messages import Receipt
from engine.referee import open_game
from engine.store import journal
from tests.referee.conftest import Opener
from tests.referee.office import Office, at_work
from tests.referee.stage import House, Table

TABLES = Table(), Table("h")


@asynccontextmanager
async def later(house: House) -> AsyncIterator[Office]:
    async with at_work(house) as office:
        for _ in range(8):
            assert (await office.say("ann", "add 1")).status == "taken"
        yield office


@pytest.fixture
def office(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> AbstractAsyncContextManager[Office]:
    monkeypatch.setattr(open_game, "NEAR", 0)
    return later(opened(*TABLES))


class Barrier:
    def __init__(self, monkeypatch: pytest.MonkeyPatch):
        self.opened, self.reached = threading.Event(), threading.Event()
        self.threads = set[str]()
        replay = journal.replay

        def wait(*arguments: Any) -> Any:
            self.threads.add(threading.current_thread().name)
            self.reached.set()
            assert self.opened.wait(5)
            return replay(*arguments)

        monkeypatch.setattr(journal, "replay", wait)

    async def undoing(self, office: Office) -> "asyncio.Task[Receipt]":
        undoing = asyncio.create_task(office.say("ann", "undo 5"))
        assert await asyncio.to_thread(self.reached.wait, 5)
        return undoing


def journal_of(house: House, game: str = "g") -> list[bytes]:
    return [entry for entry, _ in house.store.journal(game)]


@pytest.mark.parametrize(
    "said",
    [
        (("ann", "undo 5"), ("bob", "agree"), ("ann", "add 2")),
        (("ann", "undo 5"), ("ann", "add 1"), ("ann", "undo"), ("bob", "undo")),
        (("ann", "undo 999"), ("ann", "undo 1"), ("bob", "undo 2"), ("bob", "undo 17")),
        (("ann", "proof 3"), ("bob", "proof 999")),
    ],
)
async def test_it_comes_to_the_same_as_at_once(
    opened: Opener, monkeypatch: pytest.MonkeyPatch, said: Sequence[tuple[str, str]]
) -> None:
    found = []
    for _ in ("at once", "beside"):
        async with later(house := opened(*TABLES)) as office:
            receipts = [await office.say(who, text) for who, text in said]
        found.append((receipts, journal_of(house), house.row().state))
        monkeypatch.setattr(open_game, "NEAR", 0)
    assert found[0] == found[1]


async def test_what_happens_in_the_game_meanwhile_counts(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    barrier = Barrier(monkeypatch)
    undoing = await barrier.undoing(office)
    assert (await office.say("ann", "add 2")).status == "taken"
    barrier.opened.set()
    await undoing
    assert (await office.say("bob", "agree")).facts["did"] == "undo"
    # Line 4 says that Ann has added 1, and line 5 that she has done so again.
    assert office.writer.referee.memory["g"].table.world.total == 2


async def test_a_letter_that_waits_for_it_undoes_nothing_of_its_batch(office: Office) -> None:
    """The last to agree: that they do is played, and is void until the past is known."""
    await office.say("ann", "undo 5")
    office.writer.answers.found.clear()
    receipts = await asyncio.gather(
        office.say("ann", "add 1", "h"),
        office.say("bob", "agree"),
        office.say("ann", "add 1", "h"),
    )
    assert [receipt.status for receipt in receipts] == ["taken", "answered", "taken"]
    assert len([entry for entry in journal_of(office.house) if b"Agree" in entry]) == 1
    assert len(journal_of(office.house, "h")) == 2 + 2


async def test_other_games_go_on_meanwhile(office: Office, monkeypatch: pytest.MonkeyPatch) -> None:
    barrier = Barrier(monkeypatch)
    undoing = await barrier.undoing(office)
    assert (await office.say("ann", "add 1", "h")).status == "taken"
    assert (await office.say("ann", "say * hello")).status == "answered"
    assert not undoing.done()
    barrier.opened.set()
    assert (await undoing).facts["did"] == "propose"
    assert all(name.startswith("reader") for name in barrier.threads)
