"""The names of buttons, menus and forms. They reveal nothing and can't be forged.

A name contains the action, the game, a seal and the *path*: the words of the menu chosen so far, as
their numbers in the lists of possible words. If they fit, it contains the words themselves, which
survive a change of the menu within one question. The seal is an HMAC over game, seat, question and
words, so a path is followed only in the situation in which it was drawn. Nothing is stored, so a
name survives restarts.
"""

import hmac
from collections.abc import Sequence
from enum import StrEnum
from hashlib import sha256

from discord.utils import snowflake_time
from msgspec import Struct

from bot.discord.channels import GameChannel
from bot.discord.limits import CUSTOM_ID
from bot.discord.post import Button, Style
from renderers import Sentences

PREFIX = "mw"
SEAL = 12
"""Number of characters of a seal: 48 bits, too many to guess at Discord's pace."""


class Act(StrEnum):
    """The action of a press. The letters are part of posted messages, so they never change."""

    # the panel, and forms for orders
    OPEN = "o"  # another place; a page or the beginning of a word follows the letter
    PICK = "w"  # a word from a menu
    OTHER = "u"  # another word at an earlier place, whose number follows the letter
    HINT = "h"
    PLAY = "p"  # an order from a list
    SEND = "s"  # the order so far
    BACK = "x"
    WRITE = "t"
    WRITTEN = "f"
    # cards and posts
    ORDERS = "y"
    BOARD = "b"
    WIDE = "d"
    WATCH = "v"
    JOIN = "j"
    CONTEST = "e"  # the path says which: own games, rest, withdraw
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
    # personal matters
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
"""Actions for an order from a list; the path in their names is its index there."""

TAIL = r"[^~]*~[^~]*~[^~]*~(?:=.*|[0-9.]*)"
"""The pattern of everything after the letter of a name."""


def template(*acts: Act) -> str:
    return f"(?s){PREFIX}~[{''.join(acts)}]{TAIL}"


UNKNOWN = rf"(?s)(?!{PREFIX}~[{''.join(Act)}]{TAIL}\Z).*"
"""The pattern of every custom id that isn't one of our names."""


class Name(Struct, frozen=True):
    """A parsed name. ``text`` are the words chosen so far, or "" if ``path`` leads to them."""

    act: str
    game: str
    seal: str = ""
    path: tuple[int, ...] = ()
    text: str = ""


class ButtonNames:
    """Makes and parses names. ``secret`` is a constant that nobody else knows."""

    def __init__(self, secret: str):
        self.key = sha256(b"meanwhile names" + secret.encode()).digest()

    def seal(self, *facts: str | int) -> str:
        said = "\0".join(map(str, facts)).encode()
        return hmac.digest(self.key, said, "sha256").hex()[:SEAL]

    def write(
        self, act: str, game: str, seal: str = "", path: Sequence[int] = (), text: str = ""
    ) -> str | None:
        """Return a name with ``text`` if it fits, else with the path, else ``None``."""
        head, numbers = "~".join((PREFIX, act, game, seal, "")), ".".join(map(str, path))
        lasts = [f"={text}"] if text else []
        lasts += [numbers] if path or not text else []
        return next((head + last for last in lasts if len(head + last) <= CUSTOM_ID), None)


def read(name: str) -> Name | None:
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
    """Return the time at which Discord made this id; ``None`` if it isn't Discord's."""
    number = id.partition("/")[0]
    return int(snowflake_time(int(number)).timestamp()) if number.isdecimal() else None


# ---- buttons that are the same for everybody

STYLES: dict[str, Style] = {Act.REMATCH: "success"}


def card_buttons(
    said: Sentences, names: ButtonNames, game: str, number: int, *, over: bool = False
) -> tuple[Button, ...]:
    acts = {Act.ORDERS: "orders", Act.BOARD: "board", Act.WATCH: "watch"}
    if over:
        acts = {Act.REMATCH: "rematch", Act.FILM: "film", Act.FAIR: "fair"}
    return tuple(
        Button(said.say(f"discord-button-{label}"), name, STYLES.get(act, "secondary"))
        for act, label in acts.items()
        if (name := names.write(act, game, "", (number,)))
    )


def thread_link(said: Sentences, place: GameChannel) -> tuple[Button, ...]:
    """Return the button that leads to the thread of a game, if it is made."""
    return (thread_button(said, place.thread_link),) if place.thread else ()


def thread_button(said: Sentences, link: str, label: str = "thread") -> Button:
    return Button(said.say(f"discord-button-{label}"), url=link)


def orders_button(said: Sentences, names: ButtonNames, game: str) -> Button:
    return Button(
        said.say("discord-button-orders"), names.write(Act.ORDERS, game) or "", "secondary"
    )


def join_button(said: Sentences, names: ButtonNames, game: str) -> Button:
    return Button(said.say("discord-button-join"), names.write(Act.JOIN, game) or "", "success")
