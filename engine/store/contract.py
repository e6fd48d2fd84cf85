"""The contract of the store: everything that anybody asks of a database. No SQL stands outside
of this package.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Literal, Protocol

from engine.letters import Address, Outgoing
from engine.store.rows import (
    FIRST,
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
)

Hold = Literal["firm", "unsure", "lost"]
"""Whether a process may do what one process alone does, such as to speak at a door: it has lately
proved to be that one; it has not, or not yet; or another one has taken over from it.
"""

CLOCK = "clock"
"""What the process does that plays what is due; the other parts are doors."""

Parts = Mapping[str, Collection[str]]
"""What one process does at a time, by name: each the doors that go together."""


class Store(Protocol):
    """An open database. Every method raises ``StoreError`` if the database fails, having
    changed nothing; ``write`` and ``put_notes`` are durable when they return.

    ``reading``: it was opened beside the process that writes. ``damaged``: it is read although
    it cannot be opened for writing. ``shared``: other processes may write to it meanwhile.
    """

    path: Path
    reading: bool
    damaged: bool
    shared: bool

    def close(self) -> None:
        """Release the file."""

    def beside(self) -> "AbstractContextManager[Store]":
        """Open the same database, as it is now, to read from another thread than this one."""

    def forgotten(self) -> int:
        """Of letters that were written before that second it may be known no more whether they
        were answered.
        """

    def answered(self, door: str, id: str) -> tuple[bytes, bytes] | None:
        """Return digest and receipt of a letter that has been answered. Raises
        ``UnicodeEncodeError`` for an id with half a character, which no database takes.
        """

    def game(self, id: str) -> GameRow | None:
        """Return a game by its id."""

    def ids(self, most: int | None = None, after: str = "") -> list[str]:
        """Return the ids of games, the newest first: no more than ``most``, those that stand behind
        the game ``after``; of a damaged file, those that it can name.
        """

    def summaries(self, ids: Collection[str]) -> list[GameSummary]:
        """Return what lists say of those of these games that there are, the newest first."""

    def addresses(self, game: str) -> list[Address]:
        """Return where the viewers of a game are reached, always in the same order."""

    def readers(self, game: str) -> list[Address]:
        """Return where the viewers of a game are reached or ever were, in the same order."""

    def games_of(self, door: str, sender: str) -> list[str]:
        """Return the games in which this sender has a seat."""

    def games_read(self, door: str, sender: str) -> list[str]:
        """Return the games of which this sender is told, those with a seat first."""

    def newest_running(self, most: int) -> list[GameSummary]:
        """Return the games without a result, the newest first, no more than ``most``."""

    def ended(self, kind: str, most: int, after: str = "") -> list[GameRow]:
        """Return the games of a kind that have a result, by id: no more than ``most``, those that
        stand behind the id ``after``.
        """

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        """Return entries and hashes of a game after that number, in order."""

    def bulletins(self, game: str, after: int = -1, last: int | None = None) -> list[BulletinRow]:
        """Return all that was told in a game, in order; by entries ``after`` a number; of these
        the ``last`` so many.
        """

    def news(self, game: str, after: int = 0) -> list[NewsRow]:
        """Return the news of a game after that number, in order."""

    def talk(self, game: str) -> list[TalkRow]:
        """Return what the players of a game said to each other, in order."""

    def acts(self, game: str, *, but: str, most: int) -> list[AuditEntry]:
        """Return the last acts that were noted of a game, oldest first, no more than ``most``;
        none of the action ``but``.
        """

    def note(self, door: str, name: str) -> str | None:
        """Return what a door has noted under this name."""

    def notes(self, door: str, below: str = "") -> dict[str, str]:
        """Return all that a door has noted, by name; ``below``: under ``BELOW/...`` alone."""

    def put_notes(self, door: str, notes: Mapping[str, str | None]) -> None:
        """Note these, at once and for good; ``None`` forgets. Not while a batch is written."""

    def due(self, at: int, most: int, after: Due = FIRST) -> list[Due]:
        """Return the games whose question is due by then, the longest overdue first, and since
        when: no more than ``most``, those that stand behind the place ``after``.
        """

    def reminders(self, at: int, most: int, after: Due = FIRST) -> list[Due]:
        """Return the games in which somebody is to be reminded by then, like those that are due."""

    def reminder(self, game: str) -> int | None:
        """Return when somebody is to be reminded in a game."""

    def next_due(self, but: Collection[str] = ()) -> int | None:
        """Return when the next question of any game is due, or somebody is to be
        reminded; ``but`` these games.
        """

    def last_told(self) -> int | None:
        """Return the second at which something was told last."""

    def game_counts(self) -> tuple[int, int]:
        """Return how many games there are, and how many of them run."""

    def waiting(self) -> list[Undelivered]:
        """Return how many readers wait for messages, and why, the most frequent reason first."""

    def late(self, before: int) -> list[LateReader]:
        """Return the readers for whom a message has been tried in vain since before a second, the
        longest first.
        """

    def lost(self) -> list[Undelivered]:
        """Return how many messages could never be delivered, and why, the most frequent first."""

    def not_composed(self) -> list[tuple[str, str, str, int]]:
        """Return which messages could not be composed: door, game, the facts, and how many."""

    def tally(self) -> Tally:
        """Count what the store holds."""

    def engine(self) -> str:
        """Return which database this is, and what is to be known about its version."""

    def faults(self) -> Iterator[str]:
        """Find what is wrong with the file. Raises ``StoreError``."""

    # ---- several processes

    def unit(
        self, games: Collection[str] = (), *, alone: bool = False
    ) -> AbstractContextManager[None]:
        """Have the block play a batch and write it, in one transaction where there are other
        processes: none of them writes to these games meanwhile, or to those that it looks at by
        ``stamp``; ``alone``: to nothing. Raises ``Contended`` if it must be alone.
        """

    def stamp(self, game: str) -> int:
        """Return a number that is another one as soon as another process has changed a game."""

    def take_number(self) -> int:
        """Return the number of the next message that is stored; it is used for no other one."""

    def seize(self) -> None:
        """Have nobody else write until this is closed. Raises ``InUse`` if somebody serves."""

    def apply(self, parts: Parts) -> None:
        """Ask for these parts from now on, and say of those that it has that it is there."""

    def hold(self, door: str) -> Hold:
        """Return whether this process may speak at a door, or whether the ``CLOCK`` is its."""

    def holders(self) -> dict[str, str]:
        """Return which process has which part just now, where there may be several."""

    def untold(self, door: str) -> list[tuple[str, int, int]]:
        """Return the games of which a door has not told everything to somebody: how much was told
        in them, and how far the door has come.
        """

    def size(self) -> int:
        """Return how many bytes it takes on the disk."""

    def back_up(self, file: Path) -> int:
        """Copy all to a file, as of one moment, and look the copy over; on the disk when this
        returns. Return how many games it has. Raises ``StoreError``.
        """

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
        """Write a batch in one transaction: on the disk when this returns. Raises ``StoreError``,
        nothing done; ``Contradicts`` where a letter, a game, an entry, news or a message of that
        number are there already, where a game is named that there is not, and where a value fits
        into no column. A cursor that would go back stays where it is.
        """

    # ---- one person

    def memberships(self, door: str, sender: str) -> list[Address]:
        """Return where somebody is told of games or ever was, by game."""

    def receipts(self, door: str, sender: str) -> list[InboxRow]:
        """Return the receipts of somebody's letters, oldest first."""

    def acts_by(self, actor: str) -> list[AuditEntry]:
        """Return what somebody has done as a moderator or operator, oldest first."""

    def rewrite(self, made: Rewriting) -> None:
        """Put a game that is over in the place of what it was. Not while a batch is written."""

    def erase(self, who: Erasure) -> None:
        """Remove what names a person outside of their games. Not while a batch is written."""

    # ---- what grows old

    def old(self, age: Age) -> Freed:
        """Return how much has grown old."""

    def forget(self, age: Age, after: tuple[str | int, ...], most: int) -> Freed:
        """Remove what is old among the next ``most`` rows; ``after`` is where the step before has
        ended, ``()`` for the first one. On the disk when this returns. Not while a batch is
        written. Raises ``StoreError``.
        """

    def wipe(self) -> None:
        """Have what was deleted found in no file any more, unless somebody reads it just now. Not
        while a batch is written.
        """

    def free(self) -> int:
        """Return how many bytes of the file hold nothing; they are used again."""

    def compact(self) -> int:
        """Give room that is free back to the disk; return how many bytes that are. Takes as long
        as the file is large, and as much room again on the disk. Not while a batch is written.
        """

    def weights(self) -> list[Weight]:
        """Return how much each table holds, the heaviest first."""

    def told_after(self, at: int) -> int:
        """Count what was told, in all games, after a second."""

    # ---- what is to be told

    def mark(self, *parts: str | bytes | int) -> str:
        """Return the mark of a message that these parts stand for: the same on every repetition,
        and it tells nothing.
        """

    def cursor(self, door: str, game: str) -> Cursor:
        """Return how far a door has told a game."""

    def behind(self, door: str) -> list[Cursor]:
        """Return how far a door has come in the games in which somebody waits for news."""

    def finished(self, door: str, receivers: Collection[str] | None = None) -> list[Outgoing]:
        """Return the stored messages of a door, for all or these receivers, oldest first."""


class OpenStore(Store, AbstractContextManager[Store], Protocol):
    """A store that is closed at the end of a ``with`` statement."""
