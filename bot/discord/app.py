"""The Discord client with its commands; ``run`` connects it once."""

import asyncio
import logging
from functools import partial
from hashlib import blake2b
from typing import Any

import discord
import msgspec

from bot.discord import answer, closing, new_games, presses
from bot.discord.answer import DoorClient, Interaction
from bot.discord.commands.tree import Translator, Tree
from bot.discord.connection import UNREACHABLE
from bot.discord.door import DiscordDoor
from engine.errors import TryLater, UserError

log = logging.getLogger(__name__)

RATE_PATIENCE = 30.0
"""Maximum seconds that a request may wait for the rate limit; after that it is retried later."""

PAYLOAD = list[dict[str, Any]]()
"""The cached result of :func:`payload`."""


async def payload(tree: Tree) -> list[dict[str, Any]]:
    """Return all commands in all languages, as Discord wants them; made once, for it is slow."""
    if not PAYLOAD:
        by = Translator()
        PAYLOAD[:] = [await one.get_translated_payload(tree, by) for one in tree.get_commands()]
    return PAYLOAD


class DiscordClient(DoorClient):
    def __init__(self, door: DiscordDoor, **options: Any):
        settled: dict[str, Any] = {
            "intents": discord.Intents(guilds=True, dm_messages=True),
            "allowed_mentions": discord.AllowedMentions.none(),
            "max_messages": None,
            "member_cache_flags": discord.MemberCacheFlags.none(),
            "chunk_guilds_at_startup": False,
            "max_ratelimit_timeout": RATE_PATIENCE,
            "http_trace": door.connection.brake.traced(),
        }
        super().__init__(**(settled | options))
        self.door = door
        self.tree = Tree(self)
        self.add_dynamic_items(*answer.PRESSES)
        door.refused = partial(closing.refused, door)
        door.works = partial(closing.works, door)
        door.unseen = partial(closing.unseen, door)
        door.show.refused = partial(closing.refused, door, card=False)
        door.show.works = partial(closing.works, door, card=False)

    async def setup_hook(self) -> None:
        await self.sync()
        self.door.connection.begin(self)

    async def sync(self) -> None:
        sent = await payload(self.tree)
        said = msgspec.json.encode([str(self.application_id), sent], order="deterministic")
        digest = blake2b(said, digest_size=16).hexdigest()
        if digest != self.door.memory.tree:
            assert self.application_id is not None, "known after the login"
            synced = await self.http.bulk_upsert_global_commands(self.application_id, payload=sent)
            numbers = {one["name"]: int(one["id"]) for one in synced}
            await self.door.memory.set_tree(digest, numbers)

    async def on_interaction(self, interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            await answer.submitted(interaction).on_submit(interaction)

    async def on_message(self, message: discord.Message) -> None:
        if message.guild is None and not message.author.bot and message.content:
            await presses.written(self.door, message)

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        await closing.thread_deleted(self.door, gone.thread_id)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        await closing.channel_deleted(self.door, channel.id)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        await closing.server_left(self.door, guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        await closing.server_back(self.door, guild.id)

    async def on_guild_role_update(self, _: discord.Role, role: discord.Role) -> None:
        await closing.rights_changed(self.door, role.guild.id)

    async def on_guild_role_delete(self, role: discord.Role) -> None:
        await closing.rights_changed(self.door, role.guild.id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        await closing.rights_changed(self.door, channel.guild.id)

    async def on_thread_update(self, _: discord.Thread, thread: discord.Thread) -> None:
        if not (thread.locked or thread.archived):
            await closing.rights_changed(self.door, thread.guild.id)

    async def on_member_update(self, _: discord.Member, member: discord.Member) -> None:
        """Retry in closed places after our own roles have changed."""
        if member.id == self.application_id or member == member.guild.me:
            await closing.rights_changed(self.door, member.guild.id)

    async def on_ready(self) -> None:
        """Catch up with everything that happened since the last connection."""
        self.door.writer.dispatcher.door_is_back(self.door.name)
        await new_games.cleared(self.door)
        here = {guild.id for guild in self.guilds}
        for guild in {
            place.guild for place in self.door.memory.running() if place.lost in ("", "closed")
        }:
            if guild not in here:
                await closing.server_left(self.door, guild)
        for guild in here:
            await closing.server_back(self.door, guild)
            self.door.club.start(guild)
            await closing.rights_changed(self.door, guild)
        for place in self.door.memory.running():
            self.door.show.soon(place.game)
        self.door.show.look()
        self.door.call_owed()
        await closing.look_for_members(self.door)


async def run(door: DiscordDoor, token: str, **options: Any) -> None:
    """Stay connected until the connection ends for any reason. Raises ``UserError`` if Discord
    refuses the token or the intents, so that a retry can't help, and ``TryLater`` if it can.
    """
    client = DiscordClient(door, **options)
    try:
        await client.start(token)
    except (discord.LoginFailure, discord.PrivilegedIntentsRequired) as error:
        token_fails = isinstance(error, discord.LoginFailure)
        what = "does not accept the bot token" if token_fails else "refuses the intents of the bot"
        said = f"Discord {what} ({error}); run `meanwhile doctor`, and see docs/discord.md"
        raise UserError(said) from error
    except (*UNREACHABLE, TimeoutError) as error:
        raise TryLater(str(error) or repr(error)) from error
    finally:
        door.connection.end()
        await asyncio.shield(client.close())
