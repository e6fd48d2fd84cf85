"""A referee on a database of its own, and doors that remember what went through them."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.messages import Address, Message, Outgoing, Receipt
from engine.plan import Span
from engine.referee.accounts import Account, Role, Settings
from engine.referee.batch import Batch
from engine.referee.doors import Door, GameView, News, Repeats
from engine.referee.news import Composer
from engine.referee.referee import Job, Outcome, Referee
from engine.referee.sending import Delivery, deliveries
from engine.rulings import plan_text
from engine.state import PUBLIC, REFEREE, Join, Seat, Setup
from engine.store.history import pages
from engine.store.journal import encode
from engine.store.notes import Notes
from engine.store.rows import DeliveryReport, GameRow
from engine.store.sqlite import SqliteStore
from engine.store.store import Store
from tests.tables import sqlite

DOOR, POST = "box", "post"
"""The door of nearly all tests, and another one."""
START = 1_000
"""The second in which all games are made."""


class Told(Struct, frozen=True):
    """What a reader was told, and what they could see."""

    news: News
    seen: GameView

    def __getattr__(self, name: str) -> Any:
        return getattr(self.news if hasattr(News, name) else self.seen, name)


class Box(Door):
    """A door that keeps everything. ``answer`` may refuse a outgoing by
    raising, or let it take its time.
    """

    looks, shares = True, False
    repeats: Repeats = "dropped"

    def __init__(self) -> None:
        self.sent: list[Outgoing] = []
        self.news: list[Told] = []
        self.answer: Callable[[Outgoing], Awaitable[None] | None] = lambda _: None

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        if (talk := news.talk) is not None:
            return encode((seen.game, seen.viewer, talk.by, talk.to, talk.text))
        if news.reason == "neutral":
            asked = seen.asked.seats if news.prompted and seen.asked is not None else ()
            return encode(("neutral", seen.game, seen.viewer, asked))
        self.news.append(Told(news, seen))
        return encode((seen.game, seen.viewer, seen.question, news.events, news.prompted))

    def send(self, outgoing: Outgoing) -> Awaitable[None] | None:
        waiting = self.answer(outgoing)
        if waiting is None:
            self.sent.append(outgoing)
            return None

        async def later() -> None:
            await waiting
            self.sent.append(outgoing)

        return later()

    def texts(self, sender: str) -> list[bytes]:
        return [outgoing.payload for outgoing in self.sent if outgoing.sender == sender]


class Table(Struct, frozen=True):
    """A game to be made: its kind, its seats and its options. ``homes``: where a seat is reached,
    if not at the box under its own name.
    """

    id: str = "g"
    kind: str = "relay"
    seats: tuple[Seat, ...] = ("ann", "bob")
    options: dict[str, Any] = {}
    scenario: dict[str, Any] = {}
    secret: bytes = b"k" * 32
    clock: str = ""
    rated: bool = True
    homes: dict[Seat, Account] = {}

    def setup(self) -> Setup:
        options = {"players": len(self.seats)} | self.options
        clock = plan_text.read(self.clock) if self.clock else None
        return Setup(
            id=self.id,
            secret=self.secret,
            options=options,
            scenario=self.scenario,
            at=START,
            clock=clock,
            rated=self.rated,
        )

    def make(self, batch: Batch) -> None:
        """Make it: everybody takes a seat, and everybody else reads at the box."""
        homes = [(seat, *self.homes.get(seat, (DOOR, seat))) for seat in self.seats]
        addresses = [
            Address(door=door, sender=who, game=self.id, viewer=seat) for seat, door, who in homes
        ]
        opened = batch.make(
            self.kind,
            self.setup(),
            [*addresses, Address(door=DOOR, sender="everybody", game=self.id, viewer=PUBLIC)],
        )
        for seat in self.seats:
            batch.enter(opened, START, REFEREE, Join(seat, seat, f"salt of {seat}"))

    def waiting(self, batch: Batch) -> None:
        batch.make(
            self.kind,
            self.setup(),
            [Address(door=DOOR, sender="everybody", game=self.id, viewer=PUBLIC)],
        )


class House:
    """A store, a referee and a box a door, without event loop. ``told`` are the messages of all
    batches so far, ``opens`` the second in which the next process begins to work. ``open_store``
    opens the store, the same every time; else it is the file at ``path``.
    """

    def __init__(
        self,
        path: Path,
        *tables: Table,
        doors: Sequence[str] = (DOOR,),
        open_store: Callable[[], Store] | None = None,
    ):
        self.open_store = open_store or partial(SqliteStore, path)
        self.path, self.ids, self.at, self.opens = path, count(1), START, START
        self.doors = {name: Box() for name in doors}
        self.told: list[Outgoing] = []
        self.settings: dict[Account, Settings] = {}
        self.open()
        if tables:
            self.take([table.make for table in tables])

    def open(self) -> None:
        self.store = self.open_store()
        self.referee = Referee(self.store, self.doors)

    @property
    def box(self) -> Box:
        return self.doors[DOOR]

    def again(self) -> None:
        self.store.close()
        self.open()

    def close(self) -> None:
        self.store.close()

    @property
    def db(self) -> Any:
        """The connection to the database, of a house on disk."""
        return sqlite(self.store).db

    def row(self, game: str = "g") -> GameRow:
        row = self.store.game(game)
        assert row is not None
        return row

    def message(
        self, sender: Seat, text: str, game: str | None = "g", at: int | None = None, **more: Any
    ) -> Message:
        """A message that nobody has written before, at the door ``by``."""
        self.at = max(self.at, self.at + 1 if at is None else at)
        return Message(
            door=more.pop("by", DOOR),
            id=more.pop("id", f"<{next(self.ids)}>"),
            sender=sender,
            text=text,
            at=self.at,
            game=game,
            **more,
        )

    def take(self, jobs: Sequence[Job], delivered: DeliveryReport | None = None) -> list[Any]:
        outcome: Outcome = self.referee.take(jobs, self.at, delivered)
        composer = Composer(self.referee.doors)
        composer.settings = self.settings = self.settings | outcome.settings
        for news in outcome.told:
            for one in deliveries(news, self.referee.doors):
                self.tell(composer, one)
        if composer.acts:
            self.referee.take([], self.at, DeliveryReport(acts=composer.acts))
        return outcome.answers

    def tell(self, composer: Composer, one: Delivery) -> None:
        assert one.item is not None
        assert one.game is not None
        payload = composer.compose(one.item, one.game, one.reader)
        if payload is not None:
            door, sender = one.receiver
            game, digest = one.reader.game, one.item.digest
            mark = self.store.mark(door, sender, game, one.seq, digest)
            self.told.append(
                Outgoing(
                    id=len(self.told),
                    game=game,
                    door=door,
                    sender=sender,
                    mark=mark,
                    payload=payload,
                    seq=one.seq,
                )
            )

    def say(
        self, sender: Seat, text: str, game: str | None = "g", at: int | None = None, **more: Any
    ) -> Receipt:
        (receipt,) = self.take([self.message(sender, text, game, at, **more)])
        assert isinstance(receipt, Receipt)
        return receipt

    def link(self, who: str = "ann", there: str = "ann@example.org") -> Receipt:
        """Make one person of two addresses, the second one at the other door."""
        given = self.say(who, "link", None).facts["code"]
        return self.say(there, f"link {given}", None, by=POST)

    def give(self, role: Role, *accounts: Account, game: str = "g") -> None:
        def act(batch: Batch) -> None:
            for account in accounts:
                batch.accounts.give_role(game, account, role)

        self.take([act])

    def wait(self, seconds: int) -> None:
        self.at += seconds

        def tick(batch: Batch) -> None:
            for _, id in self.store.due(self.at, 1_000):
                if opened := batch.game(id):
                    batch.tick(opened, self.at)

        self.take([tick])


def slept(batch: Batch, id: str, gap: Span) -> None:
    """Make good in a game that the referee did not work from one second to another."""
    opened = batch.game(id)
    assert opened is not None
    batch.make_good(opened, gap)


# ---- what came of it


def code(receipt: Receipt) -> str:
    assert receipt.status == "refused"
    assert receipt.refusal is not None
    return receipt.refusal.code


def events(house: House, viewer: str = PUBLIC, game: str = "g") -> list[object]:
    """Return what a viewer was told, of what has not been taken back."""
    opened = house.referee.memory[game]
    found = pages(opened.table.game, house.store.bulletins(game), viewer)
    return [event for page in found if not page.undone for event in page.events]


def told(house: House, viewer: Seat, kind: type) -> list[Any]:
    """Return the events of a kind that a viewer was told."""
    heard = [event for news in house.box.news if news.viewer == viewer for event in news.events]
    return [event for event in heard if type(event) is kind]


def entries(house: House, game: str = "g") -> list[tuple[int, Seat, str]]:
    """Return the journal without the joins: when, who, what."""
    rows = [msgspec.json.decode(entry) for entry, _ in house.store.journal(game)]
    made = [(row["at"] - START, row["seat"], row["order"]["type"]) for row in rows]
    return [entry for entry in made if entry[2] != "Join"]


def made(house: House, text: str, who: str = "olga") -> str:
    receipt = house.say(who, text, None, name=who.title())
    assert receipt.facts["did"] == "new", receipt
    return str(receipt.facts["game"])
