"""The connection to Discord, which may be lost."""

import asyncio
from collections.abc import Sequence
from hashlib import blake2b

import aiohttp
import discord
from msgspec import Struct

from bot.discord import limits
from bot.discord.post import Post, card_of, embeds_of, encode, files_of, view_or_none
from renderers import Sentences

UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, ARCHIVED = 10008, 10003, 50083
EDITED_TOO_OFTEN = 30046
"""Discord's code for an old message that was edited too often lately."""
UNREACHABLE = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Errors of requests that Discord refuses or never receives."""


class DiscordConnection:
    """A connection to Discord. ``client`` exists while ``online`` is set. Methods raise Discord's
    errors.
    """

    def __init__(self) -> None:
        self.client: discord.Client | None = None
        self.online = asyncio.Event()

    def begin(self, client: discord.Client) -> None:
        self.client = client
        self.online.set()

    def end(self) -> None:
        self.online.clear()
        self.client = None

    @property
    def now(self) -> discord.Client:
        assert self.client is not None
        return self.client

    def channel(self, channel: int) -> discord.PartialMessageable:
        return self.now.get_partial_messageable(channel)

    def message(self, channel: int, message: int) -> discord.PartialMessage:
        return self.channel(channel).get_partial_message(message)

    async def add_member(self, thread: int, user: int) -> None:
        await self.now.http.add_user_to_thread(thread, user)

    async def post(
        self,
        channel: int,
        post: Post,
        mark: str,
        *,
        loud: list[int] | None = None,
        quiet: bool = False,
    ) -> discord.Message:
        """Send a message once: Discord ignores a second one with the same mark. It mentions the
        people in ``loud``, without a notification if ``quiet``.
        """
        people = [discord.Object(user) for user in loud or ()]
        mentions = discord.AllowedMentions(
            everyone=False, roles=False, replied_user=False, users=people or False
        )
        if post.parts:
            return await self.channel(channel).send(
                view=card_of(post),
                files=files_of(post),
                nonce=mark[: limits.NONCE],
                allowed_mentions=mentions,
            )
        return await self.channel(channel).send(
            post.text,
            files=files_of(post),
            embeds=embeds_of(post),
            nonce=mark[: limits.NONCE],
            allowed_mentions=mentions,
            view=view_or_none(post),
            silent=quiet,
            # Don't preview links in people's texts.
            suppress_embeds=post.embed is None,
        )


def digest_of(post: Post) -> str:
    return blake2b(encode(post), digest_size=12).hexdigest()


FAR = 50
"""Number of messages that are searched for one that was sent."""


class LastSent(Struct, frozen=True, array_like=True):
    mark: str = ""
    message: int = 0


async def arrived(
    channel: discord.PartialMessageable, me: int, text: str, last: LastSent
) -> int | None:
    """Return the id of a message with this text after the last recorded one, or ``None``. Raises
    Discord's errors if the history can't be read.
    """
    after = discord.Object(last.message) if last.message else None
    async for message in channel.history(limit=FAR, after=after, oldest_first=False):
        if message.author.id == me and same(message.content, text):
            return message.id
    return None


def same(shown: str, text: str) -> bool:
    """Return whether a message has this text. Mentions may precede it, and Discord strips both
    ends.
    """
    return shown.strip() == text.strip() or shown.endswith("\n" + text.strip())


GAME_RIGHTS = discord.Permissions(
    view_channel=True,
    send_messages=True,
    create_public_threads=True,
    send_messages_in_threads=True,
    attach_files=True,
    read_message_history=True,
)
"""The rights that the bot needs in a channel; the setup page gives the reasons."""
POST_RIGHTS = discord.Permissions(view_channel=True, send_messages=True)
"""The rights for the post of open games."""
CARD_RIGHTS = {"read_messages", "send_messages_in_threads", "attach_files"}
"""Rights without which no card can be shown."""
UNSEEN = ("read_messages",)
"""The one right to name if the bot can't see the channel, since all others depend on it."""


def lacking(has: discord.Permissions, needed: discord.Permissions = GAME_RIGHTS) -> tuple[str, ...]:
    if not has.view_channel:
        return UNSEEN
    return tuple(name for name, on in needed if on and not getattr(has, name))


def rights_lacking_in(
    channel: discord.abc.GuildChannel, needed: discord.Permissions = GAME_RIGHTS
) -> tuple[str, ...]:
    # Text channels would add derived losses: without the right to write, none to attach files.
    has = discord.abc.GuildChannel.permissions_for(channel, channel.guild.me)
    return lacking(has, needed)


def rights_lacking(connection: DiscordConnection, channel: int) -> tuple[str, ...]:
    if connection.client is None:
        return ()
    found = connection.client.get_channel(channel)
    return rights_lacking_in(found) if isinstance(found, discord.abc.GuildChannel) else ()


def rights_named(said: Sentences, lacks: Sequence[str]) -> str:
    return said.listed([f"**{said.say('discord-right', right=one)}**" for one in lacks])
