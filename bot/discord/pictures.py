"""A preview of an order: a small picture, cropped to the place of its effect or its choices."""

import asyncio
import io
from contextlib import suppress

from PIL import Image

from bot.discord.limits import ALT, clipped
from bot.discord.panel import Sketch
from bot.replaying import Replay
from engine.menu import Refused
from engine.referee.doors import GameView
from renderers import preview_of

COLOURS = 24
WIDTH = 520
"""Maximum width in pixels: a preview is viewed on phones and drawn again at every press."""


def drawn(seen: GameView, language: str, sketch: Sketch) -> tuple[bytes, str] | None:
    """Return the picture and its alt text, or ``None`` if there is no preview."""
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


class Projector:
    def __init__(self) -> None:
        self.drawing = asyncio.Lock()
        self.waiting: set[int] = set()

    async def draw(self, user: int, replay: Replay, language: str) -> tuple[bytes, str]:
        self.waiting.add(user)
        try:
            async with self.drawing:
                return await asyncio.to_thread(replay.film, language)
        finally:
            self.waiting.discard(user)
