"""Plays the cases of the rules: ``python -m tests.desert.cases FILE...``. The
format is told in ``README.md``.
"""

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from tests.desert import checks, worked
from tests.desert.driven import Change, Driven, Wrong, once, read_value, scenario
from tests.kit import cases

HERE = Path(__file__).parent


class Case(Struct, forbid_unknown_fields=True):
    """Lines of a ``play`` that is one text lose their comments. ``after``: the worked segment is
    played first, up to this line of its own; with ``paper`` that of one side alone.
    """

    id: str
    title: str = ""
    check: list[dict[str, Any]] = field(default_factory=list)
    scenario: str = "halim-road"
    change: Change = field(default_factory=Change)
    options: dict[str, Any] = field(default_factory=dict)
    dice: dict[str, Any] = field(default_factory=dict)
    play: list[str] | str = field(default_factory=list)
    after: str = ""
    table: str = ""
    variant: Change | None = None
    replay: dict[str, str] = field(default_factory=dict)
    alike: str = ""

    def __post_init__(self) -> None:
        if self.after or self.id.startswith("alone"):
            self.dice = worked.DICE | self.dice


def lines_of(case: Case) -> list[str]:
    play = case.play.splitlines() if isinstance(case.play, str) else case.play
    before = worked.up_to(case.after, case.options.get("paper", "")) if case.after else []
    return [*before, *(line for line in play if line and not line.startswith("#"))]


def run(case: Case, how: Callable[..., Any] = once) -> None:
    """Play and judge a case. Raises ``AssertionError``, which says what went otherwise."""
    for check in case.check:
        checks.check(check)
    for one in rows_of(case) if case.table else [case]:
        play(one, how)


def play(case: Case, how: Callable[..., Any]) -> None:
    lines, made = lines_of(case), [case.change]
    if not lines:
        return
    if not case.alike:
        how(scenario(case.scenario, made), case.options, case.dice, lines)
        return
    others = [case.replay.get(str(n), line) for n, line in enumerate(lines, 1)]
    varied = [*made, *([case.variant] if case.variant else [])]
    first, second = (
        once(scenario(case.scenario, changes), case.options, case.dice, said, traced=True)
        for changes, said in ((made, lines), (varied, others))
    )
    compare(case, first, second)


def rows_of(case: Case) -> Iterator[Case]:
    head, *rows = [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in case.table.splitlines()
        if line
    ]
    for row in rows:
        made = filled(msgspec.to_builtins(case), dict(zip(head, row, strict=True)))
        yield msgspec.convert(made | {"id": f"{case.id} {row[0]}"}, Case)


def filled(value: Any, row: dict[str, str]) -> Any:
    """A part of a case with the words of a row for ``{NAME}``, which may stand for a value."""
    if isinstance(value, dict):
        return {key: filled(one, row) for key, one in value.items()}
    if isinstance(value, list):
        return [filled(one, row) for one in value]
    if not isinstance(value, str):
        return value
    for name, text in row.items():
        if value == f"{{{name}}}":
            return read_value(text)
        value = value.replace(f"{{{name}}}", text)
    return value


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
