"""A whole game as one moving picture. The writer's thread only reads what is stored; playing
and drawing are done beside it and beside the event loop, one film at a time.
"""

import asyncio
from typing import TYPE_CHECKING

import renderers
from bot.discord.queries import Reel
from renderers.film import film_of

if TYPE_CHECKING:
    pass


class Projector:
    """Draws one film after the other; whoever waits for one gets no second one."""

    def __init__(self) -> None:
        self.drawing = asyncio.Lock()
        self.waiting: set[int] = set()

    async def draw(self, user: int, reel: Reel, language: str) -> tuple[bytes, str]:
        """The film as PNG, and its last board in words. Both are empty
        if the viewer was told nothing.
        """
        self.waiting.add(user)
        try:
            async with self.drawing:
                return await asyncio.to_thread(drawn, reel, language)
        finally:
            self.waiting.discard(user)


def drawn(reel: Reel, language: str) -> tuple[bytes, str]:
    """The film of a reel, at most 8 MB, and its last board in words."""
    views, kind = reel.views(), reel.kind.name
    if not views:
        return b"", ""
    return film_of(kind, views, language), renderers.alt_text(kind, views[-1], language)
