"""What a command costs before it does anything."""

import sys
from pathlib import Path

from tests.bench.meter import by_turns, cpu_until_it_ends
from tests.bench.table import Row

RUNS, CPU_S = 5, 0.35
CLI = (sys.executable, "-c", "from bot.cli import main; main()")


def rows(folder: Path) -> list[Row]:
    db = f"--db={folder / 'none.db'}"
    found = by_turns(
        RUNS,
        lambda: cpu_until_it_ends((*CLI, "--help")),
        lambda: cpu_until_it_ends((*CLI, "games", db)),
        lambda: cpu_until_it_ends((sys.executable, "-c", "pass")),
    )
    return [
        Row("meanwhile --help", found[0], "s", CPU_S, below=True, note="CPU"),
        Row("meanwhile games, no database", found[1], "s", CPU_S, below=True),
        Row("  Python itself", found[2], "s"),
    ]
