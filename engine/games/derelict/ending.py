"""Who has won (DL-2.5, DL-17.1)."""

from engine.games.derelict.events import Ended
from engine.games.derelict.view import Reason, Winner
from engine.games.derelict.world import World
from engine.play import Table


def verdict(w: World) -> tuple[Winner, Reason] | None:
    """Return who has won after an action, and why: the objective burns, or never will, or no
    marine is left (DL-17.1); None if nobody has.

    Rule: DL-17.
    """
    if not w.armed:
        return None
    objectives = {token.cell for token in w.tokens if token.kind == "objective"}
    if objectives & {token.cell for token in w.tokens if token.kind == "flame"}:
        return "marine", "objective"
    if not any(token.race == "marine" for token in w.tokens):
        return "alien", "no-marines"
    if objectives and (w.fuel == 0 or not any(token.kind == "marine_flame" for token in w.tokens)):
        return "alien", "no-fuel"
    return None


def bare(w: World) -> tuple[Winner, Reason] | None:
    """Return who has won, if the side to move has no unit on the board (DL-2.5)."""
    if any(token.side == w.side for token in w.tokens):
        return None
    return ("alien", "no-marines") if w.side == "marine" else ("marine", "no-aliens")


def finish(t: Table, winner: Winner, reason: Reason) -> None:
    """End the game, and tell who has won and why."""
    w: World = t.world
    w.winner, w.reason = winner, reason
    t.tell(Ended(winner, reason))
    t.end(f"{winner} {reason}" if winner == "draw" else f"won {winner} {reason}")
