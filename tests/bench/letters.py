"""What one message costs at the most, in milliseconds of the processor: ``python -m tests.bench
messages``. The messages and positions are those that people have found to make most work
(``tests/mail/nasty.py``); the worst of each position is shown.

By mail that is everything from the bytes to the composed answer, and handing it to an SMTP server,
which runs in the same process and is counted with it. At the other doors it is what is common to
them: the referee's work on a text of 4,096 characters, with the write to the disk. It leaves out
what Discord and the terminal then draw, and the door's own protocol.
"""

import asyncio
import time
from itertools import count
from pathlib import Path

from engine.menu import LONGEST
from engine.messages import Message
from mail.memberships import DOOR
from mail.parse.verdicts import suffixes
from tests.bench.table import Row
from tests.mail.nasty import POSITIONS, messages, standing
from tests.mail.positions import answer
from tests.mail.stage import Office, address

GOAL, STRANGER = 100.0, 2.0
"""Milliseconds of the processor: of a player's message, of a stranger's beyond what is read."""
FLOOD = 200
Worst = tuple[float, str]
"""Milliseconds, and of what message."""


async def by_mail(at: Office, text: str) -> float:
    raw = answer(at, text)
    began = time.process_time()
    await at.take(raw)
    return (time.process_time() - began) * 1e3


NUMBERS = count()


async def as_text(at: Office, text: str) -> float:
    """Milliseconds for the same text at any other door."""
    message = Message(
        door=DOOR,
        id=f"bench {next(NUMBERS)}",
        sender=address("Ann"),
        text=text[:LONGEST],
        at=at.clock.now(),
        game="g12",
    )
    began = time.process_time()
    await at.writer.submit(message)
    return (time.process_time() - began) * 1e3


async def worst(folder: Path, position: str) -> tuple[Worst, Worst]:
    mailed: list[Worst] = []
    texts: list[Worst] = []
    for what, text in messages(position):
        for measure, found in ((by_mail, mailed), (as_text, texts)):
            async with standing(folder / f"{next(NUMBERS)}.db", position) as at:
                found.append((await measure(at, text), what))
    return max(mailed), max(texts)


async def strangers(folder: Path, kind: str) -> float:
    """Milliseconds for a mail of 60 kB of somebody who is not believed, after 200 of them."""
    async with standing(folder / f"{next(NUMBERS)}.db", "battleboard") as at:
        raw = answer(at, "bomb bob 3 5 maybe\n" * 3_000, verdict="fail")
        if kind == "unknown":
            raw = raw.replace(b"ann@mail.example", b"eve@evil.example")
        raws = [raw.replace(b"Message-ID: <", b"Message-ID: <%d." % n) for n in range(2 * FLOOD)]
        mails = [(one, at.clock.now()) for one in raws]
        for first in range(0, FLOOD, 20):
            await at.door.take_set(mails[first : first + 20])
        began = time.process_time()
        for first in range(FLOOD, 2 * FLOOD, 20):
            await at.door.take_set(mails[first : first + 20])
        return (time.process_time() - began) * 1e3 / FLOOD


def rows(folder: Path) -> list[Row]:
    suffixes()
    found = []
    for position in POSITIONS:
        mailed, text = asyncio.run(worst(folder, position))
        found += [
            Row(f"{position}, by mail", mailed[0], "ms", GOAL, below=True, note=mailed[1]),
            Row("  at any other door", text[0], "ms", GOAL, below=True, note=text[1]),
        ]
    for kind in ("forged", "unknown"):
        took = asyncio.run(strangers(folder, kind))
        what = f"a mail of 60 kB, {kind} sender, beyond the budget"
        found.append(Row(what, took, "ms", STRANGER, below=True))
    return found
