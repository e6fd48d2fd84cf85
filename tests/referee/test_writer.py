"""The writer in its event loop: batches, the clock, what happens when something fails, the end."""

import asyncio
import logging
import threading
import time
from typing import Any

import pytest

from engine.errors import NotStored
from engine.messages import Receipt
from engine.referee.scheduler import RETRY
from engine.referee.writer import BATCH, SLOW
from tests.referee.conftest import Opener
from tests.referee.office import Office, at_work
from tests.referee.stage import START, House, Table


def test_many_at_once_are_answered_each(opened: Opener) -> None:
    house = opened(*(Table(f"g{n}") for n in range(5)))

    async def run() -> list[Receipt]:
        async with at_work(house) as office:
            return await asyncio.gather(
                *(
                    office.say("ann", f"add {n % 10}", f"g{n % 5}", id=f"{n}")
                    for n in range(3 * BATCH)
                )
            )

    receipts = asyncio.run(run())
    assert [receipt.done[0].order for receipt in receipts] == [
        f"add {n % 10}" for n in range(3 * BATCH)
    ]
    assert all(house.row(f"g{n}").n > 2 for n in range(5))


async def test_what_is_due_is_played_when_its_time_has_come(opened: Opener) -> None:
    house = opened(Table("g", options={"pace": 60}), Table("h", options={"pace": 90}))
    async with at_work(house) as office:
        await office.quiet()
        office.clock.advance(59)
        await office.quiet()
        assert house.row("g").n == 2
        for _ in range(61):
            office.clock.advance(1)
            await office.quiet()
        assert [house.row(id).n for id in "gh"] == [4, 3]


async def test_a_game_on_which_the_rules_fail_at_a_tick_stops_no_other(
    opened: Opener, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house = opened(Table("g", options={"pace": 60}), Table("h", options={"pace": 60}))
    caplog.set_level(logging.CRITICAL)
    relay = type(house.referee.memory["g"].table.game)

    def check(self: object, world: object) -> None:
        """The position of the first game is impossible as soon as the clock has come."""
        if world is not house.referee.memory.get("h", house).table.world and world.words:  # type: ignore[union-attr,attr-defined]  # the house has no table
            raise AssertionError

    async with at_work(house) as office:
        house.referee = office.writer.referee
        await office.writer.run(lambda batch: (batch.game("g"), batch.game("h")))
        with monkeypatch.context() as faulty:
            faulty.setattr(relay, "check", check)
            office.clock.advance(60)
            await office.quiet()
            assert [house.row(id).n for id in "gh"] == [2, 3]
            await office.wait(RETRY)
            assert [house.row(id).n for id in "gh"] == [2, 3]
        await office.wait(RETRY)
        assert [house.row(id).n for id in "gh"] == [3, 3]
    assert [row.at - START for row in house.store.bulletins("g")][-1] == 60, "at its own time"


async def test_who_waits_is_told_that_nothing_was_stored_and_can_try_again(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)

    def broken(*_: object, **__: object) -> None:
        raise OSError("gone")

    async with at_work(house) as office:
        with monkeypatch.context() as failing:
            failing.setattr(house.store, "write", broken)
            for _ in range(2):
                with pytest.raises(NotStored, match="gone"):
                    await office.say("ann", "add 1", id="<1>")
        assert (await office.say("ann", "add 1", id="<1>")).done[0].n == 1


async def test_a_committed_order_is_taken_even_if_nobody_can_be_told_of_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    failed = list[str]()

    def broken(*_: object) -> None:
        raise KeyError("a door")

    asyncio.get_running_loop().set_exception_handler(
        lambda _, context: failed.append(repr(context["exception"]))
    )
    async with at_work(house) as office:
        await office.quiet()
        told = house.box.texts("bob")
        with monkeypatch.context() as faulty:
            faulty.setattr(office.writer.dispatcher, "tell", broken)
            async with asyncio.timeout(60):
                both = await asyncio.gather(*(office.say("ann", f"add {n}") for n in (1, 2)))
                assert (await office.say("ann", "add 3")).status == "taken"
            assert [receipt.status for receipt in both] == ["taken", "taken"]
        assert house.box.texts("bob") == told
    async with at_work(house) as office:
        await office.quiet()
        assert len(house.box.texts("bob")) > len(told), "at the next start"
    assert failed
    assert set(failed) == {"KeyError('a door')"}


async def test_what_was_submitted_is_finished_at_the_end_and_nothing_is_taken_after_it(
    house: House,
) -> None:
    async with at_work(house) as office:
        last = asyncio.ensure_future(office.say("ann", "add 1"))
        await asyncio.sleep(0)
    assert (await last).status == "taken"
    with pytest.raises(NotStored):
        await office.say("ann", "add 2")
    assert house.row("g").n == 3


async def test_orders_are_played_in_the_thread_of_the_loop_while_that_is_quick_and_tells_nothing(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opened(Table("open"))
    threads, slow = list[str](), list[float]()

    def noted(*what: Any, **more: Any) -> None:
        threads.append(threading.current_thread().name)
        time.sleep(slow.pop() if slow else 0)
        type(house.store).write(house.store, *what, **more)

    async def played_in(office: Office) -> str:
        threads.clear()
        assert (await office.say("ann", "add 1", "open")).status == "taken"
        return threads[0].partition("_")[0]

    async with at_work(house) as office:
        monkeypatch.setattr(house.store, "write", noted)
        assert await played_in(office) == "writer", "nobody knows yet"
        assert await played_in(office) == "MainThread"
        slow.append(2 * SLOW)
        assert await played_in(office) == "MainThread"
        assert await played_in(office) == "writer", "a batch has been slow"
        assert await played_in(office) == "MainThread"
        assert await office.writer.run(lambda _: threading.current_thread().name) != ("MainThread")
        office.writer.referee.memory.watched = True
        assert await played_in(office) == "writer", "the time could tell something"


async def test_the_loop_goes_on_while_the_disk_is_slow(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = threading.Event()

    def slow(*what: Any, **more: Any) -> None:
        assert written.wait(5), "nothing else was done meanwhile"
        type(house.store).write(house.store, *what, **more)

    async with at_work(house) as office:
        office.writer.mean = 2 * SLOW
        monkeypatch.setattr(house.store, "write", slow)
        first = asyncio.ensure_future(office.say("ann", "add 1"))
        for _ in range(3):
            await asyncio.sleep(0)
        second = asyncio.ensure_future(office.say("ann", "add 2"))
        await asyncio.sleep(0.01)
        assert not first.done()
        written.set()
        assert (await first).done[0].order == "add 1"
        assert (await second).done[0].order == "add 2"
