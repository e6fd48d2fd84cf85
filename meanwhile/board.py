"""The names that renderers of games use."""

from renderers import board_text, sentences_in
from renderers.registry import Extras, PromptParts, PublicQuestion, Renderer, can
from renderers.toolkit.grid import GridRenderer

__all__ = [
    "Extras",
    "GridRenderer",
    "PromptParts",
    "PublicQuestion",
    "Renderer",
    "board_text",
    "can",
    "sentences_in",
]
