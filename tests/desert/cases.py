"""Plays the cases of the rules: ``python -m tests.desert.cases FILE...``. The
format is told in ``README.md``.
"""

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from tests.desert import checks
from tests.desert.driven import Change, Driven, Wrong, once, scenario, three_times
from tests.kit import cases

HERE = Path(__file__).parent


class Case(Struct, forbid_unknown_fields=True):
    id: str
    title: str = ""
    check: list[dict[str, Any]] = field(default_factory=list)
    scenario: str = "halim-road"
    change: Change = field(default_factory=Change)
    options: dict[str, Any] = field(default_factory=dict)
    dice: dict[str, list[int | str]] = field(default_factory=dict)
    play: list[str] = field(default_factory=list)
    variant: Change | None = None
    replay: dict[str, str] = field(default_factory=dict)
    alike: str = ""


def run(case: Case) -> None:
    """Play and judge a case. Raises ``AssertionError``, which says what went otherwise."""
    for check in case.check:
        checks.check(check)
    if case.play:
        first = played(case, [case.change], case.play)
        if case.alike:
            lines = [case.replay.get(str(n), line) for n, line in enumerate(case.play, 1)]
            compare(
                case,
                first,
                played(case, [case.change, *([case.variant] if case.variant else [])], lines),
            )


def played(case: Case, changes: list[Change], lines: list[str]) -> Driven:
    how = once if case.alike else three_times
    return how(case.id, scenario(case.scenario, changes), case.options, case.dice, lines)


def compare(case: Case, first: Driven, second: Driven) -> None:
    for n, (one, other) in enumerate(
        zip(first.traces[case.alike], second.traces[case.alike], strict=False), 1
    ):
        if one != other:
            raise Wrong(
                f"{case.alike} received at {n}:\n  {one}\n  and with the variant\n  {other}"
            )
    if len(first.traces[case.alike]) != len(second.traces[case.alike]):
        raise Wrong(f"{case.alike} received another number of things with the variant")
    if first.traces == second.traces:
        raise Wrong("the variant makes no difference to anybody")


def read(path: Path) -> list[Case]:
    return cases.read(path, Case)


def main(paths: Iterable[str]) -> int:
    return cases.play_files(paths, Case, run)


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
