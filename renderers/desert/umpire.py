"""The umpire's sheet (4.4): for each prompt the available choices, the choices so far, and the
meaning and cost of each, for the player asked.
"""

from collections.abc import Callable, Iterator, Mapping

from engine.games.desert import (
    casualties,
    condition,
    gunnery,
    paper_questions,
    paths,
    prices,
    s01_04_opening,
    s05_plans,
    s08_retreat,
    s09_fitness,
    s10_11_antiarmour,
    s12_losses,
    s12_retreat,
    s13_16_close,
)
from engine.games.desert.close_assault import part
from engine.games.desert.orders import Firing, Placed, Positions, tasked
from engine.games.desert.s05_shares import points_of
from engine.games.desert.units import Hex, Rating, Role, Unit, usable
from engine.games.desert.view import Bring, Declare, Falling, Named, View
from engine.games.desert.world import land
from renderers.desert import sheet_words
from renderers.desert.sheet_words import NOTHING, drawn, toe
from renderers.registry import Say
from renderers.toolkit.scene import TableScene


def has_sheet(view: View) -> bool:
    if view.viewer not in view.seats or view.step not in SHEETS or view.winner is not None:
        return False
    mine = view.viewer == view.phasing
    match view.step:
        case "aa_pick":
            return mine
        case "ca_pick":
            return True
        case "ca_retreat":
            return not mine and isinstance(view.task, Falling)
        case "obligations":
            return mine and isinstance(view.task, Falling)
    return view.sheet is not None


def sheet(view: View, say: Say) -> tuple[TableScene, ...]:
    if not has_sheet(view):
        return ()
    return tuple(table for table in SHEETS[view.step](view, say) if table.rows)


def choices(view: View, say: Say) -> TableScene:
    cp, ammo, mine = view.charts.cp, view.charts.ammo, view.viewer == view.phasing
    told = say(
        "desert-choices",
        step=view.step,
        phasing="yes" if mine else "no",
        cp=cp.attack if mine else cp.defend,
        hit=cp.barraged_only,
        probe=cp.probe,
        shells=ammo.barrage,
        shots=ammo.anti_armor,
        infantry=ammo.close_assault.get("inf", ammo.close_assault["default"]),
        others=ammo.close_assault["default"],
        off=cp.break_contact,
        engaged=cp.disengage,
        what=view.task.what if isinstance(view.task, Declare) else "none",
    )
    rows = (line.partition(" = ") for line in told.splitlines())
    found = tuple((what.strip(), meaning.strip()) for what, _, meaning in rows)
    return TableScene(say("desert-table-choices"), sheet_words.heads(say, "order meaning"), found)


def where(unit: Unit, say: Say) -> str:
    return say("desert-state", state=unit.position) if unit.position else NOTHING


# ---- D1 to D3: guns


def position(view: View, say: Say) -> Iterator[TableScene]:
    chosen: Positions = view.sheet

    def row(unit: Unit) -> tuple[str, ...]:
        raw, actual = points_of(view, (unit.id,))
        now = chosen.guns.get(unit.id)
        stands = say("desert-state", state=now) if now else NOTHING
        firing = f"{raw} = {actual}" if raw else NOTHING
        return unit.id, unit.hex, toe(unit.toe), firing, where(unit, say), stands

    guns = s01_04_opening.guns_in_contact(view)
    title = say("desert-sheet-position", n=len(guns))
    yield drawn(say, title, "unit hex points fire before sheet", map(row, guns), (3,))


def firing(view: View, say: Say) -> Iterator[TableScene]:
    chosen: Firing = view.sheet
    able = s01_04_opening.able(view)

    def row(unit: Unit) -> tuple[str, ...]:
        quiet = say("desert-sheet-quiet" if unit.id in chosen.quiet else "desert-sheet-fires")
        return *battery(view, unit, say), quiet

    title = say("desert-sheet-firing", n=len(able), quiet=len(chosen.quiet))
    heads_ = "unit hex where fire ammo needs sheet"
    yield drawn(say, title, heads_, map(row, able), (3, 4, 5))


def battery(view: View, unit: Unit, say: Say) -> tuple[str, ...]:
    """Return the row of a unit that can barrage."""
    raw, actual = points_of(view, (unit.id,))
    if unit.kind == "warship":
        return unit.id, unit.hex, NOTHING, str(actual), NOTHING, NOTHING
    needs, has = s01_04_opening.barrage_cost(view, unit), condition.ammo(view, unit)
    return unit.id, unit.hex, where(unit, say), f"{raw} = {actual}", str(has), str(needs)


def plan(view: View, say: Say) -> Iterator[TableScene]:
    chosen = s05_plans.sheet_of(view)
    mine = s05_plans.firing(view)

    def gun(unit: Unit) -> tuple[str, ...]:
        hold = say("desert-sheet-holds") if unit.id in chosen.hold else NOTHING
        return *battery(view, unit, say), chosen.target_of(unit.id) or hold

    idle = len(s05_plans.idle(view))
    title = say("desert-sheet-plan", n=len(mine), idle=idle)
    yield drawn(
        say, title, "unit hex where fire ammo needs target", map(gun, mine.values()), (3, 4, 5)
    )

    def target(one: Named) -> tuple[str, ...]:
        planned = s05_plans.hex_points(view, one.hex)
        units = sorted({name for barrage in chosen.of(one.name) for name in tasked([barrage])})
        reach = [
            name
            for name, unit in mine.items()
            if one.hex in view.near(unit.hex) or (unit.kind == "warship" and unit.hex == one.hex)
        ]
        name = f"{one.name} ({one.alias})" if one.alias else one.name
        points = str(planned[one.name]) if units else NOTHING
        held = held_word(view, one.hex, sum(planned.values()), say)
        return one.hex, name, one.kind, points, held, " ".join(reach)

    rows = (row for row in map(target, view.targets) if row[-1])
    title = say("desert-sheet-targets")
    yield drawn(say, title, "hex target class actual held reach", rows, (3,))


def held_word(view: View, hex: Hex, points: int, say: Say) -> str:
    """Return a cell: the plan's points against a hex, and whether they hold it off (P8)."""
    if view.viewer != view.phasing:
        return NOTHING
    more = s05_plans.seen_limit(view, hex)
    return say("desert-sheet-held", points=points, more=more, held="yes" if points > more else "no")


def declared(view: View, say: Say) -> Iterator[TableScene]:
    rows = [(line,) for line in paper_questions.written(view)]
    yield drawn(say, say("desert-sheet-declared"), "order", rows)


# ---- D5, D12, D17, D18: movement


def walkers(view: View, say: Say, able: Callable[[Unit], object]) -> Iterator[tuple[str, ...]]:
    """Yield the reader's land units with their paths on the sheet. ``able`` returns why a unit
    can't move.
    """
    by_unit = {way.unit: way for way in view.sheet.moves if way.path}
    for unit in view.of(view.viewer):
        if not land(unit):
            continue
        way, pace = by_unit.get(unit.id), paths.pace(view, unit)
        off = prices.break_off(unit, view.charts)
        free = max(0, pace - unit.cp_spent)
        plan = NOTHING
        if way is not None:
            price = paths.cost(view, unit, way.path)
            plan = say(
                "desert-sheet-way",
                way="-".join(way.path),
                cp=price,
                cohesion=prices.pay(unit.cp_spent, unit.cohesion, pace, price).over,
            )
        elif able(unit):
            plan = say("desert-sheet-fixed")
        yield unit.id, unit.hex, str(pace), str(unit.cp_spent), str(free), str(off), plan


def moving(view: View, say: Say) -> Iterator[TableScene]:
    able = s08_retreat.eligible if view.step == "retreat" else paths.fixed
    rows = walkers(view, say, lambda unit: able(view, unit))
    columns = "unit hex cpa spent free break sheet"
    yield drawn(say, say(f"desert-sheet-{view.step}"), columns, rows, (2, 3, 4, 5))


def ca_retreat(view: View, say: Say) -> Iterator[TableScene]:
    """Yield the hexes that may be chosen for a retreat, with the effect on losses (D12)."""
    fall = view.task
    assert isinstance(fall, Falling)
    going = s12_retreat.movers(view, fall.hex, view.viewer)
    enemies = view.enemies(view.viewer)
    friends = {unit.hex for unit in view.of(view.viewer) if unit.hex != fall.hex}
    found = s12_retreat.choices_of(view, fall, going)

    def row(hex: Hex, far: int, cp: str) -> tuple[str, ...]:
        city = view.cells[hex].city
        ignored = casualties.ignored_hexes(fall.hexes, far, city=city)
        lost = f"{casualties.loss_percent(fall.percent, ignored)} %"
        mark = say("desert-sheet-city") if city else NOTHING
        return hex, str(far), cp, mark, str(ignored), NOTHING if fall.forced else lost

    rows = []
    for hex, far in found.items():
        costs = [
            paths.escapes(view, unit, enemies, set(view.controlled), friends)[hex][0]
            for unit in going
        ]
        rows.append(row(hex, far, str(max(costs, default=0))))
    if not fall.forced or not found:
        rows.append(row(fall.hex, 0, "0"))
    title = say("desert-sheet-fall", hex=fall.hex, n=fall.hexes)
    yield drawn(say, title, "to far cp city ignored loss", rows, (1, 2, 4, 5))


def obligations(view: View, say: Say) -> Iterator[TableScene]:
    """Yield the units that must leave, with their cohesion (D17)."""
    fall = view.task
    assert isinstance(fall, Falling)
    rows = (
        (unit.id, say("desert-kind", kind=unit.kind), toe(unit.toe), f"{unit.cohesion:+}")
        for unit in s13_16_close.bound(view, fall.hex, view.viewer)
    )
    title = say("desert-sheet-owing", hex=fall.hex, enemy=fall.enemy)
    yield drawn(say, title, "unit kind points cohesion", rows, (3,))


# ---- D6 to D8, D10, D11: fighters


def assign(view: View, say: Say) -> Iterator[TableScene]:
    given = s09_fitness.sheet_of(view).roles
    attacking = s09_fitness.attacking(view)
    fights: Rating = "off" if attacking else "defence"
    rows = []
    for unit in s09_fitness.in_combat(view):
        stack = view.stacked(unit.hex, unit.side)
        fixed = s09_fitness.fixed(unit)
        for kind, n in unit.toe.items():

            def worth(rating: Rating, unit: Unit = unit, kind: str = kind) -> str:
                able = usable(unit, kind, rating, stack, view.kinds)  # noqa: B023  # called at once
                return str(view.kinds[kind].rating(rating)) if able else NOTHING

            roles = [
                " ".join(filter(None, (str(role.n), role.task, "+".join(role.targets))))
                for role in given.get(unit.id, [])
                if role.kind == kind
            ]
            said = say("desert-sheet-cannot", code=fixed.code) if fixed else NOTHING
            ammo = str(condition.ammo(view, unit))
            figures = (str(n), worth("anti_armor"), worth(fights), ammo)
            rows.append((unit.id, unit.hex, kind, *figures, ", ".join(roles) or said))
    columns = f"unit hex kind n antiarmour {'off' if attacking else 'def'} ammo sheet"
    yield drawn(say, say("desert-sheet-assign"), columns, rows, (3, 4, 5, 6))
    if attacking:
        yield fronts(view, say)


def fronts(view: View, say: Say) -> TableScene:
    """Return enemy hexes and the raw points assigned to each on the sheet (D6)."""
    rows = []
    for hex in sorted({touch.enemy for touch in view.touching}):
        mark = next(
            (
                word
                for word, found in (
                    ("held", view.held_off),
                    ("retreated", view.retreated),
                    ("must", view.must),
                )
                if hex in found
            ),
            "free",
        )
        touching = sorted({touch.own for touch in view.touching if touch.enemy == hex})
        roles = [
            (view.units[name], role)
            for name, own in s09_fitness.sheet_of(view).roles.items()
            for role in own
            if hex in role.targets
        ]
        aa, ca = (
            sum(raw_of(view, unit, role, rating) for unit, role in roles if role.task == task)
            for task, rating in RATED
        )
        marked = say("desert-sheet-front", mark=mark)
        rows.append((hex, marked, " ".join(touching), str(aa), str(ca)))
    title = say("desert-sheet-fronts")
    return drawn(say, title, "hex mark own antiarmour off", rows, (3, 4))


RATED: tuple[tuple[str, Rating], ...] = (("aa", "anti_armor"), ("ca", "off"))


def raw_of(view: View, unit: Unit, role: Role, rating: Rating) -> int:
    stack = view.stacked(unit.hex, unit.side)
    return part(unit, role.kind, role.n, rating, stack, view.kinds).raw


def aa_pick(view: View, say: Say) -> Iterator[TableScene]:
    mine = list(view.of(view.viewer))
    rows = []
    for hex in s10_11_antiarmour.called(mine):
        if hex in view.fired_aa:
            continue
        firing = [
            unit
            for unit in mine
            if any(role.task == "aa" and hex in role.targets for role in unit.seg.roles)
        ]
        raw = sum(
            gunnery.raw_fire(
                unit, unit.seg.roles, view.stacked(unit.hex, unit.side), view.kinds, hex
            )
            for unit in firing
        )
        units = " ".join(unit.id for unit in firing) or NOTHING
        rows.append((hex, str(raw), units))
    yield drawn(say, say("desert-sheet-calling"), "hex raw units", rows, (1,))


def ca_pick(view: View, say: Say) -> Iterator[TableScene]:
    """Yield assaults with the reader's units (D10, P38), or for the defender their state (D11,
    P37).
    """
    if view.viewer != view.phasing:
        told = (
            ("+".join(one.targets), status(one.status, held=one.held, say=say))
            for one in view.attacks
        )
        yield drawn(say, say("desert-sheet-combat"), "hex state", told)
        return
    rows = []
    for attack in view.attacks:
        parts = [
            (unit, role)
            for unit in view.of(view.viewer)
            for role in unit.seg.roles
            if role.task == "ca" and role.targets == attack.targets
        ]
        units = ", ".join(f"{unit.id} {role.n} {role.kind}" for unit, role in parts) or NOTHING
        raw = sum(raw_of(view, unit, role, "off") for unit, role in parts)
        state = status(attack.status, held=attack.held, say=say)
        rows.append(
            ("+".join(attack.targets), " ".join(attack.origins) or NOTHING, str(raw), state, units)
        )
    title = say("desert-sheet-assaults")
    yield drawn(say, title, "target from raw state units", rows, (2,))


def status(word: str, *, held: bool, say: Say) -> str:
    return say("desert-sheet-status", status=word, held="yes" if held else "no")


def ca_place(view: View, say: Say) -> Iterator[TableScene]:
    bring, chosen = view.task, view.sheet
    assert isinstance(bring, Bring)
    assert isinstance(chosen, Placed)
    _, heavy = s12_losses.left(bring, chosen)
    prisoners = sum(chosen.prisoners.values())
    rows = []
    if bring.prisoners:
        to = toe(chosen.prisoners)
        what = say("desert-sheet-prisoners")
        rows.append((what, str(bring.prisoners), str(bring.prisoners - prisoners), to))
    for kind, n in bring.brought.items():
        to = ", ".join(f"{b.n} {b.unit} {b.hex}" for b in chosen.brought if b.kind == kind)
        rows.append((kind, str(n), str(heavy.get(kind, 0)), to or NOTHING))
    if chosen.guards:
        rows.append((say("desert-sheet-guarding"), "", "", toe(chosen.guards)))
    title = say("desert-sheet-bring", hexes="+".join(bring.hexes))
    yield drawn(say, title, "what n left sheet", rows, (1, 2))


SHEETS: Mapping[str, Callable[[View, Say], Iterator[TableScene]]] = {
    "position": position,
    "firing": firing,
    "plan": plan,
    "apply": sheet_words.apply,
    "retreat": moving,
    "assign": assign,
    "aa_pick": aa_pick,
    "aa_loss": sheet_words.aa_loss,
    "ca_pick": ca_pick,
    "ca_retreat": ca_retreat,
    "ca_loss": sheet_words.ca_loss,
    "ca_captured": sheet_words.ca_captured,
    "ca_place": ca_place,
    "obligations": obligations,
    "move": moving,
    "paper": declared,
}
"""The tables of each step, by its name."""
