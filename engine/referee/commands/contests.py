"""Commands for the moderators of contests. Everything else has its word already: a contest is a
game.
"""

from typing import ClassVar

from engine.games import contest as g
from engine.games.contest.record import How
from engine.referee import stages
from engine.referee.commands.moderators import Moderating, clean_text
from engine.referee.commands.request import No, Request
from engine.referee.commands.time import a_moment, zone_of
from engine.referee.commands.word import Facts, says
from engine.rulings import calendar
from engine.slots import OneOf, Text

RESULTS = ("draw", "none", "void", "again")


def world_of(request: Request) -> g.World:
    """Return the record of a contest that has begun. Raises ``No``."""
    if not isinstance(request.opened.table.game, g.Contest):
        raise No("no-contest")
    request.begun()
    world: g.World = request.opened.table.world
    return world


def tables_of(request: Request) -> OneOf:
    """Return the tables of two and more: ROUND/TABLE, of this round also TABLE."""
    table = request.opened.table
    rounds = table.world.rounds if isinstance(table.game, g.Contest) else []
    found = [
        (number, index)
        for number, tables in enumerate(rounds, 1)
        for index, one in enumerate(tables, 1)
        if len(one.seats) > 1
    ]
    short = [str(index) for number, index in found if number == len(rounds)]
    names = [*short, *(f"{number}/{index}" for number, index in found)]
    return OneOf(names or ["1/1"], "no-such-table")


@says(
    "gm score {table} won {seat} because {reason}",
    "gm score {table} {result} because {reason}",
    asks="spoken",
)
class GmScore(Moderating, frozen=True):
    """Decide or correct a table: ROUND/TABLE, or a table of this round (EV-63)."""

    places: ClassVar = {"table": tables_of, "result": OneOf(RESULTS), "seat": Text()}
    table: str
    reason: str
    result: str = "won"
    seat: str = ""

    @property
    def over(self) -> str:
        """Return "", because a point for oneself is one taken from another."""
        return ""

    def do(self, request: Request) -> Facts:
        world = world_of(request)
        before, _, last = self.table.rpartition("/")
        number, index = int(before or len(world.rounds)), int(last) - 1
        seats = world.rounds[number - 1][index].seats
        if not g.is_correctable(world, number, index):
            raise No("not-correctable", "gm rollback LINE", word=self.table)
        places, how = self.places_of(world, seats)
        request.enter(g.Score(number, index, places, how, clean_text(self.reason)))
        return {"table": f"{number}/{index + 1}", "result": self.result, "because": self.reason}

    def places_of(self, world: g.World, seats: tuple[int, ...]) -> tuple[tuple[int, ...], How]:
        match self.result:
            case "won":
                names = {world.entry(one).seat.casefold(): one for one in seats}
                if (won := names.get(self.seat.casefold())) is None:
                    wanted = (world.entry(one).seat for one in seats)
                    raise No("no-such-seat", *wanted, word=self.seat)
                return g.decided(seats, [won]), g.RULED
            case "draw":
                return g.decided(seats, seats), g.RULED
            case "none":
                return g.lost_by(seats, seats), g.RULED
            case "void":
                return (), g.VOID
        return (), g.PLAYED


@says("gm round", "gm round {start}", asks="silent")
class GmRound(Moderating, frozen=True):
    """Begin the next round now or at a moment, even if tables of this one are open (EV-42)."""

    places: ClassVar = {"start": lambda request: a_moment("bad-away", zone_of(request))}
    start: int = 0

    def do(self, request: Request) -> Facts:
        world = world_of(request)
        before = world.begun
        if self.start > request.now and g.follows(world):
            stages.call_round(request.batch, request.opened, self.start)
            when = calendar.format_time(self.start, zone_of(request))
            return {"round": str(before + 1), "at": when}
        request.enter(g.NextRound())
        if request.opened.table.world.begun == before:
            raise No("no-next-round")
        return {"round": str(before + 1), "at": "now"}
