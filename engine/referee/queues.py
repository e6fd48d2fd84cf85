"""In which order a receiver is told: one message at a time, reports before talk, games in turn."""

from collections import deque
from collections.abc import Iterator

from engine.referee.parcels import Parcel

Games = dict[str, deque[Parcel]]
"""What waits, by game; the next turn is that of the first."""


class ReceiverQueue:
    """What waits in memory for one receiver, behind the message that is ``flying``, or behind what
    is being read from the ledger. What is told of a game keeps its order, and so does what is
    said in it.
    """

    def __init__(self, flying: Parcel | None = None):
        self.flying = flying
        self.lanes: tuple[Games, Games] = ({}, {})

    def add(self, parcel: Parcel) -> None:
        """Have this wait."""
        self.lanes[parcel.talk].setdefault(parcel.reader.game, deque()).append(parcel)

    def next(self) -> Parcel | None:
        """Return what is to be handed over next, which waits no longer."""
        for games in self.lanes:
            for game in games:
                waiting = games.pop(game)
                parcel = waiting.popleft()
                if waiting:
                    games[game] = waiting
                return parcel
        return None

    def rest(self) -> Iterator[Parcel]:
        """Return all that waits, in the order of its turns; then nothing does."""
        return iter(self.next, None)

    def heads(self) -> Iterator[Parcel]:
        """Return what is flying, and the first of all that waits in each game."""
        if self.flying is not None:
            yield self.flying
        yield from (waiting[0] for games in self.lanes for waiting in games.values())
