"""``python -m tests.fuzz.one NAME SECONDS FOLDER``: one target, tried so long; what breaks it is
written to the folder. Started by ``python -m tests.fuzz``.
"""

import sys
from importlib import import_module
from pathlib import Path
from typing import Any

SLOW = 10
"""Seconds for one input that are a defect."""
WATCHED = ["bot", "engine.rulings", "engine.menu", "engine.slots", "engine.store", "mail.parse"]
WATCHED += ["engine.referee.new_games", "engine.games", "tomllib"]
"""Where new branches that are reached count."""


def fuzz(name: str, seconds: int, found: Path) -> None:
    # Only who fuzzes has it installed.
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=WATCHED):
        targets = import_module("tests.fuzz.targets")
    corpus = found / "corpus" / name
    corpus.mkdir(parents=True, exist_ok=True)

    def once(data: bytes) -> None:
        targets.accepted(name, data)

    atheris.Setup(
        [
            sys.argv[0],
            *(
                f"-max_total_time={seconds}",
                f"-max_len={targets.TARGETS[name].longest}",
                f"-timeout={SLOW}",
            ),
            *(f"-artifact_prefix={found}/{name}-", "-print_final_stats=1", "-verbosity=0"),
            *(str(corpus), str(targets.CORPUS / name)),
        ],
        once,
    )
    atheris.Fuzz()


if __name__ == "__main__":
    fuzz(sys.argv[1], int(sys.argv[2]), Path(sys.argv[3]))
