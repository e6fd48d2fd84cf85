"""What is found out of a game's past beside the writer: no other game waits for it, and it comes
to what it would have come to at once.
"""

import asyncio
import threading
from collections.abc import Sequence
from typing import Any

import pytest

from engine.errors import StoreError
from engine.messages import Receipt
from engine.referee import open_game
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame, OpenGames
from engine.store import journal
from engine.store.history import lines
from engine.store.sqlite import SqliteStore
from tests.referee.conftest import Opener
from tests.referee.office import Office, at_work
from tests.referee.stage import House, Table

TABLES = Table(), Table("h")
ADDED = 8
"""Orders before anything is undone."""


@pytest.fixture
def long_ago(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hold whatever is not in memory for long ago."""
    monkeypatch.setattr(open_game, "NEAR", 0)


class Barrier:
    """Holds whoever plays a game again until it is opened."""

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

    async def until_reached(self) -> None:
        assert await asyncio.to_thread(self.reached.wait, 5)


async def begin(office: Office) -> None:
    """Play some orders."""
    for _ in range(ADDED):
        receipt = await office.say("ann", "add 1")
        assert receipt.status == "taken"


def journal_of(house: House, game: str = "g") -> list[bytes]:
    """The entries of a game."""
    return [entry for entry, _ in house.store.journal(game)]


def story(house: House, *said: tuple[str, str]) -> list[Receipt]:
    """The receipts for these, after some orders."""

    async def work() -> list[Receipt]:
        async with at_work(house) as office:
            await begin(office)
            return [await office.say(who, text) for who, text in said]

    return asyncio.run(work())


@pytest.mark.parametrize(
    "said",
    [
        (("ann", "undo 5"), ("bob", "agree"), ("ann", "add 2")),
        (("ann", "undo 5"), ("ann", "add 1"), ("ann", "undo"), ("bob", "undo")),
        (("ann", "undo 999"), ("ann", "undo 1"), ("bob", "undo 2"), ("bob", "undo 17")),
    ],
)
def test_it_comes_to_the_same_as_at_once(
    opened: Opener, monkeypatch: pytest.MonkeyPatch, said: Sequence[tuple[str, str]]
) -> None:
    at_once = opened(*TABLES, name="at-once")
    expected = story(at_once, *said)
    monkeypatch.setattr(open_game, "NEAR", 0)
    beside = opened(*TABLES, name="beside")
    assert story(beside, *said) == expected
    assert journal_of(beside) == journal_of(at_once)
    assert beside.row().state == at_once.row().state


def test_other_games_go_on_meanwhile(
    opened: Opener, long_ago: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opened(*TABLES)

    async def work() -> None:
        async with at_work(house) as office:
            await begin(office)
            barrier = Barrier(monkeypatch)
            undoing = asyncio.ensure_future(office.say("ann", "undo 5"))
            await barrier.until_reached()
            assert (await office.say("ann", "add 1", "h")).status == "taken"
            assert (await office.say("ann", "say * hello")).status == "answered"
            assert not undoing.done()
            barrier.opened.set()
            assert (await undoing).facts["did"] == "propose"
            assert all(name.startswith("reader") for name in barrier.threads)

    asyncio.run(work())


def test_what_happens_in_the_game_meanwhile_counts(
    opened: Opener, long_ago: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order that came meanwhile is undone with the rest."""
    house = opened(*TABLES)

    async def work() -> None:
        async with at_work(house) as office:
            await begin(office)
            barrier = Barrier(monkeypatch)
            undoing = asyncio.ensure_future(office.say("ann", "undo 5"))
            await barrier.until_reached()
            assert (await office.say("ann", "add 2")).status == "taken"
            barrier.opened.set()
            await undoing
            assert (await office.say("bob", "agree")).facts["did"] == "undo"

    asyncio.run(work())
    calm = opened(*TABLES, name="calm")
    story(calm, ("ann", "add 2"), ("ann", "undo 5"), ("bob", "agree"))
    assert game_of(house).table.world == game_of(calm).table.world


def test_a_letter_that_waits_for_it_undoes_nothing_of_its_batch(
    opened: Opener, long_ago: None
) -> None:
    """The last to agree: that they do is played, and is void until the past is known."""
    house = opened(*TABLES)

    async def work() -> None:
        async with at_work(house) as office:
            await begin(office)
            await office.say("ann", "undo 5")
            office.writer.answers.found.clear()
            receipts = await asyncio.gather(
                office.say("ann", "add 1", "h"),
                office.say("bob", "agree"),
                office.say("ann", "add 1", "h"),
            )
            assert [receipt.status for receipt in receipts] == ["taken", "answered", "taken"]

    asyncio.run(work())
    agreed = [entry for entry in journal_of(house) if b"Agree" in entry]
    assert len(agreed) == 1
    assert len(journal_of(house, "h")) == 4


def test_a_process_that_ends_finishes_it_first(
    opened: Opener, long_ago: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opened(*TABLES)

    async def work() -> Receipt:
        async with at_work(house) as office:
            await begin(office)
            barrier = Barrier(monkeypatch)
            undoing = asyncio.ensure_future(office.say("ann", "undo 5"))
            await barrier.until_reached()
            asyncio.get_running_loop().call_later(0.05, barrier.opened.set)
        return await undoing

    assert asyncio.run(work()).facts["did"] == "propose"


def test_a_disk_that_cannot_be_read_beside_is_read_by_the_writer(
    opened: Opener, long_ago: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opened(*TABLES)

    def fails(_: SqliteStore) -> SqliteStore:
        raise StoreError("no more files")

    async def work() -> None:
        async with at_work(house) as office:
            await begin(office)
            monkeypatch.setattr(SqliteStore, "read_only", fails)
            assert (await office.say("ann", "undo 5")).facts["did"] == "propose"

    asyncio.run(work())


def test_what_could_not_be_found_is_looked_for_again(opened: Opener, long_ago: None) -> None:
    """There is no such line: there may be one the next time."""
    house = opened(*TABLES)

    async def work() -> None:
        async with at_work(house) as office:
            await begin(office)
            told = len(past_lines(house))
            for status in ("refused", "answered"):
                receipt = await office.say("ann", f"undo {told + 1}")
                assert receipt.status == status
                await office.say("ann", "add 1")
                await office.say("ann", "add 2")

    asyncio.run(work())


def past_lines(house: House) -> list[Any]:
    """The lines of the public history."""
    return lines(game_of(house).table.game, house.store.bulletins("g"))


def game_of(house: House) -> OpenGame:
    """The game, as it is stored."""
    opened = Batch(house.store, {}, OpenGames()).game("g")
    assert opened is not None
    return opened


def test_no_more_answers_are_kept_than_that() -> None:
    answers = open_game.DeferredResults()
    for n in range(100):
        answers.note(("save", "g", n), b"")
    assert list(answers.found) == [("save", "g", n) for n in range(100 - open_game.KEPT, 100)]
