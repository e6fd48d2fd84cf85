"""A whole game as one moving picture. The writer's thread only reads what is stored; playing
and drawing are done beside it and beside the event loop, one film at a time.
"""

import asyncio
from functools import partial
from typing import TYPE_CHECKING

import msgspec

import renderers
from bot.discord import queries
from bot.discord.post import Post
from bot.discord.queries import Reel
from engine.state import PUBLIC
from renderers.film import film_of

if TYPE_CHECKING:
    from bot.discord.answer import Turn


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


async def shown(turn: "Turn", game: str | None, mine: bool) -> Post:
    """The film of a game: as everybody could see it, or with ``mine`` as this person could."""
    seen = await turn.seen(await turn.which(game))
    if seen is None:
        return turn.no_game()
    if mine and seen.viewer == PUBLIC:
        return Post(turn.said.say("discord-watching"))
    projector = turn.door.projector
    if turn.user.id in projector.waiting:
        return Post(turn.said.say("discord-film-busy"))
    reel = await turn.door.writer.look(
        partial(queries.reel, seen.game, seen.viewer if mine else PUBLIC)
    )
    if reel is None:
        return turn.no_game()
    picture, alt = await projector.draw(turn.user.id, reel, turn.said.language)
    if not picture:
        return Post(turn.said.say("discord-nothing-told"))
    text = turn.said.say("discord-film", game=seen.game, mine="yes" if mine else "no")
    return msgspec.structs.replace(Post(text), picture=picture, alt=alt)
