"""The store in memory: the twin of the one in a file, for tests. It keeps the same laws."""

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from copy import deepcopy
from functools import cached_property
from hashlib import blake2b
from operator import attrgetter
from pathlib import Path
from threading import RLock
from typing import Any

import msgspec
from msgspec import UNSET, structs

from engine.errors import Contradicts, InUse, StoreError
from engine.letters import Address, Outgoing
from engine.state import PUBLIC
from engine.store.alone import OneProcess
from engine.store.marks import SECRET, keyed, mark_of
from engine.store.memory_tables import Tables, Unit, transaction
from engine.store.rows import (
    FIRST,
    NOT_COMPOSED,
    TRIED,
    Age,
    AuditEntry,
    BulletinRow,
    Cursor,
    DeliveryReport,
    Due,
    Erasure,
    Freed,
    GameRow,
    GameSummary,
    InboxRow,
    LateReader,
    NewsRow,
    Rewriting,
    Rows,
    TalkRow,
    Tally,
    Undelivered,
    Weight,
    late_readers,
    undelivered,
)
from engine.store.writing import read_talk

FORGOTTEN = "house", "forgotten"
"""The note, by whom it is kept and its name, that says up to when receipts were removed."""


def newest_first(game: GameRow) -> tuple[int, str]:
    """Return a key for the order of games."""
    return -game.created, game.id


def summary(game: GameRow) -> GameSummary:
    """Return what a list says of a game."""
    return GameSummary(game.id, game.kind, game.edition, game.created, game.result)


class MemoryStore(OneProcess):
    """A ``Store`` of plain dicts. ``tables`` outlive it, as a file does."""

    def __init__(self, path: Path, tables: Tables | None = None, *, reading: bool = False):
        """Open the ``tables``, or new ones; ``reading``: as they are at this moment. Raises
        ``InUse``.
        """
        self.path, self.reading, self.damaged = path, reading, False
        self.lock = RLock()
        tables = tables or Tables()
        self.tables: Tables | None = deepcopy(tables) if reading else tables
        if not reading:
            if tables.open:
                raise InUse(f"{path}: in use")
            tables.open = True
            self.number = max(tables.finished, default=0)
            tables.notes.setdefault(SECRET, secrets.token_hex(32))
        self.forgotten_before = int(tables.notes.get(FORGOTTEN, "0"))

    def close(self) -> None:
        """Release the tables."""
        if self.tables is not None and not self.reading:
            self.tables.open = False
        self.tables = None

    @contextmanager
    def beside(self) -> Iterator["MemoryStore"]:
        with self.lock:
            beside = MemoryStore(self.path, self.kept, reading=True)
        yield beside

    @property
    def kept(self) -> Tables:
        """The tables. Raises ``StoreError`` once they are released."""
        if self.tables is None:
            raise StoreError(f"{self.path}: is closed")
        return self.tables

    @property
    def written(self) -> Tables:
        """The tables, to be changed. Raises ``StoreError``."""
        if self.reading:
            raise StoreError(f"{self.path}: is only read")
        return self.kept

    # ---- what was there before

    def answered(self, door: str, id: str) -> tuple[bytes, bytes] | None:
        id.encode()
        row = self.kept.inbox.get((door, id))
        return None if row is None else (row.digest, row.receipt)

    def game(self, id: str) -> GameRow | None:
        return self.kept.games.get(id)

    def ids(self, most: int | None = None, after: str = "") -> list[str]:
        all_ids = [game.id for game in sorted(self.kept.games.values(), key=newest_first)]
        return all_ids[all_ids.index(after) + 1 if after else 0 :][:most]

    def summaries(self, ids: Collection[str]) -> list[GameSummary]:
        games = (game for id in ids if (game := self.game(id)) is not None)
        return [summary(game) for game in sorted(games, key=newest_first)]

    def addresses(self, game: str) -> list[Address]:
        return [address for address in self.readers(game) if address.until is None]

    def readers(self, game: str) -> list[Address]:
        found = (one for one in self.kept.addresses.values() if one.game == game)
        return sorted(found, key=attrgetter("viewer", "door", "sender", "since"))

    def told_of(self, door: str, sender: str) -> list[Address]:
        """Return where this sender is told of games, by game."""
        found = (
            one
            for one in self.kept.addresses.values()
            if (one.door, one.sender, one.until) == (door, sender, None)
        )
        return sorted(found, key=attrgetter("game"))

    def games_of(self, door: str, sender: str) -> list[str]:
        return [one.game for one in self.told_of(door, sender) if one.viewer != PUBLIC]

    def games_read(self, door: str, sender: str) -> list[str]:
        told_of = self.told_of(door, sender)
        return [one.game for one in sorted(told_of, key=lambda one: one.viewer == PUBLIC)]

    def newest_running(self, most: int) -> list[GameSummary]:
        running = (game for game in self.kept.games.values() if game.result is None)
        return [summary(game) for game in sorted(running, key=newest_first)][:most]

    def ended(self, kind: str, most: int, after: str = "") -> list[GameRow]:
        games = (game for id, game in sorted(self.kept.games.items()) if id > after)
        return [game for game in games if game.kind == kind and game.result is not None][:most]

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        rows = sorted(self.kept.journal.get(game, {}).items())
        return [(row.entry, row.hash) for n, row in rows if n > after]

    def news(self, game: str, after: int = 0) -> list[NewsRow]:
        rows = sorted(self.kept.news.get(game, {}).items())
        return [row for seq, row in rows if seq > after]

    def bulletins(self, game: str, after: int = -1, last: int | None = None) -> list[BulletinRow]:
        told = [row.bulletin() for row in self.news(game) if row.kind == "told" and row.n > after]
        return told if last is None else told[max(0, len(told) - last) :]

    def talk(self, game: str) -> list[TalkRow]:
        said = (row for row in self.news(game) if row.kind == "talk")
        return [TalkRow(game, row.at, *read_talk(row.body)) for row in said]

    def acts(self, game: str, *, but: str, most: int) -> list[AuditEntry]:
        audit = self.kept.audit.values()
        found = [act for act in audit if act.game == game and act.action != but]
        return found[len(found) - min(most, len(found)) :]

    # ---- notes

    def note(self, door: str, name: str) -> str | None:
        return self.kept.notes.get((door, name))

    def notes(self, door: str, below: str = "") -> dict[str, str]:
        start = f"{below}/" if below else ""
        found = ((name, value) for (of, name), value in self.kept.notes.items() if of == door)
        return dict(sorted((name, value) for name, value in found if name.startswith(start)))

    def put_notes(self, door: str, notes: Mapping[str, str | None]) -> None:
        self.write(0, notes=((door, name, value) for name, value in notes.items()))
        for name in notes:
            self.written.noted.pop((door, name), None)

    # ---- time

    def due(self, at: int, most: int, after: Due = FIRST) -> list[Due]:
        due = ((game.due, game.id) for game in self.kept.games.values() if game.due is not None)
        return sorted(one for one in due if one[0] <= at and one > after)[:most]

    def reminders(self, at: int, most: int, after: Due = FIRST) -> list[Due]:
        due = ((then, game) for game, then in self.kept.reminders.items())
        return sorted(one for one in due if one[0] <= at and one > after)[:most]

    def reminder(self, game: str) -> int | None:
        return self.kept.reminders.get(game)

    def next_due(self, but: Collection[str] = ()) -> int | None:
        due = [(game.id, game.due) for game in self.kept.games.values()]
        all_due = (at for id, at in [*due, *self.kept.reminders.items()] if id not in but)
        return min((at for at in all_due if at is not None), default=None)

    def last_told(self) -> int | None:
        told = (row.at for rows in self.kept.news.values() for row in rows.values())
        return max(told, default=None)

    # ---- how much there is

    def game_counts(self) -> tuple[int, int]:
        games = self.kept.games.values()
        return len(games), sum(game.result is None for game in games)

    def waiting(self) -> list[Undelivered]:
        places = [
            (c.door, place.why) for c in self.kept.cursors.values() for place in c.behind.values()
        ]
        stored = [(out.door, why) for out, _, why in self.kept.finished.values()]
        return undelivered(Counter([*places, *stored]))

    def late(self, before: int) -> list[LateReader]:
        behind = [
            LateReader(place.since, c.door, c.game, sender, place.why)
            for c in self.kept.cursors.values()
            for sender, place in c.behind.items()
        ]
        stored = [
            LateReader(at, out.door, out.game, out.sender, why)
            for out, at, why in self.kept.finished.values()
            if why
        ]
        return late_readers([*behind, *stored], before)

    def lost(self) -> list[Undelivered]:
        return undelivered(self.kept.lost)

    def not_composed(self) -> list[tuple[str, str, str, int]]:
        acts = (act for act in self.kept.audit.values() if act.action == NOT_COMPOSED)
        counts = Counter((act.actor, act.game or "", act.facts) for act in acts)
        return sorted((*key, count) for key, count in counts.items())

    def tally(self) -> Tally:
        games = self.kept.games.values()
        return Tally(
            games=Counter(game.kind for game in games),
            running=Counter(game.kind for game in games if game.result is None),
            next_due=min((game.due for game in games if game.due is not None), default=None),
        )

    # ---- health

    def engine(self) -> str:
        return "memory"

    def faults(self) -> Iterator[str]:
        yield from {row.game for row in self.kept.addresses.values()} - self.kept.games.keys()

    def size(self) -> int:
        return 0

    def back_up(self, file: Path) -> int:
        try:
            file.write_bytes(msgspec.msgpack.encode(self.kept))
        except OSError as error:
            raise StoreError(f"{file}: {error.strerror}") from error
        return len(self.kept.games)

    # ---- writing

    def write(
        self,
        at: int,
        *,
        inbox: Iterable[InboxRow] = (),
        games: Mapping[str, Rows] | None = None,
        delivered: DeliveryReport | None = None,
        acts: Iterable[AuditEntry] = (),
        notes: Iterable[tuple[str, str, str | None]] = (),
    ) -> None:
        tables, games = self.written, games or {}
        delivered = delivered or DeliveryReport()
        with self.lock, transaction() as unit:
            for letter in inbox:
                unit.add(tables.inbox, (letter.door, letter.id), letter)
            for id, rows in games.items():
                write_game(unit, tables, id, rows)
            note_delivered(unit, tables, delivered, at)
            for act in [*acts, *delivered.acts]:
                unit.add(tables.audit, len(tables.audit) + 1, act)
            for door, name, value in notes:
                if value is None:
                    unit.drop(tables.notes, (door, name))
                else:
                    unit.put(tables.notes, (door, name), value)
                    unit.put(tables.noted, (door, name), at)

    # ---- one person

    def memberships(self, door: str, sender: str) -> list[Address]:
        every = self.kept.addresses.values()
        mine = [one for one in every if (one.door, one.sender) == (door, sender)]
        return sorted(mine, key=attrgetter("game", "since"))

    def receipts(self, door: str, sender: str) -> list[InboxRow]:
        every = self.kept.inbox.values()
        mine = [one for one in every if (one.door, one.sender) == (door, sender)]
        return sorted(mine, key=attrgetter("at", "id"))

    def acts_by(self, actor: str) -> list[AuditEntry]:
        return [act for act in self.kept.audit.values() if act.actor == actor]

    def rewrite(self, made: Rewriting) -> None:
        tables, id = self.written, made.game.id
        tables.games[id] = made.game
        tables.journal[id] = {one.n: one for one in made.journal}
        tables.news[id] = {one.seq: one for one in made.news}
        for of, one in list(tables.addresses.items()):
            if one.game == id and one.viewer in made.names:
                tables.addresses[of] = structs.replace(one, viewer=made.names[one.viewer])
        for key, row in list(tables.inbox.items()):
            if row.game == id:
                del tables.inbox[key]

    def erase(self, who: Erasure) -> None:
        tables = self.written
        door, sender = who.stand_in
        for of, one in list(tables.addresses.items()):
            if (one.door, one.sender) in who.contacts:
                del tables.addresses[of]
                if one.viewer != PUBLIC:
                    new = structs.replace(one, door=door, sender=sender, key=b"", quiet=True)
                    tables.addresses[door, sender, one.game, one.since] = new
        for key, row in list(tables.inbox.items()):
            if (row.door, row.sender) in who.contacts:
                del tables.inbox[key]
        for id, (out, *_) in list(tables.finished.items()):
            if (out.door, out.sender) in who.contacts:
                del tables.finished[id]
        actors = {"/".join(contact) for contact in who.contacts}
        for n, act in tables.audit.items():
            if act.actor in actors:
                tables.audit[n] = structs.replace(act, actor=door)
        for note in who.notes:
            tables.notes.pop(note, None)

    # ---- what grows old

    def listed(self, age: Age) -> list[tuple[tuple[str | int, ...], bool, int]]:
        """Return what may grow old: its key, whether it is old, and how long it is."""
        if age.what == "receipts":
            letters = sorted(self.kept.inbox.items())
            return [(key, row.at < age.before, len(row.receipt)) for key, row in letters]
        if age.what == "messages":
            waiting = sorted(self.kept.finished.items())
            return [
                ((id,), at + (TRIED if why else 0) < age.before, len(out.payload))
                for id, (out, at, why) in waiting
            ]
        names = [f"{age.folder}/{name}" for name in self.below(age.door, age.folder)]
        return [((age.door, name), self.is_old(age, name), len(name)) for name in names]

    def below(self, door: str, folder: str) -> list[str]:
        """Return the names of notes below a folder."""
        return sorted(name.removeprefix(f"{folder}/") for name in self.notes(door, folder))

    def is_old(self, age: Age, name: str) -> bool:
        """Return whether a note is old."""
        if self.kept.noted.get((age.door, name), age.before) >= age.before:
            return False
        if not age.ended:
            return True
        game = self.kept.games.get(name.split("/")[1])
        news = self.news(game.id) if game is not None and game.result is not None else []
        return bool(news) and news[-1].at < age.before

    def old(self, age: Age) -> Freed:
        old = [length for _, old, length in self.listed(age) if old]
        return Freed(rows=len(old), bytes=sum(old))

    def forget(self, age: Age, after: tuple[str | int, ...], most: int) -> Freed:
        rows = [row for row in self.listed(age) if row[0] > after][:most]
        tables: dict[str, dict[Any, Any]] = {
            "receipts": self.written.inbox,
            "messages": self.written.finished,
            "notes": self.written.notes,
        }
        old = [(key, length) for key, is_old, length in rows if is_old]
        removed = {key for key, _ in old} if age.what == "receipts" else set()
        latest = max((row.at for n, row in self.kept.inbox.items() if n in removed), default=None)
        for key, _ in old:
            del tables[age.what][key[0] if age.what == "messages" else key]
        if latest is not None:
            self.forgotten_before = max(self.forgotten_before, latest + 1)
            self.written.notes[FORGOTTEN] = str(self.forgotten_before)
        last = rows[-1][0] if len(rows) == most else None
        return Freed(rows=len(old), bytes=sum(length for _, length in old), after=last)

    def wipe(self) -> None:
        """Nothing is left of what was deleted."""

    def free(self) -> int:
        return 0

    def compact(self) -> int:
        return 0

    def weights(self) -> list[Weight]:
        kept = self.kept
        news = [row for rows in kept.news.values() for row in rows.values()]
        tables: dict[str, Collection[Any]] = {
            "inbox": kept.inbox.values(),
            "game": kept.games.values(),
            "news": news,
        }
        found = [
            Weight(name, len(rows), sum(len(msgspec.msgpack.encode(row)) for row in rows))
            for name, rows in tables.items()
        ]
        return sorted(found, key=lambda one: -one.bytes)

    def told_after(self, at: int) -> int:
        news = (row for rows in self.kept.news.values() for row in rows.values())
        return sum(row.kind == "told" and row.at > at for row in news)

    # ---- what is to be told

    @cached_property
    def marks(self) -> blake2b:
        """What all marks begin with."""
        return keyed(self.kept.notes[SECRET])

    def mark(self, *parts: str | bytes | int) -> str:
        return mark_of(self.marks, *parts)

    def cursor(self, door: str, game: str) -> Cursor:
        return self.kept.cursors.get((door, game), Cursor(door=door, game=game, upto=0))

    def behind(self, door: str) -> list[Cursor]:
        games = sorted(self.kept.games.values(), key=attrgetter("created", "id"))
        cursors = (self.cursor(door, game.id) for game in games)
        return [one for one in cursors if one.behind or self.waits(one)]

    def untold(self, door: str) -> list[tuple[str, int, int]]:
        places = {one.game: one.upto for one in self.behind(door)}
        told = ((game, self.kept.games[game].told) for game in sorted(places))
        return [(game, seq, places[game]) for game, seq in told if seq > places[game]]

    def waits(self, cursor: Cursor) -> bool:
        """Return whether a door has a reader of what a game has told since."""
        readers = [one for one in self.readers(cursor.game) if one.door == cursor.door]
        news = self.news(cursor.game, cursor.upto)
        return any(one.hears(row.seq) for row in news for one in readers)

    def finished(self, door: str, receivers: Collection[str] | None = None) -> list[Outgoing]:
        return [
            out
            for _, (out, *_) in sorted(self.kept.finished.items())
            if out.door == door and (receivers is None or out.sender in receivers)
        ]


def write_game(unit: Unit, tables: Tables, id: str, rows: Rows) -> None:
    """Write the part of a batch that belongs to one game."""
    for game in rows.made:
        unit.add(tables.games, game.id, game)
    for address in rows.addresses:
        key = address.door, address.sender, address.game, address.since
        unit.put(tables.addresses, key, address)
    for entry in rows.journal:
        unit.add(tables.journal.setdefault(entry.game, {}), entry.n, entry)
    for news in rows.news:
        unit.add(tables.news.setdefault(news.game, {}), news.seq, news)
    if rows.remind is None:
        unit.drop(tables.reminders, id)
    elif rows.remind is not UNSET:
        unit.put(tables.reminders, id, rows.remind)
    if (now := rows.snapshot) is not None and id in tables.games:
        unit.put(tables.games, id, structs.replace(tables.games[id], **structs.asdict(now)))
    if id not in tables.games and rows != Rows():
        raise Contradicts(f"there is no game {id}")


def note_delivered(unit: Unit, tables: Tables, delivered: DeliveryReport, at: int) -> None:
    """Note how far doors have come, and what has become of messages."""
    for out in delivered.finished:
        unit.add(tables.finished, out.id, (out, at, ""))
    for key, cursor in delivered.cursors.items():
        before = tables.cursors.get(key, cursor)
        newest = before if cursor.upto < before.upto else cursor
        unit.put(tables.cursors, key, newest)
    for key in delivered.lost:
        unit.put(tables.lost, key, tables.lost.get(key, 0) + 1)
    for id in delivered.gone:
        unit.drop(tables.finished, id)
    for again in delivered.later:
        if again.id in tables.finished:
            before_it, stored_at, _ = tables.finished[again.id]
            out = structs.replace(before_it, tries=again.tries)
            unit.put(tables.finished, again.id, (out, stored_at, again.why))
