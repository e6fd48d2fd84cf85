"""Shots, flames and overwatch (DL-11, DL-13)."""

from typing import Any

from engine import Ask, Event, Frame, Menu, Order, Seat, Table
from engine.games.derelict import events
from engine.games.derelict import orders as o
from engine.games.derelict.board import RANGE, SHOTS, Cell, Token, distance
from engine.games.derelict.menu import prompt_menu
from engine.games.derelict.view import MARINES, Deed, PromptKind, Shown, View, listed
from engine.games.derelict.world import World


class Prompt(Frame, kw_only=True):
    seat: Seat
    kind: PromptKind
    unit: str = ""
    other: str = ""
    dice: tuple[int, ...] = ()
    against: tuple[int, ...] = ()
    lost: bool = False  # the marine of a fight will be destroyed unless the dice change
    told: bool = False

    def ask(self, t: Table) -> Ask | None:
        return Ask((self.seat,)) if self.told else None

    def resume(self, t: Table) -> None:
        """Announce that a player must answer, unless a standing order does."""
        self.told = True
        if self.standing(t, self.seat) is None:
            t.tell(events.Prompted(self.seat, self.kind, self.unit))

    def menu(self, view: View, seat: Seat) -> Menu:
        return prompt_menu(view, self.kind)

    def show(self, viewer: Seat) -> Shown:
        dice = () if self.kind == "command" and viewer != self.seat else self.dice
        return Shown(
            phase="prompt",
            unit=self.unit,
            kind=self.kind,
            other=self.other,
            due=None,
            left=0,
            dice=dice,
            against=self.against,
            lost=self.lost,
        )

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        t.pop(isinstance(orders[self.seat], o.Reroll | o.Face | o.Unjam))

    def standing(self, t: Table, seat: Seat) -> Order | None:
        w: World = t.world
        filed = w.filed(seat)
        match self.kind:
            case "command" if filed.command >= 0:
                return o.Reroll() if self.dice[0] <= filed.command else o.Keep()
            case "best" | "guard" if filed.reroll != "ask":
                return o.Reroll() if self.lost or filed.reroll == "losing" else o.Keep()
            case "face" if filed.face != "ask":
                return o.Face() if filed.face == "yes" else o.Stay()
            case "jam" if filed.unjam != "ask":
                keep = {"always": 0, "keep": filed.keep}.get(filed.unjam, w.command)
                spend = w.command > keep
                return o.Unjam() if spend else o.Leave()
        return None


SIX = range(1, 7)


def roll(t: Table, key: str, count: int) -> tuple[int, ...]:
    die = t.dice(key)
    return tuple(die(SIX) for _ in range(count))


def tell_command(t: Table, told: Event) -> None:
    t.tell(None if t.world.secret_points else told, **{MARINES: told})


def tell_points(t: Table) -> None:
    """Announce the present number of command points. If they are secret, nobody is told. The
    marines see them on their board, so that they can take back an order that cost one.
    """
    t.tell(events.Commanding(None if t.world.secret_points else t.world.command))


def kill(t: Table, name: str, cause: events.Cause) -> None:
    w: World = t.world
    unit = w.find(name)
    if unit is not None:
        w.remove(name)
        t.tell(events.Killed(name, unit.cell, cause))


def shoot(
    t: Table, marine: Token, target: str, *, again: bool, overwatch: bool = False
) -> tuple[bool, tuple[int, ...]]:
    """Shoot at an alien or a door. A hit removes it (DL-11.2, DL-11.3, DL-13.4). Return whether it
    hit, and the dice.

    ``target`` is a unit's name or a cell such as ``5,12``. ``again``: the last shot had the same
    target, so this one is easier.

    Rule: DL-11.
    """
    count, needs = SHOTS[marine.weapon]
    needs -= again
    cause = f"shot/{marine.name}"
    dice = roll(t, f"{cause}/{t.nth(cause)}", count)
    hit = max(dice) >= needs
    t.tell(
        events.Shot(
            unit=marine.name, target=target, dice=dice, needs=needs, hit=hit, overwatch=overwatch
        )
    )
    if hit and "," in target:
        x, y = map(int, target.split(","))
        break_door(t, (x, y))
    elif hit:
        kill(t, target, "shot")
    return hit, dice


def break_door(t: Table, cell: Cell) -> None:
    """Remove a door (DL-6.4)."""
    w: World = t.world
    w.discard(w.door(cell))
    t.tell(events.Broken(cell))


def burn(t: Table, marine: Token, cell: Cell) -> None:
    """Set a cell's segment on fire. A unit in new flames dies on 2 or more (DL-11.5)."""
    w: World = t.world
    position = w.position
    w.fuel -= 1
    fresh = listed(place for place in position.burnable(cell) if place not in position.flames)
    w.change(marine, ammo=w.fuel)
    w.tokens += [Token(kind="flame", x=x, y=y) for x, y in fresh]
    t.tell(events.Burnt(marine.name, tuple(fresh), w.fuel))
    for place in fresh:
        if place in position.units:
            roll_in_flames(t, position.units[place].name, "flame")


def roll_in_flames(t: Table, name: str, cause: str) -> None:
    """Roll for a unit in flames. 2 or more destroys it (DL-5.2, DL-11.5)."""
    key = f"{cause}/{name}"
    (die,) = roll(t, f"{key}/{t.nth(key)}", 1)
    t.tell(events.Singed(name, die, cause == "step"))
    if die >= 2:
        kill(t, name, "flames")


def watchers(w: World) -> list[str]:
    """Return the marines on overwatch that see the active alien, in the order of the board
    (DL-13.3, DL-13.4).
    """
    alien = w.find(w.active)
    if alien is None or alien.race != "alien":
        return []
    position = w.position
    return [
        marine.name
        for marine in position.of("marine")
        if "overwatch" in marine.markers
        and distance(marine.cell, alien.cell) <= RANGE
        and position.sees(marine, alien.cell)
    ]


class Volley(Frame):
    """These marines shoot at an alien, one after the other, even if it dies before (DL-13.4)."""

    target: str
    left: list[str]

    def resume(self, t: Table) -> None:
        w: World = t.world
        if not self.left:
            t.pop()
            return
        marine = w.unit(self.left.pop(0))
        again = w.history.get(marine.name) == self.target
        w.history[marine.name] = self.target
        if alien := w.find(self.target):
            w.deed = Deed(marine.name, "shoot", (marine.cell, alien.cell))
        _, dice = shoot(t, marine, self.target, again=again, overwatch=True)
        if len(set(dice)) < len(dice):
            w.mark(marine.name, "jam", without=("overwatch",))
            t.tell(events.Jammed(marine.name))
            if w.command or w.secret_points:
                t.push(Jam(marine.name))


class Jam(Frame):
    """The question whether a command point clears this gun (DL-13.5). If the points are secret, it
    is asked even without one. Otherwise the question would reveal that points are left (DL-21).
    """

    unit: str

    def resume(self, t: Table) -> None:
        t.push(Prompt(seat=MARINES, kind="jam", unit=self.unit))

    def returned(self, t: Table, result: Any) -> None:
        """Clear the jam for a command point. Sustained fire ends in either case (DL-13.5)."""
        w: World = t.world
        w.history.pop(self.unit, None)
        if result:
            w.command -= 1
            w.mark(self.unit, "overwatch", without=("jam",))
            t.tell(events.Unjammed(self.unit, True))
            tell_points(t)
        t.pop()
