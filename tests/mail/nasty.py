"""Positions, and mails of one player that make as much work there as people have found."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

from tests.mail.positions import corpus_position, take_corpus_position
from tests.mail.stage import Office, office

LARGE = 60_000
"""Characters of a large mail."""
WIDTH = 190
"""Characters of a line, as few as a reader takes for one order or several."""


ORDERS = {
    "desert, positions": ("pos all fwd", "pos ART-2 back"),
    "desert, plans": ("hold ART-2", "bar Nr1-Inf C1: ART-1", "show", "aim ART-1 Nr1-Inf", "hold x"),
    "ambush, hiding": ("hide AY 0202/3", "hide AX 0305/3", "hide AX 9999/3"),
    "ambush, moving": ("move A1 run F F ?", "move A1 walk F", "move A1 run F F F F F F F Q"),
    "derelict": ("command", "move M1", "open 7,3", "fire 3,3"),
    "dicechess": ("Nf3", "Nf9", "e4 e5 e6", "knight to f3"),
    "battleboard": ("bomb bob 1 1", "bomb Bob 31 1", "bomb bob 3 5 maybe", "illegal=pass"),
}


SHAPES = {
    "commas": "pos all fwd" + ", " * 400,
    "fillers": "bomb " + "at the to " * 20,
    "number words": "bomb bob " + "one two three " * 12,
    "long chat": "I think that " * 20 + "{n}",
    "requests": "please bomb bob {n} 3 or maybe bomb cy 4 4, hold ART-2 and move A1 run F F",
    "wide letters": "ｂｏｍｂ　ｂｏｂ　３　５ 🙂" * 10,
    "quotations": "> bomb bob 3 5\n>> x: y",
    "attributions": "On Tue, 14 Nov 2023 at 22:13 Bob <bob@x.example> wrote",
    "glued letters": "move A1 run " + "FRL" * 50 + "{n}",
    "slips": "bmob bob {n} 5x hodl ART-2 mvoe A1 wlak FF",
}
"""Lines that are nearly orders, or nearly chat."""


def sheets(order: str) -> Iterator[tuple[str, str]]:
    per = max(1, WIDTH // (len(order) + 2))
    for n in (60, 1_600):
        lines = ["; ".join([order] * min(per, n - at)) for at in range(0, n, per)]
        yield f"{n} × {order}, joined", "\n".join(lines)
        yield f"{n} × {order}, on lines", "\n".join([order] * n)
    yield f"{LARGE // 1000} kB of {order}", "\n".join([order] * (LARGE // (len(order) + 1)))


def messages(position: str) -> Iterator[tuple[str, str]]:
    for order in ORDERS[position]:
        yield from sheets(order)
    mixed = "; ".join(ORDERS[position])
    yield "mixed", "\n".join([mixed] * (1_600 // len(ORDERS[position])))
    first = ORDERS[position][0]
    yield "4,000 lines, no two alike", "\n".join(f"{first} {n}" for n in range(4_000))
    yield "4,000 lines of chat", "\n".join(f"hm {n}" for n in range(4_000))
    yield "4,000 words of the referee", "\n".join(f"undo {n}" for n in range(4_000))
    yield "one line without end", ORDERS[position][0] + " x" * (LARGE // 2)
    for what, line in SHAPES.items():
        yield what, "\n".join(line.format(n=n) for n in range(LARGE // len(line)))


POSITIONS = tuple(ORDERS)
positioned = corpus_position


@asynccontextmanager
async def standing(path: Path, position: str) -> AsyncIterator[Office]:
    async with office(path) as at:
        await take_corpus_position(at, position)
        yield at
