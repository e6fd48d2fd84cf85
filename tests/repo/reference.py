"""The API reference: every public name of the engine, every hook of classes that authors extend.

``python -m tests.repo.reference`` prints it, ``make docs`` makes a page of each module from it. All
of it comes from docstrings and signatures. Names of ``engine`` are grouped as its docstring does.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.repo.tree import ROOT

GROUP = re.compile(r"^\*\*(.+)\*\*$|^``(\w+)`` ", re.MULTILINE)
BESIDE = {
    "What throws a game's dice": ("engine.rolls: Rolls",),
    "What draws a game": (
        "renderers.registry: Renderer PromptParts Extras can",
        "renderers.toolkit.grid: GridRenderer",
    ),
    "What reaches people": (
        *(
            "engine.referee.doors: Door News Talk",
            "engine.game_view: GameView",
            "engine.errors: TryLater Undeliverable",
        ),
        *("engine.referee.contacts: DoorNames", "bot.service.entries: DoorEntry Tells"),
        "bot.service.supervisor: Service",
    ),
    "What tests a game": ("engine.testing.kit: Kit Case Setting Golden",),
}
"""Beside the names of ``engine``: the group, and each module with its names."""
HEAD = """# API reference

The names that games, renderers, ways to reach people and their tests use. The names of the first
four groups come from `engine` (`from engine import Game, Frame, …`); `python -m pydoc engine` has a
runnable example of each.
"""


@cache
def parsed(module: str) -> ast.Module:
    path = Path(*module.split("."))
    file = ROOT / path / "__init__.py" if (ROOT / path).is_dir() else ROOT / path.with_suffix(".py")
    return ast.parse(file.read_text(encoding="utf-8"))


def sources() -> dict[str, str]:
    """Return the module of each name that ``engine`` hands on."""
    return {
        alias.name: node.module or ""
        for node in parsed("engine").body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def groups() -> Iterator[tuple[str, list[tuple[str, str]]]]:
    found: dict[str, list[tuple[str, str]]] = {}
    title = ""
    for heading, name in GROUP.findall(ast.get_docstring(parsed("engine")) or ""):
        title = heading or title
        if name in sources():
            found.setdefault(title, []).append((name, sources()[name]))
    yield from found.items()
    for title, places in BESIDE.items():
        parts = (place.partition(": ") for place in places)
        yield title, [(name, module) for module, _, names in parts for name in names.split()]


def section(name: str, module: str) -> Iterator[str]:
    """Yield the paragraphs about one public name: what it is, its fields, its hooks."""
    body = parsed(module).body
    for node, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(node, ast.ClassDef) and node.name == name:
            yield f"## `{name}`"
            bases = ", ".join(f"`{ast.unparse(base)}`" for base in node.bases)
            if bases:
                yield f"A kind of {bases}."
            yield text(ast.get_docstring(node))
            yield from members(node)
        elif isinstance(node, ast.FunctionDef) and node.name == name:
            yield f"## `{name}`"
            yield signature(node)
            yield text(ast.get_docstring(node))
        elif assigned(node) == name:
            yield f"## `{name}`"
            yield f"`{ast.unparse(node)}`"
            yield text(said(after))


def members(node: ast.ClassDef) -> Iterator[str]:
    fields = []
    for one, after in zip(node.body, [*node.body[1:], None], strict=True):
        if (name := assigned(one)) and not private(name):
            fields.append(f"- `{ast.unparse(one)}`{told(said(after))}")
        elif isinstance(one, ast.FunctionDef) and "property" in marks(one):
            fields.append(f"- `{one.name}`{told(ast.get_docstring(one))}")
    if fields:
        yield "\n".join(fields)
    for one in node.body:
        if isinstance(one, ast.FunctionDef) and one.name == "__init__":
            yield f"`{node.name}({arguments(one)})`"
    for one in node.body:
        if isinstance(one, ast.FunctionDef | ast.AsyncFunctionDef) and is_hook(one):
            yield f"### `{node.name}.{one.name}`"
            yield signature(one)
            yield text(ast.get_docstring(one))


def signature(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    returns = ast.unparse(node.returns) if node.returns else "None"
    waits = "async " if isinstance(node, ast.AsyncFunctionDef) else ""
    return f"`{waits}{node.name}({arguments(node)}) -> {returns}`"


def assigned(node: ast.stmt) -> str | None:
    if isinstance(node, ast.AnnAssign):
        return ast.unparse(node.target)
    return ast.unparse(node.targets[0]) if isinstance(node, ast.Assign) else None


def is_hook(node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    described = ast.get_docstring(node) is not None
    return described and not private(node.name) and not marks(node) & {"property"}


def marks(node: ast.FunctionDef | ast.AsyncFunctionDef) -> set[str]:
    return {re.sub(r"^.*property$", "property", ast.unparse(mark)) for mark in node.decorator_list}


def arguments(node: ast.FunctionDef | ast.AsyncFunctionDef) -> str:
    return re.sub(r"^(self|cls)(, )?", "", ast.unparse(node.args)).removeprefix("/, ")


def private(name: str) -> bool:
    return name.startswith("_")


def said(node: ast.stmt | None) -> str | None:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        return str(node.value.value)
    return None


def told(docstring: str | None) -> str:
    return f": {' '.join(text(docstring).split())}" if docstring else ""


def text(docstring: str | None) -> str:
    plain = re.sub(r":\w+:`([^`]+)`", r"`\1`", docstring or "")
    return re.sub(r"``([^`]+)``", r"`\1`", plain)


def pages() -> dict[str, str]:
    """Return a page for each module, by its name, and an ``index`` of all names."""
    index, modules = [HEAD.rstrip()], dict[str, list[str]]()
    for title, names in groups():
        rows = [
            f"- [`{name}`]({module}.md#{name.lower()}) from `{module}`" for name, module in names
        ]
        index += [f"## {title}", "\n".join(rows)]
        for name, module in names:
            told = text(ast.get_docstring(parsed(module)))
            page = modules.setdefault(module, [f"# `{module}`", told])
            page += [part for part in section(name, module) if part]
    return {name: "\n\n".join(page) + "\n" for name, page in {"index": index, **modules}.items()}


if __name__ == "__main__":
    print(*pages().values(), sep="\n")
