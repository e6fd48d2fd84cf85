"""Desert: the combat segment of an operational wargame, with a referee that knows both sides."""

from engine.games.desert.game import EDITIONS, Desert

__all__ = ["EDITIONS", "Desert"]
