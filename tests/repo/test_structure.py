"""The shape of the product: no import circles, one class a name, arguments that are named.

What was there before a law came stands in its list of known offences, counted by room. A list
may only shrink: a room that has more fails, and so does an entry for which nothing is left.
"""

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

from msgspec import Struct

from tests.kit.each import each
from tests.repo.tree import PACKAGES, imports, modules

MOST_POSITIONAL = 6
MOST_FIELDS = 5

KNOWN_CIRCLES: tuple[frozenset[str], ...] = ()
KNOWN_TWINS: tuple[str, ...] = ()
KNOWN_CALLS: dict[str, int] = {}
KNOWN_FLAGS: dict[str, int] = {}
ROWS = "engine.store.rows"
"""Its structs are read from a database in the order of their columns."""


class Class(Struct, frozen=True):
    """A class as it stands in a module: what it is made of, whether it is built by keyword."""

    module: str
    name: str
    bases: tuple[str, ...]
    fields: tuple[str, ...]
    by_keyword: bool


@cache
def product() -> dict[str, ast.Module]:
    return {
        module.removesuffix(".__init__"): ast.parse(source) for module, source in modules(*PACKAGES)
    }


def room(module: str) -> str:
    """The room of a module: a game, or the first folder below a package."""
    parts = module.split(".")
    return ".".join(parts[: 3 if parts[:2] == ["engine", "games"] else 2])


def beyond(found: Counter[str], known: Mapping[str, int]) -> list[str]:
    more = [f"{room}: {n}, known {known.get(room, 0)}" for room, n in found.items()
            if n > known.get(room, 0)]  # fmt: skip
    return sorted(more + [f"{room}: a stale entry" for room in known if not found[room]])


# --- circles ---------------------------------------------------------------------------------


def arrows(sources: Mapping[str, str]) -> dict[str, set[str]]:
    names = {module.removesuffix(".__init__") for module in sources}
    found: dict[str, set[str]] = {name: set() for name in names}
    for module, source in sources.items():
        own = module.removesuffix(".__init__")
        for line in imports(module, source):
            homes = (line.name, line.name.rpartition(".")[0])
            found[own] |= {next((home for home in homes if home in names), own)} - {own}
    return found


def reach(graph: Mapping[str, set[str]], start: str) -> set[str]:
    seen: set[str] = set()
    left = list(graph[start])
    while left:
        module = left.pop()
        if module not in seen:
            seen.add(module)
            left += graph[module]
    return seen


def circles(graph: Mapping[str, set[str]]) -> set[frozenset[str]]:
    """The import circles: all modules that reach each other are one."""
    reached = {module: reach(graph, module) for module in graph}
    return {
        frozenset(other for other in reached[module] if module in reached[other])
        for module in graph
        if module in reached[module]
    }


def test_no_import_runs_in_a_circle_not_even_for_types() -> None:
    found = circles(arrows(dict(modules(*PACKAGES))))
    assert [sorted(one) for one in found if one not in KNOWN_CIRCLES] == []
    assert [sorted(one) for one in KNOWN_CIRCLES if one not in found] == [], "stale entries"


@each(
    "sources, count",
    [
        ({"a.b": "import a.c", "a.c": "from a.b import X"}, 1),
        ({"a.b": "if TYPE_CHECKING:\n    from a import c", "a.c": "def f():\n    import a.b"}, 1),
        ({"a.b": "from a import c", "a.c": "from a import d", "a.d": "from a.b import X"}, 1),
        ({"a.__init__": "from a.b import X", "a.b": "from a import Y"}, 1),
        ({"a.b": "from a.c import X\nimport a.d", "a.c": "import a.d", "a.d": "import os"}, 0),
    ],
)
def test_a_planted_circle_is_found(sources: dict[str, str], count: int) -> None:
    assert len(circles(arrows(sources))) == count


# --- classes ---------------------------------------------------------------------------------


def class_of(module: str, node: ast.ClassDef) -> Class:
    fields = tuple(
        line.target.id
        for line in node.body
        if isinstance(line, ast.AnnAssign)
        and isinstance(line.target, ast.Name)
        and "ClassVar" not in ast.unparse(line.annotation)
    )
    keyword = any(one.arg == "kw_only" and ast.unparse(one.value) == "True"
                  for one in node.keywords)  # fmt: skip
    bases = tuple(ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases)
    return Class(module, node.name, bases, fields, keyword)


def classes(trees: Mapping[str, ast.Module]) -> list[Class]:
    return [
        class_of(module, node)
        for module, tree in trees.items()
        for node in tree.body
        if isinstance(node, ast.ClassDef)
    ]


def twins(all_classes: list[Class]) -> dict[str, list[str]]:
    homes: dict[str, list[str]] = {}
    for one in all_classes:
        if not one.module.startswith("engine.games."):
            homes.setdefault(one.name, []).append(one.module)
    return {name: sorted(where) for name, where in homes.items() if len(where) > 1}


def crowded(all_classes: list[Class]) -> list[Class]:
    by_name = {(one.module, one.name): one for one in all_classes}
    anywhere = {one.name: one for one in all_classes}

    def is_struct(one: Class) -> bool:
        kin = [by_name.get((one.module, base)) or anywhere.get(base) for base in one.bases]
        return "Struct" in one.bases or any(
            other is not None and other is not one and is_struct(other) for other in kin
        )

    return [
        one
        for one in all_classes
        if len(one.fields) > MOST_FIELDS
        and not one.by_keyword
        and is_struct(one)
        and one.module != ROWS
    ]


def test_no_two_classes_outside_the_games_have_one_name() -> None:
    found = twins(classes(product()))
    assert {name: where for name, where in found.items() if name not in KNOWN_TWINS} == {}
    assert [name for name in KNOWN_TWINS if name not in found] == [], "stale entries"


def test_a_struct_of_more_than_five_fields_is_built_by_keyword() -> None:
    found = crowded(classes(product()))
    assert [f"{one.module}.{one.name}" for one in found] == []


SIX = "\n".join(f"    {name}: int" for name in "abcdef")


@each(
    "source, count",
    [
        (f"class A(Struct):\n{SIX}", 1),
        (f"class A(msgspec.Struct, frozen=True):\n{SIX}", 1),
        (f"class B(Struct):\n    pass\nclass A(B, frozen=True):\n{SIX}", 1),
        (f"class A(Struct, kw_only=True):\n{SIX}", 0),
        (f"class A:\n{SIX}", 0),
        (f"class A(Struct):\n{SIX[:-11]}", 0),
    ],
)
def test_a_planted_crowd_of_fields_is_found(source: str, count: int) -> None:
    assert len(crowded(classes({"bot.planted": ast.parse(source)}))) == count


def test_a_planted_twin_is_found_outside_the_games_alone() -> None:
    tree = ast.parse("class A: ...")
    assert twins(classes({"bot.a": tree, "mail.a": tree})) == {"A": ["bot.a", "mail.a"]}
    assert twins(classes({"bot.a": tree, "engine.games.toy.world": tree})) == {}


# --- arguments -------------------------------------------------------------------------------


def long_calls(tree: ast.Module) -> Iterator[int]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and len(node.args) > MOST_POSITIONAL:
            yield node.lineno


def flags(tree: ast.AST, inside: str = "") -> Iterator[tuple[int, str]]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            public = not node.name.startswith("_") and not inside.startswith("_")
            by_position = [*node.args.posonlyargs, *node.args.args]
            for arg in by_position if public and not overrides(node) else ():
                if arg.annotation is not None and ast.unparse(arg.annotation) == "bool":
                    yield node.lineno, f"{node.name}({arg.arg})"
        elif isinstance(node, ast.ClassDef):
            yield from flags(node, node.name)


def overrides(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether its signature is somebody else's: setters, and what is marked as an override."""
    marks = [ast.unparse(mark) for mark in node.decorator_list]
    return any(mark.endswith((".setter", "override")) for mark in marks)


def test_no_call_has_more_than_six_arguments_by_position() -> None:
    found = [(module, line) for module, tree in product().items() for line in long_calls(tree)]
    rooms = Counter(room(module) for module, _ in found)
    assert beyond(rooms, KNOWN_CALLS) == [], [f"{module}:{line}" for module, line in found]


def test_no_public_function_takes_a_truth_by_position() -> None:
    found = [(module, *flag) for module, tree in product().items() for flag in flags(tree)]
    rooms = Counter(room(module) for module, *_ in found)
    told = [f"{module}:{line} {what}" for module, line, what in found]
    assert beyond(rooms, KNOWN_FLAGS) == [], told


def test_a_planted_long_call_is_found() -> None:
    assert list(long_calls(ast.parse("f(1, 2, 3, 4, 5, 6)\nf(1, 2, 3, 4, 5, 6, 7)"))) == [2]
    assert list(long_calls(ast.parse("f(1, 2, 3, a=4, b=5, c=6, d=7)"))) == []


@each(
    "source, found",
    [
        ("def f(a: bool): ...", ["f(a)"]),
        ("class A:\n    async def f(self, a: int, b: bool = False): ...", ["f(b)"]),
        ("def f(*, a: bool): ...\ndef _g(a: bool): ...", []),
        ("class _A:\n    def f(self, a: bool): ...", []),
        ("class A:\n    @on.setter\n    def on(self, a: bool): ...", []),
    ],
)
def test_a_planted_flag_is_found(source: str, found: list[str]) -> None:
    assert [what for _, what in flags(ast.parse(source))] == found


def test_a_list_of_known_offences_may_only_shrink() -> None:
    assert beyond(Counter(a=2), {"a": 2}) == []
    assert beyond(Counter(a=3), {"a": 2}) == ["a: 3, known 2"]
    assert beyond(Counter(), {"a": 2}) == ["a: a stale entry"]
