"""docs/complaints.md: every complaint has an answer, and every test
that is named as one is there.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.kit.each import each
from tests.repo.docs import text
from tests.repo.tree import ROOT

PAGE = Path("docs/complaints.md")
NAMED = re.compile(r"`((?:tests|engine/testing)/[\w/]+\.py)::(\w+)`")


def rows() -> Iterator[list[str]]:
    for line in text(PAGE).splitlines():
        if line.startswith("| ") and not line.startswith(("| complaint ", "| --- ")):
            yield [cell.strip() for cell in line.strip("|").split(" | ")]


@cache
def named_tests(file: str) -> frozenset[str]:
    path = ROOT / file
    tree = ast.parse(path.read_text("utf-8")) if path.is_file() else ast.parse("")
    found = (
        node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    )
    return frozenset(node.name for node in found if node.name.startswith("test_"))


@each("row", list(rows()))
def test_every_complaint_has_an_answer(row: list[str]) -> None:
    answer = row[-1].strip()
    named = NAMED.findall(answer)
    assert named or len(answer) > 40, "neither a test nor a sentence"
    assert [f"{file}::{name}" for file, name in named if name not in named_tests(file)] == []


def test_there_are_as_many_complaints_as_were_collected() -> None:
    assert len(list(rows())) >= 59
