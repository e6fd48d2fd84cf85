"""Much that is due at once, after a time in which nobody worked: messages go between it, and in
the game of a message what is due comes first all the same.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from engine.plan import DAY, HOUR
from engine.referee import scheduler
from engine.rulings.deadlines import BY_CLOCK
from engine.state import REFEREE
from tests.referee.conftest import Opener
from tests.referee.office import Office, at_work
from tests.referee.stage import START, House, Table
from tests.referee.test_downtime import downs, due, lived, read

GAMES = [f"g{n:02}" for n in range(12)]
LAST = GAMES[-1]


@pytest.fixture
def club(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> House:
    monkeypatch.setattr(scheduler, "PAGE", 2)
    return opened(*(Table(id, clock="24h") for id in GAMES))


@asynccontextmanager
async def beginning(club: House, at: int) -> AsyncIterator[tuple[Office, asyncio.Future[None]]]:
    """A process that begins to work, so many seconds after the beginning, and its start."""
    club.again()
    club.opens = START + at
    office = Office(club, {})
    starting = asyncio.ensure_future(office.writer.start())
    await asyncio.sleep(0)
    yield office, starting
    await starting
    await office.quiet()
    await office.writer.stop()


def left(house: House, at: int) -> int:
    return len(house.store.due(START + at, 100))


async def test_letters_go_between_what_is_overdue_and_their_own_games_tick_first(
    club: House,
) -> None:
    """Nothing was noted of a process before: nothing is made good, and everybody is late."""
    now = DAY + HOUR
    async with beginning(club, now) as (office, starting):
        assert (await office.say("bob", "add 1", LAST)).status == "taken"
        assert left(club, now) > len(GAMES) // 2
        ticked, ordered = read(club, LAST)[-2:]
        assert isinstance(ticked.order, BY_CLOCK)
        assert (ticked.at, ticked.seat) == (START + DAY, REFEREE)
        assert (ordered.at, ordered.seat) == (START + now, "bob")
        await starting
        assert left(club, now) > 0, "the doors open before all is played"
        await office.quiet()
        assert left(club, now) == 0


async def test_a_process_that_ends_before_all_is_made_good_leaves_the_rest_to_the_next(
    club: House,
) -> None:
    await lived(club, (0, HOUR))
    club.opens = START + 2 * DAY
    async with at_work(club):
        pass
    done = [game for game in GAMES if downs(club, game)]
    assert 0 < len(done) < len(GAMES)
    await lived(club, (3 * DAY, 3 * DAY + 60))
    for game in GAMES:
        twice = [(HOUR, 2 * DAY), (2 * DAY, 3 * DAY)]
        assert downs(club, game) == (twice if game in done else [(HOUR, 3 * DAY)])
        assert due(club, game) == DAY + 3 * DAY - HOUR
