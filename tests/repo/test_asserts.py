"""Every test can fail: it asserts something, waits for an error, or calls a helper that does."""

import ast
from collections.abc import Iterator
from functools import cache

from tests.repo.tree import modules

CHECKS = ("raises", "warns", "fail", "run_state_machine_as_test")
"""Calls that fail a test: those of pytest and of Hypothesis."""
Function = ast.FunctionDef | ast.AsyncFunctionDef

SILENT: dict[str, str] = {}
"""Tests that assert nothing, each with its reason."""


@cache
def parsed() -> dict[str, ast.Module]:
    found = {name.removesuffix(".__init__"): ast.parse(source) for name, source in modules("tests")}
    for name, source in modules("engine", "renderers"):
        if "testing" in name.split("."):
            found[name.removesuffix(".__init__")] = ast.parse(source)
    return found


@cache
def functions(module: str) -> dict[str, list[Function]]:
    found: dict[str, list[Function]] = {}
    for node in ast.walk(parsed()[module]):
        if isinstance(node, Function):
            found.setdefault(node.name, []).append(node)
    return found


@cache
def sources(module: str) -> tuple[str, ...]:
    found = [module]
    for node in ast.walk(parsed()[module]):
        if isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{one.name}" for one in node.names)]
    return tuple(one for one in dict.fromkeys(found) if one in parsed())


def called(body: Function) -> Iterator[str]:
    for node in ast.walk(body):
        if isinstance(node, ast.Call):
            if isinstance(node.func, ast.Name):
                yield node.func.id
            elif isinstance(node.func, ast.Attribute):
                yield node.func.attr


@cache
def asserts(body: Function) -> bool:
    own = any(isinstance(node, ast.Assert | ast.Raise) for node in ast.walk(body))
    return own or any(name in CHECKS for name in called(body))


def can_fail(module: str, body: Function, depth: int = 3) -> bool:
    if asserts(body):
        return True
    return depth > 0 and any(
        can_fail(origin, one, depth - 1)
        for name in dict.fromkeys(called(body))
        for origin in sources(module)
        for one in functions(origin).get(name, ())
        if one is not body
    )


def silent() -> Iterator[str]:
    for module in parsed():
        if not module.split(".")[-1].startswith("test_"):
            continue
        for name, same in functions(module).items():
            for test in same if name.startswith("test_") else ():
                if not can_fail(module, test):
                    yield f"{module}::{name}"


def test_every_test_asserts_something() -> None:
    assert sorted(silent()) == sorted(SILENT)
