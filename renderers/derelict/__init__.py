"""Derelict: its view as a scene, and the sentence arguments of its events."""

from collections.abc import Mapping, Sequence
from typing import Any

from engine.games.derelict import events as e
from engine.games.derelict import menu, robot
from engine.games.derelict.board import COMPASS, Cell, Token, number
from engine.games.derelict.view import ALIENS, ARMED, MARINES, Position, View, in_words, listed
from engine.state import Event, Seat
from renderers import fonts
from renderers.derelict import sprites
from renderers.derelict.lines import (
    CrewPane,
    DeckTile,
    Figure,
    ShipScene,
    Window,
    acting,
    alt,
    asks,
    crew,
    fired,
    focus,
    heading,
    names,
    question,
    rolled,
    text,
)
from renderers.derelict.paint import flat, png
from renderers.registry import PromptParts, Say
from renderers.toolkit.facts import Facts, fields, yes
from renderers.toolkit.scene import GameFacts, LastAction, Sign

__all__ = [
    "alt",
    "asks",
    "facts",
    "flat",
    "modes",
    "names",
    "png",
    "prompt",
    "reason",
    "scene",
    "text",
]

ARROWS = {0: "v", 90: "<", 180: "^", 270: ">"}
SIGNS = {
    "door": "[]",
    "dooropen": "''",
    "flame": "**",
    "lurk": "lk",
    "alien_entry": "en",
    "objective": "ob",
    "drop_marine": "dr",
    "start_marine": "st",
}
UNITS = {"marine": "1^", "alien": "A1", "blip": "?1"}
MARKING = {"sight": "seen", "burn": "doomed"}
"""The style of the cells that a mode marks."""
COLUMNS, ROWS = 12, 13
"""Maximum columns and rows of the large part of a picture."""
THROWN = ("dice", "marine", "alien")
"""Fields of events that are dice."""


def word(kind: str) -> str:
    return kind.replace("_", "-")


def prompt(view: View, say: Say) -> PromptParts:
    """Return the reader's prompt beyond the public question. Command points and their die are
    private if they are the marines' secret.
    """
    shown = view.shown
    more = say(
        "derelict-beyond",
        kind=shown.kind or shown.phase,
        unit=shown.unit or view.active or "none",
        other=shown.other or "none",
        ap=view.ap,
        active=yes(view.active),
        due=shown.due or 0,
        left=shown.left,
        dice=dice(shown.dice) or "none",
        against=dice(shown.against) or "none",
    )
    own = marines_own(view, say)
    if view.secret_points and view.viewer == MARINES:
        return PromptParts(more=more, private=own)
    return PromptParts(more=say("space").join(filter(None, (more, own))))


def marines_own(view: View, say: Say) -> str:
    """Return the private part of the prompt, or an empty string."""
    shown = view.shown
    if shown.kind == "command":
        return say("derelict-prompt-own-command", dice=dice(shown.dice) or "none")
    if shown.kind == "jam":
        return say("derelict-prompt-own-jam", command=view.command or 0)
    return costs(view, say) if shown.phase == "main" and view.active else ""


def costs(view: View, say: Say) -> str:
    found: dict[tuple[str, int], list[str]] = {}
    for offer in menu.main(view):
        if offer.act not in ("pass", "activate"):
            verb = "turn" if offer.act in ("left", "right") else offer.act
            there = in_words(offer.cell) if offer.cell else ""
            where = offer.act if verb == "turn" else offer.unit or there
            bare = verb in ("assault", "enter")
            found.setdefault((verb, offer.cost), []).append("" if bare else where)
    listed = [
        say("derelict-cost", what=" ".join(filter(None, (verb, *where))), cost=cost)
        for (verb, cost), where in sorted(found.items(), key=lambda item: item[0][1])
    ]
    return (
        say("derelict-costs", listed=say("comma").join(listed))
        if listed
        else say("derelict-costs-none")
    )


def dice(thrown: tuple[int, ...]) -> str:
    return " ".join(map(str, thrown))


def modes(view: View) -> tuple[str, ...]:
    position = view.position
    seen = tuple(f"sight {unit.name}" for unit in position.of("marine"))
    return (*seen, *(f"burn {in_words(cell)}" for cell in aims(view, position)))


def aims(view: View, position: Position) -> dict[Cell, list[Cell]]:
    """Return the cells that the active flamer can aim at, one per segment (DL-11.5)."""
    unit = position.unit(view.active)
    return menu.fires(position, unit) if unit and unit.weapon == "flamer" and view.fuel else {}


def marked(view: View, position: Position, mode: str) -> tuple[Cell, ...]:
    """Return the cells that a mode marks. Raises ``KeyError`` if the mode is unknown."""
    verb, _, what = mode.partition(" ")
    if verb == "sight" and (unit := position.unit(what)) and unit.race == "marine":
        return tuple(cell for cell in position.board.corridors if position.sees(unit, cell))
    for cells in aims(view, position).values():
        if verb == "burn" and what in map(in_words, cells):
            return tuple(position.burnable(cells[0]))
    raise KeyError(f"no mode {mode!r}; there are: {', '.join(modes(view))}")


def scene(view: View, say: Say, mode: str = "") -> ShipScene:
    """Return the whole ship as the reader may see it. Raises ``KeyError`` if the mode is
    unknown.
    """
    position = view.position
    cells = marked(view, position, mode) if mode else ()
    marking = MARKING[mode.split()[0]] if cells else ""
    overlaid = [Sign(marking, "", say(f"derelict-sign-{marking}"))] if cells else []
    window = used(view)
    tiles = tuple(
        DeckTile(token.cell, token.kind, across(position, token))
        for token in view.tokens
        if not token.name
    )
    units = sorted(
        (token for token in view.tokens if token.name), key=lambda unit: number(unit.name)
    )
    own = [unit for unit in units if unit.side == view.viewer]
    crews = tuple(crew(view, seat, say) for seat in (MARINES, ALIENS) if seat in view.players)
    return ShipScene(
        banner=banner(view, say),
        game=GameFacts(names(view), view.turn, last(view, say)),
        heading=heading(view, say),
        question=question(view, say),
        interrupts=acting(view) not in ("", view.side),
        crews=crews,
        rolls=rolled(view),
        notes=tuple(filter(None, (last(view, say).words,))),
        fired=fired(view),
        status=status(view, say),
        grid=view.grid,
        window=window,
        interest=interest(view),
        focus=focus(interest(view), window, (COLUMNS, ROWS)),
        tiles=tiles,
        figures=tuple(figure(view, unit, say) for unit in units),
        segs=view.segs if burns(view) else (),
        marked=cells,
        marking=marking,
        signs=signs(view, position, window),
        legend=(*legend(view, tiles, units, say), *overlaid),
        facts=tuple(told(view, position, units, tiles, cells, mode, say=say)),
        own=tuple(unit_in_words(view, unit, say) for unit in own),
        names=tuple(f"{unit.name} {in_words(unit.cell)}" for unit in own),
        summary=tuple(summary(view, units, crews, say)),
    )


def last(view: View, say: Say) -> LastAction:
    if view.deed is None:
        return LastAction()
    start, cell = map(in_words, (view.deed.cells[0], view.deed.cells[-1]))
    words = say("derelict-last", unit=view.deed.unit, act=view.deed.act, start=start, cell=cell)
    left = [view.deed.cells[:1]] if view.deed.act in ("move", "enter") else []
    return LastAction(words, (*left, view.deed.cells))


def across(position: Position, token: Token) -> int:
    walls = not (
        position.board.corridor((token.x, token.y - 1))
        or position.board.corridor((token.x, token.y + 1))
    )
    return 90 if walls and token.kind in ("door", "dooropen") else 0


def used(view: View) -> Window:
    cells = [*view.board.corridors, *(token.cell for token in view.tokens)]
    xs, ys = [x for x, _ in cells], [y for _, y in cells]
    width, height = view.board.width, view.board.height
    return (
        max(0, min(xs) - 1),
        max(0, min(ys) - 1),
        min(width - 1, max(xs) + 1),
        min(height - 1, max(ys) + 1),
    )


def interest(view: View) -> tuple[Cell, ...]:
    """Return the cells to show, the most important first.

    They are those of the unit asked, the active unit and the last deed, then of the marines, the
    nearest first, and of other units. If an alien acts far from all marines, only the aliens follow
    it; everybody else stays with the nearest marine.
    """
    units = {token.name: token for token in view.tokens if token.name}
    named = (view.shown.unit, view.active, view.shown.other)
    acting = [units[name].cell for name in named if name in units]
    acting += reversed(view.deed.cells) if view.deed else ()
    x, y = next(iter(acting), (0, 0))
    marines = sorted(
        (one.cell for one in units.values() if one.side == MARINES),
        key=lambda cell: (max(abs(cell[0] - x), abs(cell[1] - y)), cell),
    )
    first = [] if view.viewer == ALIENS else marines[:1]
    return (*first, *acting, *marines, *(one.cell for one in units.values()))


def figure(view: View, unit: Token, say: Say) -> Figure:
    marine = unit.race == "marine"
    return Figure(
        at=unit.cell,
        sprite=unit.kind if marine else unit.race,
        rot=unit.rot,
        label=unit.name[1:],
        badge=f"×{unit.value}" if unit.race == "blip" and unit.value else "",
        words=say(f"derelict-kind-{word(unit.kind)}") if marine else "",
        marks=unit.markers,
        active=unit.name == view.active,
    )


def burns(view: View) -> bool:
    """Return whether anything can burn. Only then do segments matter (DL-11.5)."""
    return view.profile in ARMED and any(token.weapon == "flamer" for token in view.tokens)


def signs(
    view: View, position: Position, window: tuple[int, int, int, int]
) -> tuple[tuple[str, ...], ...]:
    """Return two characters for each cell: the unit, else the object, else the ground."""
    segs = view.segs if burns(view) else ()
    lying: dict[Cell, str] = {
        cell: SIGNS[kind] for kind, cells in position.marks.items() for cell in cells
    }
    lying |= {cell: SIGNS[door.kind] for cell, door in position.doors.items()}
    lying |= dict.fromkeys(position.flames, SIGNS["flame"])
    lying |= {cell: sign(unit) for cell, unit in position.units.items()}
    x0, y0, x1, y1 = window
    return tuple(
        tuple(
            lying.get((x, y)) or (ground(segs, (x, y)) if position.board.corridor((x, y)) else "##")
            for x in range(x0, x1 + 1)
        )
        for y in range(y0, y1 + 1)
    )


def ground(segs: tuple[str, ...], cell: Cell) -> str:
    letter = segs[cell[1]][cell[0]] if segs else "."
    return " ." if letter == "." else f".{letter}"


def sign(unit: Token) -> str:
    if unit.race == "marine":
        return unit.name[-1] + ARROWS[unit.rot]
    return f"{UNITS[unit.race][0]}{unit.name[1:]}"[-2:]


def legend(view: View, tiles: tuple[DeckTile, ...], units: list[Token], say: Say) -> list[Sign]:
    found = [
        Sign("", "##", say("derelict-sign-wall")),
        Sign("", " .", say("derelict-sign-corridor")),
    ]
    found += [
        Sign(race, mark, say(f"derelict-sign-{race}"))
        for race, mark in UNITS.items()
        if any(unit.race == race for unit in units)
    ]
    present = {tile.sprite for tile in tiles}
    found += [
        Sign(kind, mark, say(f"derelict-sign-{word(kind)}"))
        for kind, mark in SIGNS.items()
        if kind in present
    ]
    markers = {marker for unit in units for marker in unit.markers}
    shown = (mark for mark in (*sprites.BADGES, sprites.DONE) if mark in markers)
    found += [Sign(mark, "", say(f"derelict-marker-{mark}")) for mark in shown]
    if view.active:
        found.append(Sign("active", "", say("derelict-sign-active")))
    if burns(view) and set("".join(view.segs)) - {"."}:
        found.append(Sign("segment", ".a", say("derelict-sign-segment")))
    return found


def summary(view: View, units: Sequence[Token], crews: Sequence[CrewPane], say: Say) -> list[str]:
    marks = [unit for unit in view.tokens if unit.kind == "objective"]
    cells = " / ".join(in_words(token.cell) for token in marks) or "none"
    goal = say("derelict-goal", cells=cells, winner=view.afterwards, turn=view.last_turn)
    found = [goal]
    for seat, pane in zip((s for s in (MARINES, ALIENS) if s in view.players), crews, strict=True):
        you = say("derelict-you") if seat == view.viewer else ""
        found.append(" ".join(filter(None, (pane.name, you, " · ".join(pane.words)))))
        found += [in_short(view, unit, say) for unit in units if unit.side == seat]
    return found


def in_short(view: View, unit: Token, say: Say) -> str:
    marks = [say(f"derelict-marker-{marker}") for marker in unit.markers]
    active = say("derelict-active", ap=view.ap) if unit.name == view.active else ""
    value = f"×{unit.value}" if unit.race == "blip" and unit.value else ""
    kind = say(f"derelict-kind-{word(unit.kind)}") if unit.race == "marine" else ""
    race = "" if kind else say(f"derelict-sign-{unit.race}")
    where = f"{in_words(unit.cell)} {COMPASS[unit.rot]}"
    facts = filter(None, (unit.name, kind, race, value, where, *marks, active))
    return f"{'>' if active else ' '}{' '.join(facts)}"


def banner(view: View, say: Say) -> str:
    if view.winner is not None:
        return say("derelict-banner-over", winner=view.winner, reason=view.reason or "none")
    if view.shown.phase == "seating":
        return say("derelict-banner-open", title=view.title)
    last = view.last_turn
    return say(
        "derelict-banner", title=view.title, turn=view.turn, name=names(view)[view.side], last=last
    )


def status(view: View, say: Say) -> str:
    parts = []
    if view.active:
        parts.append(
            say("derelict-status-active", unit=view.active, ap=view.ap, last=view.last or "none")
        )
    if view.shown.phase not in ("main", "seating", "over"):
        parts.append(
            say(
                "derelict-status-phase",
                phase=view.shown.kind or view.shown.phase,
                unit=view.shown.unit or "none",
            )
        )
    return " ".join(parts)


def told(
    view: View,
    position: Position,
    units: list[Token],
    tiles: tuple[DeckTile, ...],
    marked: tuple[Cell, ...],
    mode: str,
    say: Say,
) -> list[str]:
    found = [unit_in_words(view, unit, say) for unit in units]
    hidden = sorted(
        (tile for tile in tiles if covered(position, tile)),
        key=lambda tile: (tile.at[1], tile.at[0], tile.sprite),
    )
    for tile in hidden:
        what = say(f"derelict-sign-{word(tile.sprite)}")
        found.append(say("derelict-below", cell=in_words(tile.at), what=what))
    if mode:
        cells = " ".join(map(in_words, listed(marked))) or "none"
        verb, _, what = mode.partition(" ")
        within = [position.units[cell].name for cell in marked if cell in position.units]
        found.append(
            say(f"derelict-{verb}", what=what, cells=cells, units=" ".join(within) or "none")
        )
    return found


def unit_in_words(view: View, unit: Token, say: Say) -> str:
    marks = say("comma").join(say(f"derelict-marker-{marker}") for marker in unit.markers)
    return say(
        "derelict-unit",
        name=unit.name,
        kind=word(unit.kind),
        value=unit.value,
        cell=in_words(unit.cell),
        facing=COMPASS[unit.rot],
        marks=marks or "none",
        active=yes(unit.name == view.active),
        ap=view.ap,
    )


def covered(position: Position, tile: DeckTile) -> bool:
    above = [kind for kind, cells in position.marks.items() if tile.at in cells]
    above += [position.doors[tile.at].kind] if tile.at in position.doors else []
    above += ["flame"] if tile.at in position.flames else []
    return tile.at in position.units or above[-1] != tile.sprite


def facts(event: Event, viewer: Seat, names: Mapping[Seat, str], say: Say) -> Facts:
    """Return the arguments of the event's sentence. Raises ``KeyError`` if the event is of another
    game.
    """
    found = fields(event, viewer, names, ("seat",), plain)
    for name in THROWN:
        if isinstance(dice := getattr(event, name, None), tuple):
            found[name] = say("comma").join(map(str, dice))
    match event:
        case e.Joined(_, name):
            found["name"] = fonts.tidy(name)
        case e.Began(title, about):
            found |= {"title": fonts.tidy(title), "about": fonts.tidy(about) or "none"}
        case e.TurnBegan(seat) | e.Prompted(seat) | e.Filed(seat):
            found["side"] = seat
        case e.Turned90(_, rot) | e.Deployed(_, _, rot) | e.Placed(_, _, rot):
            found["facing"] = COMPASS[rot]
        case e.Rammed(_, _, thrown_dice):
            found["rolled"] = yes(thrown_dice)
        case e.Commanding(points):
            found["points"] = -1 if points is None else points
        case e.Fought(again=again):
            found["again"] = again or "no"
        case e.Settled(_, _, winner):
            found["winner"] = winner or "none"
        case e.Burnt(_, cells):
            found["cells"] = len(cells)
        case e.Ended(winner):
            plays = winner != "draw" and viewer in (MARINES, ALIENS)
            found["role"] = ("won" if viewer == winner else "lost") if plays else "other"
    return found


def plain(value: Any) -> str | int:
    """Return a field as an argument. Cells are formatted."""
    if isinstance(value, bool):
        return yes(value)
    if isinstance(value, tuple):
        cell = len(value) == 2 and all(isinstance(part, int) for part in value)
        return f"{value[0]},{value[1]}" if cell else " ".join(map(str, value))
    return value if isinstance(value, int) else str(value)


def reason(view: View, order: Any, say: Say) -> str:
    found = robot.reason(view, order)
    return say("derelict-hint", **found) if found else ""
