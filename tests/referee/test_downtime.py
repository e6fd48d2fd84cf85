"""Nobody loses time while the referee does not work: after a stop, a sleep of the machine, a clock
that is set.
"""

from pathlib import Path
from typing import Any

import pytest

from engine.games import find
from engine.plan import DAY, HOUR, Span
from engine.referee.clock import BEAT, NOISE, Clock, Heartbeat
from engine.referee.scheduler import RETRY
from engine.rulings import times
from engine.state import PUBLIC
from engine.store import journal
from engine.store.sqlite import SqliteStore
from tests.kit.each import each
from tests.referee.conftest import Opener
from tests.referee.office import Office, at_work
from tests.referee.stage import START, House, Table, slept, told

TENTH = 23 * HOUR // 10
"""Of what is left of a day an hour after the beginning."""


def due(house: House, game: str = "g") -> int:
    """When the open question is due, in seconds after the beginning."""
    found = house.row(game).due
    assert found is not None
    return found - START


def read(house: House, game: str = "g") -> list[Any]:
    row = house.row(game)
    return journal.read(find(row.kind, row.edition), row.decoded_setup(), house.store.journal(game))


def downs(house: House, game: str = "g") -> list[Span]:
    orders = [entry.order for entry in read(house, game)]
    found = [order for order in orders if isinstance(order, times.Downtime)]
    return [(order.since - START, order.until - START) for order in found]


async def lived(house: House, *lives: Span) -> None:
    """Processes that work on the house's file, from second to second after the beginning."""
    for begin, end in lives:
        house.opens = START + begin
        async with at_work(house) as office:
            for _ in range((end - begin) // HOUR):
                await office.later(HOUR)
            await office.later((end - begin) % HOUR)


@each(
    "first, second, lost",
    [
        # A long stop moves what is due, also one over the deadline.
        ((0, 2 * HOUR), (10 * HOUR, 11 * HOUR), 8 * HOUR),
        ((0, 2 * HOUR), (30 * DAY, 30 * DAY + HOUR), 30 * DAY - 2 * HOUR),
        # Of a question a tenth of what was left may be lost and no more.
        ((0, HOUR), (HOUR + TENTH, 4 * HOUR), 0),
        ((0, HOUR), (HOUR + TENTH + 1, 4 * HOUR), TENTH + 1),
        # No stop takes the last minutes from anybody.
        ((0, DAY - 300), (DAY - 100, DAY), 200),
    ],
)
async def test_a_stop_moves_what_is_due_and_misses_nothing(
    opened: Opener, first: Span, second: Span, lost: int
) -> None:
    house = opened(Table(clock="24h"))
    await lived(house, first, second)
    gap = first[1], second[0]
    assert downs(house) == [gap] * bool(lost)
    assert due(house) == DAY + lost
    noticed = [times.WasDown(START + gap[0], START + gap[1])] * bool(lost)
    assert told(house, PUBLIC, times.WasDown) == noticed
    assert len(read(house)) == 2 + bool(lost), "two have joined"


@each("seconds", [1, 2, 59, 595, 605, 3_599, 7 * DAY])
async def test_a_window_gets_back_all_of_the_time_that_an_outage_took(
    opened: Opener, seconds: int
) -> None:
    """However short: the window would be lost by a slow restart."""
    house = opened(Table(options={"window": 600}))
    async with at_work(house) as office:
        await office.say("ann", "call")
        await office.later(5)
    before = due(house)
    await lived(house, (5 + seconds, 5 + seconds + 1))
    assert downs(house) == [(5, 5 + seconds)]
    assert due(house) == before + seconds


async def test_a_window_gets_back_the_time_for_which_the_machine_slept(opened: Opener) -> None:
    """Also when it sleeps again and again, a second at a time."""
    house = opened(Table(options={"window": 600}))
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


async def test_a_process_that_dies_has_written_its_pulse(opened: Opener) -> None:
    """Killed, it has not said good-bye: its last pulse counts, or what it has written since."""
    house = opened(Table("g", clock="24h"), Table("h", clock="24h"))
    async with at_work(house) as office:
        for _ in range(60):
            await office.later(BEAT)
        await office.say("ann", "say * hello", "g")
        await office.later(30)
        await office.say("ann", "add 1", "h")
        saved = house.store.notes("referee")
    # As if it had ended without a word.
    house.store.put_notes("referee", saved)
    await lived(house, (10 * HOUR, 10 * HOUR + 60))
    assert downs(house, "g") == [(HOUR, 10 * HOUR)]
    assert downs(house, "h") == [(HOUR + 30, 10 * HOUR)], "an entry is as good as a pulse"


async def test_a_machine_that_sleeps_or_a_clock_that_is_put_forward(opened: Opener) -> None:
    house = opened(Table("g", clock="24h"), Table("h", options={"window": 3_600}))
    async with at_work(house) as office:
        await office.say("ann", "call", "h")
        await office.later(HOUR // 2)
        office.clock.jump(3 * DAY)
        receipt = await office.say("ann", "add 1", "g")
        assert receipt.status == "taken", "the first message after the sleep is in time"
        await office.later(60)
    assert downs(house, "g") == [(HOUR // 2, HOUR // 2 + 3 * DAY)]
    assert due(house, "h") == 3 * DAY + HOUR, "a window moves as well, for all"


async def test_a_clock_that_is_put_back_stops_nothing(opened: Opener) -> None:
    house = opened(Table(options={"pace": 600}))
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
    assert due(house) > 900
    assert downs(house) == []


async def test_what_was_overdue_before_the_stop_is_played(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    house.take([lambda batch: batch.notes_of("referee").put("pulse", str(START + 2 * DAY))])
    await lived(house, (9 * DAY, 9 * DAY + 60))
    assert type(read(house)[2].order).__name__ == "Tick"


async def test_a_game_that_stands_still_is_left_alone(opened: Opener) -> None:
    house = opened(Table(clock="24h"), Table("h"))
    for seat in ("ann", "bob"):
        house.say(seat, "pause", at=START)
    await lived(house, (0, HOUR), (DAY, DAY + HOUR))
    assert downs(house, "g") == downs(house, "h") == []


async def test_downtime_that_could_be_written_for_some_games_only_is_made_good_once(
    opened: Opener,
) -> None:
    house = opened(Table("g", clock="24h"), Table("h", clock="24h"))
    await lived(house, (0, HOUR))
    # The process dies after the first game.
    house.again()
    house.at = START + 2 * DAY
    house.take([lambda batch: slept(batch, "g", (START + HOUR, START + 2 * DAY))])
    await lived(house, (3 * DAY, 3 * DAY + 60))
    assert downs(house, "g") == [(HOUR, 2 * DAY), (2 * DAY, 3 * DAY)]
    assert downs(house, "h") == [(HOUR, 3 * DAY)]
    assert due(house, "g") == due(house, "h") == DAY + 3 * DAY - HOUR


async def test_a_disk_that_fails_at_the_start_is_asked_again(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opened(Table(clock="24h"))
    await lived(house, (0, HOUR))
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
    assert downs(house) == [(HOUR, 2 * DAY)]
