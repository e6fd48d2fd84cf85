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
        """Expose one blip after the other, until no marine sees one, if a
        view may have opened (DL-9.1).
        """
        w: World = t.world
        blip = w.exposed if w.full and w.opened else None
        w.opened = blip is not None
        if blip is not None:
            # This step comes again once the reveal is over.
            self.at = "" if self.at == "reveals" else "overwatch"
            expose(t, blip)

    def overwatch(self, t: Table) -> None:
        """Let the marines on overwatch shoot who see the alien that has acted; who shoots is
        decided before any die is rolled (DL-13.3, DL-13.4).

        Rule: DL-13.
        """
        w: World = t.world
        if shooters := watchers(w):
            t.push(Volley(w.active, shooters))

    def more_reveals(self, t: Table) -> None:
        """Expose blips that can be seen after what was shot (DL-9.1)."""
        self.reveals(t)

    def judge(self, t: Table) -> None:
        """End the game if somebody has won (DL-17.1)."""
        if found := verdict(t.world):
            finish(t, *found)
