"""The sentence that the project exists for, played through Discord: the owner of what nobody else
knows is asked privately when there is something to decide, can answer from what they got, and
nobody else can tell that there was.

Two games differ in one thing alone: where Bob's walker hides in Ambush, beside Ann's way or far
from it; whether his marines have command points in Derelict; whether his company can slip away in
Desert. All give the same orders; Bob lets it pass. The bot is begun anew while he is asked. Bob
takes private messages, or takes none, or has linked a mail address instead.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from unittest.mock import patch

import pytest

from bot.discord import notices
from tests.ambush import leaks
from tests.discord.opportunities import (
    AMBUSH,
    GAME,
    MAILBOX,
    STORIES,
    Story,
    Way,
    begun,
    run,
)
from tests.kit.planted import unhashed

WAYS: tuple[Way, ...] = ("open", "closed", "mail")
BY_KIND = pytest.mark.parametrize("story", STORIES, ids=[story.kind for story in STORIES])
BY_WAY = pytest.mark.parametrize("way", WAYS)


async def passing(path: Path, story: Story, world: str, way: Way) -> list[tuple[str, Any]]:
    async with begun(path, story, world, way) as game:
        await game.go()
        game.look("Bob is asked")
        await game.again()
        game.look("the bot has begun anew")
        await game.answer(story.lets[world])
        game.look("Bob has answered")
        await game.passed()
        game.look("the question is closed")
        return game.looks


@cache
def let_pass(kind: str, world: str, way: Way) -> list[tuple[str, Any]]:
    (story,) = (one for one in STORIES if one.kind == kind)
    with TemporaryDirectory() as folder, unhashed():
        found: list[tuple[str, Any]] = run(passing(Path(folder), story, world, way))
        return found


@BY_KIND
@BY_WAY
def test_nobody_else_can_tell_that_somebody_has_an_opportunity(story: Story, way: Way) -> None:
    near, far = (let_pass(story.kind, world, way) for world in ("near", "far"))
    for (moment, mine), (_, other) in zip(near, far, strict=True):
        assert mine == other, moment
    # The comparison has eyes: there is a thread, and something was posted when it was over.
    (shown, requested), (_, before) = near[-1][1], near[0][1]
    assert all(any(GAME in place for place in shown[name]) for name in ("ann", "zoe"))
    assert sum(map(len, requested)) > sum(map(len, before))


@BY_KIND
def test_nobody_else_can_tell_by_which_way_somebody_is_asked(story: Story) -> None:
    first, *others = (let_pass(story.kind, "near", way) for way in WAYS)
    for looks in others:
        for (moment, mine), (_, other) in zip(first, looks, strict=True):
            assert mine == other, moment


@BY_KIND
@BY_WAY
def test_the_owner_uses_it_from_what_they_got_after_the_bot_has_begun_anew(
    tmp_path: Path, story: Story, way: Way
) -> None:
    async def play() -> None:
        async with begun(tmp_path, story, "near", way) as game:
            await game.go()
            mails = len(game.box.mails.get(MAILBOX, ()))
            assert (mails > 0) is (way == "mail")
            await game.again()
            before = [message.text for message in game.stage.in_channel(game.thread)]
            await game.answer(*story.acts)
            await game.passed()
            told = [message.text for message in game.stage.in_channel(game.thread)]
            assert any(story.shown in text for text in told if text not in before), told

    run(play())


# ---- planted leaks


@contextmanager
def called_if_nothing_else_reaches_them() -> Iterator[None]:
    with patch.object(notices, "named", lambda reach, _: reach.direct is not True):
        yield


@pytest.mark.parametrize("leak", [leaks.late_by_window, leaks.asked_only_if_near])
def test_a_planted_leak_of_an_opportunity_is_found(
    tmp_path: Path, leak: Callable[[], AbstractContextManager[Any]]
) -> None:
    async def opened(world: str) -> Any:
        async with begun(tmp_path / world, AMBUSH, world) as game:
            await game.go()
            game.look("Bob is asked, or nobody is")
            return game.looks

    with leak():
        assert run(opened("near")) != run(opened("far"))


def test_a_planted_leak_of_the_way_by_which_somebody_is_asked_is_found(tmp_path: Path) -> None:
    async def opened(way: Way) -> Any:
        async with begun(tmp_path / way, AMBUSH, "near", way) as game:
            await game.go()
            game.look("Bob is asked")
            return game.looks

    with called_if_nothing_else_reaches_them():
        assert run(opened("open")) != run(opened("closed"))
