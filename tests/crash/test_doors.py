"""A process that serves players ends at any point of the life of an order that came through a door:
it is there once, if it was acknowledged or not sent again, and everybody is told of it once, or
again under the same mark.
"""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.crash import doors
from tests.crash.orders import KINDS, Tried, end_at, moments
from tests.store import server

STORED = "after commit (1)"
"""It is stored, and nobody knows."""
EVERY = {"line": 1, "postgres": 4, "discord": 3, "mail": 3}
"""Which moments are tried in one night: so many are left out as need another night."""
ORDINARY = {
    "line": [kind.name for kind in KINDS],
    "discord": ["an order", "a press of a button", "an order of a moderator", "joining a game"],
    "mail": ["an order", "joining a game"],
}


@pytest.mark.parametrize("name", ORDINARY)
async def test_an_order_that_is_stored_is_told_by_the_next_process(
    tmp_path: Path, name: str
) -> None:
    tried = Tried(name, "some")
    async with doors.opened(name, tmp_path) as door:
        for kind in KINDS:
            if name in kind.doors and kind.name in ORDINARY[name]:
                await end_at(door, kind, [STORED], tried)
    assert tried.wrong == []
    assert tried.missed == []


@pytest.mark.nightly
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("name", EVERY)
def test_at_every_so_many_moments(tmp_path: Path, name: str) -> None:
    if name == "postgres":
        server.there_or_left_out()
    day = datetime.now(UTC).toordinal() % EVERY[name]

    def tonight(moments: list[str]) -> Sequence[str]:
        return moments[day :: EVERY[name]]

    def show(tried: Tried) -> None:
        print(f"{tried}; moments {day} + n × {EVERY[name]}")

    assert asyncio.run(doors.every_kind(name, tmp_path, tonight, show)) == []


WRONG = {
    "forgetful": (
        "from engine.referee import ledger\n"
        "ledger.untold, ledger.waiting = lambda *_: {}, lambda *_: ([], [])\n",
        STORED,
        "is told 0 times",
    ),
    "unmarked": (
        "import secrets\n"
        "from engine.store.sqlite import SqliteStore\n"
        "SqliteStore.mark = lambda *_: secrets.token_hex(8)\n",
        "after a write to a program (3)",
        "is told 2 times",
    ),
    "hasty": (
        "from bot.line.seats import Seats\n"
        "taken = Seats.answer\n"
        "async def answer(self, connection, seat, text):\n"
        "    self.write(connection, {'kind': 'receipt'})\n"
        "    await taken(self, connection, seat, text)\n"
        "Seats.answer = answer\n",
        "before commit (1)",
        "acknowledged, and stored 0 times",
    ),
}
"""Processes that leave out one thing: how, where that shows, and what is found."""


@pytest.mark.parametrize("name", WRONG)
def test_a_careless_process_is_found_out(tmp_path: Path, name: str) -> None:
    how, point, found = WRONG[name]

    async def first() -> Tried:
        tried = Tried("line", KINDS[0].name)
        async with doors.line(tmp_path, wrong=how) as door:
            await end_at(door, KINDS[0], [point], tried)
        return tried

    assert any(found in one for one in asyncio.run(first()).wrong)


def test_what_happens_between_two_points_tells_one_moment_from_the_next() -> None:
    points = "before select (1)", "after select (1)", "before insert (1)", "after insert (1)"
    more = "before select (2)", "after select (2)", "before a mail (1)", "before select (3)"
    last = "after select (3)", "after a mail (1)", "after select (4)"
    assert moments([*points, *more, *last]) == [
        "before select (1)",
        "after insert (1)",
        "before select (3)",
        "after a mail (1)",
    ]
