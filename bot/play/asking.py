"""What a screen shows while it waits for a line."""

from collections.abc import Awaitable, Callable, Sequence

Completions = Sequence[tuple[str, str]]
"""Words, each with what it means, "" where nobody says."""


class Asking:
    """What a screen shows while it waits for a line: who is to speak, and what completes it.
    ``sealed``: the line is nothing for others at the screen.
    """

    def __init__(self) -> None:
        self.who = ""
        self.sealed = False
        self.complete: Callable[[str], Completions | Awaitable[Completions]] = lambda _: ()
