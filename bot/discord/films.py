"""Films: the writer's thread only reads what is stored; playing and drawing are done beside it
and beside the event loop, one film at a time.
"""

import asyncio

from bot.reel import Reel


class Projector:
    """Draws one film after the other; whoever waits for one gets no second one."""

    def __init__(self) -> None:
        self.drawing = asyncio.Lock()
        self.waiting: set[int] = set()

    async def draw(self, user: int, reel: Reel, language: str) -> tuple[bytes, str]:
        """Return what ``Reel.film`` does."""
        self.waiting.add(user)
        try:
            async with self.drawing:
                return await asyncio.to_thread(reel.film, language)
        finally:
            self.waiting.discard(user)
