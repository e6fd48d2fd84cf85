"""What comes twice, late, out of order or not at all: one order at most, always
an honest answer, nothing lost.
"""

import asyncio
from typing import Any

import discord
import pytest

from bot.discord import app
from bot.discord.door import DiscordDoor
from engine.errors import UserError
from engine.referee.batch import Batch
from engine.referee.clock import HandClock
from tests.discord.stage import Duel, Stage, until
from tests.tables import sqlite


def fail_posts(duel: Duel, **how: Any) -> None:
    duel.stage.discord.fail("POST", f"/channels/{duel.thread.id}/messages$", **how)


async def say_hello(duel: Duel) -> None:
    await duel.slash(duel.ann, "say", to="*", words="Hello?")


def dispatch_otherwise(stage: Stage, *, times: int = 1, late: float = 0.0) -> Any:
    """Let Discord deliver interactions so often, and so late. Return what it did before."""
    dispatch = stage.discord.gateway.dispatch

    async def otherwise(event: str, *rest: Any) -> None:
        is_interaction = event == "INTERACTION_CREATE"
        stage.discord.skew += late if is_interaction else 0
        for _ in range(times if is_interaction else 1):
            await dispatch(event, *rest)

    stage.discord.gateway.dispatch = otherwise  # type: ignore[method-assign,assignment]  # an odd Discord
    return dispatch


async def test_an_interaction_delivered_twice_is_one_order(stage: Stage) -> None:
    """At once, and after it was answered."""
    duel = await stage.duel()
    dispatch_otherwise(stage, times=2)
    said = await duel.order()
    await stage.people.deliver(said)
    await stage.quiet()
    assert duel.told("passed") == 1
    # The answer still says what happened, and nobody else got one.
    assert "Accepted: `pass`" in said.text
    assert said.followups == []


async def test_presses_that_arrive_out_of_order_are_each_played_once(stage: Stage) -> None:
    ann, bob = stage.user("ann"), stage.user("bob")
    for user in (ann, bob):
        await stage.wishes(user, "private")
    duel = await stage.duel(ann=ann, bob=bob)
    user = await duel.asked()
    prompt = stage.direct(user)[-1]
    both = await asyncio.gather(*(stage.people.click(user, prompt, "pass") for _ in range(2)))
    await stage.quiet()
    assert sorted("Accepted: `pass`" in said.text for said in both) == [False, True]
    assert duel.told("passed") == 1


async def test_an_interaction_that_is_four_seconds_old_does_nothing(stage: Stage) -> None:
    """Discord has told the person already that we did not respond: so it must not have happened."""
    duel = await stage.duel()
    dispatch = dispatch_otherwise(stage, late=4)
    said = await duel.order(wait=0.4)
    assert said.response == 0
    assert duel.told("passed") == 0
    stage.discord.gateway.dispatch = dispatch  # type: ignore[method-assign]  # as it was
    assert "Accepted: `pass`" in (await duel.order()).text


async def test_an_answer_that_takes_longer_than_fifteen_minutes_comes_directly(
    stage: Stage,
) -> None:
    duel = await stage.duel()
    user = await duel.asked()

    def hours(request: object) -> None:
        if str(getattr(request, "path", "")).endswith("/callback"):
            stage.discord.skew += 901

    stage.discord.watch = hours
    before = len(stage.direct(user))
    await duel.order(wait=0.5)
    assert duel.told("passed") == 1
    assert any("Accepted: `pass`" in message.text for message in stage.direct(user)[before:])


async def test_a_message_whose_answer_was_lost_an_hour_ago_is_posted_once(
    stage: Stage, clock: HandClock
) -> None:
    duel = await stage.duel()
    fail_posts(duel, status=400, after=True)
    await say_hello(duel)
    await until(lambda: stage.discord.faults[0].times == 0)
    stage.discord.rest.nonces.clear()
    await asyncio.sleep(0.1)
    clock.advance(3600)
    await stage.quiet()
    assert duel.told("Hello?") == 1


def forget_the_last(batch: Batch) -> None:
    db = sqlite(batch.store).db
    db.execute("update cursor set upto = upto - 1 where game != ''")
    db.execute("insert or ignore into untold select door, game from cursor where game != ''")


@pytest.mark.parametrize("away", ["a moment", "an hour"])
async def test_a_crash_between_posting_and_noting_it_posts_once(stage: Stage, away: str) -> None:
    """For some minutes Discord knows the nonces; after that the channels are read back."""
    duel = await stage.duel()
    await duel.order()
    # What the process knew about what it had sent is lost.
    await stage.door.writer.run(forget_the_last)
    assert stage.door.writer.referee.store.behind("discord") != []
    before = len(stage.world.messages)
    await stage.stop()
    if away == "an hour":
        stage.discord.rest.nonces.clear()
    await stage.start()
    await stage.quiet()
    assert duel.told("passed") == 1
    assert len(stage.world.messages) == before


async def test_what_happened_while_discord_was_away_is_told_afterwards(stage: Stage) -> None:
    """A tick with nobody connected: the message waits, and comes with the next start."""
    duel = await stage.duel()
    stage.discord.fail("POST", r"/channels/\d+/messages$", code=50001, times=50)
    await duel.slash(await duel.asked(), "order", text="pass")
    await until(lambda: stage.discord.faults[0].times < 50)
    await stage.stop()
    stage.discord.faults.clear()
    assert duel.told("passed") == 0
    await stage.start()
    await stage.quiet()
    assert duel.told("passed") == 1


async def test_what_is_said_twice_is_told_twice_after_an_outage(stage: Stage) -> None:
    """The same words one after the other: the first had arrived when the program
    was killed, the second had not.
    """
    duel = await stage.duel()
    await say_hello(duel)
    await stage.quiet()
    store = stage.door.writer.referee.store
    noted = {k: v for k, v in store.notes("discord").items() if k.startswith("sent/")}
    await say_hello(duel)
    await stage.quiet()
    await stage.door.writer.run(forget_the_last)
    await stage.door.writer.run(lambda batch: batch.store.put_notes("discord", noted))
    await stage.stop()
    stage.discord.rest.nonces.clear()
    last = [message for message in duel.posts if "Hello?" in message.text][-1]
    del stage.world.messages[last.id]
    await stage.start()
    await stage.quiet()
    assert duel.told("Hello?") == 2


async def test_a_long_rate_limit_is_not_asked_again_before_its_end(
    stage: Stage, clock: HandClock
) -> None:
    """The library waits for half a minute at the most."""
    stage.limited = True
    duel = await stage.duel()
    headers = {"Retry-After": "90", "X-RateLimit-Scope": "user"}
    fail_posts(duel, status=429, times=50, headers=headers)
    await duel.slash(await duel.asked(), "order", text="pass")
    dispatcher = stage.door.writer.dispatcher
    # Whatever is refused only after the clock has gone on waits from then.
    await until(lambda: dispatcher.held and not (dispatcher.tasks or stage.discord.busy))
    assert set(dispatcher.held.values()) == {clock.now() + 90}
    stage.discord.faults.clear()
    clock.advance(90)
    await stage.quiet()
    assert duel.told("passed") == 1


async def test_a_gateway_that_is_not_there_is_tried_again(stage: Stage) -> None:
    """The library gives up for good when the first connection fails; the supervisor does not."""
    await stage.stop()
    stage.discord.fail("GET", "/gateway/bot", status=404, times=2)
    stage.discord.fail("GET", "/users/@me$", status=404, times=1)
    await stage.start()
    assert stage.ready
    assert [fault.times for fault in stage.discord.faults] == [0, 0]


async def test_a_fault_in_what_discord_sends_does_not_end_the_bot(stage: Stage) -> None:
    """An event that the library cannot read ends its connection for good;
    the supervisor makes another one.
    """
    first = stage.door.connection.client
    await stage.discord.gateway.dispatch(
        "THREAD_CREATE", {"guild_id": stage.guild["id"], "nonsense": True}
    )
    await until(lambda: stage.ready and stage.door.connection.client is not first, 20)
    await stage.duel()


async def test_a_token_that_discord_does_not_know_is_named(stage: Stage) -> None:
    with pytest.raises(UserError, match=r"docs/discord\.md"):
        await app.run(DiscordDoor("wrong"), "wrong")


async def test_operators_are_told_directly(stage: Stage) -> None:
    ann = stage.user("ann")
    texts = ["mail has been out of order for an hour", "mail is well again"]
    for text in texts:
        await stage.door.tell([ann.id], text)
    assert [message.text for message in stage.direct(ann)] == texts


@pytest.mark.parametrize(
    "cut",
    [
        pytest.param({"code": 1006}, id="the wire is cut"),
        pytest.param({"code": 4000}, id="closed with 4000"),
        pytest.param({"code": 1000}, id="closed with 1000"),
        pytest.param({"op": 7}, id="asked to reconnect"),
    ],
)
async def test_an_order_given_while_the_wire_was_down_is_played_once(
    stage: Stage, cut: dict[str, int]
) -> None:
    duel = await stage.duel()
    resumed, asked = stage.discord.gateway.resumed, await duel.asked()
    await stage.discord.gateway.drop(**cut)  # type: ignore[arg-type]  # one of the faults above
    # Time stands still for Discord, so that the reconnection is never too late to acknowledge.
    stage.discord.frozen = stage.discord.now()
    said = await duel.slash(asked, "order", text="pass", wait=20)
    stage.discord.frozen = None
    assert "Accepted: `pass`" in said.text
    assert stage.discord.gateway.resumed == resumed + 1
    assert await duel.asked() is not asked
    await stage.quiet()
    assert duel.told("passed") == 1


async def test_a_session_that_discord_has_forgotten_is_begun_anew(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The library waits for five seconds before a session of its own is begun again; not here."""

    async def at_once(*_: object, **__: object) -> None:
        return

    monkeypatch.setattr(discord.Client, "before_identify_hook", at_once)
    duel = await stage.duel()
    identified = stage.discord.gateway.identified
    await stage.discord.gateway.drop(4000, forget=True)
    await until(lambda: stage.discord.gateway.identified > identified, 30)
    await until(lambda: stage.ready)
    assert "Accepted: `pass`" in (await duel.order()).text


async def test_an_order_whose_answer_cannot_be_drawn_is_said_to_be_taken(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not that nothing has changed: the order stands."""

    def fails(*_: object, **__: object) -> None:
        raise MemoryError("no room for the picture")

    duel = await stage.duel()
    asked = await duel.asked()
    monkeypatch.setattr("bot.discord.panel.panel", fails)
    said = await duel.order()
    assert "Accepted: `pass`" in said.text
    assert "Please look at the board" in said.text
    assert await duel.asked() is not asked
