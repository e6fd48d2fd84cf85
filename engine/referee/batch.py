"""A batch of messages, played in memory. It is written only after all messages were played, and its
news is delivered only after that.
"""

import logging
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any

import msgspec

from engine.errors import StoreError
from engine.games import find
from engine.messages import Address
from engine.plan import Span
from engine.referee import conduct, open_game, ratings, standing_orders, unit_of_work, webhooks
from engine.referee.accounts import SERVER_NOTES, Account
from engine.referee.clock import Gap, time_lost
from engine.referee.doors import ROBOT, Doors
from engine.referee.open_game import OpenGame, OpenGames, order_of_address
from engine.referee.unit_of_work import UnitOfWork
from engine.rulings import deadlines, times
from engine.rulings.times import Downtime, FileOrders
from engine.state import REFEREE, Anytime, Bulletin, Order, Seat, Setup, Undo, Update
from engine.store import journal, updates
from engine.store.journal import encode
from engine.store.rows import BulletinRow, GameRow, JournalRow
from engine.store.store import Store
from engine.table import GameTable
from engine.undo import undo_to

log = logging.getLogger(__name__)

PROMPT = 30
"""A tick that waited for a door for more than this many seconds is played at the present time."""


class Fresh:
    """A game's journal and bulletins including this batch's, to compute results about its past."""

    def __init__(self, batch: UnitOfWork, opened: OpenGame):
        self.batch, self.opened = batch, opened

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        assert game == self.opened.id
        return self.batch.journal(self.opened, after)

    def bulletins(self, game: str, after: int = -1) -> list[BulletinRow]:
        assert game == self.opened.id
        return self.batch.bulletins(self.opened, after)


class Batch(UnitOfWork):
    """The work of one batch: journal entries and their news.

    ``gaps`` are the server's downtimes. ``made_good`` are the games in which this batch has
    compensated for them. ``answers`` are results computed in another thread, or ``None`` if
    everything is computed here.
    """

    gaps: Sequence[Gap] = ()
    answers: open_game.DeferredResults | None = None

    def __init__(self, store: Store, doors: Doors, memory: OpenGames, now: int = 0):
        super().__init__(store, doors, memory, now)
        self.made_good = set[str]()

    def game(self, id: str) -> OpenGame | None:
        opened = super().game(id)
        if opened is None or not self.gaps or id in self.made_good:
            return opened
        self.made_good.add(id)
        try:
            for gap in self.gaps:
                if id not in gap.made_good:
                    self.make_good(opened, gap.span)
        except StoreError:
            raise
        except Exception:
            log.exception("the time lost could not be made good in game %s", id)
            # Nothing else in this batch has changed the game.
            self.drop(id)
            return super().game(id)
        return opened

    def make_good(self, opened: OpenGame, span: Span) -> None:
        if (lost := time_lost(self, opened, span)) is not None:
            self.enter(opened, span[1], REFEREE, lost)

    def make(
        self, kind: str, setup: Setup, addresses: list[Address], owner: Account | None = None
    ) -> OpenGame:
        """Create a game that belongs to ``owner``.

        Raises ``UnknownGame``, ``msgspec.ValidationError`` or ``ValueError`` if the setup is not
        possible, and then creates nothing.
        """
        if self.game(setup.id) is not None:
            raise ValueError(f"there is a game {setup.id!r} already")
        game = find(kind)
        table = GameTable.new(game, setup)
        first = journal.first_hash(setup)
        opened = OpenGame(table, 0, first, 0, sorted(addresses, key=order_of_address))
        bulletin = table.run()
        table.state.update = updates.after(updates.began(setup), setup, b"", bulletin)
        self.keep(opened)
        rows = self.rows_of(setup.id)
        state = table.state
        rows.made.append(
            GameRow(
                id=setup.id,
                kind=kind,
                edition=game.edition,
                created=setup.at,
                setup=encode(setup),
                n=0,
                hash=first,
                state=table.save(),
                due=state.due,
                result=state.result,
            )
        )
        if not setup.private:
            for one in webhooks.watchers(self.accounts, setup.id):
                self.settle(opened, one)
        rows.addresses += addresses
        unit_of_work.publish(self, opened, bulletin, REFEREE)
        if owner is not None:
            self.accounts.give_role(setup.id, owner, "owner")
        return opened

    # ---- entries

    def tick(self, opened: OpenGame, until: int) -> bool:
        """Play all ticks due by ``until``, each at its own time. Return ``True`` if one must wait
        for a door that is behind.

        A tick that waited long is played at the present time. Otherwise the next player would lose
        the time that the door took.
        """
        while (due := opened.table.state.due) is not None and due <= until:
            read = self.read_before(opened)
            if any(before < due for before in read):
                return True
            at = self.now if bool(read) and self.now - due > PROMPT else due
            self.hand_in(opened, at, closing=True)
            if opened.table.state.due == due:
                self.enter(opened, at, REFEREE, deadlines.on_time(opened.table))
        return False

    def hand_in(self, opened: OpenGame, at: int, *, closing: bool = False) -> Bulletin | None:
        """Play the robots' answers to a sealed question if they close it. Return the bulletin of
        the last one, if any.

        They close it if nobody else is missing, or if it is ``closing`` anyway.
        """
        last = None
        table, door = opened.table, self.doors.get(ROBOT)
        if door is None or (ask := opened.ask()) is None or not ask.sealed:
            return None
        question = table.state.question
        missing = [seat for seat in ask.seats if seat not in table.state.answers]
        ready = door.prepared(opened.id, question)
        if not closing and (ask.window is not None or not set(missing) <= set(ready)):
            return None
        for seat in missing:
            table = opened.table
            if (
                (order := ready.get(seat)) is not None
                and (table.state.question, table.state.result) == (question, None)
                and seat not in table.state.answers
                and table.menu(seat).allows(order)
            ):
                last = self.enter(opened, at, seat, order, in_time=True)
        return last

    def read_before(self, opened: OpenGame) -> list[int]:
        """Return how far the asked seats' doors have read their messages, in seconds."""
        ask, found = opened.table.ask(), []
        for name in {
            address.door
            for address in opened.addresses
            if ask is not None and address.viewer in ask.seats
        }:
            door = self.doors.get(name)
            if door is not None:
                found += [door.read_before] if door.read_before is not None else []
            elif (read := self.notes_of(SERVER_NOTES).get(f"fetches/{name}")) is not None:
                found.append(int(read))
        return found

    def note_doors(self) -> None:
        """Record how far each door that fetches messages has read, for a process that works without
        the door. Without other processes, a stopped door counts as having read nothing.
        """
        notes = self.notes_of(SERVER_NOTES)
        for name, door in self.doors.items():
            if door.read_before is not None:
                read = str(door.read_before if self.store.shared else 0)
                if notes.get(f"fetches/{name}") != read:
                    notes.put(f"fetches/{name}", read)

    def play_as_referee(self, opened: OpenGame, at: int, order: Order) -> Bulletin:
        """Play an order of the referee, after all ticks due by second ``at``."""
        self.tick(opened, at)
        return self.enter(opened, at, REFEREE, order)

    def enter(
        self,
        opened: OpenGame,
        at: int,
        seat: Seat,
        order: Order,
        *,
        spoken: bool = False,
        in_time: bool = False,
    ) -> Bulletin:
        """Play one journal entry, then the standing orders for the question that it opens, except
        after an undo.

        ``spoken``: the seat gave the order just now. ``in_time``: the order counts as played at
        ``at``, even if it is played later.
        """
        used: standing_orders.Used = set()
        bulletin = self.entry(opened, at, seat, order, used, spoken=spoken, filed=in_time)
        if (
            bulletin.fresh
            and not isinstance(order, Undo)
            and opened.table.state.people.times.standing
        ):
            self.play_standing(opened, at, used)
        return self.hand_in(opened, at) or bulletin

    def play_standing(self, opened: OpenGame, at: int, used: standing_orders.Used) -> None:
        """Play standing orders for the open question, and for the questions that they open."""
        while (found := next(standing_orders.answers(opened.table, used), None)) is not None:
            seat, text, order = found
            used.add((opened.id, seat, text))
            filed = opened.table.state.people.times.standing[seat]
            always = text.startswith(standing_orders.ALWAYS)
            kept = filed if always else tuple(one for one in filed if one != text)
            said = text.removeprefix(standing_orders.ALWAYS)
            self.entry(opened, at, REFEREE, FileOrders(seat, kept, said), used, filed=True)
            self.entry(opened, at, seat, order, used, filed=True)

    def entry(
        self,
        opened: OpenGame,
        at: int,
        seat: Seat,
        order: Order,
        used: standing_orders.Used,
        *,
        spoken: bool = False,
        filed: bool = False,
    ) -> Bulletin:
        """Play one journal entry and collect its rows. A ``filed`` order happens at ``at``."""
        # The game in memory changes from here on. If the rules fail, it is dropped with the batch.
        rows = self.rows_of(opened.id)
        table = opened.table
        # Effects happen now, even if the message arrived long ago.
        by_clock = filed or isinstance(order, (*deadlines.BY_CLOCK, Downtime))
        accepted = at if by_clock else max(at, self.now)
        entry = journal.Entry(
            n=opened.n + 1, at=max(accepted, table.state.now), seat=seat, order=order
        )
        known, ask, last = deadlines.before(table), opened.ask(), self.last_update(opened)
        running = table.state.result is None
        if isinstance(order, Undo):
            opened.table, bulletin = self.undone(opened, entry, order.to)
        else:
            bulletin = journal.play(table, entry)
        dues, bank = deadlines.worked_out(opened.table, known, order)
        if dues or bank:
            entry = msgspec.structs.replace(entry, dues=dues, bank=bank)
            bulletin = times.settle(opened.table, bulletin, dues, bank)
        data = encode(entry)
        opened.n, opened.hash = entry.n, journal.link(opened.hash, data)
        opened.asked = entry.n, bulletin.asked
        opened.table.state.update = updates.after(last, table.setup, data, bulletin)
        rows.journal.append(JournalRow(opened.id, entry.n, data, opened.hash))
        conduct.enter(self, opened, entry, ask, bulletin)
        if running and opened.table.state.result is not None:
            ratings.enter(self, opened, entry.at)
        undo_to = order.to if isinstance(order, Undo) else None
        answered: Collection[Seat] = ()
        if bulletin.fresh and undo_to is None and opened.table.state.people.times.standing:
            answered = {who for who, _, _ in standing_orders.answers(opened.table, used)}
        alone = ask is not None and not ask.sealed and ask.seats == (seat,)
        again = spoken and alone and bulletin.asked is not None and bulletin.asked.seats == (seat,)
        unit_of_work.publish(self, opened, bulletin, seat, undo_to, answered, again=again)
        return bulletin

    def last_update(self, opened: OpenGame) -> Update:
        """Return the last update of a game. A game of version 0.1.0 has not stored it."""
        if (last := opened.table.state.update) is not None:
            return last
        rows = self.bulletins(opened)
        return updates.of_rows(opened.table.setup, self.journal(opened), rows)[0]

    def undone(self, opened: OpenGame, entry: journal.Entry, to: int) -> tuple[GameTable, Bulletin]:
        """Return table and bulletin after an undo to entry ``to``. Raises ``Deferred``."""
        table = opened.table.load(self.save_at(opened, to))
        bulletin = journal.play(table, entry)
        return table.load(table.save()), bulletin

    def save_at(self, opened: OpenGame, to: int) -> bytes:
        """Return the save of a game after entry ``to``. Raises ``Deferred`` if that takes long."""
        if to in opened.saves:
            return opened.saves[to]
        table = opened.table
        find = partial(open_game.save_at, table.game, table.setup, to)
        save: bytes = self.look_up(opened, ("save", opened.id, to), find)
        return save

    def look_up(self, opened: OpenGame, key: open_game.Key, find: open_game.Find) -> Any:
        """Return a result about a game's past. Raises ``Deferred`` if it takes long."""
        here = partial(find, Fresh(self, opened))
        return here() if opened.n <= open_game.NEAR else self.defer(key, find, here)

    def defer(
        self,
        key: open_game.Key,
        find: Callable[[Any], Any],
        here: Callable[[], Any],
        *,
        once: bool = False,
    ) -> Any:
        """Return a result computed in another thread. Raises ``Deferred`` until it is ready."""
        answers = self.answers
        if answers is None:
            return here()
        if key not in answers.found:
            raise open_game.Deferred(key, find)
        found = answers.found[key]
        if once or isinstance(found, Exception):
            del answers.found[key]
        if isinstance(found, StoreError):
            return here()
        if isinstance(found, Exception):
            raise found
        return found

    def take_back(self, opened: OpenGame, at: int, seat: Seat, to: int) -> None:
        """Undo the seat's order after entry ``to``. Orders filed in secret since then are filed
        again, because an undo neither reveals nor removes them.
        """
        read_entry = journal.entry_reader(opened.table.game)
        since = [read_entry(data) for data, _ in self.journal(opened, to + 1)]
        self.enter(opened, at, seat, undo_to(opened.table, to))
        for entry in since:
            if isinstance(entry.order, Anytime) and opened.table.menu(entry.seat).allows(
                entry.order
            ):
                self.enter(opened, at, entry.seat, entry.order)
