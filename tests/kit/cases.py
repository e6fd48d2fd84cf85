"""Cases as data: TOML files with a list of them, and a command that plays such files."""

import tomllib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec


class Titled(Protocol):
    id: str
    title: str


C = TypeVar("C", bound=Titled)


def read(path: Path, kind: type[C]) -> list[C]:
    """The cases of a file. Raises ``ValueError`` where it holds none."""
    made = tomllib.loads(path.read_text("utf-8"))
    if not isinstance(made.get("case"), list):
        raise ValueError("is no file of cases: it has no [[case]]")
    return msgspec.convert(made["case"], list[kind])  # type: ignore[valid-type]  # the type is a value here


def play_files(paths: Iterable[str], kind: type[C], run: Callable[[C], Any]) -> int:
    failed = 0
    for path in paths:
        try:
            found = read(Path(path), kind)
        except (OSError, ValueError) as error:
            failed += 1
            print(f"{path}: {error}")
            continue
        for case in found:
            try:
                run(case)
                print(f"{case.id:6} ok     {case.title}")
            except Exception as error:  # one bad case must not hide the others
                failed += 1
                print(f"{case.id:6} WRONG  {case.title}\n  {type(error).__name__}: {error}")
    return failed
