"""One message's life, ended before and after every single statement and
every single message, exhaustively.

What is on the disk at that moment is opened by another process, which is given the same message
again. It must come to the same end as a life without an accident.
"""

import asyncio
import shutil
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, cast

import msgspec
import pytest
from msgspec import Struct
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.games import find
from engine.messages import Message, Outgoing, Receipt
from engine.referee import clock, delivery, sending
from engine.referee.batch import Batch
from engine.referee.news import NewsItem
from engine.referee.referee import Referee, made_known
from engine.store import sqlite, store
from engine.store.postgres_connection import Changed
from engine.store.rows import Cursor, DeliveryReport
from tests.kit.data import beside
from tests.referee.checks import faults
from tests.referee.conftest import relay as relay
from tests.referee.stage import DOOR, START, Box, House, Table
from tests.stored import every_game

DATA = beside(__file__)

LETTERS = DATA["letters"]


class Kill(BaseException):
    """The end of the process."""


class Fate:
    def __init__(self, end: int | None = None):
        self.points, self.end = 0, end

    def point(self, _: str = "") -> None:
        self.points += 1
        if self.points == self.end:
            raise Kill


class Mortal:
    def __init__(self, db: sqlite3.Connection, fate: Fate):
        self.db, self.fate = db, fate

    def execute(self, sql: str, values: tuple[Any, ...] = ()) -> sqlite3.Cursor:
        self.fate.point(f"before {sql}")
        cursor = self.db.execute(sql, values)
        self.fate.point(f"after {sql}")
        return cursor

    def executemany(self, sql: str, rows: Iterable[tuple[Any, ...]]) -> Changed:
        return Changed(sum(self.execute(sql, row).rowcount for row in rows))

    def __getattr__(self, name: str) -> Any:
        return getattr(self.db, name)


class Process:
    def __init__(self, folder: Path, fate: Fate, referee: type[Referee] = Referee):
        self.store, self.box, self.fate = sqlite.SqliteStore(folder / "db"), Box(), fate
        self.whole = self.store.db
        # The next process reads what this one has written, whether or not
        # it has reached the disk itself.
        self.whole.execute("pragma synchronous = off")
        self.store.db = cast(sqlite3.Connection, Mortal(self.whole, fate))
        self.box.answer = lambda _: fate.point()
        self.referee = referee(self.store, {DOOR: self.box})

    async def live(self, message: Message) -> Receipt:
        dispatcher = delivery.Dispatcher(
            self.store,
            {},
            clock.HandClock(message.at),
            run=self.run,
            beside=self.beside,
            commit=self.commit,
            report=self.report,
        )
        await dispatcher.start({DOOR: self.box})
        outcome = self.referee.take([message], message.at)
        dispatcher.tell(outcome.told, outcome.finished)
        dispatcher.flush()
        receipt: Receipt = outcome.answers[0]
        return receipt

    def all_marks(self) -> set[str]:
        found = set()
        for row in every_game(self.store):
            kind = find(row.kind)
            for news in self.store.news(row.id):
                happening = NewsItem.read(news, kind)
                readers = {(one.door, one.sender) for one in self.store.readers(row.id)}
                for door, sender in readers | {happening.about.reader or (DOOR, "")}:
                    found.add(self.store.mark(door, sender, row.id, news.seq, happening.digest))
        return found

    def close(self) -> None:
        self.store.db = self.whole
        self.store.close()

    def report(self, delivered: DeliveryReport) -> None:
        self.fate.point()
        self.referee.take([], START, delivered)

    async def commit(self, delivered: DeliveryReport) -> None:
        self.report(delivered)

    async def run(self, act: Callable[..., Any], *args: Any) -> Any:
        (answer,) = self.referee.take([lambda batch: act(batch, *args)], START).answers
        if isinstance(answer, Exception):
            raise answer
        return answer

    async def beside(self, look: Callable[[store.Store], Any]) -> Any:
        return look(self.store)


class End(Struct, frozen=True):
    """All that a life has left behind. ``told``: what was sent, by mark, without what is of the
    moment: the question and the prompt.
    """

    receipt: Receipt
    tables: dict[str, list[tuple[Any, ...]]]
    told: dict[str, Any]
    early: set[str] = set()

    def differs(self, plain: "End") -> list[str]:
        wrong = [name for name, rows in self.tables.items() if rows != plain.tables[name]]
        wrong += ["receipt"] * (self.receipt != plain.receipt)
        wrong += [f"{mark} was never told" for mark in plain.told.keys() - self.told.keys()]
        wrong += [f"{mark} was told and is not stored" for mark in self.told.keys() - plain.told]
        wrong += [
            f"{mark} tells something else"
            for mark in plain.told.keys() & self.told.keys()
            if plain.told[mark] != self.told[mark]
        ]
        wrong += [f"{mark} was told before it was stored" for mark in self.early]
        return wrong


def left_behind(process: Process, receipt: Receipt, sent: list[Outgoing]) -> End:
    columns = dict.fromkeys(("game", "journal", "news", "inbox", "address", "audit"), "*")
    columns |= {"keepsake": "*", "reminder": "*", "cursor": "door, game, upto, behind"}
    tables = {
        name: process.whole.execute(f"select {which} from {name}").fetchall()
        for name, which in columns.items()
    }
    assert faults(process.store) == []
    told = {out.mark: lasting(msgspec.json.decode(out.payload)) for out in sent}
    return End(receipt, tables, told)


def lasting(said: list[Any]) -> list[Any]:
    """What a message says without what is of the moment: ``Box.compose``."""
    return [*said[:2], said[3]] if isinstance(said[2], int) else said


def begun(folder: Path) -> House:
    """A game on which every kind of message can be tried; of its last
    order nobody has been told yet.
    """
    house = House(folder / "db", Table(options={"pace": 300}))
    cursor = Cursor(door=DOOR, game="g", upto=house.row().told)
    house.take([], DeliveryReport(cursors={(DOOR, "g"): cursor}))
    house.say("bob", "queue add speak blue")
    house.say("ann", "add 5")
    return house


def message_of(kind: str) -> Message:
    at, text = START + (400 if kind == "after a tick" else 10), LETTERS[kind]
    if text.startswith(("gm", "observe")):
        return Message(
            door=DOOR, id="<letter>", sender="mod", text=text, at=at, game="g", rank="moderator"
        )
    return Message(door=DOOR, id="<letter>", sender="ann", text=text, at=at, game="g")


def life(
    start: Path, folder: Path, kind: str, end: int | None, referee: type[Referee] = Referee
) -> tuple[End, int]:
    """A life that ends at a point, and the one after it, which gets the same
    message; the points of the first.
    """
    fate, message = Fate(end), message_of(kind)
    shutil.copytree(start, folder / "first")
    first = Process(folder / "first", fate, referee)
    try:
        try:
            receipt = asyncio.run(first.live(message))
            return left_behind(first, receipt, first.box.sent), fate.points
        except Kill:
            (folder / "second").mkdir()
            for name in ("db", "db-wal"):
                shutil.copy(folder / "first" / name, folder / "second" / name)
            second = Process(folder / "second", Fate(), referee)
            try:
                early = {outgoing.mark for outgoing in first.box.sent} - second.all_marks()
                receipt = asyncio.run(second.live(message))
                left = left_behind(second, receipt, first.box.sent + second.box.sent)
                return msgspec.structs.replace(left, early=early), fate.points
            finally:
                second.close()
    finally:
        first.close()


@pytest.fixture
def start(tmp_path: Path) -> Path:
    folder = tmp_path / "start"
    folder.mkdir()
    begun(folder).close()
    (folder / "db.lock").unlink()
    return folder


def ends(start: Path, kind: str, referee: type[Referee] = Referee) -> list[list[str]]:
    plain, points = life(start, start.parent / "plain", kind, None)
    assert plain.differs(plain) == []
    found = []
    for end in range(1, points + 1):
        folder = start.parent / str(end)
        found.append(life(start, folder, kind, end, referee)[0].differs(plain))
        shutil.rmtree(folder)
    return found


@pytest.mark.parametrize("kind", LETTERS)
def test_a_life_that_ends_anywhere_comes_to_the_same_end(start: Path, kind: str) -> None:
    found = ends(start, kind)
    assert len(found) >= 30, "statements and messages were counted"
    assert [wrong for wrong in found if wrong] == []


class Hasty(Referee):
    def write(self, batch: Batch, at: int, delivered: DeliveryReport) -> None:
        batch.snapshots()
        for news in made_known(batch):
            for one in sending.deliveries(news, self.doors):
                assert one.item is not None
                reader = one.reader
                out = Outgoing(
                    id=0,
                    game=reader.game,
                    door=DOOR,
                    sender=reader.sender,
                    mark=self.store.mark(
                        DOOR, reader.sender, reader.game, one.seq, one.item.digest
                    ),
                    payload=b'["g","",1,[],false]',
                )
                self.doors[DOOR].send(out)
        super().write(batch, at, delivered)


class Forgetful(Referee):
    def write(self, batch: Batch, at: int, delivered: DeliveryReport) -> None:
        batch.inbox.clear()
        super().write(batch, at, delivered)


class Careless(Referee):
    def write(self, batch: Batch, at: int, delivered: DeliveryReport) -> None:
        super().write(batch, at, delivered)
        for id in batch.news:
            cursor = Cursor(door=DOOR, game=id, upto=batch.memory[id].told)
            self.store.write(at, delivered=DeliveryReport(cursors={(DOOR, id): cursor}))


@pytest.mark.parametrize(
    ("broken", "expected"),
    [
        (Hasty, "was told before it was stored"),
        (Forgetful, "journal"),
        (Careless, "was never told"),
    ],
)
def test_a_careless_referee_is_found_out(start: Path, broken: type[Referee], expected: str) -> None:
    found = ends(start, "an order", broken)
    assert any(expected in line for wrong in found for line in wrong), found
