"""The connection to Discord: a client with its commands, and the supervisor
that begins again when it breaks.
"""

import asyncio
import logging
from hashlib import blake2b
from typing import Any

import aiohttp
import discord
import msgspec

from bot.discord import presses
from bot.discord.answer import DoorClient, Interaction
from bot.discord.commands.tree import Translator, Tree
from bot.discord.door import DiscordDoor
from engine.errors import UserError

log = logging.getLogger(__name__)

FIRST_WAIT, LONGEST_WAIT = 1.0, 300.0
"""Seconds before the connection is tried again, at first and at the
most; the wait doubles in between.
"""
CALM = 60.0
"""Seconds after which a connection counts as a good one, so that the next wait is a short one."""
RATE_PATIENCE = 30.0
"""Seconds that a request may have to wait for its turn; what would
wait longer is sent again later.
"""


class DiscordClient(DoorClient):
    """One connection. It has only rights that need no leave: no message
    of others, no lists of members.
    """

    def __init__(self, door: DiscordDoor, **options: Any):
        settled: dict[str, Any] = {
            "intents": discord.Intents(guilds=True, dm_messages=True),
            "allowed_mentions": discord.AllowedMentions.none(),
            "max_messages": None,
            "member_cache_flags": discord.MemberCacheFlags.none(),
            "chunk_guilds_at_startup": False,
            "max_ratelimit_timeout": RATE_PATIENCE,
        }
        super().__init__(**(settled | options))
        self.door = door
        self.tree = Tree(self)

    async def setup_hook(self) -> None:
        """Logged in, not yet connected."""
        await self.tree.set_translator(Translator())
        await self.sync()
        self.door.connection.begin(self)

    async def sync(self) -> None:
        """Tell Discord of our commands, if they are not those that it has."""
        translator = self.tree.translator
        assert translator is not None
        payload = [
            await one.get_translated_payload(self.tree, translator)
            for one in self.tree.get_commands()
        ]
        said = msgspec.json.encode([str(self.application_id), payload], order="deterministic")
        digest = blake2b(said, digest_size=16).hexdigest()
        if digest != self.door.memory.tree:
            await self.tree.sync()
            await self.door.memory.set_tree(digest)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Presses and forms; commands are the tree's."""
        if interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            await presses.pressed(interaction)

    async def on_message(self, message: discord.Message) -> None:
        """An order that somebody writes to us directly."""
        if message.guild is None and not message.author.bot and message.content:
            await presses.written(self.door, message)

    async def on_ready(self) -> None:
        """Whatever has happened since the last connection is shown."""
        for place in self.door.memory.running():
            self.door.show.soon(place.game)


async def run(door: DiscordDoor, token: str, **options: Any) -> None:
    """Be connected, for ever. A connection that ends, for whatever reason, is
    followed by another one after a while.

    Raises ``UserError`` if Discord does not accept the token or the
    intents: trying again would not help.
    """
    loop = asyncio.get_running_loop()
    wait = FIRST_WAIT
    while True:
        client = DiscordClient(door, **options)
        begun = loop.time()
        try:
            await client.start(token)
            log.warning("the connection to Discord has ended")
        except discord.LoginFailure as error:
            raise UserError(
                f"Discord does not accept the bot token ({error}); see docs/discord.md"
            ) from error
        except discord.PrivilegedIntentsRequired as error:
            raise UserError(
                f"Discord refuses the intents of the bot ({error}); see docs/discord.md"
            ) from error
        except (discord.DiscordException, aiohttp.ClientError, OSError, TimeoutError) as error:
            log.warning("the connection to Discord has ended: %r", error)
        except Exception:
            log.exception("the connection to Discord has ended by a fault")
        finally:
            door.connection.end()
            await asyncio.shield(client.close())
        if loop.time() - begun > CALM:
            wait = FIRST_WAIT
        await asyncio.sleep(wait)
        wait = min(2 * wait, LONGEST_WAIT)
