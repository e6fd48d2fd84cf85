"""The findings of many games as a picture: win rates with intervals, and lengths."""

import io
from collections import Counter
from collections.abc import Sequence

from PIL import Image, ImageDraw

from bot.trials import Findings, Played, Share
from renderers.toolkit.colours import rgb
from renderers.toolkit.pen import write

WIDE, EDGE, NAMES, FIGURES = 1000, 30, 200, 260
"""Pixels: the picture, its margin, and the columns for names and figures beside the rates."""
ROW, HEAD, AXIS, LENGTHS, LABELS = 44, 90, 56, 180, 70
"""Pixels: heights of a row, the title, the axis of rates, the lengths, and their labels."""
BARS = 40
"""Maximum number of bars for lengths."""
PAPER, INK, SOFT, LINE = map(rgb, ("#f6f3ea", "#20262e", "#6a7078", "#d5cfbf"))
SIDE, LEVEL, BAR = map(rgb, ("#2b6cb0", "#c2571a", "#7c9a6d"))


def drawn(found: Findings, games: Sequence[Played]) -> bytes:
    shares = [*found.seats, *found.levels]
    top = HEAD + ROW * len(shares)
    image = Image.new("RGB", (WIDE, top + AXIS + LENGTHS + LABELS), PAPER)
    write(image, (EDGE, 32), found.game, 30, INK, bold=True)
    told = f"{found.games} games between robots; of decided games, with 95% confidence intervals"
    write(image, (EDGE, 66), told, 20, SOFT)
    scale(image, top, len(found.seats))
    for k, one in enumerate(shares):
        share(image, HEAD + ROW * k + ROW // 2, one, SIDE if k < len(found.seats) else LEVEL)
    lengths(image, top + AXIS, [one.orders for one in games])
    data = io.BytesIO()
    image.quantize(64, dither=Image.Dither.NONE).save(data, "PNG", optimize=True)
    return data.getvalue()


def place(percent: float) -> int:
    left, right = EDGE + NAMES, WIDE - EDGE - FIGURES
    return round(left + (right - left) * percent / 100)


def scale(image: Image.Image, top: int, seats: int) -> None:
    """Draw the lines of 0 to 100 % and, in dark, the rate of a seat in a fair game."""
    pen = ImageDraw.Draw(image)
    for percent in range(0, 101, 25):
        pen.line([(place(percent), HEAD), (place(percent), top)], LINE, 2)
        write(image, (place(percent), top + 18), f"{percent} %", 18, SOFT, anchor="m")
    pen.line([(place(100 / seats), HEAD), (place(100 / seats), HEAD + ROW * seats)], SOFT, 3)


def share(image: Image.Image, y: int, one: Share, colour: tuple[int, int, int]) -> None:
    pen = ImageDraw.Draw(image)
    write(image, (EDGE, y), one.side, 22, INK, bold=True)
    pen.line([(place(one.low), y), (place(one.high), y)], colour, 6)
    for end in (one.low, one.high):
        pen.line([(place(end), y - 9), (place(end), y + 9)], colour, 3)
    pen.ellipse([place(one.rate) - 9, y - 9, place(one.rate) + 9, y + 9], colour, PAPER, 2)
    text = f"{one.rate:.0f} % ({one.low:.0f} to {one.high:.0f})"
    drawn = f", {one.drawn} drawn" if one.drawn else ""
    write(image, (WIDE - EDGE - FIGURES + 30, y), text + drawn, 20, INK)


def lengths(image: Image.Image, top: int, orders: Sequence[int]) -> None:
    low, step = min(orders), max(1, -(-(max(orders) - min(orders) + 1) // BARS))
    counts = Counter((one - low) // step for one in orders)
    bars, most = max(counts) + 1, max(counts.values())
    pen, wide, base = ImageDraw.Draw(image), (WIDE - 2 * EDGE) / bars, top + LENGTHS
    for k, count in counts.items():
        x, high = EDGE + k * wide, round((LENGTHS - 50) * count / most)
        pen.rectangle([x, base - high, x + max(1, wide - 3), base], BAR)
    pen.line([(EDGE, base), (WIDE - EDGE, base)], SOFT, 2)
    write(image, (EDGE, top + 20), "orders a game", 20, INK, bold=True)
    write(image, (EDGE, base + 22), str(low), 18, SOFT)
    write(image, (WIDE - EDGE, base + 22), str(low + bars * step - 1), 18, SOFT, anchor="r")
    median = sorted(orders)[len(orders) // 2]
    x = EDGE + ((median - low) / step + 0.5) * wide
    pen.line([(x, base - LENGTHS + 50), (x, base)], INK, 2)
    write(image, (x, base + 22), f"median {median}", 18, INK, anchor="m")
