"""Plays the cases of the rules: ``python -m tests.desert.cases FILE...``. The format is told in ``README.md``."""

import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from tests.desert import checks

HERE = Path(__file__).parent


class Case(Struct, forbid_unknown_fields=True):
    """One case; see README.md."""

    id: str
    title: str = ""
    check: list[dict[str, Any]] = field(default_factory=list)


def run(case: Case) -> None:
    """Play and judge a case. Raises ``AssertionError``, which says what went otherwise."""
    for check in case.check:
        checks.check(check)


def read(path: Path) -> list[Case]:
    """The cases of a file."""
    return msgspec.convert(tomllib.loads(path.read_text("utf-8"))["case"], list[Case])


def main(paths: Iterable[str]) -> int:
    """Play files of cases; the number that went otherwise."""
    failed = 0
    for path in paths:
        for case in read(Path(path)):
            try:
                run(case)
                print(f"{case.id:6} ok     {case.title}")
            except Exception as error:  # one bad case must not hide the others
                failed += 1
                print(f"{case.id:6} WRONG  {case.title}\n  {type(error).__name__}: {error}")
    return failed


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
