"""Docstrings of functions say what is done or returned: no noun phrases, no questions."""

import ast
from collections import Counter
from collections.abc import Iterator

from tests.kit.each import each
from tests.repo.test_structure import product, room

STARTS = ("The ", "A ", "An ", "What ", "Whether ", "How ", "Who ", "Where ", "When ")
KNOWN = {"bot.cli": 1}
"""The first is what the program says of itself: its help."""


def phrases(tree: ast.AST) -> Iterator[str]:
    """Yield name and first line of each public function whose docstring is a noun phrase or a
    question. Properties and classes are things, and may be called as such.
    """
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.ClassDef):
            yield from phrases(node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            said = ast.get_docstring(node) or ""
            summary = said.split("\n\n")[0].rstrip()
            offends = said.startswith(STARTS) or "?" in (summary[-1:], said[-1:])
            if offends and not node.name.startswith("_") and not is_property(node):
                yield f"{node.name}: {said.splitlines()[0]}"


def is_property(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    marks = (ast.unparse(mark) for mark in node.decorator_list)
    return any(mark.endswith("property") for mark in marks)


def test_a_functions_docstring_says_what_it_does_or_returns() -> None:
    found = [(module, phrase) for module, tree in product().items() for phrase in phrases(tree)]
    told = [f"{module}.{phrase}" for module, phrase in found]
    rooms = Counter(room(module) for module, _ in found)
    assert {name: n for name, n in rooms.items() if n > KNOWN.get(name, 0)} == {}, told


@each(
    "source, count",
    [
        ('def f():\n    """The board."""', 1),
        ('async def f():\n    """What there is to say."""', 1),
        ('class A:\n    """A class."""\n    def f(self):\n        """A square."""', 1),
        ('def f():\n    """May it?"""\ndef g():\n    """May it?\n\n    It may."""', 2),
        ('def f():\n    """Return the board."""\ndef _g():\n    """The board."""', 0),
        ('class A:\n    @property\n    def f(self):\n        """The board."""', 0),
        ('class A:\n    @cached_property\n    def f(self):\n        """The board."""', 0),
        ("def f(): ...", 0),
    ],
)
def test_a_planted_noun_phrase_is_found(source: str, count: int) -> None:
    assert len(list(phrases(ast.parse(source)))) == count
