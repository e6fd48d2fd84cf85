"""The messages on the socket next to the database: one JSON object on each line.

The client first sends its purpose: a ``SitRequest`` or a ``RunRequest``. A program at a seat then
uses the protocol of ``meanwhile play --json``. A person's screen is at the client, and its content
comes from the server; ``ShowUpdate`` and ``ScreenInput`` are for that.
"""

import re
from typing import Any, Literal

import msgspec
from msgspec import Struct

from bot.play.asking import ShownBoard, ShownQuestion
from bot.play.screens import Screen

LONGEST = 1 << 20
"""Maximum bytes of a line, without its end."""


def word(name: str) -> str:
    """Return the tag of a class: ``sit`` for ``SitRequest``."""
    return re.sub("(Request|Reply|Update|Input)$", "", name).lower()


class ClientRequest(Struct, frozen=True, tag_field="do", tag=word):
    """The first line of a connection."""


class SitRequest(ClientRequest, frozen=True, kw_only=True):
    """A request to take these seats of a game, or any one for ``name`` if none is given."""

    game: str
    seats: tuple[str, ...] = ()
    name: str = ""
    form: Literal["person", "program"] = "program"
    language: str = "en"
    pictures: str = "pictures"  # a folder
    echoes: bool = False  # typed text stays visible
    stays: bool = False  # board and question stay in panes
    width: int = 100  # width of the screen, in characters
    height: int = 0  # height of the screen, in lines; 0: unlimited


class RunRequest(ClientRequest, frozen=True):
    """An operator command by name, with plain data."""

    name: str
    facts: dict[str, Any]


class ServerReply(Struct, frozen=True, tag_field="kind", tag=word):
    """A reply from the server."""


class ErrorReply(ServerReply, frozen=True, tag="problem"):
    text: str


class DoneReply(ServerReply, frozen=True):
    lines: tuple[str, ...]


class WelcomeReply(ServerReply, frozen=True):
    """The seats are taken. ``served``: the server will come back if it ends."""

    served: bool


class EndReply(ServerReply, frozen=True):
    """The regular end of the connection."""


Shows = Literal["say", "head", "board", "question", "page", "propose", "link"]
"""The methods of a screen that only show something."""
ARGUMENTS: dict[str, Any] = {"board": tuple[ShownBoard], "question": tuple[ShownQuestion]}
"""The arguments of those that take more than texts."""


class ShowUpdate(ServerReply, frozen=True):
    """A call of a method of the client's screen."""

    what: Shows
    given: tuple[Any, ...]

    def on(self, screen: Screen) -> None:
        kinds = ARGUMENTS.get(self.what, tuple[Any, ...])
        getattr(screen, self.what)(*msgspec.convert(self.given, kinds))


class AskUpdate(ServerReply, frozen=True):
    who: str
    sealed: bool
    leaving: str  # how to leave
    wanted: bool  # a line may be typed now; otherwise only the display changes


class AloneUpdate(ServerReply, frozen=True):
    """Something that only one person may read."""

    ready: str
    text: str
    done: str


class WordsUpdate(ServerReply, frozen=True):
    words: list[tuple[str, str]]


class ScreenInput(Struct, frozen=True, tag_field="did", tag=word):
    """An input from a person at a screen."""


class TypedInput(ScreenInput, frozen=True):
    line: bytes | None


class BegunInput(ScreenInput, frozen=True):
    """Part of a line, to be completed."""

    text: str


class SizeInput(ScreenInput, frozen=True):
    width: int
    height: int


class ReadInput(ScreenInput, frozen=True):
    """Reports that the private text has been read."""


ScreenUpdate = ShowUpdate | AskUpdate | AloneUpdate | WordsUpdate
Reply = ErrorReply | DoneReply | WelcomeReply | EndReply | ScreenUpdate

encode = msgspec.json.Encoder().encode
request = msgspec.json.Decoder(SitRequest | RunRequest).decode
reply = msgspec.json.Decoder(Reply).decode
problem = msgspec.json.Decoder(ErrorReply).decode
deed = msgspec.json.Decoder(TypedInput | BegunInput | ReadInput | SizeInput).decode


def line(thing: ClientRequest | ServerReply | ScreenInput) -> bytes:
    return encode(thing) + b"\n"
