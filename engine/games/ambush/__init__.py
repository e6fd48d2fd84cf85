"""Ambush, after a design note of 2005 on hidden units, skids, and interrupts inside interrupts."""

from engine.games.ambush.game import EDITIONS, Ambush

__all__ = ["EDITIONS", "Ambush"]
