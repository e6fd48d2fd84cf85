"""A round (rules 2.5, 2.6): its script, and the Movement step."""

from typing import Any

from engine.game import Frame, Script
from engine.games.ambush import menus, orders
from engine.games.ambush.acts import reveal, two
from engine.games.ambush.events import Initiative, RoundBegan, TurnSkipped, Weapons
from engine.games.ambush.interrupts import moves, skids
from engine.games.ambush.interrupts.move_end import Over, Skidding
from engine.games.ambush.interrupts.windows import watch
from engine.games.ambush.round import end_step
from engine.games.ambush.round.weapons import Emerging, Volley
from engine.games.ambush.view import View
from engine.games.ambush.world import World
from engine.menu import Menu
from engine.play import Table
from engine.state import Ask, Seat


class Round(Script):
    """One round after the other, until scoring ends the game."""

    steps = ("reveal", "initiative", "movement", "weapons", "close", "emerge", "again")

    def reveal(self, t: Table) -> None:
        """Secret choices of the last round take effect (2.5)."""
        w: World = t.world
        t.chapter()
        w.round, w.phase, w.trails, w.chances, w.asked, w.said = (
            w.round + 1,
            "reveal",
            [],
            {},
            {},
            {},
        )
        t.tell(RoundBegan(w.round))
        w.deaf = [seat for seat in w.seats if not w.deaf_next.get(seat, seat not in w.deaf)]
        w.deaf_next = {}
        for unit in sorted((w.units[name] for name in w.revealing), key=lambda u: u.id):
            if unit.hidden:
                reveal(t, unit, "choice")
        w.revealing = []
        w.policy = {name: policy for name, policy in w.policy.items() if w.units[name].hidden}
        for unit in w.units.values() if w.round > 1 else ():
            unit.turn = "ready" if unit.visible and unit.able else "done"
            unit.mode, unit.moved, unit.skidded, unit.shot = "stand", 0, False, False

    def initiative(self, t: Table) -> None:
        """2.6.

        Rule: EN-3.
        """
        w: World = t.world
        w.phase = "initiative"
        rolls: list[tuple[Seat, int]] = []
        if w.round == 1 and w.first_turns:
            w.order, w.turns = list(w.seats), list(w.first_turns)
        else:
            rolls = initiative(t)
            w.order = [seat for seat, _ in rolls]
            w.turns = turn_list([(seat, len(w.movable(seat))) for seat in w.order])
        t.tell(Initiative(tuple(rolls), tuple(w.turns)))

    def movement(self, t: Table) -> None:
        """Section 3."""
        w: World = t.world
        w.phase = "movement"
        fresh_phase(w)
        t.push(Movement())

    def weapons(self, t: Table) -> None:
        """2.5: secret simultaneous orders."""
        w: World = t.world
        w.phase = "weapons"
        fresh_phase(w)
        t.tell(Weapons())
        t.push(Volley())

    def close(self, t: Table) -> None:
        """The End step; it may be the end of the game."""
        t.world.phase = "end"
        end_step.close(t)

    def emerge(self, t: Table) -> None:
        """Secret choices for the next round."""
        t.push(Emerging())

    def again(self, t: Table) -> None:
        """The next round."""
        t.replace(Round())


def fresh_phase(w: World) -> None:
    """Damage counts for each phase alone (2.8)."""
    for unit in w.units.values():
        unit.damage, unit.rolled20 = 0, False


def initiative(t: Table) -> list[tuple[Seat, int]]:
    """2d6 for each side, lowest first; ties are rolled again."""
    w: World = t.world
    while True:
        rolls = {seat: two(t, f"initiative:{seat}") for seat in w.seats}
        if len(set(rolls.values())) == len(rolls):
            return sorted(rolls.items(), key=lambda item: item[1])


def turn_list(counts: list[tuple[Seat, int]]) -> list[Seat]:
    """Turns for these numbers of units, loser first: who has more moves more often (2.6)."""
    turns: list[Seat] = []
    while left := [n for _, n in counts if n]:
        least = min(left)
        turns += [seat for seat, n in counts for _ in range(n // least)]
        counts = [(seat, n - n // least) for seat, n in counts]
    return turns


class Movement(Frame):
    """NORMAL turns, in order."""

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        return Ask((w.turns[0],)) if w.turns and w.movable(w.turns[0]) else None

    def menu(self, view: View, seat: Seat) -> Menu:
        return menus.move_menu(view, seat)

    def line(self, t: Table, seat: Seat, order: orders.Preview) -> None:
        menus.preview(t, seat, order)

    def answer(self, t: Table, answers: dict[Seat, Any]) -> None:
        ((seat, order),) = answers.items()
        t.push(watch(t, seat, order))

    def returned(self, t: Table, result: orders.Move | Skidding | Over) -> None:
        """Take the turn when the window has closed, or slide on; the next turn follows."""
        w: World = t.world
        if isinstance(result, orders.Move):
            w.turns = w.turns[1:]
            t.push(moves.begin(t, result, "N"))
        elif isinstance(result, Skidding):
            t.push(skids.begin(t, result))

    def resume(self, t: Table) -> None:
        """Skip a turn without a unit that can move; without turns the step is over.

        Rule: QU-6.
        """
        w: World = t.world
        if not w.turns:
            t.pop()
            return
        t.tell(TurnSkipped(w.turns[0]))
        w.turns = w.turns[1:]
