"""How a door is served: what its entry point in the group ``meanwhile.doors`` names.

::

    class BoxEntry(DoorEntry):
        name, title, needs = "box", "files", "`folder` under [doors.box] for a folder of files"
        settings = BoxSettings      # a msgspec.Struct, filled from [doors.box]

        def service(self, config, settings, db):
            return BoxService(settings.folder, config.language)

    ENTRY = BoxEntry()              # [project.entry-points."meanwhile.doors"] box = "box:ENTRY"
"""

import os
import re
from collections.abc import Awaitable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Protocol, cast, runtime_checkable

import msgspec
from msgspec import Struct

from bot.config import Config, unknown_keys
from bot.discord import closing
from bot.discord.app import run
from bot.discord.door import DiscordDoor
from bot.service.supervisor import Service
from engine.errors import UserError, error_text
from engine.plaintext import clean_name
from engine.referee import accounts, contacts
from engine.referee.doors import Door
from engine.referee.writer import Writer
from engine.store.notes import Aging

TOKEN = "MEANWHILE_DISCORD_TOKEN"
"""The environment variable that overrides the setting."""


class NoSettings(Struct, frozen=True):
    """The settings of a door without any."""


class DoorEntry(contacts.DoorNames):
    """A door as the program finds it."""

    name = ""
    title = ""  # name for people
    needs = ""  # the settings without which it isn't served
    settings: type[Struct] = NoSettings  # type of its settings table

    @property
    def aging(self) -> Aging:
        """The door's notes that are removed by age."""
        return ()

    def told(self, config: Config) -> Any:
        """Return the settings of this door from ``[doors.NAME]``, or ``None`` if it is not served.
        Raises ``UserError`` if a setting is invalid.
        """
        table = config.doors.get(self.name)
        return None if table is None else settings_of(self.name, table, self.settings)

    def secrets(self, config: Config) -> Iterator[str]:
        """Yield the secret settings of the door; an empty string for each that is not set."""
        yield from ()

    def service(self, config: Config, settings: Any, db: Path) -> Service:
        """Return the service that runs this door. Raises ``UserError`` if a setting is invalid."""
        raise NotImplementedError  # each door has its own


@runtime_checkable
class Tells(Protocol):
    """A service that can also write to operators."""

    def tell(
        self, receivers: Sequence[str], subject: str, lines: Sequence[str], /
    ) -> Awaitable[None]:
        """Write to operators. Raises ``TryLater`` or ``Undeliverable``."""


def settings_of(name: str, table: dict[str, Any], kind: type[Struct]) -> Any:
    """Return a table of settings as the door's type."""
    for key, known in unknown_keys(table, kind):
        near = get_close_matches(key, known, 1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise UserError(
            f"[doors.{name}]: there is no setting {key!r};"
            f" {hint}there are: {', '.join(known) or 'none'}"
        )
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise UserError(f"[doors.{name}]: {error_text(error)}") from error


def entries(config: Config) -> list[DoorEntry]:
    """Return the built-in doors and those in the settings. Raises ``UserError`` if a door isn't
    installed, can't be loaded, or is configured in the wrong table.
    """
    points = contacts.installed()
    own = [point.name for point in contacts.OWN]
    found = list[DoorEntry]()
    for name in dict.fromkeys([*own, *config.doors]):
        if name in own and name in config.doors:
            raise UserError(f"[doors.{name}]: put the settings of {name} under [{name}]")
        if name not in points:
            there = ", ".join(other for other in points if other not in own)
            raise UserError(
                f"[doors.{name}]: nothing of that name is installed; there is: {there or 'nothing'}"
            )
        try:
            found.append(cast(DoorEntry, contacts.loaded(points[name])))
        except Exception as error:
            raise UserError(
                f"[doors.{name}]: {points[name].value} cannot be loaded: {error!r}"
            ) from error
    return found


class DiscordEntry(DoorEntry):
    """Discord. A person's name is a number, and ``<@NUMBER>`` is a mention."""

    name, title = "discord", "Discord"
    needs = (
        f"set {TOKEN} in the environment, or `token` under [discord] in config.toml, for Discord"
        " (docs/discord.md)"
    )
    mention = re.compile(r"<@!?([0-9]{1,20})>")

    def sender(self, text: str) -> str | None:
        found = self.mention.fullmatch(text)
        return found and found[1]

    def display_name(self, sender: str) -> str:
        return f"<@{sender}>"

    def told(self, config: Config) -> Any:
        return found_token(config) or None

    def secrets(self, config: Config) -> Iterator[str]:
        yield config.discord.token

    def service(self, config: Config, settings: Any, db: Path) -> Service:
        # Import it only if Discord is served, since discord.py loads slowly.
        from bot.discord.door import DiscordDoor
        from bot.service.entries import DiscordService

        return DiscordService(DiscordDoor(settings, config.language), settings)


class MailEntry(DoorEntry):
    name, title, example = "mail", "mail", "bob@example.org"
    needs = "`address` under [mail] for mail (docs/mail.md)"

    def sender(self, text: str) -> str | None:
        return self.checked(text) if len(text) <= accounts.LONGEST else None

    def checked(self, name: str) -> str | None:
        return name.casefold() if accounts.ADDRESS.fullmatch(name) else None

    def misspelt(self, text: str) -> bool:
        return "@" in text

    def display_name(self, sender: str) -> str:
        return clean_name(sender.split("@")[0])

    def told(self, config: Config) -> Any:
        return config.mail if config.mail.address else None

    @property
    def aging(self) -> Aging:
        from bot.service.mail import AGING

        return AGING

    def secrets(self, config: Config) -> Iterator[str]:
        mail = config.mail
        yield from (mail.imap.password, mail.smtp.password)
        yield from (mail.oauth.client_secret, mail.oauth.refresh_token)

    def service(self, config: Config, settings: Any, db: Path) -> Service:
        from bot.service.mail import service

        return service(settings, db, config.language)


def found_token(config: Config) -> str:
    return os.environ.get(TOKEN, config.discord.token).strip()


DISCORD, MAIL = DiscordEntry(), MailEntry()


class DiscordService(Service):
    """The connection to Discord. ``options`` are the client's."""

    name = "Discord"

    def __init__(self, door: DiscordDoor, token: str, **options: Any):
        self.door, self.token, self.options = door, token, options

    @property
    def doors(self) -> Mapping[str, Door]:
        return {self.door.name: self.door}

    def on_open(self, writer: Writer) -> None:
        self.door.on_open(writer)

    async def run(self) -> None:
        await run(self.door, self.token, **self.options)

    def ails(self) -> str:
        if not self.door.connection.online.is_set():
            return "there is no connection"
        return closing.ails(self.door)

    async def tell(self, receivers: Sequence[str], _subject: str, lines: Sequence[str]) -> None:
        await self.door.tell(receivers, "\n".join(lines))

    async def last_call(self) -> None:
        await self.door.close()
