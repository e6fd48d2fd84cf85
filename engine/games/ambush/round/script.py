"""A round (rules 2.5): its steps, in order."""

from engine.game import Script
from engine.games.ambush.effects.reveal import reveal
from engine.games.ambush.events import Initiative, RoundBegan, Weapons
from engine.games.ambush.movement.turns import Movement
from engine.games.ambush.round import end_step
from engine.games.ambush.round.emerging import Emerging
from engine.games.ambush.round.initiative import initiative, turn_list
from engine.games.ambush.round.weapons import Volley
from engine.games.ambush.world import World
from engine.play import Table
from engine.state import Seat


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
