"""A unit of work: the games that a batch of letters touches, and the rows that it has made of
them. All of it is written in one transaction, or nothing.
"""

import logging

from engine.errors import UnknownGame
from engine.letters import Address, Outgoing
from engine.referee.doors import Doors
from engine.referee.open_game import OpenGame, open_game
from engine.referee.register import HOUSE_NOTES, Register
from engine.state import Seat
from engine.store.contract import Store
from engine.store.history import Page, pages
from engine.store.notes import Notes
from engine.store.rows import (
    NOT_COMPOSED,
    AuditEntry,
    BulletinRow,
    InboxRow,
    LeaseRequest,
    Rows,
    Snapshot,
)

log = logging.getLogger(__name__)

SAVES = 4
"""Of a game in memory, the last so many saves are kept: an order is taken back
without playing the game again.
"""
KEPT = 500
"""Games that stay in memory between batches."""


class UnitOfWork:
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

    def not_composed(self, opened: OpenGame, door: str, error: Exception) -> None:
        """Note for the operator that a message could not be composed: game, door and exception
        type. The text of the exception may hold hidden things, and is noted nowhere.
        """
        failed = type(error).__name__
        log.error(
            "game %s: a message of door %s could not be composed: %s", opened.id, door, failed
        )
        self.acts.append(AuditEntry.of(self.now, door, NOT_COMPOSED, opened.id, error=failed))

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
