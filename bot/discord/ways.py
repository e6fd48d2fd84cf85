"""A seat's possible orders, offered word by word, step by step along a path, or as whole orders.

Many words are offered by their parts, such as the columns of hexes.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cached_property, partial

from msgspec import Struct

from bot.discord import limits
from bot.discord.ids import LISTS, ButtonNames, Name
from bot.discord.limits import CHOICES
from engine.menu import Menu, Refused
from engine.referee.doors import GameView
from engine.slots import PathPlace, Reader, StepOffer
from engine.state import PUBLIC, Anytime, Line

ALL = 5
"""Maximum number of replies that are all shown, one button each."""
FEW = 3
"""Maximum number of suggested orders in a private message."""
DEEP = 3
"""Maximum number of words before a path: the action, the unit, the manner."""


class WayOn(Struct, frozen=True):
    text: str
    label: str
    step: StepOffer | None = None


TOKEN = re.compile(r"[^\W\d_]?\d\d(?=\d\d(?!\d))|[^\W\d_]?\d+|.", re.DOTALL)
"""A part of a word, such as the column of a hex: ``09`` and ``03`` in ``0903``."""
JOINT = "/"


class Pick(Struct, frozen=True, kw_only=True):
    word: str  # the word, or the beginning
    label: str  # what it adds to the beginning that has been chosen
    text: str = ""  # the order with this word; "" for a beginning
    number: int | None = None  # the word's number at its place; ``None`` for the end of a path


def parted(words: Sequence[str], begun: str) -> dict[str, list[str]]:
    """Return words by their beginnings, at most 25 that are longer than ``begun``. A word alone is
    its own beginning. Values joined by a slash are chosen one after the other. The result is empty
    if there are too many words without common parts.
    """
    found = grouped(words, lambda word: word[: word.find(JOINT, len(begun)) + 1] or word)
    if len(found) == 1 and len(words) > 1:
        return parted(words, next(iter(found)))
    if len(found) > CHOICES:
        heads, ways = found, list[dict[str, list[str]]]()
        for count in range(1, max(map(len, heads))):
            ways.append(grouped(heads, partial(parts_of, begun=begun, count=count)))
        fits = [way for way in ways if 1 < len(way) <= CHOICES]
        if not fits:
            return {}
        best = min(fits, key=lambda way: max(len(way), *map(len, way.values())))
        found = {head: [word for one in best[head] for word in heads[one]] for head in best}
    return {(some[0] if len(some) == 1 else head): some for head, some in found.items()}


def grouped(words: Iterable[str], head: Callable[[str], str]) -> dict[str, list[str]]:
    found = dict[str, list[str]]()
    for word in words:
        found.setdefault(head(word), []).append(word)
    return found


def parts_of(word: str, *, begun: str, count: int) -> str:
    return begun + "".join(TOKEN.findall(word, len(begun))[:count])


class Ways:
    """The possible orders of one seat in one situation, each worked out once."""

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
        if text not in self.places:
            self.places[text] = self.menu.path(text)
        return self.places[text]

    def walk(self, path: Sequence[int]) -> str | None:
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
            ways, words = self.on(chosen), self.words_on(chosen)
            if len(words) != 1 or any(way.step for way in ways):
                break
            ((number, _),) = words
            path, chosen = (*path, number), ways[number].text
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
        """The place where the panel opens: that of the last word of the first suggestion, or of the
        first suggested path, else the first choice. Lines of a sheet have their own buttons.
        """
        for text in self.hints:
            if isinstance(self.menu.parse(text), Line):
                return ()
            place = self.path(text)
            before = place.before if place and place.value else self.before_last(text)
            if before and (path := self.path_of(before)) is not None:
                return path
        # A seat that isn't asked must not be led to orders that are always possible, such as
        # withdrawing.
        return (self.first_path() or self.advanced(())) if self.seen.is_asked else ()

    def before_last(self, text: str) -> str:
        """Return the words of an order before the value of its last slot."""
        if (found := self.menu.exact(Reader(text))) is None:
            return ""
        choice, order = found
        parts = choice.spelled(order)
        last = max((k for k, (name, _) in enumerate(parts) if name), default=0)
        return " ".join(word for _, word in parts[:last] if word)

    def words_on(self, chosen: str) -> list[tuple[int, str]]:
        found = [(number, way.label) for number, way in enumerate(self.on(chosen)) if not way.step]
        # An order against oneself can be typed, but nobody looks for it here.
        return [one for one in found if one[1] != self.seen.viewer] or found

    def ends(self, chosen: str) -> dict[str, str]:
        if (place := self.path(chosen)) is None:
            return {}
        return {to: place.text(value) for to, value in place.slot.ends(place.value).items()}

    def picks(self, chosen: str, begun: str = "") -> list[Pick]:
        """Return at most 25 buttons for the next word of an order, or for the end of its path. They
        are none if there are too many words without common parts.
        """
        ends, words = self.ends(chosen), self.words_on(chosen)
        if not chosen and (answers := self.answers.complete("")):
            words = [one for one in words if one[1] in answers]
        texts = ends or {word: f"{chosen} {word}".strip() for _, word in words}
        numbers = {} if ends else {word: number for number, word in words}
        some = [word for word in texts if word.startswith(begun)]
        found = parted(some, begun)
        heads = {word[: word.rfind(JOINT, 0, -1) + 1] for word in found}
        cut = len(heads.pop()) if len(heads) == 1 else 0
        return [
            Pick(
                word=word,
                label=word[cut:].removesuffix(JOINT),
                text=texts.get(word, ""),
                number=numbers.get(word),
            )
            for word in found
        ]

    # ---- whole orders

    @cached_property
    def answers(self) -> Menu:
        asked = self.seen.is_asked
        return answers(self.menu) if asked else Menu()

    @cached_property
    def hints(self) -> list[str]:
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
        place = self.path(text)
        if place is None or not place.value:
            return text
        return f"{place.before} › {place.slot.places(place.value)[-1]}"

    # ---- seals

    def seal(self, names: ButtonNames, chosen: str) -> str:
        return names.seal(self.seen.game, self.seen.viewer, self.seen.question, chosen)

    def resolved(self, names: ButtonNames, name: Name) -> str | None:
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
