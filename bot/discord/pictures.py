"""Previews of orders, boards next to the latest news, films, and replay pages.

A preview is cropped to the place of its effect or its choices.
"""

import asyncio
import io
import re
from contextlib import suppress

from PIL import Image

from bot.discord.limits import ALT, clipped
from bot.discord.panel import Sketch
from bot.replay_page.maker import PageMaker
from bot.replaying import Replay
from engine.menu import Refused
from engine.referee.doors import GameView
from renderers import fonts, preview_of
from renderers.rulings import times
from renderers.toolkit import pen

COLOURS = 24
WIDTH = 520
"""Maximum width in pixels: a preview is viewed on phones and drawn again at every press."""


def drawn(seen: GameView, language: str, sketch: Sketch) -> tuple[bytes, str] | None:
    order = None
    with suppress(Refused):
        order = seen.menu.parse(sketch.order) if sketch.order else None
    if order is None and not sketch.marks:
        return None
    found = preview_of(seen.kind.name, seen.view, order, language, dict(sketch.marks))
    if found is None:
        return None
    picture, alt = found
    return smaller(picture), clipped(alt, ALT)


def smaller(picture: bytes) -> bytes:
    with Image.open(io.BytesIO(picture)) as found:
        image = found.convert("RGB")
    if image.width > WIDTH:
        image = image.resize((WIDTH, round(image.height * WIDTH / image.width)))
    made = io.BytesIO()
    image.quantize(COLOURS).save(made, "PNG", optimize=True)
    return made.getvalue()


# ---- wide boards

SIZE = 1100, 700
"""Size in pixels of the shape in which Discord shows pictures on a desktop."""
EDGE, PX, LINE = 28, 26, 38
"""Margin, letter size and line height in pixels; readable at half the size."""
ESCAPED = re.compile(r"\\([^\w\s]|_)")
"""Discord's escapes of characters."""
MOMENT = re.compile(r"<t:(\d+):\w>")
"""Discord's markup for a time."""
GROUND, INK, FAINT = (32, 38, 46), (240, 240, 232), (150, 160, 172)


def is_tall(picture: bytes) -> bool:
    with Image.open(io.BytesIO(picture)) as shown:
        return shown.height > shown.width


def with_news(board: bytes, banner: str, lately: list[str]) -> bytes:
    """Draw a board next to lines of news, the newest at the bottom, as many as fit."""
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


# ---- films


class Projector:
    """Makes films and replay pages."""

    def __init__(self) -> None:
        self.drawing = asyncio.Lock()
        self.maker = PageMaker()
        self.waiting: set[int] = set()

    async def draw(self, user: int, replay: Replay, language: str) -> tuple[bytes, str]:
        self.waiting.add(user)
        try:
            async with self.drawing:
                return await asyncio.to_thread(replay.film, language)
        finally:
            self.waiting.discard(user)

    async def page(self, user: int, replay: Replay, language: str) -> bytes:
        self.waiting.add(user)
        try:
            return await self.maker.make(replay, language)
        finally:
            self.waiting.discard(user)
