"""Dice chess: three dice say which pieces may move, and a check breaks into the turn."""

from engine.games.dicechess.game import EDITIONS, DiceChess

__all__ = ["EDITIONS", "DiceChess"]
