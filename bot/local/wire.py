"""What goes over the socket beside the database: one JSON object a line, in both directions.

Whoever connects says first what for: a ``SitRequest`` or a ``RunRequest``. A program that
sits speaks from then on like one at ``meanwhile play --json``. A person's screen is at one
end of the socket, and what is shown on it comes from the other; for that are
``ScreenUpdate`` and ``ScreenInput``.
"""

import re
from typing import Any, Literal

import msgspec
from msgspec import Struct

LONGEST = 1 << 20
"""Bytes of a line at the most, without its end."""


def word(name: str) -> str:
    """Return the word that stands for a class in a line: ``sit`` of ``SitRequest``."""
    return re.sub("(Request|Reply|Update|Input)$", "", name).lower()


class ClientRequest(Struct, frozen=True, tag_field="do", tag=word):
    """The first line of a connection."""


class SitRequest(ClientRequest, frozen=True, kw_only=True):
    """Take these seats of a game, or without any one for ``name``. ``echoes``: what a person
    types stays visible; ``pictures`` is a folder; ``width`` and ``height`` are the screen's, in
    characters, the height 0 if it has no end.
    """

    game: str
    seats: tuple[str, ...] = ()
    name: str = ""
    form: Literal["person", "program"] = "program"
    language: str = "en"
    pictures: str = "pictures"
    echoes: bool = False
    width: int = 100
    height: int = 0


class RunRequest(ClientRequest, frozen=True):
    """Something that the operator has done, by its name, with plain data."""

    name: str
    facts: dict[str, Any]


class ServerReply(Struct, frozen=True, tag_field="kind", tag=word):
    """What comes back."""


class ErrorReply(ServerReply, frozen=True, tag="problem"):
    """It cannot be done; the text says why."""

    text: str


class DoneReply(ServerReply, frozen=True):
    """The errand is done; ``lines`` are to be printed."""

    lines: tuple[str, ...]


class WelcomeReply(ServerReply, frozen=True):
    """The seats are taken. ``served``: by a program that will come back if it ends."""

    served: bool


class EndReply(ServerReply, frozen=True):
    """There is nothing more to say, and the connection ends in good order."""


class ScreenUpdate(ServerReply, frozen=True):
    """Something for a person's screen."""


class SayUpdate(ScreenUpdate, frozen=True):
    """A line, or several."""

    text: str
    style: str = ""


class BoardUpdate(ScreenUpdate, frozen=True):
    """A board, and the signs of its legend."""

    text: str
    signs: list[str]


class LinkUpdate(ScreenUpdate, frozen=True):
    """A line that names a file, and its path."""

    text: str
    path: str


class AskUpdate(ScreenUpdate, frozen=True):
    """``wanted``: a line may come now; otherwise only what is shown beside the prompt is new."""

    who: str
    sealed: bool
    wanted: bool


class AloneUpdate(ScreenUpdate, frozen=True):
    """Something that one person alone may read."""

    ready: str
    text: str
    done: str


class WordsUpdate(ScreenUpdate, frozen=True):
    """What could stand at the end of a text, each with its meaning."""

    words: list[tuple[str, str]]


class ScreenInput(Struct, frozen=True, tag_field="did", tag=word):
    """What a person at a screen has done."""


class TypedInput(ScreenInput, frozen=True):
    """A line; ``None``: there will be no more."""

    line: bytes | None


class BegunInput(ScreenInput, frozen=True):
    """Part of a line, to be completed."""

    text: str


class ReadInput(ScreenInput, frozen=True):
    """What was for one person alone has been read."""


Reply = (
    ErrorReply
    | DoneReply
    | WelcomeReply
    | EndReply
    | SayUpdate
    | BoardUpdate
    | LinkUpdate
    | AskUpdate
    | AloneUpdate
    | WordsUpdate
)

encode = msgspec.json.Encoder().encode
request = msgspec.json.Decoder(SitRequest | RunRequest).decode
reply = msgspec.json.Decoder(Reply).decode
problem = msgspec.json.Decoder(ErrorReply).decode
deed = msgspec.json.Decoder(TypedInput | BegunInput | ReadInput).decode


def line(thing: ClientRequest | ServerReply | ScreenInput) -> bytes:
    return encode(thing) + b"\n"
