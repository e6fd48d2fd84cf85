"""What follows an action, in the order of DL-18.1."""

from engine.game import Script
from engine.games.derelict.ending import finish, verdict
from engine.games.derelict.fire import Volley, watchers
from engine.games.derelict.reveal import expose
from engine.games.derelict.world import World
from engine.play import Table


class After(Script):
    """DL-18.1: forced reveals; then overwatch, if an alien has acted; then again
    forced reveals; then the verdict.

    Rule: DL-18.
    """

    steps = ("reveals", "overwatch", "more_reveals", "judge")

    def reveals(self, t: Table) -> None:
        """DL-9.1: if a view may have opened, one blip after the other, until none is seen."""
        w: World = t.world
        blip = w.deck.exposed() if w.full and w.opened else None
        w.opened = blip is not None
        if blip is not None:
            # This step comes again once the reveal is over.
            self.at = "" if self.at == "reveals" else "overwatch"
            expose(t, blip)

    def overwatch(self, t: Table) -> None:
        """DL-13.3, DL-13.4: who shoots is decided before any die is rolled.

        Rule: DL-13.
        """
        w: World = t.world
        if shooters := watchers(w):
            t.push(Volley(w.active, shooters))

    def more_reveals(self, t: Table) -> None:
        """DL-9.1: after what was shot."""
        self.reveals(t)

    def judge(self, t: Table) -> None:
        """DL-17.1."""
        if found := verdict(t.world):
            finish(t, *found)
