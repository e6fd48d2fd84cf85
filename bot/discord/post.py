"""A message as this door writes it: data, made so
that it keeps Discord's limits.
"""

import io
from typing import Literal

import discord
import msgspec
from msgspec import Struct

from bot.discord import limits
from bot.discord.limits import clipped
from engine.state import Seat

Style = Literal["primary", "secondary", "success", "danger"]


class Button(Struct, frozen=True):
    """A button; ``id`` is its custom id."""

    label: str
    id: str
    style: Style = "secondary"
    off: bool = False


class Select(Struct, frozen=True):
    """A menu of at most 25 words; ``first`` is the number of the first one, the
    values are numbers from there.
    """

    id: str
    placeholder: str
    words: tuple[str, ...]
    first: int = 0


class PostText(Struct, frozen=True):
    """What is written in a message."""

    text: str


class Post(PostText, frozen=True, kw_only=True):
    """A message. ``picture`` is a PNG, ``alt`` its description; ``file`` is a text that is too
    long for a message. ``asked`` are seats whose people are named on top, for question number
    ``asks``. ``question`` is the number of the question that the buttons are for, in ``game``;
    0: they are for no question. ``sealed`` and ``reminder`` are as in the news that it tells.
    """

    buttons: tuple[Button, ...] = ()
    select: Select | None = None
    picture: bytes = b""
    alt: str = ""
    file: str = ""
    file_name: str = ""
    asked: tuple[Seat, ...] = ()
    game: str = ""
    question: int = 0
    asks: int = 0
    sealed: bool = False
    reminder: bool = False


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Post).decode


def escaped(text: str) -> str:
    """Return text of people and games so that Discord shows it as it is."""
    return discord.utils.escape_markdown(text)


def view_of(post: Post) -> discord.ui.View | None:
    """Return the buttons and the menu. The library keeps no record of it: every press is read from
    its name.
    """
    if not post.buttons and post.select is None:
        return None
    view = discord.ui.View(timeout=None)
    row = 0
    if post.select is not None:
        numbered = enumerate(post.select.words, post.select.first)
        options = [
            discord.SelectOption(label=clipped(word, limits.OPTION), value=str(i))
            for i, word in numbered
        ]
        placeholder = clipped(post.select.placeholder, limits.PLACEHOLDER)
        view.add_item(
            discord.ui.Select(
                custom_id=post.select.id, placeholder=placeholder, options=options, row=0
            )
        )
        row = 1
    for i, button in enumerate(post.buttons):
        style = discord.ButtonStyle[button.style]
        label = clipped(button.label, limits.LABEL)
        at = row + i // limits.ROW
        view.add_item(
            discord.ui.Button(
                custom_id=button.id, label=label, style=style, disabled=button.off, row=at
            )
        )
    view.stop()
    return view


def view_or_none(post: Post) -> discord.ui.View:
    """Return the same as those functions of the library want it that know no ``None``."""
    view = view_of(post)
    return discord.utils.MISSING if view is None else view


def files_of(post: Post) -> list[discord.File]:
    """Return the picture and the text file."""
    made = []
    if post.picture:
        alt = clipped(post.alt, limits.ALT)
        made.append(discord.File(io.BytesIO(post.picture), "board.png", description=alt))
    if post.file:
        made.append(discord.File(io.BytesIO(post.file.encode()), post.file_name or "text.txt"))
    return made


def fitted(post: Post, file_name: str, most: int = limits.CONTENT) -> Post:
    """Return a post that keeps the limit of a message: a text that is too long comes as a file, all
    of it.
    """
    if len(post.text) <= most:
        return post
    first = clipped(post.text, most)
    return msgspec.structs.replace(post, text=first, file=post.text + "\n", file_name=file_name)
