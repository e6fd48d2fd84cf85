"""The shape of the product: no import circles, one class a name, arguments that are named."""

import ast
from collections.abc import Callable, Iterator, Mapping
from functools import cache

from tests.kit.each import each
from tests.repo.tree import PACKAGES, imports, modules
from tests.repo.tree import parsed as tree_of

MOST_POSITIONAL = 6
MOST_FIELDS = 5
ROWS = "engine.store.rows"
"""Its structs are read from a database in the order of their columns."""

Trees = Mapping[str, ast.Module]
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def product() -> Trees:
    return parsed(dict(modules(*PACKAGES)))


def parsed(sources: Mapping[str, str]) -> Trees:
    return {name.removesuffix(".__init__"): tree_of(source) for name, source in sources.items()}


def circles(sources: Mapping[str, str]) -> set[frozenset[str]]:
    """Return the import circles, imports for types among them; modules that reach each other are
    one.
    """
    names = {module.removesuffix(".__init__") for module in sources}
    arrows: dict[str, set[str]] = {name: set() for name in names}
    for module, source in sources.items():
        own = module.removesuffix(".__init__")
        for line in imports(module, source):
            homes = (line.name, line.name.rpartition(".")[0])
            arrows[own] |= {next((home for home in homes if home in names), own)} - {own}
    reached: dict[str, set[str]] = {}
    for module in names:
        seen, left = set[str](), list(arrows[module])
        while left:
            if (one := left.pop()) not in seen:
                seen.add(one)
                left += arrows[one]
        reached[module] = seen
    return {
        frozenset(other for other in reached[one] if one in reached[other])
        for one in names
        if one in reached[one]
    }


def test_no_import_runs_in_a_circle_not_even_for_types() -> None:
    assert [sorted(circle) for circle in circles(dict(modules(*PACKAGES)))] == []


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
    assert len(circles(sources)) == count


def classes(trees: Trees) -> Iterator[tuple[str, ast.ClassDef]]:
    """Yield the classes at the top of modules, each with its module."""
    for module, tree in trees.items():
        yield from ((module, node) for node in tree.body if isinstance(node, ast.ClassDef))


def twins(trees: Trees) -> Iterator[str]:
    """Yield the names of more than one class outside the games, with their modules."""
    homes: dict[str, list[str]] = {}
    for module, node in classes(trees):
        if not module.startswith("engine.games."):
            homes.setdefault(node.name, []).append(module)
    yield from (f"{name}: {sorted(where)}" for name, where in homes.items() if len(where) > 1)


def crowds(trees: Trees) -> Iterator[str]:
    """Yield the structs with more than five fields that may be built by position."""
    found = list(classes(trees))
    near = {(module, node.name): node for module, node in found}
    anywhere = {node.name: node for _, node in found}

    def is_struct(module: str, node: ast.ClassDef) -> bool:
        bases = [ast.unparse(base).split("[")[0].split(".")[-1] for base in node.bases]
        kin = [near.get((module, base)) or anywhere.get(base) for base in bases]
        return "Struct" in bases or any(one and one is not node and is_struct(module, one)
                                        for one in kin)  # fmt: skip

    for module, node in found:
        fields = [line for line in node.body if isinstance(line, ast.AnnAssign)
                  and "ClassVar" not in ast.unparse(line.annotation)]  # fmt: skip
        named = any(ast.unparse(word) == "kw_only=True" for word in node.keywords)
        if len(fields) > MOST_FIELDS and not named and module != ROWS and is_struct(module, node):
            yield f"{module}.{node.name}"


def long_calls(trees: Trees) -> Iterator[str]:
    """Yield the calls with more than six arguments by position."""
    for module, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and len(node.args) > MOST_POSITIONAL:
                yield f"{module}:{node.lineno}"


def flags(trees: Trees) -> Iterator[str]:
    """Yield the arguments of public functions that take a truth by position. A signature that is
    somebody else's is not ours to change: setters, and what is marked as an override.
    """

    def inside(node: ast.AST, module: str, private: bool) -> Iterator[str]:
        for one in ast.iter_child_nodes(node):
            if isinstance(one, ast.ClassDef):
                yield from inside(one, module, one.name.startswith("_"))
            elif isinstance(one, Function) and not (private or one.name.startswith("_")):
                marks = [ast.unparse(mark) for mark in one.decorator_list]
                if not any(mark.endswith((".setter", "override")) for mark in marks):
                    for arg in (*one.args.posonlyargs, *one.args.args):
                        if isinstance(arg.annotation, ast.Name) and arg.annotation.id == "bool":
                            yield f"{module}:{one.lineno} {one.name}({arg.arg})"

    for module, tree in trees.items():
        yield from inside(tree, module, private=False)


LAWS: tuple[Callable[[Trees], Iterator[str]], ...] = (twins, crowds, long_calls, flags)
SIX = "\n".join(f"    {name}: int" for name in "abcdef")


@each("law", LAWS)
def test_the_product_keeps_the_law(law: Callable[[Trees], Iterator[str]]) -> None:
    assert list(law(product())) == []


@each(
    "law, source, count",
    [
        (crowds, f"class A(Struct):\n{SIX}", 1),
        (crowds, f"class A(msgspec.Struct, frozen=True):\n{SIX}", 1),
        (crowds, f"class B(Struct):\n    pass\nclass A(B, frozen=True):\n{SIX}", 1),
        (crowds, f"class A(Struct, kw_only=True):\n{SIX}", 0),
        (crowds, f"class A:\n{SIX}", 0),
        (crowds, f"class A(Struct):\n{SIX[:-11]}", 0),
        (long_calls, "f(1, 2, 3, 4, 5, 6)\nf(1, 2, 3, 4, 5, 6, 7)", 1),
        (long_calls, "f(1, 2, 3, a=4, b=5, c=6, d=7)", 0),
        (flags, "def f(a: bool): ...", 1),
        (flags, "class A:\n    async def f(self, a: int, b: bool = False): ...", 1),
        (flags, "def f(*, a: bool): ...\ndef _g(a: bool): ...", 0),
        (flags, "class _A:\n    def f(self, a: bool): ...", 0),
        (flags, "class A:\n    @on.setter\n    def on(self, a: bool): ...", 0),
    ],
)
def test_what_is_planted_is_found(
    law: Callable[[Trees], Iterator[str]], source: str, count: int
) -> None:
    assert len(list(law(parsed({"bot.planted": source})))) == count


def test_a_planted_twin_is_found_outside_the_games_alone() -> None:
    source = "class A: ..."
    assert list(twins(parsed({"bot.a": source, "mail.a": source}))) == ["A: ['bot.a', 'mail.a']"]
    assert list(twins(parsed({"bot.a": source, "engine.games.toy.world": source}))) == []
