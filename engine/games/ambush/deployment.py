"""Deployment (rules 2.5 S1 to S3): visible units in turns, hidden ones in secret."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import Ask, Choice, Frame, Menu, OneOf, Order, Script, Seat, Slot, Table, slots
from engine.games.ambush import damage, events, orders, rounds, weapons
from engine.games.ambush.damage import pledge
from engine.games.ambush.hexes import Hex, distance
from engine.games.ambush.units import Unit
from engine.games.ambush.view import View
from engine.games.ambush.world import World


class Setup(Script):
    steps = ("deploy", "hide", "pledge", "play")

    def deploy(self, t: Table) -> None:
        w: World = t.world
        if not w.rules.blind and any(w.waiting(seat, hidden=False) for seat in w.seats):
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


class Hiding(weapons.Writing[orders.Hide | orders.Post]):
    """Every side hides its units at the same time, in secret. In a double-blind game it deploys all
    of them so.

    Rules: ST-3, DB-7.
    """

    kind = "hide"

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        able = [s for s in w.seats if w.right(s) and w.waiting(s, hidden=True)]
        able = list(w.seats) if w.rules.blind else able
        return Ask(tuple(able)) if able and not self.done else None

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
        reserves = view.waiting(seat, hidden=True)
        full = used + sum(unit.id in sheet for unit in reserves) >= view.allowance[seat]
        mine = [unit.id for unit in reserves if unit.id in sheet or not full]
        choices = []
        if view.rules.blind:
            free = [hex for hex in free if view.free(hex)]
            zone = [h for h in view.deploy[seat] if view.free(h) and h not in sheet.values()]
            posts = [*(unit.id for unit in view.waiting(seat, hidden=False)), *mine]
            if posts and zone:
                place = Place(zone, "ST-2")
                pattern = "deploy {unit} {place}"
                choices.append(Choice(orders.Post, pattern, unit=OneOf(posts), place=place))
        if mine and free:
            pattern, place = "hide {unit} {place}", Place(free, "HU-1")
            choices.append(Choice(orders.Hide, pattern, unit=OneOf(mine), place=place))
        if sheet:
            choices.append(Choice(orders.Unhide, "hide {unit} none", unit=OneOf(list(sheet))))
        return weapons.sheet_menu(view, choices)

    def line(self, t: Table, seat: Seat, order: orders.Hide | orders.Post | orders.Unhide) -> None:
        lines = [] if isinstance(order, orders.Unhide) else [order]
        self.write(seat, order.unit, *lines)
        t.tell(None, **{seat: events.Noticed(order.unit, lines[0].place if lines else "none")})

    def leaves(self, t: Table, seat: Seat, order: Order) -> tuple[str, ...]:
        """Return the content of each place in the allowance, used or not, because their number is
        public.
        """
        w: World = t.world
        units = [unit for unit in w.of(seat) if unit.hidden]
        lines = self.sheets.get(seat, [])
        units += [hidden(w, line) for line in lines if isinstance(line, orders.Hide)]
        unused = w.allowance[seat] - w.opened.get(seat, 0) - len(units)
        return (*map(damage.content, units), *[damage.content(None)] * unused)

    def play(self, t: Table, lines: list[orders.Hide | orders.Post]) -> None:
        w: World = t.world
        for line in lines if w.rules.blind else ():
            if isinstance(line, orders.Post):
                unit = w.units[line.unit]
                unit.hidden = unit.reserve = False
                unit.hex, unit.facing = line.place[:4], int(line.place[5])
        for seat in w.seats if w.rules.blind else ():
            for unit in w.waiting(seat, hidden=False):
                unit.hex = next(filter(w.free, w.deploy[seat]), "")
        for line in lines:
            if isinstance(line, orders.Hide) and (spot := nearest(w, line)):
                w.units[line.unit] = hidden(w, replace(line, place=f"{spot}/{line.place[5]}"))


def hidden(w: World, line: orders.Hide) -> Unit:
    hex = line.place[:4]
    prone = w.cell(hex).code == "r"
    return replace(w.units[line.unit], hex=hex, facing=int(line.place[5]), prone=prone)


def nearest(w: World, line: orders.Hide) -> Hex:
    """Return the hex of a line, or the nearest free one if an enemy was deployed there unseen."""
    hex, zone = line.place[:4], w.ambush[w.units[line.unit].owner]
    free = (
        one
        for one in zone
        if w.cell(one).hides(prone=True) and w.free(one) and w.hidden_in(one) is None
    )
    return min(free, key=lambda one: (distance(hex, one), one), default="")
