"""``python -m tests.bench``: what this machine can do, now, with the goals; ``python -m
tests.bench line games`` for these sections alone.
"""

import logging
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.bench import (
    advice,
    games,
    hostile,
    letters,
    line,
    mail,
    many,
    pages,
    robots,
    starting,
    timing,
)
from tests.bench.table import Row, text

SECTIONS: dict[str, Callable[[Path], list[Row]]] = {
    module.__name__.rpartition(".")[2]: module.rows
    for module in (
        *(line, hostile, many, starting),
        *(games, robots, advice, mail, letters, pages, timing),
    )
}


def main(names: list[str]) -> None:
    if strange := set(names) - SECTIONS.keys():
        sys.exit(f"no section {', '.join(sorted(strange))}; there are: {', '.join(SECTIONS)}")
    logging.disable(logging.WARNING)
    for name in names or SECTIONS:
        with tempfile.TemporaryDirectory() as folder:
            print(f"{text(SECTIONS[name](Path(folder)))}\n", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
