"""Positions, and mails of one player that make as much work there as people have found."""

import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct

from tests.mail.stage import PEOPLE, Office, office, reply, seat_all, stage

LARGE = 60_000
"""Characters of a large mail."""
WIDTH = 190
"""Characters of a line, as few as a reader takes for one order or several."""


class Position(Struct, frozen=True):
    kind: str
    options: dict[str, Any] = {}
    said: tuple[tuple[str, str], ...] = ()
    seats: tuple[str, ...] = ("Ann", "Bob")


HIDING = (("Ann", "deploy A1 1001/3"), ("Bob", "deploy B1 0112/0"))
MOVING = (*HIDING, ("Ann", "hide AX 0305/3\nok"), ("Bob", "hide BX 0507/0\nok"))
PLANNING = (("Ann", "pos all fwd; ok"), ("Bob", "pos all back; ok"), ("Ann", "ok"), ("Bob", "ok"))
DUEL = {"battle": "duel", "window": "2h"}
POSITIONS = {
    "desert, positions": Position("desert"),
    "desert, plans": Position("desert", said=PLANNING),
    "ambush, hiding": Position("ambush", DUEL, HIDING),
    "ambush, moving": Position("ambush", DUEL, MOVING),
    "derelict": Position("derelict", said=(("Ann", "keep"), ("Ann", "activate M1"))),
    "dicechess": Position("dicechess"),
    "battleboard": Position(
        "battleboard", {"players": 2, "order": "join", "size": "26x26", "cities": 9}
    ),
}
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


async def take_position(at: Office, position: str) -> None:
    what = POSITIONS[position]
    await at.make_other(what.kind, **what.options)
    await seat_all(at, senders=[PEOPLE[seat] for seat in what.seats])
    for seat, text in what.said:
        handled = await at.take(answer(at, text, seat))
        assert handled.what == "accept", (position, seat, text)


positioned = stage(take_position)


@asynccontextmanager
async def standing(path: Path, position: str) -> AsyncIterator[Office]:
    async with office(path) as at:
        await take_position(at, position)
        yield at


def answer(at: Office, text: str, seat: str = "Ann", verdict: str | None = "pass") -> bytes:
    asked = [mail for mail in at.mails(seat) if mail["Reply-To"]]
    raw = reply(asked[-1], "\x00", PEOPLE[seat], verdict)
    # The quotation is left out: what it costs does not hang on the orders.
    return re.sub(rb"\x00.*", lambda _: text.encode(), raw, flags=re.S)
