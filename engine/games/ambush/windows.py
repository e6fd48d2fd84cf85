"""Sealed windows (rules 3.3, 3.6): the seats asked after a public order, and the actions of hidden
units at a checkpoint.
"""

import random
import re
from collections.abc import Sequence
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
    """A slot for ``hold``, ``fire``, ``fire@2``, ``fire if side=rear|facing=0|tons>=60``, ``ask if
    side=rear|…``, ``ask else …``.
    """

    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        reader.note(i, "no-such-policy", ["hold", "fire", "fire@2", "ask"])
        if not word_like(reader, i, end, "ask"):
            return self.plain(reader, i, end)
        reader.note(i + 1, "not-one-of", ["else", "if"])
        if word_like(reader, i + 1, end, "if"):
            return f"ask if {condition(reader, i + 2, end)}", i + 3
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
        return f"fire if {condition(reader, i + 2, end)}", i + 3

    def write(self, value: str) -> str:
        return value

    def sample(self, rng: random.Random) -> str:
        policy = rng.choice(
            ("hold", "fire", "fire@2", f"fire if {rng.choice(CONDITIONS)}", "fire if tons>=60")
        )
        asked = (policy, policy, f"ask else {policy}", f"ask if {rng.choice(CONDITIONS)}")
        return rng.choice(asked)


class When(Slot):
    def read(self, reader: Reader, i: int, end: int) -> tuple[str, int]:
        return condition(reader, i, end), i + 1

    def write(self, value: str) -> str:
        return value

    def sample(self, rng: random.Random) -> str:
        return rng.choice(CONDITIONS)


def condition(reader: Reader, i: int, end: int) -> str:
    """Read a condition of a standing order. Raises ``Miss`` if word ``i`` is none."""
    reader.note(i, "not-one-of", CONDITIONS)
    known = "side=(front|left|right|rear)|facing=[0-5]|tons>=[1-9][0-9]{1,2}"
    if word := word_like(reader, i, end, known):
        return word
    raise Miss


def word_like(reader: Reader, i: int, end: int, pattern: str) -> str:
    """Return word ``i`` in small letters if it matches the pattern, otherwise ""."""
    word = (reader.word(i, end) or "").casefold()
    return word if re.fullmatch(pattern, word) else ""


def standing_menu(view: View, seat: Seat) -> Menu:
    """Rule: WN-4."""
    hidden = [unit.id for unit in view.of(seat) if unit.hidden]
    choices = []
    if hidden:
        choices.append(
            Choice(orders.Standing, "ambush {unit} {policy}", unit=OneOf(hidden), policy=Policy())
        )
    if view.rights[seat]:
        choices.append(Choice(orders.Asking, "asking {how}", how=OneOf(["on", "off"])))
    return Menu(choices)


def file(t: Table, seat: Seat, unit: str, policy: str) -> None:
    t.world.policy = {**t.world.policy, unit: policy}
    t.tell(None, **{seat: events.Noticed(unit, policy)})


def fires(w: World, shooter: Shooter, mover: Unit) -> bool:
    """Rule: WN-3."""
    policy = w.policy.get(shooter.unit, "hold").removeprefix("ask else ")
    match policy.split():
        case ["fire"]:
            return True
        case ["fire", "if", when]:
            return holds(when, shooter, mover)
        case [word] if word.startswith("fire@"):
            had = sum(n for pair, n in w.chances.items() if pair.endswith(f"/{shooter.unit}"))
            return had >= int(word[5:])
    return False


def holds(condition: str, shooter: Shooter, mover: Unit) -> bool:
    name, _, value = condition.partition("=")
    if name == "facing":
        return mover.facing == int(value)
    return shooter.side == value if name == "side" else mover.tons >= int(value)


def wanted(w: World, seen: Chance) -> bool:
    mover = w.units[seen.mover]
    policies = ((w.policy.get(one.unit, "ask"), one) for one in seen.shooters)
    return any(
        not policy.startswith("ask if ") or holds(policy.removeprefix("ask if "), one, mover)
        for policy, one in policies
    )


PublicOrder = orders.Move | orders.Continue | orders.Dodge | orders.Stay | orders.Ok


class Fired(Struct):
    by: list[Seat]


def watch(t: Table, seat: Seat, order: PublicOrder) -> "Watch":
    """Return the window after a public order of ``seat``. The seats asked and the duration depend
    on public facts. The content for each seat comes from a rehearsal of the order.

    Rule: WN-1.
    """
    w: World = t.world
    movers = {seat, *(unit.owner for unit in w.units.values() if unit.turn == "moving")}
    owners = tuple(s for s in asked_in(w) if movers - {s})
    chances: dict[Seat, Chance] = {}
    if owners and t.rehearsal is None:
        for owner, chance in t.rehearse(order):
            if owner in owners and wanted(w, chance):
                chances.setdefault(owner, chance)
    return Watch(owners=owners, length=length(t), chances=chances, order=order)


def asked_in(w: World) -> list[Seat]:
    """Return the sides that are asked in windows, which is public."""
    return [s for s in w.order if w.rules.window and w.right(s) and s not in w.deaf]


def length(t: Table) -> int | None:
    """Return the seconds to the tick that closes a window opened now. ``None``: it stays open until
    everybody has answered.
    """
    rules = t.world.rules
    if rules.window == LOCAL:
        return None
    return int(-(-(t.now + rules.window) // rules.tick) * rules.tick - t.now)


class SealedWindow(Frame, kw_only=True):
    """A question to all ``owners``, which looks the same whatever is near."""

    owners: tuple[Seat, ...]
    length: int | None  # seconds to the next tick; ``None``: until everybody has answered
    chances: dict[Seat, Chance]

    @property
    def unit(self) -> str:
        raise NotImplementedError

    def ask(self, t: Table) -> Ask | None:
        return Ask(self.owners, self.length, secret=True, opportunity=True) if self.owners else None

    def menu(self, view: View, seat: Seat) -> Menu:
        choices = [Choice(orders.Noted, "noted")]
        if view.chance is not None:
            units = Many([shooter.unit for shooter in view.chance.shooters], 1)
            shoot = Choice(orders.Shoot, "fire {units}", units=units)
            until = Choice(orders.Hold, "hold until {until}", until=When())
            choices = [Choice(orders.Hold, "hold"), shoot, until, *choices]
        return Menu(choices, default=orders.Noted(), why=view.chance)

    def show(self, viewer: Seat) -> Sealed | None:
        if not self.owners:
            return None
        return Sealed(self.owners, self.chances.get(viewer), self.unit)

    def standing(self, t: Table, seat: Seat) -> Order | None:
        w: World = t.world
        filed = [w.policy.get(unit.id, "ask") for unit in w.of(seat) if unit.hidden]
        seen = self.chances.get(seat)
        waits = seen is not None and wanted(w, seen)
        asking = not filed or any(
            policy.startswith("ask") and (waits or not policy.startswith("ask if"))
            for policy in filed
        )
        return None if asking else orders.Noted()

    def record(self, t: Table, answers: dict[Seat, Any], told: Sequence[Seat]) -> None:
        """Tell these sides what they had to decide, and file ``hold until``."""
        w: World = t.world
        # Games of edition 1 don't announce this, so that they replay unchanged.
        for seat in told if w.edition_2 else ():
            made = make_offered(self.unit, self.chances.get(seat), answers.get(seat))
            t.tell(None, **{seat: made})
        for seat, said in answers.items():
            if isinstance(said, orders.Hold) and said.until:
                for shooter in self.chances[seat].shooters:
                    file(t, seat, shooter.unit, f"ask if {said.until}")


class Watch(SealedWindow, kw_only=True):
    """A window after an accepted order, which is played once the window closes.

    Rule: WN-5.
    """

    order: PublicOrder

    @property
    def unit(self) -> str:
        return "" if isinstance(self.order, orders.Ok) else self.order.unit

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        """Record each answer to its opportunity. Later ones use standing orders."""
        w: World = t.world
        forget(w)
        told = [seat for seat in self.owners if seat in self.chances or not w.rules.blind]
        self.record(t, answers, told)
        for seat, said in answers.items():
            if not isinstance(said, orders.Noted):
                w.asked[seat] = self.chances[seat]
            if isinstance(said, orders.Shoot):
                w.said[seat] = said.units
        t.pop(self.order)

    def resume(self, t: Table) -> None:
        self.answer(t, {})


def forget(w: World) -> None:
    w.asked, w.said, w.trails, w.salvos = {}, {}, [], []


class StepWindow(SealedWindow, kw_only=True):
    """A window at one checkpoint of a move. It stands at every checkpoint, whether or not a hidden
    unit is near.

    Rule: WN-7.
    """

    mover: str
    near: dict[Seat, list[str]]

    @property
    def unit(self) -> str:
        return self.mover

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        w: World = t.world
        self.record(t, answers, [seat for seat in self.owners if seat in self.chances])
        shooters: list[str] = []
        for seat, seen in self.chances.items():
            said = answers.get(seat, orders.Noted())
            if isinstance(said, orders.Shoot):
                shooters += said.units
            elif isinstance(said, orders.Noted):
                shooters += bystanders(w, seen)
        shoot(t, shooters, self.mover, self.near)

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
                shooters += bystanders(w, seen)
        shoot(t, shooters, self.mover, self.near)


def bystanders(w: World, seen: Chance) -> list[str]:
    mover = w.units[seen.mover]
    return [shooter.unit for shooter in seen.shooters if fires(w, shooter, mover)]


def shoot(t: Table, shooters: list[str], mover: str, near: dict[Seat, list[str]]) -> None:
    """Close a checkpoint: fire, and return ``Fired`` if anybody did."""
    w: World = t.world
    if not shooters:
        t.pop()
        return
    damage.ambush(t, shooters, w.units[mover])
    owners = {w.units[name].owner for name in shooters}
    t.pop(Fired([seat for seat in near if seat in owners]))


def last(t: Table, mover: Unit, late: list[str]) -> bool:
    """Open a window at the end of a move for ``late``, hidden units that had no opportunity. Where
    sides are asked at each step, all of them are if the unit had no checkpoint in its hex, which is
    public. Returns whether a window is open.
    """
    w: World = t.world
    if w.rules.steps:
        unseen = mover.alive and w.rules.end_detect and (w.checked or {}).get(mover.id) != mover.hex
        if not unseen:
            return False
    elif not late:
        return False
    return checkpoint(t, mover, late)


def checkpoint(
    t: Table, mover: Unit, only: list[str] | None = None, *, contact: bool = False
) -> bool:
    """Open a window for hidden enemies beside ``mover``, or for the units in ``only``. Where sides
    are asked at each step, all of them are. Returns whether a window is open.
    """
    w: World = t.world
    owners = near(w, mover, only)
    if not w.rules.steps:
        if owners:
            t.push(Window(mover.id, owners, contact))
        return bool(owners)
    w.checked = {**(w.checked or {}), mover.id: mover.hex}
    seen = {seat: chance(w, mover, owners[seat], contact=contact) for seat in owners}
    # A contact is public, and may have used up its side's right.
    met = owners if contact and w.rules.window else ()
    may = {*asked_in(w), *met} - {mover.owner, *w.deaf}
    asked = tuple(seat for seat in w.order if seat in may)
    chances = {seat: one for seat, one in seen.items() if one.shooters}
    t.push(StepWindow(owners=asked, length=length(t), chances=chances, mover=mover.id, near=owners))
    return True
