"""Initiative and turn order (rules 2.6)."""

from engine.games.ambush.effects.rolls import two
from engine.games.ambush.world import World
from engine.play import Table
from engine.state import Seat


def initiative(t: Table) -> list[tuple[Seat, int]]:
    """Roll 2d6 for each side, and return the sums, lowest first; ties are rolled again."""
    w: World = t.world
    while True:
        rolls = {seat: two(t, f"initiative:{seat}") for seat in w.seats}
        if len(set(rolls.values())) == len(rolls):
            return sorted(rolls.items(), key=lambda item: item[1])


def turn_list(counts: list[tuple[Seat, int]]) -> list[Seat]:
    """Return turns for these numbers of units, loser first: who has more moves more often (2.6).

    Rule: EN-3.
    """
    turns: list[Seat] = []
    while left := [n for _, n in counts if n]:
        least = min(left)
        turns += [seat for seat, n in counts for _ in range(n // least)]
        counts = [(seat, n - n // least) for seat, n in counts]
    return turns
