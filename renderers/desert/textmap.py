"""The map of Desert as text, with two lines for each hex, and its summary."""

from collections.abc import Iterator, Mapping, Sequence

from engine.games.desert.view import View
from renderers.desert.board import (
    Border,
    Hex,
    MapScene,
    Mark,
    Pile,
    SheetScene,
    Spot,
)
from renderers.registry import Say
from renderers.toolkit.facts import joined
from renderers.toolkit.scene import WHOLE, Sign, TextLayout
from renderers.toolkit.words import columns, legend, mapped, news, ruled, wrapped

MARKS = {"must": "!", "held": "=", "under": "*", "ship": "@"}
WAYS = {"road": "═", "track": "-", "railroad": "#", "coastal": "~"}
BORDERS = {"river": "≈≈", "wadi": "::", "ridge": "^^", "escarpment": "▲▲"}
CELL, SIDE = 14, 3
"""Columns of a hex with the gap behind it, and of the sign of a river in that gap."""


def text(scene: MapScene | SheetScene, language: str, layout: TextLayout = WHOLE) -> str:
    found = board(scene, language, layout) if isinstance(scene, MapScene) else sheet(scene, layout)
    return "\n".join(found) + "\n"


def board(scene: MapScene, language: str, layout: TextLayout) -> Iterator[str]:
    yield from wrapped(filter(None, (scene.banner, scene.status, scene.game.last.words)), layout)
    yield ""
    yield from mapped(rows(scene, layout.width), scene.summary, layout)
    yield ""
    yield from legend(scene.legend, language, layout)
    yield from news(scene.below, layout)


def sheet(scene: SheetScene, layout: TextLayout) -> Iterator[str]:
    yield from filter(None, (scene.banner, scene.status, scene.game.last.words))
    for table in scene.tables:
        yield from ("", *ruled(table, layout.width))
    if scene.notes:
        yield from ("", *wrapped(scene.notes, layout))


def bracketed(side: int, word: str) -> str:
    """Return ``[3]`` for the side that phases first, ``(?)`` for the other."""
    return f"[{word}]" if side == 0 else f"({word})"


def cells(
    view: View, spots: Mapping[Hex, Spot], piles: Sequence[Pile], marks: Sequence[Mark], say: Say
) -> dict[Spot, tuple[str, str]]:
    there = {pile.at: pile for pile in piles}
    found = dict[Spot, tuple[str, str]]()
    for hex, cell in view.cells.items():
        at = spots[hex]
        ways = "".join(sign for way, sign in WAYS.items() if getattr(cell, way))
        worth = f"★{view.hold_points[hex]}" if hex in view.hold_points else ""
        fort = say("desert-works-fort", level=cell.fortification) if cell.fortification else ""
        signs = "".join(sign for kind, sign in MARKS.items() if (at, kind) in map(placed, marks))
        stack = ""
        if pile := there.get(at):
            stack = f"{bracketed(pile.side, str(pile.units or '?'))}{signs} {pile.values}"
        name = cell.name if cell.name != hex else ""
        ground = say("desert-terrain", terrain=cell.terrain) if cell.terrain != "clear" else ""
        head = " ".join(filter(None, (f"{hex}{ways}", worth, fort, name, ground)))
        found[at] = head, stack.rstrip() or signs
    return found


def placed(mark: Mark) -> tuple[Spot, str]:
    return mark.at, mark.kind


def rows(scene: MapScene, width: int) -> Iterator[str]:
    """Yield the map. Columns that don't fit continue below."""
    across = max(x for x, _ in scene.cells) + 1
    many = max(1, width // CELL)
    for first in range(0, across, many):
        part = range(first, min(across, first + many))
        yield from ([""] if first else [])
        yield from drawn(scene, part)


def drawn(scene: MapScene, part: range) -> Iterator[str]:
    """Yield some columns of the map. A hex has two lines, and the next column begins one lower."""
    down = max(y for _, y in scene.cells) + 2
    lines = [[" "] * (CELL * len(part)) for _ in range(down)]

    def put(x: int, y: int, text: str) -> None:
        for k, letter in enumerate(text):
            lines[y][x + k] = letter

    taken = {(max(one.a[0], one.b[0]), max(one.a[1], one.b[1])): one for one in sides(scene)}
    for (x, y), texts in scene.cells.items():
        for k, text in enumerate(texts if x in part else ()):
            room = CELL - (SIDE if (x + 1, y + k) in taken else 1)
            put((x - part.start) * CELL, y + k, clipped(text, room))
    for (x, y), one in taken.items():
        if x in part and x > part.start:
            put((x - part.start) * CELL - SIDE, y, BORDERS.get(one.kind, "--"))
    yield from filter(None, ("".join(line).rstrip() for line in lines))


def sides(scene: MapScene) -> Iterator[Border]:
    return (one for one in scene.borders if one.a[0] != one.b[0])


def clipped(text: str, width: int) -> str:
    while columns(text) > width and " " in text:
        text = text.rpartition(" ")[0]
    return text[:width]


def summary(view: View, say: Say) -> Iterator[str]:
    scored = bool(view.stages) and not view.absent
    if view.hold_points and scored:
        yield say("desert-goal")
    yield from worth(view)
    called = joined(view.players)
    for seat in sorted(view.seats, key=lambda seat: seat != view.viewer):
        held = sum(n for hex, n in view.hold_points.items() if view.cells[hex].held == seat)
        points = view.score.get(seat, 0) if view.score else held + view.bonuses.get(seat, 0)
        name = called[seat] if called.get(seat, seat) != seat else ""
        you = say("desert-you") if seat == view.viewer else ""
        there = say("desert-at-paper") if seat == view.absent else ""
        won = say("desert-points", points=points) if scored else there
        yield " ".join(filter(None, (seat, name, you, won)))


def worth(view: View) -> Iterator[str]:
    for hex, points in view.hold_points.items():
        cell = view.cells[hex]
        name = cell.name if cell.name != hex else ""
        yield " ".join(filter(None, (f"★{points} {hex}", name, f"({cell.held or '–'})")))


def signs(view: View, marks: Sequence[Mark], say: Say) -> Iterator[Sign]:
    for way, sign in WAYS.items():
        if any(getattr(cell, way) for cell in view.cells.values()):
            yield Sign("", sign, say(f"desert-is-{way}"))
    there = {mark.kind for mark in marks}
    for kind, sign in MARKS.items():
        if kind in there:
            yield Sign("", sign, say(f"desert-mark-{kind}"))
    for kind in sorted({one.kind for one in view.hexsides}):
        yield Sign("", BORDERS.get(kind, "--"), say("desert-hexside", kind=kind).partition(" (")[0])
    for k, seat in enumerate(view.seats):
        yield Sign(seat, bracketed(k, "3"), seat)
    yield Sign("", "?", say("desert-sign-closed"))
    if view.viewer in view.seats:
        yield Sign("", "5-4-20", say("desert-sign-values"))
