"""The board for a wide screen, next to the latest news.

On a desktop, Discord shows a tall picture small until it is pressed.
"""

import asyncio

from msgspec.structs import replace

import renderers
from bot.discord import limits, pictures, words
from bot.discord.answer import Press, Turn
from bot.discord.ids import Act, template
from bot.discord.post import Button, Post
from engine.referee.doors import GameView


async def board(turn: Turn, seen: GameView, mode: str = "") -> Post:
    """Return the board; a tall one with a button for its wide form."""
    if mode:
        picture, alt = await turn.door.show.drawn(seen, turn.said.language, mode=mode)
        return Post(f"**{mode}**", picture=picture, alt=alt)
    post = await turn.board(Post(words.status(turn.said, seen)), seen)
    name = turn.door.names.write(Act.WIDE, seen.game)
    if not pictures.is_tall(post.picture) or name is None:
        return post
    return replace(post, buttons=(Button(turn.say("discord-button-wide"), name),))


class OpenWide(Press, template=template(Act.WIDE)):
    async def answer(self, turn: Turn) -> Post:
        seen = await turn.game(self.name.game)
        post = await turn.board(Post(words.status(turn.said, seen)), seen)
        lately = await turn.lately(seen)
        scene = renderers.scene_of(seen.kind.name, seen.view, turn.said.language)
        picture = await asyncio.to_thread(pictures.with_news, post.picture, scene.banner, lately)
        alt = limits.clipped("\n".join([post.alt, *lately]), limits.ALT)
        return replace(post, picture=picture, alt=alt)
