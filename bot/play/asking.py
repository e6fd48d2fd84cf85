"""What a screen shows while it waits for a line."""

from collections.abc import Awaitable, Callable, Sequence


class Asking:
    """What a screen shows while it waits for a line: who is to speak, what may
    be said, and what completes it.
    """

    def __init__(self) -> None:
        self.who = ""
        self.hint = ""
        self.sealed = False
        self.complete: Callable[[str], Sequence[str] | Awaitable[Sequence[str]]] = lambda _: ()
