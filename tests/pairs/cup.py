"""The contest of some games of pairs."""

from collections.abc import Mapping, Sequence

from engine.games import contest as g
from engine.messages import Address
from engine.referee import contests
from engine.referee.batch import Batch
from engine.state import REFEREE, Join, Seat, Setup

GAME, CUP = "pair", "cup"


def make(batch: Batch, kind: str, seats: Sequence[Seat], readers: Mapping[Seat, str]) -> None:
    """Make the contest of a game: everybody who plays has entered it. ``readers`` are addresses at
    the box, by viewer.
    """
    number = len(seats)
    options = {"form": "knockout" if number == 2 else "swiss", "rounds": 1, "game": kind}
    options |= {"entrants": number, "table": number}
    addresses = [
        Address(door="box", sender=sender, game=CUP, viewer=viewer)
        for viewer, sender in readers.items()
    ]
    setup = Setup(id=CUP, secret=bytes(32), options=options, scenario={}, at=batch.now)
    contest = batch.make("contest", setup, addresses)
    for seat in seats:
        batch.enter(contest, batch.now, REFEREE, Join(seat, seat, f"salt of {seat}"))
    table = g.Table(seats=tuple(range(1, number + 1)))
    batch.enter(contest, batch.now, REFEREE, g.Pair((table,), line=table.seats))
    batch.enter(contest, batch.now, REFEREE, g.Opened(1, 0, GAME))
    contests.note(batch, CUP, GAME, contests.ContestGame(1, 0))
