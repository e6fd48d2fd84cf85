"""The positions of ``positions.toml``: games in which Ann is asked."""

import re
from typing import Any

from msgspec import Struct, convert

from engine.state import Setup
from tests.kit.data import beside
from tests.mail.stage import ANN, BOB, START, Office, reply, seat_all, stage

DATA = beside(__file__)
CY = "Cy <cy@mail.example>"
SENDERS = {"Ann": ANN, "Bob": BOB, "Cy": CY}


class CorpusPosition(Struct, frozen=True, kw_only=True):
    kind: str
    options: dict[str, Any] = {}
    scenario: dict[str, Any] = {}
    loaded: dict[str, list[int | str]] = {}
    seats: tuple[str, ...] = ("Ann", "Bob")
    said: tuple[tuple[str, str], ...] = ()
    # the last mail of Ann, whose order waits; with ``forged`` it can't be proved to be hers
    waits: str = ""
    forged: bool = False


def position_called(name: str) -> CorpusPosition:
    own = DATA[name]
    return convert({**DATA.get(own.get("base"), {}), **own}, CorpusPosition)


def answer(at: Office, text: str, seat: str = "Ann", verdict: str | None = "pass") -> bytes:
    asked = [mail for mail in at.mails(seat) if mail["Reply-To"]]
    raw = reply(asked[-1], "\x00", SENDERS[seat], verdict)
    # The quotation is left out: what it costs does not hang on the orders.
    return re.sub(rb"\x00.*", lambda _: text.encode(), raw, flags=re.S)


async def take_corpus_position(at: Office, position: str) -> None:
    what = position_called(position)
    setup = Setup(
        id="g12",
        secret=b"s" * 32,
        options=what.options,
        scenario=what.scenario,
        loaded=what.loaded,
        at=START,
    )
    await at.writer.make(what.kind, setup, [])
    await seat_all(at, senders=[SENDERS[seat] for seat in what.seats])
    for seat, text in what.said:
        handled = await at.take(answer(at, text, seat))
        assert handled.what == "accept", (position, seat, text)
    if what.waits:
        handled = await at.take(answer(at, what.waits, "Ann", "fail" if what.forged else "pass"))


corpus_position = stage(take_corpus_position)
