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

from bot import objects, queries
from bot.line.doors import JsonDoor
from bot.pages import calendars
from bot.pages import facts as pages
from bot.play.sitting import Sitting
from bot.service.health import HealthService
from bot.webhooks import WebhookDoor
from engine.messages import Message
from engine.referee import personal, referee
from engine.referee.batch import Batch
from engine.referee.commands import lobby
from engine.referee.doors import GameView, News
from engine.rulings import times
from engine.state import REFEREE, House, Seat, Update
from engine.store import updates
from engine.store.notes import Notes
from engine.store.rows import GameRow
from engine.store.sqlite import SqliteStore
from engine.store.store import Store
from engine.table import GameTable
from mail.outgoing.reports import Reports
from tests.desert.leaks import held_by_combat_units
from tests.kit.planted import planted
from tests.pairs.house import GAME

log = logging.getLogger("engine.planted")
Leak = Callable[[], AbstractContextManager[Any]]


@contextmanager
def by_content() -> Iterator[None]:
    real = objects.told

    def told(news: News, seen: GameView, language: str = "en") -> list[objects.Object]:
        return [{**thing, "entry": news.entry} for thing in real(news, seen, language)]

    with patch("bot.objects.told", told):
        yield


@planted(JsonDoor, "compose")
def by_count(real: Any, self: JsonDoor, news: News, seen: GameView, notes: Notes) -> Any:
    made = real(self, news, seen, notes)
    return made and made + b"\n" * (news.entry % 2)


@planted(JsonDoor, "compose")
def by_order(real: Any, self: JsonDoor, news: News, seen: GameView, notes: Notes) -> bytes | None:
    made = real(self, news, seen, notes)
    lines = made.splitlines(keepends=True) if made else []
    return made and b"".join(lines[:: -1 if news.entry % 2 else 1])


@planted(SqliteStore, "mark")
def by_mark(_: Any, self: SqliteStore, *parts: str | bytes | int) -> str:
    """Marks are made without a key: whoever has guessed what they are made of can check it."""
    return blake2b(repr(parts).encode(), digest_size=16).hexdigest()


@planted(SqliteStore, "mark")
def by_nonce(_: Any, self: SqliteStore, *parts: str | bytes | int) -> str:
    """Marks are made with the secret of the game, which everybody reads at its end: they give away
    how many messages the house has sent.
    """
    row = self.game(GAME)
    key = row.decoded_setup().secret if row else b""
    return blake2b(repr(parts).encode(), key=key, digest_size=16).hexdigest()


@contextmanager
def by_waiting() -> Iterator[None]:
    real = GameView.bare.__func__  # type: ignore[attr-defined]  # of the class

    def bare(cls: type[GameView], table: GameTable, viewer: Seat) -> GameView:
        seen: GameView = real(cls, table, viewer)
        if seen.asked is None:
            return seen
        left = tuple(seat for seat in seen.asked.seats if seat not in table.state.answers)
        return msgspec.structs.replace(seen, asked=msgspec.structs.replace(seen.asked, seats=left))

    with patch.object(GameView, "bare", classmethod(bare)):
        yield


@contextmanager
def by_contest() -> Iterator[None]:
    """Have the table of a contest's game count the answers to a sealed question."""
    real = GameView.bare.__func__  # type: ignore[attr-defined]  # of the class

    def bare(cls: type[GameView], table: GameTable, viewer: Seat) -> GameView:
        seen: GameView = real(cls, table, viewer)
        number = f"1/{len(table.state.answers) + 1}" if seen.contest else ""
        return msgspec.structs.replace(seen, number=number)

    with patch.object(GameView, "bare", classmethod(bare)):
        yield


@contextmanager
def by_file() -> Iterator[None]:
    real = Sitting.draw

    async def draw(self: Sitting, now: GameView, look: str = "") -> Path:
        if not isinstance(self, Sitting):  # a view alone, without a store
            return await real(self, now, look)
        entries = await self.writer.run(lambda batch: queries.opened_game(batch, GAME).n)
        return await real(self, msgspec.structs.replace(now, question=entries), look)

    with patch.object(Sitting, "draw", draw):
        yield


@planted(JsonDoor, "compose")
def by_log_of_messages(real: Any, self: JsonDoor, news: News, seen: GameView, notes: Notes) -> Any:
    if news.own:
        log.info("%s was told something alone", news.sender)
    return real(self, news, seen, notes)


@planted(Reports, "compose")
def by_id(real: Any, self: Reports, news: News, seen: GameView, notes: Notes) -> Any:
    mail = real(self, news, seen, notes)
    return mail and msgspec.structs.replace(mail, id=f"{news.entry}.{mail.id}")


@planted(GameTable, "due_of")
def by_due(real: Any, self: GameTable, ask: Any) -> Any:
    due = real(self, ask)
    return due and due + sum(self.state.orders.values())


@planted(lobby, "lacks_players")
def by_list(real: Any, table: GameTable) -> bool:
    return real(table) or bool(sum(table.state.orders.values()) % 2)


@planted(GameTable, "play")
def by_vacancy(real: Any, self: GameTable, at: int, seat: Seat, order: Any) -> Any:
    if seat != REFEREE and not isinstance(order, House):
        people = self.state.people
        people.times.misses = times.changed(people.times.misses, seat, None)
        people.vacant = tuple(one for one in people.vacant if one != seat)
    return real(self, at, seat, order)


@planted(referee, "script")
def by_log(real: Any, batch: Batch, opened: Any, seat: Seat, message: Message) -> Any:
    log.info("%s: an order in game %s", seat, opened.id)
    return real(batch, opened, seat, message)


@planted(HealthService, "own")
def by_metrics(real: Any, self: HealthService) -> Iterator[Any]:
    yield from real(self)
    opened = self.writer.referee.memory[GAME]
    yield "uptime_seconds", "gauge", [("", opened.n)]


@planted(referee, "take")
def by_receipt(real: Any, batch: Batch, message: Message) -> Any:
    receipt = real(batch, message)
    opened = batch.game(GAME)
    if opened is None or receipt.status != "answered":
        return receipt
    return msgspec.structs.replace(receipt, facts={**receipt.facts, "n": opened.n})


@planted(updates, "after")
def by_update(real: Any, last: Update, *rest: Any) -> Any:
    """Every entry counts as an update, what is said in secret, too."""
    return msgspec.structs.replace(real(last, *rest), number=last.number + 1)


@contextmanager
def by_my_data() -> Iterator[None]:
    """A person reads the notes of others about them, too, such as mutes."""
    real = personal.notes_about

    def notes_about(batch: Batch, contacts: Any, memberships: Any) -> Iterator[tuple[str, Any]]:
        known = list(memberships)
        yield from real(batch, contacts, known)
        seats = {one.viewer for one in known}
        for name, value in batch.store.notes("house").items():
            if seats & {*name.split("/")[2:]}:
                yield name, value

    with patch("engine.referee.personal.notes_about", notes_about):
        yield


@planted(queries, "last_told")
def by_mod_list(_: Any, batch: Batch, opened: Any) -> int:
    """A moderator's list gives the time of the last entry, which may be a secret."""
    return int(opened.table.state.now)


@contextmanager
def by_pages() -> Iterator[None]:
    """Have the time of a file count secret entries."""
    real = pages.facts

    def facts(store: Store, row: GameRow, *known: Any) -> pages.PublicGame | None:
        game = real(store, row, *known)
        return game and msgspec.structs.replace(game, at=game.at + row.n)

    with patch("bot.pages.site.facts", facts):
        yield


@planted(WebhookDoor, "compose")
def by_webhook(real: Any, self: WebhookDoor, news: News, seen: GameView, notes: Notes) -> Any:
    made = real(self, news, seen, notes)
    return made and made + b" " * news.entry


@contextmanager
def by_calendar() -> Iterator[None]:
    """A calendar is written at each entry, also at a secret one."""
    real = calendars.waiting

    def waiting(batch: Batch, *more: Any) -> list[calendars.CalendarEntry]:
        entries = queries.opened_game(batch, GAME).n
        return [*real(batch, *more), calendars.CalendarEntry("x", str(entries), None, "")]

    with patch("bot.pages.calendars.waiting", waiting):
        yield


LEAKS: tuple[Leak, ...] = (
    *(by_content, by_count, by_order, by_mark, by_nonce, by_waiting, by_file, by_log_of_messages),
    *(held_by_combat_units, by_id, by_due, by_list, by_vacancy, by_log, by_metrics, by_receipt),
    *(by_update, by_my_data, by_mod_list, by_pages),
    *(by_webhook, by_calendar, by_contest),
)
