"""What goes wrong at Discord has a sentence of its own, and leaves nothing behind."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from bot.discord import closing, new_games
from engine.referee.batch import Batch
from engine.referee.clock import HandClock
from engine.referee.writer import Writer
from tests.discord.server.world import MANAGE_THREADS, User
from tests.discord.stage import Stage, staged, until
from tests.kit.games import names


def left(stage: Stage) -> tuple[int, int, int]:
    threads = [thread for thread in stage.threads() if not thread.archived]
    return len(stage.in_channel(stage.lobby)), len(threads), len(stage.door.memory.places)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ({"code": 160006}, "as many active threads as Discord allows"),
        ({"code": 30033}, "lets nobody else into threads"),
        ({"status": 429, "headers": {"Retry-After": "600"}}, "no new threads from me"),
        ({"code": 50013}, "create public threads"),
        ({"code": 50035}, "code 50035"),
    ],
)
@pytest.mark.parametrize("where", [r"/messages/\d+/threads$", r"/messages$"])
def test_a_game_that_cannot_be_made_says_why_and_leaves_nothing(
    tmp_path: Path, fault: dict[str, Any], said: str, where: str
) -> None:
    if fault.get("code") == 50013 and where.endswith("messages$"):
        said = "see channel"

    async def play() -> None:
        async with staged(tmp_path) as stage:
            stage.limited = True
            stage.discord.fail("POST", r"^/channels/\d+" + where, **fault)
            ann = stage.user("ann")
            made = await stage.people.slash(ann, stage.lobby, "game new", kind="dicechess")
            assert said in made.text
            assert left(stage) == (0, 0, 0)
            assert not stage.door.servers.making
            again = await stage.people.slash(ann, stage.lobby, "game new", kind="dicechess")
            assert "is here" in again.text
            assert left(stage) == (1, 1, 1)

    asyncio.run(play())


@pytest.mark.parametrize("rights", [0, MANAGE_THREADS])
async def test_a_process_that_dies_while_it_makes_a_game_leaves_nothing_after_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, rights: int
) -> None:
    async def dies(*_: object) -> None:
        raise asyncio.CancelledError

    async with staged(tmp_path) as stage:
        if not rights:
            stage.world.bot.rights &= ~MANAGE_THREADS
        ann = stage.user("ann")
        with monkeypatch.context() as patched:
            patched.setattr(new_games, "stored", dies)
            await stage.people.slash(ann, stage.lobby, "game new", kind="dicechess", wait=1)
        assert left(stage) == (1, 1, 0)
        await stage.stop()
        await stage.start()
        await until(lambda: left(stage) == (0, 0, 0))
        await until(lambda: not stage.door.servers.making)
        said = [m.text for thread in stage.threads() for m in stage.in_channel(thread)]
        assert ["was not made" in text for text in said] == ([] if rights else [True])


async def test_a_process_that_dies_before_a_game_is_stored_knows_of_no_place_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = Writer.run

    async def dies(writer: Writer, act: Callable[..., Any], /, *given: Any, **more: Any) -> Any:
        if getattr(act, "__name__", "") == "make":

            def fails(batch: Batch) -> None:
                act(batch)
                raise LookupError

            with suppress(LookupError):
                await run(writer, fails)
            raise asyncio.CancelledError
        return await run(writer, act, *given, **more)

    async with staged(tmp_path) as stage:
        with monkeypatch.context() as patched:
            patched.setattr(Writer, "run", dies)
            ann = stage.user("ann")
            await stage.people.slash(ann, stage.lobby, "game new", kind="dicechess", wait=1)
        await stage.stop()
        await stage.start()
        await until(lambda: left(stage) == (0, 0, 0))


async def test_a_game_that_is_just_being_made_is_not_taken_for_one_that_came_to_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored = new_games.stored
    async with staged(tmp_path) as stage:

        async def slowly(*given: Any) -> None:
            await new_games.cleared(stage.door)
            await stored(*given)

        monkeypatch.setattr(new_games, "stored", slowly)
        ann = stage.user("ann")
        made = await stage.people.slash(ann, stage.lobby, "game new", kind="dicechess")
        assert "is here" in made.text
        assert left(stage) == (1, 1, 1)


def told(stage: Stage, user: User, text: str) -> bool:
    return any(text in message.text for message in stage.direct(user))


async def played(stage: Stage) -> tuple[str, dict[str, User]]:
    people = {name: stage.user(name) for name in ("ann", "bob")}
    return await stage.game(people["ann"], [people["bob"]], kind="dicechess"), people


async def test_who_plays_is_told_that_the_thread_is_gone_and_the_next_news_makes_it_anew(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        game, people = await played(stage)
        old = stage.thread(game)
        await stage.discord.rest.places.vanish(old)
        await until(lambda: stage.door.memory.places[game].lost == "thread")
        for user in people.values():
            await until(partial(told, stage, user, "thread of"), 10)
            assert game in stage.direct(user)[-1].text
        said = await stage.people.slash(
            people["ann"], stage.lobby, "mod announce", words="hello", game=game
        )
        assert "Announced" in said.text
        await stage.quiet()
        new = stage.thread(game)
        assert new is not old
        assert new.json["name"] == f"Dice Chess {game}"
        assert stage.door.memory.places[game].lost == ""


async def test_who_plays_and_the_operator_are_told_that_the_channel_is_gone(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, people = await played(stage)
        await stage.discord.rest.places.vanish(stage.lobby)
        for user in people.values():
            await until(partial(told, stage, user, "channel of"), 10)
        assert (
            closing.ails(stage.door)
            == f"games without a place: {game} (its channel is gone){closing.REMEDY}"
        )


async def test_who_plays_and_the_operator_are_told_that_the_bot_was_thrown_out(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        game, people = await played(stage)
        other = stage.world.guild("Elsewhere")
        stage.world.members[other["id"]].append(people["ann"].id)
        await stage.discord.rest.places.outage(stage.guild)
        await stage.quiet()
        assert closing.ails(stage.door) == ""
        await stage.discord.rest.places.remove_bot(stage.guild)
        await until(partial(told, stage, people["ann"], "removed from the server"), 10)
        assert not any("removed" in message.text for message in stage.direct(people["bob"]))
        assert (
            closing.ails(stage.door)
            == f"games without a place: {game} (its server is gone){closing.REMEDY}"
        )
        await stage.discord.rest.places.add_bot(stage.guild)
        await until(lambda: closing.ails(stage.door) == "")


async def test_who_was_thrown_out_while_nobody_served_is_told_so_at_the_start(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        _, people = await played(stage)
        other = stage.world.guild("Elsewhere")
        stage.world.members[other["id"]].append(people["ann"].id)
        await stage.stop()
        await stage.discord.rest.places.remove_bot(stage.guild)
        await stage.start()
        await until(partial(told, stage, people["ann"], "removed from the server"), 10)


async def test_a_member_who_is_gone_is_named_once_in_the_thread(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game, people = await played(stage)
        await stage.discord.rest.places.leave(people["bob"], stage.guild)
        for _ in range(2):
            await closing.look_for_members(stage.door)
        thread = stage.in_channel(stage.thread(game))
        said = [m.text for m in thread if "has left this server" in m.text]
        assert len(said) == 1
        assert "bob" in said[0]
        assert stage.door.memory.places[game].left == (int(people["bob"].id),)


async def test_mod_list_looks_for_few_people_and_for_nobody_twice_a_day(tmp_path: Path) -> None:
    async with staged(tmp_path, HandClock(1_800_000_000)) as stage:
        made = [(stage.user(f"ann{n}"), stage.user(f"bob{n}")) for n in range(4)]
        for ann, bob in made:
            await stage.game(ann, [bob])
        await stage.quiet()
        stage.door.members.clear()

        async def looked() -> int:
            before = len(stage.discord.requests)
            await stage.people.slash(stage.user("mod"), stage.lobby, "mod list")
            paths = [one.path for one in stage.discord.requests[before:]]
            return sum("/members/" in path for path in paths)

        assert [await looked() for _ in range(3)] == [4, 4, 0]
        owners = {user for _, user in list(stage.door.members)[:4]}
        assert owners == {int(ann.id) for ann, _ in made}


@pytest.mark.parametrize("kind", names())
async def test_who_wants_to_leave_is_asked_or_told_that_they_cannot(
    tmp_path: Path, kind: str
) -> None:
    """In no game the word is answered like a mistyped order."""
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob], kind=kind)
        for user in (ann, bob):
            said = (await stage.people.slash(user, stage.thread(game), "withdraw")).shown
            assert "Hand my seat to somebody…" in said.buttons
            leaves = any(label.startswith("Withdraw") for label in said.buttons)
            assert ("cannot be left early" in said.text) is not leaves
            assert "Possible" not in said.text
