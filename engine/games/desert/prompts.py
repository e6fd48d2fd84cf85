"""The common part of all prompts with a sheet: the sheet, its lines, ``ok`` and ``auto`` (4.4)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, ClassVar, Self

import msgspec

from engine import Ask, Bar, Choice, Event, Frame, Menu, Order, Seat, Slot, Table
from engine.games.desert import events, world
from engine.games.desert import orders as o
from engine.games.desert.orders import Sheet
from engine.games.desert.slots import Amounts, Pick, bar
from engine.games.desert.units import Points, Role
from engine.games.desert.view import Own, View


class Prompt(Frame):
    sheets: dict[Seat, Sheet]
    blank: ClassVar[type]
    """The type of this prompt's sheet."""

    @classmethod
    def of_both(cls, w: world.World) -> Self:
        return cls({seat: cls.blank() for seat in w.seats})

    def ask(self, t: Table) -> Ask | None:
        return Ask(tuple(seat for seat in t.seats if seat in self.sheets), secret=True)

    def show(self, viewer: Seat) -> Own | None:
        return Own(self.sheets[viewer]) if viewer in self.sheets else None

    def line(self, t: Table, seat: Seat, order: Any) -> None:
        view: View = t.view(seat)
        if isinstance(order, o.Show):
            t.tell(None, **{seat: self.shown(view)})
            return
        self.sheets[seat] = in_order(self.edited(view, self.sheets[seat], order))
        for code, what, n, of in self.warnings(t.view(seat), order):
            t.tell(None, **{seat: events.Warned(code, what, n, of)})

    def forget(self, t: Table, seat: Seat) -> None:
        if seat in self.sheets:
            self.sheets[seat] = self.blank()

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        w: world.World = t.world
        views: dict[Seat, View] = {seat: t.view(seat) for seat in self.sheets}
        final = {
            seat: self.default(views[seat]) if isinstance(orders.get(seat), o.Auto) else sheet
            for seat, sheet in self.sheets.items()
        }
        self.play(t, {seat: final[seat] for seat in w.seats if seat in final})

    def edited(self, view: View, sheet: Any, order: Any) -> Sheet:
        raise NotImplementedError(type(self).__name__)

    @staticmethod
    def default(view: View) -> Sheet:
        raise NotImplementedError

    def play(self, t: Table, sheets: dict[Seat, Any]) -> None:
        raise NotImplementedError(type(self).__name__)

    def shown(self, view: View) -> Event:
        """Return the sheet with all its consequences, for ``show``."""
        raise NotImplementedError(type(self).__name__)

    def warnings(self, view: View, order: Any) -> list[tuple[str, str, int, int]]:
        return []


def in_order(sheet: Sheet) -> Sheet:
    return msgspec.json.decode(msgspec.json.encode(sheet, order="deterministic"), type=type(sheet))


def answers(choices: list[Choice], bar: Bar | None = None) -> Menu:
    """Return these lines, ``ok`` unless barred, and ``auto``, which is the default."""
    ok = Choice(o.Ok, "ok", bar=bar)
    return Menu([*choices, ok, Choice(o.Auto, "auto")], default=o.Auto())


def one_answer(choices: list[Choice], default: Order) -> Menu:
    """Return a menu whose answer is a single order instead of a sheet. ``auto`` plays the
    default.
    """
    return Menu([*choices, Choice(o.Auto, "auto")], default=default)


def answered(frame: Frame, t: Table, orders: dict[Seat, Order]) -> Order:
    """Return the answer of the only seat that was asked. For ``auto`` it is the default."""
    ((seat, order),) = orders.items()
    if not isinstance(order, o.Auto):
        return order
    default: Order = frame.menu(t.view(seat), seat).default
    return default


def offer(
    order: type, pattern: str, *, able: bool, **slots: Slot | Callable[[dict[str, Any]], Slot]
) -> Choice:
    why = None if able else bar("E-NONE", what=pattern.split()[0])
    return Choice(order, pattern, offered=able, bar=why, regret=None, **slots)


def points_line(order: type, verb: str, most: Points, units: Pick | None = None) -> Choice:
    return Choice(
        order,
        verb + " {unit} {points}",
        unit=units or Pick(most, None, "E-UNIT"),
        points=lambda got: Amounts(most[got["unit"]]),
    )


WHERE = {"forward": "fwd", "back": "back"}


def written(view: View) -> Iterator[str]:
    """Yield the lines that make the viewer's sheet from an empty one."""
    match sheet := view.sheet:
        case o.Positions(guns) if guns:
            yield " ".join(["pos", *(f"{unit} {WHERE[there]}" for unit, there in guns.items())])
        case o.Firing(quiet):
            yield from (f"quiet {unit}" for unit in quiet)
        case o.Plan(barrages, hold, alias):
            for target, plan in barrages.items():
                yield f"bar {target}: " + " ; ".join(map("+".join, plan))
            if hold:
                yield f"hold {'+'.join(hold)}"
            yield from (f"name {target} {name}" for target, name in alias.items())
        case o.Losses(points, guns, trucks):
            verb = "give" if view.step == "ca_captured" else "lose"
            yield from (f"{verb} {unit} {amounts(some)}" for unit, some in points.items())
            yield from (f"gun {unit} {amounts(some)}" for unit, some in guns.items())
            for unit, cargoes in trucks.items():
                yield from (f"truck {unit} {cargo} {n}" for cargo, n in cargoes.items())
        case o.Ways(moves, riders):
            for way in moves:
                start = (view.units[way.unit].hex,) if view.step == "retreat" else ()
                path = "-".join((*start, *way.path))
                verb = "rba" if view.step == "retreat" else "move"
                yield f"blow {way.unit} {way.dump}" if way.dump else f"{verb} {way.unit} {path}"
            yield from (f"move {leader} with {unit}" for leader, unit in riders.items())
        case o.Assigned(roles, sizes):
            yield from assigned(view, roles)
            yield from (f"size {hex} {n}" for hex, n in sizes.items())
        case o.Placed():
            yield from (f"pow {n} {hex}" for hex, n in sheet.prisoners.items())
            yield from (f"repl {one.n} {one.kind} {one.unit} {one.hex}" for one in sheet.brought)
            yield from (f"guard {unit} {n}" for unit, n in sheet.guards.items())


def amounts(points: Mapping[str, int]) -> str:
    return " ".join(f"{kind} {n}" for kind, n in points.items())


def assigned(view: View, roles: Mapping[str, list[Role]]) -> Iterator[str]:
    whole = dict[tuple[str, str], list[str]]()
    for unit, own in roles.items():
        ways = {(role.task, "+".join(role.targets)) for role in own}
        if len(ways) == 1 and sum(role.n for role in own) == view.units[unit].points:
            whole.setdefault(ways.pop(), []).append(unit)
            continue
        for role in own:
            line = f"{role.task} {unit} {role.kind} {role.n} {'+'.join(role.targets)}"
            yield line.rstrip()
    for (task, targets), units in whole.items():
        yield f"{task} {'+'.join(units)} {targets}".rstrip()
