"""Views to pictures and to equal plain text, and events to sentences.

``kind`` is the name of a game, ``view`` what its rules show to one viewer,
``language`` a tag such as ``zh-TW``, ``look`` one of :func:`looks`, or "" for the
whole board as usual. All raise ``KeyError`` for a game that no installed package
draws, and for a look that the view does not have.
"""

from typing import Any

from engine.state import Seat
from renderers.registry import Looking, renderer
from renderers.sentences import LANGUAGES, NoSentence, Sentences, sentences_in

__all__ = [
    "LANGUAGES",
    "NoSentence",
    "Sentences",
    "alt_text",
    "board_text",
    "looks",
    "names",
    "picture",
    "scene_of",
    "sentences_in",
]


def looks(kind: str, view: Any) -> tuple[str, ...]:
    """The other ways to look at the view, such as ``near`` or
    ``reach A1``; most games have none.
    """
    module = renderer(kind)
    return module.looks(view) if isinstance(module, Looking) else ()


def scene_of(kind: str, view: Any, language: str = "en", look: str = "") -> Any:
    """What picture and text show of the view."""
    module, say = renderer(kind), sentences_in(language).say
    if isinstance(module, Looking):
        return module.scene(view, say, look)
    if look:
        raise KeyError(f"no look {look!r}: {kind} is shown in one way alone")
    return module.scene(view, say)


def picture(kind: str, view: Any, language: str = "en", look: str = "") -> bytes:
    """The board as a PNG; identical bytes for identical views."""
    return renderer(kind).png(scene_of(kind, view, language, look))


def board_text(kind: str, view: Any, language: str = "en", look: str = "") -> str:
    """The board as text of at most 100 columns, with every fact of the
    picture; ends with a line end.
    """
    return renderer(kind).text(scene_of(kind, view, language, look), language)


def alt_text(kind: str, view: Any, language: str = "en", look: str = "") -> str:
    """The board in words, at most 1,024 characters, to go with the picture."""
    return renderer(kind).alt(scene_of(kind, view, language, look), language)


def names(kind: str, view: Any) -> dict[Seat, str]:
    """How sentences call the seats of this game: what :meth:`Sentences.event` wants to know."""
    return renderer(kind).names(view)
