"""``python -m tests.mail.replies DIR``: read all mails of a folder and compare the orders.

``expected.json`` gives the lines of orders that must come out of each ``.eml``, in this order,
and no other order. What an order is, the words say with which the expected ones begin, and
those of the reports that the samples quote. The texts of a folder ``sent`` in it, if there is
one, are known to have been sent.
"""

import json
import sys
from pathlib import Path

from mail.parse.quotes import What
from mail.parse.reading import Unreadable, read
from mail.parse.runs import runs_of
from mail.parse.subtract import said_in

VERBS = frozenset(["move", "attack", "hold"])


def orders(raw: bytes, verbs: frozenset[str], sent: frozenset[int] | None = None) -> list[str]:
    """The orders in a mail: those of its lines that begin with a verb."""

    def what(line: str) -> What:
        return "order" if line.split(maxsplit=1)[0].casefold() in verbs else ""

    try:
        said = said_in(read(raw).body, sent, ["referee"], what)
    except Unreadable as error:
        return [f"unreadable: {error}"]
    return [line for line in said.own if what(line)]


def wrong(folder: Path) -> dict[str, tuple[list[str], list[str]]]:
    """The mails out of which something else came: what came, and what should have."""
    expected: dict[str, list[str]] = json.loads((folder / "expected.json").read_text("utf-8"))
    verbs = VERBS | {
        line.split(maxsplit=1)[0].casefold() for lines in expected.values() for line in lines
    }
    texts = [path.read_text("utf-8") for path in sorted((folder / "sent").glob("*.txt"))]
    sent = runs_of(*texts) if texts else None
    found = {name: orders((folder / name).read_bytes(), verbs, sent) for name in expected}
    return {name: (found[name], lines) for name, lines in expected.items() if found[name] != lines}


def main() -> int:
    folder = Path(sys.argv[1])
    mistakes = wrong(folder)
    for name, (came, wanted) in mistakes.items():
        print(f"{name}: came {came}, wanted {wanted}")
    print(f"{len(list(folder.glob('*.eml')))} mails, {len(mistakes)} wrong")
    return int(bool(mistakes))


if __name__ == "__main__":
    sys.exit(main())
