"""The types of the objects that programs read; `docs/line-protocol.schema.json` is made of them.

A program may rely on what stands here: within one ``VERSION`` fields and kinds may be added, and
codes, events and types of orders; nothing is taken away, renamed or given another meaning.
"""

from typing import Any, Final, Literal, NotRequired, TypedDict

from engine.menu import Offer, Unlisted

PROTOCOL: Final = "meanwhile"
VERSION: Final = 1


class AnyObject(TypedDict):
    """An object of any kind: ``number`` counts the objects that this connection was sent, from 1,
    so that a program sees when it has missed one.
    """

    number: NotRequired[int]


class HelloObject(AnyObject):
    """The first object at ``meanwhile line --json``, and the answer to ``hello VERSION``."""

    kind: Literal["hello"]
    protocol: Literal["meanwhile"]
    version: int


class ListeningObject(AnyObject):
    """What ``meanwhile line --json`` writes to standard output as soon as it listens. ``tokens``:
    with which each seat is joined; not there if a game is gone on with.
    """

    kind: Literal["listening"]
    host: str
    port: int
    tls: bool
    game: str
    tokens: NotRequired[dict[str, str]]


class GameObject(AnyObject):
    """The first object at ``meanwhile play --json`` and ``meanwhile sit --json``: the protocol,
    and which game is played.
    """

    kind: Literal["game"]
    protocol: Literal["meanwhile"]
    version: int
    id: str
    game: str
    edition: int
    seats: list[str]
    robots: list[str]
    commitment: str
    loaded: bool
    resumed: bool
    db: str


class ReceiptObject(AnyObject):
    """What was done. ``n`` counts the seat's own orders; ``dropped`` are the orders behind it that
    were not tried. What a word to the referee has brought stands beside these.
    """

    kind: Literal["receipt"]
    seat: str | None
    order: str
    n: int
    dropped: NotRequired[list[str]]


class RefusalObject(AnyObject):
    """What was not done, and has changed nothing. ``reason``: a stable code; ``text``: the same in
    a sentence; ``place``: the first character of what is wrong, and the one behind it; ``wanted``:
    words for that place; ``legal``: up to ten orders that would be taken, ``meant``: up to three
    that the words may have meant; ``rule``: its number.
    """

    kind: Literal["refusal"]
    seat: str | None
    reason: str
    text: str
    legal: list[str]
    place: list[int]
    wanted: list[str]
    meant: list[str]
    rule: str
    dropped: NotRequired[list[str]]


class MessageObject(AnyObject):
    """Something that has happened, as ``to`` may know it. ``data`` has the fields of the event.
    A message that comes again bears the same ``mark``: it is to be dropped then.
    """

    kind: Literal["message"]
    to: str
    event: str
    text: str
    data: dict[str, Any]
    mark: NotRequired[str]


class MenuObject(AnyObject):
    """What a seat may order now. ``choices``: the patterns; ``legal``: up to ten orders;
    ``offers``: the first hundred legal orders as data, of ``count``; ``next``: the line that asks
    for those behind them, or ``null``; ``unlisted``: the choices with too many orders to list,
    which ``parts?`` leads through word by word; ``asked``: whether the seat is waited for; who has
    answered in secret is not, and may still change the answer.
    """

    kind: Literal["menu"]
    seat: str
    prompt: str
    choices: list[str]
    legal: list[str]
    offers: list[Offer]
    count: int
    next: str | None
    unlisted: list[Unlisted]
    asked: bool
    mark: NotRequired[str]


class OffersObject(AnyObject):
    """The legal orders from number ``first`` on, counted from 0, as they are now."""

    kind: Literal["offers"]
    seat: str
    first: int
    offers: list[Offer]
    count: int
    next: str | None


class PartsObject(AnyObject):
    """How an order that begins with ``text`` can go on: ``words``, one of which may follow;
    ``whole``: it is a legal order as it stands.
    """

    kind: Literal["parts"]
    seat: str
    text: str
    words: list[str]
    whole: bool


class ViewObject(AnyObject):
    """The game as ``to`` may know it: the fields of the view of its rules."""

    kind: Literal["view"]
    to: str
    data: dict[str, Any]


class BoardObject(AnyObject):
    """The game as ``to`` may know it, as text; ``png``: the path of its picture, if one was
    written.
    """

    kind: Literal["board"]
    to: str
    png: str | None
    text: str


class CommitmentObject(AnyObject):
    """The hash to which ``seat`` has committed itself with a sealed question that has closed."""

    kind: Literal["commitment"]
    to: str
    seat: str
    epoch: int
    question: int
    root: str
    mark: NotRequired[str]


class ResultObject(AnyObject):
    """How the game has ended, and the secret of its dice, in hex."""

    kind: Literal["result"]
    result: str
    secret: str
    mark: NotRequired[str]


OBJECTS: tuple[type, ...] = (
    HelloObject,
    ListeningObject,
    GameObject,
    ReceiptObject,
    RefusalObject,
    MessageObject,
    MenuObject,
    OffersObject,
    PartsObject,
    ViewObject,
    BoardObject,
    CommitmentObject,
    ResultObject,
)
"""Every kind."""
