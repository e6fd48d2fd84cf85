"""BattleBoard, after the sample application of a game server of 2006."""

from engine.games.battleboard.game import EDITIONS, BattleBoard

__all__ = ["EDITIONS", "BattleBoard"]
