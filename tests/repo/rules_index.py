"""The index of rules: every number of every RULES.md, its home in the code, its tests.

A number is defined where a RULES.md says ``**XX-1 …`` in bold. Its home is the one class, function
or module whose docstring has the line ``Rule: XX-1.`` or ``Rules: XX-1, XX-2.``; rulings of a game
(``R-EVEN``) may be given a home the same way. A test is of a rule when its name, its docstring or
its case file says the number. ``python -m tests.repo.rules_index`` prints the
page, ``make docs`` puts it into the site.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

from tests.repo.tree import PACKAGES, ROOT, files, parsed

DEFINED = re.compile(r"^\*\*((?:[A-Z]{2}-|R)[0-9]+)\b", re.MULTILINE)
NUMBER = r"(?:[A-Z]{2}-[0-9]+|R[0-9]+|R(?:-[A-Z][A-Z0-9]+)+)"
HOME = re.compile(rf"^Rules?: ({NUMBER}(?:, {NUMBER})*)\.$", re.MULTILINE)
SAID = re.compile(
    r"(?<![A-Za-z0-9])(?:[A-Z]{2}[-_][0-9]+|R-?[0-9]+|R(?:[-_][A-Z][A-Z0-9]+)+)(?![0-9])"
)
CASES = (".toml", ".json", ".txt")
HEAD = """# Index of rules

Every rule of every game: the code that implements it, and the tests that try it. It is made from
the games' `RULES.md`, from the lines `Rule: …` in docstrings, and from the names, docstrings and
case files of tests.
"""


class Rule(Struct, frozen=True):
    game: str
    number: str
    homes: tuple[str, ...]
    tests: tuple[str, ...]


def documented(tree: ast.Module, path: str) -> Iterator[tuple[str, str]]:
    """Where a docstring stands (``file.py``, ``file.py: Class.method``), and the docstring."""

    def inside(node: ast.Module | ast.ClassDef, within: str) -> Iterator[tuple[str, str]]:
        for child in node.body:
            if isinstance(child, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
                yield f"{path}: {within}{child.name}", ast.get_docstring(child) or ""
            if isinstance(child, ast.ClassDef):
                yield from inside(child, f"{within}{child.name}.")

    yield path, ast.get_docstring(tree) or ""
    yield from inside(tree, "")


def homes(path: str, source: str) -> Iterator[tuple[str, str]]:
    if "Rule: " not in source and "Rules: " not in source:
        return
    for place, docstring in documented(parsed(source), path):
        for line in HOME.findall(docstring):
            yield from ((number, place) for number in line.split(", "))


def said(text: str) -> set[str]:
    return {re.sub("_", "-", found) for found in SAID.findall(text)}


def tried(path: str, source: str) -> Iterator[tuple[str, str]]:
    """Each number that a test file tries, and where: a test, or a whole case file."""
    if path.endswith(".py"):
        for place, docstring in documented(parsed(source), path) if SAID.search(source) else ():
            name = place.rpartition(".")[2].rpartition(" ")[2]
            if name.startswith("test_"):
                yield from ((number, place) for number in said(name) | said(docstring))
    else:
        yield from ((number, path) for number in said(source))


def is_test(path: Path) -> bool:
    case = "cases" in path.parts and path.suffix in CASES
    return path.parts[0] == "tests" and path.parts[1] != "repo" and (case or path.suffix == ".py")


@cache
def rules() -> list[Rule]:
    numbers: dict[str, str] = {}
    found: dict[str, list[str]] = {}
    tests: dict[str, list[str]] = {}
    for path in files():
        name = path.as_posix()
        if path.name == "RULES.md" and path.parts[:2] == ("engine", "games"):
            text = (ROOT / path).read_text(encoding="utf-8")
            numbers |= dict.fromkeys(DEFINED.findall(text), path.parts[2])
        elif path.parts[0] in PACKAGES and path.suffix == ".py":
            for number, place in homes(name, (ROOT / path).read_text(encoding="utf-8")):
                found.setdefault(number, []).append(place)
        elif is_test(path):
            for number, place in tried(name, (ROOT / path).read_text(encoding="utf-8")):
                tests.setdefault(number, []).append(place)
    for number in found:
        if number.startswith("R-"):
            numbers.setdefault(number, found[number][0].split("/")[2])
        else:
            numbers.setdefault(number, "")
    return [
        Rule(game, number, tuple(found.get(number, ())), tuple(tests.get(number, ())))
        for number, game in sorted(numbers.items(), key=lambda item: item[1])
    ]


def page(all_rules: list[Rule]) -> str:
    lines = [HEAD]
    for game in dict.fromkeys(rule.game for rule in all_rules):
        own = [rule for rule in all_rules if rule.game == game]
        lines += [f"## {game}\n", "| rule | home | tests |", "| --- | --- | --- |"]
        for rule in own:
            cells = (" <br> ".join(f"`{place}`" for place in places) or "none yet"
                     for places in (rule.homes, rule.tests[:3]))  # fmt: skip
            more = f" and {len(rule.tests) - 3} more" if len(rule.tests) > 3 else ""
            lines.append(f"| {rule.number} | {' | '.join(cells)}{more} |")
        untried = [rule.number for rule in own if not rule.tests]
        lines.append(f"\n{len(own)} numbers, {len(untried)} without a test"
                     f"{': ' + ', '.join(untried) if untried else ''}.\n")  # fmt: skip
    return "\n".join(lines)


if __name__ == "__main__":
    print(page(rules()))
