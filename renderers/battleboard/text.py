"""Scenes as plain text: a board of characters for terminals, mail and
readers who do not see, and alt text.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import singledispatch

from msgspec import Struct

from renderers.battleboard.scene import Axes, Panel, Scene
from renderers.sentences import sentences_in

WIDTH, GAP = 100, 3
"""Columns of a text board at most, and between two panels."""
ACROSS = 3
ALT = 1024
"""Characters of an alt text at most, which is what chats take."""
BEFORE = {"turn": "> ", "won": "* "}


def columns(text: str) -> int:
    """Columns that a text fills in a terminal: Chinese characters fill two."""
    return sum(
        2 if unicodedata.east_asian_width(c) in "WF" else 0 if unicodedata.combining(c) else 1
        for c in text
    )


def padded(text: str, width: int) -> str:
    """Text with blanks after it."""
    return text + " " * (width - columns(text))


@singledispatch
def board(scene: Struct, language: str) -> str:
    """The scene as lines of at most 100 columns; every fact of the picture is in it."""
    raise TypeError(f"nothing writes a {type(scene).__name__} in {language}")


@board.register
def _(scene: Scene, language: str) -> str:
    signs = {sign.sprite: sign.sign for sign in scene.legend}
    blocks = [list(block(panel, scene, signs)) for panel in scene.panels]
    width = max((columns(line) for lines in blocks for line in lines), default=0)
    across = min(ACROSS, max(1, (WIDTH + GAP) // (width + GAP)))
    parts = [scene.banner]
    for i in range(0, len(blocks), across):
        row = blocks[i : i + across]
        parts.append(
            "\n".join(
                (" " * GAP).join(padded(line, width) for line in lines).rstrip()
                for lines in zip(*row, strict=True)
            )
        )
    said = sentences_in(language)
    legend = [f"{sign.sign} {sign.word}" for sign in (scene.empty, *scene.legend)]
    parts.append("\n".join(flow([said.say("text-legend"), *legend], "   ")))
    parts.append(
        "\n".join(
            line for note in (*scene.notes, *scene.asides) for line in flow(note.split(" "), " ")
        )
    )
    return "\n\n".join(parts) + "\n"


def flow(items: Iterable[str], between: str) -> Iterator[str]:
    """Items one after the other in lines that are not too wide; only an item that
    is too wide by itself is broken.
    """
    line = ""
    for item in items:
        following = f"{line}{between}{item}" if line else item
        if columns(following) <= WIDTH:
            line = following
            continue
        if line:
            yield line
        line = ""
        for character in item:
            if columns(line + character) > WIDTH:
                yield line
                line = ""
            line += character
    yield line


def block(panel: Panel, scene: Scene, signs: dict[str, str]) -> Iterator[str]:
    """One panel: its heading and its grid with both pairs of axes."""
    axes = scene.axes
    cell = max(map(columns, (*axes.top, *axes.bottom))) + 1
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
    for y, (left, right) in enumerate(zip(axes.left, axes.right, strict=True)):
        row = across((lying.get((x, y), scene.empty.sign) for x in range(len(axes.top))), cell)
        yield f"{left:>{margin}}{row}  {right}"
    yield " " * margin + across(axes.bottom, cell)


def across(words: Iterable[str], cell: int) -> str:
    """Words in columns, to the right."""
    return "".join(f"{word:>{cell}}" for word in words)


@singledispatch
def alt(scene: Struct, language: str) -> str:
    """At most 1,024 characters: how the game stands, and as many facts as there is room for."""
    raise TypeError(f"nothing writes a {type(scene).__name__} in {language}")


@alt.register
def _(scene: Scene, language: str) -> str:
    """Every panel's state, and the marked squares if there is room."""
    said = sentences_in(language)
    order = [sign.sprite for sign in scene.legend]
    for kinds in range(len(order), -1, -1):
        more = [said.say("alt-more")] if kinds < len(order) else []
        text = ". ".join(
            [scene.banner, *(state(panel, scene, order[:kinds]) for panel in scene.panels), *more]
        )
        if len(text) <= ALT:
            return text
    short = ". ".join([scene.banner, *(f"{panel.title}: {panel.line}" for panel in scene.panels)])
    return short[: ALT - 1] + "…"


def state(panel: Panel, scene: Scene, kinds: list[str]) -> str:
    """One panel in words, with the squares of these kinds."""
    words = {sign.sprite: sign.word for sign in scene.legend}
    found = squares(panel, scene.axes)
    listed = [f"{words[kind]} {' '.join(found[kind])}" for kind in kinds if found[kind]]
    return "; ".join([f"{panel.title}{panel.tag and f' {panel.tag}'}: {panel.line}", *listed])


def squares(panel: Panel, axes: Axes) -> dict[str, list[str]]:
    """The squares under each kind of sprite."""
    found: dict[str, list[str]] = defaultdict(list)
    for token in panel.tokens:
        found[token.sprite].append(axes.square(token.x, token.y))
    return found
