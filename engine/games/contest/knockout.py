"""Knock-out: the loser of a match is out (EV-35 to EV-37)."""

from collections.abc import Mapping, Sequence

from engine.games.contest.record import Rounds
from engine.games.contest.robin import NOBODY, Two

REPLAYS = 2
"""Drawn matches of two entrants that are played again before the lot decides."""


def bracket(seeds: Sequence[int]) -> list[int]:
    """Return entrants in the order of the bracket, ``NOBODY`` in free places. The first two seeds
    meet in the final at the earliest, and the first seeds have the free places.

    Rule: EV-35.
    """
    places, line = 1 << max(1, (len(seeds) - 1).bit_length()), [1]
    while len(line) < places:
        line = [seed for one in line for seed in (one, 2 * len(line) + 1 - one)]
    return [seeds[seed - 1] if seed <= len(seeds) else NOBODY for seed in line]


def matches(line: Sequence[int]) -> list[Two]:
    """Return the matches of a round: neighbours in the line."""
    return list(zip(line[::2], line[1::2], strict=True))


def next_line(line: Sequence[int], winner: Mapping[Two, int]) -> list[int]:
    """Return the line of the next round. Of two who were both absent nobody goes on."""
    return [(a or b) if NOBODY in (a, b) else winner[a, b] for a, b in matches(line)]


def places(rounds: Rounds, champion: int) -> dict[int, int]:
    """Return the place of each entrant, from 1. Losers of the same round share theirs.

    Rule: EV-37.
    """
    last = {one: k for k, some in enumerate(rounds) for table in some for one in table.seats}
    if champion:
        last[champion] = len(rounds)
    return {one: 1 + sum(other > k for other in last.values()) for one, k in last.items()}
