"""A round, step by step: reveal, initiative, Movement, Weapons, End (2.5, 2.6, 2.15, 2.17)."""

from typing import Any

from msgspec import UNSET

from engine import Ask, Choice, Menu, OneOf, Script, Seat, Table
from engine.games.ambush import events, hexes, orders, routes, skids, units, windows
from engine.games.ambush.damage import AWAKE, open_all, reveal, tried, two
from engine.games.ambush.moves import Halt, Over, Skidding, begin, march
from engine.games.ambush.view import Resting, View
from engine.games.ambush.weapons import Volley, Writing, sheet_menu
from engine.games.ambush.world import World


def initiative(t: Table) -> list[tuple[Seat, int]]:
    """Roll 2d6 for each side and return the sums, lowest first. Ties are rolled again."""
    w: World = t.world
    while True:
        rolls = {seat: two(t, f"initiative:{seat}") for seat in w.seats}
        if len(set(rolls.values())) == len(rolls):
            return sorted(rolls.items(), key=lambda item: item[1])


def turn_list(counts: list[tuple[Seat, int]]) -> list[Seat]:
    """Return the turns of sides with these numbers of units, the loser of the initiative first. A
    side with more units moves more often.

    Rule: EN-3.
    """
    turns: list[Seat] = []
    while left := [n for _, n in counts if n]:
        least = min(left)
        turns += [seat for seat, n in counts for _ in range(n // least)]
        counts = [(seat, n - n // least) for seat, n in counts]
    return turns


def most_units(w: World) -> int:
    """Return the number of units with which the largest side began.

    Rule: DB-4.
    """
    return max(sum(unit.owner == seat for unit in w.units.values()) for seat in w.seats)


STALLS = ((14, 4), (18, 6), (22, 8), (26, 10), (30, 13))
"""The heat from which an engine may stall, and the roll on two dice that keeps it running."""
MOVING = {"stand": 0, "walk": 1, "run": 2}
"""The heat of each mode. A jump generates 1 per hex, at least 3."""


def close(t: Table) -> None:
    w: World = t.world
    for unit in w.units.values():
        recover(t, unit)
        if w.rules.heat and unit.alive:
            update_heat(t, unit)
    update_holders(t)
    w.score = {seat: score(w, seat) for seat in w.seats}
    blind = w.rules.blind
    left = [
        seat
        for seat in w.seats
        if (w.right(seat) and not blind) or any(blind or u.visible for u in w.of(seat))
    ]
    if len(left) < 2 or w.round >= w.rounds:
        end(t, left)


def recover(t: Table, unit: units.Unit) -> None:
    """Rule: EN-1."""
    if unit.alive and unit.unconscious and tried(t, "recover", unit, AWAKE[unit.pilot_hits]):
        unit.unconscious = False
        t.tell(events.Woke(unit.id))


def update_heat(t: Table, unit: units.Unit) -> None:
    """Carry over the heat that the sinks don't absorb. A hot engine may stall, and a cool one
    restarts.

    Rule: HT-1.
    """
    effort = max(3, unit.moved) if unit.mode == "jump" else MOVING[unit.mode]
    unit.heat, unit.warmth = max(0, unit.heat + unit.warmth + effort - unit.sinks), 0
    need = max((need for heat, need in STALLS if unit.heat >= heat), default=0)
    stalls = need > 0 and not tried(t, "heat", unit, need)
    if stalls != unit.shutdown:
        unit.shutdown = stalls
        t.tell(events.Shutdown(unit.id, not stalls))


def update_holders(t: Table) -> None:
    w: World = t.world
    for objective in w.objectives:
        near = {
            u.owner
            for u in w.units.values()
            if u.visible and not u.prone and u.able and hexes.distance(u.hex, objective.hex) <= 1
        }
        if len(near) == 1 and objective.holder not in near:
            objective.holder = near.pop()
            t.tell(events.Held(objective.hex, objective.holder))


def score(w: World, seat: Seat) -> int:
    """Rule: VI-1."""
    points = sum(objective.points for objective in w.objectives if objective.holder == seat)
    for unit in w.units.values():
        if unit.owner != seat and unit.dead:
            points += unit.tons
        elif unit.owner != seat and unit.visible and (unit.legs_lost or unit.unconscious):
            points += unit.tons // 2
    return points


def end(t: Table, left: list[Seat]) -> None:
    """End the game and reveal everything. The last side, or the one with the most points, wins.

    Rules: VI-2, DB-8.
    """
    w: World = t.world
    w.phase = "over"
    open_all(t)
    ranking = sorted(w.score.items(), key=lambda item: (-item[1], item[0]))
    t.tell(events.Scored(tuple(ranking)))
    best = [seat for seat, points in ranking if points == ranking[0][1]]
    winner = left[0] if len(left) == 1 else best[0] if len(best) == 1 and left else ""
    t.tell(events.Won(winner, "last" if len(left) == 1 else "points") if winner else events.Drawn())
    w.result = f"won {winner}" if winner else "drawn"
    t.end(w.result)


class Emerging(Writing[orders.Emerge]):
    """Every side may reveal hidden units for the next round. Each fills in a form, even without
    any.

    Rule: EN-2.
    """

    kind = "reveal"

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        if w.rules.blind or self.done or not any(w.right(seat) for seat in w.seats):
            return None
        return Ask(w.seats)

    def menu(self, view: View, seat: Seat) -> Menu:
        written = [line.unit for line in view.lines]
        hidden = [u.id for u in view.of(seat) if u.hidden and u.id not in written]
        choices = []
        if hidden:
            choices.append(Choice(orders.Emerge, "reveal {unit} next-round", unit=OneOf(hidden)))
        if written:
            choices.append(Choice(orders.Lurk, "reveal {unit} not", unit=OneOf(written)))
        return sheet_menu(view, choices)

    def line(self, t: Table, seat: Seat, order: orders.Emerge | orders.Lurk) -> None:
        emerges = isinstance(order, orders.Emerge)
        self.write(seat, order.unit, *([order] if isinstance(order, orders.Emerge) else []))
        t.tell(None, **{seat: events.Noticed(order.unit, "next-round" if emerges else "not")})

    def play(self, t: Table, lines: list[orders.Emerge]) -> None:
        t.world.revealing = [line.unit for line in lines]


class Round(Script):
    steps = ("reveal", "initiative", "movement", "weapons", "close", "emerge", "again")

    def reveal(self, t: Table) -> None:
        w: World = t.world
        t.chapter()
        w.round, w.phase = w.round + 1, "reveal"
        w.trails, w.chances, w.asked, w.said, w.checked = [], {}, {}, {}, UNSET
        t.tell(events.RoundBegan(w.round))
        w.deaf = [seat for seat in w.seats if not w.deaf_next.get(seat, seat not in w.deaf)]
        w.deaf_next = {}
        for name in w.revealing:
            if w.units[name].hidden:
                reveal(t, w.units[name], "choice")
        w.revealing = []
        w.policy = {name: policy for name, policy in w.policy.items() if w.units[name].hidden}
        blind = bool(w.rules.blind)
        for unit in w.units.values() if w.round > 1 or blind else ():
            unit.turn = "ready" if (unit.visible or blind) and unit.able else "done"
            unit.mode, unit.moved, unit.skidded, unit.shot = "stand", 0, False, False

    def initiative(self, t: Table) -> None:
        w: World = t.world
        w.phase = "initiative"
        rolls: list[tuple[Seat, int]] = []
        if w.round == 1 and w.first_turns:
            w.order, w.turns = list(w.seats), list(w.first_turns)
        else:
            rolls = initiative(t)
            w.order = [seat for seat, _ in rolls]
            if w.rules.blind:
                w.turns = w.order * most_units(w)
            else:
                w.turns = turn_list([(seat, len(w.movable(seat))) for seat in w.order])
        t.tell(events.Initiative(tuple(rolls), tuple(w.turns)))

    def movement(self, t: Table) -> None:
        t.world.phase = "movement"
        fresh_phase(t.world)
        t.push(Movement())

    def weapons(self, t: Table) -> None:
        t.world.phase = "weapons"
        fresh_phase(t.world)
        t.tell(events.Weapons())
        t.push(Volley())

    def close(self, t: Table) -> None:
        t.world.phase = "end"
        close(t)

    def emerge(self, t: Table) -> None:
        t.push(Emerging())

    def again(self, t: Table) -> None:
        t.replace(Round())


def fresh_phase(w: World) -> None:
    """Reset the damage counters, because damage counts for each phase separately (2.8)."""
    for unit in w.units.values():
        unit.damage, unit.rolled20 = 0, False


class Movement(routes.Waiting):
    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        asks = w.turns and (w.rules.blind or w.movable(w.turns[0]))
        return Ask((w.turns[0],), secret=bool(w.rules.blind)) if asks else None

    def menu(self, view: View, seat: Seat) -> Menu:
        """Return the moves of the seat's units. By default the first unit stands still.

        Rule: WN-6.
        """
        mine = [unit.id for unit in view.movable(seat)]
        choices = routes.choices_of(view, orders.Move, "move", mine) if mine else []
        if view.rules.blind:
            return Menu([*choices, Choice(orders.Ok, "ok")], default=orders.Ok())
        return Menu(choices, default=orders.Move(min(mine), "stand"))

    def returned(self, t: Table, result: orders.Move | orders.Ok | Skidding | Over) -> None:
        w: World = t.world
        if isinstance(result, orders.Move | orders.Ok):
            seat, w.turns = w.turns[0], w.turns[1:]
            if w.rules.blind:
                t.push(Respite(seat))
            if isinstance(result, orders.Move):
                t.push(begin(t, result, "N"))
        elif isinstance(result, Skidding):
            t.push(skids.slide(t, result))

    def resume(self, t: Table) -> None:
        """Rule: QU-6."""
        w: World = t.world
        if w.turns:
            t.tell(events.TurnSkipped(w.turns[0]))
            w.turns = w.turns[1:]
        else:
            t.pop()


class Respite(routes.Waiting):
    """The end of a turn in a double-blind game. Its side is asked whether it goes on, even if no
    move was interrupted.

    Rule: DB-5.
    """

    seat: Seat
    halt: Halt | None = None
    done: bool = False

    def ask(self, t: Table) -> Ask | None:
        return None if self.done else Ask((self.seat,), secret=True)

    def show(self, viewer: Seat) -> Resting:
        halted = self.halt.show(viewer) if self.halt and viewer == self.seat else None
        return Resting(self.seat, halted)

    def menu(self, view: View, seat: Seat) -> Menu:
        if self.halt is not None:
            return self.halt.menu(view, seat)
        return Menu([Choice(orders.Ok, "ok")], default=orders.Ok())

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        (order,) = answers.values()
        self.done = True
        if self.halt is not None:
            windows.forget(t.world)
            t.push(march(t, order, **{**self.halt.kept(), "turn": "S"}))

    def returned(self, t: Table, result: Halt | Skidding | Over) -> None:
        if isinstance(result, Halt):
            self.halt = result
        elif isinstance(result, Skidding):
            t.push(skids.slide(t, result))

    def resume(self, t: Table) -> None:
        t.pop()
