"""Round robin: everybody meets everybody, once or twice (EV-30, EV-31)."""

from collections.abc import Sequence

NOBODY = 0
"""The opponent in a free round."""
Two = tuple[int, int]
"""Two entrants, the one with the first side first; or an entrant and ``NOBODY``."""


def rounds(entrants: Sequence[int], cycles: int = 1) -> list[list[Two]]:
    """Return the pairs of all rounds, for entrants in the order of the draw.

    ``i`` and ``j`` of the first n-1 meet in round i+j modulo n-1, which is odd. So everybody has as
    many first sides as second ones, mostly in turns. The last one meets the entrant left over. The
    second cycle changes all sides.

    Rules: EV-30, EV-31.
    """
    seats = [*entrants] + [NOBODY] * (len(entrants) % 2)
    if len(seats) < 2:
        return []
    *ring, last = seats
    n = len(ring)
    made: list[list[Two]] = []
    for r in range(n):
        pairs: list[Two] = []
        for i in range(n):
            j = (r - i) % n
            if i < j:
                pairs.append((ring[i], ring[j]) if (j - i) % 2 else (ring[j], ring[i]))
            elif i == j:
                pairs.append((ring[i], last) if i % 2 else (last, ring[i]))
        made.append([(b, a) if a == NOBODY else (a, b) for a, b in pairs])
    back = [[(a, b) if b == NOBODY else (b, a) for a, b in pairs] for pairs in made]
    return [pairs for k in range(cycles) for pairs in (back if k % 2 else made)]
