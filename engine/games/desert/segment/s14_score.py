"""Step 14, score: who holds the ground, what it counts, the end of the game (rules 3.15.7)."""

from engine.games.desert.events import Ended, Opened
from engine.games.desert.forces.units import combat_unit
from engine.games.desert.projection import copied
from engine.games.desert.world import Reason, World
from engine.play import Table
from engine.state import Seat


def hold_ground(w: World) -> None:
    """Note who holds which hex (3.15): for the score the side whose combat unit stands in it,
    or stood there last; for the eye the side whose stack does, whatever is in it.
    """
    w.stood.update(w.stacks)
    every = tuple(w.units.values())
    for unit in every:
        if combat_unit(unit, every):
            w.cells[unit.hex].held = unit.side


def fights_on(w: World, seat: Seat) -> bool:
    """Return whether a side has a combat unit left."""
    own = list(w.of(seat))
    return any(combat_unit(unit, own) for unit in own)


def finish(t: Table, reason: Reason, *beaten: Seat) -> None:
    """End the game. ``beaten`` sides have nothing left, or have given up; else the score
    decides (3.15.7). A single segment has no score (3.15.1).

    Rule: DS-19.
    """
    w: World = t.world
    for seat in beaten if reason == "destroyed" and len(beaten) == 1 else ():
        for hex in w.hold_points:
            w.cells[hex].held = w.other(seat)
    w.score = {seat: score(w, seat) for seat in w.seats} if w.stages else {}
    if reason == "resigned" or (not w.score and len(beaten) == 1):
        w.winner = w.other(beaten[0])
    elif reason == "agreed" or len(set(w.score.values())) < 2:
        w.winner = ""
    else:
        w.winner = max(w.score, key=lambda seat: w.score[seat])
    w.reason, w.step = reason, "over"
    for seat in w.seats:
        t.tell(Opened(seat, tuple(copied(unit) for unit in w.of(seat))))
    t.tell(Ended(w.winner, reason, w.score))
    t.end(
        f"won {w.winner} {reason}" if w.winner else "over" if reason == "over" else f"draw {reason}"
    )


def score(w: World, seat: Seat) -> int:
    """Return objectives held, points the enemy lost, those of them captured, and the bonus that
    whoever made the game gave.
    """
    enemy = w.other(seat)
    held = sum(points for hex, points in w.hold_points.items() if w.cells[hex].held == seat)
    return (
        held
        + w.lost_points * w.lost.get(enemy, 0)
        + w.captured_points * w.captured.get(enemy, 0)
        + w.bonuses.get(seat, 0)
    )
