"""Tables of three to six: equal scores together, few who have met, every seat in turn (EV-25)."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, permutations

from engine.games.contest import lots
from engine.games.contest.record import BYE, HALF, POINT, Rounds

LEAST, MOST = 3, 6
NEAR = 2
"""Entrants change places with those of this many tables further down."""
PASSES = 20


def sizes(entrants: int, least: int, most: int, wish: int) -> tuple[list[int], int]:
    """Return the sizes of the tables, and the number of free rounds. Free rounds are as few as
    possible. Sizes differ by one at most and are as near to ``wish`` as possible.
    """
    for free in range(entrants + 1):
        left = entrants - free
        counts = [n for n in range(1, left + 1) if least * n <= left <= most * n]
        if counts:
            n = min(counts, key=lambda n: (abs(left - n * wish), n))
            return [left // n + (k < left % n) for k in range(n)], free
    return [], entrants


class Field:
    """The entrants' meetings, seats, free rounds and points so far."""

    def __init__(self, rounds: Rounds, entrants: Sequence[int], seed: bytes):
        self.seed = seed
        self.met: Counter[frozenset[int]] = Counter()
        self.seat: Counter[tuple[int, float]] = Counter()
        self.free: Counter[int] = Counter()
        self.score: Counter[int] = Counter(dict.fromkeys(entrants, 0))
        for table in (table for played in rounds for table in played):
            for one in table.seats:
                self.score[one] += table.points(one) if table.over else HALF
            if table.how == BYE:
                self.free.update(table.seats)
            if table.met:
                self.met.update(map(frozenset, combinations(table.seats, 2)))
                for k, one in enumerate(table.seats):
                    self.seat[one, earliness(k, len(table.seats))] += 1

    def cost(self, *tables: Sequence[int]) -> tuple[int, int]:
        """Return the cost of tables: meetings again, then differences of score."""
        again = spread = 0
        for seats in tables:
            for a, b in combinations(seats, 2):
                again += self.met[frozenset((a, b))] ** 2
                spread += ((self.score[a] - self.score[b]) * 10 // POINT) ** 2
        return again, spread

    def seated(self, seats: Sequence[int]) -> tuple[int, ...]:
        """Return the seats in order: everybody where they have sat least, then by lot."""
        n = len(seats)
        return min(
            permutations(lots.drawn(self.seed, seats)),
            key=lambda way: sum(
                (self.seat[one, earliness(k, n)] + 1) ** 2 for k, one in enumerate(way)
            ),
        )


def earliness(seat: int, seats: int) -> float:
    """Return the seat's place from 0 (first) to 1, which compares at tables of several sizes."""
    return round(seat / max(1, seats - 1) * 2) / 2


def tables(
    rounds: Rounds, entrants: Sequence[int], seed: bytes, wish: int
) -> tuple[list[tuple[int, ...]], list[int]]:
    """Return the tables of the next round, each in order of its seats, and the free entrants.

    Free are those with the fewest free rounds, then with the lowest score, then by lot.

    Rule: EV-25.
    """
    field = Field(rounds, entrants, seed)
    lengths, free = sizes(len(entrants), LEAST, MOST, wish)
    line = sorted(entrants, key=lambda one: (-field.score[one], lots.lot(seed, one)))
    place = {one: -k for k, one in enumerate(line)}
    out = sorted(line, key=lambda one: (field.free[one], field.score[one], place[one]))[:free]
    line = [one for one in line if one not in out]
    made: list[list[int]] = []
    for length in lengths:
        made.append(line[:length])
        line = line[length:]
    for _ in range(PASSES):
        if not improve(field, made):
            break
    return [field.seated(one) for one in made], out


def improve(field: Field, made: list[list[int]]) -> bool:
    """Let entrants of near tables change places where that costs less. Return whether any did."""
    better = False
    near = ((a, b) for a in range(len(made)) for b in range(a + 1, min(a + 1 + NEAR, len(made))))
    for a, b in near:
        now = field.cost(made[a], made[b])
        for i in range(len(made[a])):
            for j in range(len(made[b])):
                one, two = made[a][:], made[b][:]
                one[i], two[j] = two[j], one[i]
                if (new := field.cost(one, two)) < now:
                    made[a], made[b], now, better = one, two, new, True
    return better
