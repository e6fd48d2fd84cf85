"""The connection to Discord: there, or not."""

import asyncio

import aiohttp
import discord

from bot.discord import limits
from bot.discord.post import Post, card_of, embeds_of, files_of, view_or_none

UNREACHABLE = (discord.DiscordException, aiohttp.ClientError, OSError)
"""What a request raises that Discord refuses or that does not reach it."""


class DiscordConnection:
    """``client`` is there while ``online`` is set. Methods raise what Discord says."""

    def __init__(self) -> None:
        self.client: discord.Client | None = None
        self.online = asyncio.Event()

    def begin(self, client: discord.Client) -> None:
        """Take up a connection: what waits can go out."""
        self.client = client
        self.online.set()

    def end(self) -> None:
        """Note that there is no connection any more."""
        self.online.clear()
        self.client = None

    @property
    def now(self) -> discord.Client:
        """Return the client of a connection that is there."""
        assert self.client is not None
        return self.client

    def channel(self, channel: int) -> discord.PartialMessageable:
        """Return a channel, without asking Discord whether it exists."""
        return self.now.get_partial_messageable(channel)

    def message(self, channel: int, message: int) -> discord.PartialMessage:
        """Return a message, without asking Discord whether it exists."""
        return self.channel(channel).get_partial_message(message)

    async def add_member(self, thread: int, user: int) -> None:
        """Show a thread among those of somebody."""
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
        """Send a message once: a repetition with the same mark is the same message to Discord.
        ``loud`` are the people whom it notifies, if ``quiet`` without a noise.
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
            # Links in what people write show no pages of others below.
            suppress_embeds=post.embed is None,
        )
