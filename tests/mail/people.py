"""What becomes of a mail as people write them: what is played, by the journal, and what waits for a
YES.
"""

import tempfile
from pathlib import Path

from msgspec import Struct

from engine.referee.batch import Batch
from engine.state import Retract
from engine.store import journal
from engine.table import GameTable
from mail.incoming.confirmations import NOTES
from mail.memberships import DOOR
from tests.mail.nasty import answer, positioned
from tests.mail.stage import Office, address


class MailOutcome(Struct, frozen=True):
    """``played`` and ``held`` are orders; ``reason`` is the first line of the request for a YES."""

    played: tuple[str, ...] = ()
    held: tuple[str, ...] = ()
    reason: str = ""


async def journalled(at: Office, seat: str) -> list[str]:
    """Return all orders of a seat in the journal, as the game spells them."""

    def look(batch: Batch) -> list[str]:
        opened = batch.game("g12")
        assert opened is not None
        table = opened.table
        copy, found = GameTable.new(table.game, table.setup), list[str]()
        copy.run()
        name = next(chair.seat for chair in table.state.chairs if chair.name == seat)
        for entry in journal.read(table.game, table.setup, batch.store.journal("g12")):
            if entry.seat == name and not isinstance(entry.order, Retract):
                found.append(copy.menu(name).write(entry.order))
            journal.play(copy, entry)
        return found

    return await at.writer.run(look)


async def waiting(at: Office, seat: str) -> tuple[str, ...]:
    def look(batch: Batch) -> tuple[str, ...]:
        kept = NOTES.below(batch.notes_of(DOOR), "pending/g12").values()
        return tuple(line for one in kept if one.asked == address(seat) for line in one.lines)

    return await at.writer.run(look)


async def outcome(at: Office, text: str, seat: str = "Ann") -> MailOutcome:
    before, count = await journalled(at, seat), len(at.mails(seat))
    await at.take(answer(at, text, seat))
    after, mails = await journalled(at, seat), at.mails(seat)[count:]
    reason = next((str(m["Subject"]) for m in mails if "do you mean" in str(m["Subject"])), "")
    return MailOutcome(tuple(after[len(before) :]), await waiting(at, seat), reason)


def outcome_at(position: str, text: str, seat: str = "Ann") -> MailOutcome:
    """Return the outcome of one mail at a position of ``tests.mail.nasty``."""
    found: list[MailOutcome] = []

    async def play(at: Office) -> None:
        found.append(await outcome(at, text, seat))

    with tempfile.TemporaryDirectory() as folder:
        positioned(Path(folder), play, position)
    return found[0]
