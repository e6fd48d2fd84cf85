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
from bot.discord.signals import Calling
from engine.state import Seat

BOARD = "board.png"
"""How the file of every picture is called."""
Style = Literal["primary", "secondary", "success", "danger"]


class Button(Struct, frozen=True):
    """A button; ``id`` is its custom id. One with a ``url`` is a link, and has none."""

    label: str
    id: str = ""
    style: Style = "secondary"
    off: bool = False
    url: str = ""


class Embed(Struct, frozen=True):
    """What stands below a message in a frame; pushes do not show it. The picture of the message is
    in it.
    """

    title: str
    text: str


class CardNews(Struct, frozen=True, kw_only=True):
    """What the card of a game is to say: what has happened, and who must act. ``question`` has
    ``WHO`` where those who are asked are named: ``asked`` has seats and names, and ``number`` is
    that of the question. ``fresh``: they are to be called, so the card is posted anew;
    ``reminder``: it says nothing new. ``window``: the question is one; ``over``: the game is.
    """

    news: str = ""
    question: str = ""
    aside: str = ""
    asked: tuple[tuple[Seat, str], ...] = ()
    number: int = 0
    fresh: bool = False
    reminder: bool = False
    window: bool = False
    sealed: bool = False
    over: bool = False


WHO = "\ue000"
"""Stands in a question where people are named."""


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
    """A message. ``picture`` is a PNG, ``alt`` its description, ``film`` one that moves; ``file``
    is a text that is too long for a message. ``card``: it is the card of its game. ``question`` is
    the number of the question that the buttons are for, in ``game``; 0: they are for no question.
    ``asking`` is what decides how somebody hears of it; ``reminder``: it says nothing new.
    ``closing``: what is said at the end of an earlier message whose question is closed.
    """

    buttons: tuple[Button, ...] = ()
    select: Select | None = None
    picture: bytes = b""
    alt: str = ""
    film: bytes = b""
    file: str = ""
    file_name: str = ""
    embed: Embed | None = None
    card: CardNews | None = None
    game: str = ""
    question: int = 0
    asking: Calling = Calling()
    reminder: bool = False
    closing: str = ""


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
        made: discord.ui.Button[discord.ui.View] = (
            discord.ui.Button(label=label, url=button.url, row=at)
            if button.url
            else discord.ui.Button(
                custom_id=button.id, label=label, style=style, disabled=button.off, row=at
            )
        )
        view.add_item(made)
    view.stop()
    return view


def view_or_none(post: Post) -> discord.ui.View:
    """Return the same as those functions of the library want it that know no ``None``."""
    view = view_of(post)
    return discord.utils.MISSING if view is None else view


def embeds_of(post: Post) -> list[discord.Embed]:
    """Return the frame below a message, with the picture in it."""
    if post.embed is None:
        return []
    title, text = clipped(post.embed.title, limits.EMBED_TITLE), post.embed.text
    made = discord.Embed(title=title, description=clipped(text, limits.EMBED_TEXT))
    if post.picture:
        made.set_image(url=f"attachment://{BOARD}")
    return [made]


def files_of(post: Post) -> list[discord.File]:
    """Return the picture and the text file."""
    made = []
    if post.picture:
        alt = clipped(post.alt, limits.ALT)
        made.append(discord.File(io.BytesIO(post.picture), BOARD, description=alt))
    if post.film:
        made.append(discord.File(io.BytesIO(post.film), "film.png"))
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
