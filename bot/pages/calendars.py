"""A calendar file for each person who wants one: the questions that wait for them, and until when.

Its name is a secret that nobody guesses. The folder can't be listed, so its names, sizes and times
tell others nothing.
"""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import replace

from bot.config import PagesConfig
from bot.pages import files
from bot.service.supervisor import Service
from bot.words import words
from engine.errors import NotStored
from engine.game_view import GameView
from engine.referee.accounts import SERVER_NOTES, Account, account_named
from engine.referee.batch import Batch
from engine.referee.writer import Writer
from renderers import reading

EVERY, AGAIN = 5, 60
"""Seconds between two looks for new calendars, and at the games of the same person."""
FOLDER = "calendars"
HIDDEN = 0o711
"""The mode of the folder: a web server finds a file by its name, and can't list them."""
WIDTH = 75
"""Bytes of a line, at most."""
ALWAYS = (
    *("BEGIN:VTIMEZONE", "TZID:UTC", "BEGIN:STANDARD", "DTSTART:19700101T000000"),
    *("TZOFFSETFROM:+0000", "TZOFFSETTO:+0000", "END:STANDARD", "END:VTIMEZONE"),
)
"""A calendar must have a part, even if nothing waits."""


class CalendarEntry(Struct, frozen=True):
    """A question that waits. ``due`` is ``None`` if it has no deadline."""

    game: str
    text: str
    due: int | None
    page: str


def owners(batch: Batch) -> dict[str, Account]:
    """Return one account of each person with a calendar, by its secret."""
    found = batch.notes_of(SERVER_NOTES).below("calendar")
    return {secret: account_named(f"/{name}") for name, secret in found.items()}


def waiting(batch: Batch, who: Account, language: str, home: str) -> list[CalendarEntry]:
    """Return the questions that wait for a person, as that person may know them."""
    accounts, found = batch.accounts, list[CalendarEntry]()
    person, said = accounts.person(who), words(accounts.settings(who).language or language)
    for id in sorted({id for account in person for id in batch.store.games_of(*account)}):
        opened = batch.known(id)
        if opened is None or opened.table.state.result is not None:
            continue
        seat = next(filter(None, (opened.seat_of(*account) for account in person)), None)
        bare = GameView.bare(opened.table, seat) if seat else None
        if bare is None or seat is None or not bare.is_asked or bare.answered:
            continue
        seen = replace(bare, view=opened.table.view(seat))
        asked = reading.asked(said, seen)
        text = f"{said.title(seen.kind.name)} {id}: {reading.written(asked.yours) if asked else ''}"
        page = "" if seen.private else f"{home}/games/{id}/index.html"
        found.append(CalendarEntry(id, text, seen.due, page))
    return found


def calendar(title: str, host: str, found: Iterable[CalendarEntry], now: int) -> bytes:
    """Return a file in the format of RFC 5545."""
    lines = [
        *("BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Meanwhile//Calendar//EN"),
        *(f"X-WR-CALNAME:{escaped(title)}", "REFRESH-INTERVAL;VALUE=DURATION:PT1H", *ALWAYS),
    ]
    for one in found:
        # Many calendar programs show events alone, so only a question without an end is a task.
        kind = "VTODO" if one.due is None else "VEVENT"
        lines += [f"BEGIN:{kind}", f"UID:{one.game}@{host}", f"DTSTAMP:{stamp(now)}"]
        lines += [] if one.due is None else [f"DTSTART:{stamp(one.due)}"]
        lines += [f"SUMMARY:{escaped(one.text)}"]
        lines += [f"URL:{one.page}"] if one.page else []
        lines.append(f"END:{kind}")
    return b"".join(folded(line) for line in (*lines, "END:VCALENDAR"))


def stamp(at: int) -> str:
    return f"{datetime.fromtimestamp(at, UTC):%Y%m%dT%H%M%SZ}"


def escaped(text: str) -> str:
    for character in "\\;,":
        text = text.replace(character, f"\\{character}")
    return "\\n".join(text.splitlines())


def folded(line: str) -> bytes:
    """Return a line, broken so that no part has more than ``WIDTH`` bytes."""
    parts, width = [b""], WIDTH
    for one in map(str.encode, line):
        if len(parts[-1]) + len(one) > width:
            parts.append(b"")
            width = WIDTH - 1
        parts[-1] += one
    return b"\r\n ".join(parts) + b"\r\n"


class CalendarService(Service):
    """Keeps the calendars' folder below that of the pages."""

    name = "calendars"

    def __init__(self, folder: Path, config: PagesConfig, language: str):
        self.folder, self.config, self.language = folder, config, language
        self.looked: dict[str, int] = {}
        self.known: dict[str, list[CalendarEntry]] = {}
        self.writer: Writer

    def on_open(self, writer: Writer) -> None:
        self.writer = writer

    async def run(self) -> None:
        while True:
            # The next look succeeds once the disk does.
            with suppress(NotStored):
                await self.look()
            await asyncio.sleep(EVERY)

    async def look(self) -> None:
        run, now, home = self.writer.run, self.writer.clock.now(), self.config.url.rstrip("/")
        people = await run(owners)
        for secret, who in people.items():
            if now < self.looked.get(secret, 0) + AGAIN:
                continue
            self.looked[secret] = now
            found = await run(waiting, who, self.language, home)
            if self.known.get(secret) != found:
                self.known[secret] = found
                host = urlsplit(home).hostname or "meanwhile"
                made = calendar(self.config.title, host, found, now)
                await asyncio.to_thread(self.put, secret, made, now)
        for path in (self.folder / FOLDER).glob("*.ics"):
            if path.stem not in people:
                path.unlink()
                self.looked.pop(path.stem, None)
                self.known.pop(path.stem, None)

    def put(self, secret: str, made: bytes, now: int) -> None:
        # Some servers list a folder without a first page.
        for name, data, at in (("index.html", b"", 0), (f"{secret}.ics", made, now)):
            files.put(self.folder / FOLDER, name, data, at, listed=HIDDEN)
