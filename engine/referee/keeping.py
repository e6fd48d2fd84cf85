"""Doors that store what they have composed, since the same bytes may have to go again."""

import asyncio
import logging
from collections.abc import Callable, Coroutine
from concurrent.futures import Executor

from engine.referee.parcels import Key, Ledger

log = logging.getLogger(__name__)


class Keeping:
    """Has doors compose what they are to tell, in ``thread``, a game at a time and each door
    beside the others. ``begin`` starts work in the background; ``failed`` is called when
    something is ``left`` to be tried again.
    """

    def __init__(
        self,
        ledger: Ledger,
        thread: Executor,
        begin: Callable[[Coroutine[None, None, None]], None],
        failed: Callable[[], None],
    ):
        self.ledger, self.thread, self.begin, self.failed = ledger, thread, begin, failed
        self.games: dict[str, dict[str, None]] = {}
        self.left: set[Key] = set()

    def soon(self, door: str, game: str) -> None:
        """Have a door compose what it is to tell of a game."""
        if door in self.games:
            self.games[door][game] = None
        else:
            self.games[door] = {game: None}
            self.begin(self.keep(door))

    def again(self) -> None:
        """Try again what has failed."""
        left, self.left = self.left, set()
        for door, game in left:
            self.soon(door, game)

    async def keep(self, door: str) -> None:
        """Compose what a door is to tell, until there is no more; games take turns."""
        loop, games = asyncio.get_running_loop(), self.games[door]
        while games:
            del games[game := next(iter(games))]
            try:
                made = await loop.run_in_executor(self.thread, self.ledger.compose, door, game)
                if made is not None:
                    await self.ledger.keep(made)
                    games[game] = None
            except Exception as error:
                log.error("nothing could be composed for door %s: %s", door, error)
                self.left.add((door, game))
                self.failed()
        del self.games[door]
