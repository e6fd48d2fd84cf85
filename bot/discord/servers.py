"""The servers on which games are shown: what their moderators have settled, and games that are
being made there.
"""

from typing import Any

import msgspec
from msgspec import Struct

from bot.discord.channels import DOOR, Memory
from engine.referee.batch import Batch
from engine.referee.desk import lobby, recipients
from engine.referee.desk.request import No
from engine.referee.register import Contact
from engine.store.rows import AuditEntry
from engine.store.store import Store

REPORTS = 25
"""Reports of a server that are kept."""


class MemberReport(Struct, frozen=True, array_like=True):
    """A message that somebody thinks moderators should see: its link, who says so, and when."""

    link: str
    by: int
    at: int


class ServerSettings(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """What the moderators of a server have settled; what is empty is as usual. ``channels``: where
    games may be begun, ``makers``: the role of those who may, ``kinds``: which games, ``clock``
    and ``language`` of games that say none, ``most``: games of a person at once. ``open``: the
    channel of the post with the open games, and ``post`` that message.
    """

    channels: tuple[int, ...] = ()
    makers: int = 0
    kinds: tuple[str, ...] = ()
    clock: str = ""
    language: str = ""
    most: int = 0
    open: int = 0
    post: int = 0
    reports: tuple[MemberReport, ...] = ()


class GameInMaking(Struct, frozen=True):
    """A game that is being made in a channel since a second: nothing of it may stay if it comes to
    nothing.
    """

    channel: int
    at: int


def venue(guild: int) -> Contact:
    """Return how the referee names a server."""
    return DOOR, str(guild)


class Servers:
    """What is known of servers, in memory and in the store. ``here``: the games that this process
    is making.
    """

    def __init__(self, memory: Memory):
        self.memory = memory
        self.here = set[str]()
        self.settings: dict[int, ServerSettings] = {}
        self.making: dict[str, GameInMaking] = {}

    def read(self, store: Store) -> None:
        """Remember what was kept."""
        for name, value in store.notes(DOOR).items():
            what, _, which = name.partition("/")
            if what == "server":
                self.settings[int(which)] = msgspec.json.decode(value, type=ServerSettings)
            elif what == "making":
                self.making[which] = msgspec.json.decode(value, type=GameInMaking)

    def of(self, guild: int | None) -> ServerSettings:
        """Return what is settled for a server."""
        return self.settings.get(guild or 0, ServerSettings())

    async def change(self, guild: int, **changes: Any) -> None:
        """Settle something for a server."""
        settings = msgspec.structs.replace(self.of(guild), **changes)
        if settings != self.of(guild):
            self.settings[guild] = settings
            await self.memory.keep(f"server/{guild}", msgspec.json.encode(settings).decode())

    async def begin(self, game: str, making: GameInMaking) -> None:
        """Note that a game is being made."""
        self.making[game] = making
        self.here.add(game)
        await self.memory.keep(f"making/{game}", msgspec.json.encode(making).decode())

    async def end(self, game: str) -> None:
        """Note that it is made, or that nothing of it is left."""
        self.here.discard(game)
        if self.making.pop(game, None) is not None:
            await self.memory.keep(f"making/{game}", None)


def unwelcome(batch: Batch, guild: int, who: Contact) -> tuple[str, str]:
    """Return why somebody may begin no game on a server, with its number; nothing if they may."""
    try:
        recipients.welcome(batch, venue(guild), who)
        lobby.may_make(batch, who)
    except No as no:
        return f"refusal-{no.refusal.code}", no.refusal.word
    return "", ""


def ban(batch: Batch, guild: int, who: Contact, by: Contact, *, on: bool) -> list[str]:
    """Keep somebody out of the games of a server, or no longer; return those that they play in."""
    here = venue(guild)
    batch.register.ban(here, who, on=on)
    action, facts = "ban" if on else "ban lifted", {"who": list(who), "at": list(here)}
    batch.acts.append(AuditEntry.of(batch.now, "/".join(by), action, "", **facts))
    return recipients.playing(batch, here, who)
