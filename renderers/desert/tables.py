"""Desert in words: banner, status, facts of the map, and tables."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from engine.games.desert.hexes import Cell
from engine.games.desert.units import Unit
from engine.games.desert.view import View
from engine.games.desert.world import Listed, Struck, Totals, land
from engine.state import Seat
from renderers.desert import prompts, reference, umpire
from renderers.desert.board import Hex, MarkKind
from renderers.desert.sheet_words import Sheet, heads, states, toe
from renderers.registry import PromptParts, PublicQuestion, Say
from renderers.toolkit.facts import yes
from renderers.toolkit.scene import TableScene


def banner(view: View, known: Mapping[Seat, str], say: Say) -> str:
    if view.winner is not None or view.step == "over":
        winner = known.get(view.winner or "", view.winner or "")
        return say("desert-over", name=winner or "none", reason=view.reason or "score")
    return say(
        "desert-banner",
        step=view.step,
        segment=view.segment,
        name=known.get(view.phasing, view.phasing),
    )


def titled(title: str) -> str:
    return title if " " in title else " ".join(w.capitalize() for w in title.split("-"))


def status(view: View, known: Mapping[Seat, str], say: Say) -> str:
    if view.score:
        points = say("comma").join(
            f"{known.get(seat, seat)} {view.score.get(seat, 0)}" for seat in view.seats
        )
        return say("desert-score", points=points)
    phasing = known.get(view.phasing, view.phasing)
    return say(
        "desert-status",
        title=titled(view.title),
        segment=view.segment,
        stage=view.stage,
        stages=view.stages,
        name=phasing or "none",
    )


def at_stake(view: View) -> str:
    return "+".join(view.totals.targets) if view.totals else "none"


def asks(view: View, _names: Mapping[Seat, str], say: Say) -> PublicQuestion:
    return PublicQuestion(
        question=say("desert-asks", step=view.step, hexes=at_stake(view)),
        otherwise=say("desert-asks-else", step=view.step),
    )


def prompt(view: View, say: Say) -> PromptParts:
    phasing = yes(view.viewer == view.phasing)
    return PromptParts(
        more=say("desert-beyond", step=view.step, phasing=phasing),
        private=say("space").join(filter(None, prompts.asked(view, say))),
        shown=say("desert-told", step="paper" if view.absent else view.step, phasing=phasing),
        otherwise=say("desert-default", step=view.step),
        sheet=umpire.sheet(view, say),
    )


def works(cell: Cell, hex: Hex, say: Say) -> Iterator[str]:
    if cell.fortification:
        yield say("desert-works-fort", level=cell.fortification)
    if cell.major_city or cell.city:
        yield say("desert-works-city", level=cell.major_city)
    if cell.air_facility:
        yield say("desert-works-air", level=cell.air_facility)
    if cell.name and cell.name != hex:
        yield cell.name


def facts_of(
    view: View, known: Mapping[Seat, str], marked: Mapping[Hex, list[MarkKind]], say: Say
) -> Iterator[str]:
    comma, plain = say("comma"), dict[str, list[Hex]]()
    yield say("desert-note-grid", grid=view.grid)
    for hex, cell in view.cells.items():
        parts = [say("desert-terrain", terrain=cell.terrain), *works(cell, hex, say)]
        parts += [
            say(f"desert-is-{word}")
            for word in ("coastal", "road", "track", "railroad")
            if getattr(cell, word)
        ]
        if hex in view.hold_points:
            holder = known.get(cell.held, cell.held) or "none"
            parts.append(say("desert-worth", points=view.hold_points[hex], name=holder))
        parts += occupants(view, known, hex, say)
        parts += [say(f"desert-mark-{mark}") for mark in marked.get(hex, ())]
        if view.absent and len(parts) == 1:
            plain.setdefault(parts[0], []).append(hex)
        else:
            yield say("desert-hex", hex=hex, facts=comma.join(parts))
    for ground, hexes in plain.items():
        yield say("desert-hex", hex=" ".join(hexes), facts=ground)
    for one in view.hexsides:
        yield say(
            "desert-between", kind=one.kind, a=one.between[0], b=one.between[1], up=one.up or "none"
        )
    for touch in view.touching:
        zoc = "unknown" if touch.zoc is None else yes(touch.zoc)
        yield say("desert-touch", own=touch.own, enemy=touch.enemy, zoc=zoc)
    if view.controlled:
        yield say("desert-controlled", hexes=" ".join(view.controlled))
    for attack in view.attacks:
        yield say(
            "desert-attack",
            targets="+".join(attack.targets),
            origins=" ".join(attack.origins) or "none",
            status=attack.status,
            held=yes(attack.held),
        )
    for damage in view.damage:
        yield say(
            "desert-damage",
            hex=damage.hex,
            defender=damage.on_defender,
            attacker=damage.on_attacker,
        )
    if view.totals:
        yield from (" ".join(filter(None, row)) for row in assault(view, say)[0][0].rows)


def occupants(view: View, known: Mapping[Seat, str], hex: Hex, say: Say) -> Iterator[str]:
    if seat := view.stacks.get(hex):
        units = view.stacked(hex, seat)
        name = known.get(seat, seat)
        yield say(
            "desert-stack", name=name, units=" ".join(unit_word(unit) for unit in units) or "none"
        )
    for unit in view.units.values():
        if unit.hex == hex and not land(unit) and unit.kind == "warship":
            yield say(
                "desert-ship", unit=unit.id, name=known.get(unit.side, unit.side), gun=unit.gun
            )
    for dump in view.dumps.values():
        if dump.hex == hex:
            stocks = " ".join(f"{name} {n}" for name, n in dump.stocks.items() if n) or "-"
            yield say("desert-dump", dump=dump.id, real=yes(dump.real), stocks=stocks)
    for wreck in view.wrecks:
        if wreck.hex == hex:
            yield say("desert-wreck", name=known.get(wreck.side, wreck.side), points=toe(wreck.toe))


def unit_word(unit: Unit) -> str:
    """Return a unit as ``PZ-A(8)``, with a ``!`` if it cannot act."""
    able = "" if not (unit.pinned or unit.broken or unit.retreated_in) else "!"
    return f"{unit.id}({unit.points}){able}" if unit.points else f"{unit.id}{able}"


def short(view: View, known: Mapping[Seat, str], say: Say) -> Iterator[str]:
    for seat in view.seats:
        hexes = [hex for hex, side in view.stacks.items() if side == seat]
        yield say("desert-short", name=known.get(seat, seat), hexes=" ".join(hexes) or "-")


# ---- tables


def tables(view: View) -> dict[str, Callable[[View, Say], Sheet]]:
    found: dict[str, Callable[[View, Say], Sheet]] = {}
    if umpire.has_sheet(view):
        found["sheet"] = sheet
    if view.viewer in view.seats:
        found["units"] = units
    if view.targets or view.marks:
        found["targets"] = targets
    if view.fired or view.suffered:
        found["report"] = report
    if view.totals:
        found["assault"] = assault
    return found | reference.pages(view)


def listed_hexes(rows: Iterable[Listed], say: Say) -> str:
    return (
        say("comma").join(
            say("desert-list-quiet", hex=row.hex) if row.quiet else row.hex for row in rows
        )
        or "-"
    )


def sheet(view: View, say: Say) -> Sheet:
    parts, question = prompt(view, say), asks(view, {}, say).sentence(say)
    notes = filter(None, (question, parts.more, parts.private, parts.shown, parts.otherwise))
    return (*parts.sheet, umpire.choices(view, say)), tuple(notes)


def units(view: View, say: Say) -> Sheet:
    rows = tuple(
        (
            unit.id,
            unit.hex,
            say("desert-kind", kind=unit.kind),
            toe(unit.toe),
            str(unit.cp_spent),
            f"{unit.cohesion:+}",
            f"{unit.morale:+}",
            f"{unit.ammo}/{unit.max_ammo}",
            say("comma").join(states(unit, say)) or "-",
        )
        for unit in sorted(view.of(view.viewer), key=lambda one: (one.hex, one.id))
    )
    table = TableScene(
        say("desert-table-units"),
        heads(say, "unit hex kind points spent cohesion morale ammo state"),
        rows,
        (4, 5, 6, 7),
    )
    return (table,), tuple(beside(view, say))


def beside(view: View, say: Say) -> Iterator[str]:
    for held in view.prisoners:
        yield say("desert-prisoners", n=held.n, hex=held.hex)
    for guard in view.guards:
        yield say("desert-guards", n=guard.n, hex=guard.hex)
    for got in view.replacements:
        yield say("desert-replacements", n=got.n, kind=got.kind, unit=got.unit, hex=got.hex)


def targets(view: View, say: Say) -> Sheet:
    def rows(found: tuple[Any, ...]) -> tuple[tuple[str, ...], ...]:
        return tuple((one.hex, one.name, one.kind, one.unit or one.alias or "-") for one in found)

    mine = TableScene(
        say("desert-table-targets"), heads(say, "hex target class known"), rows(view.targets)
    )
    theirs = TableScene(
        say("desert-table-marks"), heads(say, "hex target class unit"), rows(view.marks)
    )
    return tuple(table for table in (mine, theirs) if table.rows), ()


HITS = "hex target barrage actual dice result pinned lost trucks"


def hit_row(hit: Struck) -> tuple[str, ...]:
    figures = map(str, (hit.n, *((hit.points, hit.dice) if hit.dice else "--")))
    pinned = "x" if hit.pinned else "-"
    return hit.hex, hit.target, *figures, hit.result, pinned, str(hit.lost), str(hit.trucks)


def hits(title: str, rows: Iterable[tuple[str, ...]], say: Say) -> TableScene:
    return TableScene(title, heads(say, HITS), tuple(rows), (2, 3, 4, 7, 8))


def report(view: View, say: Say) -> Sheet:
    done = {"fired": view.fired, "suffered": view.suffered}
    return tuple(
        hits(say(f"desert-table-{name}"), map(hit_row, found), say)
        for name, found in done.items()
        if found
    ), ()


def assault(view: View, say: Say) -> Sheet:
    assert view.totals is not None
    return (differential(view.totals, say),), ()


def differential(t: Totals, say: Say) -> TableScene:
    rows = [
        (say("desert-row-raw"), str(t.raw_off), str(t.raw_def)),
        (say("desert-row-actual"), str(t.actual_off), str(t.actual_def)),
        *(
            (say(f"desert-row-{name}"), f"{getattr(t, name):+}", "")
            for name in ("basic", "terrain", "strength")
        ),
        *([(say("desert-row-composition"), f"{t.composition:+}", "")] if t.composition else []),
        (say("desert-row-size", attacker=t.size_off, defender=t.size_def), f"{t.size:+}", ""),
        (
            say("desert-row-morale", attacker=t.morale_off, defender=t.morale_def),
            f"{t.morale:+}",
            "",
        ),
        (say("desert-row-adjusted"), f"{t.adjusted:+}", say("desert-overrun") if t.overrun else ""),
    ]
    return TableScene(
        say("desert-table-assault", targets="+".join(t.targets)),
        heads(say, "assault attacker defender"),
        tuple(rows),
        (1, 2),
    )
