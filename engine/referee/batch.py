"""A batch of letters, played in memory. Nothing is written before all of it has been played, so
a refusal has written nothing, and nothing is told before it is written.
"""

import logging
from collections.abc import Callable, Collection
from functools import partial

import msgspec
from msgspec.structs import replace

from engine.errors import StoreError, UnknownGame
from engine.games import find
from engine.house import deadlines
from engine.house.times import FileOrders
from engine.letters import Address, Outgoing
from engine.referee import standing_orders
from engine.referee.doors import Door, Doors, Fetches, News, Past
from engine.referee.open_game import OpenGame, open_game, order_of_address
from engine.referee.register import HOUSE_NOTES, Contact, Register
from engine.state import HOUSE, PUBLIC, Anytime, Bulletin, Event, Order, Seat, Setup, Undo
from engine.store import journal
from engine.store.contract import Store
from engine.store.history import Page, pages
from engine.store.journal import encode
from engine.store.notes import Notes
from engine.store.rows import (
    NOT_COMPOSED,
    AuditEntry,
    BulletinRow,
    GameRow,
    InboxRow,
    JournalRow,
    LeaseRequest,
    Rows,
    Snapshot,
)
from engine.table import GameTable

log = logging.getLogger(__name__)

SAVES = 4
"""Of a game in memory, the last so many saves are kept: an order is taken back
without playing the game again.
"""
KEPT = 500
"""Games that stay in memory between batches."""
PROMPT = 30
"""Seconds that a door may take to read what has arrived, without
any question being moved by that.
"""


class Batch:
    """What one batch has made so far, at second ``now``. ``memory`` are the games that
    are open, from batch to batch.
    """

    def __init__(self, store: Store, doors: Doors, memory: dict[str, OpenGame], now: int = 0):
        self.store, self.doors, self.memory, self.now = store, doors, memory, now
        self.rows: dict[str, Rows] = {}
        self.inbox: dict[tuple[str, str], InboxRow] = {}
        self.acts: list[AuditEntry] = []
        self.leases: list[LeaseRequest] = []
        self.next_message = store.next_message
        self.notes: dict[str, Notes] = {}

    def notes_of(self, door: str) -> Notes:
        """What a door keeps, as this batch has it."""
        if door not in self.notes:
            self.notes[door] = Notes(self.store, door)
        return self.notes[door]

    @property
    def register(self) -> Register:
        """Who is who, as this batch has it."""
        return Register(self.notes_of(HOUSE_NOTES))

    # ---- games

    def game(self, id: str) -> OpenGame | None:
        """A game by its id, from memory or from the store."""
        if id in self.memory:
            self.memory[id] = opened = self.memory.pop(id)
            return opened
        row = self.store.game(id)
        if row is None:
            return None
        opened = open_game(row, self.store.addresses(id))
        self.keep(opened)
        return opened

    def known(self, id: str) -> OpenGame | None:
        """A game like ``game``; ``None`` also if its kind or edition is not installed here."""
        try:
            return self.game(id)
        except UnknownGame:
            return None

    def keep(self, opened: OpenGame) -> None:
        """Have a game in memory, in place of those that were used longest ago."""
        while len(self.memory) >= KEPT and (
            idle := next((k for k in self.memory if k not in self.rows), None)
        ):
            del self.memory[idle]
        self.memory[opened.id] = opened

    def rows_of(self, id: str) -> Rows:
        """What this batch has made of a game."""
        if id not in self.rows:
            self.rows[id] = Rows()
        return self.rows[id]

    def drop(self, id: str) -> None:
        """Forget what this batch has made of a game."""
        self.memory.pop(id, None)
        self.rows.pop(id, None)

    def make(
        self, kind: str, setup: Setup, addresses: list[Address], owner: Contact | None = None
    ) -> OpenGame:
        """A new game; its ``owner`` has made it.

        Raises ``UnknownGame``, ``msgspec.ValidationError`` or ``ValueError``, having made nothing.
        """
        if self.game(setup.id) is not None:
            raise ValueError(f"there is a game {setup.id!r} already")
        game = find(kind)
        table = GameTable.new(game, setup)
        first = journal.first_hash(setup)
        opened = OpenGame(table, 0, first, sorted(addresses, key=order_of_address))
        bulletin = table.run()
        self.keep(opened)
        rows = self.rows_of(setup.id)
        state = table.state
        rows.made.append(
            GameRow(
                setup.id,
                kind,
                game.edition,
                setup.at,
                encode(setup),
                0,
                first,
                table.save(),
                state.due,
                state.result,
            )
        )
        rows.addresses += addresses
        self.publish(opened, bulletin, HOUSE)
        if owner is not None:
            self.register.give_role(setup.id, owner, "owner")
        return opened

    # ---- entries

    def tick(self, opened: OpenGame, until: int) -> bool:
        """Every tick that is due by then, each at its own time: a late order closes nothing and
        moves nothing. ``True``: one of them waits for a door that is behind. One that has
        waited long is played at the present time, so that nobody whose question comes after it
        loses the time that the door has taken.
        """
        while (due := opened.table.state.due) is not None and due <= until:
            read = self.read_before(opened)
            if any(before < due for before in read):
                return True
            waited = bool(read) and self.now - due > PROMPT
            self.enter(opened, self.now if waited else due, HOUSE, deadlines.on_time(opened.table))
        return False

    def read_before(self, opened: OpenGame) -> list[int]:
        """How far the doors have read that serve somebody who is asked, and may be behind. One
        that is not here, but has been once, has not read at all: what came for it lies there.
        """
        ask, found = opened.table.ask(), []
        for name in {
            address.door
            for address in opened.addresses
            if ask is not None and address.viewer in ask.seats
        }:
            door = self.doors.get(name)
            if isinstance(door, Fetches):
                found.append(door.read_before)
            elif door is None and self.notes_of(HOUSE_NOTES).get(f"fetches/{name}") is not None:
                found.append(0)
        return found

    def note_doors(self) -> None:
        """Note which doors fetch what has arrived, for a process that works without them."""
        notes = self.notes_of(HOUSE_NOTES)
        for name, door in self.doors.items():
            if isinstance(door, Fetches) and notes.get(f"fetches/{name}") is None:
                notes.put(f"fetches/{name}", "yes")

    def house(self, opened: OpenGame, at: int, order: Order) -> Bulletin:
        """An order of the house itself, after every tick that is due by then."""
        self.tick(opened, at)
        return self.enter(opened, at, HOUSE, order)

    def enter(
        self, opened: OpenGame, at: int, seat: Seat, order: Order, *, spoken: bool = False
    ) -> Bulletin:
        """One journal entry, and what was filed beforehand for the question that it opens;
        nothing is after an undo. ``spoken``: the seat has said it just now.
        """
        used: standing_orders.Used = set()
        bulletin = self.entry(opened, at, seat, order, used, spoken=spoken)
        if (
            bulletin.fresh
            and not isinstance(order, Undo)
            and opened.table.state.people.times.standing
        ):
            self.play_standing(opened, at, used)
        return bulletin

    def play_standing(self, opened: OpenGame, at: int, used: standing_orders.Used) -> None:
        """Put in what was filed, as long as that opens a question to which more was filed."""
        while (found := next(standing_orders.answers(opened.table, used), None)) is not None:
            seat, text, order = found
            used.add((opened.id, seat, text))
            filed = opened.table.state.people.times.standing[seat]
            always = text.startswith(standing_orders.ALWAYS)
            kept = filed if always else tuple(one for one in filed if one != text)
            said = text.removeprefix(standing_orders.ALWAYS)
            self.entry(opened, at, HOUSE, FileOrders(seat, kept, said), used)
            self.entry(opened, at, seat, order, used)

    def entry(
        self,
        opened: OpenGame,
        at: int,
        seat: Seat,
        order: Order,
        used: standing_orders.Used,
        *,
        spoken: bool = False,
    ) -> Bulletin:
        """One journal entry: play it, and note all that has to be written and told."""
        # From here on the game is changed in memory: if the rules fail half-way, it
        # must be dropped with the batch.
        rows = self.rows_of(opened.id)
        table = opened.table
        # A letter may have arrived long before it could be read: what it brings about happens now.
        accepted = at if isinstance(order, deadlines.BY_CLOCK) else max(at, self.now)
        entry = journal.Entry(opened.n + 1, max(accepted, table.state.now), seat, order)
        known, ask = deadlines.before(table), table.ask()
        if isinstance(order, Undo):
            opened.table, bulletin = self.undone(opened, entry, order.to)
        else:
            bulletin = journal.play(table, entry)
        dues, bank = deadlines.worked_out(opened.table, known, order)
        if dues or bank:
            entry = msgspec.structs.replace(entry, dues=dues, bank=bank)
            bulletin = opened.table.settle(bulletin, dues, bank)
        data = encode(entry)
        opened.n, opened.hash = entry.n, journal.link(opened.hash, data)
        rows.journal.append(JournalRow(opened.id, entry.n, data, opened.hash))
        undo_to = order.to if isinstance(order, Undo) else None
        coming = (
            standing_orders.answers(opened.table, used)
            if bulletin.fresh and undo_to is None
            else ()
        )
        answered = {who for who, _, _ in coming}
        alone = ask is not None and not ask.sealed and ask.seats == (seat,)
        again = spoken and alone and bulletin.asked is not None and bulletin.asked.seats == (seat,)
        self.publish(opened, bulletin, seat, undo_to, answered, again=again)
        return bulletin

    def undone(self, opened: OpenGame, entry: journal.Entry, to: int) -> tuple[GameTable, Bulletin]:
        """The table after an undo: from the save after entry ``to`` if it is at
        hand, else from the beginning.
        """
        table = opened.table
        if to in opened.saves:
            before = table.load(opened.saves[to])
            return before, journal.play(before, entry)
        past = journal.read(table.game, table.setup, self.journal(opened))
        replayed, bulletins = journal.replay(table.game, table.setup, [*past, entry])
        return replayed, bulletins[entry.n]

    def take_back(self, opened: OpenGame, at: int, seat: Seat, to: int) -> None:
        """The seat's order after entry ``to`` has not happened. What all seats have
        filed since, of which nobody else was told, is filed again: an undo says nothing
        of it and takes nothing of it away.
        """
        decode = journal.entry_decoder(opened.table.game).decode
        since = [decode(data) for data, _ in self.journal(opened, to + 1)]
        self.enter(opened, at, seat, opened.table.undo(to))
        for entry in since:
            if isinstance(entry.order, Anytime) and opened.table.menu(entry.seat).allows(
                entry.order
            ):
                self.enter(opened, at, entry.seat, entry.order)

    def journal(self, opened: OpenGame, after: int = 0) -> list[tuple[bytes, bytes]]:
        """Entries and hashes of a game, those of this batch included."""
        fresh = self.rows[opened.id].journal if opened.id in self.rows else []
        return self.store.journal(opened.id, after) + [
            (row.entry, row.hash) for row in fresh if row.n > after
        ]

    def bulletins(self, opened: OpenGame, after: int = -1) -> list[BulletinRow]:
        """All that was told in a game, in this batch too; by entries ``after`` a number."""
        fresh = self.rows[opened.id].bulletins if opened.id in self.rows else []
        return self.store.bulletins(opened.id, after) + [row for row in fresh if row.n > after]

    def told(self, opened: OpenGame, viewer: Seat, after: int = -1) -> list[Page]:
        """What a viewer was told by entries ``after`` a number."""
        return pages(opened.table.game, self.bulletins(opened, after), viewer)

    # ---- telling

    def publish(
        self,
        opened: OpenGame,
        bulletin: Bulletin,
        by: Seat,
        undo_to: int | None = None,
        answered: Collection[Seat] = (),
        *,
        again: bool = False,
    ) -> None:
        """One bulletin row, and a finished message to everybody whom it brings
        something; ``by`` gave the order, and seats that have ``answered`` beforehand
        need no prompt. ``again``: see ``News``.
        """
        rows = self.rows_of(opened.id)
        if bulletin.told or bulletin.rolls or bulletin.fresh:
            told, rolls = encode(bulletin.told), encode(bulletin.rolls)
            rows.bulletins.append(
                BulletinRow(opened.id, opened.n, bulletin.at, told, rolls, undo_to)
            )
        fresh = bulletin.fresh and bulletin.asked is not None and bool(bulletin.asked.seats)
        prompted = (
            {PUBLIC, *bulletin.asked.seats} if fresh and bulletin.asked is not None else set()
        )
        prompted.difference_update(answered)
        general = bulletin.events(PUBLIC)
        private = {seat for happening in bulletin.told for seat in happening.copies}
        for address in opened.addresses:
            viewer = address.viewer
            events, own = (
                (bulletin.events(viewer), bulletin.own(viewer))
                if viewer in private
                else (general, [])
            )
            if events or viewer in prompted:
                self.tell(
                    opened,
                    address,
                    bulletin,
                    events,
                    own,
                    fresh,
                    by == viewer,
                    viewer in prompted,
                    again=again,
                )

    def tell(
        self,
        opened: OpenGame,
        address: Address,
        bulletin: Bulletin,
        events: list[Event],
        own: list[Event],
        fresh: bool,
        mine: bool = False,
        prompted: bool = True,
        *,
        again: bool = False,
    ) -> None:
        """Tell one reader, unless nothing is wanted there."""
        past = Past(
            opened.n, partial(self.told, opened, address.viewer), self.notes_of(address.door)
        )

        def compose(door: Door) -> bytes | None:
            told = news(
                opened.table,
                address,
                bulletin,
                events,
                own,
                fresh,
                mine,
                prompted,
                past,
                again=again,
            )
            return door.compose(told)

        asked = bulletin.asked.seats if fresh and bulletin.asked is not None else ()
        payload = self.composed(opened, address, compose, asked)
        if payload is not None:
            self.post(opened, address, payload, None if events or past.told else bulletin.question)

    def composed(
        self,
        opened: OpenGame,
        address: Address,
        compose: Callable[[Door], bytes | None],
        asked: tuple[Seat, ...] = (),
    ) -> bytes | None:
        """What ``compose`` makes for one reader; ``None``: nothing is sent.

        If it fails, that concerns this reader alone: a neutral message takes its place, and the
        door's notes are as before. Raises ``StoreError`` if the store fails.
        """
        door = self.doors.get(address.door)
        if door is None or address.quiet:
            return None
        notes = self.notes_of(address.door)
        before = notes.fresh.copy()
        try:
            return compose(door)
        except StoreError:
            raise
        except Exception as error:
            notes.fresh = before
            self.not_composed(opened, address.door, error)
        try:
            return door.neutral(opened.id, address.viewer, address.sender, asked)
        except StoreError:
            raise
        except Exception as error:
            log.error(
                "door %s has no neutral message either: %s", address.door, type(error).__name__
            )
            return None

    def not_composed(self, opened: OpenGame, door: str, error: Exception) -> None:
        """Note for the operator that a message could not be composed: game, door and exception
        type. The text of the exception may hold hidden things, and is noted nowhere.
        """
        failed = type(error).__name__
        log.error(
            "game %s: a message of door %s could not be composed: %s", opened.id, door, failed
        )
        self.acts.append(
            AuditEntry(self.now, door, NOT_COMPOSED, opened.id, encode({"error": failed}).decode())
        )

    def post(
        self, opened: OpenGame, address: Address, payload: bytes, question: int | None = None
    ) -> None:
        """Put a finished message into the outbox. Its mark is the same on every repetition, and
        tells nothing. ``question``: it says no more than that this one is open.
        """
        number = self.next_message
        self.next_message = number + 1
        outgoing = Outgoing(
            id=number,
            game=opened.id,
            door=address.door,
            sender=address.sender,
            mark=self.store.mark(number),
            payload=payload,
            question=question,
        )
        self.rows_of(opened.id).messages.append(outgoing)

    def snapshots(self) -> None:
        """Note the state of every game that this batch has changed, once."""
        for id, rows in self.rows.items():
            opened = self.memory[id]
            state, saved = opened.table.state, opened.table.save()
            rows.snapshot = Snapshot(opened.n, opened.hash, saved, state.due, state.result)
            opened.saves[opened.n] = saved
            if len(opened.saves) > SAVES:
                del opened.saves[min(opened.saves)]


def news(
    table: GameTable,
    address: Address,
    bulletin: Bulletin,
    events: list[Event],
    own: list[Event],
    fresh: bool,
    mine: bool,
    prompted: bool,
    past: Past | None = None,
    *,
    again: bool = False,
) -> News:
    """Return what a bulletin brings to one reader; ``prompted``: who is asked anew is told so."""
    prompted = (
        prompted and fresh and bulletin.asked is not None and address.viewer in bulletin.asked.seats
    )
    return replace(
        News.of(table, address.viewer, address.sender, bulletin.at, past),
        events=events,
        own=own,
        mine=mine,
        question=bulletin.question,
        asked=bulletin.asked,
        due=bulletin.due,
        fresh=fresh,
        prompted=prompted,
        sealed=table.sealed(bulletin.asked),
        again=again,
    )
