"""The referee turns messages into receipts, in batches: play, write, commit, and only then deliver
the news.
"""

import hashlib
import logging
import re
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType

from engine.errors import (
    Behind,
    Contended,
    Contradicts,
    LoadedDice,
    NotStored,
    StoreError,
    UnknownGame,
)
from engine.menu import LONGEST, Refusal, Refused, too_long
from engine.messages import Done, Message, Outgoing, Receipt
from engine.referee import commands, contests, reminders
from engine.referee.accounts import Account, Settings
from engine.referee.batch import Batch
from engine.referee.clock import Gap
from engine.referee.doors import Doors
from engine.referee.news import GameNews
from engine.referee.open_game import (
    Deferred,
    DeferredResults,
    OpenGame,
    OpenGames,
    order_of_address,
)
from engine.rulings.calendar import format_time
from engine.state import Bulletin, Seat
from engine.store.journal import encode
from engine.store.rows import AuditEntry, DeliveryReport, InboxRow
from engine.store.store import Store

MOST_ORDERS = 60
"""The maximum number of orders in one message, at every door."""
QUOTED = 100
"""The maximum number of characters quoted of the first order over the limit."""
JOINING = re.compile(r"\s*join\s+\[?([a-z0-9-]{1,30})\]?\s*", re.IGNORECASE)


def take(batch: Batch, message: Message) -> Receipt:
    """Play one message. Raises ``Behind`` if it must wait, and any exception of the rules."""
    return answer(batch, message).short()


def answer(batch: Batch, message: Message) -> Receipt:
    """Play one message, and return its receipt with full quotations."""
    opened, seat = find_game(batch, message)
    if opened is not None and seat is None and not may_know_game(batch, opened, message):
        opened = None
    if opened is not None:
        batch.memory[opened.id] = opened
        waits = batch.tick(opened, message.at)
        if waits and seat is not None and not is_talk(message):
            raise Behind(opened.id)
    if len(message.text) > LONGEST:
        legal = opened.menu(seat).examples(opened.table.state.question) if opened and seat else ()
        game = opened.id if opened else None
        return Receipt(
            status="refused", game=game, seat=seat, order=message.text, refusal=too_long(legal)
        )
    receipt = commands.answer(batch, opened, seat, message)
    if receipt is not None:
        return receipt
    if opened is None or seat is None:
        games = batch.store.games_of(message.door, message.sender)
        return Receipt(
            status="refused",
            order=message.text,
            refusal=Refusal(code="no-game-of-yours"),
            facts={"games": games},
        )
    return script(batch, opened, seat, message)


def may_know_game(batch: Batch, opened: OpenGame, message: Message) -> bool:
    """Return whether the sender may know that this game exists: a private one has readers."""
    if not opened.table.setup.private or message.rank:
        return True
    who, accounts = (message.door, message.sender), batch.accounts
    person = accounts.person(who)
    reads = any((address.door, address.sender) in person for address in opened.addresses)
    looks_after = accounts.role(opened.id, who) is not None or accounts.operates(who)
    guest = accounts.invited(opened.id, who) or accounts.admitted(opened.id, who)
    return reads or looks_after or guest


def find_game(batch: Batch, message: Message) -> tuple[OpenGame | None, Seat | None]:
    """Return the game and seat of a message: the named game, also in ``join GAME``, or the only one
    that waits.
    """
    if message.game is not None:
        opened = batch.game(message.game)
        return opened, opened.seat_of(message.door, message.sender) if opened else None
    if (entering := JOINING.fullmatch(message.text)) is not None:
        opened = batch.known(entering[1].casefold())
        if opened is not None:
            return opened, opened.seat_of(message.door, message.sender)
    asking = []
    for id in batch.store.games_of(message.door, message.sender):
        opened = batch.known(id)
        seat = opened.seat_of(message.door, message.sender) if opened else None
        if opened and seat and (ask := opened.table.ask()) and seat in ask.seats:
            asking.append((opened, seat))
    return asking[0] if len(asking) == 1 else (None, None)


def script(batch: Batch, opened: OpenGame, seat: Seat, message: Message) -> Receipt:
    """Play the orders of a message one by one, until one is refused or events may matter."""
    parts = opened.table.game.split(message.text) or [""]
    if (refusal := too_many(parts)) is not None:
        return Receipt(
            status="refused", game=opened.id, seat=seat, order=refusal.word, refusal=refusal
        )
    done: list[Done] = []
    for i, part in enumerate(parts):
        rest = tuple(parts[i + 1 :])
        try:
            menu, seed = opened.menu(seat), opened.table.state.question
            order, text = menu.read(part, seed, careful=message.careful)
        except Refused as refused:
            return Receipt(
                status="refused",
                game=opened.id,
                seat=seat,
                done=tuple(done),
                order=part,
                refusal=menu.advised(refused.refusal, part),
                dropped=rest,
            )
        number = opened.table.state.orders.get(seat, 0) + 1
        bulletin = batch.enter(opened, message.at, seat, order, spoken=True)
        done.append(Done(text, number))
        if rest and interrupted(bulletin, seat):
            return Receipt(
                status="stopped", game=opened.id, seat=seat, done=tuple(done), dropped=rest
            )
    return Receipt(status="taken", game=opened.id, seat=seat, done=tuple(done))


def too_many(texts: Sequence[str]) -> Refusal | None:
    if len(texts) <= MOST_ORDERS:
        return None
    facts = (("limit", MOST_ORDERS), ("count", len(texts)))
    return Refusal(code="too-many-orders", word=texts[MOST_ORDERS][:QUOTED], facts=facts)


def is_talk(message: Message) -> bool:
    """Return whether a message is chat, which doesn't have to wait for the clock."""
    return message.text.strip().partition(" ")[0].casefold() == "say"


def interrupted(bulletin: Bulletin, seat: Seat) -> bool:
    """Return whether the rest of this seat's orders is dropped after this bulletin."""
    someone_else = bulletin.asked is None or seat not in bulletin.asked.seats
    return someone_else or any(event.stops for event in bulletin.events(seat))


log = logging.getLogger(__name__)

Look = Callable[[Batch], Any]
"""A job that runs between messages in the writer's thread. It may create a game."""
Job = Message | DeliveryReport | Look


INTERNAL = Refusal(code="internal")

read_receipt = msgspec.json.Decoder(Receipt).decode


class Fault(Exception):
    """Job number ``index`` of a batch has failed."""

    def __init__(self, index: int, error: Exception):
        super().__init__(f"job {index}: {error}")
        self.index, self.error = index, error


class Unsettled(Exception):
    """The rules have failed on the consequences of a batch. The batch itself is good."""


class Outcome(Struct, kw_only=True):
    answers: list[Any]  # an answer or exception per job
    told: list[GameNews] = []
    finished: list[Outgoing] = []  # stored messages to send
    settings: dict[Account, Settings] = {}  # changed ones
    clocked: bool = False  # the next deadline or reminder may have changed
    written: bool = False  # something of a game was stored
    # second of the next deadline or reminder, if it was looked up
    due: int | UnsetType | None = UNSET


class Referee:
    """Plays and stores batches, one at a time. Only one thread may use it: see ``Writer``.

    ``answers`` are results computed in another thread for jobs that raised ``Deferred``. With
    ``None`` the referee computes everything itself.
    """

    def __init__(self, store: Store, doors: Doors):
        self.store, self.doors = store, doors
        self.memory = OpenGames()
        self.gaps: list[Gap] = []
        self.answers: DeferredResults | None = None

    def take(
        self, jobs: Sequence[Job], at: int, delivered: DeliveryReport | None = None
    ) -> Outcome:
        """Play and store a batch. It is on disk when this returns. Raises ``NotStored``."""
        faults: dict[int, Exception] = {}
        delivered, alone, settles = delivered or DeliveryReport(), False, True
        games = known_games(jobs, delivered) if self.store.shared else ()
        asked = [job for job in jobs if isinstance(job, Message) and not job.fresh]
        messages = {(job.door, job.id) for job in asked}
        unread = [id for id in games if id not in self.memory]
        while True:
            batch = Batch(self.store, self.doors, self.memory, at)
            batch.gaps, batch.answers = self.gaps, self.answers
            try:
                with self.store.unit(games, messages=messages, unread=unread, alone=alone):
                    answers = [self.one(batch, job, i, faults) for i, job in enumerate(jobs)]
                    for heard in (*delivered.heard, *batch.delivered.heard):
                        commands.consent.note_heard(batch, heard)
                    if settles:
                        settle(batch)
                    self.write(batch, at, delivered)
                for gap in self.gaps:
                    gap.made_good |= batch.made_good
                told, changed = made_known(batch), batch.settings()
                return Outcome(
                    answers=answers,
                    told=told,
                    finished=batch.delivered.finished,
                    settings=changed,
                    clocked=batch.clocked,
                    written=bool(batch.rows),
                )
            except Fault as fault:
                # Drop the batch's changes and replay it without the failed message.
                self.forget(batch)
                faults[fault.index] = fault.error
            except Unsettled:
                log.exception("the consequences of a batch are left for later")
                self.forget(batch)
                settles = False
            except Exception as error:
                self.forget(batch)
                if self.store.shared and not alone and isinstance(error, Contended | Contradicts):
                    alone = True
                    continue
                log.error("a batch could not be written: %s", error)
                remedy = error.remedy if isinstance(error, StoreError) else ""
                raise NotStored("; ".join(filter(None, (str(error), remedy)))) from error

    def one(self, batch: Batch, job: Job, index: int, faults: dict[int, Exception]) -> Any:
        """Run one job and return its answer. Raises ``Fault`` or ``StoreError``."""
        if isinstance(aside := faults.get(index), Deferred):
            return aside
        try:
            if isinstance(job, DeliveryReport):
                batch.delivered.add(job)
                return None
            if not isinstance(job, Message):
                return faults[index] if index in faults else job(batch)
            return self.answer(batch, job, faults.get(index))
        except StoreError:
            raise
        except Exception as error:
            if isinstance(error, Behind) and isinstance(job, Message):
                return error
            if isinstance(error, Deferred):
                raise Fault(index, error) from error
            if index in faults:
                # The refusal cannot be stored either, for instance because the text contains half a
                # character.
                return Receipt(status="refused", refusal=INTERNAL)
            if isinstance(job, Message) and not isinstance(error, LoadedDice | UnknownGame):
                log.exception("a message of door %s failed in game %s", job.door, job.game)
            raise Fault(index, error) from error

    def answer(self, batch: Batch, message: Message, fault: Exception | None) -> Receipt:
        """Play a message, or return its stored receipt if it was played before. Refuses a different
        message with the same id, and a message older than the oldest receipt.
        """
        key = message.door, message.id
        digest = digest_of(message)
        if (row := batch.inbox.get(key)) is not None:
            seen: tuple[bytes, bytes] | None = (row.digest, row.receipt)
        else:
            seen = None if message.fresh else self.store.answered(*key)
        if seen:
            if seen[0] == digest:
                return read_receipt(seen[1])
            what, at, id = "same id, other letter", message.at, message.id
            batch.acts.append(AuditEntry.of(at, message.door, what, None, id=id))
            return Receipt(
                status="refused", order=message.text, refusal=Refusal(code="id-used-before")
            )
        if (old := too_old(message.began, self.store)) is not None:
            return Receipt(status="refused", order=message.text, refusal=old).short()
        if fault is not None:
            receipt = Receipt(
                status="refused", game=message.game, order=message.text, refusal=refusal_of(fault)
            )
        else:
            receipt = take(batch, message)
        latest = max(message.at, message.written or 0)
        # Personal data in an answer is not stored a second time.
        kept = receipt
        if "data" in receipt.facts:
            facts = {name: value for name, value in receipt.facts.items() if name != "data"}
            kept = msgspec.structs.replace(receipt, facts=facts)
        batch.inbox[key] = InboxRow(
            *key, digest, latest, receipt.game, encode(kept), message.sender
        )
        return receipt

    def write(self, batch: Batch, at: int, delivered: DeliveryReport) -> None:
        notes = [
            (door, name, value)
            for door, notes in batch.notes.items()
            for name, value in notes.fresh.items()
        ]
        told = DeliveryReport()
        told.add(delivered)
        told.add(batch.delivered)
        if not (batch.rows or batch.inbox or batch.acts or notes or told):
            return
        batch.snapshots()
        for id, rows in batch.rows.items():
            reminders.note(batch.memory[id], rows, batch.now)
            batch.clocked = batch.clocked or rows.remind is not UNSET
        self.store.write(
            at,
            inbox=batch.inbox.values(),
            games=batch.rows,
            delivered=told,
            acts=batch.acts,
            notes=notes,
        )
        for id in batch.rows:
            batch.memory[id].stamp = self.store.stamp(id)

    def forget(self, batch: Batch) -> None:
        for id in list(batch.rows):
            batch.drop(id)


def settle(batch: Batch) -> None:
    """Play the consequences of this batch, in its transaction. Raises ``Unsettled``."""
    try:
        contests.settle(batch)
        commands.finding.settle(batch)
    except StoreError:
        raise
    except Exception as error:
        raise Unsettled from error


def known_games(jobs: Sequence[Job], delivered: DeliveryReport) -> list[str]:
    """Return the games named by the jobs, so that they can be locked in advance."""
    reports = [delivered, *(job for job in jobs if isinstance(job, DeliveryReport))]
    found = {game for report in reports for _, game in report.cursors}
    found |= {one.game for report in reports for one in report.heard}
    found |= {job.game for job in jobs if isinstance(job, Message) and job.game}
    # Ids are printable ASCII; don't ask the database for anything else.
    return sorted(game for game in found if game.isascii() and game.isprintable())


def made_known(batch: Batch) -> list[GameNews]:
    found = []
    for id, items in batch.news.items():
        opened, rows = batch.memory[id], batch.rows[id]
        readers = opened.addresses
        if closed := [one for one in rows.addresses if one.until is not None]:
            readers = sorted([*readers, *closed], key=order_of_address)
        assert rows.snapshot is not None
        state = rows.snapshot.state
        found.append(GameNews(opened.table, state, tuple(items), tuple(readers)))
    return found


def refusal_of(fault: Exception) -> Refusal:
    """Return the refusal of a message on which the rules failed. It reveals nothing, unless the
    creator's scripted dice are wrong or the game is not installed.
    """
    if isinstance(fault, LoadedDice):
        return Refusal(
            code="loaded-dice", word=f"{fault.key} = {fault.value}", wanted=fault.faces[:25]
        )
    if isinstance(fault, UnknownGame):
        return Refusal(code="not-installed", word=str(fault))
    return INTERNAL


def too_old(written: int | None, store: Store) -> Refusal | None:
    """Return the refusal of a message whose receipt may have been removed, or ``None``."""
    if written is None or written >= store.forgotten():
        return None
    return Refusal(code="too-old", word=format_time(written))


def digest_of(message: Message) -> bytes:
    said = "\0".join((message.sender, message.game or "", message.name, message.text)).encode()
    return hashlib.blake2b(said + message.key, digest_size=16).digest()
