"""Weapons (rules 2.4): what each type does, and how many missiles of a rack hit."""

from functools import lru_cache
from typing import NamedTuple


class Gun(NamedTuple):
    """A type of weapon: damage of the shot or of ``each`` missile, minimum range and the three
    ranges in hexes, heat; for missiles how many are in the ``rack``, and in a ``group``.
    """

    each: int
    least: int
    short: int
    medium: int
    long: int
    heat: int
    rack: int = 0
    group: int = 0


class Weapon(NamedTuple):
    """One weapon aboard. ``label`` is what orders call it: ``PPC``, or
    ``ML#2`` where there are several.
    """

    label: str
    kind: str
    mount: str
    rear: bool


GUNS = {
    name: Gun(*map(int, numbers))
    for name, *numbers in map(
        str.split,
        """\
SL    3 0  1  2  3  1
ML    5 0  3  6  9  3
LL    8 0  5 10 15  8
PPC  10 3  6 12 18 10
MG    2 0  1  2  3  0
FL    2 0  1  2  3  3
AC2   2 4  8 16 24  1
AC5   5 3  6 12 18  1
AC10 10 0  5 10 15  3
AC20 20 0  3  6  9  7
SRM2  2 0  3  6  9  2  2  1
SRM4  2 0  3  6  9  3  4  1
SRM6  2 0  3  6  9  4  6  1
LRM5  1 6  7 14 21  2  5  5
LRM10 1 6  7 14 21  4 10  5
LRM15 1 6  7 14 21  5 15  5
LRM20 1 6  7 14 21  6 20  5""".splitlines(),
    )
}
"""The table of 2.4: the fields of :class:`Gun`, by the name that scenarios use."""
RACKS = (2, 4, 5, 6, 10, 15, 20)
CLUSTERS = [
    [int(hits) for hits in row.split()]
    for row in """\
1 1 1 2 3 5 6
1 2 2 2 3 5 6
1 2 2 3 4 6 9
1 2 3 3 6 9 12
1 2 3 4 6 9 12
1 3 3 4 6 9 12
2 3 3 4 6 9 12
2 3 4 5 8 12 16
2 3 4 5 8 12 16
2 4 5 6 10 15 20
2 4 5 6 10 15 20""".splitlines()
]
"""Missiles that hit: a row for each sum of two dice from 2, a column for each of the racks."""


def missiles(rack: int, roll: int) -> int:
    """Return how many missiles of a rack hit on this sum of two dice.

    Rule: WP-5.
    """
    return CLUSTERS[roll - 2][RACKS.index(rack)]


@lru_cache(1024)
def armed(weapons: tuple[str, ...]) -> tuple[Weapon, ...]:
    """Return weapons such as ``ML:RT`` or ``ML:CTr``, labelled in order."""
    kinds = [text.partition(":")[0] for text in weapons]
    found = []
    for i, (kind, text) in enumerate(zip(kinds, weapons, strict=True)):
        mount = text.partition(":")[2]
        label = f"{kind}#{kinds[: i + 1].count(kind)}" if kinds.count(kind) > 1 else kind
        found.append(Weapon(label, kind, mount.removesuffix("r"), mount.endswith("r")))
    return tuple(found)
