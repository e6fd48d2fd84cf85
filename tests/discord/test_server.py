"""Whether the server that plays Discord is Discord enough: each habit of the real one, met by
the library.
"""

from collections.abc import Awaitable
from typing import Any

import discord
import pytest

from tests.discord.server.world import (
    MANAGE_THREADS,
    Channel,
)
from tests.discord.stage import Stage, calls_all
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
