"""Sealed windows (rules 3.3, 3.6): who is asked after a public input, and what
hidden units do at a checkpoint.
"""

from typing import Any

from msgspec import Struct

from engine.game import Frame
from engine.games.ambush import menus, orders
from engine.games.ambush.board import sight
from engine.games.ambush.board.hexes import adjacent
from engine.games.ambush.interrupts import point_blank
from engine.games.ambush.units import Unit
from engine.games.ambush.view import Sealed, View
from engine.games.ambush.world import LOCAL, Chance, Shooter, World
from engine.menu import Menu
from engine.play import Table
from engine.state import Ask, Order, Seat

PublicOrder = orders.Move | orders.Continue | orders.Dodge | orders.Stay


class Fired(Struct):
    """Result of a window: these owners have fired."""

    by: list[Seat]


def watch(t: Table, seat: Seat, order: PublicOrder) -> "Watch":
    """The window behind a public input of ``seat``. Who is asked and for how long follow from
    public facts; what each is asked, from a rehearsal of the order.

    Rule: WN-1.
    """
    w: World = t.world
    movers = {seat, *(unit.owner for unit in w.units.values() if unit.turn == "moving")}
    owners = (
        tuple(s for s in w.order if w.right(s) and s not in w.deaf and movers - {s})
        if w.rules.window
        else ()
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
        return menus.window_menu(view)

    def show(self, viewer: Seat) -> Sealed | None:
        return Sealed(self.owners, self.chances.get(viewer)) if self.owners else None

    def standing(self, t: Table, seat: Seat) -> Order | None:
        """Whose hidden units all have orders that ask nothing has answered beforehand."""
        w: World = t.world
        filed = [w.policy.get(unit.id, "ask") for unit in w.of(seat) if unit.hidden]
        return (
            orders.Noted()
            if filed and not any(policy.startswith("ask") for policy in filed)
            else None
        )

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        """An answer counts for the opportunity it was asked about; later
        ones go by the standing orders.
        """
        w: World = t.world
        w.asked = {
            seat: self.chances[seat]
            for seat, said in answers.items()
            if not isinstance(said, orders.Noted)
        }
        w.said = {
            seat: said.units for seat, said in answers.items() if isinstance(said, orders.Shoot)
        }
        w.trails = []
        t.pop(self.order)

    def resume(self, t: Table) -> None:
        """Nobody is to be asked: play at once."""
        self.answer(t, {})


def chance(w: World, mover: Unit, units: list[str], *, contact: bool) -> Chance:
    """What the owner of these units is told of an opportunity (3.3).

    A unit none of whose weapons bears cannot shoot: a shot without a shot would
    be a secret decision that shows.

    Rule: WN-2.
    """
    shooters = []
    for name in units:
        unit = w.units[name]
        twist, guns = sight.best_twist(unit, mover.hex)
        numbers = tuple((gun.label, sight.ambush_number(unit, gun, mover)) for gun in guns)
        if numbers:
            shooters.append(Shooter(name, twist, sight.struck_side(mover, unit.hex), numbers))
    return Chance(
        mover=mover.id,
        hex=mover.hex,
        facing=mover.facing,
        prone=mover.prone,
        contact=contact,
        shooters=tuple(shooters),
    )


def near(w: World, mover: Unit, only: list[str] | None = None) -> dict[Seat, list[str]]:
    """Who has an opportunity at this checkpoint: hidden enemies that touch the
    mover, or those it has run into.

    Rule: PB-1.
    """
    found: dict[Seat, list[str]] = {}
    for unit in sorted(w.units.values(), key=lambda u: u.id):
        here = unit.hidden if only is None else unit.id in only
        if (
            here
            and unit.owner != mover.owner
            and unit.able
            and not unit.shot
            and adjacent(unit.hex, mover.hex)
        ):
            found.setdefault(unit.owner, []).append(unit.id)
            pair = f"{mover.id}/{unit.id}"
            w.chances = {**w.chances, pair: w.chances.get(pair, 0) + 1}
    return {seat: found[seat] for seat in w.order if seat in found}


def had_chance(w: World, mover: Unit, unit: Unit) -> bool:
    """Has this hidden unit had an opportunity in the move of this mover?
    (Every unit moves once a round.)
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
                w.asked = {owner: other for owner, other in w.asked.items() if owner != seat}
            else:
                shooters += [shooter.unit for shooter in seen.shooters if fires(w, shooter, mover)]
        if not shooters:
            t.pop()
            return
        point_blank.ambush(t, shooters, mover)
        t.pop(
            Fired(
                [
                    seat
                    for seat in self.near
                    if any(w.units[name].owner == seat for name in shooters)
                ]
            )
        )


def fires(w: World, shooter: Shooter, mover: Unit) -> bool:
    """What the standing order of a unit says (2.19); without one it holds.

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
            return sum(
                n for name, n in w.chances.items() if name.endswith(f"/{shooter.unit}")
            ) >= int(word[5:])
    return False
