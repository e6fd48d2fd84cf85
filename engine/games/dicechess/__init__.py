"""Dice chess: three dice determine which types of pieces may move, and a check interrupts the
turn.
"""

from engine.games.dicechess.game import EDITIONS, DiceChess

__all__ = ["EDITIONS", "DiceChess"]
