"""What a seat may order, as ways: word after word, the steps of a path, whole orders."""

from collections.abc import Sequence

from msgspec import Struct

from bot.discord import limits
from bot.discord.ids import ButtonNames
from bot.discord.limits import CHOICES
from engine.menu import Menu
from engine.referee.doors import Seen
from engine.slots import StepOffer
from engine.state import Anytime

ALL = 5
"""Replies that are shown as they are, each a button that gives it, if there are no others."""


DEEP = 3
"""Words before a path at the most: what is done, by whom, how."""


class WayOn(Struct, frozen=True):
    """One way on from a place in an order: the order so far with it, and what is shown of it."""

    text: str
    label: str
    step: StepOffer | None = None


def following(menu: Menu, path: Sequence[str]) -> list[str]:
    """Return the words that can stand behind these."""
    return menu.complete(" ".join([*path, ""]) if path else "")


def ways_on(menu: Menu, chosen: str) -> list[WayOn]:
    """Return the ways on from an order so far: the steps of a path first, then words."""
    place = menu.path(chosen)
    steps = place.slot.ahead(place.value) if place else ()
    found = [WayOn(place.text(step.value), step.to, step) for step in steps if place]
    said = menu.complete(f"{chosen} " if chosen else "")
    return found + [WayOn(f"{chosen} {word}".strip(), word) for word in said]


def walk(menu: Menu, path: Sequence[int]) -> str | None:
    """Return the order so far that a path stands for; ``None`` if it leads through another menu."""
    chosen = ""
    for number in path:
        ways = ways_on(menu, chosen)
        if number >= len(ways) or ((step := ways[number].step) and step.bar):
            return None
        chosen = ways[number].text
    return chosen


def path_of(menu: Menu, text: str) -> tuple[int, ...] | None:
    """Return the path to an order so far; ``None`` if no buttons lead there."""
    chosen, path, goal = "", list[int](), menu.path(text)

    def leads(way: WayOn) -> bool:
        if way.step is None or goal is None:
            return way.step is None and f"{text} ".startswith(f"{way.text} ")
        begun = goal.value[: len(way.step.value)] == way.step.value
        return begun and not way.step.bar and way.text.startswith(goal.before)

    while chosen != text:
        found = ((k, way.text) for k, way in enumerate(ways_on(menu, chosen)) if leads(way))
        number, chosen = next(found, (-1, chosen))
        if number < 0:
            return None
        path.append(number)
    return tuple(path)


def advanced(menu: Menu, path: Sequence[int]) -> tuple[int, ...]:
    """Return where a path leads if everything that leaves no choice is chosen."""
    path, chosen = tuple(path), walk(menu, path)
    while chosen is not None and not (chosen and menu.takes(chosen)):
        ways = ways_on(menu, chosen)
        if len(ways) != 1 or ways[0].step is not None:
            break
        path, chosen = (*path, 0), ways[0].text
    return path


def hints(seen: Seen) -> list[str]:
    """Return the orders worth considering, where this seat is asked."""
    if not seen.is_asked:
        return []
    found = dict[str, None]()
    for order in seen.kind.hints(seen.view, seen.menu):
        if seen.menu.allows(order):
            found[seen.menu.write(order)] = None
    return list(found)[:ALL]


def every_reply(seen: Seen) -> list[str]:
    """Return all replies to the question, if they are few enough to be shown as they are."""
    found = dict[str, None]()
    for choice in answers(seen.menu).choices if seen.is_asked else ():
        orders = choice.orders(ALL)
        if orders is None:
            return []
        found |= dict.fromkeys(map(choice.write, orders))
    return list(found) if len(found) <= ALL else []


def other_word(menu: Menu, path: Sequence[int], place: int, number: int) -> tuple[int, ...]:
    """Return a path with another word at one place, and as much of the rest as still fits."""
    rest = [walk(menu, path[: k + 1]) or "" for k in range(len(path))]
    found, chosen = (*path[:place], number), walk(menu, (*path[:place], number))
    for k in range(place + 1, len(path)):
        word = rest[k].removeprefix(rest[k - 1]).strip()
        ways = [way.label for way in ways_on(menu, chosen or "")]
        if chosen is None or word not in ways:
            break
        found = (*found, ways.index(word))
        chosen = walk(menu, found)
    return found


def first_path(menu: Menu, path: tuple[int, ...] = (), chosen: str = "") -> tuple[int, ...]:
    """Return where the first path that can be begun is begun, the longest of those that differ in
    the last word before it; () if none can.
    """
    ways, found = ways_on(menu, chosen), dict[int, int]()
    for number, way in enumerate(ways):
        place = menu.path(way.text)
        if place and not all(step.bar for step in place.slot.ahead(place.value)):
            found[number] = (place.slot.points(place.value) or (0, 0))[1]
    if found:
        return (*path, max(found, key=lambda number: found[number]))
    if len(path) + 1 < DEEP:
        for number, way in enumerate(ways):
            if deeper := first_path(menu, (*path, number), way.text):
                return deeper
    return ()


def short(menu: Menu, text: str) -> str:
    """Return an order as a button shows it: of a path, where it ends."""
    place = menu.path(text)
    if place is None or not place.value:
        return text
    return f"{place.before} › {place.slot.places(place.value)[-1]}"


def answers(menu: Menu) -> Menu:
    """Return the part of a menu that answers the question."""
    return Menu(
        [choice for choice in menu.offered if not issubclass(choice.order, Anytime)], menu.default
    )


def anytime(menu: Menu) -> Menu:
    """Return the part of a menu that answers no question."""
    return Menu([choice for choice in menu.offered if issubclass(choice.order, Anytime)])


def typing(menu: Menu, begun: str, question: int) -> list[str]:
    """Return up to 25 texts that go on from what somebody has typed: complete orders, then words,
    then examples.
    """
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


def sealed(names: ButtonNames, seen: Seen, chosen: str) -> str:
    """Return the seal of these words, in this situation, for this seat."""
    return names.seal(seen.game, seen.viewer, seen.question, chosen)
