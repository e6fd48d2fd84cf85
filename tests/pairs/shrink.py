"""The shortest list of moves that still shows a difference, by delta debugging."""

from collections.abc import Callable, Sequence

from engine.testing.kit import Case
from tests.pairs.drive import LENGTH, PairOutcome, play
from tests.pairs.moves import Move, script

TRIES = 150
"""Pairs that are played at the most to find it."""


def shrunk(case: Case, seed: int, outcome: PairOutcome) -> tuple[list[Move], PairOutcome]:
    found = [outcome]

    def differs(moves: Sequence[Move]) -> bool:
        again = play(case, seed, moves)
        if again.kind == "differs":
            found.append(again)
        return again.kind == "differs"

    return fewest(script(seed, LENGTH)[: outcome.step], differs), found[-1]


def fewest(moves: list[Move], bad: Callable[[Sequence[Move]], bool]) -> list[Move]:
    """Leave out as many moves as possible, in pieces that get smaller, while ``bad`` holds."""
    size, tries = max(1, len(moves) // 2), TRIES
    while moves and tries > 0:
        start = 0
        before = len(moves)
        while start < len(moves) and tries > 0:
            tries -= 1
            shorter = moves[:start] + moves[start + size :]
            if bad(shorter):
                moves = shorter
            else:
                start += size
        if size == 1 and len(moves) == before:
            break
        size = max(1, size // 2)
    return moves
