"""Sealed windows (rules 3.3, 3.6): the seats asked after a public order, and the actions of hidden
units at a checkpoint.
"""

import random
import re
from typing import Any

from msgspec import Struct

from engine import Ask, Choice, Frame, Many, Menu, OneOf, Order, Seat, Slot, Table
from engine.games.ambush import damage, events, hexes, orders, sight
from engine.games.ambush.units import Unit
from engine.games.ambush.view import Sealed, View
from engine.games.ambush.world import LOCAL, Chance, Shooter, World
from engine.slots import Miss, Reader

CONDITIONS = (
    *(f"side={side}" for side in ("front", "left", "right", "rear")),
    *(f"facing={facing}" for facing in range(6)),
    "tons>=60",
)


class Policy(Slot):
    """A slot for ``hold``, ``fire``, ``fire@2``, ``fire if side=rear|facing=0|tons>=60``, ``ask
    else …``.
    """

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        reader.note(i, "no-such-policy", ["hold", "fire", "fire@2", "ask"])
        if not word_like(reader, i, end, "ask"):
            return self.plain(reader, i, end)
        reader.note(i + 1, "not-one-of", ["else"])
        if not word_like(reader, i + 1, end, "else"):
            raise Miss
        rest, i = self.plain(reader, i + 2, end)
        return f"ask else {rest}", i

    def plain(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        """Read a policy without ``ask``. Raises ``Miss`` if it is not one."""
        reader.note(i, "no-such-policy", ["hold", "fire", "fire@2"])
        if word := word_like(reader, i, end, "hold|fire@[1-9]"):
            return word, i + 1
        if not word_like(reader, i, end, "fire"):
            raise Miss
        reader.note(i + 1, "not-one-of", ["if"])
        if not word_like(reader, i + 1, end, "if"):
            return "fire", i + 1
        reader.note(i + 2, "not-one-of", CONDITIONS)
        known = "side=(front|left|right|rear)|facing=[0-5]|tons>=[1-9][0-9]{1,2}"
        if condition := word_like(reader, i + 2, end, known):
            return f"fire if {condition}", i + 3
        raise Miss

    def write(self, value: str) -> str:
        return value

    def sample(self, rng: random.Random) -> str:
        policy = rng.choice(
            ("hold", "fire", "fire@2", f"fire if {rng.choice(CONDITIONS)}", "fire if tons>=60")
        )
        return f"ask else {policy}" if rng.random() < 0.3 else policy


def word_like(reader: Reader, i: int, end: int, pattern: str) -> str:
    """Return word ``i`` in small letters if it matches the pattern, otherwise ""."""
    word = (reader.word(i, end) or "").casefold()
    return word if re.fullmatch(pattern, word) else ""


def standing_menu(view: View, seat: Seat) -> Menu:
    """Return the orders about standing orders.

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


def fires(w: World, shooter: Shooter, mover: Unit) -> bool:
    """Return whether a unit's standing order fires at this mover.

    Rule: WN-3.
    """
    policy = w.policy.get(shooter.unit, "hold").removeprefix("ask else ")
    match policy.split():
        case ["fire"]:
            return True
        case ["fire", "if", condition]:
            name, _, value = condition.partition("=")
            if name == "facing":
                return mover.facing == int(value)
            return shooter.side == value if name == "side" else mover.tons >= int(value)
        case [word] if word.startswith("fire@"):
            had = sum(n for pair, n in w.chances.items() if pair.endswith(f"/{shooter.unit}"))
            return had >= int(word[5:])
    return False


PublicOrder = orders.Move | orders.Continue | orders.Dodge | orders.Stay


class Fired(Struct):
    by: list[Seat]


def watch(t: Table, seat: Seat, order: PublicOrder) -> "Watch":
    """Return the window after a public order of ``seat``. The seats asked and the duration depend
    on public facts. The content for each seat comes from a rehearsal of the order.

    Rule: WN-1.
    """
    w: World = t.world
    movers = {seat, *(unit.owner for unit in w.units.values() if unit.turn == "moving")}
    owners = tuple(
        s for s in w.order if w.rules.window and w.right(s) and s not in w.deaf and movers - {s}
    )
    chances: dict[Seat, Chance] = {}
    if owners and t.rehearsal is None:
        for owner, chance in t.rehearse(order):
            if owner in owners:
                chances.setdefault(owner, chance)
    now, tick = t.now, w.rules.tick
    length = None if w.rules.window == LOCAL else -(-(now + w.rules.window) // tick) * tick - now
    return Watch(order, owners, length, chances)


class Watch(Frame):
    """A window after an accepted order, which is played once the window closes.

    Rule: WN-5.
    """

    order: PublicOrder
    owners: tuple[Seat, ...]
    length: int | None  # seconds to the next tick; ``None``: until everybody has answered
    chances: dict[Seat, Chance]

    def ask(self, t: Table) -> Ask | None:
        return Ask(self.owners, self.length, secret=True, opportunity=True) if self.owners else None

    def menu(self, view: View, seat: Seat) -> Menu:
        choices = [Choice(orders.Noted, "noted")]
        if view.chance is not None:
            units = Many([shooter.unit for shooter in view.chance.shooters], 1)
            shoot = Choice(orders.Shoot, "fire {units}", units=units)
            choices = [Choice(orders.Hold, "hold"), shoot, *choices]
        return Menu(choices, default=orders.Noted(), why=view.chance)

    def show(self, viewer: Seat) -> Sealed | None:
        if not self.owners:
            return None
        return Sealed(self.owners, self.chances.get(viewer), self.order.unit)

    def standing(self, t: Table, seat: Seat) -> Order | None:
        w: World = t.world
        filed = [w.policy.get(unit.id, "ask") for unit in w.of(seat) if unit.hidden]
        asking = not filed or any(policy.startswith("ask") for policy in filed)
        return None if asking else orders.Noted()

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        """Record each answer to its opportunity. Later ones use standing orders."""
        w: World = t.world
        w.asked, w.said, w.trails, w.salvos = {}, {}, [], []
        # Games of edition 1 don't announce this, so that they replay unchanged.
        for seat in self.owners if w.edition_2 else ():
            told = make_offered(self.order.unit, self.chances.get(seat), answers.get(seat))
            t.tell(None, **{seat: told})
        for seat, said in answers.items():
            if not isinstance(said, orders.Noted):
                w.asked[seat] = self.chances[seat]
            if isinstance(said, orders.Shoot):
                w.said[seat] = said.units
        t.pop(self.order)

    def resume(self, t: Table) -> None:
        self.answer(t, {})


def make_offered(unit: str, chance: Chance | None, said: Order | None) -> events.Offered:
    if isinstance(said, orders.Shoot):
        return events.Offered(unit, chance, "fire", tuple(said.units))
    return events.Offered(unit, chance, "hold" if isinstance(said, orders.Hold) else "none")


def chance(w: World, mover: Unit, units: list[str], *, contact: bool) -> Chance:
    """Return an opportunity as its owner sees it (3.3). A unit without a weapon that bears can't
    shoot, because a shot without effect would reveal a secret decision.

    Rule: WN-2.
    """
    shooters = []
    for unit in (w.units[name] for name in units):
        twist, guns = sight.best_twist(unit, mover.hex)
        numbers = tuple((gun.label, sight.ambush_number(unit, gun, mover)) for gun in guns)
        if numbers:
            shooters.append(Shooter(unit.id, twist, sight.struck_side(mover, unit.hex), numbers))
    return Chance(
        mover=mover.id,
        hex=mover.hex,
        facing=mover.facing,
        prone=mover.prone,
        contact=contact,
        shooters=tuple(shooters),
    )


def near(w: World, mover: Unit, only: list[str] | None = None) -> dict[Seat, list[str]]:
    """Record and return the units with an opportunity here: adjacent hidden enemies, or those in
    ``only``.

    Rule: PB-1.
    """
    found: dict[Seat, list[str]] = {}
    for unit in w.units.values():
        here = unit.hidden if only is None else unit.id in only
        if here and unit.able and not unit.shot and touches(unit, mover):
            found.setdefault(unit.owner, []).append(unit.id)
            pair = f"{mover.id}/{unit.id}"
            counts = not w.edition_2 or bool(sight.best_twist(unit, mover.hex)[1])
            w.chances = {**w.chances, pair: w.chances.get(pair, 0) + counts}
    return {seat: found[seat] for seat in w.order if seat in found}


def touches(unit: Unit, mover: Unit) -> bool:
    both = unit.alive and mover.alive and unit.owner != mover.owner
    return both and hexes.adjacent(unit.hex, mover.hex)


def had_chance(w: World, mover: Unit, unit: Unit) -> bool:
    return f"{mover.id}/{unit.id}" in w.chances


class Window(Frame):
    """A checkpoint with hidden units nearby. It never waits: answers or standing orders decide."""

    mover: str
    near: dict[Seat, list[str]]
    contact: bool = False

    def resume(self, t: Table) -> None:
        w: World = t.world
        mover = w.units[self.mover]
        shooters: list[str] = []
        for seat, units in self.near.items():
            seen = chance(w, mover, units, contact=self.contact)
            if not seen.shooters:
                continue
            if t.rehearsal is not None:
                t.rehearsal.append((seat, seen))
            elif w.asked.get(seat) == seen:
                shooters += w.said.get(seat, ())
                del w.asked[seat]
            else:
                shooters += [shooter.unit for shooter in seen.shooters if fires(w, shooter, mover)]
        if shooters:
            damage.ambush(t, shooters, mover)
            owners = {w.units[name].owner for name in shooters}
            t.pop(Fired([seat for seat in self.near if seat in owners]))
        else:
            t.pop()
