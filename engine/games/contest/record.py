"""The record of a contest as plain data. Entrants are numbers and never names, so a record stays
the same when a person is forgotten.

Rule: EV-60.
"""

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct

POINT = 120
"""One point. It can be divided by 2, 3, 4 and 5, because tables have up to six seats."""
HALF = POINT // 2

How = Literal["", "bye", "rest", "forfeit", "ruled", "lot", "void"]
PLAYED: How = ""
BYE: How = "bye"  # no opponent was left
REST: How = "rest"  # a free round that the entrant asked for, or has by the plan
FORFEIT: How = "forfeit"  # somebody did not play
RULED: How = "ruled"  # decided by a moderator
LOT: How = "lot"  # a knock-out match that was drawn too often
VOID: How = "void"  # does not count


class Place(Struct, frozen=True, omit_defaults=True):
    """A table as the draw hashes it."""

    seats: tuple[int, ...]
    places: tuple[int, ...] = ()
    how: How = PLAYED
    group: int = 0


class Table(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Entrants who meet in a round, in the order of the seats of their game."""

    seats: tuple[int, ...]
    places: tuple[int, ...] = ()  # for each seat how many were better; empty until it is decided
    how: How = PLAYED
    group: int = 0  # the division, from 0
    game: str = ""  # id of its game, once made
    attempt: int = 0  # games made for this table before
    draws: int = 0  # drawn games of a knock-out match

    @property
    def over(self) -> bool:
        """Whether the table is decided."""
        return bool(self.places) or self.how in (BYE, REST, VOID)

    @property
    def met(self) -> bool:
        """Whether these entrants count as having met in later pairings."""
        return len(self.seats) > 1 and self.how != VOID

    @property
    def contested(self) -> bool:
        """Whether somebody played, for tie-breaks and sides."""
        return len(self.seats) > 1 and self.how in (PLAYED, RULED, LOT)

    def points(self, entrant: int) -> int:
        """Return the points of an entrant at this table.

        Rules: EV-53, EV-54.
        """
        if self.how in (BYE, REST, VOID):
            return {BYE: POINT, REST: HALF}.get(self.how, 0)
        if not self.places or self.lost(entrant):
            return 0
        own, others = self.places[self.seats.index(entrant)], len(self.seats) - 1
        beaten = sum(place > own for place in self.places)
        shared = self.places.count(own) - 1
        return (2 * beaten + shared) * HALF // others

    def lost(self, entrant: int) -> bool:
        """Return whether this entrant did not play, or has no points by a ruling."""
        return bool(self.places) and self.places[self.seats.index(entrant)] == len(self.seats)

    @property
    def winner(self) -> int:
        """The entrant who alone is first, or 0."""
        first = [s for s, p in zip(self.seats, self.places, strict=False) if p == 0]
        return first[0] if len(first) == 1 else 0


Rounds = Sequence[tuple[Table, ...]]


def by_entrant(rounds: Rounds, entrants: Iterable[int]) -> dict[int, list[Table | None]]:
    """Return the table of each entrant in each round; ``None`` if there was none."""
    found: dict[int, list[Table | None]] = {one: [None] * len(rounds) for one in entrants}
    for number, played in enumerate(rounds):
        for table in played:
            for one in table.seats:
                if one in found:
                    found[one][number] = table
    return found


def decided(seats: Sequence[int], winners: Iterable[int]) -> tuple[int, ...]:
    """Return the places if the winners share the first and all others the next."""
    won = set(winners)
    return tuple(0 if one in won else len(won) for one in seats)


def lost_by(seats: Sequence[int], absent: Iterable[int]) -> tuple[int, ...]:
    """Return the places if ``absent`` did not play. They have beaten nobody; the others share the
    first place.
    """
    gone = set(absent)
    return tuple(len(seats) if one in gone else 0 for one in seats)
