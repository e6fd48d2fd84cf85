"""Dossiers as tables: what a side knows about a fight, for reference and printing (P38, P51, P52,
P60, P63).
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from engine.games.desert.units import Points
from engine.games.desert.view import View
from engine.games.desert.world import Dossier, Struck
from engine.state import Seat
from renderers import fonts
from renderers.desert.sheet_words import NOTHING, Sheet, drawn, heads, toe
from renderers.desert.tables import assault, differential, hit_row, hits, listed_hexes
from renderers.registry import Say
from renderers.toolkit.facts import joined, yes
from renderers.toolkit.scene import TableScene


def pages(view: View) -> dict[str, Callable[[View, Say], Sheet]]:
    mine = [one for one in view.dossiers if one.side == view.viewer]
    found = {f"dossier {one.n}": partial(page, one) for one in mine}
    if mine:
        found = {"dossier": partial(page, mine[-1]), **found}
    found |= {
        f"dossier {one.side} {one.n}": partial(page, one)
        for one in view.dossiers
        if one.side != view.viewer
    }
    return {**found, "dossier all": everything} if found else {}


def page(one: Dossier, view: View, say: Say) -> Sheet:
    return tuple(table for table in tables(one, view, say) if table.rows), ()


def everything(view: View, say: Say) -> Sheet:
    every = [table for one in view.dossiers for table in page(one, view, say)[0]]
    return tuple(every), ()


def tables(one: Dossier, view: View, say: Say) -> Iterator[TableScene]:
    known = joined(view.players)
    title = say(
        "desert-dossier",
        n=one.n,
        what=one.what,
        segment=one.segment,
        hexes=", ".join(one.targets) if one.what != "assault" else "+".join(one.targets),
        name=known.get(one.side, one.side),
    )
    yield TableScene(title, heads(say, "what value"), tuple(facts(one, known, say)))
    if one.own:
        yield own(one, say)
    if one.fired or one.suffered:
        for name, struck in (("fired", one.fired), ("suffered", one.suffered)):
            rows: list[tuple[str, ...]] = []
            for hit in struck:
                unit = one.called.get(hit.target, "") if name == "suffered" else ""
                target = f"{hit.target} = {unit}" if unit else hit.target
                rows.append((hit.hex, target, *hit_row(hit)[2:]))
            yield hits(say(f"desert-table-{name}"), rows, say)
    if one.damage:
        damage = ((row.hex, str(row.on_defender), str(row.on_attacker)) for row in one.damage)
        title = say("desert-dossier-damage")
        yield drawn(say, title, "hex defender attacker", damage, (1, 2))
    if one.totals is not None:
        yield differential(one.totals, say)
    if one.grounds:
        found = ((what, f"{shift:+}") for what, shift in one.grounds)
        yield drawn(say, say("desert-dossier-grounds"), "what value", found, (1,))
    yield from losses(one, say)
    yield costs(one, say)


def facts(one: Dossier, known: Mapping[str, str], say: Say) -> Iterator[tuple[str, str]]:
    def fact(what: str, value: object) -> tuple[str, str]:
        return say("desert-dossier-fact", what=what), str(value)

    yield fact("hexes", ", ".join(one.targets))
    if one.courage is not None:
        heart = one.courage
        yield fact("largest", " ".join(heart.units) or NOTHING)
        yield fact("basic", f"{heart.basic:+}")
        yield fact("cohesion", f"{heart.cohesion:+}")
        yield fact("morale-dice", heart.reading)
        yield fact("adjustment", f"{heart.adjustment:+}")
        yield fact("leader", say("desert-dossier-yes", yes=yes(heart.leader)))
        yield fact("final", f"{heart.final:+}")
    if one.totals is not None:
        yield fact("unsupported", one.unsupported)
    if one.reading:
        yield fact("dice", one.reading)
        percents = ", ".join(f"{hex} {percent} %" for hex, percent in one.percents.items())
        yield fact("percent", percents or NOTHING)
        yield fact("raw", one.raw_lost)
        yield fact("retreat", one.retreat)
        yield fact("engaged", say("desert-dossier-yes", yes=yes(one.engaged)))
        yield fact("overrun", say("desert-dossier-yes", yes=yes(one.overrun)))
    if one.went:
        yield fact("went", ", ".join(f"{start}-{end}" for start, end in one.went))
    if one.captured:
        yield fact("captured", f"{one.captured} % ({one.captured_raw})")
    for side, points in one.seized.items():
        yield fact("seized", f"{known.get(side, side)}: {toe(points)}")
    for what, columns in one.shifts.items():
        if columns:
            yield fact("shift", f"{what} {columns:+}")
    if one.what == "assault" and one.totals is None:
        yield fact("status", say("desert-sheet-status", status=one.status, held="no"))


def own(one: Dossier, say: Say) -> TableScene:
    title, barrage = say("desert-dossier-own", what=one.what), one.what == "barrage"
    columns = "unit hex target raw actual" if barrage else "unit hex target kind n each raw"
    rows: list[tuple[str, ...]] = []
    for part in one.own:
        figures = (part.n, part.rating) if barrage else (part.n, part.rating, part.n * part.rating)
        kind = () if barrage else (part.kind,)
        rows.append((part.unit, part.hex, part.against, *kind, *map(str, figures)))
    return drawn(say, title, columns, rows, (3, 4) if barrage else (4, 5, 6))


def losses(one: Dossier, say: Say) -> Iterator[TableScene]:
    trucks: Points = one.trucks
    rows = [
        (unit, say("desert-dossier-lost", what=what), toe(points))
        for what, found in (("points", one.lost), ("guns", one.guns), ("trucks", trucks))
        for unit, points in found.items()
        if any(points.values())
    ]
    yield drawn(say, say("desert-dossier-losses"), "unit what lost", rows)


def costs(one: Dossier, say: Say) -> TableScene:
    units = sorted({*one.cohesion, *one.cp, *one.ammo})
    rows = []
    for unit in units:
        changed = (found.get(unit, 0) for found in (one.cohesion, one.cp, one.ammo))
        rows.append((unit, *(f"{n:+}" if n else NOTHING for n in changed)))
    return drawn(say, say("desert-dossier-costs"), "unit cohesion spent ammo", rows, (1, 2, 3))


def handout(view: View, say: Say, side: Seat = "") -> Sheet:
    side = side or view.viewer
    own = side == view.viewer
    names = view.marks if own else view.targets
    first, second = (view.fired, view.suffered) if own else (view.suffered, view.fired)
    shown = TableScene(
        say("desert-table-outward", name=called(view, side)),
        heads(say, "hex target class"),
        tuple((one.hex, one.name, one.kind) for one in names),
    )
    by, on = (
        struck(say("desert-table-by", name=called(view, side)), first, say),
        struck(say("desert-table-on", name=called(view, side)), second, say),
    )
    totals = assault(view, say)[0] if view.totals else ()
    notes = tuple(handout_notes(view, say, side))
    return (*(table for table in (shown, by, on) if table.rows), *totals), notes


def called(view: View, side: Seat) -> str:
    return fonts.tidy(view.players.get(side, "")).strip() or side


def struck(title: str, found: tuple[Struck, ...], say: Say) -> TableScene:
    rows: list[tuple[str, ...]] = []
    for hex in sorted({hit.hex for hit in found}):
        here = [hit for hit in found if hit.hex == hex]
        points, lost, trucks = (
            str(sum(getattr(hit, name) for hit in here)) for name in ("points", "lost", "trucks")
        )
        rows += map(hit_row, here)
        rows.append((hex, say("desert-total"), "", points, "", "", "", lost, trucks))
    return hits(title, rows, say)


def handout_notes(view: View, say: Say, side: Seat) -> Iterator[str]:
    """Yield the printed hex list (P6), hexes held off, anti-armour damage and assaults made."""
    rows = view.shown if side == view.viewer else view.listed
    if rows:
        yield say("desert-outward-hexes", hexes=listed_hexes(rows, say))
    if view.held_off:
        yield say("desert-outward-held", hexes=say("comma").join(view.held_off))
    for one in view.damage:
        yield say("desert-damage", hex=one.hex, defender=one.on_defender, attacker=one.on_attacker)
    made = {
        hex for one in view.attacks if one.status in ("resolved", "void") for hex in one.targets
    }
    if made and (view.absent or view.step.startswith("ca_")):
        yield say("desert-outward-made", hexes=say("comma").join(sorted(made)))
