"""A sparring partner."""

from random import Random

from engine.games.dicechess.orders import Move
from engine.games.dicechess.position import position
from engine.games.dicechess.view import View


def suggest(view: View, rng: Random) -> Move:
    """Placeholder."""
    p = position(view.fen, view.skipped)
    dice = view.kept if view.phase == "die" else view.bound or None
    return Move(rng.choice(p.payable(dice, view.terms.castling_dice)).uci())
