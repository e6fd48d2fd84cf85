"""Several processes at one database: each judges by what the others have done, and one speaks."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path

import pytest

from engine.errors import InUse
from engine.messages import Message, Receipt
from engine.referee import writer
from engine.referee.accounts import Settings
from engine.referee.batch import Batch
from engine.referee.clock import HandClock
from engine.referee.referee import Referee
from engine.referee.writer import Writer
from engine.store import lease
from engine.store.postgres import PostgresStore
from engine.store.rows import CLOCK, Cursor, DeliveryReport, Parts
from tests.bench import stage
from tests.referee.stage import DOOR, START, Box, Table
from tests.store import server

pytestmark = pytest.mark.usefixtures("relay", "quick")
IDS = count(1)
ANN, CHINESE = (DOOR, "ann"), Settings(language="zh-TW")
BOX: Parts = {"box": [DOOR], CLOCK: [CLOCK]}


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name, value in (
        (lease, "RENEWED", 0.05),
        (writer, "LOOK", 0.02),
        (writer, "SELDOM", 0.05),
    ):
        monkeypatch.setattr(module, name, value)


@pytest.fixture
def url() -> str:
    return server.fresh()


def message(sender: str, text: str, id: str = "") -> Message:
    id = id or f"<{next(IDS)}>"
    return Message(door=DOOR, id=id, sender=sender, text=text, at=START, game="g")


@asynccontextmanager
async def process(
    url: str, parts: Parts | None = BOX, clock: HandClock | None = None
) -> AsyncIterator[tuple[Writer, Box]]:
    box = Box()
    with PostgresStore(url, Path("db")) as store:
        writer = Writer(store, {DOOR: box}, clock or HandClock(START), parts)
        try:
            await writer.start()
            yield writer, box
        finally:
            await writer.stop()


def chinese(batch: Batch) -> None:
    batch.accounts.set(ANN, CHINESE)


async def until(true: Callable[[], object]) -> None:
    while not true():
        await asyncio.sleep(0.01)


def test_an_order_is_judged_by_what_other_processes_have_played(url: str) -> None:
    with PostgresStore(url, Path("a")) as one, PostgresStore(url, Path("b")) as other:
        here, there = Referee(one, {}), Referee(other, {})
        here.take([Table().make], START)

        def said(referee: Referee, sender: str) -> Receipt:
            receipt: Receipt = referee.take([message(sender, "speak red")], START).answers[0]
            return receipt

        for _ in range(2):
            assert said(there, "bob").status == "refused", "it is Ann's turn"
            assert said(here, "ann").status == "taken"
            assert said(here, "ann").status == "refused", "it is Bob's turn"
            assert said(there, "bob").status == "taken"
        assert len(one.journal("g")) == 2 + 4


def test_a_letter_that_several_processes_are_given_is_played_once(url: str) -> None:
    with PostgresStore(url, Path("a")) as one, PostgresStore(url, Path("b")) as other:
        referees = [Referee(one, {}), Referee(other, {})]
        referees[0].take([Table().make], START)
        same = message("ann", "add 1")
        first, second = (referee.take([same], START).answers[0] for referee in referees)
        assert first == second
        assert len(one.journal("g")) == 3, "two have joined, one has added"


def test_what_concerns_more_than_a_game_is_played_again_alone(url: str) -> None:
    with PostgresStore(url, Path("a")) as one, PostgresStore(url, Path("b")) as other:
        here, there = Referee(one, {DOOR: Box()}), Referee(other, {DOOR: Box()})
        here.take([Table().make], START)
        there.take([chinese, message("ann", "speak red")], START)
        found = here.take([lambda batch: batch.accounts.settings(ANN)], START).answers
        assert (found, len(one.journal("g"))) == ([CHINESE], 3)


async def test_whoever_has_the_door_tells_what_others_play_once_and_in_order(url: str) -> None:
    async with process(url) as (speaks, box), process(url) as (silent, other):
        await speaks.run(Table().make)
        for _ in range(5):
            assert (await silent.submit(message("ann", "speak red"))).status == "taken"
            assert (await speaks.submit(message("bob", "speak red"))).status == "taken"
        await until(lambda: len(box.texts("ann")) >= 13)
        await asyncio.sleep(0.2)
        seqs = [out.seq for out in box.sent if out.sender == "ann"]
        assert seqs == sorted(set(seqs))
        assert len(seqs) == 13, "the beginning, two who join, and ten orders"
        assert other.sent == []


async def test_another_process_takes_the_door_up_where_it_was_left(url: str) -> None:
    async with process(url) as (speaks, box):
        await speaks.run(Table().make)
        await until(lambda: len(box.texts("ann")) == 3)
    speaking = process(url)
    _, second = await speaking.__aenter__()
    async with process(url) as (silent, third):
        await silent.submit(message("ann", "add 1"))
        await until(lambda: second.texts("ann"))
        await speaking.__aexit__(None, None, None)
        await silent.submit(message("ann", "add 1"))
        await until(lambda: third.texts("ann"))
    assert [len(one.texts("ann")) for one in (box, second, third)] == [3, 1, 1]
    # Whoever spoke before may have handed over what is told first.
    assert [out.again for out in (*second.sent, *third.sent) if out.sender == "ann"] == [True] * 2


async def test_settings_that_another_process_has_changed_are_known_soon(url: str) -> None:
    async with process(url) as (speaks, _), process(url) as (silent, _):
        await silent.run(chinese)
        await until(lambda: speaks.dispatcher.sender.composer.settings.get(ANN) == CHINESE)


async def test_whoever_comes_while_another_process_works_makes_no_time_good(url: str) -> None:
    async with process(url) as (first, _):
        await first.run(Table(clock="1h").make)
        # Nothing was noted since, as far as it can see.
        async with process(url, clock=HandClock(START + 10)) as (second, _):
            assert second.referee.gaps == []
            await second.submit(message("ann", "add 1"))
        entries = await first.run(lambda batch: batch.store.journal("g"))
        assert not any(b"Downtime" in entry for entry, _ in entries)


async def test_who_needs_all_is_told_that_somebody_serves(url: str) -> None:
    async with process(url):
        with pytest.raises(InUse, match="is served by"):
            async with process(url, None):
                raise AssertionError
    async with process(url, None) as (alone, box):
        await alone.run(Table().make)
        await until(lambda: box.texts("ann"))


async def test_a_process_that_serves_one_part_waits_until_the_clock_goes(url: str) -> None:
    with suppress(TimeoutError):
        async with asyncio.timeout(0.5), process(url, {"box": [DOOR]}):
            raise AssertionError("nobody plays what is due")
    async with process(url), process(url, {"letters": [DOOR]}) as (other, _):
        assert other.sharing is not None
        await other.sharing.has("letters")


def test_a_batch_takes_five_round_trips_however_many_orders_it_has(
    url: str, tmp_path: Path
) -> None:
    here, games = server.cluster().folder, range(16)
    with PostgresStore(url, Path("db")) as store:
        stage.fill(store, len(games))
    wire = server.Wire(tmp_path / "wire", here)
    far = url.replace(f"host={here}", f"host={tmp_path / 'wire'}")
    with PostgresStore(far, Path("db")) as store:
        referee = Referee(store, {stage.DOOR: stage.TinyDoor()})
        for n in range(3):
            before = wire.trips
            said = [stage.message(game, n, f"bomb bob {n} 1") for game in games]
            told = {
                (stage.DOOR, f"g{game}"): Cursor(door=stage.DOOR, game=f"g{game}", upto=5 + n)
                for game in games
            }
            done = referee.take(said, stage.MADE + n, DeliveryReport(cursors=told))
            assert {one.status for one in done.answers} == {"taken"}
            assert store.next_due() is None
            assert 1 <= wire.trips - before <= 5
    wire.end()
