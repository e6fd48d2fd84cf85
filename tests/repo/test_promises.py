"""Every promise has a figure, a command that can be run, and a date."""

import datetime
import re

from tests.kit.each import each
from tests.repo.tree import ROOT

PAGE = ROOT / "docs/promises.md"
PROMISES = [
    "told ⇒ durable",
    "durable ⇒ told",
    "exactly once",
    "no leak",
    "no stuck game",
    "replay",
    "upgrades",
    "dice and placements proven",
    "time",
    "every rule has a home and a test",
    "core tested by mutation",
    "limits of Discord and mail never exceeded",
]
ROW = re.compile(r"^\| (\d+) \| (.+?) \| (.+?) \| (.+?) \| (.+?) \|$", re.MULTILINE)


def rows() -> list[tuple[str, ...]]:
    return [row.groups() for row in ROW.finditer(PAGE.read_text("utf-8"))]


def missing(command: str) -> str | None:
    if command.startswith("make "):
        target = command.split()[1]
        makefile = (ROOT / "Makefile").read_text("utf-8")
        return None if re.search(rf"^{target}:", makefile, re.MULTILINE) else target
    if command.startswith("python -m "):
        module = command.split()[2].replace(".", "/")
        there = [ROOT / f"{module}.py", ROOT / module / "__main__.py"]
        return None if any(path.exists() for path in there) else module
    return None if (ROOT / command).is_file() else command


def test_every_promise_has_its_row() -> None:
    assert [promise for _, promise, *_ in rows()] == PROMISES
    assert [int(number) for number, *_ in rows()] == list(range(1, 13))


@each("row", rows())
def test_a_promise_has_a_figure_a_command_and_a_date(row: tuple[str, ...]) -> None:
    _, _, figure, commands, date = row
    assert re.search(r"\d", figure)
    named = re.findall(r"`(.+?)`", commands)
    assert named
    assert [what for command in named if (what := missing(command))] == []
    assert datetime.date.fromisoformat(date) >= datetime.date(2026, 11, 1)


@each("command", ["make tea", "python -m tests.nowhere 3", "tests/nothing.py"])
def test_what_is_not_there_is_noticed(command: str) -> None:
    assert missing(command)
