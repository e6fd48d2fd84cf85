"""A table of cases in one test: it runs all of them, and says all that fail."""

import asyncio
import inspect
from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import pytest


def each(names: str, cases: Iterable[Any]) -> Callable[[Callable[..., Any]], Callable[..., None]]:
    """Call a test for every case of a table, with a case's parts as the arguments ``names``.

    Unlike ``parametrize`` it is one test, with one set of fixtures: use it if cases are cheap and
    leave nothing behind. A generator is not begun before the test runs.
    """
    arguments, table = [name.strip() for name in names.split(",")], list[Any]()
    left = iter(cases)

    def decorate(test: Callable[..., Any]) -> Callable[..., None]:
        @wraps(test)
        def whole(**fixtures: Any) -> None:
            failed = []
            table.extend(left)  # all of them the first time, and nothing after it
            for case in table:
                parts = case if len(arguments) > 1 else (case,)
                try:
                    done = test(**dict(zip(arguments, parts, strict=True)), **fixtures)
                    if inspect.iscoroutine(done):
                        asyncio.run(done)
                except (Exception, pytest.fail.Exception) as error:
                    failed.append(f"{case!r}\n{type(error).__name__}: {error}")
            assert table, "no cases"
            if failed:
                pytest.fail("\n\n".join([f"{len(failed)} of {len(table)} fail", *failed]))

        own = inspect.signature(test)
        kept = [one for name, one in own.parameters.items() if name not in arguments]
        whole.__signature__ = own.replace(parameters=kept)  # type: ignore[attr-defined]  # pytest asks it for fixtures
        return whole

    return decorate
