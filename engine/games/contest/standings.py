"""Standings: points, then the tie-breaks of the contest's form (EV-53 to EV-57)."""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from itertools import pairwise

from msgspec import Struct

from engine.games.contest import lots
from engine.games.contest.record import (
    FORFEIT,
    HALF,
    POINT,
    REST,
    VOID,
    Rounds,
    Table,
    by_entrant,
)

SWISS = ("buchholz-cut", "buchholz", "berger", "met", "wins", "second", "lot")
ROBIN = ("met", "wins", "berger", "second", "lot")
MANY = ("wins", "buchholz", "lot")
Group = tuple[int, ...]


class Line(Struct, frozen=True, kw_only=True):
    """A line of the standings."""

    place: int  # from 1; equals share it
    entrant: int
    points: int  # in 120ths
    breaks: dict[str, int]  # the tie-breaks that were needed
    tables: int = 0  # decided ones at which somebody played
    group: int = 0  # the division


class Standings:
    """The points and tie-breaks of a record."""

    def __init__(self, rounds: Rounds, entrants: Sequence[int]):
        self.entrants, self.begun = tuple(entrants), any(rounds)
        self.by = by_entrant(rounds, entrants)
        self.points = {
            one: sum(table.points(one) for table in tables if table)
            for one, tables in self.by.items()
        }
        self.worth = {
            one: sum(self.as_opponent(table, one) for table in tables)
            for one, tables in self.by.items()
        }

    def as_opponent(self, table: Table | None, entrant: int) -> int:
        """Return the points of a round in the sums of opponents. A missed round counts half a
        point, so that a drop-out harms nobody.

        Rule: EV-56.
        """
        if table is None or table.how in (REST, VOID):
            return HALF if self.begun else 0
        if table.how == FORFEIT and not table.points(entrant):
            return HALF
        return table.points(entrant)

    def contested(self, entrant: int) -> list[Table]:
        return [table for table in self.by[entrant] if table is not None and table.contested]

    def others(self, entrant: int) -> list[int]:
        """Return the opponents' sums, one a round; the own points for a round without a game."""
        found = []
        for table in self.by[entrant]:
            if table is None or not table.contested:
                found.append(self.points[entrant])
            else:
                met = [self.worth.get(one, 0) for one in table.seats if one != entrant]
                found.append(sum(met) // len(met))
        return found

    def buchholz(self, entrant: int) -> int:
        return sum(self.others(entrant))

    def buchholz_cut(self, entrant: int) -> int:
        return sum(sorted(self.others(entrant))[1:])

    def shares(self, entrant: int) -> list[tuple[int, Fraction]]:
        """Return each opponent of a decided table, and the share won from them: 1, a half or 0."""
        found = []
        for table in self.contested(entrant):
            if table.places and not table.lost(entrant):
                own = table.places[table.seats.index(entrant)]
                pairs = zip(table.seats, table.places, strict=True)
                found += [(s, Fraction((p > own) * 2 + (p == own), 2)) for s, p in pairs]
            elif table.places:
                found += [(one, Fraction(0)) for one in table.seats]
        return [(one, share) for one, share in found if one != entrant]

    def berger(self, entrant: int) -> int:
        """Return the opponents' sums, each times the share won from them (Sonneborn-Berger)."""
        return int(sum(share * self.worth.get(one, 0) for one, share in self.shares(entrant)))

    def wins(self, entrant: int) -> int:
        return sum(table.winner == entrant for table in self.contested(entrant))

    def second(self, entrant: int) -> int:
        """Return the number of decided tables that somebody else began."""
        tables = self.contested(entrant)
        return sum(table.over and table.seats[0] != entrant for table in tables)

    def met(self, tied: Group) -> dict[int, int]:
        """Return the points of tied entrants against each other, or nothing if not all of them
        have met.
        """
        points, seen = dict.fromkeys(tied, Fraction(0)), set()
        for one in tied:
            for other, share in self.shares(one):
                if other in points:
                    seen.add(frozenset((one, other)))
                    points[one] += share
        if len(seen) < len(tied) * (len(tied) - 1) // 2:
            return dict.fromkeys(tied, 0)
        return {one: int(found * POINT) for one, found in points.items()}


def standings(
    rounds: Rounds, entrants: Sequence[int], breaks: Sequence[str] = SWISS, seed: bytes = b""
) -> list[Line]:
    """Return the standings. Equals share a place. ``seed`` is that of the last draw; without it
    lots break no ties.

    Rule: EV-55.
    """
    made = Standings(rounds, entrants)
    ways: Mapping[str, Callable[[int], int]] = {
        "buchholz-cut": made.buchholz_cut,
        "buchholz": made.buchholz,
        "berger": made.berger,
        "wins": made.wins,
        "second": made.second,
    }
    needed: dict[int, dict[str, int]] = {one: {} for one in entrants}
    groups = split(tuple(entrants), made.points)
    for name in breaks:
        following: list[Group] = []
        for group in groups:
            if len(group) == 1 or (name == "lot" and not seed):
                following.append(group)
                continue
            if name == "lot":
                value = {one: -k for k, one in enumerate(lots.drawn(seed, group))}
            else:
                value = made.met(group) if name == "met" else {s: ways[name](s) for s in group}
            for one in group if name != "lot" else ():
                needed[one][name] = value[one]
            following += split(group, value)
        groups = following
    lines, place = list[Line](), 1
    for group in groups:
        for one in sorted(group):
            played = sum(table.over for table in made.contested(one))
            lines.append(
                Line(
                    place=place,
                    entrant=one,
                    points=made.points[one],
                    breaks=needed[one],
                    tables=played,
                )
            )
        place += len(group)
    return lines


def split(group: Group, value: Mapping[int, int]) -> list[Group]:
    """Return a group cut where the value differs, the highest first."""
    levels = sorted({value[one] for one in group}, reverse=True)
    return [tuple(one for one in group if value[one] == level) for level in levels]


def moves(
    divisions: Sequence[Sequence[int]], up: int, gone: Sequence[int], size: int
) -> list[list[int]]:
    """Return the divisions of the next season, without ``gone``. ``divisions`` are in the order of
    their standings. The last ``up`` of each change places with the first of the next.

    Rule: EV-45.
    """
    line = [[*division] for division in divisions]
    for above, below in pairwise(line):
        n = min(up, len(above) // 2, len(below) // 2)
        if n:
            above[-n:], below[:n] = below[:n], above[-n:]
    return cut([one for division in line for one in division if one not in {*gone}], size)


def cut(line: Sequence[int], size: int) -> list[list[int]]:
    """Return entrants cut into divisions. A last one of less than half joins the one above."""
    made = [[*line[k : k + size]] for k in range(0, len(line), size)]
    if len(made) > 1 and len(made[-1]) < max(3, size // 2):
        made[-2:] = [made[-2] + made[-1]]
    return made
