"""The rights that a game needs at Discord, and which of them are missing in a channel."""

import discord

from bot.discord.connection import DiscordConnection
from renderers import Sentences

GAME = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""What the bot needs in a channel: see the page on setting it up for the reasons."""
POST = discord.Permissions(view_channel=True, send_messages=True)
"""What the post of open games needs."""
CARD = {"read_messages", "send_messages_in_threads", "attach_files"}
"""Rights without which no card can be shown."""
UNSEEN = ("read_messages",)
"""The one right that is named if the bot cannot see the channel: all others hang on it."""


def lacking(has: discord.Permissions, needed: discord.Permissions = GAME) -> tuple[str, ...]:
    """Return the names of the rights that are missing."""
    if not has.view_channel:
        return UNSEEN
    return tuple(name for name, on in needed if on and not getattr(has, name))


def in_channel(
    channel: discord.abc.GuildChannel, needed: discord.Permissions = GAME
) -> tuple[str, ...]:
    """Return the rights that the bot lacks in a channel, and so in its threads."""
    # Text channels add what Discord's program would hide: "may not write, so attaches no files".
    has = discord.abc.GuildChannel.permissions_for(channel, channel.guild.me)
    return lacking(has, needed)


def known(connection: DiscordConnection, channel: int) -> tuple[str, ...]:
    """Return the rights that the bot lacks there, as far as Discord has told; nothing if it has
    not.
    """
    if connection.client is None:
        return ()
    found = connection.client.get_channel(channel)
    return in_channel(found) if isinstance(found, discord.abc.GuildChannel) else ()


def named(said: Sentences, lacks: tuple[str, ...]) -> str:
    """Return rights as Discord's program calls them."""
    return said.listed([f"**{said.say('discord-right', right=one)}**" for one in lacks])
