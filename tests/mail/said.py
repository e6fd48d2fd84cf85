"""Reads the replies of ``said.toml``, by class: ``python -m tests.mail.said [CORPUS] [CLASS ...]``.

``wrong`` has another outcome than a person would give it, ``danger`` is an order played against the
writer's will, ``asked`` is a clear order that waits for a YES. ``fresh.toml``, ``later.toml``
and ``unseen.toml`` were written before they were run, ``typed.toml`` has bare orders.
"""

import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from engine.menu import Refused
from engine.referee.batch import Batch
from engine.state import Retract
from engine.store import journal
from engine.table import GameTable
from mail.incoming.confirmations import NOTES
from mail.memberships import DOOR
from tests.kit.data import beside
from tests.mail.positions import answer, corpus_position, position_called
from tests.mail.stage import Office, text_of

SAID = beside(__file__)
OTHERS = {
    one: beside(str(Path(__file__).with_name(one))) for one in ("fresh", "later", "typed", "unseen")
}
Case = tuple[str, str, tuple[str, ...], tuple[str, ...], tuple[str, ...], bool, str]


def plain(orders: Any) -> list[str]:
    """Return orders without case, blanks and marks of chess, for comparison."""
    return [re.sub(r"[\s+#x]", "", order.casefold()).replace("door", "open") for order in orders]


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


async def waiting(at: Office, *quotes: str) -> tuple[dict[str, list[str]], list[str]]:
    """Return the orders that wait, and the quotes, as the game spells them."""

    def look(batch: Batch) -> tuple[dict[str, list[str]], list[str]]:
        opened = batch.game("g12")
        assert opened is not None
        menu = opened.menu(next(c.seat for c in opened.table.state.chairs if c.name == "Ann"))

        def spelt(line: str) -> str:
            try:
                return menu.read(line, examples=False)[1]
            except Refused:
                return line

        kept = NOTES.below(batch.notes_of(DOOR), "pending/g12")
        return {key: [*map(spelt, one.lines)] for key, one in kept.items()}, [*map(spelt, quotes)]

    return await at.writer.run(look)


async def judged(at: Office, case: Case) -> Counter[str]:
    """Return what is to be counted for a reply."""
    position, expect, also, orders, about, danger, body = case
    before, (waited, _) = await journalled(at, "Ann"), await waiting(at)
    held = plain(line for lines in waited.values() for line in lines)
    count = len(at.mails("Ann"))
    await at.take(answer(at, body))
    text = "\n".join(text_of(mail) for mail in at.mails("Ann")[count:])
    left, quotes = await waiting(at, *re.findall("“([^”]*)”", text))
    new = [line for key, lines in left.items() if key not in waited for line in lines]
    played = plain((await journalled(at, "Ann"))[len(before) :])
    asked = bool(new) and not played and {*plain(about)} <= {*plain(quotes), *plain(new)}
    asked = asked or (bool(position_called(position).waits) and not played and bool(left))
    came = {
        "played": played == plain(orders) and not new,
        "asked": asked,
        "nothing": not played and not new,
        "refused": not played and not new,
        "yes": bool(played) and played == held,
        "no": not played and not left,
    }
    good = (expect, *also)
    allowed = {*(plain(orders) if "played" in good else ()), *(held if "yes" in good else ())}
    return Counter(
        replies=1,
        wrong=not any(came[one] for one in good),
        danger=danger and bool({*played} - allowed),
        clear=expect == "played",
        asked=expect == "played" and bool(new),
    )


def counted(*names: str, corpus: dict[str, Any] = SAID) -> Iterator[tuple[str, Counter[str]]]:
    """Yield each class, or those named, with its figures."""
    for name, cases in corpus.items():
        if not names or name in names:
            total: Counter[str] = Counter()
            for case in cases:

                async def play(at: Office, case: Case = case, to: Counter[str] = total) -> None:
                    to.update(await judged(at, case))

                with tempfile.TemporaryDirectory() as folder:
                    corpus_position(Path(folder), play, case[0])
            yield name, total


def main() -> None:
    everything: Counter[str] = Counter()
    names = sys.argv[1:]
    corpus = OTHERS.get("".join(names[:1]), SAID)
    for name, found in counted(*names[corpus is not SAID :], corpus=corpus):
        everything.update(found)
        print(f"{name:12}", dict(found), flush=True)
    print(f"{'all':12}", dict(everything))


if __name__ == "__main__":
    main()
