"""A message as data, which is made to fit Discord's limits."""

import io
import re
from typing import Any, Literal

import discord
import msgspec
from msgspec import Struct

from bot.discord import limits
from bot.discord.limits import clipped
from engine.state import Seat
from renderers.reading import Text

BOARD, TEXT = "board.png", "text.txt"
"""Default names of a message's files, the same in all games."""
Style = Literal["primary", "secondary", "success", "danger"]


class Button(Struct, frozen=True):
    """A button. ``id`` is its custom id; a link has a ``url`` instead."""

    label: str
    id: str = ""
    style: Style = "secondary"
    off: bool = False
    url: str = ""


class Embed(Struct, frozen=True):
    title: str
    text: str


class CardNews(Struct, frozen=True, kw_only=True):
    """The text for the card of a game: news, and the players who must act."""

    news: str = ""
    question: Text = ()  # names the players asked
    aside: str = ""
    asked: tuple[tuple[Seat, str], ...] = ()  # their seats and names
    number: int = 0  # number of the question
    fresh: bool = False  # players must be notified, so the card is posted again
    reminder: bool = False  # nothing is new
    window: bool = False  # the question is a window
    sealed: bool = False
    over: bool = False  # the game is over
    buttons: tuple[Button, ...] = ()  # instead of the usual ones


class Calling(Struct, frozen=True):
    sealed: bool = False  # this or another question of its game is sealed
    secret: bool = False  # it comes with private facts


class Alert(Struct, frozen=True):
    called: tuple[Seat, ...]  # mentioned in the message
    quiet: bool = False  # without a notification
    sealed: bool = False  # as in ``Calling``
    asked: tuple[Seat, str, int] | None = None  # the request that they must answer, if any


class Select(Struct, frozen=True, tag=True, kw_only=True):
    id: str
    placeholder: str
    words: tuple[str, ...]
    numbers: tuple[int, ...] = ()  # values of the words; by default their positions
    now: int | None = None  # position of the chosen word


class PostText(Struct, frozen=True):
    text: str


class TextPart(PostText, frozen=True, tag=True):
    """Text in a card."""


class HeadPart(PostText, frozen=True, tag=True):
    """Text next to a small picture, if there is one."""


class ButtonRow(Struct, frozen=True, tag=True):
    buttons: tuple[Button, ...]


class LinePart(Struct, frozen=True, tag=True):
    text: str
    button: Button


class PicturePart(Struct, frozen=True, tag=True):
    """The place of the picture, if there is one."""


Part = TextPart | HeadPart | ButtonRow | LinePart | PicturePart | Select


class Post(PostText, frozen=True, kw_only=True):
    """A message."""

    buttons: tuple[Button, ...] = ()
    select: Select | None = None
    picture: bytes = b""  # a PNG
    alt: str = ""  # the description of the picture
    film: bytes = b""  # an animation
    page: bytes = b""  # the replay as an HTML file
    file: str = ""  # a text too long for a message
    file_name: str = ""
    embed: Embed | None = None
    card: CardNews | None = None  # set if this is the card of its game
    game: str = ""
    question: int = 0  # number of the question that the buttons are for, or 0
    asking: Calling = Calling()  # decides how a player is notified
    reminder: bool = False  # contains nothing new
    closing: str = ""  # is appended to an earlier message whose question has closed
    parts: tuple[Part, ...] = ()
    notice: Alert | None = None  # people to notify although the game asks them nothing


encode = msgspec.json.Encoder().encode
decode = msgspec.json.Decoder(Post).decode


TAG = re.compile(r"<(?=[@#:/]|a:|t:|id:)")
"""Text that Discord would read as a mention, a command, an emoji or a time."""


def escaped(text: str) -> str:
    return TAG.sub(r"\\<", discord.utils.escape_markdown(text))


def laid_out(parts: tuple[Part, ...], buttons: tuple[Button, ...] = ()) -> Post:
    said = (part.text for part in parts if isinstance(part, PostText | LinePart))
    return Post(clipped("\n".join(said), limits.CONTENT), buttons=buttons, parts=parts)


def parts_of(post: Post) -> tuple[Part, ...]:
    if post.parts:
        return post.parts
    made: list[Part] = [TextPart(post.text), PicturePart()]
    made += [post.select] if post.select else []
    rows = range(0, len(post.buttons), limits.ROW)
    return (*made, *(ButtonRow(post.buttons[k : k + limits.ROW]) for k in rows))


def button_of(button: Button) -> discord.ui.Button[Any]:
    if button.url:
        return discord.ui.Button(label=clipped(button.label, limits.LABEL), url=button.url)
    return discord.ui.Button(
        custom_id=button.id,
        label=clipped(button.label, limits.LABEL),
        style=discord.ButtonStyle[button.style],
        disabled=button.off,
    )


def select_of(select: Select) -> discord.ui.Select[Any]:
    numbers = select.numbers or range(len(select.words))
    options = [
        discord.SelectOption(
            label=clipped(word, limits.OPTION), value=str(number), default=place == select.now
        )
        for place, (number, word) in enumerate(zip(numbers, select.words, strict=True))
    ]
    placeholder = clipped(select.placeholder, limits.PLACEHOLDER)
    return discord.ui.Select(custom_id=select.id, placeholder=placeholder, options=options)


def card_of(post: Post) -> discord.ui.LayoutView:
    box: discord.ui.Container[Any] = discord.ui.Container()
    for part in parts_of(post):
        match part:
            case PicturePart():
                if post.picture:
                    shown = f"attachment://{BOARD}"
                    alt = clipped(post.alt, limits.ALT) or None
                    box.add_item(
                        discord.ui.MediaGallery(discord.MediaGalleryItem(shown, description=alt))
                    )
            case ButtonRow(buttons):
                box.add_item(discord.ui.ActionRow(*map(button_of, buttons)))
            case Select():
                box.add_item(discord.ui.ActionRow(select_of(part)))
            case LinePart(text, button):
                box.add_item(discord.ui.Section(text, accessory=button_of(button)))
            case HeadPart(text) if post.picture:
                alt = clipped(post.alt, limits.ALT) or None
                small: discord.ui.Thumbnail[Any] = discord.ui.Thumbnail(
                    f"attachment://{BOARD}", description=alt
                )
                box.add_item(discord.ui.Section(text, accessory=small))
            case TextPart(text) | HeadPart(text):
                box.add_item(discord.ui.TextDisplay(text))
    if post.file:
        box.add_item(discord.ui.File(f"attachment://{post.file_name or TEXT}"))
    view = discord.ui.LayoutView(timeout=None)
    view.add_item(box)
    view.stop()
    return view


def view_of(post: Post) -> discord.ui.View | None:
    """Return buttons and menu as a view that the library keeps no record of."""
    if not post.buttons and post.select is None:
        return None
    view = discord.ui.View(timeout=None)
    for item in (*([select_of(post.select)] if post.select else []), *map(button_of, post.buttons)):
        view.add_item(item)
    view.stop()
    return view


def embeds_of(post: Post) -> list[discord.Embed]:
    if post.embed is None:
        return []
    title, text = clipped(post.embed.title, limits.EMBED_TITLE), post.embed.text
    made = discord.Embed(title=title, description=clipped(text, limits.EMBED_TEXT))
    if post.picture:
        made.set_image(url=f"attachment://{BOARD}")
    return [made]


def files_of(post: Post) -> list[discord.File]:
    made = []
    if post.picture:
        alt = clipped(post.alt, limits.ALT)
        made.append(discord.File(io.BytesIO(post.picture), BOARD, description=alt))
    if post.film:
        made.append(discord.File(io.BytesIO(post.film), "film.gif"))
    if post.page:
        made.append(discord.File(io.BytesIO(post.page), "replay.html"))
    if post.file:
        made.append(discord.File(io.BytesIO(post.file.encode()), post.file_name or TEXT))
    return made


def fitted(post: Post, file_name: str) -> Post:
    """Return a post within the limit of a message, with a longer text as a file."""
    if len(post.text) <= limits.CONTENT:
        return post
    first = clipped(post.text, limits.CONTENT)
    return msgspec.structs.replace(post, text=first, file=post.text + "\n", file_name=file_name)
