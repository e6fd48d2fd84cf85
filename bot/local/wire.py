"""What goes over the socket beside the database: one JSON object a line, in both directions.

Whoever connects says first what for: to ``Sit``, to have a ``Note`` written, to run an
``Errand``. A program that sits speaks from then on like one at ``meanwhile play --json``. A
person's screen is at one end of the socket, and what is shown on it comes from the other; for
that are ``Shown`` and ``Deed``.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from engine.store.sqlite import Act

LONGEST = 1 << 20
"""Bytes of a line at the most, without its end."""


class Request(Struct, frozen=True, tag_field="do", tag=str.lower):
    """The first line of a connection."""


class Sit(Request, frozen=True):
    """Take these seats of a game, or without any one for ``name``. ``echoes``: what a person
    types stays visible; ``pictures`` is a folder.
    """

    game: str
    seats: tuple[str, ...] = ()
    name: str = ""
    form: Literal["person", "program"] = "program"
    language: str = "en"
    pictures: str = "pictures"
    echoes: bool = False


class Note(Request, frozen=True):
    """A line for the audit log: the operator has looked at what not everybody may know."""

    act: Act


class Errand(Request, frozen=True):
    """Something that the operator has done, by its name, with plain data."""

    name: str
    facts: dict[str, Any]


class Answer(Struct, frozen=True, tag_field="kind", tag=str.lower):
    """What comes back."""


class Problem(Answer, frozen=True):
    """It cannot be done; the text says why."""

    text: str


class Noted(Answer, frozen=True):
    """The line is in the audit log."""


class Done(Answer, frozen=True):
    """The errand is done; ``lines`` are to be printed."""

    lines: tuple[str, ...]


class Welcome(Answer, frozen=True):
    """The seats are taken. ``served``: by a program that will come back if it ends."""

    served: bool


class End(Answer, frozen=True):
    """There is nothing more to say, and the connection ends in good order."""


class Shown(Answer, frozen=True):
    """Something for a person's screen."""


class Say(Shown, frozen=True):
    """A line, or several."""

    text: str
    style: str = ""


class Board(Shown, frozen=True):
    """A board, and the signs of its legend."""

    text: str
    signs: list[str]


class Ask(Shown, frozen=True):
    """``wanted``: a line may come now; otherwise only what is shown beside the prompt is new."""

    who: str
    hint: str
    sealed: bool
    wanted: bool


class Alone(Shown, frozen=True):
    """Something that one person alone may read."""

    ready: str
    text: str
    done: str


class Words(Shown, frozen=True):
    """What could stand at the end of a text."""

    words: list[str]


class Deed(Struct, frozen=True, tag_field="did", tag=str.lower):
    """What a person at a screen has done."""


class Typed(Deed, frozen=True):
    """A line; ``None``: there will be no more."""

    line: bytes | None


class Begun(Deed, frozen=True):
    """Part of a line, to be completed."""

    text: str


class Read(Deed, frozen=True):
    """What was for one person alone has been read."""


Reply = Problem | Noted | Done | Welcome | End | Say | Board | Ask | Alone | Words

encode = msgspec.json.Encoder().encode
request = msgspec.json.Decoder(Sit | Note | Errand).decode
reply = msgspec.json.Decoder(Reply).decode
problem = msgspec.json.Decoder(Problem).decode
deed = msgspec.json.Decoder(Typed | Begun | Read).decode


def line(thing: Request | Answer | Deed) -> bytes:
    """An object as one line."""
    return encode(thing) + b"\n"
