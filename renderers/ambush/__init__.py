"""Ambush: its view as a hex map, and its reader's prompt."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from engine.games.ambush import hints, orders, world
from engine.games.ambush.hexes import Cell, Hex, beside
from engine.games.ambush.units import Position, Unit
from engine.games.ambush.view import View
from engine.state import Seat
from renderers.ambush import board as parts
from renderers.ambush import overlays, paint, roster, tables
from renderers.ambush.board import Counter, HexPath, HexScene, Shade, Tracer, Zone
from renderers.ambush.facts import facts, folded, tell
from renderers.ambush.overlays import (
    modes,
    numbered,
    on_map,
    shades,
    spot,
    way_of,
    window,
    with_way,
)
from renderers.ambush.paint import flat, png
from renderers.ambush.roster import DEPLOY, HIDE, WAY, alt, text
from renderers.registry import PromptParts, PublicQuestion, Say
from renderers.toolkit.facts import joined, yes
from renderers.toolkit.scene import GameFacts, LastAction, Sign

__all__ = [
    "alt",
    "asks",
    "facts",
    "flat",
    "folded",
    "modes",
    "names",
    "numbered",
    "png",
    "preview",
    "prompt",
    "reason",
    "scene",
    "spot",
    "tell",
    "text",
]


def names(view: View) -> dict[Seat, str]:
    return {seat: seat for seat in view.seats}


def acting(view: View) -> Unit | None:
    unfinished = view.dodge or view.halted
    return view.units[unfinished.unit] if unfinished and not view.sealed else None


def state(view: View) -> str:
    if view.result is not None:
        return "won" if view.result.startswith("won ") else "drawn"
    dark = "dark-" if view.rules.blind else ""
    if view.sealed:
        return dark + ("local" if view.rules.window == world.LOCAL else "sealed")
    if view.dodge:
        return "avoid"
    if view.halted:
        return "continue"
    if view.resting:
        return "dark-continue"
    if view.phase == "movement" and view.turns:
        return f"{dark}move"
    return f"{dark}hide" if view.phase == "hide" else view.phase


def asked(view: View) -> list[Seat]:
    if view.result is not None:
        return []
    if view.sealed:
        return list(view.sealed)
    if unit := acting(view):
        return [unit.owner]
    if view.resting:
        return [view.resting]
    match view.phase:
        case "movement":
            return view.turns[:1]
        case "deploy":
            return [seat for seat in view.seats if view.waiting(seat, hidden=False)]
        case "hide":
            reserves = {one.owner for one in view.reserves}
            return [seat for seat in view.seats if view.rules.blind or seat in reserves]
        case "weapons":
            return [s for s in view.seats if view.rights[s] or any(u.visible for u in view.of(s))]
        case "end":
            return list(view.seats)
    return []


def said(view: View, say: Say, called: Mapping[Seat, str] | None = None) -> dict[str, str | int]:
    """Return the arguments of banner and prompt. ``called`` are the names of the seats in them."""
    known = names(view) if called is None else called
    unit = acting(view)
    moving = view.units.get(view.ordered) if view.sealed else unit
    seat = moving.owner if moving else view.turns[0] if view.turns else ""
    if view.resting:
        seat = view.resting
    if view.result is not None:
        seat = view.result.partition(" ")[2]
    halted, dodge = view.halted, view.dodge
    return {
        "state": state(view),
        "name": known.get(seat, seat),
        "unit": moving.id if moving else "",
        "skidder": dodge.skidder if dodge else "",
        "mode": halted.mode if halted else "",
        "left": halted.left if halted else 0,
        "round": view.round,
        "asked": say("comma").join(known.get(seat, seat) for seat in asked(view)) or "none",
        "contact": yes(view.chance and view.chance.contact),
    }


def prompt(view: View, say: Say) -> PromptParts:
    """Return the reader's prompt beyond the public question."""
    words = say("ambush-beyond", **said(view, say))
    if not view.sealed:
        hides = view.phase == "hide" and view.viewer in view.allowance
        return PromptParts(more=words, private=hiding(view, say) if hides else "")
    steps = yes(view.rules.steps)
    chance = (
        (*roster.chance(view, view.chance, say), say("ambush-once", steps=steps))
        if view.chance
        else (say("ambush-nothing", steps=steps),)
    )
    return PromptParts(more=words, private=say("space").join(chance))


def asks(view: View, names: Mapping[Seat, str], say: Say) -> PublicQuestion:
    facts = said(view, say)
    if view.rules.blind:
        # From every view the same: nobody else knows which unit was interrupted.
        facts |= {"unit": "", "left": 0, "mode": "", "contact": "no"}
        facts |= {"state": "dark-continue"} if view.resting else {}
    elif view.sealed:
        mover = view.units[view.ordered]
        facts |= {"unit": mover.id, "name": names.get(mover.owner, mover.owner)}
    elif view.phase == "movement" and view.turns and not facts["unit"]:
        facts["unit"] = min(unit.id for unit in view.movable(view.turns[0]))
    return PublicQuestion(
        question=say("ambush-asks", **facts),
        may=bool(view.sealed),
        otherwise=say("ambush-asks-else", **facts).strip(),
        aside=say(f"ambush-asks-aside{'-dark' if view.rules.blind else ''}") if view.sealed else "",
    )


def hiding(view: View, say: Say) -> str:
    mine = [line for line in view.lines if isinstance(line, orders.Hide)]
    written = [f"{line.unit} {line.place}" for line in mine]
    there = sum(1 for unit in view.of(view.viewer) if unit.hidden)
    there += sum(view.units[line.unit].reserve for line in view.lines)
    used = view.opened.get(view.viewer, 0) + there
    left = view.allowance[view.viewer] - used
    return say("ambush-hiding", hidden=say("comma").join(written) or "none", left=left)


def scene(view: View, say: Say, mode: str = "") -> HexScene | tables.TablesScene:
    """Return the game as its reader may see it, or tables. ``mode`` is one of :func:`modes`, or
    empty for the default map. Raises ``KeyError`` with the known modes for any other.
    """
    return tables.scene(view, say, mode) if mode in tables.TABLES else board(view, say, mode)


def board(view: View, say: Say, mode: str = "") -> HexScene:
    """Return the map as its reader may see it. Raises ``KeyError`` with the known modes if ``mode``
    is unknown.
    """
    area, tints = window(view, mode), shades(view, mode)
    known = names(view) | joined(view.players)
    facts = said(view, say, known)
    private, hexes, ground = noted(view, say), cells(view), ground_of(view)
    panels = tuple(roster.panels(view, known, acting(view), say))
    return HexScene(
        banner=say("ambush-banner", **facts),
        game=GameFacts(known, view.round, LastAction(say("space").join(roster.trails(view, say)))),
        asked=tuple((view.seats.index(seat), seat) for seat in asked(view)),
        note=private or say("ambush-asks-else", **otherwise(view, facts)).strip(),
        private=bool(private),
        turns=tuple((view.seats.index(seat), seat) for seat in view.turns)
        if view.result is None
        else (),
        turns_word=say("ambush-next"),
        brief=say("ambush-brief", round=view.round, rounds=view.rounds),
        goal=say("ambush-goal"),
        status=status(view, say),
        ground=parts.Ground(
            tuple(
                tuple(
                    parts.HexTile(cell.code, cell.level, cell.height)
                    for cell in map(ground.__getitem__, row)
                )
                for row in rows(*view.size)
            )
        ),
        window=area,
        text_window=area if mode.startswith(overlays.NEAR) else (1, 1, *view.size),
        counters=tuple(counters(view)),
        paths=tuple(ways(view)),
        shots=tuple(tracers(view)),
        chance=aimed(view, say),
        zones=tuple(zones(view)),
        flags=tuple(
            parts.Flag(o.hex, view.seats.index(o.holder) if o.holder else -1, f"★{o.points}")
            for o in view.objectives
        ),
        built=tuple((hex, str(cell.cf)) for hex, cell in ground.items() if cell.building),
        shades=tints,
        panels=panels,
        room=roster.room(view),
        key=key(view, area, tints, say),
        legend=legend(view, tints, say),
        cells=tuple(tuple(map(hexes.__getitem__, row)) for row in rows(*view.size)),
        facts=tuple(roster.facts(view, say, mode, zones(view), zone_marks(view), hexes)),
        short=tuple(roster.short(view, say)),
        summary=tuple(roster.summary(view, panels, say)),
    )


def otherwise(view: View, facts: Mapping[str, str | int]) -> dict[str, str | int]:
    found = dict(facts)
    if view.phase == "movement" and view.turns and not found["unit"]:
        movable = [unit.id for unit in view.movable(view.turns[0])]
        found["unit"] = min(movable, default="-")
    return found


def noted(view: View, say: Say) -> str:
    if view.chance and view.chance.shooters:
        units = say("comma").join(one.unit for one in view.chance.shooters)
        return say("ambush-note-chance", units=units, unit=view.chance.mover)
    return ""


def aimed(view: View, say: Say) -> tuple[Hex, str]:
    needs = [n for one in view.chance.shooters for _, n in one.weapons] if view.chance else []
    if not needs or view.chance is None:
        return "", ""
    best = min(needs)
    ways = sum(1 for a in range(1, 7) for b in range(1, 7) if a + b >= best)
    return view.chance.hex, say("ambush-odds", need=best, percent=round(100 * ways / 36))


def tracers(view: View) -> list[Tracer]:
    """Return the last fire. The last shot at each target has the total damage."""
    last = {one.target: k for k, one in enumerate(view.salvos)}
    found = list[Tracer]()
    for k, one in enumerate(view.salvos):
        took = sum(other.damage for other in view.salvos if other.target == one.target)
        word = f"-{took}" if took and last[one.target] == k else ""
        found.append(Tracer(one.start, one.end, one.damage > 0, word))
    return found


def preview(view: View, say: Say, order: object) -> HexScene | None:
    if (found := way_of(view, order)) is None:
        return None
    unit, spots = found
    return with_way(view, board(view, say), counter(view, unit), spots)


@lru_cache(maxsize=16)
def rows(width: int, height: int) -> tuple[tuple[Hex, ...], ...]:
    return tuple(tuple(f"{c:02}{r:02}" for c in range(1, width + 1)) for r in range(1, height + 1))


def ground_of(view: View) -> Mapping[Hex, Cell]:
    """Return the cells of the map, row by row."""
    return laid(view.rows, tuple(view.changed.items()))


@lru_cache(maxsize=16)
def laid(lines: tuple[str, ...], changed: tuple[tuple[Hex, str], ...]) -> Mapping[Hex, Cell]:
    bare = Position(lines, dict(changed), {})
    return {hex: bare.cell(hex) for row in rows(*bare.size) for hex in row}


def status(view: View, say: Say) -> str:
    if view.rules.blind and view.result is None:
        return say("ambush-status-dark", round=view.round, rounds=view.rounds)
    points = say("comma").join(f"{seat} {view.score.get(seat, 0)}" for seat in view.seats)
    hidden = say("comma").join(
        f"{seat} {view.allowance[seat] - view.opened.get(seat, 0)}" for seat in view.seats
    )
    return say("ambush-status", round=view.round, rounds=view.rounds, points=points, hidden=hidden)


def counter(view: View, unit: Unit) -> Counter:
    return Counter(
        at=unit.hex,
        side=view.seats.index(unit.owner),
        label=unit.id,
        tons=unit.tons,
        facing=unit.facing,
        prone=unit.prone,
        hidden=unit.hidden,
        done=unit.turn == "done" and not unit.hidden and view.phase == "movement",
        lit=unit == acting(view) or (bool(view.sealed) and unit.id == view.ordered),
        left=unit.left * 100 // unit.built,
        note="zz" if unit.unconscious else "off" if unit.shutdown else "",
    )


def counters(view: View) -> list[Counter]:

    def ghost(
        name: str, at: Hex, facing: int, *, hidden: bool = False, prone: bool = False
    ) -> Counter:
        return Counter(
            at=at,
            side=view.seats.index(view.units[name].owner),
            label=name,
            tons=view.units[name].tons,
            facing=facing,
            prone=prone,
            hidden=hidden,
            ghost=True,
        )

    found = [
        ghost(line.unit, line.place[:4], int(line.place[5]), hidden=True)
        for line in view.lines
        if isinstance(line, orders.Hide | orders.Post)
    ]
    found += [
        Counter(
            at=one.hex,
            side=view.seats.index(one.owner),
            label=one.unit,
            tons=one.tons,
            facing=one.facing,
            note="?",
            ghost=True,
        )
        for one in view.ghosts or ()
    ]
    if (seen := view.chance) and view.units[seen.mover].hex != seen.hex:
        found.append(ghost(seen.mover, seen.hex, seen.facing, prone=seen.prone))
    return [*found, *(counter(view, unit) for unit in on_map(view))]


def ways(view: View) -> list[HexPath]:

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
    shots = [
        (line.unit, {view.units[shot.partition(">")[2]].hex: None for shot in line.shots})
        for line in view.lines
        if isinstance(line, orders.Aim)
    ]
    if view.chance:
        shots = [(one.unit, {view.chance.hex: None}) for one in view.chance.shooters] + shots
    for name, targets in shots:
        start = view.units[name].hex
        found += [HexPath("aim", number(name), (start, hex)) for hex in targets]
    return found


def zones(view: View) -> list[Zone]:
    found = []
    for k, seat in enumerate(view.seats):
        if view.phase == "deploy" and view.deploy[seat]:
            found.append(Zone(k, False, tuple(sorted(view.deploy[seat]))))
        if view.ambush[seat] and view.rights[seat] and view.result is None:
            found.append(Zone(k, True, tuple(sorted(view.ambush[seat]))))
    return found


def explained(
    view: View, tints: tuple[Shade, ...], say: Say
) -> tuple[dict[str, str], dict[str, str]]:
    there = {cell.code for cell in ground_of(view).values()}
    used = {tint.sprite for tint in tints}
    terrains = {code: word for code, word in parts.TERRAINS.items() if code in there}
    return (
        {code: say("ambush-terrain", ground=word) for code, word in terrains.items()},
        {kind: say(f"ambush-tint-{kind}") for kind in paint.OVERLAY if kind in used},
    )


def key(
    view: View, area: tuple[int, int, int, int], tints: tuple[Shade, ...], say: Say
) -> tuple[tuple[str, str], ...]:
    terrains, kinds = explained(view, tints, say)
    c0, r0, c1, r1 = area
    inside = [view.cell(f"{c:02}{r:02}") for c in range(c0, c1 + 1) for r in range(r0, r1 + 1)]
    codes = {cell.code for cell in inside}
    seen = counters(view)
    marks = {
        f"zone{'d' if zone.dashed else 's'}{zone.side}": say(
            "ambush-mark-zone", kind="hide" if zone.dashed else "deploy", name=view.seats[zone.side]
        )
        for zone in zones(view)
    }
    there = {
        "flag": bool(view.objectives),
        "lit": any(one.lit for one in seen),
        "done": any(one.done for one in seen),
        "prone": any(one.prone for one in seen),
        "hidden": any(one.hidden for one in seen),
        "ghost": bool(view.ghosts),
        "level": any(cell.level and not cell.building for cell in inside),
        "built": any(cell.building for cell in inside),
    }
    marks |= {name: say(f"ambush-mark-{name}") for name, so in there.items() if so}
    grounds = {
        code: word for code, word in terrains.items() if code in codes and code not in ".PLMH"
    }
    return *kinds.items(), *marks.items(), *grounds.items()


def legend(view: View, tints: tuple[Shade, ...], say: Say) -> tuple[Sign, ...]:
    terrains, kinds = explained(view, tints, say)
    hidden = any(unit.hidden for unit in on_map(view))
    marks = {DEPLOY: "deploy", HIDE: "hide", WAY: "way"}
    there = {*zone_marks(view).values(), *(WAY for _ in view.trails)}
    return (
        *(Sign(code, code, word) for code, word in terrains.items() if code != "."),
        Sign("unit", "A1↓", say("ambush-sign-unit")),
        *([Sign("hidden", "a1↓", say("ambush-sign-hidden"))] if hidden else []),
        *([Sign("ghost", "A1?", say("ambush-sign-ghost"))] if view.ghosts else []),
        *(Sign("", mark, say(f"ambush-sign-{marks[mark]}")) for mark in marks if mark in there),
        *(Sign(kind, sign(kind), word) for kind, word in kinds.items()),
    )


def sign(kind: str) -> str:
    """Return the sign of a tint in the text map: ``f1``, ``b3``, ``wk``."""
    arc, _, band = kind.partition("-")
    return {"reach-walk": "wk", "reach-run": "rn", "reach-jump": "jp"}.get(kind) or {
        "rear": "b"
    }.get(arc, arc[0]) + band


def cells(view: View) -> dict[Hex, str]:
    found = {hex: cell.text() for hex, cell in ground_of(view).items()}
    marks = {hex: WAY for path in view.trails for hex in path.hexes}
    for zone, sign in zone_marks(view).items():
        marks |= dict.fromkeys(zone.hexes, sign)
    found |= {hex: found[hex] + sign for hex, sign in marks.items()}
    found |= {one.hex: f"★{one.points}" for one in view.objectives}
    found |= {one.hex: f"{one.unit}?" for one in view.ghosts or ()}
    for unit in on_map(view):
        word = f"{unit.id}{roster.ARROWS[unit.facing]}"
        found[unit.hex] = word.lower() if unit.hidden else word
    return found


def zone_marks(view: View) -> dict[Zone, str]:
    deploying = view.phase in ("deploy", "hide") and view.viewer in view.seats
    own = (zone for zone in zones(view) if deploying and view.seats[zone.side] == view.viewer)
    return {zone: HIDE if zone.dashed else DEPLOY for zone in sorted(own, key=dashed)}


def dashed(zone: Zone) -> bool:
    return zone.dashed


def reason(view: View, order: Any, say: Say) -> str:
    found = hints.reason(view, order)
    return say("ambush-hint", **found) if found else ""
