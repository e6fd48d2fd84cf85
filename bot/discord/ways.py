"""A seat's possible orders, offered word by word, step by step along a path, or as whole orders.

Forms are another way: they have a field for each word or for each part of one, such as a hex.
"""

import re
from collections.abc import Sequence
from contextlib import suppress
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from bot.discord import limits
from bot.discord.ids import LISTS, ButtonNames, Name
from bot.discord.limits import CHOICES
from engine.menu import Choice, Menu, Refused
from engine.referee.doors import GameView
from engine.slots import PathPlace, StepOffer
from engine.state import PUBLIC, Anytime

ALL = 5
"""Maximum number of replies that are all shown, one button each."""
FEW = 3
"""Maximum number of suggested orders in a private message."""
DEEP = 3
"""Maximum number of words before a path: the action, the unit, the manner."""


class WayOn(Struct, frozen=True):
    """One continuation of a partial order: the order extended by it, and its label."""

    text: str
    label: str
    step: StepOffer | None = None


class Ways:
    """The possible orders of one seat in one situation. Results are cached, since each button of a
    panel asks for them again.
    """

    def __init__(self, seen: GameView):
        self.seen, self.menu = seen, seen.menu
        self.known = dict[str, list[WayOn]]()
        self.places = dict[str, PathPlace | None]()

    def on(self, chosen: str = "") -> list[WayOn]:
        if chosen not in self.known:
            place = self.path(chosen)
            steps = place.slot.ahead(place.value) if place else ()
            found = [WayOn(place.text(step.value), step.to, step) for step in steps if place]
            said = self.menu.complete(f"{chosen} " if chosen else "")
            self.known[chosen] = [
                *found,
                *(WayOn(f"{chosen} {word}".strip(), word) for word in said),
            ]
        return self.known[chosen]

    def path(self, text: str) -> PathPlace | None:
        """Return the path at the end of a partial order, as the menu parses it."""
        if text not in self.places:
            self.places[text] = self.menu.path(text)
        return self.places[text]

    def walk(self, path: Sequence[int]) -> str | None:
        """Return the partial order that a path encodes, or ``None`` if it belongs to another
        menu.
        """
        chosen = ""
        for number in path:
            ways = self.on(chosen)
            if number >= len(ways) or ((step := ways[number].step) and step.bar):
                return None
            chosen = ways[number].text
        return chosen

    def path_of(self, text: str) -> tuple[int, ...] | None:
        """Return the path to a partial order, or ``None`` if no buttons lead there."""
        chosen, path, goal = "", list[int](), self.path(text)

        def leads(way: WayOn) -> bool:
            if way.step is None or goal is None:
                return way.step is None and f"{text} ".startswith(f"{way.text} ")
            begun = goal.value[: len(way.step.value)] == way.step.value
            return begun and not way.step.bar and way.text.startswith(goal.before)

        while chosen != text:
            found = ((k, way.text) for k, way in enumerate(self.on(chosen)) if leads(way))
            number, chosen = next(found, (-1, chosen))
            if number < 0:
                return None
            path.append(number)
        return tuple(path)

    def advanced(self, path: Sequence[int]) -> tuple[int, ...]:
        """Return the path extended by all steps without a choice."""
        path, chosen = tuple(path), self.walk(path)
        while chosen is not None and not (chosen and self.menu.takes(chosen)):
            ways = self.on(chosen)
            if len(ways) != 1 or ways[0].step is not None:
                break
            path, chosen = (*path, 0), ways[0].text
        return path

    def other_word(self, path: Sequence[int], place: int, number: int) -> tuple[int, ...]:
        rest = [self.walk(path[: k + 1]) or "" for k in range(len(path))]
        found, chosen = (*path[:place], number), self.walk((*path[:place], number))
        for k in range(place + 1, len(path)):
            word = rest[k].removeprefix(rest[k - 1]).strip()
            ways = [way.label for way in self.on(chosen or "")]
            if chosen is None or word not in ways:
                break
            found = (*found, ways.index(word))
            chosen = self.walk(found)
        return found

    def first_path(self, path: tuple[int, ...] = (), chosen: str = "") -> tuple[int, ...]:
        """Return the path to the first place where movement can begin; () if there is none. If
        several differ in the last word before it, the one with most movement points is chosen.
        """
        ways, found = self.on(chosen), dict[int, int]()
        for number, way in enumerate(ways):
            place = self.path(way.text)
            if place and not all(step.bar for step in place.slot.ahead(place.value)):
                found[number] = (place.slot.points(place.value) or (0, 0))[1]
        if found:
            return (*path, max(found, key=lambda number: found[number]))
        if len(path) + 1 < DEEP:
            for number, way in enumerate(ways):
                if deeper := self.first_path((*path, number), way.text):
                    return deeper
        return ()

    @cached_property
    def beginning(self) -> tuple[int, ...]:
        """The place where the panel opens: the first suggested path, else the first choice."""
        for text in self.hints:
            place = self.path(text)
            if place is None or not place.value:
                continue
            if (path := self.path_of(place.before)) is not None:
                return path
        # A seat that isn't asked must not be led to orders that are always possible, such as
        # withdrawing.
        return (self.first_path() or self.advanced(())) if self.seen.is_asked else ()

    # ---- whole orders

    @cached_property
    def answers(self) -> Menu:
        asked = self.seen.is_asked
        return answers(self.menu) if asked else Menu()

    @cached_property
    def hints(self) -> list[str]:
        """The suggested orders, if this seat is asked."""
        if not self.seen.is_asked:
            return []
        found = dict[str, None]()
        for order in self.seen.kind.hints(self.seen.view, self.menu):
            with suppress(Refused):
                found[self.menu.write(order)] = None
        return list(found)[:ALL]

    @cached_property
    def every_reply(self) -> list[str]:
        """All replies to the question, or nothing if there are too many to show in full."""
        found = dict[str, None]()
        for choice in self.answers.choices:
            orders = choice.orders(ALL)
            if orders is None:
                return []
            found |= dict.fromkeys(map(choice.write, orders))
        return list(found) if len(found) <= ALL else []

    @property
    def replies(self) -> list[str]:
        """The whole orders of a private message: all replies if they are few, else suggestions."""
        return self.every_reply or self.hints[:FEW]

    def short(self, text: str) -> str:
        """Return the label of an order; a path is reduced to its end."""
        place = self.path(text)
        if place is None or not place.value:
            return text
        return f"{place.before} › {place.slot.places(place.value)[-1]}"

    # ---- seals

    def seal(self, names: ButtonNames, chosen: str) -> str:
        return names.seal(self.seen.game, self.seen.viewer, self.seen.question, chosen)

    def resolved(self, names: ButtonNames, name: Name) -> str | None:
        """Return the words of a button, or ``None`` if it belongs to another situation or seat."""
        if self.seen.viewer == PUBLIC:
            return None
        if name.text:
            chosen: str | None = name.text
        elif name.act[:1] in LISTS:
            listed = dict(enumerate(self.every_reply or self.hints))
            chosen = listed.get(name.path[0]) if name.path else None
        else:
            chosen = self.walk(name.path)
        return chosen if chosen is not None and self.seal(names, chosen) == name.seal else None


def answers(menu: Menu) -> Menu:
    return Menu(
        [choice for choice in menu.offered if not issubclass(choice.order, Anytime)], menu.default
    )


def anytime(menu: Menu) -> Menu:
    return Menu([choice for choice in menu.offered if issubclass(choice.order, Anytime)])


def typing(menu: Menu, begun: str, question: int) -> list[str]:
    """Return up to 25 continuations of typed text: complete orders, then words, then examples."""
    found: dict[str, None] = {}
    begun = begun.lstrip()
    if begun and menu.takes(begun):
        found[begun] = None
    head, _, _ = begun.rpartition(" ")
    for word in menu.complete(begun):
        found[f"{head} {word}".strip()] = None
    if begun and not begun.endswith(" "):
        for word in menu.complete(begun + " "):
            found[f"{begun} {word}"] = None
    for example in menu.examples(question):
        if example.casefold().startswith(begun.casefold()):
            found[example] = None
    return [text for text in found if len(text) <= limits.OPTION][:CHOICES]


# ---- forms

HEX = re.compile(r"(\d\d)(\d\d)(?:/(\d))?")
SQUARE = ("column", "row")


class OrderField(Struct, frozen=True):
    """A word of an order, or a part of one."""

    name: str
    before: str  # text in front of it
    words: tuple[str, ...] = ()  # possible values; without them, anything can be written
    fixed: bool = False  # there is only one word, so the form shows no menu for it


def head_of(choice: Choice) -> str:
    return choice.pattern.partition(" {")[0]


def fields_of(menu: Menu, choice: Choice, viewer: str) -> list[OrderField]:
    """Return the form fields for the orders of a choice, or [] if no form is useful.

    Each field offers the words that are possible after the first value of the one before. A form is
    useless if there is only one word, too many, or nothing to choose from.
    """
    names, text, groups = slots_of(choice), head_of(choice), list[list[str]]()
    if not 0 < len(names) <= limits.MODAL_FIELDS:
        return []
    while not menu.takes(text):
        if len(groups) == len(names):
            return []
        found = menu.complete(f"{text} ")
        # An order against oneself can be typed, but nobody looks for it here.
        texts = [word for word in found if word != viewer] or found
        if not texts:
            return []
        groups.append(texts)
        text = f"{text} {texts[0]}"
    if len(groups) != len(names):
        return []
    fields, free = list[OrderField](), False
    for name, texts in zip(names, groups, strict=True):
        parts = split(name, texts)
        fields += [replace(one, fixed=len(one.words) == 1 and not free) for one in parts]
        free = free or len(texts) > 1
    shown = [one for one in fields if not one.fixed]
    fits = len(fields) >= 2 and 1 <= len(shown) <= limits.MODAL_FIELDS
    return fields if fits and any(one.words for one in shown) else []


def slots_of(choice: Choice) -> list[str]:
    """Return the names of a choice's slots; a square is two words."""
    names = [name for _, name, _ in choice.places if name]
    return [one for name in names for one in (SQUARE if name == "square" else (name,))]


def split(name: str, texts: Sequence[str]) -> list[OrderField]:
    if len(texts) <= limits.CHOICES:
        return [OrderField(name, " ", tuple(texts))]
    hexes = [HEX.fullmatch(text) for text in texts]
    parts = [one.groups() for one in hexes if one]
    if len(parts) < len(texts):
        return [OrderField(name, " ")]
    columns = [sorted({part for part in column if part}) for column in zip(*parts, strict=True)]
    called = zip(("column", "row", "facing"), (" ", "", "/"), columns, strict=True)
    return [OrderField(one, joint, tuple(words)) for one, joint, words in called if words]


def meant(names: ButtonNames, ways: Ways, name: Name) -> Choice | None:
    """Return the choice that a form fills in, or ``None`` if the form belongs to another situation
    or seat.
    """
    choices = answers(ways.menu).choices if ways.seen.viewer != PUBLIC else ()
    return next((one for one in choices if ways.seal(names, one.pattern) == name.seal), None)
