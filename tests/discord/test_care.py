"""What goes wrong at Discord has a sentence of its own, and leaves nothing behind."""

import asyncio
from functools import partial
from typing import Any

import pytest

from bot.discord import closing, new_games
from engine.referee.clock import HandClock
from tests.discord.server.world import MANAGE_THREADS, User
from tests.discord.stage import Duel, Stage, until
from tests.kit.games import names


def left(stage: Stage) -> tuple[int, int, int]:
    threads = [thread for thread in stage.threads() if not thread.archived]
    return len(stage.in_channel(stage.lobby)), len(threads), len(stage.places)


@pytest.mark.parametrize("where", [r"/messages/\d+/threads$", r"/messages$"])
async def test_a_game_that_cannot_be_made_says_why_and_leaves_nothing(
    stage: Stage, where: str
) -> None:
    faults: tuple[tuple[dict[str, Any], str], ...] = (
        ({"code": 160006}, "as many active threads as Discord allows"),
        ({"code": 30033}, "lets nobody else into threads"),
        ({"status": 429, "headers": {"Retry-After": "600"}}, "no new threads from me"),
        ({"code": 50013}, "I am missing a permission in this channel: see channel"),
        ({"code": 50035}, "code 50035"),
    )
    stage.limited = True
    ann = stage.user("ann")
    for made, (fault, said) in enumerate(faults):
        stage.discord.fail("POST", r"^/channels/\d+" + where, **fault)
        refused = await stage.slash(ann, "game new", kind="dicechess")
        assert said in refused.text
        assert refused.shown.only == ann.id
        assert left(stage) == (made, made, made)
        assert not stage.door.servers.making
        await stage.new(ann, kind="dicechess")
        assert left(stage) == (made + 1, made + 1, made + 1)


@pytest.mark.parametrize("rights", [0, MANAGE_THREADS])
async def test_a_process_that_dies_while_it_makes_a_game_leaves_nothing_after_the_next_start(
    stage: Stage, monkeypatch: pytest.MonkeyPatch, rights: int
) -> None:
    async def dies(*_: object) -> None:
        raise asyncio.CancelledError

    if not rights:
        stage.world.bot.rights &= ~MANAGE_THREADS
    with monkeypatch.context() as patched:
        patched.setattr(new_games, "stored", dies)
        await stage.slash(stage.user("ann"), "game new", kind="dicechess", wait=1)
    assert left(stage) == (1, 1, 0)
    await stage.restart()
    await until(lambda: left(stage) == (0, 0, 0))
    await until(lambda: not stage.door.servers.making)
    said = [m.text for thread in stage.threads() for m in stage.in_channel(thread)]
    assert ["was not made" in text for text in said] == ([] if rights else [True])


def told(stage: Stage, user: User, text: str) -> bool:
    return any(text in message.text for message in stage.direct(user))


async def test_who_plays_is_told_that_the_thread_is_gone_and_the_next_news_makes_it_anew(
    stage: Stage,
) -> None:
    duel = await stage.duel(kind="dicechess")
    old = duel.thread
    await stage.discord.rest.places.vanish(old)
    await until(lambda: duel.place.lost == "thread")
    for user in (duel.ann, duel.bob):
        await until(partial(told, stage, user, "thread of"), 10)
        assert duel.game in stage.direct(user)[-1].text
    said = await stage.slash(duel.ann, "mod announce", words="hello", game=duel.game)
    assert "Announced" in said.text
    await stage.quiet()
    assert duel.thread is not old
    assert duel.thread.json["name"] == f"Dice Chess {duel.game}"
    assert duel.place.lost == ""


def no_place(duel: Duel, what: str) -> str:
    return f"games without a place: {duel.game} (its {what} is gone){closing.REMEDY}"


async def test_who_plays_and_the_operator_are_told_that_the_channel_is_gone(stage: Stage) -> None:
    duel = await stage.duel(kind="dicechess")
    await stage.discord.rest.places.vanish(stage.lobby)
    for user in (duel.ann, duel.bob):
        await until(partial(told, stage, user, "channel of"), 10)
    assert closing.ails(stage.door) == no_place(duel, "channel")


async def test_who_plays_and_the_operator_are_told_that_the_bot_was_thrown_out(
    stage: Stage, clock: HandClock
) -> None:
    """As it happens, and at the start if nobody served then."""
    duel = await stage.duel(kind="dicechess")
    places, other = stage.discord.rest.places, stage.world.guild("Elsewhere")
    stage.world.members[other["id"]].append(duel.ann.id)
    await places.outage(stage.guild)
    await stage.quiet()
    assert closing.ails(stage.door) == ""
    await places.remove_bot(stage.guild)
    await until(partial(told, stage, duel.ann, "removed from the server"), 10)
    assert not told(stage, duel.bob, "removed")
    assert closing.ails(stage.door) == no_place(duel, "server")
    await places.add_bot(stage.guild)
    await until(lambda: closing.ails(stage.door) == "")
    before = len(stage.direct(duel.ann))
    clock.advance(60)
    await stage.stop()
    await places.remove_bot(stage.guild)
    await stage.start()
    await until(lambda: len(stage.direct(duel.ann)) > before, 10)
    assert "removed from the server" in stage.direct(duel.ann)[-1].text


async def test_a_member_who_is_gone_is_named_once_in_the_thread(stage: Stage) -> None:
    duel = await stage.duel(kind="dicechess")
    await stage.discord.rest.places.leave(duel.bob, stage.guild)
    for _ in range(2):
        await closing.look_for_members(stage.door)
    (said,) = [m.text for m in duel.posts if "has left this server" in m.text]
    assert "bob" in said
    assert duel.place.left == (int(duel.bob.id),)


async def test_mod_list_looks_for_few_people_and_for_nobody_twice_a_day(stage: Stage) -> None:
    made = [(stage.user(f"ann{n}"), stage.user(f"bob{n}")) for n in range(4)]
    for ann, bob in made:
        await stage.game(ann, [bob])
    stage.door.members.clear()

    async def looked() -> int:
        before = len(stage.discord.requests)
        await stage.slash(stage.user("mod"), "mod list")
        return sum("/members/" in one.path for one in stage.discord.requests[before:])

    assert [await looked() for _ in range(3)] == [4, 4, 0]
    owners = {user for _, user in list(stage.door.members)[:4]}
    assert owners == {int(ann.id) for ann, _ in made}
    before = len(stage.discord.requests)
    await stage.restart()
    await stage.quiet()
    assert sum("/members/" in one.path for one in stage.discord.requests[before:]) <= 4


async def test_who_wants_to_leave_is_asked_or_told_that_they_cannot(stage: Stage) -> None:
    """In no game the word is answered like a mistyped order."""
    ann, bob = stage.user("ann"), stage.user("bob")
    for kind in names():
        duel = await stage.duel(kind=kind, ann=ann, bob=bob)
        for user in (ann, bob):
            said = (await duel.slash(user, "withdraw")).shown
            assert "Hand my seat to somebody…" in said.buttons, kind
            leaves = any(label.startswith("Withdraw") for label in said.buttons)
            assert ("cannot be left early" in said.text) is not leaves, kind
            assert "Possible" not in said.text, kind
