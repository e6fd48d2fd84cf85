"""Every test can fail: it asserts something, waits for an error, or calls a helper that does."""

import ast
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from tests.repo.docs import changed
from tests.repo.tree import modules, parsed

CHECKS = ("raises", "warns", "fail", "run_state_machine_as_test", "api_test", "seed_test")
"""Calls that fail a test: those of pytest, Hypothesis and PettingZoo."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def sources_of_tests() -> dict[str, str]:
    found = dict(modules("tests"))
    found |= {
        name: source
        for name, source in modules("engine", "renderers")
        if "testing" in name.split(".")
    }
    return {name.removesuffix(".__init__"): source for name, source in found.items()}


@cache
def functions(module: str) -> dict[str, list[Function]]:
    found: dict[str, list[Function]] = {}
    for node in ast.walk(parsed(sources_of_tests()[module])):
        if isinstance(node, Function):
            found.setdefault(node.name, []).append(node)
    return found


@cache
def sources(module: str) -> tuple[str, ...]:
    found = [module]
    for node in ast.walk(parsed(sources_of_tests()[module])):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
    return tuple(one for one in dict.fromkeys(found) if one in sources_of_tests())


@cache
def called(body: Function) -> tuple[str, ...]:
    calls = [node.func for node in ast.walk(body) if isinstance(node, ast.Call)]
    names = [
        one.attr if isinstance(one, ast.Attribute) else getattr(one, "id", "") for one in calls
    ]
    return tuple(dict.fromkeys(names))


@cache
def asserts(body: Function) -> bool:
    own = any(isinstance(node, ast.Assert | ast.Raise) for node in ast.walk(body))
    return own or any(name in CHECKS for name in called(body))


def can_fail(module: str, body: Function, depth: int = 3) -> bool:
    if asserts(body):
        return True
    return depth > 0 and any(
        can_fail(origin, one, depth - 1)
        for name in called(body)
        for origin in sources(module)
        for one in functions(origin).get(name, ())
        if one is not body
    )


def silent(modules: Iterable[str]) -> Iterator[str]:
    for module in modules:
        if not module.split(".")[-1].startswith("test_"):
            continue
        for name, same in functions(module).items():
            for test in same if name.startswith("test_") else ():
                if not can_fail(module, test):
                    yield f"{module}::{name}"


def test_changed_tests_assert_something() -> None:
    """Compared with the commit before the last."""
    now = {path.removesuffix(".py").replace("/", ".") for path in changed() or ()}
    assert [*silent(now & sources_of_tests().keys())] == []


@pytest.mark.at_night
def test_every_test_asserts_something() -> None:
    assert [*silent(sources_of_tests())] == []
