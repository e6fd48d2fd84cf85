"""Scenes as plain text, for terminals, mail and blind readers, and as alt text."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from renderers.sentences import sentences_in
from renderers.toolkit.scene import WHOLE, GameScene, Sign, TextLayout
from renderers.toolkit.words import ALT, GAP, columns, legend, mapped, news, padded, wrapped

Standing = Literal["plain", "turn", "won", "leaving", "out"]


class Token(Struct, frozen=True):
    """A sprite on square ``x``, ``y``, both counted from 0 at the top left."""

    x: int
    y: int
    sprite: str


class Axes(Struct, frozen=True):
    """The labels of the columns above every panel's grid, and of the rows at its left."""

    top: tuple[str, ...]
    left: tuple[str, ...]

    def square(self, x: int, y: int) -> str:
        return f"{self.top[x]} {self.left[y]}"


class Panel(Struct, frozen=True, kw_only=True):
    """One grid with its heading: ``badge``, ``title``, ``tag`` after the title, and ``line``, its
    state.
    """

    title: str
    tag: str
    badge: str
    line: str
    standing: Standing
    tokens: tuple[Token, ...]


class Scene(GameScene, frozen=True, kw_only=True):
    """A whole picture. ``banner`` is the state of the game."""

    axes: Axes
    panels: tuple[Panel, ...]
    empty: Sign  # the sign of a square without a token
    notes: tuple[str, ...]  # in picture and text
    asides: tuple[str, ...]  # in the text alone, such as the name behind an alias

    @property
    def text_signs(self) -> tuple[Sign, ...]:
        return (self.empty, *self.legend)

    @property
    def below(self) -> tuple[str, ...]:
        return (*self.notes, *self.asides)


ACROSS = 3
BEFORE = {"turn": "> ", "won": "* "}


def text(scene: Scene, language: str, layout: TextLayout = WHOLE) -> str:
    signs = {sign.sprite: sign.sign for sign in scene.legend}
    blocks = [list(block(panel, scene, signs)) for panel in scene.panels]
    width = max((columns(line) for lines in blocks for line in lines), default=0)
    across = min(ACROSS, max(1, (layout.width + GAP) // (width + GAP)))
    parts = ["\n".join(wrapped(filter(None, (scene.banner, scene.game.last.words)), layout))]
    for i in range(0, len(blocks), across):
        row = zip(*blocks[i : i + across], strict=True)
        rows = ((" " * GAP).join(padded(line, width) for line in lines).rstrip() for lines in row)
        parts.append("\n".join(mapped(rows, () if i else scene.summary, layout)))
    parts.append("\n".join(legend(scene.text_signs, language, layout)))
    parts.append("\n".join(news(scene.below, layout)))
    return "\n\n".join(filter(None, parts)) + "\n"


def block(panel: Panel, scene: Scene, signs: dict[str, str]) -> Iterator[str]:
    axes = scene.axes
    cell = max(map(columns, axes.top)) + 1
    margin = max(map(columns, axes.left)) + 1
    badge = f"{panel.badge} " if panel.badge else ""
    yield (
        BEFORE.get(panel.standing, "")
        + badge
        + panel.title
        + (f" {panel.tag}" if panel.tag else "")
    )
    yield f"{panel.line}"
    yield " " * margin + across(axes.top, cell)
    lying = {(token.x, token.y): signs[token.sprite] for token in panel.tokens}
    for y, left in enumerate(axes.left):
        row = across((lying.get((x, y), scene.empty.sign) for x in range(len(axes.top))), cell)
        yield f"{left:>{margin}}{row}"


def across(words: Iterable[str], cell: int) -> str:
    return "".join(f"{word:>{cell}}" for word in words)


def alt(scene: Scene, language: str) -> str:
    """Return the state of every panel in at most 1,024 characters."""
    said = sentences_in(language)
    order = [sign.sprite for sign in scene.legend]
    first = scene.banner, scene.game.last.words.rstrip(".。")
    for kinds in range(len(order), -1, -1):
        more = [said.say("alt-more")] if kinds < len(order) else []
        text = ". ".join(
            [
                *filter(None, first),
                *(state(panel, scene, order[:kinds]) for panel in scene.panels),
                *more,
            ]
        )
        if len(text) <= ALT:
            return text
    short = ". ".join([scene.banner, *(f"{panel.title}: {panel.line}" for panel in scene.panels)])
    return short[: ALT - 1] + "…"


def state(panel: Panel, scene: Scene, kinds: list[str]) -> str:
    words = {sign.sprite: sign.word for sign in scene.legend}
    found = squares(panel, scene.axes)
    listed = [f"{words[kind]} {', '.join(found[kind])}" for kind in kinds if found[kind]]
    return "; ".join([f"{panel.title}{panel.tag and f' {panel.tag}'}: {panel.line}", *listed])


def squares(panel: Panel, axes: Axes) -> dict[str, list[str]]:
    found: dict[str, list[str]] = defaultdict(list)
    for token in panel.tokens:
        found[token.sprite].append(axes.square(token.x, token.y))
    return found
