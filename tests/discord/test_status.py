"""What could not be shown is shown later, without anybody's doing anything,
and without a storm of requests.
"""

import asyncio
import itertools
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from tests.discord.server.rest import Request
from tests.discord.server.world import User
from tests.discord.stage import Stage, staged, until

TOO_OFTEN = 30046


async def moved(stage: Stage) -> tuple[str, Callable[[], bool], Callable[[], Awaitable[None]]]:
    """A game of two: its id, whether the status message says whose
    turn it is, and somebody's move.
    """
    people: dict[str, User] = {"ann": stage.user("ann"), "bob": stage.user("bob")}
    game = await stage.game(people["ann"], [people["bob"]])
    turn = await stage.turn(game)

    async def move() -> None:
        nonlocal turn
        await stage.people.slash(people[turn], stage.thread(game), "order", text="pass")
        (turn,) = set(people) - {turn}

    return game, lambda: f"Waiting for: {turn}." in stage.status(game).text, move


def edits(stage: Stage, game: str) -> int:
    """How often the status message was to be edited."""
    path = f"/channels/{stage.thread(game).id}/messages/"
    return sum(
        request.method == "PATCH" and request.path.startswith(path)
        for request in stage.discord.requests
    )


@pytest.mark.parametrize(
    "fault",
    [{"code": 50001, "status": 403}, {"status": 503}, {"code": 0, "status": 400}],
    ids=lambda f: str(f["status"]),
)
def test_a_status_that_could_not_be_edited_is_right_again_without_any_news(
    tmp_path: Path, fault: dict[str, Any]
) -> None:
    """Also after an outage of the routes alone, of which the gateway knows nothing."""

    async def play() -> None:
        async with staged(tmp_path) as stage:
            game, right, move = await moved(stage)
            assert right()
            stage.door.show.first_wait = 0.05
            before = edits(stage, game)
            broken = stage.discord.fail(
                "PATCH", rf"/channels/{stage.thread(game).id}/messages/", times=3, **fault
            )
            await move()
            await until(lambda: not broken.times)
            assert not right()
            await until(right)
            await stage.quiet()
            assert edits(stage, game) - before == 4
            assert (stage.door.show.failures, stage.door.show.later) == ({}, {})

    asyncio.run(play())


def test_what_can_never_be_shown_is_tried_ever_more_seldom(tmp_path: Path) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            game, right, move = await moved(stage)
            stage.door.show.first_wait = first = 0.02
            path = f"/channels/{stage.thread(game).id}/messages/"
            stage.discord.fail("PATCH", path, 50001, status=403, times=1_000)
            tried: list[float] = []

            def note(request: Request) -> None:
                if request.method == "PATCH" and request.path.startswith(path):
                    tried.append(time.monotonic())

            stage.discord.watch = note
            await move()
            await stage.quiet()
            # From now on no news make it try again.
            told = len(tried)
            await until(lambda: len(tried) >= told + 4)
            waits = [later - earlier for earlier, later in itertools.pairwise(tried)]
            for n in range(told, len(tried)):
                assert waits[n - 1] >= first * 2 ** (n - 1)
            # News are shown at once when it works again, and what waited is forgotten.
            stage.discord.faults.clear()
            await move()
            await until(right)
            # The server has it before the answer is back.
            await until(lambda: stage.door.show.later == {})

    asyncio.run(play())


@pytest.mark.parametrize(
    "fault",
    [
        {"code": TOO_OFTEN, "status": 429, "headers": {"Retry-After": "60"}},
        {"code": TOO_OFTEN, "status": 400},
        {"status": 429, "headers": {"Retry-After": "60"}},
    ],
    ids=["429 30046", "400 30046", "429"],
)
def test_a_status_that_takes_no_more_edits_is_posted_anew_and_the_old_one_is_dropped(
    tmp_path: Path, fault: dict[str, Any]
) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            stage.limited = True
            game, right, move = await moved(stage)
            old = stage.status(game)
            stage.discord.fail(
                "PATCH",
                rf"/channels/{stage.thread(game).id}/messages/{old.id}$",
                times=1_000,
                **fault,
            )
            await move()
            await until(lambda: stage.door.memory.places[game].status != int(old.id))
            await stage.quiet()
            assert right()
            assert stage.status(game).json["attachments"], "with the board"
            assert old.id not in stage.world.messages
            # The new one is edited as always.
            new = stage.status(game)
            await move()
            await stage.quiet()
            assert (stage.status(game), right()) == (new, True)

    asyncio.run(play())


def test_a_fault_of_our_own_is_tried_again_and_says_no_more_than_its_type(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with staged(tmp_path) as stage:
            game, right, move = await moved(stage)
            stage.door.show.first_wait = 0.05
            with monkeypatch.context() as broken:

                def fails(*_: object) -> None:
                    raise MemoryError("what is hidden")

                broken.setattr("bot.discord.words.status", fails)
                await move()
                await until(lambda: stage.door.show.failures.get(game, 0) > 1)
            await until(right)

    asyncio.run(play())
    assert "cannot be shown: MemoryError" in caplog.text
    assert "what is hidden" not in caplog.text
