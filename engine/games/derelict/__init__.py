"""Derelict, after the rules of a browser game of the same name: marines, aliens and blips."""

from engine.games.derelict.game import EDITIONS, Derelict

__all__ = ["EDITIONS", "Derelict"]
