"""How long a picture takes when everything that can be kept is kept, beside
an empty one of the same size.
"""

import io
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
from msgspec import Struct
from PIL import Image

from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.state import PUBLIC
from renderers import picture
from tests.bench import stage

ORDERS = 60
ROW = 3
"""Boards that stand side by side, and as many as the picture has that is the standard."""


class Speed(Struct, frozen=True):
    """Milliseconds to draw and encode, milliseconds to encode a
    blank one, and how large both are.
    """

    picture_ms: float
    blank_ms: float
    size: tuple[int, int]


def views(folder: Path) -> list[object]:
    """What the public sees of a game after each of some orders."""
    found: list[object] = []
    with stage.open_store(folder, 1) as store:
        referee, text = Referee(store, {}), stage.orders(0)

        def look(batch: Batch) -> None:
            opened = batch.game("g0")
            assert opened is not None
            view = opened.table.view(PUBLIC)
            row = view.boards[:ROW]
            if view.turn in [board.seat for board in row]:
                found.append(msgspec.structs.replace(view, boards=row))

        for n in range(ORDERS):
            referee.take([stage.letter(0, n, text(n)), look], stage.MADE)
    return found


def timed(act: Callable[[], object]) -> float:
    """Milliseconds that it takes."""
    start = time.perf_counter()
    act()
    return (time.perf_counter() - start) * 1e3


def blank(size: tuple[int, int]) -> bytes:
    """An empty palette picture."""
    buffer = io.BytesIO()
    Image.new("P", size).save(buffer, "PNG")
    return buffer.getvalue()


def measure(folder: Path) -> Speed:
    """Medians over the pictures of one game."""
    seen = views(folder)
    first = picture("battleboard", seen[0])
    size = Image.open(io.BytesIO(first)).size
    drawn = [timed(partial(picture, "battleboard", view)) for view in seen]
    blanks = [timed(partial(blank, size)) for _ in seen]
    return Speed(statistics.median(drawn), statistics.median(blanks), size)
