"""Swiss pairings of two: the pairing of the least cost.

The lines of the cost are those of rule EV-20, compared from the top. Each is a sum over the pairs.
The last one are lots of 32 bits, so there is one cheapest pairing, and every correct program finds
it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from msgspec import Struct

from engine.games.contest import lots
from engine.games.contest.record import BYE, FORFEIT, HALF, Rounds
from engine.games.contest.robin import NOBODY, Two

STRETCH = 64
WIDTHS = (20, 12, 24, 10, 24, 10, 10, 10, 40)
"""Bits of each line of the cost. The sum over 127 entrants has room in each."""
Cost = tuple[int, ...]


class Player(Struct, kw_only=True):
    """The facts about an entrant by which pairings are made."""

    number: int
    score: int = 0
    ahead: int = 0  # how often the first side, less how often the second
    sides: tuple[int, ...] = ()  # the last two: 1 first, -1 second
    float: int = 0  # -1 if the last opponent had fewer points, 1 if more
    free: int = 0  # free rounds and walk-overs
    met: dict[int, int] = {}  # how often, by opponent


def players(rounds: Rounds, entrants: Sequence[int]) -> list[Player]:
    """Return these entrants with the facts from all rounds so far. An open table counts as a draw.

    Rule: EV-24.
    """
    everybody = {one for played in rounds for table in played for one in table.seats}
    score = dict.fromkeys(everybody | set(entrants), 0)
    found = {one: Player(number=one) for one in entrants}
    for played in rounds:
        for table in played:
            for one in table.seats:
                if (player := found.get(one)) is None:
                    continue
                player.float = 0
                player.free += table.how == BYE or (table.how == FORFEIT and table.points(one) > 0)
                if not table.met:
                    continue
                (other,) = [seat for seat in table.seats if seat != one]
                player.met[other] = player.met.get(other, 0) + 1
                player.float = (score[other] > score[one]) - (score[other] < score[one])
                if table.contested:
                    side = 1 if table.seats[0] == one else -1
                    player.ahead += side
                    player.sides = (*player.sides, side)[-2:]
        for table in played:
            for one in table.seats:
                score[one] += table.points(one) if table.over else HALF
    for one, player in found.items():
        player.score = score[one]
    return [*found.values()]


def side_cost(first: Player, second: Player) -> Cost:
    """Return lines 4, 6 and 7 of the cost for two who sit like this."""
    ahead = abs(first.ahead + 1), abs(second.ahead - 1)
    runs = run(first.sides, 1), run(second.sides, -1)
    severe = sum(a > 2 or r > 1 for a, r in zip(ahead, runs, strict=True))
    return severe, sum(a > 1 for a in ahead), sum(r > 0 for r in runs)


def run(seen: Sequence[int], side: int) -> int:
    """Return how many rounds running, up to now, an entrant had this side."""
    return next((k for k, one in enumerate(reversed(seen)) if one != side), len(seen))


def seated(a: Player, b: Player, seed: bytes) -> tuple[Two, Cost]:
    """Return the pair as it sits, and lines 4, 6 and 7 of the cost. The lot decides equal ones."""
    low, high = (a, b) if a.number < b.number else (b, a)
    if lots.pair_lot(seed, a.number, b.number) & 1:
        low, high = high, low
    one, other = side_cost(low, high), side_cost(high, low)
    if other < one:
        return (high.number, low.number), other
    return (low.number, high.number), one


def cost(a: Player, b: Player | None, lowest: int, seed: bytes) -> tuple[Two, Cost]:
    """Return a pair as it sits, and its cost line by line.

    Rule: EV-20.
    """
    if b is None:
        above = (a.score - lowest) // HALF
        lot = lots.pair_lot(seed, a.number, NOBODY)
        return (a.number, NOBODY), (0, a.free, above * above, 0, 0, 0, 0, 0, lot)
    pair, (severe, two, again) = seated(a, b, seed)
    gap = abs(a.score - b.score) // HALF
    high, low = (a, b) if a.score > b.score else (b, a)
    floats = (high.float < 0) + (low.float > 0) if gap else 0
    lot = lots.pair_lot(seed, a.number, b.number)
    met = a.met.get(b.number, 0)
    return pair, (met, 0, 0, severe, gap * gap, two, again, floats, lot)


def total(lines: Cost) -> int:
    """Return a cost as one number that compares like its lines."""
    found = 0
    for line, width in zip(lines, WIDTHS, strict=True):
        found = (found << width) + line
    return found


def stretches(ranked: Sequence[Player]) -> Iterator[Sequence[Player]]:
    """Yield the parts that are paired by themselves: 64 each, the last one up to 127.

    Rule: EV-21.
    """
    at = 0
    while len(ranked) - at >= 2 * STRETCH:
        yield ranked[at : at + STRETCH]
        at += STRETCH
    yield ranked[at:]


def cheapest(costs: Mapping[Two, int]) -> set[Two]:
    """Return the perfect matching of the least cost."""
    import networkx  # takes 250 ms, and only Swiss contests need it

    graph: Any = networkx.Graph()
    most = max(costs.values(), default=0) + 1
    graph.add_weighted_edges_from((a, b, most - one) for (a, b), one in sorted(costs.items()))
    return set(networkx.max_weight_matching(graph, maxcardinality=True))


Matching = Callable[[Mapping[Two, int]], set[Two]]


def pairings(field: Sequence[Player], seed: bytes, matching: Matching = cheapest) -> list[Two]:
    """Return the pairs of the next round, the highest scores first. If their number is odd, the
    last one has a free round.

    Rule: EV-22.
    """
    ranked = sorted(field, key=lambda one: (-one.score, lots.lot(seed, one.number)))
    found: list[Two] = []
    for some in stretches(ranked):
        lowest = min((one.score for one in some), default=0)
        known = {one.number: one for one in some}
        edges = list(combinations(sorted(known), 2))
        if len(known) % 2:
            edges += [(NOBODY, one) for one in known]
        sits, costs = dict[Two, Two](), dict[Two, int]()
        for a, b in edges:
            pair, lines = cost(known[b], known.get(a), lowest, seed)
            sits[a, b], costs[a, b] = pair, total(lines)
        found += [sits[min(pair), max(pair)] for pair in matching(costs)]
    place = {one.number: k for k, one in enumerate(ranked)}
    return sorted(
        found, key=lambda two: (two[1] == NOBODY, min(place.get(s, 1 << 20) for s in two))
    )
