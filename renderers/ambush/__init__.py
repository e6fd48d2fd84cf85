"""Ambush: its view as a hex map, and why its reader is asked."""

from engine.games.ambush.board.hexes import Hex, beside
from engine.games.ambush.board.units import Unit
from engine.games.ambush.orders import Aim, Hide
from engine.games.ambush.view import View
from engine.games.ambush.world import LOCAL
from engine.state import Seat
from renderers.ambush import paint, roster
from renderers.ambush.board import (
    Counter,
    Flag,
    Ground,
    HexPath,
    HexScene,
    HexTile,
    Shade,
    Zone,
)
from renderers.ambush.facts import facts
from renderers.ambush.lines import alt, text
from renderers.ambush.overlays import modes, on_map, shades, window
from renderers.ambush.paint import png
from renderers.ambush.roster import TERRAINS
from renderers.registry import PromptParts, Say
from renderers.toolkit.facts import yes
from renderers.toolkit.scene import GameFacts, LastAction, Sign

__all__ = ["alt", "facts", "modes", "names", "png", "prompt", "scene", "text"]


def names(view: View) -> dict[Seat, str]:
    """Seats as sentences call them: sides have no other names."""
    return {seat: seat for seat in view.seats}


def acting(view: View) -> Unit | None:
    """The unit that must act, where everybody waits for one."""
    unfinished = view.dodge or view.halted
    return view.units[unfinished.unit] if unfinished and not view.sealed else None


def state(view: View) -> str:
    """What is going on, in a word."""
    if view.result is not None:
        return "won" if view.result.startswith("won ") else "drawn"
    if view.sealed:
        return "local" if view.rules.window == LOCAL else "sealed"
    if view.dodge:
        return "avoid"
    if view.halted:
        return "continue"
    return "move" if view.phase == "movement" and view.turns else view.phase


def said(view: View, say: Say) -> dict[str, str | int]:
    """The arguments of banner and prompt."""
    unit = acting(view)
    name = unit.owner if unit else view.turns[0] if view.turns else ""
    if view.result is not None:
        name = view.result.partition(" ")[2]
    halted, dodge = view.halted, view.dodge
    return {
        "state": state(view),
        "name": name,
        "unit": unit.id if unit else "",
        "skidder": dodge.skidder if dodge else "",
        "mode": halted.mode if halted else "",
        "left": halted.left if halted else 0,
        "round": view.round,
        "asked": say("comma").join(view.sealed),
        "contact": yes(view.chance and view.chance.contact),
    }


def prompt(view: View, say: Say) -> PromptParts:
    """Why the view's reader is asked. A sealed window begins with the same
    sentence whatever there is to decide.
    """
    words = say("ambush-prompt", **said(view, say))
    if not view.sealed:
        return PromptParts(question=words)
    chance = (
        (*roster.chance(view.chance, say), say("ambush-once"))
        if view.chance
        else (say("ambush-nothing"),)
    )
    return PromptParts(question=words, private=say("space").join(chance))


def scene(view: View, say: Say, mode: str = "") -> HexScene:
    """The game as its reader may see it. ``mode``: one of :func:`modes`; "": the whole map.
    ``KeyError`` names others that there are.
    """
    area, tints = window(view, mode), shades(view, mode)
    unit = acting(view)
    width, height = view.size
    ground = Ground(
        tuple(
            tuple(
                HexTile(cell.code, cell.level, cell.height)
                for cell in (view.cell(hex) for hex in row)
            )
            for row in rows(width, height)
        )
    )
    return HexScene(
        banner=say("ambush-banner", **said(view, say)),
        game=GameFacts(
            names(view), view.round, LastAction(say("space").join(roster.trails(view, say)))
        ),
        alarm=bool(view.sealed) or unit is not None,
        turns=tuple((view.seats.index(seat), seat) for seat in view.turns)
        if view.result is None
        else (),
        turns_word=say("ambush-turns"),
        status=status(view, say),
        ground=ground,
        window=area,
        counters=tuple(counters(view)),
        paths=tuple(ways(view)),
        zones=tuple(zones(view)),
        flags=tuple(
            Flag(
                o.hex,
                view.seats.index(o.holder) if o.holder else -1,
                f"★{o.points} {o.holder}".strip(),
            )
            for o in view.objectives
        ),
        built=tuple(
            (
                hex,
                f"{cell.code}{cell.cf} h{cell.height}" + (f" {cell.level:+}" if cell.level else ""),
            )
            for row in rows(width, height)
            for hex in row
            if (cell := view.cell(hex)).building
        ),
        acting=(unit.hex,) if unit else (),
        shades=tints,
        key=key(ground, tints, say),
        legend=tuple(legend(view, tints, say)),
        cells=cells(view),
        facts=tuple(roster.facts(view, say, mode, tuple(zones(view)))),
        short=tuple(roster.short(view, say)),
    )


def rows(width: int, height: int) -> tuple[tuple[Hex, ...], ...]:
    """All hexes of a map."""
    return tuple(tuple(f"{c:02}{r:02}" for c in range(1, width + 1)) for r in range(1, height + 1))


def status(view: View, say: Say) -> str:
    """Round, points, and how many units may still be hidden."""
    points = say("comma").join(f"{seat} {view.score.get(seat, 0)}" for seat in view.seats)
    hidden = say("comma").join(
        f"{seat} {view.allowance[seat] - view.opened.get(seat, 0)}" for seat in view.seats
    )
    return say("ambush-status", round=view.round, rounds=view.rounds, points=points, hidden=hidden)


def counter(view: View, unit: Unit) -> Counter:
    """A unit where it is."""
    return Counter(
        at=unit.hex,
        side=view.seats.index(unit.owner),
        label=unit.id,
        facing=unit.facing,
        prone=unit.prone,
        hidden=unit.hidden,
        done=unit.turn == "done" and not unit.hidden and view.phase == "movement",
        left=unit.left * 100 // unit.built,
        note="zz" if unit.unconscious else "off" if unit.shutdown else "",
    )


def counters(view: View) -> list[Counter]:
    """Return the units on the map; plans and the mover asked about as ghosts."""
    found = []
    for line in view.sheet.lines if view.sheet else ():
        if isinstance(line, Hide):
            unit = view.units[line.unit]
            found.append(
                Counter(
                    at=line.place[:4],
                    side=view.seats.index(unit.owner),
                    label=unit.id,
                    facing=int(line.place[5]),
                    hidden=True,
                    ghost=True,
                )
            )
    if view.chance and (mover := view.units[view.chance.mover]).hex != view.chance.hex:
        seen = view.chance
        found.append(
            Counter(
                at=seen.hex,
                side=view.seats.index(mover.owner),
                label=mover.id,
                facing=seen.facing,
                prone=seen.prone,
                ghost=True,
            )
        )
    return [*found, *(counter(view, unit) for unit in on_map(view))]


def ways(view: View) -> list[HexPath]:
    """The last ways, what slides have still to go, and shots that the reader
    has ordered or is asked about.
    """

    def number(name: str) -> int:
        return view.seats.index(view.units[name].owner)

    found = [
        HexPath(trail.kind, number(trail.unit), trail.hexes)
        for trail in view.trails
        if trail.unit in view.units
    ]
    for slide in view.slides:
        hexes = [slide.trail[-1]]
        while len(hexes) <= slide.left and view.on_map(hex := beside(hexes[-1], slide.direction)):
            hexes.append(hex)
        found.append(HexPath("to-come", number(slide.unit), tuple(hexes)))
    if view.chance:
        for shooter in view.chance.shooters:
            found.append(
                HexPath(
                    "aim", number(shooter.unit), (view.units[shooter.unit].hex, view.chance.hex)
                )
            )
    for line in view.sheet.lines if view.sheet else ():
        if isinstance(line, Aim):
            targets = dict.fromkeys(shot.partition(">")[2] for shot in line.shots)
            start = view.units[line.unit].hex
            found += [
                HexPath("aim", number(line.unit), (start, view.units[name].hex)) for name in targets
            ]
    return found


def zones(view: View) -> list[Zone]:
    """Where units may be deployed, while they are; else where hidden ones
    may be, while there may be some.
    """
    found = []
    for k, seat in enumerate(view.seats):
        if view.phase == "deploy" and view.deploy[seat]:
            found.append(Zone(k, False, tuple(sorted(view.deploy[seat]))))
        if view.ambush[seat] and view.rights[seat] and view.result is None:
            found.append(Zone(k, True, tuple(sorted(view.ambush[seat]))))
    return found


def key(ground: Ground, tints: tuple[Shade, ...], say: Say) -> tuple[tuple[str, str], ...]:
    """What is explained below the map: the terrains of this map, the overlay, and
    the marks, there or not (IS-19).
    """
    there = {tile.code for row in ground.rows for tile in row}
    terrains = [
        (code, say("ambush-terrain", ground=word))
        for code, word in TERRAINS.items()
        if code in there
    ]
    kinds = sorted({tint.sprite for tint in tints}, key=list(paint.OVERLAY).index)
    marks = ["prone", "hidden", "done", "bar"]
    return (
        *((kind, say(f"ambush-tint-{kind}")) for kind in kinds),
        *terrains,
        *((mark if mark != "bar" else "", say(f"ambush-mark-{mark}")) for mark in marks),
    )


def legend(view: View, tints: tuple[Shade, ...], say: Say) -> list[Sign]:
    """The signs of the text map."""
    codes = {view.cell(hex).code for row in rows(*view.size) for hex in row}
    signs = [
        Sign(code, code, say("ambush-terrain", ground=word))
        for code, word in TERRAINS.items()
        if code in codes
    ]
    signs += [
        Sign("unit", "[A1]", say("ambush-sign-unit")),
        Sign("hidden", "(A1)", say("ambush-sign-hidden")),
    ]
    kinds = sorted({tint.sprite for tint in tints}, key=list(paint.OVERLAY).index)
    return [*signs, *(Sign(kind, sign(kind), say(f"ambush-tint-{kind}")) for kind in kinds)]


def sign(kind: str) -> str:
    """How a tint stands in the text map: ``f1``, ``re3``, ``wk``."""
    arc, _, band = kind.partition("-")
    return {"reach-walk": "wk", "reach-run": "rn", "reach-jump": "jp"}.get(kind) or {
        "rear": "b"
    }.get(arc, arc[0]) + band


def cells(view: View) -> tuple[tuple[str, ...], ...]:
    """The map as text: terrain as scenarios write it, and units in place of it."""
    standing = {
        unit.hex: f"({unit.id})" if unit.hidden else f"[{unit.id}]" for unit in on_map(view)
    }
    return tuple(
        tuple(standing.get(hex) or view.cell(hex).text() for hex in row) for row in rows(*view.size)
    )
