"""Removes unneeded data every night, while games continue."""

import asyncio
import glob
import logging
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from msgspec import Struct

from bot.config import ERROR_OUTPUT, Config, KeepConfig
from bot.service import entries, supervisor
from engine.errors import NotStored
from engine.referee import accounts, contacts, personal
from engine.referee.batch import Batch
from engine.referee.writer import Writer
from engine.store import aging
from engine.store.rows import CLOCK, Age, Freed
from engine.store.store import Store

DAY = 86_400
ROWS = 500
"""Number of rows examined in one step."""
MUCH = 10
"""Free space is returned to the disk if it is more than one ``MUCH``-th of the file."""
DRAWN = re.compile(r"\d{3,}-.*\.(png|gif)")
"""File names of pictures of a game."""


class Step(Struct, frozen=True, kw_only=True):
    """A step of tidying, as plain data.

    It removes rows of an ``age`` after the last one examined, or it ``forgets`` people who have
    asked for that. The last step, without either, wipes the removed data.
    """

    age: Age | None = None
    forgets: bool = False
    after: tuple[str | int, ...] = ()


class Tidied(Struct, frozen=True):
    """The number of removed things of a kind, and their bytes."""

    what: str
    count: int
    bytes: int


def ages(keep: KeepConfig, now: int) -> list[tuple[str, Age]]:
    """Return the ages of data that is old at second ``now``, with its name for people."""
    days = {"mail": keep.mail, "notes": keep.notes, "ended": keep.notes}

    def notes(door: str, folder: str, kind: str | int) -> tuple[str, Age]:
        seconds = kind if isinstance(kind, int) else days[kind] * DAY
        age = Age(
            what="notes", before=now - seconds, door=door, folder=folder, ended=kind == "ended"
        )
        return "what mails said" if kind == "mail" else "notes", age

    doors = contacts.names().items()
    found = {door: entry.aging for door, entry in doors if isinstance(entry, entries.DoorEntry)}
    found[accounts.SERVER_NOTES] = accounts.AGING
    return [
        ("receipts", Age(what="receipts", before=now - keep.receipts * DAY)),
        ("messages that nobody hands over", Age(what="messages", before=now - keep.messages * DAY)),
        *(notes(door, *one) for door, aging in found.items() for one in aging),
    ]


def steps(keep: KeepConfig, now: int) -> Generator[Step, Freed, list[Tidied]]:
    """Yield each step in exchange for its result; return everything that was removed."""
    found: dict[str, Tidied] = {}
    for what, age in ages(keep, now):
        before = found.get(what, Tidied(what, 0, 0))
        step: Step | None = Step(age=age)
        while step is not None:
            freed = yield step
            before = Tidied(what, before.count + freed.rows, before.bytes + freed.bytes)
            step = None if freed.after is None else Step(age=age, after=freed.after)
        found[what] = before
    people, more = 0, True
    while more:
        freed = yield Step(forgets=True)
        people, more = people + freed.rows, freed.after is not None
    yield Step()
    return [*found.values(), Tidied("people, who are forgotten", people, 0)]


def taken(batch: Batch, step: Step, *, only_looks: bool = False) -> Freed:
    """Take one step, or count the rows that it and the following ones would remove."""
    store = batch.store
    if step.forgets:
        people = personal.ready(batch)
        if people and not only_looks:
            personal.forget(batch, people[0])
            return Freed(rows=1, bytes=0, after=() if len(people) > 1 else None)
        return Freed(rows=len(people), bytes=0)
    if step.age is None:
        if not only_looks:
            store.wipe()
        return Freed(rows=0, bytes=0)
    return (
        aging.old(store, step.age)
        if only_looks
        else aging.forget(store, step.age, step.after, ROWS)
    )


def given_back(store: Store) -> Iterator[str]:
    """Return much free space to the disk if no other process has the file open."""
    free, size = store.free(), store.size()
    if free * MUCH < size:
        return
    if store.reading:
        yield (
            f"{free:,} bytes of the file are free and will be used again; to give them back to the"
            " disk, run this while nobody serves the database"
        )
    else:
        yield f"given back to the disk: {store.compact():,} bytes"


# ---- files


def files(config: Config, db: Path, now: int, *, only_looks: bool = False) -> Iterator[Tidied]:
    """Remove old pictures, logs and copies of a database; yield number and size of each kind."""
    drawn = old_pictures(Path(config.pictures), now - config.keep.pictures * DAY)
    logs = [] if config.log == ERROR_OUTPUT else old_logs(Path(config.log), config.keep.logs, now)
    copies = old_copies(db, now - config.keep.copies * DAY)
    found_by = {"pictures": drawn, "logs": logs, "copies of before an update": copies}
    for what, found in found_by.items():
        sizes = [file.stat().st_size for file in found]
        for file in found if not only_looks else ():
            file.unlink(missing_ok=True)
        for folder in {file.parent for file in drawn} if not only_looks else ():
            with suppress(OSError):
                # Remove the folder once it is empty.
                folder.rmdir()
        yield Tidied(what, len(found), sum(sizes))


def old_pictures(folder: Path, before: int) -> list[Path]:
    """Return the pictures of games drawn before a second, and no other files in the folder."""
    found = folder.glob("*/*") if folder.is_dir() else ()
    return sorted(
        file
        for file in found
        if DRAWN.fullmatch(file.name)
        and not file.is_symlink()
        and file.is_file()
        and file.stat().st_mtime < before
    )


def old_copies(db: Path, before: int) -> list[Path]:
    real = db.resolve()
    return sorted(
        file
        for file in real.parent.glob(f"{glob.escape(real.name)}.before-*")
        if file.suffix != ".part" and file.is_file() and file.stat().st_mtime < before
    )


def old_logs(log: Path, days: int, now: int) -> list[Path]:
    found = list[Path]()
    for file in log.parent.glob(f"{glob.escape(log.name)}.????-??-??"):
        with suppress(ValueError):
            day = datetime.fromisoformat(file.name.removeprefix(f"{log.name}."))
            if day.replace(tzinfo=UTC).timestamp() < now - days * DAY and file.is_file():
                found.append(file)
    return sorted(found)


def turn_over(log: Path, now: int) -> None:
    """Rename the log after the day, once a day."""
    aside = log.with_name(f"{log.name}.{datetime.fromtimestamp(now, UTC):%Y-%m-%d}")
    if log.is_file() and log.stat().st_size and not aside.exists():
        log.rename(aside)


def said(removed: Iterable[Tidied], *, only_looks: bool = False) -> Iterator[str]:
    kept = [one for one in removed if one.count]
    verb = "would be removed" if only_looks else "removed"
    for one in kept:
        yield f"{verb}: {one.count:,} {one.what}, {one.bytes:,} bytes"
    if not kept:
        yield "nothing is old enough to be removed"


log = logging.getLogger(__name__)

EVERY = 60.0
"""Seconds between two looks at the clock."""
PAUSE = 0.05
"""Seconds between two steps, in which others are served."""
DOOR, LAST = "tidy", "last"
"""The note with the time when the last night's work began."""


class TidyService(supervisor.Service):
    """Works every night, from the first one after it was first run."""

    name = "tidy"

    def __init__(self, config: Config, db: Path, every: float = EVERY, pause: float = PAUSE):
        self.config, self.db, self.every, self.pause = config, db, every, pause
        self.writer: Writer

    @property
    def part(self) -> str:
        return CLOCK

    def on_open(self, writer: Writer) -> None:
        self.writer = writer

    async def run(self) -> None:
        while True:
            try:
                await self.look()
            except NotStored as error:
                log.warning("nothing can be removed now: %s", error)
            await asyncio.sleep(self.every)

    async def look(self) -> None:
        now = self.writer.clock.now()
        if await self.writer.run(begun, last_hour(self.config.keep, now), now):
            for line in said(await self.tidied(now)):
                log.info("%s", line)

    async def tidied(self, now: int) -> list[Tidied]:
        going = steps(self.config.keep, now)
        step = next(going)
        while True:
            freed = await self.writer.run(taken, step)
            try:
                step = going.send(freed)
            except StopIteration as end:
                removed: list[Tidied] = end.value
                break
            await asyncio.sleep(self.pause)
        return removed + await asyncio.to_thread(self.files, now)

    def files(self, now: int) -> list[Tidied]:
        """Remove old files, and begin a new log."""
        if self.config.log != ERROR_OUTPUT:
            turn_over(Path(self.config.log), now)
        return list(files(self.config, self.db, now))


def last_hour(keep: KeepConfig, now: int) -> int:
    """Return the last time at which clocks in the configured zone showed the hour."""
    here = datetime.fromtimestamp(now, ZoneInfo(keep.zone))
    today = here.replace(hour=keep.hour, minute=0, second=0, microsecond=0)
    last = today if today <= here else today - timedelta(1)
    return int(last.timestamp())


def begun(batch: Batch, hour: int, now: int) -> bool:
    """Record that this hour's work begins; whether it does, and not at the first run."""
    notes = batch.notes_of(DOOR)
    last = notes.get(LAST)
    if last is None or int(last) < hour:
        notes.put(LAST, str(now))
    return last is not None and int(last) < hour
