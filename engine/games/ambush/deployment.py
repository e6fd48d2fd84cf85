"""Deployment (rules 2.5 S1 to S3): visible units in turns, hidden ones in secret."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import Ask, Choice, Frame, Menu, OneOf, Order, Script, Seat, Slot, Table, slots
from engine.games.ambush import damage, events, orders, rounds, weapons
from engine.games.ambush.damage import pledge
from engine.games.ambush.hexes import Hex
from engine.games.ambush.units import Unit
from engine.games.ambush.view import View
from engine.games.ambush.world import World


class Setup(Script):
    steps = ("deploy", "hide", "pledge", "play")

    def deploy(self, t: Table) -> None:
        w: World = t.world
        if any(w.waiting(seat, hidden=False) for seat in w.seats):
            t.push(Deploying([seat for seat, _ in rounds.initiative(t)]))

    def hide(self, t: Table) -> None:
        t.world.phase = "hide"
        t.push(Hiding())

    def pledge(self, t: Table) -> None:
        pledge(t)

    def play(self, t: Table) -> None:
        t.replace(rounds.Round())


class Place(Slot):
    """A slot for ``0309/0``: one of these hexes, and a facing."""

    def __init__(self, hexes: Sequence[Hex], rule: str):
        self.hexes, self.rule = hexes, rule

    def read(self, reader: slots.Reader, i: int, end: int) -> tuple[str, int]:
        places = self.few()
        reader.note(i, "not-in-your-zone", places, self.rule)
        word = reader.word(i, end)
        if word not in places:
            raise slots.Miss
        return word, i + 1

    def write(self, value: str) -> str:
        return value

    def sample(self, rng: random.Random) -> str:
        return f"{rng.choice(self.hexes)}/{rng.randrange(6)}"

    def few(self) -> list[str]:
        return [f"{hex}/{facing}" for hex in self.hexes for facing in range(6)]


class Deploying(Frame):
    """The visible units are placed, in turns.

    Rule: ST-2.
    """

    order: list[Seat]
    turn: int = 0

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        after = self.order[self.turn :] + self.order[: self.turn]
        seat = next((seat for seat in after if w.waiting(seat, hidden=False)), None)
        return None if seat is None else Ask((seat,))

    def resume(self, t: Table) -> None:
        t.pop()

    def menu(self, view: View, seat: Seat) -> Menu:
        free = [hex for hex in view.deploy[seat] if view.free(hex)]
        place = Place(free, "ST-2")
        mine = [unit.id for unit in view.waiting(seat, hidden=False)]
        spare = [one.id for one in view.reserves if one.owner == seat]
        choices = [Choice(orders.Deploy, "deploy {unit} {place}", unit=OneOf(mine), place=place)]
        if spare and view.rights[seat]:
            show = Choice(orders.Show, "show {unit} {place}", unit=OneOf(spare), place=place)
            choices.append(show)
        return Menu(choices, default=orders.Deploy(mine[0], f"{free[0]}/0"))

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        w: World = t.world
        ((seat, order),) = answers.items()
        unit = w.units[order.unit]
        if isinstance(order, orders.Show):
            unit.hidden, unit.reserve, unit.turn = False, False, "ready"
            w.opened[seat] = w.opened.get(seat, 0) + 1
        unit.hex, unit.facing = order.place[:4], int(order.place[5])
        t.tell(events.Placed(unit.id, unit.hex, unit.facing))
        self.turn = self.order.index(seat) + 1


class Hiding(weapons.Writing[orders.Hide]):
    """Every side hides its units at the same time, in secret.

    Rule: ST-3.
    """

    kind = "hide"

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        able = tuple(s for s in w.seats if w.right(s) and w.waiting(s, hidden=True))
        return Ask(able) if able and not self.done else None

    def menu(self, view: View, seat: Seat) -> Menu:
        sheet = {line.unit: line.place[:4] for line in view.lines}
        used = view.opened.get(seat, 0) + sum(1 for unit in view.of(seat) if unit.hidden)
        free = [
            hex
            for hex in view.ambush[seat]
            if view.cell(hex).hides(prone=True)
            and view.standing_in(hex) is None
            and hex not in sheet.values()
        ]
        full = used + len(sheet) >= view.allowance[seat]
        mine = [unit.id for unit in view.waiting(seat, hidden=True) if unit.id in sheet or not full]
        choices = []
        if mine and free:
            pattern, place = "hide {unit} {place}", Place(free, "HU-1")
            choices.append(Choice(orders.Hide, pattern, unit=OneOf(mine), place=place))
        if sheet:
            choices.append(Choice(orders.Unhide, "hide {unit} none", unit=OneOf(list(sheet))))
        return weapons.sheet_menu(view, choices)

    def line(self, t: Table, seat: Seat, order: orders.Hide | orders.Unhide) -> None:
        lines = [order] if isinstance(order, orders.Hide) else []
        self.write(seat, order.unit, *lines)
        t.tell(None, **{seat: events.Noticed(order.unit, lines[0].place if lines else "none")})

    def leaves(self, t: Table, seat: Seat, order: Order) -> tuple[str, ...]:
        """Return the content of each place in the allowance, used or not, because their number is
        public.
        """
        w: World = t.world
        units = [unit for unit in w.of(seat) if unit.hidden]
        units += [hidden(w, line) for line in self.sheets.get(seat, [])]
        unused = w.allowance[seat] - w.opened.get(seat, 0) - len(units)
        return (*map(damage.content, units), *[damage.content(None)] * unused)

    def play(self, t: Table, lines: list[orders.Hide]) -> None:
        w: World = t.world
        for line in lines:
            w.units[line.unit] = hidden(w, line)


def hidden(w: World, line: orders.Hide) -> Unit:
    hex = line.place[:4]
    prone = w.cell(hex).code == "r"
    return replace(w.units[line.unit], hex=hex, facing=int(line.place[5]), prone=prone)
