"""Whole orders in one form: a menu for each word of the order, where the words can be listed; where
they are too many, such as hexes, one for each of their parts.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

from bot.discord import limits
from bot.discord.ids import Act, ButtonNames, Name
from bot.discord.post import Button
from bot.discord.ways import answers, sealed
from engine.menu import Choice, Menu
from engine.referee.doors import Seen
from engine.state import PUBLIC
from renderers import Sentences

HEX = re.compile(r"(\d\d)(\d\d)(?:/(\d))?")
SQUARE = ("column", "row")
FORMS = 3
"""Orders for which a panel offers forms."""


class OrderField(Struct, frozen=True):
    """A word of an order, or a part of one: how it is called, what stands before it, and what can
    stand there; no ``words``: anything can be written.
    """

    name: str
    before: str
    words: tuple[str, ...] = ()


def head_of(choice: Choice) -> str:
    """Return the words with which the orders of a choice begin."""
    return choice.pattern.partition(" {")[0]


def fields_of(menu: Menu, choice: Choice, viewer: str) -> list[OrderField]:
    """Return what is filled in for the orders of a choice: each word as it can stand behind the
    first that can stand before it. [] if that is no form: one word, or more than fit, or nothing
    to choose from.
    """
    names, text, groups = slots_of(choice), head_of(choice), list[list[str]]()
    while not menu.takes(text) and len(groups) < limits.MODAL_FIELDS:
        found = menu.complete(f"{text} ")
        # Whoever may do something to themselves can type it; it is not what they look for.
        texts = [word for word in found if word != viewer] or found
        if not texts:
            return []
        groups.append(texts)
        text = f"{text} {texts[0]}"
    if len(groups) != len(names):
        return []
    fields = [one for name, texts in zip(names, groups, strict=True) for one in split(name, texts)]
    fits = 2 <= len(fields) <= limits.MODAL_FIELDS
    return fields if fits and any(one.words for one in fields) else []


def slots_of(choice: Choice) -> list[str]:
    """Return how the words of a choice's slots are called; a square is two words."""
    names = [name for _, name, _ in choice.places if name]
    return [one for name in names for one in (SQUARE if name == "square" else (name,))]


def split(name: str, texts: Sequence[str]) -> list[OrderField]:
    """Return the field for these words if they can be listed, else one for each of their parts."""
    if len(texts) <= limits.CHOICES:
        return [OrderField(name, " ", tuple(texts))]
    hexes = [HEX.fullmatch(text) for text in texts]
    parts = [one.groups() for one in hexes if one]
    if len(parts) < len(texts):
        return [OrderField(name, " ")]
    columns = [sorted({part for part in column if part}) for column in zip(*parts, strict=True)]
    called = zip(("column", "row", "facing"), (" ", "", "/"), columns, strict=True)
    return [OrderField(one, joint, tuple(words)) for one, joint, words in called if words]


def buttons(said: Sentences, names: ButtonNames, seen: Seen) -> list[Button]:
    """Return a button for the form of each order that has one."""
    found = []
    for number, choice in enumerate(answers(seen.menu).choices if seen.is_asked else ()):
        name = names.write(Act.FILL, seen.game, sealed(names, seen, choice.pattern), (number,))
        if name and fields_of(seen.menu, choice, seen.viewer):
            found.append(Button(said.say("discord-button-fill", order=head_of(choice)), name))
    return found[:FORMS]


def meant(names: ButtonNames, seen: Seen, name: Name) -> Choice | None:
    """Return the choice whose form this is; ``None`` if it is of another situation or seat."""
    choices = answers(seen.menu).choices if seen.viewer != PUBLIC else ()
    same = (one for one in choices if sealed(names, seen, one.pattern) == name.seal)
    return next(same, None)
