"""Desert: its view as a map and as tables, and why its reader is asked."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, get_args

from engine.games.desert import hints
from engine.games.desert.forces.units import Unit
from engine.games.desert.view import View
from engine.games.desert.world import land
from engine.state import Seat
from renderers.desert import dossiers, handout, paint, sheets
from renderers.desert import tables as deserttables
from renderers.desert.art import GROUND, MARKS
from renderers.desert.board import (
    Border,
    Chip,
    Hex,
    MapScene,
    MapToken,
    Mark,
    MarkKind,
    Patch,
    Pile,
    SheetScene,
    Spot,
    Symbol,
    Thrust,
    lattice,
)
from renderers.desert.facts import facts
from renderers.desert.lines import alt, text
from renderers.desert.sheet_words import Sheet
from renderers.desert.tables import banner, facts_of, status, tables
from renderers.registry import PromptParts, PublicQuestion, Say
from renderers.toolkit.facts import joined
from renderers.toolkit.scene import GameFacts, LastAction, Sign

__all__ = [
    "alt",
    "asks",
    "facts",
    "modes",
    "names",
    "png",
    "prompt",
    "reason",
    "scene",
    "text",
    "throw",
]

SYMBOLS: dict[str, Symbol] = {name: name for name in get_args(Symbol)}
SYMBOLS |= {"dummy_tank": "tank", "truck_convoy": "truck"}
SIGNS = {"clear": ".", "sand": "s", "rough": "r", "hill": "h"}


def names(view: View) -> dict[Seat, str]:
    """Return seats as sentences call them: by the name they joined with."""
    return joined(view.players)


def modes(view: View) -> tuple[str, ...]:
    """Return the tables that there are for this reader now: ``units``, ``targets``,
    ``report``, ``assault``, ``handout``.
    """
    return tuple(every(view))


def every(view: View) -> dict[str, Callable[[View, Say], Sheet]]:
    """Return the tables of the view, and the page that may be handed to the enemy, as
    soon as there is anything on it.
    """
    found = tables(view) | dossiers.pages(view)
    return (
        {**found, "handout": handout.handout} if view.viewer in view.seats and view.shown else found
    )


def scene(view: View, say: Say, mode: str = "") -> MapScene | SheetScene:
    """Return the map, or one of the tables. Raise ``KeyError``,
    which names those that there are.
    """
    if mode:
        if mode not in every(view):
            raise KeyError(f"no mode {mode!r}; there are: {', '.join(modes(view)) or 'none'}")
        known = names(view)
        shown, notes = every(view)[mode](view, say)
        return SheetScene(
            banner=banner(view, known, say),
            game=game(view, known, {}, say),
            status=status(view, known, say),
            tables=shown,
            notes=notes,
        )
    return board(view, say)


def game(view: View, known: Mapping[Seat, str], spots: Mapping[Hex, Spot], say: Say) -> GameFacts:
    """Return what every scene says of its game; what was done last is drawn where ``spots`` are
    known.
    """
    if view.last is None:
        return GameFacts(known, view.segment)
    hexes = say("comma").join(map("-".join, view.last.ways))
    ways = tuple(tuple(spots[hex] for hex in way) for way in view.last.ways if spots)
    words = say("desert-last", what=view.last.what, hexes=hexes)
    return GameFacts(known, view.segment, LastAction(words, ways))


def png(scene: MapScene | SheetScene) -> bytes:
    """Return the map or the tables as a palette PNG."""
    return paint.png(sheets.draw(scene) if isinstance(scene, SheetScene) else paint.draw(scene))


def board(view: View, say: Say) -> MapScene:
    """Return the map as its reader may see it."""
    spots = lattice(view.cells, view.pairs)
    known = names(view)
    return MapScene(
        banner=banner(view, known, say),
        game=game(view, known, spots, say),
        alarm=view.task is not None or view.step in ("ca_pick", "aa_pick"),
        status=status(view, known, say),
        sides=tuple(known.get(seat, seat) for seat in view.seats),
        patches=tuple(patches(view, spots, say)),
        borders=tuple(borders(view, spots)),
        contact=tuple(
            dict.fromkeys(
                (min(pair), max(pair))
                for pair in ((spots[t.own], spots[t.enemy]) for t in view.touching)
            )
        ),
        watched=tuple(spots[hex] for hex in watched(view)),
        thrusts=tuple(thrusts(view, spots)),
        piles=tuple(piles(view, spots)),
        tokens=tuple(tokens(view, spots)),
        marks=tuple(Mark(spots[hex], kind) for hex, kind in marks(view)),
        key=tuple(key(view, say)),
        legend=tuple(legend(view, say)),
        cells=cells(view, spots),
        facts=tuple(facts_of(view, known, grouped(view), say)),
        short=tuple(deserttables.short(view, known, say)),
    )


def patches(view: View, spots: dict[Hex, Spot], say: Say) -> Iterator[Patch]:
    """Yield the ground, hex by hex."""

    def links(hex: Hex, way: str) -> tuple[Spot, ...]:
        near = [spots[to] for to in view.near(hex) if getattr(view.cells[to], way)]
        return (tuple(sorted(near)) or (spots[hex],)) if getattr(view.cells[hex], way) else ()

    for hex, cell in view.cells.items():
        yield Patch(
            at=spots[hex],
            hex=hex,
            terrain=cell.terrain,
            works=tuple(deserttables.works(cell, hex, say)),
            fort=cell.fortification,
            city=int(bool(cell.major_city or cell.city)),
            coast=cell.coastal,
            worth=view.hold_points.get(hex, 0),
            holder=view.seats.index(cell.held) if cell.held in view.seats else -1,
            ways=links(hex, "road"),
            rails=links(hex, "railroad"),
        )


def borders(view: View, spots: dict[Hex, Spot]) -> Iterator[Border]:
    """Yield the hexsides that are not open ground."""
    for one in view.hexsides:
        a, b = one.between
        yield Border(spots[a], spots[b], one.kind, spots[one.up] if one.up else None)


def watched(view: View) -> list[Hex]:
    """Return own hexes that the enemy's zone of control covers, and hexes that it covers
    where the question needs them.
    """
    return sorted({touch.own for touch in view.touching if touch.zoc} | set(view.controlled))


def thrusts(view: View, spots: dict[Hex, Spot]) -> Iterator[Thrust]:
    """Yield assaults, from each hex that they come from into each hex attacked that touches it."""
    touching = {frozenset(pair) for pair in view.pairs}
    side = view.seats.index(view.phasing) if view.phasing in view.seats else 0
    for attack in view.attacks:
        for start in attack.origins:
            for end in attack.targets:
                if frozenset((start, end)) in touching:
                    yield Thrust(side, spots[start], spots[end], attack.status != "waiting")


def piles(view: View, spots: dict[Hex, Spot]) -> Iterator[Pile]:
    """Yield stacks: opened where their reader knows what is in them."""
    for hex, seat in view.stacks.items():
        units = view.stacked(hex, seat)
        chips = tuple(chip(unit) for unit in units)
        yield Pile(spots[hex], view.seats.index(seat), chips)


def chip(unit: Unit) -> Chip:
    """Return a unit as its owner sees it on the map."""
    able = not (unit.pinned or unit.broken or unit.retreated_in)
    return Chip(
        SYMBOLS.get(unit.kind, "other"), unit.id, str(unit.points) if unit.points else "", able
    )


def tokens(view: View, spots: dict[Hex, Spot]) -> Iterator[MapToken]:
    """Yield ships, which everybody knows, and what the reader has beside units."""
    for unit in view.units.values():
        if not land(unit) and unit.kind == "warship":
            yield MapToken(
                spots[unit.hex], view.seats.index(unit.side), "ship", f"{unit.id} {unit.gun}"
            )
    for dump in view.dumps.values():
        yield MapToken(spots[dump.hex], view.seats.index(dump.side), "dump", dump.id)
    for wreck in view.wrecks:
        yield MapToken(
            spots[wreck.hex], view.seats.index(wreck.side), "wreck", str(sum(wreck.toe.values()))
        )


def marks(view: View) -> Iterator[tuple[Hex, MarkKind]]:
    """Yield what is marked on which hex, for this reader."""
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


def grouped(view: View) -> dict[Hex, list[MarkKind]]:
    """Return the marks of each hex."""
    found: dict[Hex, list[MarkKind]] = {}
    for hex, kind in marks(view):
        found.setdefault(hex, []).append(kind)
    return found


def key(view: View, say: Say) -> Iterator[tuple[str, str]]:
    """Yield what is explained below the map: terrains and hexsides that there are,
    stacks, and all marks, there or not.
    """
    there = {cell.terrain for cell in view.cells.values()}
    for name in (*GROUND, *sorted(there - set(GROUND))):
        if name in there:
            yield f"ground:{name}", say("desert-terrain", terrain=name)
    for name in sorted({one.kind for one in view.hexsides}):
        yield f"side:{name}", say("desert-hexside", kind=name)
    known = names(view)
    for k, seat in enumerate(view.seats):
        yield f"stack:{k}", say("desert-key-stack", name=known.get(seat, seat))
    yield "contact", say("desert-key-contact")
    yield "watched", say("desert-key-watched")
    for mark in MARKS:
        yield mark, say(f"desert-mark-{mark}")


def legend(view: View, say: Say) -> Iterator[Sign]:
    """Yield the signs of the text map."""
    for name in sorted({cell.terrain for cell in view.cells.values()}):
        yield Sign(name, SIGNS.get(name, name[:2]), say("desert-terrain", terrain=name))
    known = names(view)
    for k, seat in enumerate(view.seats):
        yield Sign(seat, bracketed(k, "3"), say("desert-sign-open", name=known.get(seat, seat)))
        yield Sign(seat, bracketed(k, "?"), say("desert-sign-closed", name=known.get(seat, seat)))


def bracketed(side: int, word: str) -> str:
    """Return a stack in the text map: ``[3]`` for the side that is
    phasing first, ``(?)`` for the other.
    """
    return f"[{word}]" if side == 0 else f"({word})"


def cells(view: View, spots: dict[Hex, Spot]) -> dict[Spot, str]:
    """Return the map as text: the hex, its terrain, and the stack in it: how many
    units, ``?`` for one that is closed.
    """
    found: dict[Spot, str] = {}
    for hex, cell in view.cells.items():
        word = f"{hex}{SIGNS.get(cell.terrain, cell.terrain[:2])}"
        if seat := view.stacks.get(hex):
            units = view.stacked(hex, seat)
            word += bracketed(view.seats.index(seat), str(len(units)) if units else "?")
        found[spots[hex]] = word
    return found


def prompt(view: View, say: Say) -> PromptParts:
    """Return why the view's reader is asked."""
    return deserttables.prompt(view, names(view), say)


def asks(view: View, _names: Mapping[Seat, str], say: Say) -> PublicQuestion:
    """Return what is asked, as everybody may know it."""
    return PublicQuestion(
        question=say("desert-asks", step=view.step),
        otherwise=say("desert-asks-else", step=view.step),
    )


def throw(key: str, say: Say) -> str:
    """Return what a roll is for, by its key (3.16)."""
    segment, cause, place, *rest = key.split("/")
    return say(
        "desert-throw", segment=segment, cause=cause, place=place, what=rest[0] if rest else "none"
    )


def reason(view: View, order: Any, say: Say) -> str:
    """Return what speaks for an order, in a few words."""
    found = hints.reason(view, order)
    return say("desert-hint", **found) if found else ""
