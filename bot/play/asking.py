"""What a screen shows beside its lines: the prompt with its completions, and the question."""

from collections.abc import Awaitable, Callable, Sequence

from msgspec import Struct

Completions = Sequence[tuple[str, str]]
"""Words with their meanings, "" if unknown."""


class Asking:
    """The prompt. ``sealed``: others at the screen must not see the line."""

    def __init__(self) -> None:
        self.who = ""
        self.sealed = False
        self.leaving = ""  # how to leave
        self.complete: Callable[[str], Completions | Awaitable[Completions]] = lambda _: ()


class ShownQuestion(Struct, frozen=True):
    """The question above the prompt: its sentences, suggested orders with their reasons, and the
    words that help. ``digits``: a digit in an empty line chooses a suggestion.
    """

    lines: tuple[str, ...] = ()
    tries: tuple[tuple[str, str], ...] = ()
    word: str = ""  # before the suggestions
    more: str = ""
    digits: bool = False


class ShownBoard(Struct, frozen=True, kw_only=True):
    """A board that is shown unrequested. ``more`` is legend and facts: parts beside the map
    in panes, otherwise lines below the first one.
    """

    head: tuple[str, ...]  # the state of the game
    rows: tuple[str, ...]  # the map
    summary: tuple[str, ...]
    sheet: tuple[str, ...] = ()  # what the reader chooses from, in panes
    more: tuple[str | tuple[str, ...], ...] = ()
    signs: tuple[str, ...]  # the legend, a sign each
