"""The board for a wide screen, next to the latest news.

On a desktop, Discord shows a tall picture small until it is pressed.
"""

import asyncio
import io
import re

from msgspec.structs import replace
from PIL import Image

import renderers
from bot.discord import limits, words
from bot.discord.answer import Press, Turn
from bot.discord.ids import Act, template
from bot.discord.post import Button, Post
from engine.referee.doors import GameView
from renderers import fonts
from renderers.rulings import times
from renderers.toolkit import pen

SIZE = 1100, 700
"""Size in pixels of the shape in which Discord shows pictures on a desktop."""
EDGE, PX, LINE = 28, 26, 38
"""Margin, letter size and line height in pixels; readable at half the size."""
ESCAPED = re.compile(r"\\([^\w\s]|_)")
"""Discord's escapes of characters."""
MOMENT = re.compile(r"<t:(\d+):\w>")
"""Discord's markup for a time."""
GROUND, INK, FAINT = (32, 38, 46), (240, 240, 232), (150, 160, 172)


async def board(turn: Turn, seen: GameView, mode: str = "") -> Post:
    """Return the board as this person may see it, in one of the game's modes. A tall board gets a
    button for its wide form.
    """
    if mode:
        picture, alt = await turn.door.show.drawn(seen, turn.said.language, mode=mode)
        return Post(f"**{mode}**", picture=picture, alt=alt)
    post = await turn.board(Post(words.status(turn.said, seen)), seen)
    with Image.open(io.BytesIO(post.picture)) as shown:
        tall = shown.height > shown.width
    name = turn.door.names.write(Act.WIDE, seen.game)
    if not tall or name is None:
        return post
    return replace(post, buttons=(Button(turn.say("discord-button-wide"), name),))


class OpenWide(Press, template=template(Act.WIDE)):
    async def answer(self, turn: Turn) -> Post:
        seen = await turn.game(self.name.game)
        post = await turn.board(Post(words.status(turn.said, seen)), seen)
        lately = await turn.lately(seen)
        scene = renderers.scene_of(seen.kind.name, seen.view, turn.said.language)
        picture = await asyncio.to_thread(with_news, post.picture, scene.banner, lately)
        alt = limits.clipped("\n".join([post.alt, *lately]), limits.ALT)
        return replace(post, picture=picture, alt=alt)


def with_news(board: bytes, banner: str, lately: list[str]) -> bytes:
    """Draw a board next to lines of news, the newest at the bottom. Lines that don't fit are left
    out.
    """
    wide, high = SIZE
    with Image.open(io.BytesIO(board)) as found:
        shown = found.convert("RGB")
    # Make it as high as the canvas, but leave room for the text.
    scale = min(high / shown.height, wide * 0.62 / shown.width)
    shown = shown.resize(
        (round(shown.width * scale), round(shown.height * scale)), Image.Resampling.LANCZOS
    )
    image = Image.new("RGB", SIZE, GROUND)
    image.paste(shown, (0, (high - shown.height) // 2))
    left, room = shown.width + EDGE, wide - shown.width - 2 * EDGE
    y = EDGE + LINE // 2
    for line in wrapped(banner, room):
        pen.write(image, (left, y), line, PX, INK, bold=True)
        y += LINE
    lines = [line for text in lately for line in wrapped(plain(text), room)]
    for line in lines[-((high - EDGE - y) // LINE) :]:
        y += LINE
        pen.write(image, (left, y), line, PX, FAINT)
    made = io.BytesIO()
    image.quantize(128).save(made, "PNG", optimize=True)
    return made.getvalue()


def plain(text: str) -> str:
    """Return a text without Discord's markup, in characters that the fonts have."""
    said = ESCAPED.sub(r"\1", text).replace("›", ">")
    said = MOMENT.sub(lambda found: times.moment(int(found[1])), said)
    return "".join(one for one in said if fonts.can_draw(one))


def wrapped(text: str, room: int) -> list[str]:
    lines = [""]
    for word in text.split():
        begun = f"{lines[-1]} {word}".strip()
        if fonts.width(begun, PX, bold=True) <= room:
            lines[-1] = begun
            continue
        lines.append("")
        for character in word:
            if fonts.width(lines[-1] + character, PX, bold=True) > room:
                lines.append("")
            lines[-1] += character
    return [line for line in lines if line]
