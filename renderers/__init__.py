"""Views as pictures and as equivalent text, and events as sentences.

``kind`` is the name of a game, ``view`` its rules' view for one viewer, and ``language`` a tag such
as ``zh-TW``. ``mode`` is one of :func:`modes`, or empty for the default. All functions raise
``KeyError`` for a game without an installed renderer, or a mode that the view doesn't have.
"""

import io
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace
from PIL import Image

from engine.state import Seat
from renderers.registry import can, renderer
from renderers.sentences import LANGUAGES, NoSentence, Sentences, sentences_in
from renderers.toolkit.scene import WHOLE, GameScene, TextLayout
from renderers.toolkit.words import ruled

__all__ = [
    "LANGUAGES",
    "NoSentence",
    "Sentences",
    "alt_text",
    "are_places",
    "asked_text",
    "board_text",
    "described",
    "drawn",
    "image",
    "laid_out",
    "modes",
    "names",
    "picture",
    "preview_of",
    "scene_of",
    "sentences_in",
    "sheet_text",
]


def modes(kind: str, view: Any) -> tuple[str, ...]:
    """Return the view's other modes, such as ``near`` or ``reach A1``. Most games have none."""
    module = renderer(kind)
    return module.modes(view) if can(module, "modes") else ()


def mode_named(kind: str, view: Any, word: str) -> str | None:
    """Return the mode that a word names, ignoring case. It is empty for the default, and ``None``
    if there is no such mode.
    """
    known = {mode.casefold(): mode for mode in ("", *modes(kind, view))}
    return known.get(word.casefold())


def scene_of(kind: str, view: Any, language: str = "en", mode: str = "") -> Any:
    """Return the scene of the view, from which picture and text are made."""
    module, say = renderer(kind), sentences_in(language).say
    if can(module, "modes"):
        return module.scene(view, say, mode)
    if mode:
        raise KeyError(f"no mode {mode!r}: {kind} is shown in one way alone")
    return module.scene(view, say)


def picture(kind: str, view: Any, language: str = "en", mode: str = "", banner: str = "") -> bytes:
    """Return the board as a PNG: identical bytes for identical views. ``banner`` replaces the
    board's own.
    """
    return encoded(kind, headed(scene_of(kind, view, language, mode), banner))


def encoded(kind: str, scene: Any) -> bytes:
    return renderer(kind).png(scene)


def image(kind: str, scene: Any) -> Image.Image:
    """Return a scene as a palette picture that is not yet encoded."""
    module = renderer(kind)
    return module.flat(scene) if can(module, "flat") else Image.open(io.BytesIO(module.png(scene)))


def drawn(
    kind: str, view: Any, language: str = "en", mode: str = "", banner: str = ""
) -> tuple[bytes, str]:
    """Return the board as a PNG, and its alt text."""
    scene = headed(scene_of(kind, view, language, mode), banner)
    return encoded(kind, scene), described(kind, scene, language)


def described(kind: str, scene: Any, language: str) -> str:
    """Return the alt text of a scene."""
    return renderer(kind).alt(scene, language)


def headed(scene: Any, banner: str) -> Any:
    return replace(scene, banner=banner) if banner and isinstance(scene, GameScene) else scene


def board_text(kind: str, view: Any, language: str = "en", mode: str = "") -> str:
    """Return the board as lines of at most 100 columns, each with its line end. They state every
    fact of the picture.
    """
    return laid_out(kind, scene_of(kind, view, language, mode), language, WHOLE)


def laid_out(kind: str, scene: Any, language: str, layout: TextLayout) -> str:
    """Return a scene as lines of a given width, without facts that its reader already knows."""
    return renderer(kind).text(scene, language, layout)


def alt_text(kind: str, view: Any, language: str = "en", mode: str = "", banner: str = "") -> str:
    """Return alt text of at most 1,024 characters for the picture with the same ``banner``."""
    return described(kind, headed(scene_of(kind, view, language, mode), banner), language)


def preview_of(
    kind: str,
    view: Any,
    order: Any,
    language: str = "en",
    marks: Mapping[str, str] | None = None,
) -> tuple[bytes, str] | None:
    """Return a preview of an order as a PNG and in words, or ``None`` if the game has none.

    ``order`` may be ``None``. ``marks`` are signs by words of orders; they are drawn at the places
    that the words name.
    """
    module, say, scene = renderer(kind), sentences_in(language).say, None
    if order is not None and can(module, "preview"):
        scene = module.preview(view, say, order)
    if marks and can(module, "numbered"):
        scene = module.scene(view, say) if scene is None else scene
        spots = {word: module.spot(view, word) for word in marks}
        scene = module.numbered(
            scene, [(spot, marks[word]) for word, spot in spots.items() if spot]
        )
    return None if scene is None else (module.png(scene), module.alt(scene, language))


def are_places(kind: str, view: Any, words: Sequence[str]) -> bool:
    """Return whether all these words of orders name places that can be marked on the board."""
    module = renderer(kind)
    return can(module, "numbered") and bool(words) and all(module.spot(view, one) for one in words)


def names(kind: str, view: Any) -> dict[Seat, str]:
    """Return the names of the seats in sentences, for :meth:`Sentences.event`."""
    return renderer(kind).names(view)


def sheet_text(
    kind: str, view: Any, language: str = "en", why: object = None, width: int = WHOLE.width
) -> str:
    """Return the tables that the reader chooses from, in lines of ``width`` columns. It is empty if
    there are none. ``why`` is the menu's.
    """
    parts = sentences_in(language).asked(kind, view, why=why)
    return "\n\n".join("\n".join(ruled(table, width)) for table in parts.sheet)


def asked_text(kind: str, view: Any, language: str = "en", why: object = None) -> str:
    """Return the reader's prompt as text: the sentences, then the tables to choose from."""
    asked = sentences_in(language).prompt(kind, view, why=why)
    return "\n\n".join(filter(None, (asked, sheet_text(kind, view, language, why))))
