"""Sealed windows (rules 3.3, 3.6): who is asked after a public input, and what
hidden units do at a checkpoint.
"""

from typing import Any

from msgspec import Struct

from engine.game import Frame
from engine.games.ambush import orders
from engine.games.ambush.board import sight
from engine.games.ambush.board.hexes import adjacent
from engine.games.ambush.board.units import Unit
from engine.games.ambush.effects.shots import ambush
from engine.games.ambush.events import Offered
from engine.games.ambush.hidden.standing import fires
from engine.games.ambush.view import Sealed, View
from engine.games.ambush.world import LOCAL, Chance, Shooter, World
from engine.menu import Choice, Menu
from engine.play import Table
from engine.slots import Many
from engine.state import Ask, Order, Seat

PublicOrder = orders.Move | orders.Continue | orders.Dodge | orders.Stay


class Fired(Struct):
    """Result of a window: these owners have fired."""

    by: list[Seat]


def watch(t: Table, seat: Seat, order: PublicOrder) -> "Watch":
    """Return the window behind a public input of ``seat``. Who is asked and for how long follow
    from public facts; what each is asked, from a rehearsal of the order.

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
    """An order that is accepted and not yet played. ``length``: seconds to the
    tick; ``None``: till all have said.

    Rule: WN-5.
    """

    order: PublicOrder
    owners: tuple[Seat, ...]
    length: int | None
    chances: dict[Seat, Chance]

    def ask(self, t: Table) -> Ask | None:
        return Ask(self.owners, self.length, secret=True, opportunity=True) if self.owners else None

    def menu(self, view: View, seat: Seat) -> Menu:
        """Offer to shoot or to hold; who has nothing to decide is
        asked all the same, and notes it.
        """
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
        """Return the answer of a seat whose hidden units all have orders that ask nothing."""
        w: World = t.world
        filed = [w.policy.get(unit.id, "ask") for unit in w.of(seat) if unit.hidden]
        asking = not filed or any(policy.startswith("ask") for policy in filed)
        return None if asking else orders.Noted()

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        """Take each answer for the opportunity it was asked about; later
        ones go by the standing orders.
        """
        w: World = t.world
        w.asked, w.said, w.trails, w.salvos = {}, {}, [], []
        # Games of edition 1 tell nothing of it, so that they replay as they were.
        for seat in self.owners if w.only_bearing else ():
            told = offered(self.order.unit, self.chances.get(seat), answers.get(seat))
            t.tell(None, **{seat: told})
        for seat, said in answers.items():
            if not isinstance(said, orders.Noted):
                w.asked[seat] = self.chances[seat]
            if isinstance(said, orders.Shoot):
                w.said[seat] = said.units
        t.pop(self.order)

    def resume(self, t: Table) -> None:
        """Play at once, as nobody is to be asked."""
        self.answer(t, {})


def offered(unit: str, chance: Chance | None, said: Order | None) -> Offered:
    """Return what became of an opportunity behind the order of a unit, for who was asked."""
    if isinstance(said, orders.Shoot):
        return Offered(unit, chance, "fire", tuple(said.units))
    return Offered(unit, chance, "hold" if isinstance(said, orders.Hold) else "none")


def chance(w: World, mover: Unit, units: list[str], *, contact: bool) -> Chance:
    """Return what the owner of these units is told of an opportunity (3.3).

    A unit none of whose weapons bears cannot shoot: a shot without a shot would
    be a secret decision that shows.

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
    """Note and return who has an opportunity at this checkpoint: hidden enemies that touch the
    mover, or those it has run into. ``fire@N`` counts those at which a weapon bears.

    Rule: PB-1.
    """
    found: dict[Seat, list[str]] = {}
    for unit in w.units.values():
        here = unit.hidden if only is None else unit.id in only
        if here and unit.able and not unit.shot and touches(unit, mover):
            found.setdefault(unit.owner, []).append(unit.id)
            pair = f"{mover.id}/{unit.id}"
            counts = not w.only_bearing or bool(sight.best_twist(unit, mover.hex)[1])
            w.chances = {**w.chances, pair: w.chances.get(pair, 0) + counts}
    return {seat: found[seat] for seat in w.order if seat in found}


def touches(unit: Unit, mover: Unit) -> bool:
    """Return whether a unit stands beside an enemy that moves."""
    both = unit.alive and mover.alive and unit.owner != mover.owner
    return both and adjacent(unit.hex, mover.hex)


def had_chance(w: World, mover: Unit, unit: Unit) -> bool:
    """Return whether this hidden unit has had an opportunity in the move of this mover; every
    unit moves once a round.
    """
    return f"{mover.id}/{unit.id}" in w.chances


class Window(Frame):
    """A checkpoint with somebody near. It never waits: answers were given
    beforehand, or standing orders decide.
    """

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
            ambush(t, shooters, mover)
            owners = {w.units[name].owner for name in shooters}
            t.pop(Fired([seat for seat in self.near if seat in owners]))
        else:
            t.pop()
