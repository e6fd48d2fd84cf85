"""The prompt of a screen, and its completions."""

from collections.abc import Awaitable, Callable, Sequence

Completions = Sequence[tuple[str, str]]
"""Words with their meanings, "" if unknown."""


class Asking:
    """The prompt of a screen: its speaker and completions. ``sealed`` means that others at the
    screen must not see the line.
    """

    def __init__(self) -> None:
        self.who = ""
        self.sealed = False
        self.complete: Callable[[str], Completions | Awaitable[Completions]] = lambda _: ()
