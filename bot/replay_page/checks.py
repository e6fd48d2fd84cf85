"""The data for the proof on a finished game's page.

Only the content of these structs gets into the page.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import zip_longest
from typing import TypeVar

import msgspec
from msgspec import Struct

from bot.replaying import Replay
from engine import PUBLIC, Event, House, Seat
from engine.game import REFEREE_EVENTS
from engine.rulings.physical_dice import Typed
from engine.rulings.rulings import (
    Closed,
    Corrected,
    Removed,
    Replaced,
    RolledBack,
    Unrated,
    Vacated,
)
from engine.state import Committed, Disclosed, Join, Leave, Roll, Start, Tick, Told, Undone
from engine.store import history, journal, updates
from engine.store.rows import commitments_in
from engine.table import GameTable

T = TypeVar("T")
Place = tuple[int, int]
"""A place in the news: the number of the entry, and the index in its bulletin."""
NOWHERE = -1
TOLD = (
    *(Closed, Committed, Corrected, Disclosed, Removed, Replaced, RolledBack, Typed, Undone),
    *(Unrated, Vacated),
)
"""The referee's events that the log includes.

Chat, requests and changes of accounts are left out.
"""
PUBLIC_ORDERS = (Join, Leave, Start, Tick)
"""The referee's orders whose text is in the page.

Moderators' orders may contain account names, free text and people's times, so only their hash is
included.
"""


class ShownRoll(Struct, frozen=True, kw_only=True):
    line: int
    epoch: int
    key: str
    salts: tuple[str, ...]
    dice: tuple[tuple[int, int], ...]
    loaded: bool


class ShownSeal(Struct, frozen=True, kw_only=True):
    line: int
    seat: str
    epoch: int
    question: int
    root: str
    leaves: tuple[str, ...]


class ShownPlace(Struct, frozen=True, kw_only=True):
    line: int
    seat: str
    place: str
    text: str
    opened: str
    commitment: str


class Checks(Struct, frozen=True, kw_only=True):
    """The input of the proof.

    ``orders`` are the hashed texts, None if hidden, each with the hash of the journal up to it.
    ``updates`` are what they told everybody, None if hidden, with its hash and their seals.
    """

    kind: str
    id: str
    secret: str
    commitment: str
    setup: str
    # hashed texts, None if hidden, each with the hash of the journal up to it
    orders: tuple[tuple[str | None, str], ...]
    rolls: tuple[ShownRoll, ...]
    seals: tuple[ShownSeal, ...]
    places: tuple[ShownPlace, ...]
    updates: tuple[tuple[str | None, str, str], ...]


class NotingTable(GameTable):
    """A table that records, for its last run, the number of events before each roll."""

    noted: tuple[int, ...] = ()

    def begin_run(self, told: Sequence[Told] = ()) -> None:
        self.noted, self.thrown = tuple(self.__dict__.get("thrown", ())), list[int]()
        super().begin_run(told)

    def dice(self, key: str, seats: Sequence[Seat] | None = None) -> Callable[[Sequence[T]], T]:
        self.thrown.append(len(self.told))
        return super().dice(key, seats)


def checks(
    replay: Replay, lines: Mapping[Place, int], thrown: Mapping[int, Sequence[int]]
) -> Checks:
    """Return the proof of a finished game. ``lines`` are the lines of the log by their place in the
    news. ``thrown`` maps each entry that was not undone to the numbers of events before its rolls.
    """
    setup, rows = replay.setup, replay.bulletins
    every = history.pages(replay.game, rows, PUBLIC)
    told = [
        (event, (page.entry, place))
        for page in every
        for event, place in zip(page.events, page.places, strict=True)
    ]
    hidden = {page.entry for page in every for event in page.events if not for_the_log(event)}
    committed = next(event for event, _ in told if isinstance(event, Committed))

    def line(entry: int, place: int = 0) -> int:
        own = [at for n, at in lines if n == entry]
        later = min((at for at in own if at >= place), default=max(own, default=NOWHERE))
        return lines.get((entry, later), NOWHERE)

    def rolls() -> Iterator[ShownRoll]:
        for row in rows:
            found = msgspec.json.decode(row.rolls, type=tuple[Roll, ...])
            at = thrown.get(row.n, ())
            for roll, place in zip_longest(found, at[: len(found)]):
                yield ShownRoll(
                    line=NOWHERE if place is None else line(row.n, place),
                    epoch=roll.epoch,
                    key=roll.key,
                    salts=roll.salts,
                    dice=roll.dice,
                    loaded=roll.loaded or f"{roll.epoch}/{roll.key}" in setup.thrown,
                )

    return Checks(
        kind=replay.game.name,
        id=setup.in_dice,
        secret=setup.secret.hex(),
        commitment=committed.commitment,
        setup=journal.encode(setup).decode(),
        orders=tuple(
            (data.decode() if is_public(entry) else None, chain.hex())
            for (data, chain), entry in zip(replay.rows, replay.entries, strict=True)
        ),
        rolls=tuple(rolls()),
        seals=tuple(
            ShownSeal(
                line=line(row.n),
                seat=one.seat,
                epoch=one.epoch,
                question=one.question,
                root=one.root,
                leaves=one.leaves,
            )
            for row in rows
            for one in commitments_in(row.commitments)
        ),
        places=tuple(
            ShownPlace(
                line=line(*told[one.event][1]),
                seat=one.seat,
                place=one.place,
                text=one.text,
                opened=one.opened,
                commitment=one.commitment,
            )
            for one in replay.game.openings([event for event, _ in told])
        ),
        updates=tuple(
            (None if one.erased or one.entry in hidden else one.told, one.leaf, one.seal)
            for one in updates.of_rows(setup, replay.rows, rows)[1]
        ),
    )


def is_public(entry: journal.Entry) -> bool:
    """Return whether the text of an entry goes into the page."""
    return not isinstance(entry.order, House) or type(entry.order) in PUBLIC_ORDERS


def for_the_log(event: Event) -> bool:
    return isinstance(event, TOLD) or type(event) not in REFEREE_EVENTS
