"""Reference tables for use during a game: charts, ratings, prices, rulings, and each of the
reader's units (rules 1.2, 2.1, 3.1, 3.13).
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import get_args

import msgspec

from engine.games.desert import condition, prices, units
from engine.games.desert.chart_data import READINGS, Crossing, Grid, Half36, Shift
from engine.games.desert.rulings import PROFILES, Rulings, written
from engine.games.desert.view import View
from renderers.desert.sheet_words import Sheet, heads, states, toe
from renderers.registry import Say
from renderers.toolkit.facts import yes
from renderers.toolkit.scene import TableScene

RATINGS: tuple[units.Rating, ...] = (
    "barrage", "anti_armor", "armor", "off", "defence", "vulnerability", "flak",
)  # fmt: skip
NOTHING = "-"
Page = Callable[[View, Say], Sheet]


def pages(view: View) -> dict[str, Page]:
    found: dict[str, Page] = {f"charts {name}": partial(chart, name) for name in CHARTS}
    found |= {"charts": every_chart, "ratings": ratings, "rulings": rulings}
    if view.viewer in view.seats:
        found |= {f"unit {unit.id}": partial(one_unit, unit) for unit in view.of(view.viewer)}
    return found


def chart(name: str, view: View, say: Say) -> Sheet:
    return tuple(CHARTS[name](view, say)), ()


def every_chart(view: View, say: Say) -> Sheet:
    tables = [table for name in CHARTS for table in CHARTS[name](view, say)]
    shown, _ = ratings(view, say)
    source = say("desert-charts-source", id=view.charts.id, sha=view.charts.sha256[:16])
    return (*shown, *tables), (source,)


def ranges(readings: Iterable[int], every: Sequence[int] = READINGS) -> str:
    """Return readings or sums as ``11-13`` or ``4-5,10``. No readings are ``-``."""
    places = sorted(every.index(reading) for reading in readings)
    runs: list[list[int]] = []
    for place in places:
        if runs and runs[-1][-1] == place - 1:
            runs[-1].append(place)
        else:
            runs.append([place])
    words = (
        str(every[run[0]]) if len(run) == 1 else f"{every[run[0]]}-{every[run[-1]]}" for run in runs
    )
    return ",".join(words) or NOTHING


def shift(value: Shift) -> str:
    return "no" if value is None else f"{value:+}" if value else "0"


def price(value: Shift) -> str:
    return "no" if value is None else str(value)


def drawn(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[str]], first: int = 1
) -> TableScene:
    right = tuple(range(first, len(columns)))
    return TableScene(title, tuple(columns), tuple(map(tuple, rows)), right)


# ---- charts


def barrage(view: View, say: Say) -> Iterator[TableScene]:
    charts = view.charts
    every: dict[str, Grid] = {**charts.barrage, **charts.barrage_raw}  # type: ignore[dict-item]  # names of blocks are text
    for name, grid in every.items():
        raw = name in charts.barrage_raw
        found = list(dict.fromkeys(result for column in grid.results for result in column))
        first = say("desert-chart-points", raw="yes" if raw else "no")
        rows = (
            (str(span), *(ranges(at(column, result)) for result in found))
            for span, column in zip(grid.columns, grid.results, strict=True)
        )
        title = say("desert-chart-barrage", block=name)
        yield drawn(title, (first, *found), rows)


def at(column: Sequence[object], result: object) -> list[int]:
    return [reading for reading, here in zip(READINGS, column, strict=True) if here == result]


def antiarmour(view: View, say: Say) -> Iterator[TableScene]:
    table = view.charts.anti_armor
    columns = [str(n) for n in range(len(table.rows[0]))]
    rows = []
    for number, line in enumerate(table.rows):
        mine = [READINGS[k] for k, row in enumerate(table.row_of) if row == number]
        rows.append((ranges(mine), *map(str, line)))
    title = say("desert-chart-antiarmour", n=-table.phasing_row_shift)
    yield drawn(title, (say("desert-head-dice"), *columns), rows)


def crt(view: View, say: Say) -> Iterator[TableScene]:
    table = view.charts.assault
    sums = range(2, 13)
    halves: tuple[tuple[str, Half36], ...] = (
        ("attacker", table.attacker),
        ("defender", table.defender),
    )
    for name, half in halves:
        found = sorted({n for column in half.percent for n in column})
        far = max((len(sets) for sets in half.retreats), default=0)
        more = [say("desert-chart-retreat", n=n + 1) for n in range(far)]
        if half.engaged:
            more = [say("desert-chart-engaged")]
        columns = (
            say("desert-chart-differential"),
            *(f"{n} %" for n in found),
            say("desert-chart-captured"),
            *more,
        )
        rows = []
        for k, span in enumerate(table.columns):
            losses = [ranges(at(half.percent[k], n)) for n in found]
            beside = [half.captured[k]]
            beside += [half.engaged[k]] if half.engaged else list(half.retreats[k])
            rows.append((str(span), *losses, *(ranges(one, sums) for one in beside)))
        yield drawn(say("desert-chart-crt", half=name, n=table.overrun_from), columns, rows)


def morale(view: View, say: Say) -> Iterator[TableScene]:
    table = view.charts.morale
    found = list(dict.fromkeys(text for row in table.values() for text in row))
    found.sort(key=lambda text: -99 if text == "surrender" else int(text), reverse=True)
    rows = (
        (f"{cohesion:+}", *(ranges(at(row, text)) for text in found))
        for cohesion, row in sorted(table.items(), reverse=True)
    )
    yield drawn(say("desert-chart-morale"), (say("desert-head-cohesion"), *found), rows)


def terrain(view: View, say: Say) -> Iterator[TableScene]:
    charts = view.charts
    grounds = (
        (
            say("desert-terrain", terrain=name),
            price(row.foot),
            price(row.motorised),
            str(row.bears),
            *map(shift, (row.barrage, row.anti_armor, row.close_assault)),
        )
        for name, row in charts.ground.items()
    )
    effects = "fire antiarmour assaults"
    yield drawn(
        say("desert-chart-terrain"),
        chart_heads(say, f"ground foot motorised stacking {effects}"),
        grounds,
    )
    works = (
        (name, *map(shift, (row.barrage, row.anti_armor, row.close_assault)))
        for name, row in charts.works.items()
    )
    yield drawn(say("desert-chart-works"), chart_heads(say, f"ground {effects}"), works)
    sides = []
    for name, side in charts.barriers.items():
        ways = {"up": side.up, "down": side.down} if side.sloped else {"": side.up}
        for way, one in ways.items():
            words = say("desert-chart-side", kind=name, way=way or "none")
            sides.append(
                (words, *crossing(one), say("desert-chart-zoc", blocks=yes(side.blocks_zoc)))
            )
    yield drawn(
        say("desert-chart-sides"),
        chart_heads(say, "ground foot motorised antiarmour assaults driven zoc"),
        sides,
    )


def crossing(one: Crossing) -> tuple[str, ...]:
    driven = "0" if one.assault_motorised else "no"
    return (
        price(one.foot),
        price(one.motorised),
        shift(one.anti_armor),
        shift(one.close_assault),
        driven,
    )


def chart_heads(say: Say, words: str) -> tuple[str, ...]:
    return tuple(say(f"desert-chart-head-{word}") for word in words.split())


def price_list(view: View, say: Say) -> Iterator[TableScene]:
    charts = view.charts
    plain = {**msgspec.structs.asdict(charts.cp)}
    trucks, hq = plain.pop("truck"), plain.pop("hq")
    cp = [(say("desert-chart-cp", what=name), str(n)) for name, n in plain.items()]
    cp += [(say("desert-chart-pace", what=kind), str(n)) for kind, n in trucks.items()]
    cp.append((say("desert-chart-pace", what="hq"), str(hq)))
    yield drawn(say("desert-chart-prices"), heads(say, "what n"), cp)
    ammo = charts.ammo
    rows = [
        (say("desert-chart-ammo", what="barrage"), str(ammo.barrage)),
        (say("desert-chart-ammo", what="antiarmour"), str(ammo.anti_armor)),
        *(
            (say("desert-chart-ammo-assault", cls=cls), str(n))
            for cls, n in ammo.close_assault.items()
        ),
        *((say("desert-chart-ammo-truck", kind=kind), str(n)) for kind, n in ammo.truck.items()),
    ]
    yield drawn(say("desert-chart-ammunition"), heads(say, "what n"), rows)
    dice = [(str(n), f"{percent} %") for n, percent in enumerate(charts.prisoners, 1)]
    yield drawn(say("desert-chart-prisoners"), chart_heads(say, "die percent"), dice)
    blown = ((str(span), f"{percent} %") for span, percent in charts.demolition)
    yield drawn(say("desert-chart-demolition"), chart_heads(say, "die percent"), blown)


def size_list(view: View, say: Say) -> Iterator[TableScene]:
    charts = view.charts
    rows = ((str(big), str(small), f"+{gain}") for big, small, gain in charts.org_size)
    yield drawn(say("desert-chart-sizes"), chart_heads(say, "larger smaller gain"), rows, 0)
    raw = charts.raw_strength
    strict = "yes" if raw.strict and view.rulings.double == "more" else "no"
    told = say("desert-chart-strength", strict=strict, ratio=raw.ratio)
    yield drawn(say("desert-chart-raw"), heads(say, "what n"), [(told, f"+{raw.modifier}")])


CHARTS: dict[str, Callable[[View, Say], Iterator[TableScene]]] = {
    "barrage": barrage,
    "antiarmour": antiarmour,
    "crt": crt,
    "morale": morale,
    "sizes": size_list,
    "terrain": terrain,
    "prices": price_list,
}
"""The charts, by mode."""


# ---- ratings, units, rulings


def rating_row(name: str, point: units.PointKind) -> tuple[str, ...]:
    found = []
    for rating in RATINGS:
        n = point.rating(rating)
        found.append(f"({n})" if rating in point.brackets else str(n) if n else NOTHING)
    return name, point.cls, str(point.cpa), *found


def rating_table(view: View, title: str, kinds: Iterable[str], say: Say) -> TableScene:
    names = "kind class cpa fire antiarmour armour off def vulnerability flak"
    rows = (rating_row(name, view.kinds[name]) for name in kinds)
    return TableScene(title, chart_heads(say, names), tuple(rows), tuple(range(2, 10)))


def ratings(view: View, say: Say) -> Sheet:
    return (rating_table(view, say("desert-chart-ratings"), view.kinds, say),), ()


def one_unit(unit: units.Unit, view: View, say: Say) -> Sheet:
    cpa = prices.effective_cpa(unit, view.kinds, view.charts)
    trucks = ", ".join(f"{one.n} {one.kind} {one.cargo}" for one in unit.trucks)
    leaders = [
        one.id for one in view.leaders.values() if (one.hex, one.side) == (unit.hex, unit.side)
    ]
    facts: dict[str, str] = {
        "hex": unit.hex,
        "kind": say("desert-kind", kind=unit.kind),
        "points": toe(unit.toe),
        "stacking": NOTHING if unit.sp is None else str(unit.sp),
        "parent": unit.parent or NOTHING,
        "with": unit.attached_to or NOTHING,
        "morale": f"{unit.morale:+}",
        "cohesion": f"{unit.cohesion:+}",
        "cpa": f"{cpa} − {unit.cp_spent} = {max(0, cpa - unit.cp_spent)}",
        "ammo": f"{unit.ammo}/{unit.max_ammo} ({condition.ammo(view, unit)})",
        "trucks": trucks or NOTHING,
        "leader": ", ".join(leaders) or NOTHING,
        "state": ", ".join(states(unit, say)) or NOTHING,
    }
    if unit.size_full:
        facts["full"] = str(unit.size_full)
    if unit.kind == "warship":
        facts = {"hex": unit.hex, "guns": f"{unit.gun}/{unit.gun_face}"}
    rows = tuple((say("desert-unit-fact", what=what), value) for what, value in facts.items())
    tables = [TableScene(unit.id, heads(say, "what value"), rows)]
    if unit.toe:
        tables.append(
            rating_table(view, say("desert-chart-ratings-of", unit=unit.id), unit.toe, say)
        )
    return tuple(tables), ()


def rulings(view: View, say: Say) -> Sheet:
    rows = []
    for field in msgspec.structs.fields(Rulings):
        now = getattr(view.rulings, field.name)
        values = (str(getattr(one, field.name)) for one in PROFILES.values())
        options = " ".join(map(str, get_args(field.type))) if field.name != "ca_cap" else "0-99"
        rows.append((written(field.name), str(now), *values, options))
    columns = chart_heads(say, "ruling here issue book options")
    return (TableScene(say("desert-chart-rulings"), columns, tuple(rows)),), (
        say("desert-rulings-more"),
    )
