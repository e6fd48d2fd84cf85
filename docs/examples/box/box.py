"""A door of files, which may be in a shared folder: orders in, news out.

Ann writes her orders for a game into ``FOLDER/ann/orders/GAME.txt``; the file is removed once it is
read. Her news arrives as ``FOLDER/ann/news/NUMBER-MARK.txt``, and she may delete what she has read.
Anybody who may read Ann's folder sees everything that only Ann may know.
"""

import asyncio
import hashlib
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from meanwhile.board import board_text, sentences_in
from meanwhile.doors import (
    Config,
    Door,
    DoorEntry,
    GameView,
    Message,
    News,
    Notes,
    NotStored,
    Outgoing,
    Receipt,
    Service,
    TryLater,
    Undeliverable,
    Writer,
    objects,
    queries,
    reading,
)

NAME = re.compile("[a-z0-9][a-z0-9-]{0,30}")
"""Valid names of people: safe as the name of a folder."""
LONGEST = 10_000
"""Maximum size of an order file, in bytes; the rest is ignored."""


class BoxDoor(Door):
    """Writes news into ``folder``, which has a folder for each person."""

    shares = True

    def __init__(self, folder: Path, language: str = "en"):
        self.folder, self.language = folder, language

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        """Return the news, and for a reader who is asked also the board and the question."""
        language = news.settings.language or self.language
        said = sentences_in(language)
        lines = [thing["text"] for thing in objects.told(news, seen, language) if "text" in thing]
        if news.prompted and seen.is_asked and news.reason != "neutral":
            kind = seen.kind.name
            lines += ["", board_text(kind, seen.view, language)]
            lines += map(reading.written, reading.prompt(said, seen))
            lines += seen.menu.help()
        return "\n".join([seen.game, *lines, ""]).encode() if lines else None

    def send(self, outgoing: Outgoing) -> None:
        """Write the message to a file. A repeated message is recognised by its mark and not written
        again.
        """
        if not NAME.fullmatch(outgoing.sender):
            raise Undeliverable(f"nobody can be called {outgoing.sender!r} here")
        self.put(outgoing.sender, outgoing.mark, outgoing.payload)

    def put(self, person: str, mark: str, text: bytes) -> None:
        """Write a file atomically. Raises ``TryLater`` if the disk refuses."""
        news = self.folder / person / "news"
        name = hashlib.sha256(mark.encode()).hexdigest()[:16]
        try:
            news.mkdir(parents=True, exist_ok=True)
            if list(news.glob(f"*-{name}.txt")):
                return
            numbers = [int(file.name.partition("-")[0]) for file in news.glob("*-*.txt")]
            part = news / f".{name}"
            part.write_bytes(text)
            part.rename(news / f"{max(numbers, default=0) + 1:06}-{name}.txt")
        except OSError as error:
            raise TryLater(f"{news}: {error.strerror}") from error


class BoxService(Service):
    """Reads the order files every ``every`` seconds."""

    name = "box"

    def __init__(self, folder: Path, language: str, every: float = 1.0):
        self.door, self.every = BoxDoor(folder, language), every
        self.writer: Writer
        self.wrong_now = ""
        self.before: dict[Path, int] = {}

    @property
    def doors(self) -> Mapping[str, Door]:
        return {"box": self.door}

    def on_open(self, writer: Writer) -> None:
        self.writer = writer

    def ails(self) -> str:
        return self.wrong_now

    async def run(self) -> None:
        while True:
            try:
                await self.look()
                self.wrong_now = ""
            except (OSError, NotStored, TryLater) as error:
                self.wrong_now = str(error)
            await asyncio.sleep(self.every)

    async def look(self) -> None:
        """Read the files that have not changed since the last poll, so that nobody is still writing
        them.
        """
        files = self.door.folder.glob("*/orders/*.txt")
        now = {file: file.stat().st_mtime_ns for file in files if NAME.fullmatch(file.parts[-3])}
        for file in sorted(now):
            if self.before.get(file) == now[file]:
                await self.read(file)
        self.before = now

    async def read(self, file: Path) -> None:
        """Submit the orders of a file, write the receipt, and remove the file. If the file can't be
        removed, the same message is submitted again and gets the same receipt.
        """
        person, game, when = file.parts[-3], file.stem, file.stat().st_mtime_ns
        with file.open("rb") as opened:
            text = opened.read(LONGEST).decode("utf-8", "replace").strip()
        id = hashlib.sha256(f"{person} {game} {when} {text}".encode()).hexdigest()
        message = Message(
            door="box",
            id=id,
            sender=person,
            name=person,
            game=game,
            text=text,
            at=self.writer.clock.now(),
        )
        seen = await self.writer.run(queries.seen, game, ("box", person))
        # Receipts are timed so that they reveal nothing. Query the game before, not after.
        receipt = await self.writer.submit(message)
        self.door.put(person, id, self.answer(receipt, seen).encode())
        file.unlink()

    def answer(self, receipt: Receipt, seen: GameView | None) -> str:
        """Return the receipt for one file, in words."""
        said = sentences_in(self.door.language)
        found = reading.outcomes(said, receipt, seen.kind.name if seen else "house")
        lines = map(reading.written, reading.lines(said, found))
        return "\n".join([receipt.game or "", *lines, ""])


class BoxSettings(Struct, forbid_unknown_fields=True, frozen=True):
    """The settings under ``[doors.box]``."""

    folder: str
    every: float = 1.0


class BoxEntry(DoorEntry):
    """Registers the door with the program."""

    name, title, settings, example = "box", "files", BoxSettings, "box/ann"
    needs = "`folder` under [doors.box] for files"

    def checked(self, name: str) -> str | None:
        return name if NAME.fullmatch(name) else None

    def service(self, config: Config, settings: Any, db: Path) -> Service:
        return BoxService(Path(settings.folder), config.language, settings.every)


BOX = BoxEntry()
