"""Nobody loses time while the referee does not work: after a stop, a sleep of the machine, a clock
that is set.
"""

from typing import Any

from engine.games import find
from engine.plan import DAY, HOUR, Span
from engine.referee.clock import BEAT, NOISE
from engine.rulings import times
from engine.state import PUBLIC
from engine.store import journal
from tests.kit.each import each
from tests.referee.conftest import Opener
from tests.referee.office import at_work
from tests.referee.stage import START, House, Table, slept, told

TENTH = 23 * HOUR // 10
"""Of what is left of a day an hour after the beginning."""


def due(house: House, game: str = "g") -> int:
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
    house = opened(Table(options={"window": 600}))
    async with at_work(house) as office:
        await office.say("ann", "call")
        await office.later(5)
    before = due(house)
    await lived(house, (5 + seconds, 5 + seconds + 1))
    assert downs(house) == [(5, 5 + seconds)]
    assert due(house) == before + seconds


async def test_a_window_gets_back_the_time_for_which_the_machine_slept(opened: Opener) -> None:
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
