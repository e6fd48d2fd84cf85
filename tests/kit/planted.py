"""Faults and leaks that are planted for the time of a test: another version of one method."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any
from unittest.mock import patch

from msgspec.structs import replace

from engine.store import updates

Plant = Callable[[], AbstractContextManager[None]]


def planted(owner: Any, name: str) -> Callable[[Callable[..., Any]], Plant]:
    """Plant a function in the place of a method; it is given the real one before the arguments."""

    def made(instead: Callable[..., Any]) -> Plant:
        @contextmanager
        def plant() -> Iterator[None]:
            real = getattr(owner, name)

            def changed(*args: Any, **named: Any) -> Any:
                return instead(real, *args, **named)

            with patch.object(owner, name, changed):
                yield

        plant.__name__, plant.__doc__ = instead.__name__, instead.__doc__
        return plant

    return made


@planted(updates, "after")
def unhashed(real: Any, *args: Any) -> Any:
    """Updates show their numbers alone: their hashes are as good as random without the secret."""
    made = real(*args)
    return replace(made, head=f"{made.number:f>64x}")
