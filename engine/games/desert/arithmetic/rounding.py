"""The only permitted forms of arithmetic (rules 2.3), in whole numbers."""

from collections.abc import Sequence


def actual(raw: int) -> int:
    """Return actual points of raw ones: a tenth, halves up (25 is 3)."""
    return (raw + 5) // 10


def ceil_pct(x: int, percent: int) -> int:
    """Return a percentage, rounded up: attacker's losses, the defender's
    in an overrun, captured points.
    """
    return -(-x * percent // 100)


def floor_pct(x: int, percent: int) -> int:
    """Return a percentage, rounded down: the defender's losses."""
    return x * percent // 100


def half_up(n: int) -> int:
    """Return a half, rounded up: vulnerability points."""
    return -(-n // 2)


def average(xs: Sequence[int], *, away: bool = False) -> int:
    """Return the nearest whole number to the mean; halves up (-2.5 is -2),
    or ``away`` from zero (R-AVG).
    """
    n, total = len(xs), sum(xs)
    if away and total < 0:
        return -((2 * -total + n) // (2 * n))
    return (2 * total + n) // (2 * n)


def unsupported(tanks: int, infantry: int) -> int:
    """Return strength lost by the tanks of one hex that no infantry supports: a third of
    the excess, rounded up (P43.s1).
    """
    return max(0, -(-(tanks - infantry) // 3))


def clamp(x: int, low: int, high: int) -> int:
    """Return ``x``, or the nearer end."""
    return max(low, min(x, high))
