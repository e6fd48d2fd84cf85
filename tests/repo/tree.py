"""The checkout as the house tests see it: its files, its modules, what each module imports."""

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("bot", "engine", "mail", "meanwhile", "renderers")


class Import(Struct, frozen=True):
    """One name a module imports, in full: `from engine import table` is `engine.table`."""

    name: str
    line: int

    def within(self, *packages: str) -> bool:
        return any(
            self.name == package or self.name.startswith(package + ".") for package in packages
        )


@cache
def files() -> tuple[Path, ...]:
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    return tuple(
        sorted(Path(name) for name in listed.split("\0") if name and (ROOT / name).is_file())
    )


@cache
def parsed(source: str) -> ast.Module:
    """Return a source, parsed once for all laws of a process."""
    return ast.parse(source)


def texts() -> Iterator[tuple[Path, str]]:
    for path in files():
        try:
            yield path, (ROOT / path).read_text(encoding="utf-8")
        except UnicodeDecodeError:
            continue


def modules(*tops: str) -> Iterator[tuple[str, str]]:
    """Dotted name and source of every module of these top-level packages;
    of a package, its dotted name.
    """
    for path in files():
        if path.suffix == ".py" and path.parts[0] in tops:
            yield module_name(path), (ROOT / path).read_text(encoding="utf-8")


def module_name(path: Path) -> str:
    """`engine/games/toy/__init__.py` is `engine.games.toy.__init__`: the last
    part says whether it is a package.
    """
    return ".".join(path.with_suffix("").parts)


@cache
def imports(module: str, source: str) -> tuple[Import, ...]:
    """What a module imports, anywhere in it: at the top, in a function,
    under TYPE_CHECKING, or relatively.
    """
    return tuple(found_imports(module, source))


def found_imports(module: str, source: str) -> Iterator[Import]:
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Import):
            yield from (Import(alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = module.split(".")[: -node.level] if node.level else []
            names = [*base, *(node.module or "").split(".")] if node.module else base
            yield from (Import(".".join([*names, alias.name]), node.lineno) for alias in node.names)
