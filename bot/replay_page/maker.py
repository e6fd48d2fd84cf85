"""Makes replay pages beside the event loop, one at a time."""

import asyncio

from bot.replay_page.page import page
from bot.replaying import Replay
from engine.state import PUBLIC


class PageMaker:
    """Makes pages, and keeps the last one: all players of a finished game get the same page."""

    def __init__(self) -> None:
        self.turn = asyncio.Lock()
        self.last: tuple[object, bytes] = (None, b"")

    async def make(self, replay: Replay, language: str) -> bytes:
        """Return the page, or nothing if the viewer has no news."""
        async with self.turn:
            return await asyncio.to_thread(self.made, replay, language)

    def made(self, replay: Replay, language: str) -> bytes:
        if replay.table.state.result is not None:
            replay.viewer = PUBLIC  # the page of a finished game has every seat's view
        key = replay.setup.id, replay.rows[-1:], len(replay.rows), replay.viewer, language
        if self.last[0] != key:
            self.last = key, page(replay, language) if replay.pages else b""
        return self.last[1]
