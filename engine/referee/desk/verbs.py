"""What a word of the desk is: who may use it, how it is spelt, and what it does."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from msgspec import Struct

from engine.letters import Letter, Receipt
from engine.menu import Choice, Menu, Refusal, Refused
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.referee.register import Contact, Register
from engine.slots import slot_name
from engine.state import Seat
from engine.store.rows import AuditEntry


class No(Exception):
    """The desk refuses; the code says why, ``wanted`` what would have worked."""

    def __init__(self, code: str, *wanted: str, word: str = "", start: int = 0, end: int = 0):
        super().__init__(code)
        self.refusal = Refusal(code=code, start=start, end=end, word=word, wanted=wanted)


class Plain(Struct, frozen=True):
    """A word without anything behind it."""


Who = Literal["anybody", "seat", "seat or moderator", "moderator"]
"""``anybody`` who can reach the game; those who have a ``seat`` in it; its
owner, its moderators, and those for whom the door vouches (moderators of the
server, operators of the house).
"""


@dataclass(frozen=True)
class Request:
    """A letter to the desk: the game it is about, if there is one,
    and the seat of its sender there. ``agreed``: all others agree to what it says.
    """

    batch: Batch
    found: OpenGame | None
    seat: Seat | None
    letter: Letter
    agreed: bool = False

    @property
    def opened(self) -> OpenGame:
        """The game. Raises ``No``."""
        if self.found is None:
            raise No("no-game-of-yours")
        return self.found

    @property
    def sender(self) -> Contact:
        """Who has written it."""
        return self.letter.door, self.letter.sender

    @property
    def register(self) -> Register:
        """Who is who."""
        return self.batch.register

    def moderates(self) -> bool:
        """Return whether the sender may act for the referee in this game: as its owner or
        moderator, or by the word of the door.
        """
        role = self.register.role(self.opened.id, self.sender)
        return bool(self.letter.rank) or role is not None or self.register.operates(self.sender)

    def allowed(self, who: Who) -> None:
        """Raises ``No`` if the sender is not one of those."""
        if who == "seat":
            self.seated()
        elif who == "seat or moderator" and self.seat is None and not self.moderates():
            raise No("not-joined")
        elif who == "moderator" and not self.moderates():
            raise No("not-moderator")

    def audit(self, action: str, **facts: Any) -> None:
        """Note for ever what the sender has done; ``facts`` hold
        nothing that is hidden in the game.
        """
        actor = "/".join(self.sender)
        at = max(self.letter.at, self.batch.now)
        self.batch.acts.append(AuditEntry.of(at, actor, action, self.opened.id, **facts))

    def seated(self) -> Seat:
        """Return the sender's seat. Raises ``No``."""
        if self.seat is None:
            raise No("not-joined")
        return self.seat

    def done(self, **facts: Any) -> Receipt:
        """Return the receipt for what was done; ``facts`` are what its sender may know of it."""
        return Receipt(
            status="answered",
            game=self.found.id if self.found else None,
            seat=self.seat,
            facts=facts,
        )


@dataclass(frozen=True)
class Verb:
    """A word of the desk.

    ``choices`` are its spellings, in the same grammar as the orders of a game; each makes the
    value that ``act`` gets. ``misread`` is the code of the refusal if none of them fits; the
    menu says where and what could have stood there. ``gameless``: it needs no game.
    """

    word: str
    who: Who
    choices: Callable[[Request], Sequence[Choice]]
    act: Callable[[Request, Any], Receipt]
    misread: str = field(default="", kw_only=True)
    gameless: bool = field(default=False, kw_only=True)

    def answer(self, request: Request) -> Receipt:
        """Do what the letter says. Raises ``No`` and ``Refused``."""
        request.allowed(self.who)
        choices = self.choices(request)
        try:
            asked = Menu(choices).parse(request.letter.text)
        except Refused as refused:
            why = refused.refusal
            wanted = why.wanted or [spelling(choice) for choice in choices]
            raise No(
                self.misread or why.code, *wanted, word=why.word, start=why.start, end=why.end
            ) from refused
        return self.act(request, asked)


def spelling(choice: Choice) -> str:
    """Return a choice as people are shown it: ``say TO TEXT``."""
    return " ".join(name.upper() if (name := slot_name(part)) else part for part in choice.parts)
