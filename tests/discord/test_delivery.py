"""What comes twice, late, out of order or not at all: one order at most, always
an honest answer, nothing lost.
"""

import asyncio
import time
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from bot.discord import app
from bot.discord.door import DiscordDoor
from engine.errors import UserError
from engine.referee.batch import Batch
from engine.referee.clock import HandClock
from engine.store import aging
from engine.store.rows import Age
from tests.discord.stage import Stage, staged, until
from tests.tables import sqlite


def passes(stage: Stage, game: str) -> int:
    return sum("passed" in message.text for message in stage.in_channel(stage.thread(game)))


async def test_the_same_interaction_delivered_twice_is_one_order(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        user = {"ann": ann, "bob": bob}[await stage.turn(game)]
        said = await stage.people.slash(user, stage.thread(game), "order", text="pass")
        await stage.people.deliver(said)
        await stage.people.deliver(said)
        await stage.quiet()
        assert passes(stage, game) == 1
        # The answer still says what happened, and nobody else got one.
        assert "Accepted: `pass`" in said.text
        assert said.followups == []


async def test_an_interaction_that_is_delivered_again_when_nobody_knows_of_it_is_not_played(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        users = {"ann": ann, "bob": bob}
        turn = await stage.turn(game)
        who: Any = SimpleNamespace(id=int(users[turn].id), display_name=turn, name=turn)
        id = stage.world.snowflake()
        first = await stage.door.submit(id, who, "pass", game)
        assert first.status == "taken"
        other = users[await stage.turn(game)]
        await stage.people.slash(other, stage.thread(game), "order", text="pass")
        assert await stage.turn(game) == turn
        age = Age(what="receipts", before=int(time.time()) + 60)
        await stage.door.writer.run(lambda batch: aging.forget(batch.store, age, (), 1_000))
        again = await stage.door.submit(id, who, "pass", game)
        await stage.quiet()
        assert again.refusal is not None
        assert again.refusal.code == "too-old"
        assert passes(stage, game) == 2


async def test_delivered_twice_at_once_is_one_order(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        user = {"ann": ann, "bob": bob}[await stage.turn(game)]
        dispatch = stage.discord.gateway.dispatch

        async def twice(event: str, *rest: object) -> None:
            await dispatch(event, *rest)  # type: ignore[arg-type]  # what was given goes on as it is
            if event == "INTERACTION_CREATE":
                await dispatch(event, *rest)  # type: ignore[arg-type]  # the same

        stage.discord.gateway.dispatch = twice  # type: ignore[method-assign,assignment]  # a Discord that repeats itself
        said = await stage.people.slash(user, stage.thread(game), "order", text="pass")
        await stage.quiet()
        assert "Accepted: `pass`" in said.text
        assert passes(stage, game) == 1


async def test_presses_that_arrive_out_of_order_are_each_played_once(tmp_path: Path) -> None:
    """The second press of the same button overtakes the first: one is taken, the
    other is told that it is too late.
    """
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        for user in (ann, bob):
            await stage.wishes(user, "private")
        game = await stage.game(ann, [bob])
        user = {"ann": ann, "bob": bob}[await stage.turn(game)]
        prompt = stage.direct(user)[-1]
        both = await asyncio.gather(*(stage.people.click(user, prompt, "pass") for _ in range(2)))
        await stage.quiet()
        texts = sorted("Accepted: `pass`" in said.text for said in both)
        assert texts == [False, True]
        assert passes(stage, game) == 1


async def test_an_interaction_that_is_four_seconds_old_does_nothing(tmp_path: Path) -> None:
    """Discord has told the person already that we did not respond: so it must not have happened."""
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        user = {"ann": ann, "bob": bob}[await stage.turn(game)]
        dispatch = stage.discord.gateway.dispatch

        async def late(event: str, *rest: object) -> None:
            stage.discord.skew += 4 if event == "INTERACTION_CREATE" else 0
            await dispatch(event, *rest)  # type: ignore[arg-type]  # what was given goes on as it is

        stage.discord.gateway.dispatch = late  # type: ignore[method-assign,assignment]  # a slow Discord
        said = await stage.people.slash(user, stage.thread(game), "order", text="pass", wait=0.4)
        assert said.response == 0
        await stage.quiet()
        assert passes(stage, game) == 0
        stage.discord.gateway.dispatch = dispatch  # type: ignore[method-assign]  # as it was
        again = await stage.people.slash(user, stage.thread(game), "order", text="pass")
        assert "Accepted: `pass`" in again.text


async def test_an_answer_that_takes_longer_than_fifteen_minutes_comes_directly(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        user = {"ann": ann, "bob": bob}[await stage.turn(game)]

        def hours(request: object) -> None:
            if str(getattr(request, "path", "")).endswith("/callback"):
                stage.discord.skew += 901

        stage.discord.watch = hours
        before = len(stage.direct(user))
        await stage.people.slash(user, stage.thread(game), "order", text="pass", wait=0.5)
        stage.discord.watch = None
        await stage.quiet()
        assert passes(stage, game) == 1
        assert any("Accepted: `pass`" in message.text for message in stage.direct(user)[before:])


@pytest.mark.parametrize("status", [500, 502])
async def test_a_message_whose_answer_was_lost_is_posted_once(tmp_path: Path, status: int) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        user = {"ann": ann, "bob": bob}[await stage.turn(game)]
        thread = stage.thread(game)
        stage.discord.fail("POST", f"/channels/{thread.id}/messages$", status=status, after=True)
        await stage.people.slash(user, thread, "order", text="pass")
        await stage.quiet()
        assert passes(stage, game) == 1


def forget_the_last(batch: Batch) -> None:
    db = sqlite(batch.store).db
    db.execute("update cursor set upto = upto - 1 where game != ''")
    db.execute("insert or ignore into untold select door, game from cursor where game != ''")


@pytest.mark.parametrize("away", ["a moment", "an hour"])
async def test_a_crash_between_posting_and_noting_it_posts_once(tmp_path: Path, away: str) -> None:
    """For some minutes Discord knows the nonces; after that the channels are read back."""
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        user = {"ann": ann, "bob": bob}[await stage.turn(game)]
        store = stage.door.writer.referee.store
        await stage.people.slash(user, stage.thread(game), "order", text="pass")
        await stage.quiet()
        # What the process knew about what it had sent is lost.
        await stage.door.writer.run(forget_the_last)
        assert store.behind("discord") != []
        before = len(stage.world.messages)
        await stage.stop()
        if away == "an hour":
            stage.discord.rest.nonces.clear()
        await stage.start()
        await stage.quiet()
        assert passes(stage, game) == 1
        assert len(stage.world.messages) == before


async def test_what_happened_while_discord_was_away_is_told_afterwards(tmp_path: Path) -> None:
    """A tick with nobody connected: the message waits, and comes with the next start."""
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        seat = await stage.turn(game)
        user = {"ann": ann, "bob": bob}[seat]
        stage.discord.fail("POST", r"/channels/\d+/messages$", code=50001, times=50)
        await stage.people.slash(user, stage.thread(game), "order", text="pass")
        await until(lambda: stage.discord.faults[0].times < 50)
        await stage.stop()
        stage.discord.faults.clear()
        assert passes(stage, game) == 0
        await stage.start()
        await stage.quiet()
        assert passes(stage, game) == 1


async def test_what_is_said_twice_is_told_twice_after_an_outage(tmp_path: Path) -> None:
    """The same words one after the other: the first had arrived when the program
    was killed, the second had not.
    """
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        thread = stage.thread(game)
        await stage.people.slash(ann, thread, "say", to="*", words="Hello?")
        await stage.quiet()
        store = stage.door.writer.referee.store
        noted = {k: v for k, v in store.notes("discord").items() if k.startswith("sent/")}
        await stage.people.slash(ann, thread, "say", to="*", words="Hello?")
        await stage.quiet()
        await stage.door.writer.run(forget_the_last)
        await stage.door.writer.run(lambda batch: batch.store.put_notes("discord", noted))
        await stage.stop()
        stage.discord.rest.nonces.clear()
        last = [message for message in stage.in_channel(thread) if "Hello?" in message.text][-1]
        del stage.world.messages[last.id]
        await stage.start()
        await stage.quiet()
        assert sum("Hello?" in message.text for message in stage.in_channel(thread)) == 2


async def test_a_message_whose_answer_was_lost_an_hour_ago_is_posted_once(tmp_path: Path) -> None:
    clock = HandClock(1_800_000_000)
    async with staged(tmp_path, clock) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        thread = stage.thread(game)
        stage.discord.fail("POST", f"/channels/{thread.id}/messages$", status=400, after=True)
        await stage.people.slash(ann, thread, "say", to="*", words="Hello?")
        await until(lambda: stage.discord.faults[0].times == 0)
        stage.discord.rest.nonces.clear()
        await asyncio.sleep(0.1)
        clock.advance(3600)
        await stage.quiet()
        assert sum("Hello?" in message.text for message in stage.in_channel(thread)) == 1


async def test_a_rate_limit_is_waited_for(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        stage.limited = True
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        thread = stage.thread(game)
        headers = {"Retry-After": "0.2", "X-RateLimit-Scope": "user"}
        stage.discord.fail("POST", f"/channels/{thread.id}/messages$", status=429, headers=headers)
        user = {"ann": ann, "bob": bob}[await stage.turn(game)]
        await stage.people.slash(user, thread, "order", text="pass")
        await stage.quiet()
        assert passes(stage, game) == 1


async def test_a_long_rate_limit_is_not_asked_again_before_its_end(tmp_path: Path) -> None:
    """The library waits for half a minute at the most."""
    clock = HandClock(1_800_000_000)
    async with staged(tmp_path, clock) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        await stage.quiet()
        thread, stage.limited = stage.thread(game), True
        stage.discord.fail(
            "POST",
            f"/channels/{thread.id}/messages$",
            status=429,
            times=50,
            headers={"Retry-After": "90", "X-RateLimit-Scope": "user"},
        )
        user = {"ann": ann, "bob": bob}[await stage.turn(game)]
        await stage.people.slash(user, thread, "order", text="pass")
        dispatcher = stage.door.writer.dispatcher
        # Whatever is refused only after the clock has gone on waits from then.
        await until(lambda: dispatcher.held and not (dispatcher.tasks or stage.discord.busy))
        assert set(dispatcher.held.values()) == {clock.now() + 90}
        stage.discord.faults.clear()
        clock.advance(90)
        await stage.quiet()
        assert passes(stage, game) == 1


async def test_what_waited_is_told_as_soon_as_there_is_a_connection_again(tmp_path: Path) -> None:
    """Not when the wait is over that an hour without Discord has made long."""
    clock = HandClock(1_800_000_000)
    async with staged(tmp_path, clock) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        thread = stage.thread(game)
        stage.discord.fail("POST", f"/channels/{thread.id}/messages$", status=503, times=50)
        user = {"ann": ann, "bob": bob}[await stage.turn(game)]
        await stage.people.slash(user, thread, "order", text="pass")
        await until(lambda: bool(stage.door.writer.dispatcher.held))
        stage.discord.faults.clear()
        await stage.discord.gateway.drop(4000, op=9, forget=True)
        await until(lambda: passes(stage, game) == 1)


async def test_a_gateway_that_is_not_there_is_tried_again(tmp_path: Path) -> None:
    """The library gives up for good when the first connection fails; the supervisor does not."""
    async with staged(tmp_path) as stage:
        await stage.stop()
        stage.discord.fail("GET", "/gateway/bot", status=404, times=2)
        stage.discord.fail("GET", "/users/@me$", status=404, times=1)
        await stage.start()
        assert stage.ready
        assert [fault.times for fault in stage.discord.faults] == [0, 0]


async def test_a_fault_in_what_discord_sends_does_not_end_the_bot(tmp_path: Path) -> None:
    """An event that the library cannot read ends its connection for good;
    the supervisor makes another one.
    """
    async with staged(tmp_path) as stage:
        first = stage.door.connection.client
        await stage.discord.gateway.dispatch(
            "THREAD_CREATE", {"guild_id": stage.guild["id"], "nonsense": True}
        )
        await until(lambda: stage.ready and stage.door.connection.client is not first, 20)
        ann, bob = stage.user("ann"), stage.user("bob")
        assert await stage.game(ann, [bob])


async def test_a_token_that_discord_does_not_know_is_named(tmp_path: Path) -> None:
    async with staged(tmp_path):
        with pytest.raises(UserError, match=r"docs/discord\.md"):
            await app.run(DiscordDoor("wrong"), "wrong")


async def test_operators_are_told_directly(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann = stage.user("ann")
        for text in ("mail has been out of order for an hour", "mail is well again"):
            await stage.door.tell([str(ann.id)], text)
        assert [message.text for message in stage.direct(ann)] == [
            "mail has been out of order for an hour",
            "mail is well again",
        ]
