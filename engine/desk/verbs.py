"""What a word of the desk is: who may use it, how it is spelt, and what it does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from engine.letters import Letter, Receipt
from engine.menu import Choice, Menu, Refusal, Refused, slot_name
from engine.state import Seat

if TYPE_CHECKING:
    from engine.batch import Batch, OpenGame


class No(Exception):
    """The desk refuses; the code says why, ``wanted`` what would have worked."""

    def __init__(self, code: str, *wanted: str, word: str = "", start: int = 0, end: int = 0):
        super().__init__(code)
        self.refusal = Refusal(code, start, end, word, wanted)


@dataclass(frozen=True)
class Request:
    """A letter to the desk: the game it is about, and the seat of its sender there, if there is one."""

    batch: "Batch"
    opened: "OpenGame"
    seat: Seat | None
    letter: Letter

    def seated(self) -> Seat:
        """The sender's seat. Raises ``No``."""
        if self.seat is None:
            raise No("not-joined")
        return self.seat

    def done(self, **facts: Any) -> Receipt:
        """The receipt for what was done; ``facts`` are what its sender may know of it."""
        return Receipt("answered", self.opened.id, self.seat, facts=facts)


Who = Literal["anybody", "seat"]
"""``anybody`` who can reach the game; those who have a ``seat`` in it."""


@dataclass(frozen=True)
class Verb:
    """A word of the desk.

    ``choices`` are its spellings, in the same grammar as the orders of a game; each makes the value that ``act`` gets.
    ``misread`` is the code of the refusal if none of them fits; the menu says where and what could have stood there.
    """

    word: str
    who: Who
    choices: Callable[[Request], Sequence[Choice]]
    act: Callable[[Request, Any], Receipt]
    misread: str = field(default="", kw_only=True)

    def answer(self, request: Request) -> Receipt:
        """Do what the letter says. Raises ``No`` and ``Refused``."""
        if self.who == "seat":
            request.seated()
        choices = self.choices(request)
        try:
            asked = Menu(choices).parse(request.letter.text)
        except Refused as refused:
            why = refused.refusal
            wanted = why.wanted or [spelling(choice) for choice in choices]
            raise No(self.misread or why.code, *wanted, word=why.word, start=why.start, end=why.end) from refused
        return self.act(request, asked)


def spelling(choice: Choice) -> str:
    """A choice as people are shown it: ``say TO TEXT``."""
    return " ".join(name.upper() if (name := slot_name(part)) else part for part in choice.parts)
