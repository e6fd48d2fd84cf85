"""Every paragraph of the source, P1 to P66, is named by a test or a case that shows it."""

import ast
import re
from pathlib import Path

from tests.desert.test_cases import CASES
from tests.repo.tree import ROOT

PARAGRAPH = re.compile(r"(?<![A-Za-z])P(\d{1,2})(?!\d)")


def named() -> set[int]:
    found: set[int] = set()
    for path in Path(__file__).parent.glob("test_*.py"):
        if path.name != Path(__file__).name:
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                    said = node.name + " " + (ast.get_docstring(node) or "")
                    found |= {int(number) for number in PARAGRAPH.findall(said)}
    for case in CASES:
        found |= {int(number) for number in PARAGRAPH.findall(case.title)}
    return found


def test_every_paragraph_is_named_by_a_test() -> None:
    assert sorted(set(range(1, 67)) - named()) == []


def test_every_paragraph_has_its_place_in_the_rules() -> None:
    page = (ROOT / "engine" / "games" / "desert" / "RULES.md").read_text("utf-8")
    table = page[page.index("## Where the paragraphs") :]
    found: set[int] = set()
    for first, last in re.findall(r"P(\d{1,2})(?:–P(\d{1,2}))?", table):
        found |= set(range(int(first), int(last or first) + 1))
    assert sorted(set(range(1, 67)) - found) == []
