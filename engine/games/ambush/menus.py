"""The menus of ambush, each made from a view and nothing else."""

from typing import Any

from engine.games.ambush import orders
from engine.games.ambush.board import sight
from engine.games.ambush.events import Previewed
from engine.games.ambush.slots import Pace, Place, Policy, Shots, Steps, Tail, Twist, path_slot
from engine.games.ambush.units import Unit
from engine.games.ambush.view import View
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Many, OneOf, Slot
from engine.state import Seat


def path_choices(view: View, order: type, verb: str, units: list[str]) -> list[Choice]:
    """``move A1 run F F``, with a tail for falls, and with ``?`` behind it."""

    def unit_of(got: dict[str, Any]) -> Unit:
        return view.units[got["unit"]]

    def tail(got: dict[str, Any]) -> Slot:
        return Tail(view, unit_of(got), got["mode"], got["steps"])

    steps = path_slot(view, unit_of)
    unit = OneOf(units, "no-such-unit", "2.6")

    def mode(got: dict[str, Any]) -> Slot:
        return Pace(unit_of(got).modes())

    def walking(got: dict[str, Any]) -> Slot:
        return Pace([mode for mode in unit_of(got).modes() if mode in ("walk", "run")] or ["walk"])

    pattern = f"{verb} {{unit}} {{mode}} {{steps}}"
    return [
        Choice(order, pattern, unit=unit, mode=mode, steps=steps),
        Choice(
            order,
            f"{pattern} on_fall: {{on_fall}}",
            unit=unit,
            mode=walking,
            steps=steps,
            on_fall=tail,
        ),
        Choice(orders.Preview, f"{pattern} ?", offered=False, unit=unit, mode=mode, steps=steps),
    ]


def move_menu(view: View, seat: Seat) -> Menu:
    """A NORMAL turn: any of one's units that is not done; default: the first stands still (3.6).

    Rule: WN-6.
    """
    mine = [unit.id for unit in view.movable(seat)]
    return Menu(
        path_choices(view, orders.Move, "move", mine), default=orders.Move(min(mine), "stand")
    )


def continue_menu(view: View) -> Menu:
    """A SPECIFIC turn: the points that are left, in the same mode; default: stop here."""
    halted = view.halted
    assert halted is not None
    unit, mode, used = view.units[halted.unit], halted.mode, halted.used
    one, steps = OneOf([unit.id]), Steps(view, unit, mode, used)

    def tail(got: dict[str, Any]) -> Slot:
        return Tail(view, unit, mode, got["steps"], used)

    pattern = "continue {unit} {steps}"
    choices = [
        Choice(orders.Continue, pattern, unit=one, steps=steps),
        Choice(
            orders.Continue, f"{pattern} on_fall: {{on_fall}}", unit=one, steps=steps, on_fall=tail
        ),
        Choice(orders.Ahead, f"{pattern} ?", offered=False, unit=one, steps=steps),
    ]
    return Menu(choices, default=orders.Continue(unit.id), why=halted)


def avoid_menu(view: View) -> Menu:
    """Yes with a whole move, or no; default: no."""
    dodge = view.dodge
    assert dodge is not None
    yes = path_choices(view, orders.Dodge, "avoid yes", [dodge.unit])
    no = Choice(orders.Stay, "avoid no {unit}", unit=OneOf([dodge.unit]))
    return Menu([no, *yes], default=orders.Stay(dodge.unit), why=dodge)


def window_menu(view: View) -> Menu:
    """A sealed window: who has nothing to decide is asked all the same, and notes it."""
    chance = view.chance
    choices = [Choice(orders.Noted, "noted")]
    if chance is not None:
        units = [shooter.unit for shooter in chance.shooters]
        choices = [
            Choice(orders.Hold, "hold"),
            Choice(orders.Shoot, "fire {units}", units=Many(units, 1)),
            *choices,
        ]
    return Menu(choices, default=orders.Noted(), why=chance)


def standing_menu(view: View, seat: Seat) -> Menu:
    """What may be said at any time: standing orders, and whether to be asked at all.

    Rule: WN-4.
    """
    hidden = [unit.id for unit in view.of(seat) if unit.hidden]
    choices = []
    if hidden:
        choices.append(
            Choice(orders.Standing, "ambush {unit} {policy}", unit=OneOf(hidden), policy=Policy())
        )
    if view.rights[seat]:
        choices.append(Choice(orders.Asking, "asking {how}", how=OneOf(["on", "off"])))
    return Menu(choices)


def free_hexes(view: View, seat: Seat) -> list[str]:
    """Where a visible unit may be put (S2)."""
    return [
        h for h in view.deploy[seat] if view.cell(h).code != "#" and view.standing_in(h) is None
    ]


def deploy_menu(view: View, seat: Seat) -> Menu:
    """S2: one of one's visible units, or a hidden one as a visible one."""
    free = free_hexes(view, seat)
    place = Place(free, "not-in-your-zone", "S2")
    mine = [
        u.id
        for u in view.units.values()
        if u.owner == seat and not u.hidden and not u.hex and not u.dead
    ]
    spare = [r.id for r in view.reserves if r.owner == seat]
    choices = [Choice(orders.Deploy, "deploy {unit} {place}", unit=OneOf(mine), place=place)]
    if spare and view.rights[seat]:
        choices.append(Choice(orders.Show, "show {unit} {place}", unit=OneOf(spare), place=place))
    return Menu(choices, default=orders.Deploy(mine[0], f"{free[0]}/0"))


def hide_menu(view: View, seat: Seat) -> Menu:
    """S3: a sheet of hidden places inside one's own zone."""
    sheet = {line.unit: line.place for line in view.sheet.lines} if view.sheet else {}
    used = view.opened.get(seat, 0) + sum(1 for u in view.of(seat) if u.hidden)
    taken = {place[:4] for place in sheet.values()}
    free = [
        hex
        for hex in view.ambush[seat]
        if view.cell(hex).hides(prone=True) and view.standing_in(hex) is None and hex not in taken
    ]
    mine = [
        u.id
        for u in view.units.values()
        if u.owner == seat and u.reserve and u.hidden and not u.hex
    ]
    full = used + len(sheet) >= view.allowance[seat]
    open_units = [i for i in mine if i in sheet] if full else mine
    choices = []
    if open_units and free:
        place = Place(free, "not-in-your-zone", "HU-1")
        choices.append(
            Choice(orders.Hide, "hide {unit} {place}", unit=OneOf(open_units), place=place)
        )
    if sheet:
        choices.append(Choice(orders.Unhide, "hide {unit} none", unit=OneOf(list(sheet))))
    return Menu([*choices, Choice(orders.Ok, "ok")], default=orders.Ok(), why=view.sheet)


def fire_menu(view: View, seat: Seat) -> Menu:
    """The Weapons step: a sheet with the fire of each unit, hidden ones included."""
    able = {unit.id: unit for unit in view.of(seat) if unit.able and not unit.shot}
    options = {name: targets(view, unit) for name, unit in able.items()}
    ready = [i for i, twists in options.items() if any(twists.values())]

    def twist(got: dict[str, Any]) -> Slot:
        return Twist([twist for twist, shots in options[got["unit"]].items() if shots])

    def shots(got: dict[str, Any]) -> Slot:
        return Shots(options[got["unit"]][got["twist"]])

    choices = []
    if ready:
        choices.append(
            Choice(
                orders.Aim,
                "fire {unit} {twist} {shots}",
                unit=OneOf(ready),
                twist=twist,
                shots=shots,
            )
        )
    written = [line.unit for line in view.sheet.lines] if view.sheet else []
    if written:
        choices.append(Choice(orders.Cease, "cease {unit}", unit=OneOf(written)))
    return Menu([*choices, Choice(orders.Ok, "ok")], default=orders.Ok(), why=view.sheet)


def targets(view: View, unit: Unit) -> dict[int, dict[str, list[str]]]:
    """For each torso twist, and each weapon that bears with it, whom it may shoot at."""
    found: dict[int, dict[str, list[str]]] = {twist: {} for twist in sight.TWISTS}
    for enemy in view.units.values():
        if enemy.owner == unit.owner or not enemy.visible:
            continue
        able = {gun for gun in unit.guns() if sight.fire_number(view, unit, gun, enemy) is not None}
        for twist in sight.TWISTS if able else ():
            for gun in sight.bearing_guns(unit, twist, enemy.hex):
                if gun in able:
                    found[twist].setdefault(gun.label, []).append(enemy.id)
    return found


def reveal_menu(view: View, seat: Seat) -> Menu:
    """HU-3a: everybody gets the form, also with nothing on it."""
    written = [line.unit for line in view.sheet.lines] if view.sheet else []
    hidden = [u.id for u in view.of(seat) if u.hidden and u.id not in written]
    choices = []
    if hidden:
        choices.append(Choice(orders.Emerge, "reveal {unit} next-round", unit=OneOf(hidden)))
    if written:
        choices.append(Choice(orders.Lurk, "reveal {unit} not", unit=OneOf(written)))
    return Menu([*choices, Choice(orders.Ok, "ok")], default=orders.Ok(), why=view.sheet)


def preview(t: Table, seat: Seat, order: orders.Preview | orders.Ahead) -> None:
    """Tell a seat where a path would end, from its own view (2.19, IS-24).

    Rule: OR-1.
    """
    view: View = t.view(seat)
    unit, used = view.units[order.unit], view.halted.used if view.halted else 0
    mode = (
        order.mode
        if isinstance(order, orders.Preview)
        else view.halted.mode
        if view.halted
        else "walk"
    )
    if mode == "jump":
        (word,) = order.steps
        hex, facing, left = word[1:5], int(word[6]), 0
    else:
        spot = Steps(view, unit, mode, used).way(order.steps)[-1]
        hex, facing, left = spot.hex, spot.facing, spot.left
    t.tell(
        None,
        **{
            seat: Previewed(
                unit=unit.id,
                mode=mode,
                hex=hex,
                facing=facing,
                used=unit.points(mode) - left,
                left=left,
            )
        },
    )
