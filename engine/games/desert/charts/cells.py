"""How the cells of a chart file are written (rules 1.2.1, 1.2.3, 1.2.4):
intervals, d66 cells, sums of two dice.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from msgspec import Struct

READINGS = tuple(10 * large + small for large in range(1, 7) for small in range(1, 7))
"""All 36 readings of two dice, the large one first: 11, 12, ... 66. They are
equally likely, and never sorted.
"""
PLACES = {reading: place for place, reading in enumerate(READINGS)}
NUMBER = re.compile(r"-?[0-9]{1,4}")
DASHED = re.compile(r"([0-9]{1,4})-([0-9]{1,4})")
DOTTED = re.compile(r"(-?[0-9]{1,4})?\.\.(-?[0-9]{1,4})?")
PLUS = re.compile(r"(-?[0-9]{1,4})\+")
CELL = re.compile(r"([0-9]{2})(?:-([0-9]{2}))?")
SUM_CELL = re.compile(r"([0-9]{1,2})(?:-([0-9]{1,2}))?")


class Span(Struct, frozen=True):
    """An interval of whole numbers, both ends included; ``None``: open."""

    low: int | None
    high: int | None

    def __contains__(self, n: int) -> bool:
        return (self.low is None or self.low <= n) and (self.high is None or n <= self.high)

    def __str__(self) -> str:
        if self.low == self.high:
            return str(self.low)
        return f"{'' if self.low is None else self.low}..{'' if self.high is None else self.high}"


def read_span(text: str) -> Span:
    """Read an interval: ``5``, ``1-2``, ``-10..-8``, ``17+``, ``17..`` or
    ``..-11``. Raise ``ValueError``.
    """
    if NUMBER.fullmatch(text):
        return Span(int(text), int(text))
    if match := DASHED.fullmatch(text) or DOTTED.fullmatch(text):
        low, high = (None if end is None else int(end) for end in match.groups())
        if low is None and high is None:
            raise ValueError(
                "'..' is everything; give it at least one end, such as '..-11' or '17..'"
            )
        if low is not None and high is not None and low > high:
            raise ValueError(f"{text!r} ends before it begins; write the smaller end first")
        return Span(low, high)
    if match := PLUS.fullmatch(text):
        return Span(int(match[1]), None)
    raise ValueError(
        f"{text!r} is no interval; write '5', '1-2', '-10..-8', '17+', '17..' or '..-11'"
    )


def check_spans(spans: Sequence[Span], first: int | None) -> None:
    """Raise ``ValueError`` unless intervals ascend without gap or overlap, the last one open;
    the first one begins at ``first``, or is open if that is ``None``.
    """
    if not spans:
        raise ValueError("there are no columns; at least one is needed")
    if spans[0].low != first:
        begin = "be open, such as '..-11'" if first is None else f"begin at {first}"
        raise ValueError(f"the first interval is {str(spans[0])!r}; it must {begin}")
    for left, right in pairwise(spans):
        if left.high is None or right.low is None:
            raise ValueError(
                f"{str(left)!r} and {str(right)!r}: only the first and the last interval may be"
                " open"
            )
        if right.low != left.high + 1:
            what = "overlap" if right.low <= left.high else "leave a gap"
            raise ValueError(
                f"{str(left)!r} and {str(right)!r} {what}; after {left.high} comes {left.high + 1}"
            )
    if spans[-1].high is not None:
        raise ValueError(
            f"the last interval is {str(spans[-1])!r}; it must be open, such as '{spans[-1].low}..'"
        )


def read_cell(text: str) -> tuple[int, ...]:
    """Read the readings in a d66 cell: ``-``, ``34`` or ``21-36``. Ends that no dice can show are
    clipped inwards. Raise ``ValueError``.
    """
    if text == "-":
        return ()
    match = CELL.fullmatch(text)
    if match is None:
        raise ValueError(
            f"{text!r} is no cell; write '-', a reading such as '34', or a range such as '21-36'"
        )
    low, high = int(match[1]), int(match[2] or match[1])
    if low > high:
        raise ValueError(f"{text!r} ends before it begins; write the smaller reading first")
    readings = tuple(reading for reading in READINGS if low <= reading <= high)
    if not readings:
        raise ValueError(f"{text!r}: no dice show that; readings are 11-16, 21-26, ... 61-66")
    return readings


def read_sums(text: str) -> tuple[int, ...]:
    """Read the sums of two dice in a cell: ``-``, ``3``, ``4-5`` or
    ``4-5,10-11``. Raise ``ValueError``.
    """
    if text == "-":
        return ()
    found: list[int] = []
    for part in text.split(","):
        match = SUM_CELL.fullmatch(part.strip())
        low, high = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
        if not 2 <= low <= high <= 12:
            raise ValueError(
                f"{text!r} is no cell of sums; write '-', '3', '4-5' or '4-5,10-11', from 2 to 12"
            )
        found += range(low, high + 1)
    if len(set(found)) < len(found):
        raise ValueError(f"{text!r} names a sum twice; each may stand there once")
    return tuple(sorted(found))


def written(readings: Sequence[int]) -> str:
    """Return some readings as people write them: ``35, 51-54``."""
    runs: list[list[int]] = []
    for reading in readings:
        if runs and PLACES[reading] == PLACES[runs[-1][-1]] + 1:
            runs[-1].append(reading)
        else:
            runs.append([reading])
    return ", ".join(str(run[0]) if len(run) == 1 else f"{run[0]}-{run[-1]}" for run in runs)


def share_out(cells: Sequence[Sequence[int]], gaps: str) -> tuple[int, ...]:
    """Return for each of the 36 readings the index of the cell that it falls into.

    ``gaps``: ``reject``, or which neighbour a reading in no cell takes, ``milder`` or
    ``harsher``, cells being given mildest first. Raise ``ValueError`` for overlaps, and
    for gaps unless they are filled.
    """
    taken: dict[int, int] = {}
    twice: list[int] = []
    for index, readings in enumerate(cells):
        twice += [reading for reading in readings if reading in taken]
        taken |= dict.fromkeys(readings, index)
    if twice:
        raise ValueError(
            f"{written(sorted(set(twice)))} falls into more than one cell; each reading into"
            " exactly one"
        )
    missing = [reading for reading in READINGS if reading not in taken]
    if missing and (gaps == "reject" or not taken):
        raise ValueError(
            f"{written(missing)} falls into no cell; put it into one, or set gap_policy to 'milder'"
            " or 'harsher'"
        )
    for reading in missing:
        below = [taken[r] for r in READINGS if r < reading and r not in missing][-1:]
        above = [taken[r] for r in READINGS if r > reading and r not in missing][:1]
        taken[reading] = (min if gaps == "milder" else max)(below + above)
    return tuple(taken[reading] for reading in READINGS)
