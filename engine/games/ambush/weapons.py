"""Sheets that all sides write in secret, and the Weapons step (rules 2.5, 2.15)."""

import random
from collections.abc import Sequence
from typing import Any, ClassVar, Generic, Literal, TypeVar

from msgspec import field

from engine import Ask, Choice, Frame, Menu, OneOf, Seat, Slot, Table
from engine.games.ambush import damage, events, orders, routes, sight, world
from engine.games.ambush.units import Position, Unit, Weapon
from engine.games.ambush.view import Sheet, View
from engine.slots import Miss, Reader

Written = TypeVar("Written", bound=orders.Hide | orders.Post | orders.Aim | orders.Emerge)


class Writing(Frame, Generic[Written]):
    """A frame that asks for sheets with one line per unit. Subclasses choose the seats."""

    kind: ClassVar[Literal["hide", "fire", "reveal"]]
    sheets: dict[Seat, list[Written]] = field(default_factory=dict)
    done: bool = False

    def resume(self, t: Table) -> None:
        t.pop()

    def show(self, viewer: Seat) -> Sheet:
        return Sheet(self.kind, tuple(self.sheets.get(viewer, ())))

    def forget(self, t: Table, seat: Seat) -> None:
        self.sheets.pop(seat, None)

    def write(self, seat: Seat, unit: str, *lines: Written) -> None:
        kept = [line for line in self.sheets.get(seat, []) if line.unit != unit]
        self.sheets[seat] = [*kept, *lines]

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        self.done = True
        self.play(t, sorted((line for s in self.sheets.values() for line in s), key=by_unit))

    def play(self, t: Table, lines: list[Written]) -> None:
        raise NotImplementedError


def by_unit(line: orders.Hide | orders.Post | orders.Aim | orders.Emerge) -> str:
    return line.unit


def sheet_menu(view: View, choices: Sequence[Choice]) -> Menu:
    """Return these choices and ``ok``, which is the default, for the viewer's sheet."""
    return Menu([*choices, Choice(orders.Ok, "ok")], default=orders.Ok(), why=view.sheet)


class Twist(Slot):
    """A slot for ``twist +1:``, by default ahead. ``possible`` are the twists with which any weapon
    bears.
    """

    words = ("-1:", "0:", "+1:")

    def __init__(self, possible: list[int]):
        self.possible = possible

    def read(self, reader: Reader, i: int, end: int) -> tuple[int, int]:
        reader.note(i, "no-such-shot", ["twist"], "WP-3")
        if (reader.word(i, end) or "").casefold() != "twist":
            if 0 not in self.possible:
                raise Miss
            return 0, i
        legal = [self.words[twist + 1] for twist in sorted(self.possible)]
        reader.note(i + 1, "not-one-of", legal)
        word = (reader.word(i + 1, end) or "").rstrip(":") + ":"
        word = "+1:" if word == "1:" else word
        if word not in legal:
            raise Miss
        return self.words.index(word) - 1, i + 2

    def write(self, value: int) -> str:
        return f"twist {self.words[value + 1]}" if value else ""

    def sample(self, rng: random.Random) -> int:
        return rng.choice(self.possible)


class Shots(routes.Words):
    """A slot for ``ML#1>B1 PPC>B2``: weapons that bear, each once, with a target that they can
    hit.
    """

    def __init__(self, options: dict[str, list[str]]):
        self.options = options

    def read(self, reader: Reader, i: int, end: int) -> tuple[tuple[str, ...], int]:
        got: dict[str, str] = {}
        while True:
            left = [
                f"{gun}>{target}"
                for gun, targets in self.options.items()
                if gun not in got
                for target in targets
            ]
            reader.note(i, "no-such-shot", left, "WP-1")
            word = (reader.word(i, end) or "").casefold()
            found = next((shot for shot in left if shot.casefold() == word), None)
            if found is None:
                break
            got[found.partition(">")[0]] = found
            i += 1
        if not got:
            raise Miss
        return tuple(got.values()), i

    def sample(self, rng: random.Random) -> tuple[str, ...]:
        able = [gun for gun, targets in self.options.items() if targets]
        chosen = rng.sample(able, rng.randint(1, len(able)))
        return tuple(f"{gun}>{rng.choice(self.options[gun])}" for gun in able if gun in chosen)


class Volley(Writing[orders.Aim]):
    """Every side writes its fire orders in secret. They are played together.

    Rule: WP-1.
    """

    kind = "fire"

    def ask(self, t: Table) -> Ask | None:
        """Ask the seats with a visible unit or possibly hidden ones, by public facts."""
        w: world.World = t.world
        able = (seat for seat in w.seats if w.right(seat) or any(u.visible for u in w.of(seat)))
        return None if self.done else Ask(tuple(able))

    def menu(self, view: View, seat: Seat) -> Menu:
        able = [unit for unit in view.of(seat) if unit.able and not unit.shot]
        options = {unit.id: targets(view, unit) for unit in able}
        ready = [name for name, twists in options.items() if any(twists.values())]

        def twist(got: dict[str, Any]) -> Slot:
            return Twist([twist for twist, guns in options[got["unit"]].items() if guns])

        def aims(got: dict[str, Any]) -> Slot:
            return Shots(options[got["unit"]][got["twist"]])

        choices = []
        if ready:
            pattern, unit = "fire {unit} {twist} {shots}", OneOf(ready)
            choices.append(Choice(orders.Aim, pattern, unit=unit, twist=twist, shots=aims))
        if written := [line.unit for line in view.lines]:
            choices.append(Choice(orders.Cease, "cease {unit}", unit=OneOf(written)))
        return sheet_menu(view, choices)

    def line(self, t: Table, seat: Seat, order: orders.Aim | orders.Cease) -> None:
        if isinstance(order, orders.Cease):
            self.write(seat, order.unit)
            t.tell(None, **{seat: events.Noticed(order.unit, "cease")})
            return
        self.write(seat, order.unit, order)
        aims = ((gun.label, target.id, need) for gun, target, need in numbers(t.view(seat), order))
        t.tell(None, **{seat: events.Aimed(order.unit, order.twist, tuple(aims))})

    def play(self, t: Table, lines: list[orders.Aim]) -> None:
        """Rules: WP-4, WP-8."""
        w: world.World = t.world
        w.salvos = []
        plans = [(w.units[line.unit], shot) for line in lines for shot in numbers(w, line)]
        for unit, _ in plans:
            if unit.hidden:
                damage.reveal(t, unit, "fire")
        hits: dict[str, list[damage.Hit]] = {}
        for unit, (gun, target, need) in plans:
            side, cover = sight.struck_side(target, unit.hex), sight.sight(w, unit, target).cover
            found = [(amount, side, cover) for amount in damage.fire(t, unit, gun, target, need)]
            hits.setdefault(target.id, []).extend(found)
        for name in sorted(hits):
            damage.land(t, w.units[name], hits[name])
        for name in sorted(hits):
            damage.settle(t, w.units[name])
            damage.shaken(t, w.units[name])


def targets(view: View, unit: Unit) -> dict[int, dict[str, list[str]]]:
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


def numbers(p: Position, order: orders.Aim) -> list[tuple[Weapon, Unit, int]]:
    """Return one unit's shots with their target numbers. The target of the first shot is the
    primary one.

    Rule: WP-3.
    """
    unit = p.units[order.unit]
    guns = {gun.label: gun for gun in unit.guns()}
    aims = [shot.split(">") for shot in order.shots]
    found = []
    for label, name in aims:
        gun, target = guns[label], p.units[name]
        front = sight.ahead(unit, order.twist, target.hex)
        second = 0 if name == aims[0][1] else 1 if front else 2
        need = sight.fire_number(p, unit, gun, target, second)
        assert need is not None, order
        found.append((gun, target, need))
    return found
