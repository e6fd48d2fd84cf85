"""Draws in advance, so that shared parts of maps and sprites are ready for the first picture."""

import asyncio
import logging

import renderers
from bot import queries
from bot.service.supervisor import Service
from engine.referee.batch import Batch
from engine.referee.writer import Writer

log = logging.getLogger(__name__)

NEWEST = 100
"""Maximum number of running games that are searched."""


class DrawingService(Service):
    """Draws the newest running game of each kind once when the referee starts, in another thread.

    The first picture of a map in a process costs twenty times as much as later ones. ``drawn`` is
    set once all are drawn.
    """

    name = "pictures"

    def __init__(self, language: str):
        self.language, self.drawn = language, asyncio.Event()

    def on_open(self, writer: Writer) -> None:
        self.writer = writer

    async def run(self) -> None:
        for game in await self.writer.run(newest_of_each_kind):
            try:
                await self.draw(game)
            except Exception as error:
                log.warning("game %s cannot be drawn: %s", game, type(error).__name__)
        self.drawn.set()
        await asyncio.Event().wait()

    async def draw(self, game: str) -> None:
        """Draw a game as everybody may see it. Raises the errors of its rules and its renderer."""
        seen = await self.writer.run(queries.seen, game, None)
        if seen is not None:
            kind = seen.kind.name
            await asyncio.to_thread(renderers.picture, kind, seen.view, self.language)


def newest_of_each_kind(batch: Batch) -> list[str]:
    """Return the ids of the newest running game of each kind."""
    newest: dict[str, str] = {}
    for game in batch.store.newest_running(NEWEST):
        newest.setdefault(game.kind, game.id)
    return list(newest.values())
