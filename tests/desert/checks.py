"""What a ``check`` of a case may ask: one function a kind, its parameters the
keys of the table (see README.md).
"""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import convert

from engine.games.desert import casualties, chart_file, close_assault, gunnery, prices
from engine.games.desert.casualties import Exposed
from engine.games.desert.chart_data import Block, Half, Hit
from engine.games.desert.rulings import Profile, rulings
from engine.games.desert.units import PointKind, Trucks, Unit

CHARTS = chart_file.shipped()
PROFILES: dict[str, Profile] = {"issue": "issue", "book": "book"}


class Failed(AssertionError):
    """A check that came out otherwise."""


def check(table: Mapping[str, Any]) -> None:
    """One check: ``what``, its parameters, what it ``is``. Raises ``Failed``."""
    rest = {
        key: value
        for key, value in table.items()
        if key not in ("what", "is", "profile", "rulings")
    }
    function = KINDS[table["what"]]
    if "profile" in table or "rulings" in table or function in RULED:
        rest["r"] = rulings(PROFILES[table.get("profile", "issue")], table.get("rulings", ""))
    found = function(**rest)
    if found != table["is"]:
        raise Failed(f"{dict(table)}: is {found!r}")


def points(
    toe: Mapping[str, int], rating: int = 0
) -> tuple[list[close_assault.Part], dict[str, PointKind]]:
    kinds = {name: convert({"class": name, "cpa": 10, "armor": 1}, PointKind) for name in toe}
    return [close_assault.Part(name, "A1", name, n, rating) for name, n in toe.items()], kinds


def unsupported(toe: Mapping[str, int], r: Any) -> int:
    parts, kinds = points(toe)
    return close_assault.tanks_unsupported(parts, kinds, r, {})


def strength(toe: Mapping[str, int], rating: int, r: Any) -> int:
    parts, kinds = points(toe, rating)
    lost = close_assault.tanks_unsupported(parts, kinds, r, {})
    return close_assault.strength(parts, lost, r).actual


def basic(off: int, defence: int, r: Any, defenders: Mapping[str, int] | None = None) -> int:
    small = close_assault.is_small(off, defence, r)
    attacker, defender = (
        close_assault.strength([close_assault.Part("X", "A1", "x", 1, raw)], lost, r, small=small)
        for raw, lost in ((off, 0), (defence, unsupported(defenders or {}, r)))
    )
    return attacker.actual - defender.actual


def raw_modifier(off: int, defence: int, r: Any) -> int:
    return close_assault.raw_modifier(off, defence, CHARTS, r)


def column(basic: int, modifiers: int, r: Any) -> str:
    found = close_assault.differential(CHARTS, r, basic, terrain=modifiers)
    return str(CHARTS.assault.columns[found.column])


def overrun(basic: int, modifiers: int, r: Any) -> bool:
    return close_assault.differential(CHARTS, r, basic, terrain=modifiers).overrun


def attacker_loses(raw: int, percent: int) -> int:
    return casualties.attacker_loses(raw, percent)


def defender_loses(raw: int, percent: int, overrun: bool = False) -> int:
    return casualties.defender_loses([(raw, percent)], overrun=overrun)


def stood(raw: int, percent: int, retreat: int, walked: int, city: bool = False) -> int:
    ignored = casualties.ignored_hexes(retreat, walked, city=city)
    return casualties.defender_loses(
        [(raw, casualties.loss_percent(percent, ignored))], overrun=False
    )


def guns(need: int, ratings: list[int], r: Any) -> int:
    pool = [Exposed(f"G{n}", "gun", 1, rating) for n, rating in enumerate(ratings)]
    return sum(casualties.cheapest_choice(pool, need).values())


def guns_that_fired(need: int, rating: int, guns: int, r: Any) -> int:
    """How many guns are lost that are rated so and have fired anti-armour (R-VULRATE)."""
    point = PointKind(cls="arty", cpa=15, vulnerability=rating)
    worth = casualties.vulnerability(point, r, fired_aa=True, offensive=False)
    return sum(casualties.cheapest_choice([Exposed("G", "gun", guns, worth)], need).values())


def armour(damage: int, pick: list[int], r: Any, left: list[int] | None = None) -> bool:
    pool = [Exposed(f"P{n}", "tank", 1, rating) for n, rating in enumerate([*pick, *(left or [])])]
    chosen = {(f"P{n}", "tank"): 1 for n in range(len(pick))}
    return casualties.enough(chosen, pool, casualties.armour_needed(damage, r))


def damage(raw: int, reading: int, phasing: bool = False) -> int:
    fire = gunnery.fire(raw, 0)
    return CHARTS.damage(fire.column, reading, phasing=phasing) if fire else 0


def held_off(points: int, non_gun: int, targets: int, r: Any) -> bool:
    return gunnery.held_off(r, points, non_gun, targets)


def barrage_result(block: Block, points: int, reading: int) -> str:
    """``none``, ``pinned``, ``2``, ``2 + pin``."""
    hit: Hit = CHARTS.barrage_result(block, points, 0, reading, numeric_pins=CHARTS.numeric_pins)
    if hit.lose:
        return f"{hit.lose} + pin" if hit.pinned else str(hit.lose)
    return "pinned" if hit.pinned else "none"


def trucks(infantry: int, medium: int, lost: int, rolled: int) -> int:
    """Trucks lost by infantry on medium trucks that loses points, with
    those of the truck roll (P19.s4).
    """
    unit = Unit(
        id="X",
        side="cw",
        kind="inf",
        hex="A1",
        name="X",
        toe={"x": infantry},
        trucks=(Trucks("medium", "troops", medium),),
    )
    return sum(group.n for group in prices.lost_carriers(unit, lost)) + rolled


def paid(cpa: int, spent: int, cohesion: int, cp: int) -> int:
    return prices.pay(spent, cohesion, cpa, cp).cohesion


def crt(half: Half, differential: int, reading: int) -> str:
    """``5 %``, ``40 % captured``, ``30 % captured retreat 2``, ``0 % engaged``."""
    results = {"attacker": close_assault.attacker_result, "defender": close_assault.defender_result}
    result = results[half](CHARTS, CHARTS.assault_column(differential), reading)
    words = [f"{result.percent} %"]
    words += [word for word in ("captured", "engaged") if getattr(result, word)]
    return " ".join([*words, *([f"retreat {result.retreat}"] if result.retreat else [])])


KINDS: dict[str, Callable[..., Any]] = {
    "actual": prices.actual,
    "average": prices.average,
    "unsupported": unsupported,
    "strength": strength,
    "basic": basic,
    "raw_modifier": raw_modifier,
    "final_morale": close_assault.final_morale,
    "column": column,
    "overrun": overrun,
    "attacker_loses": attacker_loses,
    "defender_loses": defender_loses,
    "stood": stood,
    "vulnerability": casualties.vulnerability_needed,
    "guns": guns,
    "guns_that_fired": guns_that_fired,
    "captured": casualties.captured_needed,
    "armour": armour,
    "damage": damage,
    "held_off": held_off,
    "barrage": barrage_result,
    "points": gunnery.barrage_points,
    "trucks": trucks,
    "paid": paid,
    "crt": crt,
}
RULED = {
    function
    for function in KINDS.values()
    if "r" in function.__code__.co_varnames[: function.__code__.co_argcount]
}
"""Kinds that hang on the rulings; the others are the same in every profile."""
