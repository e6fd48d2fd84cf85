"""Views to pictures and to equal plain text, and events to sentences.

``kind`` is the name of a game, ``view`` what its rules show to one viewer, ``language`` a tag such as ``zh-TW``.
All raise ``KeyError`` for a game that no installed package draws.
"""

from typing import Any

from engine.state import Seat
from renderers import paint, text
from renderers.registry import renderer
from renderers.scene import Scene
from renderers.sentences import LANGUAGES, NoSentence, Sentences, sentences_in

__all__ = [
    "LANGUAGES",
    "NoSentence",
    "Scene",
    "Sentences",
    "alt_text",
    "board_text",
    "names",
    "picture",
    "scene_of",
    "sentences_in",
]


def scene_of(kind: str, view: Any, language: str = "en") -> Any:
    """What picture and text show of the view."""
    return renderer(kind).scene(view, sentences_in(language).say)


def picture(kind: str, view: Any, language: str = "en") -> bytes:
    """The board as a PNG; identical bytes for identical views."""
    return paint.png(scene_of(kind, view, language))


def board_text(kind: str, view: Any, language: str = "en") -> str:
    """The board as text of at most 100 columns, with every fact of the picture; ends with a line end."""
    return text.board(scene_of(kind, view, language), language)


def alt_text(kind: str, view: Any, language: str = "en") -> str:
    """The board in words, at most 1,024 characters, to go with the picture."""
    return text.alt(scene_of(kind, view, language), language)


def names(kind: str, view: Any) -> dict[Seat, str]:
    """How sentences call the seats of this game: what :meth:`Sentences.event` wants to know."""
    return renderer(kind).names(view)
