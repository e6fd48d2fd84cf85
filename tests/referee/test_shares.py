"""What one person says and presses keeps nobody else waiting."""

import asyncio
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest

from engine.referee import shares
from engine.referee.clock import HandClock
from engine.referee.writer import Writer
from engine.store.sqlite import SqliteStore
from tests.bench.stage import DOOR, TinyDoor
from tests.kit.made import message_of
from tests.pairs.wires import StillLoop

EVE, ANN = (DOOR, "eve"), (DOOR, "ann")
LONG = 4_096


def waits(size: int, times: int, every: float) -> Iterator[float]:
    budgets = shares.Shares()
    return (budgets.wait(EVE, size, n * every) for n in range(times))


def test_nobody_who_plays_waits() -> None:
    assert not any(waits(20, 10_000, every=0.05)), "twenty orders a second"
    assert not any(waits(LONG, 9, every=0)), "some long texts at once"


def test_who_floods_waits_longer_and_longer_and_nobody_else_does() -> None:
    found = list(waits(LONG, 60, every=0))
    assert all(later >= before for before, later in pairwise(found))
    assert found[-1] == pytest.approx((60 * (1 + LONG / 64) - shares.BURST) / shares.RATE)
    budgets = shares.Shares()
    for _ in range(60):
        budgets.wait(EVE, LONG, 0)
    assert budgets.wait(ANN, LONG, 0) == 0
    assert budgets.wait(EVE, 0, 200) == 0, "a budget fills up again"


def test_the_writer_plays_a_flood_in_its_turn_and_others_at_once(tmp_path: Path) -> None:
    answered = list[str]()

    async def run() -> None:
        with SqliteStore(tmp_path / "db") as store:
            writer = Writer(store, {DOOR: TinyDoor()}, HandClock(1_000))
            writer.shares = shares.Shares()
            await writer.start()

            async def say(who: str, n: int) -> None:
                await writer.submit(message_of(DOOR, f"{who}{n}", who, "x" * LONG, at=1_000))
                answered.append(f"{who}{n}")

            flood = [asyncio.ensure_future(say("eve", n)) for n in range(20)]
            await asyncio.sleep(0.1)
            await say("ann", 0)
            await asyncio.gather(*flood)
            await writer.stop()

    with asyncio.Runner(loop_factory=StillLoop) as runner:
        runner.run(run())
    assert [one for one in answered if one[0] == "e"] == [f"eve{n}" for n in range(20)]
    assert answered.index("ann0") <= 10
