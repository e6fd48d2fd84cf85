"""The names of buttons, menus and forms. They tell nothing, and nobody can make one up.

A name holds what the press asks for, the game, a seal, and the *path*: which words of
the menu were chosen so far, as their numbers in the lists of words that could stand
there; or, where it fits, the words themselves, which outlive a menu that changes within
one question. The seal is an HMAC over game, seat, question and the words themselves, so
that a path is only followed in the situation in which it was drawn. Nothing is stored: a
name is as good after a restart as before.
"""

import hmac
from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256

from discord.utils import snowflake_time
from msgspec import Struct

from bot.discord.limits import CUSTOM_ID
from bot.discord.post import Button, Style
from renderers import Sentences

PREFIX = "mw"
SEAL = 12
"""Characters of a seal: 48 bits, which nobody guesses at Discord's pace."""


class Act(StrEnum):
    """What a press asks for. The letters stand in messages that are posted: none ever changes."""

    # the panel, and what is written for an order
    OPEN = "o"  # another place in it; behind the letter the page of its words
    PICK = "w"  # a word from a menu
    OTHER = "u"  # another word at an earlier place; behind the letter which
    HINT = "h"
    PLAY = "p"  # an order from a list
    SEND = "s"  # the order as it stands
    BACK = "x"
    WRITE = "t"
    WRITTEN = "f"
    FILL = "e"
    FILLED = "l"
    # cards and posts
    ORDERS = "y"
    BOARD = "b"
    WIDE = "d"
    WATCH = "v"
    JOIN = "j"
    AGREE = "A"
    DISAGREE = "D"
    REMATCH = "r"
    FILM = "m"
    FAIR = "g"
    # leaving
    LEAVE = "q"
    STAY = "k"
    HAND = "z"
    HANDED = "H"
    # one's own affairs
    INBOX = "i"
    SIGNALS = "8"
    SIGNAL = "9"
    AWAY = "a"
    AWAY_FORM = "c"
    NEW = "n"
    # moderators
    RULE = "1"
    RULED = "2"
    DECIDE = "3"
    DECIDED = "4"
    ANEW = "5"
    TAKE = "6"
    SEEN = "7"
    TRY = "T"


LISTS = (Act.HINT, Act.PLAY)
"""What is asked for of an order from a list: in its name, the path is its place there."""

TAIL = r"[^~]*~[^~]*~[^~]*~(?:=.*|[0-9.]*)"
"""What stands behind the letter of a name."""


def template(*acts: Act) -> str:
    return f"(?s){PREFIX}~[{''.join(acts)}]{TAIL}"


UNKNOWN = rf"(?s)(?!{PREFIX}~[{''.join(Act)}]{TAIL}\Z).*"
"""The pattern of every custom id that is no name of ours."""


class Name(Struct, frozen=True):
    """A name that was read: ``act`` is what the press asks for; ``text`` are the words chosen so
    far, "" where ``path`` leads to them.
    """

    act: str
    game: str
    seal: str = ""
    path: tuple[int, ...] = ()
    text: str = ""


class ButtonNames:
    """Makes and reads names; ``secret`` is anything that nobody else knows and that stays the
    same.
    """

    def __init__(self, secret: str):
        self.key = sha256(b"meanwhile names" + secret.encode()).digest()

    def seal(self, *facts: str | int) -> str:
        said = "\0".join(map(str, facts)).encode()
        return hmac.digest(self.key, said, "sha256").hex()[:SEAL]

    def write(
        self, act: str, game: str, seal: str = "", path: Sequence[int] = (), text: str = ""
    ) -> str | None:
        """Return a name, with ``text`` if that fits, else with the path; ``None`` if either would
        be too long.
        """
        head, numbers = "~".join((PREFIX, act, game, seal, "")), ".".join(map(str, path))
        lasts = [f"={text}"] if text else []
        lasts += [numbers] if path or not text else []
        return next((head + last for last in lasts if len(head + last) <= CUSTOM_ID), None)


def read(name: str) -> Name | None:
    """Return what a name says; ``None`` if it is none of ours."""
    parts = name.split("~", 4)
    if len(parts) != 5 or parts[0] != PREFIX:
        return None
    if parts[4].startswith("="):
        return Name(parts[1], parts[2], parts[3], text=parts[4][1:])
    numbers = [part for part in parts[4].split(".") if part]
    if not all(part.isascii() and part.isdigit() for part in numbers):
        return None
    return Name(parts[1], parts[2], parts[3], tuple(map(int, numbers)))


def written(id: str) -> int | None:
    """Return when what bears this id was written; ``None`` for an id that is not Discord's."""
    number = id.partition("/")[0]
    return int(snowflake_time(int(number)).timestamp()) if number.isdecimal() else None


# ---- buttons that are the same for everybody

STYLES: dict[str, Style] = {Act.REMATCH: "success"}


def card_buttons(
    said: Sentences, names: ButtonNames, game: str, number: int, *, over: bool = False
) -> tuple[Button, ...]:
    acts = (Act.REMATCH, Act.FILM, Act.FAIR) if over else (Act.ORDERS, Act.BOARD, Act.WATCH)
    labels = {Act.ORDERS: "orders", Act.BOARD: "board", Act.WATCH: "watch"}
    labels |= {Act.REMATCH: "rematch", Act.FILM: "film", Act.FAIR: "fair"}
    return tuple(
        Button(said.say(f"discord-button-{labels[act]}"), name, STYLES.get(act, "secondary"))
        for act in acts
        if (name := names.write(act, game, "", (number,)))
    )


def thread_button(said: Sentences, link: str, label: str = "thread") -> Button:
    return Button(said.say(f"discord-button-{label}"), url=link)


def orders_button(said: Sentences, names: ButtonNames, game: str) -> Button:
    return Button(
        said.say("discord-button-orders"), names.write(Act.ORDERS, game) or "", "secondary"
    )


def join_button(said: Sentences, names: ButtonNames, game: str) -> Button:
    return Button(said.say("discord-button-join"), names.write(Act.JOIN, game) or "", "success")
