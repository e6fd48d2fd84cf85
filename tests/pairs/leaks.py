"""Leaks planted in the house, one of each class; the pairs must notice every one of them.

What is read here to plant them is read nowhere else.
"""

import logging
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from bot import objects
from bot.line.doors import JsonDoor
from bot.play.sitting import Sitting
from bot.queries import opened_game
from bot.service.health import HealthService
from engine.house import times
from engine.letters import Letter, Receipt
from engine.referee import dispatch
from engine.referee.batch import Batch
from engine.referee.desk import lobby
from engine.referee.doors import News, Seen
from engine.state import HOUSE, Bulletin, House, Seat
from engine.store.notes import Notes
from engine.store.sqlite import SqliteStore
from engine.table import GameTable
from mail.outgoing.reports import Reports
from tests.desert.leaks import held_by_combat_units
from tests.pairs.house import GAME

log = logging.getLogger("engine.planted")
Leak = Callable[[], AbstractContextManager[Any]]


@contextmanager
def by_content() -> Iterator[None]:
    real = objects.told

    def told(news: News, seen: Seen, language: str = "en") -> list[objects.Object]:
        return [{**thing, "entry": news.entry} for thing in real(news, seen, language)]

    with patch("bot.objects.told", told):
        yield


@contextmanager
def by_count() -> Iterator[None]:
    real = JsonDoor.compose

    def compose(self: JsonDoor, news: News, seen: Seen, notes: Notes) -> bytes | None:
        made = real(self, news, seen, notes)
        return made and made + b"\n" * (news.entry % 2)

    with patch.object(JsonDoor, "compose", compose):
        yield


@contextmanager
def by_order() -> Iterator[None]:
    real = JsonDoor.compose

    def compose(self: JsonDoor, news: News, seen: Seen, notes: Notes) -> bytes | None:
        made = real(self, news, seen, notes)
        lines = made.splitlines(keepends=True) if made else []
        return made and b"".join(lines[:: -1 if news.entry % 2 else 1])

    with patch.object(JsonDoor, "compose", compose):
        yield


@contextmanager
def by_mark() -> Iterator[None]:
    """Marks are made without a key: whoever has guessed what they are made of can check it."""

    def mark(self: SqliteStore, *parts: str | bytes | int) -> str:
        return blake2b(repr(parts).encode(), digest_size=16).hexdigest()

    with patch.object(SqliteStore, "mark", mark):
        yield


@contextmanager
def by_nonce() -> Iterator[None]:
    """Marks are made with the secret of the game, which everybody reads at its end: they give away
    how many messages the house has sent.
    """

    def mark(self: SqliteStore, *parts: str | bytes | int) -> str:
        row = self.game(GAME)
        key = row.decoded_setup().secret if row else b""
        return blake2b(repr(parts).encode(), key=key, digest_size=16).hexdigest()

    with patch.object(SqliteStore, "mark", mark):
        yield


@contextmanager
def by_waiting() -> Iterator[None]:
    real = Seen.bare.__func__  # type: ignore[attr-defined]  # of the class

    def bare(cls: type[Seen], table: GameTable, viewer: Seat) -> Seen:
        seen: Seen = real(cls, table, viewer)
        if seen.asked is None:
            return seen
        left = tuple(seat for seat in seen.asked.seats if seat not in table.state.answers)
        return msgspec.structs.replace(seen, asked=msgspec.structs.replace(seen.asked, seats=left))

    with patch.object(Seen, "bare", classmethod(bare)):
        yield


@contextmanager
def by_file() -> Iterator[None]:
    real = Sitting.draw

    async def draw(self: Sitting, now: Seen, look: str = "") -> Path:
        entries = await self.writer.run(lambda batch: opened_game(batch, GAME).n)
        return await real(self, msgspec.structs.replace(now, question=entries), look)

    with patch.object(Sitting, "draw", draw):
        yield


@contextmanager
def by_log_of_messages() -> Iterator[None]:
    real = JsonDoor.compose

    def compose(self: JsonDoor, news: News, seen: Seen, notes: Notes) -> bytes | None:
        if news.own:
            log.info("%s was told something alone", news.sender)
        return real(self, news, seen, notes)

    with patch.object(JsonDoor, "compose", compose):
        yield


@contextmanager
def by_id() -> Iterator[None]:
    real = Reports.compose

    def compose(self: Reports, news: News, seen: Seen, notes: Notes) -> Any:
        mail = real(self, news, seen, notes)
        return mail and msgspec.structs.replace(mail, id=f"{news.entry}.{mail.id}")

    with patch.object(Reports, "compose", compose):
        yield


@contextmanager
def by_due() -> Iterator[None]:
    real = GameTable.due_of

    def due_of(self: GameTable, ask: Any) -> int | None:
        due = real(self, ask)
        return due and due + sum(self.state.orders.values())

    with patch.object(GameTable, "due_of", due_of):
        yield


@contextmanager
def by_list() -> Iterator[None]:
    real = lobby.lacks_players

    def lacks(table: GameTable) -> bool:
        return real(table) or bool(sum(table.state.orders.values()) % 2)

    with patch.object(lobby, "lacks_players", lacks):
        yield


@contextmanager
def by_vacancy() -> Iterator[None]:
    real = GameTable.play

    def play(self: GameTable, at: int, seat: Seat, order: Any) -> Bulletin:
        if seat != HOUSE and not isinstance(order, House):
            people = self.state.people
            people.times.misses = times.changed(people.times.misses, seat, None)
            people.vacant = tuple(one for one in people.vacant if one != seat)
        return real(self, at, seat, order)

    with patch.object(GameTable, "play", play):
        yield


@contextmanager
def by_log() -> Iterator[None]:
    real = dispatch.script

    def script(batch: Batch, opened: Any, seat: Seat, letter: Letter) -> Receipt:
        log.info("%s: an order in game %s", seat, opened.id)
        return real(batch, opened, seat, letter)

    with patch.object(dispatch, "script", script):
        yield


@contextmanager
def by_metrics() -> Iterator[None]:
    real = HealthService.own

    def own(self: HealthService) -> Iterator[Any]:
        yield from real(self)
        opened = self.writer.referee.memory[GAME]
        yield "planted", "gauge", [({}, opened.n)]

    with patch.object(HealthService, "own", own):
        yield


@contextmanager
def by_receipt() -> Iterator[None]:
    real = dispatch.take

    def take(batch: Batch, letter: Letter) -> Receipt:
        receipt = real(batch, letter)
        opened = batch.game(GAME)
        if opened is None or receipt.status != "answered":
            return receipt
        return msgspec.structs.replace(receipt, facts={**receipt.facts, "n": opened.n})

    with patch.object(dispatch, "take", take):
        yield


LEAKS: tuple[Leak, ...] = (
    by_content,
    by_count,
    by_order,
    by_mark,
    by_nonce,
    by_waiting,
    by_file,
    by_log_of_messages,
    held_by_combat_units,
    by_id,
    by_due,
    by_list,
    by_vacancy,
    by_log,
    by_metrics,
    by_receipt,
)
