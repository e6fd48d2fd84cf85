"""The table of threats: every row names tests that there are, or says why nothing stops it."""

import re
from collections.abc import Iterator
from functools import cache

import pytest
from msgspec import Struct

from tests.kit.each import each
from tests.repo.tree import ROOT

PAGE = ROOT / "docs" / "threats.md"
OPEN = "not defended: "
COLUMNS = ["somebody could", "what stops them", "held by"]
TEST = re.compile(r"`([\w/]+\.py)::(test_\w+)`")


class Threat(Struct, frozen=True):
    """A row: what could be tried, what stops it, and which tests hold that."""

    what: str
    stopped: str
    held: str


def rows(markdown: str) -> Iterator[Threat]:
    """Yield the rows of the tables of a page. Raise ``AssertionError`` at one of another form."""
    for line in markdown.splitlines():
        if line.startswith("|"):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            assert len(cells) == len(COLUMNS), line
            if cells != COLUMNS and set(line) - set("|- "):
                yield Threat(*cells)


@cache
def names_in(file: str) -> frozenset[str]:
    path = ROOT / file
    text = path.read_text("utf-8") if path.is_file() else ""
    return frozenset(re.findall(r"^ *(?:async )?def (test_\w+)", text, re.MULTILINE))


def fault(row: Threat) -> str:
    if not row.what:
        return "nobody tries anything"
    if row.held.startswith(OPEN):
        return "" if row.held.removeprefix(OPEN).strip() else "no reason"
    if not row.stopped:
        return "nothing is said to stop it"
    if not (named := TEST.findall(row.held)):
        return "neither a test nor why it is not defended"
    if rest := TEST.sub("", row.held).replace(",", "").strip():
        return f"{rest!r} is no test"
    gone = [f"{file}::{name}" for file, name in named if name not in names_in(file)]
    return f"there is no {gone[0]}" if gone else ""


THREATS = list(rows(PAGE.read_text("utf-8")))


@each("row", THREATS)
def test_every_threat_is_held_by_tests_or_said_to_be_open(row: Threat) -> None:
    assert fault(row) == ""


def test_no_threat_is_lost() -> None:
    """Every line of a table is one, and no row stands twice."""
    lines = [line for line in PAGE.read_text("utf-8").splitlines() if line.startswith("|")]
    assert len(lines) - 2 * lines.count(f"| {' | '.join(COLUMNS)} |") == len(THREATS)
    assert len({row.what for row in THREATS}) == len(THREATS)


@each(
    "held, said",
    [
        ("", "neither a test"),
        ("nobody knows", "neither a test"),
        ("not defended:", "neither a test"),
        ("not defended: ", "no reason"),
        ("`tests/repo/none.py::test_nothing`", "there is no tests/repo/none.py::test_nothing"),
        ("`tests/repo/test_threats.py::test_nothing`", "there is no"),
        ("`tests/repo/test_threats.py::test_no_threat_is_lost`, and more", "'and more'"),
        ("`tests/repo/test_threats.py::test_no_threat_is_lost`", ""),
        ("not defended: nobody can", ""),
    ],
)
def test_a_row_that_says_too_little_is_found(held: str, said: str) -> None:
    found = fault(Threat("something", "a wall", held))
    assert (said in found) if said else not found


def test_a_row_without_a_wall_or_a_deed_is_found() -> None:
    held = "`tests/repo/test_threats.py::test_no_threat_is_lost`"
    assert fault(Threat("something", "", held))
    assert fault(Threat("", "a wall", held))


def test_rows_are_read_and_crooked_ones_are_refused() -> None:
    head = f"| {' | '.join(COLUMNS)} |\n| --- | --- | --- |\n"
    assert list(rows(f"# A\n{head}| a | b | c |\n| d | | e |\n")) == [
        Threat("a", "b", "c"),
        Threat("d", "", "e"),
    ]
    with pytest.raises(AssertionError, match="a, b"):
        list(rows(f"{head}| a, b | c |\n"))
