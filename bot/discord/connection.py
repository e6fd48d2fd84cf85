"""The connection to Discord, which may be lost."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from hashlib import blake2b

import aiohttp
import discord
from msgspec import Struct

from bot.discord import limits
from bot.discord.post import Post, card_of, embeds_of, encode, files_of, view_of
from renderers import Sentences

log = logging.getLogger(__name__)

UNKNOWN_MESSAGE, UNKNOWN_CHANNEL, ARCHIVED = 10008, 10003, 50083
EDITED_TOO_OFTEN = 30046
"""Discord's code for an old message that was edited too often lately."""
UNREACHABLE = (discord.DiscordException, aiohttp.ClientError, OSError)
"""Errors of requests that Discord refuses or never receives."""


REFUSED = (401, 403, 429)
"""HTTP statuses of invalid requests. After 10,000 in ten minutes, Discord bans the IP address."""
MOST, WITHIN = 2_000, 600.0
"""Number of invalid requests within a number of seconds after which the bot sends none."""
PAUSE, LONGEST_PAUSE = 60.0, 3600.0
"""First and longest pause, in seconds, after a refusal of the proxy. The pause doubles."""


class Braked(OSError):
    """A request was not sent, because Discord or its proxy refuses too many."""


class Brake:
    """Stops all requests for a while if too many have been refused."""

    most = MOST

    def __init__(self, now: Callable[[], float] = time.monotonic):
        self.now = now
        self.invalid = deque[float]()  # times of invalid requests
        self.until, self.refusals = 0.0, 0  # end of the pause; refusals of the proxy in a row

    @property
    def left(self) -> float:
        """The seconds for which no request is sent."""
        while self.invalid and self.invalid[0] <= self.now() - WITHIN:
            self.invalid.popleft()
        full = self.invalid[-self.most] + WITHIN if len(self.invalid) >= self.most else 0.0
        return max(0.0, full - self.now(), self.until - self.now())

    def answered(self, status: int, headers: Mapping[str, str]) -> None:
        if status not in REFUSED:
            self.refusals = 0
            return
        if headers.get("X-RateLimit-Scope") != "shared":
            self.invalid.append(self.now())
        if not headers.get("Content-Type", "").startswith("application/json"):
            wait = min(LONGEST_PAUSE, PAUSE * 2 ** min(self.refusals, 20))
            self.refusals += 1
            self.until = self.now() + max(wait, seconds_in(headers.get("Retry-After", "")))
        if self.left:
            log.error("Discord refuses requests (HTTP %s): none for %.0f s", status, self.left)

    def traced(self) -> aiohttp.TraceConfig:
        async def begin(*_: object) -> None:
            if self.left:
                raise Braked(f"no requests for {self.left:.0f} s, since Discord refuses too many")

        async def end(_: object, __: object, ended: aiohttp.TraceRequestEndParams) -> None:
            self.answered(ended.response.status, ended.response.headers)

        hooks = aiohttp.TraceConfig()
        hooks.on_request_start.append(begin)
        hooks.on_request_end.append(end)
        return hooks


def seconds_in(text: str) -> float:
    try:
        return float(text)
    except ValueError:
        return 0.0


class DiscordConnection:
    """A connection, whose ``client`` exists while ``online`` is set. Raises Discord's errors."""

    def __init__(self) -> None:
        self.client: discord.Client | None = None
        self.online = asyncio.Event()
        self.brake = Brake()

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

    async def remove_member(self, thread: int, user: int) -> None:
        await self.now.http.remove_user_from_thread(thread, user)

    async def post(
        self,
        channel: int,
        post: Post,
        mark: str,
        *,
        loud: Sequence[int] = (),
        roles: Sequence[int] = (),
        quiet: bool = False,
    ) -> discord.Message:
        """Send a message once: Discord ignores a second one with the same mark. It mentions the
        people in ``loud`` and these roles, without a notification if ``quiet``.
        """
        mentions = mentioning(loud, roles)
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
            view=view_of(post) or discord.utils.MISSING,
            silent=quiet,
            # Don't preview links in people's texts.
            suppress_embeds=post.embed is None,
        )


def mentioning(users: Sequence[int] = (), roles: Sequence[int] = ()) -> discord.AllowedMentions:
    people, groups = [discord.Object(one) for one in users], [discord.Object(one) for one in roles]
    return discord.AllowedMentions(
        everyone=False, roles=groups or False, replied_user=False, users=people or False
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
    """Return the id of a message with this text after the last recorded one, or ``None``."""
    after = discord.Object(last.message) if last.message else None
    async for message in channel.history(limit=FAR, after=after, oldest_first=False):
        if message.author.id == me and same(message.content, text):
            return message.id
    return None


def same(shown: str, text: str) -> bool:
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
INVITE_RIGHTS = GAME_RIGHTS | discord.Permissions(create_private_threads=True)
"""The rights that the invite link asks for; private games need the last one."""
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
    return lacking(rights_in(channel), needed)


def rights_in(channel: discord.abc.GuildChannel) -> discord.Permissions:
    """Return the bot's rights in a channel. The library's ``permissions_for`` also counts roles
    that were deleted, and rights that follow from others.
    """
    everyone, *roles = channel.guild.me.roles
    rights = everyone.permissions.value
    for role in roles:
        rights |= role.permissions.value
    if discord.Permissions(rights).administrator:
        return discord.Permissions.all()
    for targets in ([everyone], roles, [channel.guild.me]):
        pairs = [channel.overwrites_for(one).pair() for one in targets]
        for _, deny in pairs:
            rights &= ~deny.value
        for allow, _ in pairs:
            rights |= allow.value
    return discord.Permissions(rights)


def rights_lacking(connection: DiscordConnection, channel: int) -> tuple[str, ...]:
    if connection.client is None:
        return ()
    found = connection.client.get_channel(channel)
    return rights_lacking_in(found) if isinstance(found, discord.abc.GuildChannel) else ()


def rights_named(said: Sentences, lacks: Sequence[str]) -> str:
    return said.listed([f"**{said.say('discord-right', right=one)}**" for one in lacks])
