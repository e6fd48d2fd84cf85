"""Makes the threads of games: in text channels, as posts of forums, and private ones."""

from collections.abc import Sequence
from typing import Literal

import discord

from bot.discord import words
from bot.discord.connection import GAME_RIGHTS, DiscordConnection, mentioning
from bot.discord.limits import THREAD_NAME, clipped
from bot.discord.post import Post, card_of, files_of

Home = discord.TextChannel | discord.ForumChannel
"""Channels that have threads of games."""
DAYS: Literal[10080] = 10080
"""Minutes of silence after which Discord hides a thread; the longest it offers."""
TYPES = discord.ChannelType


def thread_name(language: str, kind: str, game: str) -> str:
    return clipped(
        words.words(language).say("discord-thread-name", kind=kind, game=game), THREAD_NAME
    )


def rights_for(channel: object, *, private: bool) -> discord.Permissions:
    needed = discord.Permissions(GAME_RIGHTS.value)
    public = not (private or isinstance(channel, discord.ForumChannel))
    needed.update(create_public_threads=public, create_private_threads=private)
    return needed


def private_allowed(channel: object) -> bool:
    return isinstance(channel, discord.TextChannel) and not channel.is_news()


async def posted(
    connection: DiscordConnection,
    channel: Home,
    name: str,
    opening: Post,
    mark: str,
    roles: Sequence[int] = (),
) -> tuple[int, int]:
    if isinstance(channel, discord.ForumChannel):
        made = await channel.create_thread(
            name=name,
            auto_archive_duration=DAYS,
            view=card_of(opening),
            files=files_of(opening),
            applied_tags=tags_of(channel, name),
            allowed_mentions=mentioning((), roles),
        )
        return made.thread.id, made.message.id
    sent = await connection.post(channel.id, opening, mark, roles=roles)
    post = channel.get_partial_message(sent.id)
    thread = await post.create_thread(name=name, auto_archive_duration=DAYS)
    return thread.id, sent.id


def tags_of(channel: discord.ForumChannel, name: str) -> list[discord.ForumTag]:
    tags, begin = [*channel.available_tags], name.casefold()
    named = [tag for tag in tags if begin.startswith(tag.name.casefold())]
    return (named or (tags if channel.flags.require_tag else []))[:1]


async def bare(channel: discord.TextChannel, name: str, *, private: bool) -> int:
    public = TYPES.news_thread if channel.is_news() else TYPES.public_thread
    thread = await channel.create_thread(
        name=name,
        type=TYPES.private_thread if private else public,
        auto_archive_duration=DAYS,
        invitable=not private,
    )
    return thread.id
