"""The scene of a Desert map, for picture and text."""

from collections.abc import Iterator, Mapping
from typing import get_args

from msgspec import UNSET
from msgspec.structs import replace

from engine.games.desert.hexes import Cell, plainest
from engine.games.desert.prices import actual
from engine.games.desert.units import Unit
from engine.games.desert.view import Bring, Declare, Falling, Toll, View
from engine.games.desert.world import land
from engine.state import Seat
from renderers.desert import board as parts
from renderers.desert import paint, terrain, textmap
from renderers.desert import tables as deserttables
from renderers.desert.board import Hex, MarkKind, Pile, Spot, Symbol, lattice
from renderers.desert.tables import at_stake, banner, facts_of, status
from renderers.registry import Say
from renderers.toolkit.facts import joined
from renderers.toolkit.scene import GameFacts, LastAction

SYMBOLS: dict[str, Symbol] = {name: name for name in get_args(Symbol)}
SYMBOLS |= {"dummy_tank": "tank", "truck_convoy": "truck"}
GUNS: dict[str, Symbol] = {"at": "at", "aa": "aa", "spgun": "tank"}
PHASES = {
    "position": 0,
    "firing": 0,
    "plan": 1,
    "apply": 2,
    "retreat": 3,
    "assign": 4,
    "aa_pick": 5,
    "aa_loss": 5,
    "ca_pick": 6,
    "ca_retreat": 6,
    "ca_loss": 6,
    "ca_captured": 6,
    "ca_place": 6,
    "obligations": 7,
    "move": 7,
    "over": 8,
}
"""Position in the sequence of play of each step of a segment."""
ABOUT = {
    "contact": "position",
    "targets": "plan",
    "barrage": "plan",
    "moves": "retreat",
    "damage": "aa_pick",
    "calls": "aa_pick",
}
"""The step of each question about the absent side, if it is not a close assault."""
NAMED = ("position", "plan", "barrage", "retreat", "assign", "aa", "assault", "close")
BOTH = frozenset(("position", "firing", "plan", "apply", "assign", "aa_loss", "ca_loss", "move"))
PHASING = frozenset(("aa_pick", "ca_pick", "obligations"))


def game(view: View, known: Mapping[Seat, str], spots: Mapping[Hex, Spot], say: Say) -> GameFacts:
    """Return the common facts about the game. The last action has spots if ``spots`` are known."""
    if view.last is None:
        return GameFacts(known, view.segment)
    hexes = say("comma").join(map("-".join, view.last.ways))
    ways = tuple(tuple(spots[hex] for hex in way) for way in view.last.ways if spots)
    words = say("desert-last", what=view.last.what, hexes=hexes)
    return GameFacts(known, view.segment, LastAction(words, ways))


def called(view: View, seat: Seat, say: Say) -> str:
    name = joined(view.players).get(seat, seat)
    return say("desert-side", side=seat) if name == seat else name


def phase(view: View) -> int:
    """Return the position in the sequence of play, -1 if the viewer doesn't know it."""
    what = view.task.what if isinstance(view.task, Declare) else ""
    return PHASES.get(ABOUT.get(what, "ca_pick") if what else view.step, -1)


def asked(view: View) -> list[Seat]:
    if view.winner is not None or view.step == "over":
        return []
    if view.absent:
        return [view.other(view.absent)]
    if view.step in BOTH:
        return list(view.seats)
    if view.phasing not in view.seats:
        return []
    if view.step in PHASING:
        return [view.phasing]
    return [view.other(view.phasing)] if view.step in ("retreat", "ca_retreat") else []


def question(view: View, known: Mapping[Seat, str], say: Say) -> str:
    if view.winner is not None or view.step == "over" or not view.segment:
        return banner(view, known, say)
    names = say("comma").join(known[seat] for seat in asked(view)) or "none"
    return say("desert-question", step=view.step, names=names, hexes=at_stake(view))


NEAR = 2
"""How far from stacks empty hexes of a typed map are shown."""


def cut(view: View) -> View:
    """Return the view without the empty, far hexes of a typed map."""
    if view.lower is UNSET:
        return view
    ways = [hex for way in view.last.ways for hex in way] if view.last else []
    shown = {*ways, *fought(view), *(hex for side in view.hexsides for hex in side.between)}
    shown |= {hex for stack in view.stacks for hex in view.board.within(stack, NEAR)}
    shown |= {hex for hex, _ in marks(view)}
    blank = Cell(terrain=plainest(view.charts))
    cells = {
        hex: cell
        for hex, cell in view.cells.items()
        if hex in shown or replace(cell, name="") != blank
    }
    pairs = tuple((a, b) for a, b in view.pairs if a in cells and b in cells)
    return replace(view, cells=cells, pairs=pairs)


def board(view: View, say: Say) -> parts.MapScene:
    view = cut(view)
    spots = lattice(view.cells, view.pairs)
    known = {seat: called(view, seat, say) for seat in view.seats}
    stacks = tuple(piles(view, spots))
    marked = tuple(parts.Mark(spots[hex], kind) for hex, kind in drawn(view))
    return parts.MapScene(
        banner=question(view, known, say),
        game=game(view, known, spots, say),
        asked=tuple(view.seats.index(seat) for seat in asked(view)),
        phases=tuple(say("desert-phase", phase=phase) for phase in NAMED),
        phase=phase(view),
        brief=say(
            "desert-brief",
            title=deserttables.titled(view.title),
            stage=view.stage,
            stages=view.stages,
            segment=view.segment,
        ),
        status=status(view, known, say),
        patches=tuple(patches(view, spots)),
        borders=tuple(borders(view, spots)),
        contact=tuple(
            dict.fromkeys(
                (min(pair), max(pair))
                for pair in ((spots[t.own], spots[t.enemy]) for t in view.touching)
            )
        ),
        watched=tuple(spots[hex] for hex in watched(view)),
        thrusts=tuple(thrusts(view, spots)),
        retreats=tuple(retreats(view, spots)),
        shellings=tuple(shellings(view, spots)),
        piles=stacks,
        worths=tuple(
            parts.Worth(
                spots[hex],
                view.seats.index(view.cells[hex].held)
                if view.cells[hex].held in view.seats
                else -1,
                f"★{points}",
            )
            for hex, points in view.hold_points.items()
        ),
        marks=marked,
        lit=tuple(spots[hex] for hex in fought(view)),
        panels=tuple(panels(view, known, say)),
        key=tuple(key(view, say)),
        legend=tuple(textmap.signs(view, marked, say)),
        summary=tuple(textmap.summary(view, say)),
        cells=textmap.cells(view, spots, stacks, marked, say),
        facts=tuple(facts_of(view, known, grouped(view), say)),
        short=(*textmap.worth(view), *deserttables.short(view, known, say)),
    )


def patches(view: View, spots: dict[Hex, Spot]) -> Iterator[parts.Patch]:
    def links(hex: Hex, way: str) -> tuple[Spot, ...]:
        cells = {to: view.cells[to] for to in view.near(hex)}
        near = [
            spots[to]
            for to, cell in cells.items()
            if getattr(cell, way) or (cell.major_city and way == "road")
        ]
        return (tuple(sorted(near)) or (spots[hex],)) if getattr(view.cells[hex], way) else ()

    for hex, cell in view.cells.items():
        yield parts.Patch(
            at=spots[hex],
            hex=hex,
            terrain=cell.terrain,
            name=cell.name if cell.name != hex else "",
            fort=cell.fortification,
            city=int(bool(cell.major_city or cell.city)),
            airfield=cell.air_facility,
            coast=cell.coastal,
            ways=links(hex, "road"),
            track=links(hex, "track"),
            rails=links(hex, "railroad"),
        )


def borders(view: View, spots: dict[Hex, Spot]) -> Iterator[parts.Border]:
    for one in view.hexsides:
        a, b = one.between
        yield parts.Border(spots[a], spots[b], one.kind, spots[one.up] if one.up else None)


def watched(view: View) -> list[Hex]:
    return sorted({touch.own for touch in view.touching if touch.zoc} | set(view.controlled))


def thrusts(view: View, spots: dict[Hex, Spot]) -> Iterator[parts.Thrust]:
    touching = {frozenset(pair) for pair in view.pairs}
    side = view.seats.index(view.phasing) if view.phasing in view.seats else 0
    for attack in view.attacks:
        for start in attack.origins:
            for end in attack.targets:
                if frozenset((start, end)) in touching:
                    over = attack.status != "waiting"
                    yield parts.Thrust(side, spots[start], spots[end], over, odds(view, end))


def odds(view: View, hex: Hex) -> str:
    found = view.totals
    if found is None or hex not in found.targets:
        return ""
    return f"{found.actual_off}:{found.actual_def}  {found.adjusted:+}"


def retreats(view: View, spots: dict[Hex, Spot]) -> Iterator[tuple[int, tuple[Spot, ...]]]:
    """Yield the paths of the last public retreat or move."""
    if view.last is None or view.last.what not in ("retreat", "notice", "move", "stand"):
        return
    waiting = view.other(view.phasing) if view.phasing in view.seats else view.seats[0]
    for way in view.last.ways:
        seat = view.stacks.get(way[-1], waiting)
        yield view.seats.index(seat), tuple(spots[hex] for hex in way)


def shellings(view: View, spots: dict[Hex, Spot]) -> Iterator[parts.Shelling]:
    words = dict[Hex, str]()
    for hit in (*view.fired, *view.suffered):
        lost = sum(one.lost for one in (*view.fired, *view.suffered) if one.hex == hit.hex)
        words[hit.hex] = str(lost) if lost else "P" if hit.pinned else words.get(hit.hex, "")
    if view.last is not None and view.last.what == "barrage":
        for way in view.last.ways:
            words.setdefault(way[-1], "")
    for hex, word in sorted(words.items()):
        yield parts.Shelling(spots[hex], word)


def fought(view: View) -> list[Hex]:
    found = list(view.totals.targets) if view.totals and view.step.startswith("ca_") else []
    match view.task:
        case Falling(hex=hex):
            found.append(hex)
        case Toll(targets=hexes) | Bring(hexes=hexes):
            found += hexes
    return sorted({hex for hex in found if hex in view.cells})


def piles(view: View, spots: dict[Hex, Spot]) -> Iterator[Pile]:
    for hex, seat in view.stacks.items():
        units = view.stacked(hex, seat)
        side = view.seats.index(seat)
        if not units:
            yield Pile(at=spots[hex], side=side)
            continue
        top = max(units, key=lambda unit: (sum(strength(view, unit)), unit.points or 0, unit.id))
        yield Pile(
            at=spots[hex],
            side=side,
            symbol=symbol(view, top),
            values=values(view, units),
            units=len(units),
            able=any(able(unit) for unit in units),
        )


def values(view: View, units: list[Unit]) -> str:
    """Return a stack's actual offence, defence and lowest CPA. Empty if no unit has points."""
    raw = [strength(view, unit) for unit in units if unit.points]
    if not raw:
        return ""
    slowest = min(cpa(view, unit) for unit in units if unit.points)
    off, defence = (actual(sum(one)) for one in zip(*raw, strict=True))
    return f"{off}-{defence}-{slowest}"


def strength(view: View, unit: Unit) -> tuple[int, int]:
    kinds = [(view.kinds[kind], n) for kind, n in unit.toe.items()]
    return sum(k.off * n for k, n in kinds), sum(k.defence * n for k, n in kinds)


def cpa(view: View, unit: Unit) -> int:
    return min((view.kinds[kind].cpa for kind, n in unit.toe.items() if n), default=0)


def symbol(view: View, unit: Unit) -> Symbol:
    """Return the symbol of a unit. The kind with the most points decides for guns."""
    kinds = sorted(unit.toe.items(), key=lambda item: -item[1])
    if unit.kind == "gun" and kinds:
        return GUNS.get(view.kinds[kinds[0][0]].cls, "gun")
    return SYMBOLS.get(unit.kind, "other")


def able(unit: Unit) -> bool:
    return not (unit.pinned or unit.broken or unit.retreated_in)


def marks(view: View) -> Iterator[tuple[Hex, MarkKind]]:
    for listed in (*view.shown, *view.listed):
        yield listed.hex, "quiet" if listed.quiet else "fires"
    for hex in sorted({target.hex for target in (*view.targets, *view.marks)}):
        yield hex, "under"
    for hex in view.held_off:
        yield hex, "held"
    for hex in view.must:
        yield hex, "must"
    for hex in view.retreated:
        yield hex, "retreated"
    for attack in view.attacks:
        for hex in attack.targets:
            if attack.status in ("struck", "declined", "void"):
                yield hex, "struck"
            elif attack.status == "resolved":
                yield hex, "resolved"
    for hex in sorted({u.hex for u in view.units.values() if not land(u) and u.kind == "warship"}):
        yield hex, "ship"
    for hex in sorted({dump.hex for dump in view.dumps.values()}):
        yield hex, "dump"
    for hex in sorted({wreck.hex for wreck in view.wrecks}):
        yield hex, "wreck"
    for hex in sorted({held.hex for held in view.prisoners}):
        yield hex, "prisoner"


def drawn(view: View) -> Iterator[tuple[Hex, MarkKind]]:
    """Yield the visible marks. Marks of barrages are hidden after the barrages."""
    early = phase(view) <= PHASES["apply"]
    for hex, kind in marks(view):
        if early or kind not in ("fires", "quiet", "under"):
            yield hex, kind


def grouped(view: View) -> dict[Hex, list[MarkKind]]:
    found: dict[Hex, list[MarkKind]] = {}
    for hex, kind in marks(view):
        if kind not in ("ship", "dump", "wreck"):
            found.setdefault(hex, []).append(kind)
    return found


def panels(view: View, known: Mapping[Seat, str], say: Say) -> Iterator[parts.ForcePanel]:
    scored = bool(view.stages) and not view.absent
    for k, seat in enumerate(view.seats):
        held = [points for hex, points in view.hold_points.items() if view.cells[hex].held == seat]
        bonus = view.bonuses.get(seat, 0)
        points = view.score.get(seat, 0) if view.score else sum(held) + bonus
        name = say("desert-side", side=seat)
        there = say("desert-at-paper") if seat == view.absent else ""
        yield parts.ForcePanel(
            side=k,
            name=known[seat],
            title="" if known[seat] == name else name,
            points=say("desert-points", points=points) if scored else "",
            held=say("desert-holds", held=" ".join(f"★{n}" for n in held) or "none", bonus=bonus)
            if scored
            else there,
            now=seat in asked(view),
        )


def key(view: View, say: Say) -> Iterator[tuple[str, str]]:
    if any(attack.origins for attack in view.attacks):
        yield "thrust", say("desert-key-thrust")
    if any(shellings(view, lattice(view.cells, view.pairs))):
        yield "shells", say("desert-key-shells")
    if any(retreats(view, lattice(view.cells, view.pairs))):
        yield "trail", say("desert-key-trail")
    if view.touching:
        yield "contact", say("desert-key-contact")
    if watched(view):
        yield "watched", say("desert-key-watched")
    there_now = {kind for _, kind in drawn(view)}
    for mark in paint.MARKS:
        if mark in there_now:
            yield mark, say(f"desert-mark-{mark}")
    for name in sorted({one.kind for one in view.hexsides}):
        yield f"side:{name}", say("desert-hexside", kind=name)
    there = {cell.terrain for cell in view.cells.values()}
    for name in (*terrain.GROUND, *sorted(there - set(terrain.GROUND))):
        if name in there and name != "clear":
            yield f"ground:{name}", say("desert-terrain", terrain=name)
