"""The Discord door as a service."""

from collections.abc import Mapping, Sequence
from typing import Any

from bot.discord import ends
from bot.discord.app import run
from bot.discord.door import DiscordDoor
from bot.service.supervisor import Service
from engine.referee.doors import Door
from engine.referee.writer import Writer


class DiscordService(Service):
    """The connection to Discord. ``options`` are the client's."""

    name = "Discord"

    def __init__(self, door: DiscordDoor, token: str, **options: Any):
        self.door, self.token, self.options = door, token, options

    @property
    def doors(self) -> Mapping[str, Door]:
        return {self.door.name: self.door}

    def opened(self, writer: Writer) -> None:
        self.door.opened(writer)

    async def run(self) -> None:
        await run(self.door, self.token, **self.options)

    def ails(self) -> str:
        if not self.door.connection.online.is_set():
            return "there is no connection"
        return ends.ails(self.door)

    async def tell(self, receivers: Sequence[str], _subject: str, lines: Sequence[str]) -> None:
        """Write something to operators, directly. Raises ``TryLater`` or ``Undeliverable``."""
        await self.door.tell(receivers, "\n".join(lines))

    async def last_call(self) -> None:
        await self.door.close()
