"""A view of Ambush in words: everything in picture and map, and facts that these can't show."""

from collections.abc import Iterable, Iterator, Mapping

from engine.games.ambush import hints, world
from engine.games.ambush.hexes import Hex
from engine.games.ambush.units import LOCATIONS, Unit
from engine.games.ambush.view import View
from engine.state import Seat
from renderers.ambush import tables
from renderers.ambush.board import TERRAINS, HexScene, RosterRow, SidePanel, Tone, Zone, place
from renderers.ambush.facts import plain_fields, shooter, sliding
from renderers.registry import Say
from renderers.toolkit.facts import yes
from renderers.toolkit.scene import WHOLE, TextLayout
from renderers.toolkit.words import columns, legend, mapped, news, padded, told, wrapped

ARROWS = "↑↗↘↓↙↖"
"""The facings of units, from north clockwise."""
DEPLOY, HIDE, WAY = "',·"
"""Signs that follow the terrain of a hex in the text map."""


def facts(
    view: View,
    say: Say,
    mode: str,
    zones: Iterable[Zone],
    marks: Mapping[Zone, str],
    cells: Mapping[Hex, str],
) -> Iterator[str]:
    """Yield the facts that the text map lacks. ``marks`` are its signs of zones."""
    if mode:
        verb, _, name = mode.partition(" ")
        yield say("ambush-look", verb=verb, unit=name or "none")
    yield say("ambush-note-map")
    units = ordered(view)
    for unit in units:
        yield from walker(view, unit, say)
    if units:
        yield say("ambush-note-armour")
    for one in view.ghosts or ():
        yield say("ambush-ghost", **plain_fields(one) | {"title": one.name, "name": one.owner})
    for zone in zones:
        kind = "hide" if zone.dashed else "deploy"
        sign = marks.get(zone, "")
        hidden = tuple(hex for hex in zone.hexes if not cells[hex].endswith(sign)) if sign else ()
        if hidden or not sign:
            hexes = " ".join(ranges(hidden or zone.hexes))
            name = view.seats[zone.side]
            yield say("ambush-zone", kind=kind, sign=sign or "none", name=name, hexes=hexes)
    yield from ways(view, say)
    yield from secrets(view, say)


def summary(view: View, panels: Iterable[SidePanel], say: Say) -> Iterator[str]:
    reserves = {one.id for one in view.reserves}
    yield from objectives(view, say)
    for panel in sorted(panels, key=lambda panel: panel.letter != view.viewer):
        you = say("ambush-you") if panel.letter == view.viewer else ""
        name = panel.name if panel.name != panel.letter else ""
        side = " ".join(filter(None, (panel.letter, name, you)))
        points = panel.points.partition(" ")[0]
        yield " · ".join(filter(None, (side, points, panel.spare)))
        for row in panel.rows:
            unit = view.units[row.label]
            at = f"{unit.hex}{ARROWS[unit.facing]}" if unit.hex else ""
            left = f"{row.left}%" if 0 < row.left < 100 else ""
            heat = say("ambush-is-hot", heat=row.heat) if row.heat else ""
            word = row.word if unit.hex or row.label not in reserves else say("ambush-may-hide")
            facts = filter(None, (row.name, f"{row.tons}t", at, left, heat, word))
            yield f" {row.label} {' '.join(facts)}"


def objectives(view: View, say: Say) -> Iterator[str]:
    nobody = "dark" if view.rules.blind and view.result is None else "none"
    for one in view.objectives:
        yield say("ambush-objective", hex=one.hex, points=one.points, name=one.holder or nobody)


def walker(view: View, unit: Unit, say: Say) -> Iterator[str]:
    who = {"unit": unit.id, "title": unit.name, "tons": unit.tons, "name": unit.owner}
    if unit.dead:
        yield say("ambush-unit-lost", **who)
        return
    if unit.hex:
        cell = view.cell(unit.hex)
        where = {
            "hex": unit.hex,
            "facing": unit.facing,
            "ground": TERRAINS[cell.code],
            "level": cell.level,
        }
        yield say("ambush-unit", states=say("comma").join(states(view, unit, say)), **who, **where)
    else:
        may_hide = view.phase in ("deploy", "hide") and any(
            one.id == unit.id for one in view.reserves
        )
        yield say("ambush-unit-waiting", hidden=yes(may_hide), **who)
    plates = " ".join(plate(unit, place) for place in LOCATIONS)
    yield say(
        "ambush-unit-armour",
        plates=plates,
        left=unit.left,
        built=unit.built,
        percent=unit.left * 100 // unit.built,
    )
    yield say(
        "ambush-unit-able",
        walk=unit.points("walk"),
        run=unit.points("run"),
        jump=unit.points("jump"),
        gunnery=unit.gunnery,
        piloting=unit.piloting,
        weapons=" ".join(f"{gun.label}:{gun.mount}{'r' if gun.rear else ''}" for gun in unit.guns())
        or "-",
    )


def plate(unit: Unit, place: str) -> str:
    """Return armour, structure and rear armour of a location: ``CT 20/18+6``."""
    rear = f"+{unit.armour[place + 'r']}" if place + "r" in unit.armour else ""
    return f"{place} {unit.armour[place]}/{unit.structure[place]}{rear}"


def states(view: View, unit: Unit, say: Say) -> Iterator[str]:
    yield say("ambush-is-prone" if unit.prone else "ambush-is-standing")
    there = {
        "hidden": unit.hidden,
        "done": unit.turn == "done" and not unit.hidden and view.phase == "movement",
        "skidded": unit.skidded,
        "shot": unit.shot,
        "unconscious": unit.unconscious,
        "shutdown": unit.shutdown,
    }
    yield from (say(f"ambush-is-{name}") for name, so in there.items() if so)
    if unit.moved or unit.mode != "stand":
        yield say("ambush-is-moved", mode=unit.mode, hexes=unit.moved)
    if unit.pilot_hits:
        yield say("ambush-is-hurt", hits=unit.pilot_hits)
    if unit.heat:
        yield say("ambush-is-hot", heat=unit.heat)


def ways(view: View, say: Say) -> Iterator[str]:
    yield from trails(view, say)
    yield from (say("ambush-salvo", **plain_fields(one)) for one in view.salvos)
    yield from (sliding(slide, say) for slide in reversed(view.slides))


def trails(view: View, say: Say) -> Iterator[str]:
    for trail in view.trails:
        yield say("ambush-way", unit=trail.unit, kind=trail.kind, hexes=" ".join(trail.hexes))


def secrets(view: View, say: Say) -> Iterator[str]:
    """Yield the facts for the reader alone."""
    for slot in view.slots:
        yield say("ambush-slot", slot=slot.name, open=yes(slot.open), unit=slot.unit or "none")
    spare = [f"{one.id} ({one.name}, {one.tons} t)" for one in view.reserves]
    if spare:
        yield say("ambush-reserves", units=say("comma").join(spare))
    for seat in view.seats:
        if not view.asking[seat]:
            yield say("ambush-not-asked", name=seat)
    for unit, policy in sorted(view.policy.items()):
        yield say("ambush-policy", unit=unit, policy=policy)
    for line in view.lines:
        yield say("ambush-sheet", line=hints.written(line))
    if view.chance:
        yield from chance(view, view.chance, say)


def chance(view: View, seen: world.Chance, say: Say) -> list[str]:
    """Return an opportunity in words (3.3). The unit may have moved on since."""
    now = view.units[seen.mover].hex
    passed = [say("ambush-chance-passed", hex=now)] if now != seen.hex else []
    shooters = [shooter(one, "ambush-shooter", say) for one in seen.shooters]
    return [say("ambush-chance", unit=seen.mover, **plain_fields(seen)), *shooters, *passed]


def short(view: View, say: Say) -> Iterator[str]:
    yield from objectives(view, say)
    for unit in ordered(view):
        if unit.alive:
            facts = plain_fields(unit) | {"percent": unit.left * 100 // unit.built}
            yield say("ambush-short", unit=unit.id, **facts)


def ordered(view: View) -> list[Unit]:
    return sorted(view.units.values(), key=lambda u: (view.seats.index(u.owner), u.id))


def ranges(hexes: tuple[Hex, ...]) -> Iterator[str]:
    """Yield hexes as runs down the columns: ``0101-0105``."""
    left = sorted(hexes)
    while left:
        first = last = left.pop(0)
        while left and left[0] == f"{last[:2]}{int(last[2:]) + 1:02}":
            last = left.pop(0)
        yield first if first == last else f"{first}-{last}"


def room(view: View) -> int:
    """Return the maximum number of units of a side, from public facts."""
    if view.rules.blind:
        return max(1, *(sum(u.owner == seat for u in view.units.values()) for seat in view.seats))
    return max(
        sum(1 for unit in view.units.values() if unit.owner == seat and not unit.hidden)
        + view.allowance[seat]
        - view.opened.get(seat, 0)
        for seat in view.seats
    )


def panels(
    view: View, known: Mapping[Seat, str], acting: Unit | None, say: Say
) -> Iterator[SidePanel]:
    dark = view.rules.blind and view.result is None
    for k, seat in enumerate(view.seats):
        units = [unit for unit in ordered(view) if unit.owner == seat]
        shown = [unit for unit in units if unit.hex or unit.dead or not unit.hidden]
        yield SidePanel(
            side=k,
            letter=seat,
            name=known.get(seat, seat),
            points="" if dark else say("ambush-points", points=view.score.get(seat, 0)),
            spare=say("ambush-spare", left=view.allowance[seat] - view.opened.get(seat, 0))
            if view.allowance[seat] and not dark
            else "",
            rows=tuple(row(view, unit, acting, say) for unit in shown),
        )


def row(view: View, unit: Unit, acting: Unit | None, say: Say) -> RosterRow:
    states: dict[str, tuple[bool, Tone]] = {
        "lost": (unit.dead, "soft"),
        "waiting": (not unit.hex, "soft"),
        "hidden": (unit.hidden, "secret"),
        "moving": (acting is not None and unit.id == acting.id, "now"),
        "unconscious": (unit.unconscious, "bad"),
        "shutdown": (unit.shutdown, "bad"),
        "prone": (unit.prone, "bad"),
        "done": (view.phase == "movement" and unit.turn == "done", "soft"),
        "ready": (view.phase == "movement", "plain"),
    }
    state, tone = next(
        ((name, tone) for name, (so, tone) in states.items() if so), ("none", "plain")
    )
    return RosterRow(
        label=unit.id,
        name=unit.name,
        tons=unit.tons,
        left=0 if unit.dead else unit.left * 100 // unit.built,
        heat=unit.heat,
        word=say("ambush-row", state=state),
        tone=tone,
    )


def lines(scene: HexScene, language: str, layout: TextLayout) -> Iterator[str]:
    state = " · ".join((scene.brief, scene.goal))
    yield from wrapped((scene.banner, state, *turns(scene)), layout)
    yield ""
    c0, r0, c1, r1 = area = shown(scene, layout)
    cells = {
        (c, r): scene.cells[r - 1][c - 1] if layout.moves else scene.cells[r - 1][c - 1].rstrip(WAY)
        for c in range(c0, c1 + 1)
        for r in range(r0, r1 + 1)
    }
    halves = layout.height > 2 * (r1 - r0 + 1)
    yield from mapped(grid(cells, area, layout.width, halves=halves), scene.summary, layout)
    yield ""
    if scene.shades:
        signs = {sign.sprite: sign.sign for sign in scene.legend}
        tinted = {place(shade.at): signs[shade.sprite] for shade in scene.shades}
        yield from grid(
            {(c, r): tinted.get((c, r), "-") for c in range(c0, c1 + 1) for r in range(r0, r1 + 1)},
            area,
            layout.width,
        )
        yield ""
    yield from legend(scene.legend, language, layout)
    yield from news(scene.below, layout)


def shown(scene: HexScene, layout: TextLayout) -> tuple[int, int, int, int]:
    _, top, _, low = scene.text_window
    tall = layout.height and low - top + 2 > layout.height
    return scene.window if tall else scene.text_window


def turns(scene: HexScene) -> list[str]:
    if not scene.turns:
        return []
    return [" ".join((scene.turns_word, *(letter for _, letter in scene.turns)))]


def grid(
    cells: Mapping[tuple[int, int], str],
    window: tuple[int, int, int, int],
    width: int,
    *,
    halves: bool = False,
) -> Iterator[str]:
    """Yield a grid of cells with numbered columns and rows. Wide maps continue below. With
    ``halves``, a row has two lines, and even columns are in the lower one.
    """
    c0, r0, c1, r1 = window
    cell = max(2, *map(columns, cells.values())) + 1
    many = max(1, (width - 3) // cell)
    for first in range(c0, c1 + 1, many):
        part = range(first, min(c1, first + many - 1) + 1)
        if first > c0:
            yield ""
        yield ("   " + "".join(padded(f"{c:02}", cell) for c in part)).rstrip()
        for r in range(r0, r1 + 1):
            if not halves:
                yield f"{r:02} " + "".join(padded(cells[c, r], cell) for c in part).rstrip()
                continue
            for low, head in enumerate((f"{r:02} ", "   ")):
                row = (padded("" if (c % 2 == 0) != low else cells[c, r], cell) for c in part)
                yield f"{head}{''.join(row)}".rstrip()


def text(scene: HexScene | tables.TablesScene, language: str, layout: TextLayout = WHOLE) -> str:
    if isinstance(scene, tables.TablesScene):
        return "\n".join(tables.lines(scene, layout)) + "\n"
    return "\n".join(lines(scene, language, layout)) + "\n"


def alt(scene: HexScene | tables.TablesScene, _language: str) -> str:
    if isinstance(scene, tables.TablesScene):
        return tables.alt(scene)
    return told((scene.banner, scene.status, *turns(scene), *scene.short))
