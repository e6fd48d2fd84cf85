"""A round (rules 2.5, 3.2): its steps in order, and the turns of the Movement step."""

from engine.game import Script
from engine.games.ambush import orders
from engine.games.ambush.effects.secrets import reveal
from engine.games.ambush.events import Initiative, RoundBegan, TurnSkipped, Weapons
from engine.games.ambush.movement.moves import Over, Skidding, begin
from engine.games.ambush.movement.routes import Waiting, choices_of
from engine.games.ambush.movement.skids import slide
from engine.games.ambush.round import end_step
from engine.games.ambush.round.end_step import Emerging
from engine.games.ambush.round.initiative import initiative, turn_list
from engine.games.ambush.round.weapons import Volley
from engine.games.ambush.view import View
from engine.games.ambush.world import World
from engine.menu import Menu
from engine.play import Table
from engine.state import Ask, Seat


class Round(Script):
    """One round after the other, until scoring ends the game."""

    steps = ("reveal", "initiative", "movement", "weapons", "close", "emerge", "again")

    def reveal(self, t: Table) -> None:
        """Let secret choices of the last round take effect (2.5)."""
        w: World = t.world
        t.chapter()
        w.round, w.phase = w.round + 1, "reveal"
        w.trails, w.chances, w.asked, w.said = [], {}, {}, {}
        t.tell(RoundBegan(w.round))
        w.deaf = [seat for seat in w.seats if not w.deaf_next.get(seat, seat not in w.deaf)]
        w.deaf_next = {}
        for name in w.revealing:
            if w.units[name].hidden:
                reveal(t, w.units[name], "choice")
        w.revealing = []
        w.policy = {name: policy for name, policy in w.policy.items() if w.units[name].hidden}
        for unit in w.units.values() if w.round > 1 else ():
            unit.turn = "ready" if unit.visible and unit.able else "done"
            unit.mode, unit.moved, unit.skidded, unit.shot = "stand", 0, False, False

    def initiative(self, t: Table) -> None:
        """Roll for the order of sides, and list the turns; a scenario may have its own (2.6)."""
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
        """Move (section 3)."""
        t.world.phase = "movement"
        fresh_phase(t.world)
        t.push(Movement())

    def weapons(self, t: Table) -> None:
        """Fire, by secret simultaneous orders (2.5)."""
        t.world.phase = "weapons"
        fresh_phase(t.world)
        t.tell(Weapons())
        t.push(Volley())

    def close(self, t: Table) -> None:
        """Do the End step; it may be the end of the game."""
        t.world.phase = "end"
        end_step.close(t)

    def emerge(self, t: Table) -> None:
        """Ask for secret choices for the next round."""
        t.push(Emerging())

    def again(self, t: Table) -> None:
        """Begin the next round."""
        t.replace(Round())


def fresh_phase(w: World) -> None:
    """Forget the damage of the last phase: it counts for each phase alone (2.8)."""
    for unit in w.units.values():
        unit.damage, unit.rolled20 = 0, False


class Movement(Waiting):
    """NORMAL turns, in order."""

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        return Ask((w.turns[0],)) if w.turns and w.movable(w.turns[0]) else None

    def menu(self, view: View, seat: Seat) -> Menu:
        """Offer any of one's units that is not done; default: the first stands still (3.6).

        Rule: WN-6.
        """
        mine = [unit.id for unit in view.movable(seat)]
        choices = choices_of(view, orders.Move, "move", mine)
        return Menu(choices, default=orders.Move(min(mine), "stand"))

    def returned(self, t: Table, result: orders.Move | Skidding | Over) -> None:
        """Take the turn when the window has closed, or slide on; the next turn follows."""
        w: World = t.world
        if isinstance(result, orders.Move):
            w.turns = w.turns[1:]
            t.push(begin(t, result, "N"))
        elif isinstance(result, Skidding):
            t.push(slide(t, result))

    def resume(self, t: Table) -> None:
        """Skip a turn without a unit that can move; without turns the step is over.

        Rule: QU-6.
        """
        w: World = t.world
        if w.turns:
            t.tell(TurnSkipped(w.turns[0]))
            w.turns = w.turns[1:]
        else:
            t.pop()
