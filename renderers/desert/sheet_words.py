"""Words and tables that several tables of Desert share."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.games.desert import casualties, s06_07_barrage, s10_11_antiarmour, s12_losses, units
from engine.games.desert.orders import Losses
from engine.games.desert.view import Captive, Toll, View
from renderers.registry import Say
from renderers.toolkit.scene import TableScene

Sheet = tuple[tuple[TableScene, ...], tuple[str, ...]]
"""Tables, and lines below them."""
Rows = Iterable[tuple[str, ...]]
NOTHING = "-"
"""The text of an empty cell."""


def heads(say: Say, words: str) -> tuple[str, ...]:
    return tuple(say(f"desert-head-{word}") for word in words.split())


def toe(points: Mapping[str, int]) -> str:
    return " ".join(f"{n} {kind}" for kind, n in points.items() if n) or "-"


def states(unit: units.Unit, say: Say) -> Iterator[str]:
    there: dict[str, Any] = {
        unit.position or "": unit.position,
        "pinned": unit.pinned,
        "engaged": unit.engaged,
        "contact": unit.contact,
        "retreated": unit.retreated_in,
        "broken": unit.broken,
    }
    for word, value in there.items():
        if value:
            yield say("desert-state", state=word)


def drawn(
    say: Say,
    title: str,
    columns: str,
    rows: Rows,
    right: tuple[int, ...] = (),
    filled: tuple[int, int] | None = None,
) -> TableScene:
    return TableScene(title, heads(say, columns), tuple(rows), right, filled)


def pool_table(
    say: Say,
    title: str,
    pool: Iterable[casualties.Exposed],
    chosen: casualties.Chosen,
    need: int,
    verb: str = "lose",
) -> TableScene:
    entries = [entry for entry in pool if entry.n]
    rows = []
    for entry in entries:
        some = min(chosen.get(entry.key, 0), entry.n)
        figures = (entry.n, entry.rating, some, some * entry.rating)
        rows.append((entry.unit, entry.kind, *map(str, figures)))
    worth = casualties.worth(chosen, entries)
    if entries:
        rows.append((say("desert-sheet-chosen"), "", "", "", "", f"{worth} / {need}"))
    columns = f"unit kind has each {verb} worth"
    filled = (worth, need) if need else None
    return drawn(say, title, columns, rows, (2, 3, 4, 5), filled)


def apply(view: View, say: Say) -> Iterator[TableScene]:
    chosen: Losses = view.sheet
    called = {mark.unit: mark.name for mark in view.marks if mark.unit}
    rows: list[tuple[str, ...]] = []

    def add(unit: str, name: str, due: int | str, has: str, taken: str) -> None:
        hex = view.units[unit].hex
        rows.append((name, hex, called.get(unit, NOTHING), str(due), has, taken))

    for unit, n in s06_07_barrage.open_units(view).items():
        add(unit, unit, n, toe(view.units[unit].toe), toe(chosen.points.get(unit, {})))
    for unit, lost in s06_07_barrage.automatic(view, view.viewer).items():
        due, taken = sum(lost.values()), say("desert-sheet-itself", what=toe(lost))
        add(unit, unit, due, toe(view.units[unit].toe), taken)
    for group in s06_07_barrage.pools(view, view.viewer):
        given = toe(s06_07_barrage.taken(chosen, group))
        if len([n for n in group.cargoes.values() if n]) < 2:
            what = toe({cargo: group.due for cargo, n in group.cargoes.items() if n})
            given = say("desert-sheet-itself", what=what)
        trucks = say("desert-sheet-trucks", n=group.due)
        add(group.head, "+".join(group.holders), trucks, toe(group.cargoes), given)
    title = say("desert-sheet-apply", n=len(rows))
    yield drawn(say, title, "unit hex called due has sheet", rows, (3,))


def aa_loss(view: View, say: Say) -> Iterator[TableScene]:
    chosen: Losses = view.sheet
    for need in s10_11_antiarmour.mine(view):
        wanted = casualties.armour_needed(need.damage, view.rulings)
        title = say(
            "desert-sheet-armour", hex=need.hex, damage=need.damage, exceed=view.rulings.exceed
        )
        yield pool_table(say, title, need.pool, casualties.flat(chosen.points), wanted)


def ca_loss(view: View, say: Say) -> Iterator[TableScene]:
    toll, chosen = view.task, view.sheet
    assert isinstance(toll, Toll)
    assert isinstance(chosen, Losses)
    points, hexes = casualties.flat(chosen.points), "+".join(toll.targets)
    if toll.raw and toll.pool:
        title = say("desert-sheet-toll", raw=toll.raw, hexes=hexes)
        table = pool_table(say, title, toll.pool, points, toll.raw)
        yield with_spared(view, toll, table, say)
    if toll.guns and toll.exposed:
        title = say("desert-sheet-guns", raw=toll.guns, hexes=hexes)
        left = s12_losses.still_exposed(toll, chosen.points)
        guns = casualties.flat(chosen.guns)
        yield pool_table(say, title, left, guns, toll.guns, verb="gun")
    if toll.raw and len(toll.bases) > 1:
        yield shares(toll, points, say)


def with_spared(view: View, toll: Toll, table: TableScene, say: Say) -> TableScene:
    there = {entry.unit for entry in toll.pool}
    rows = []
    for name in sorted(set(toll.home) - there):
        unit = view.units.get(name)
        if unit is None or not unit.points:
            continue
        gun = unit.position is not None and not toll.overrun
        why = say("desert-sheet-spared", why="gun" if gun else "withheld")
        rows.append((name, why, str(unit.points), NOTHING, NOTHING, NOTHING))
    *entries, total = table.rows
    return TableScene(table.title, table.heads, (*entries, *rows, total), table.right, table.filled)


def shares(toll: Toll, chosen: casualties.Chosen, say: Say) -> TableScene:
    """Return each hex's share of the loss base and of the chosen losses (P58)."""
    worth = {
        hex: casualties.worth(chosen, pool) for hex, (pool, _) in s12_losses.parts_of(toll).items()
    }
    got = casualties.shares(worth)
    tenths = casualties.tenths_of_percent
    rows = (
        (hex, str(toll.bases[hex]), f"{tenths(share) / 10:.1f}", f"{tenths(got[hex]) / 10:.1f}")
        for hex, share in casualties.shares(toll.bases).items()
    )
    return drawn(say, say("desert-sheet-shares"), "hex base wanted taken", rows, (1, 2, 3))


def ca_captured(view: View, say: Say) -> Iterator[TableScene]:
    captive, chosen = view.task, view.sheet
    assert isinstance(captive, Captive)
    assert isinstance(chosen, Losses)
    title = say("desert-sheet-captured", raw=captive.raw)
    points = casualties.flat(chosen.points)
    yield pool_table(say, title, captive.pool, points, captive.raw, verb="give")
