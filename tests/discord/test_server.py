"""Whether the server that plays Discord is Discord enough: each habit of the real one, met by
the library.
"""

import asyncio
from collections.abc import Awaitable
from typing import Any

import discord
import pytest

from tests.discord.server.world import (
    CREATE_THREADS,
    MANAGE_THREADS,
    PIN_MESSAGES,
    VOICE,
    Channel,
)
from tests.discord.stage import Stage, calls_all, until
from tests.kit.each import each


def client_of(stage: Stage) -> discord.Client:
    client = stage.door.connection.client
    assert client is not None
    return client


def there(stage: Stage, channel: Channel) -> discord.PartialMessageable:
    return client_of(stage).get_partial_messageable(int(channel.id))


async def thread_of(stage: Stage) -> tuple[discord.Thread, Channel]:
    parent = client_of(stage).get_channel(int(stage.lobby.id))
    assert isinstance(parent, discord.TextChannel)
    made = await parent.create_thread(name="a", type=discord.ChannelType.public_thread)
    return made, stage.world.channels[str(made.id)]


async def refused(doing: Awaitable[Any], code: int) -> None:
    with pytest.raises(discord.HTTPException) as caught:
        await doing
    assert caught.value.code == code


async def test_what_is_pinned_stands_in_the_channel_and_is_said_there(stage: Stage) -> None:
    sent = await there(stage, stage.lobby).send("one")
    await sent.pin()
    message = stage.world.messages[str(sent.id)]
    assert stage.discord.rest.places.pins(stage.lobby) == [message]
    assert [one.json["type"] for one in stage.in_channel(stage.lobby)] == [0, 6]
    await sent.unpin()
    assert stage.discord.rest.places.pins(stage.lobby) == []
    stage.world.bot.rights &= ~PIN_MESSAGES
    await refused(sent.pin(), 50013)


async def test_people_come_into_a_thread_when_they_are_added_or_named_aloud(stage: Stage) -> None:
    ann, bob, eve = stage.user("ann"), stage.user("bob"), stage.user("eve")
    thread, channel = await thread_of(stage)
    await thread.add_user(discord.Object(int(ann.id)))
    text = f"<@{bob.id}> and <@{eve.id}>"
    await thread.send(
        text, allowed_mentions=discord.AllowedMentions(users=[discord.Object(int(bob.id))])
    )
    assert channel.members == {stage.world.bot.id, ann.id, bob.id}
    await thread.remove_user(discord.Object(int(ann.id)))
    assert ann.id not in channel.members
    stranger = stage.world.user("stranger")
    await refused(thread.add_user(discord.Object(int(stranger.id))), 10007)
    stage.world.most_members = 2
    await refused(thread.add_user(discord.Object(int(eve.id))), 30033)


async def test_a_server_has_only_so_many_active_threads(stage: Stage) -> None:
    stage.world.most_threads = 1
    thread, channel = await thread_of(stage)
    await refused(thread_of(stage), 160006)
    await thread.edit(archived=True)
    assert channel.archived
    await thread_of(stage)
    stage.world.bot.rights &= ~CREATE_THREADS
    stage.world.most_threads = 9
    await refused(thread_of(stage), 50013)


async def test_an_old_message_takes_few_edits_and_a_new_one_many(stage: Stage) -> None:
    stage.limited = True
    stage.discord.old_edits = (2, 90.0)
    sent = await there(stage, stage.lobby).send("0")
    for n in range(5):
        await sent.edit(content=f"new {n}")
    stage.discord.skew += 3601
    for n in range(2):
        await sent.edit(content=f"old {n}")
    with pytest.raises(discord.RateLimited) as caught:
        await sent.edit(content="too much")
    assert 80 < caught.value.retry_after <= 90
    assert stage.discord.requests[-1].answer["code"] == 30046
    assert stage.world.messages[str(sent.id)].text == "old 1"
    stage.discord.skew += 91
    await sent.edit(content="late")


async def test_the_bot_reads_what_names_it_and_nothing_else_of_a_server(stage: Stage) -> None:
    ann = stage.user("ann")
    (session,) = stage.discord.gateway.sessions.values()
    session.intents |= 1 << 9
    bot = stage.world.bot
    for text in ("a secret", f"<@{bot.id}> hello"):
        await stage.people.write(ann, stage.lobby, text)
    heard = [data["content"] for _, event, data in session.log if event == "MESSAGE_CREATE"]
    assert heard == ["", f"<@{bot.id}> hello"]
    read = [m.content async for m in there(stage, stage.lobby).history()]
    assert read == [f"<@{bot.id}> hello", ""]


async def test_all_routes_share_fifty_requests_a_second_and_interactions_none_of_them(
    stage: Stage,
) -> None:
    stage.limited, stage.discord.limits["global"] = True, (3, 0.4)
    channels = [stage.world.channel(stage.guild, f"c{n}") for n in range(4)]
    await asyncio.gather(*(there(stage, channel).send("x") for channel in channels))
    answers = [one for one in stage.discord.requests if one.status == 429]
    assert answers
    assert all(one.answer["global"] for one in answers)
    assert [len(stage.in_channel(channel)) for channel in channels] == [1] * 4


async def test_a_server_with_a_voice_channel_is_a_server(stage: Stage) -> None:
    await stage.stop()
    voice = stage.world.channel(stage.guild, "talk", VOICE)
    await stage.start()
    found = client_of(stage).get_channel(int(voice.id))
    assert isinstance(found, discord.VoiceChannel)
    assert found.bitrate == 64000


async def test_a_locked_thread_is_for_those_who_may_manage_threads(stage: Stage) -> None:
    thread, channel = await thread_of(stage)
    await thread.edit(locked=True, archived=True)
    await thread.edit(archived=False)
    await thread.send("a moderator may")
    stage.world.bot.rights &= ~MANAGE_THREADS
    await refused(thread.send("x"), 160005)
    await refused(thread.edit(locked=False), 50013)
    channel.json["thread_metadata"]["archived"] = True
    await refused(thread.send("x"), 50083)
    await refused(thread.edit(archived=False), 50013)
    await refused(thread.delete(), 50013)


async def test_a_thread_that_is_put_away_takes_no_edits_until_something_is_written(
    stage: Stage,
) -> None:
    thread, channel = await thread_of(stage)
    sent = await thread.send("x")
    await thread.edit(archived=True)
    await refused(sent.edit(content="y"), 50083)
    await refused(thread.edit(name="b"), 50083)
    await thread.send("z")
    assert not channel.archived
    await sent.edit(content="y")


async def test_the_end_of_a_thread_a_channel_and_a_server_is_told_and_that_of_a_member_is_not(
    stage: Stage,
) -> None:
    (session,), places = stage.discord.gateway.sessions.values(), stage.discord.rest.places
    ann = stage.user("ann")
    thread, channel = await thread_of(stage)
    await places.vanish(channel)
    await refused(thread.send("x"), 10003)
    thread, channel = await thread_of(stage)
    await places.vanish(stage.lobby)
    await refused(thread.send("x"), 10003)
    direct = await client_of(stage).create_dm(discord.Object(int(ann.id)))
    await places.leave(ann, stage.guild)
    await refused(direct.send("x"), 50278)
    await places.outage(stage.guild)
    other = stage.world.channel(stage.guild, "other")
    await there(stage, other).send("x")
    await places.remove_bot(stage.guild)
    await refused(there(stage, other).send("x"), 50001)
    told = [event for _, event, _ in session.log]
    ends = [event for event in told if event.endswith(("_DELETE", "_REMOVE"))]
    assert ends == ["THREAD_DELETE", "CHANNEL_DELETE", "GUILD_DELETE", "GUILD_DELETE"]
    await until(lambda: client_of(stage).get_guild(int(stage.guild["id"])) is None)


async def test_a_message_of_components_has_limits_of_its_own(stage: Stage) -> None:
    def view(sections: int, text: str = "x") -> discord.ui.LayoutView:
        made = discord.ui.LayoutView()
        box: discord.ui.Container[Any] = discord.ui.Container()
        for n in range(sections):
            button: Any = discord.ui.Button(label="Join", custom_id=f"b{n}")
            texts = [discord.ui.TextDisplay[Any](text) for _ in range(2)]
            box.add_item(discord.ui.Section(*texts, accessory=button))
        made.add_item(box)
        made.stop()
        return made

    target = there(stage, stage.lobby)
    sent = await target.send(view=view(9))
    message = stage.world.messages[str(sent.id)]
    assert len(message.pressable) == 9
    assert message.text == "\n".join("x" * 18)
    await sent.edit(view=view(1))
    assert list(message.buttons) == ["Join"]
    await refused(sent.edit(content="text"), 50035)
    await refused(target.send(view=view(2, "x" * 1001)), 50035)


@each(
    "sent, loud",
    [
        ({"content": "@everyone"}, True),
        ({"type": 4, "data": {"content": "hello"}}, True),
        ({"content": "hello", "allowed_mentions": {"parse": ["everyone"]}}, True),
        ({"content": "hello", "allowed_mentions": {"parse": [], "roles": ["7"]}}, True),
        ({"content": "hello", "allowed_mentions": {"parse": [], "users": ["7"]}}, False),
        ({"type": 9, "data": {"title": "Orders", "components": []}}, False),
        ({"name": "a thread"}, False),
        ([{"name": "a command"}], False),
    ],
)
def test_a_post_that_would_notify_everybody_is_found(sent: Any, loud: bool) -> None:
    assert calls_all(sent) is loud
