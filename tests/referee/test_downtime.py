"""Nobody loses time while the referee does not work: after a stop, a sleep of
the machine, a clock that is set.
"""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from engine.games import find
from engine.plan import DAY, HOUR
from engine.referee.batch import Batch
from engine.referee.clock import BEAT, NOISE, Clock, Heartbeat
from engine.referee.scheduler import RETRY
from engine.rulings import times
from engine.state import PUBLIC
from engine.store import journal
from engine.store.sqlite import SqliteStore
from tests.referee.conftest import Opener
from tests.referee.office import Office, at_work
from tests.referee.stage import START, House, Table, slept


def due(house: House, game: str = "g") -> int:
    """When the open question is due, in seconds after the beginning."""
    found = house.row(game).due
    assert found is not None
    return found - START


def downs(house: House, game: str = "g") -> list[tuple[int, int]]:
    """The downtimes in a journal."""
    entries = [e.order for e in read(house, game)]
    return [
        (order.since - START, order.until - START)
        for order in entries
        if isinstance(order, times.Downtime)
    ]


def read(house: House, game: str) -> list[Any]:
    """The journal."""
    row = house.row(game)
    return journal.read(find(row.kind, row.edition), row.decoded_setup(), house.store.journal(game))


def lived(house: House, *lives: tuple[int, int]) -> None:
    """Processes that work on the house's file, from second to second after the beginning."""

    async def story() -> None:
        for begin, end in lives:
            house.opens = START + begin
            async with at_work(house) as office:
                for _ in range((end - begin) // HOUR):
                    await office.later(HOUR)
                await office.later((end - begin) % HOUR)

    asyncio.run(story())


def test_a_long_stop_moves_what_is_due(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    lived(house, (0, 2 * HOUR), (10 * HOUR, 11 * HOUR))
    assert downs(house) == [(2 * HOUR, 10 * HOUR)]
    assert due(house) == DAY + 8 * HOUR
    assert [event for news in house.box.news if news.viewer == PUBLIC for event in news.events][
        -1
    ] == times.WasDown(START + 2 * HOUR, START + 10 * HOUR)


def test_a_stop_over_the_deadline_misses_nothing(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    lived(house, (0, 2 * HOUR), (30 * DAY, 30 * DAY + HOUR))
    assert due(house) == 30 * DAY + 22 * HOUR
    assert [type(entry.order).__name__ for entry in read(house, "g")][2:] == ["Downtime"]


@pytest.mark.parametrize("more", [0, 1])
def test_of_a_question_a_tenth_of_what_was_left_may_be_lost_and_no_more(
    opened: Opener, more: int
) -> None:
    """An hour after the beginning 23 hours are left."""
    house = opened(Table(clock="24h"))
    back = HOUR + 23 * HOUR // 10 + more
    lived(house, (0, HOUR), (back, 4 * HOUR))
    assert downs(house) == [(HOUR, back)][:more]
    assert due(house) == DAY + (back - HOUR) * more


def test_no_stop_takes_the_last_minutes_from_anybody(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    lived(house, (0, DAY - 300), (DAY - 100, DAY))
    assert downs(house) == [(DAY - 300, DAY - 100)]
    assert due(house) == DAY + 200


@pytest.mark.parametrize("seconds", [1, 2, 59, 595, 605, 3_599, 7 * DAY])
def test_a_window_gets_back_all_of_the_time_that_an_outage_took(
    opened: Opener, seconds: int
) -> None:
    """However short: the window would be lost by a slow restart."""
    house = opened(Table(options={"window": 600}))

    async def called() -> None:
        async with at_work(house) as office:
            await office.say("ann", "call")
            await office.later(5)

    asyncio.run(called())
    before = due(house)
    lived(house, (5 + seconds, 5 + seconds + 1))
    assert downs(house) == [(5, 5 + seconds)]
    assert due(house) == before + seconds
    assert house.row("g").due == START + before + seconds


def test_a_window_gets_back_the_time_for_which_the_machine_slept(opened: Opener) -> None:
    """Also when it sleeps again and again, a second at a time."""
    house = opened(Table(options={"window": 600}))

    async def story() -> None:
        async with at_work(house) as office:
            await office.say("ann", "call")
            before = due(house)
            for _ in range(3):
                await office.later(10)
                office.clock.jump(45)
                await office.quiet()
            assert due(house) == before + 3 * 45
            for _ in range(7):
                office.clock.jump(1)
                await office.later(10)
            assert 7 - NOISE <= due(house) - before - 3 * 45 <= 7

    asyncio.run(story())


def test_a_clock_that_shows_whole_seconds_loses_none(tmp_path: Path) -> None:
    """The seconds change at another moment than those of the steady clock."""

    class Whole(Clock):
        """Shows whole seconds of a time that is set."""

        passed = 0.0

        def now(self) -> int:
            return int(1_000.7 + self.passed)

        def steady(self) -> float:
            return self.passed

    clock = Whole()
    with SqliteStore(tmp_path / "db") as store:
        pulse = Heartbeat(clock, store)
        pulse.beats()
        for n in range(1_000):
            clock.passed = n * 0.37
            assert pulse.gap() is None, n
            pulse.beats()


def test_a_process_that_dies_has_written_its_pulse(opened: Opener) -> None:
    """Killed, it has not said good-bye: its last pulse counts, or what it has written since."""
    house = opened(Table("g", clock="24h"), Table("h", clock="24h"))

    async def story() -> None:
        async with at_work(house) as office:
            for _ in range(60):
                await office.later(BEAT)
            await office.say("ann", "say * hello", "g")
            await office.later(30)
            await office.say("ann", "add 1", "h")
            saved = house.store.notes("referee")
        # As if it had ended without a word.
        house.store.put_notes("referee", saved)

    asyncio.run(story())
    lived(house, (10 * HOUR, 10 * HOUR + 60))
    assert downs(house, "g") == [(HOUR, 10 * HOUR)]
    assert downs(house, "h") == [(HOUR + 30, 10 * HOUR)], "an entry is as good as a pulse"


def test_a_machine_that_sleeps_or_a_clock_that_is_put_forward(opened: Opener) -> None:
    house = opened(Table("g", clock="24h"), Table("h", options={"window": 3_600}))

    async def story() -> None:
        async with at_work(house) as office:
            await office.say("ann", "call", "h")
            await office.later(HOUR // 2)
            office.clock.jump(3 * DAY)
            receipt = await office.say("ann", "add 1", "g")
            assert receipt.status == "taken", "the first letter after the sleep is in time"
            await office.later(60)

    asyncio.run(story())
    assert downs(house, "g") == [(HOUR // 2, HOUR // 2 + 3 * DAY)]
    assert house.row("h").due == START + 3 * DAY + HOUR, "a window moves as well, for all"


def test_a_clock_that_is_put_back_stops_nothing(opened: Opener) -> None:
    house = opened(Table(options={"pace": 600}))

    async def story() -> None:
        async with at_work(house) as office:
            await office.later(300)
            await office.say("ann", "add 1")
            office.clock.jump(-200)
            await office.say("ann", "add 1")
            assert due(house) == 900, "time never runs backwards in a game"
            for _ in range(12):
                await office.later(BEAT)
            assert due(house) == 900
            await office.later(2 * BEAT)

    asyncio.run(story())
    assert due(house) > 900
    assert downs(house) == []


def test_what_was_overdue_before_the_stop_is_played(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    house.take([lambda batch: batch.notes_of("referee").put("pulse", str(START + 2 * DAY))])
    lived(house, (9 * DAY, 9 * DAY + 60))
    assert [type(entry.order).__name__ for entry in read(house, "g")][2] == "Tick"


def test_a_game_that_stands_still_is_left_alone(opened: Opener) -> None:
    house = opened(Table(clock="24h"), Table("h"))
    for seat in ("ann", "bob"):
        house.say(seat, "pause", at=START)
    lived(house, (0, HOUR), (DAY, DAY + HOUR))
    assert downs(house, "g") == downs(house, "h") == []


def test_downtime_that_could_be_written_for_some_games_only_is_made_good_once(
    opened: Opener,
) -> None:
    house = opened(Table("g", clock="24h"), Table("h", clock="24h"))
    lived(house, (0, HOUR))
    # The process dies after the first game.
    house.again()
    house.at = START + 2 * DAY

    def one(batch: Batch) -> None:
        slept(batch, "g", (START + HOUR, START + 2 * DAY))

    house.take([one])
    lived(house, (3 * DAY, 3 * DAY + 60))
    assert downs(house, "g") == [(HOUR, 2 * DAY), (2 * DAY, 3 * DAY)]
    assert downs(house, "h") == [(HOUR, 3 * DAY)]
    assert due(house, "g") == due(house, "h") == DAY + 3 * DAY - HOUR


def test_a_disk_that_fails_at_the_start_is_asked_again(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opened(Table(clock="24h"))
    lived(house, (0, HOUR))

    async def story() -> None:
        house.again()
        office = Office(house, {})
        office.clock.advance(2 * DAY)
        write, failures = SqliteStore.write, [True]

        def fails(store: SqliteStore, *what: Any, **more: Any) -> None:
            if failures:
                failures.clear()
                raise OSError("gone")
            write(store, *what, **more)

        monkeypatch.setattr(SqliteStore, "write", fails)
        await office.writer.start()
        assert failures == []
        await office.later(RETRY)
        await office.writer.stop()

    asyncio.run(story())
    assert downs(house) == [(HOUR, 2 * DAY)]
