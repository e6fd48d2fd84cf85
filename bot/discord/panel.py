"""The menu of a seat, to press: orders worth considering, one word after the other, the steps of a
path, until an order is complete.

A panel is made anew from the seat's menu at every press. What was chosen so far is the
path in the names of its buttons: which of the ways on that there were at each place.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import cos, radians, sin

from msgspec import Struct

from bot.discord import fields, limits, sheets, words
from bot.discord.ids import Act, ButtonNames, Name
from bot.discord.limits import CHOICES
from bot.discord.post import (
    Button,
    ButtonRow,
    Part,
    PicturePart,
    Post,
    Select,
    Style,
    TextPart,
    laid_out,
)
from bot.discord.ways import (
    advanced,
    answers,
    every_reply,
    first_path,
    following,
    hints,
    other_word,
    path_of,
    sealed,
    short,
    walk,
    ways_on,
)
from engine.referee.doors import Seen
from engine.slots import PathPlace, StepOffer
from engine.state import PUBLIC
from renderers import Sentences

LISTS = (Act.HINT, Act.PLAY)

LATELY = 600
"""Characters of what was told last."""
FEW = 3
"""Orders worth considering that a private message offers."""
WORTH = 600
"""Characters of what speaks for the orders that are worth considering."""
ARROWS = "⬆↗➡↘⬇↙⬅↖"


class PanelPlace(Struct, frozen=True):
    """Which panel is shown: of a path, a page of its words, or of an order from a list that has
    this name.
    """

    path: tuple[int, ...] = ()
    page: int = 0
    given: Name | None = None


def resolved(names: ButtonNames, seen: Seen, name: Name) -> str | None:
    """Return the words that a name stands for; ``None`` if it was made in another situation or for
    another seat.
    """
    if seen.viewer == PUBLIC:
        return None
    if name.text:
        chosen: str | None = name.text
    elif name.act[:1] in LISTS:
        listed = dict(enumerate(every_reply(seen) or hints(seen)))
        chosen = listed.get(name.path[0]) if name.path else None
    else:
        chosen = walk(seen.menu, name.path)
    if chosen is None or sealed(names, seen, chosen) != name.seal:
        return None
    return chosen


def beginning(seen: Seen) -> tuple[int, ...]:
    """Return where the panel opens: where the first path worth considering begins, else where
    there is the first choice.
    """
    for text in hints(seen):
        place = seen.menu.path(text)
        if place is None or not place.value:
            continue
        if (path := path_of(seen.menu, place.before)) is not None:
            return path
    # Who is not asked shall not be led to what they could order at any time, such as to withdraw.
    if not seen.is_asked:
        return ()
    return first_path(seen.menu) or advanced(seen.menu, ())


class OrderPanel:
    """The parts of one panel."""

    def __init__(self, said: Sentences, names: ButtonNames, seen: Seen, path: Sequence[int]):
        self.said, self.names, self.seen = said, names, seen
        chosen = walk(seen.menu, path)
        self.path = tuple(path) if chosen is not None else ()
        self.chosen = chosen or ""

    def name(self, act: str, chosen: str, path: Sequence[int]) -> str | None:
        """Return the name of a button, a whole order by its words; ``None`` if it would be too
        long.
        """
        seal = sealed(self.names, self.seen, chosen)
        text = chosen if act[:1] in (Act.SEND, *LISTS) else ""
        return self.names.write(act, self.seen.game, seal, path, text)

    def button(
        self, label: str, name: str | None, style: Style = "secondary", *, off: bool = False
    ) -> Iterator[Button]:
        """Yield a button, if it has a name."""
        if name is not None:
            yield Button(limits.clipped(label, limits.LABEL), name, style, off)

    def listed(self, act: str, texts: Sequence[str]) -> Iterator[Part]:
        """Yield a row of whole orders."""
        menu = self.seen.menu
        row = [
            button
            for k, text in enumerate(texts)
            for button in self.button(short(menu, text), self.name(act, text, (k,)))
        ]
        if row:
            yield ButtonRow(tuple(row))

    def path_rows(self, place: PathPlace) -> Iterator[Part]:
        """Yield what the path costs, what stands before it, and its next steps."""
        menu, points = self.seen.menu, place.slot.points(place.value)
        cells = place.slot.places(place.value)
        if points is None:
            shown = limits.clipped(words.code(self.chosen), words.SHOWN)
            yield TextPart(self.said.say("discord-so-far", text=shown))
        else:
            yield TextPart(
                self.said.say(
                    "discord-path",
                    begun=words.code(place.before),
                    way=" › ".join(cells),
                    steps=len(cells) - 1,
                    used=points[0],
                    all=points[1],
                    left=points[1] - points[0],
                )
            )
        before = path_of(menu, place.before) or ()
        for k in range(1, len(before)):
            yield from self.others(before, k)
        steps = [
            (number, way.step)
            for number, way in enumerate(ways_on(menu, self.chosen))
            if way.step is not None
        ]

        def level(one: tuple[int, StepOffer]) -> int:
            return round(2 * cos(radians(one[1].towards or 0)))

        def across(one: tuple[int, StepOffer]) -> float:
            return sin(radians(one[1].towards or 0))

        # What points up stands above what points down.
        steps.sort(key=lambda one: (-sign(level(one)), across(one)))
        for _, row in groupby(steps, key=lambda one: sign(level(one))):
            pressed = [b for number, step in row for b in self.step(place, number, step)]
            for k in range(0, len(pressed), limits.ROW):
                yield ButtonRow(tuple(pressed[k : k + limits.ROW]))

    def step(self, place: PathPlace, number: int, step: StepOffer) -> Iterator[Button]:
        """Yield the button of one step."""
        arrow = "" if step.towards is None else f"{ARROWS[round(step.towards / 45) % 8]} "
        label = f"{arrow}{step.to or '–'}" + ("" if step.bar else f" · {step.cost}")
        name = self.name(Act.OPEN, place.text(step.value), (*self.path, number))
        # What cannot be pressed needs a name of its own all the same.
        off = (
            self.names.write(f"{Act.OPEN}x{number}", self.seen.game)
            if step.bar or not name
            else name
        )
        yield from self.button(label, off, off=bool(step.bar) or name is None)

    def others(self, before: tuple[int, ...], k: int) -> Iterator[Part]:
        """Yield the other words that could stand at one place before the path."""
        menu = self.seen.menu
        head = walk(menu, before[:k]) or ""
        ways = ways_on(menu, head)[:CHOICES]
        if len(ways) < 2:
            return
        if len(ways) > limits.ROW:
            name = self.name(f"{Act.OTHER}{k}", walk(menu, before) or "", before)
            if name:
                now = before[k] if before[k] < len(ways) else None
                chosen_word = ways_on(menu, head)[before[k]].label
                shown = tuple(way.label for way in ways)
                yield Select(id=name, placeholder=chosen_word, words=shown, now=now)
            return
        row = list[Button]()
        for number, way in enumerate(ways):
            there = other_word(menu, before, k, number)
            name = self.name(f"{Act.OPEN}{'abcdefgh'[k % 8]}", walk(menu, there) or "", there)
            row += self.button(way.label, name, "primary" if number == before[k] else "secondary")
        if row:
            yield ButtonRow(tuple(row))

    def words(self, page: int) -> Iterator[Part]:
        """Yield the words that can follow, a page of them."""
        ways = list(enumerate(ways_on(self.seen.menu, self.chosen)))
        options = [(number, way.label) for number, way in ways if way.step is None]
        skipped = len(ways) - len(options)
        # Whoever may do something to themselves can type it; it is not what they look for.
        others = [one for one in options if one[1] != self.seen.viewer]
        options = others or options
        pages = -(-len(options) // CHOICES)
        page = min(page, max(pages - 1, 0))
        pick = self.name(f"{Act.PICK}{page}", self.chosen, self.path)
        # A further word must still fit into the names of the next panel.
        room = self.name(f"{Act.PICK}{page}", self.chosen, [*self.path, len(ways)]) is not None
        if not (options and pick and room):
            return
        options = options[page * CHOICES : (page + 1) * CHOICES]
        shown = tuple(label for _, label in options)
        asked = (
            "discord-pick-other"
            if skipped
            else "discord-pick-more"
            if pages > 1
            else "discord-pick"
        )
        told = self.said.say(asked, page=page + 1, pages=pages)
        yield Select(
            id=pick,
            placeholder=told,
            words=shown,
            numbers=tuple(number for number, _ in options),
        )
        turning = [
            button
            for there, label in ((page - 1, "previous"), (page + 1, "next"))
            if 0 <= there < pages
            for button in self.button(
                self.said.say(f"discord-button-{label}"),
                self.name(f"{Act.OPEN}{there}", self.chosen, self.path),
            )
        ]
        if turning:
            yield ButtonRow(tuple(turning))

    def endings(self) -> Iterator[Part]:
        """Yield what ends the writing of a sheet."""
        row = list[Button]()
        for choice in sheets.finals(self.seen.menu):
            text, path = choice.pattern, path_of(self.seen.menu, choice.pattern)
            if choice.bar is None and path is not None:
                label = self.said.say("discord-button-send", order=text)
                row += self.button(label, self.name(f"{Act.SEND}e", text, path), "success")
        if row:
            yield ButtonRow(tuple(row[: limits.ROW]))

    def last_row(self, given: Name | None = None) -> Iterator[Part]:
        """Yield what can be done with the order so far. ``given``: of an order from a list."""
        say, text = self.said.say, self.chosen
        row = list[Button]()
        if text and self.seen.menu.takes(text):
            label = say("discord-button-send", order=short(self.seen.menu, text))
            send = (
                self.name(Act.PLAY, text, given.path)
                if given
                else self.name(Act.SEND, text, self.path)
            )
            row += self.button(label, send, "success")
        if self.path:
            before = walk(self.seen.menu, self.path[:-1]) or ""
            back = self.name(f"{Act.OPEN}z", before, self.path[:-1])
            row += self.button(say("discord-button-back"), back)
        row += self.button(say("discord-button-type"), self.name(Act.WRITE, text, self.path))
        row += self.button(
            say("discord-button-fresh"), self.names.write(Act.ORDERS, self.seen.game)
        )
        yield ButtonRow(tuple(row))


def sign(number: int) -> int:
    """Return -1, 0 or 1."""
    return (number > 0) - (number < 0)


def panel(
    said: Sentences,
    names: ButtonNames,
    seen: Seen,
    at: PanelPlace | None = None,
    lately: Sequence[str] = (),
    first: str = "",
) -> tuple[Post, str]:
    """Return the menu at a place, by default where it opens, and the order so far. ``first`` is
    said before anything else, ``lately`` is what the player was told last.
    """
    recent, _ = limits.lines_within(list(lately), LATELY)
    lines = [first] if first else []
    lines += words.situation(said, seen, recent.splitlines())
    text = limits.clipped("\n".join(lines), limits.CONTENT)
    if seen.viewer == PUBLIC:
        return Post(text), ""
    parts: list[Part] = [TextPart(text)]
    few, worth = every_reply(seen), hints(seen)
    at = at or PanelPlace(() if few else beginning(seen))
    one, given = OrderPanel(said, names, seen, at.path), at.given
    if given is not None and (chosen := resolved(names, seen, given)) is not None:
        there = path_of(seen.menu, chosen)
        one.path, one.chosen = there or (), chosen
        given = given if there is None else None
    if table := words.sheet_block(said, seen, words.SHEET_SHOWN):
        parts.append(TextPart(table))
    parts += sheets.standing(said, names, seen)
    if sheets.has_lines(seen.menu) and not one.chosen and given is None:
        named = [one.name(Act.PLAY, text, (k,)) for k, text in enumerate(few or worth)]
        parts += sheets.lines_of(said, seen, few or worth, named)
        parts += one.endings()
        parts += sheets.not_yet(said, names, seen)
    elif few and not one.chosen:
        mean = [meanings(said, seen, few), said.say("discord-press-plays")]
        parts += [*one.listed(Act.PLAY, few), TextPart("\n".join(filter(None, mean)))]
    elif worth and not few:
        mean = [said.say("discord-press-one"), meanings(said, seen, worth)]
        parts += [TextPart("\n".join(filter(None, mean))), *one.listed(Act.HINT, worth)]
    parts.append(PicturePart())
    place = seen.menu.path(one.chosen) if given is None else None
    if place is not None:
        parts += one.path_rows(place)
    elif one.chosen:
        shown = limits.clipped(words.code(one.chosen), words.SHOWN)
        parts.append(TextPart(said.say("discord-so-far", text=shown)))
    if given is None:
        parts += one.words(at.page)
    filled = fields.buttons(said, names, seen) if not one.chosen or place else []
    parts += [ButtonRow(tuple(filled))] if filled and not few else []
    parts += one.last_row(given)
    return laid_out(tuple(parts), (orders_button(said, names, seen.game),)), one.chosen


def meanings(said: Sentences, seen: Seen, orders: Sequence[str]) -> str:
    """Return what these orders mean, or why somebody may want to give them, a line each."""
    lines = []
    for text in orders:
        why = said.reason(seen.kind.name, seen.view, seen.menu.parse(text))
        if why:
            order = words.code(short(seen.menu, text))
            lines.append(said.say("discord-reason", order=order, why=why))
    return limits.clipped("\n".join(lines), WORTH)


def replies(seen: Seen) -> list[str]:
    """Return what a private message offers as whole orders: every reply if they are few, else what
    is worth considering.
    """
    return every_reply(seen) or hints(seen)[:FEW]


def prompt_buttons(said: Sentences, names: ButtonNames, seen: Seen) -> tuple[Button, ...]:
    """Return what stands under a prompt: replies, each given by one press; in their place, where
    there are none, the first words of what may be answered; and the whole menu.
    """
    buttons, every = list[Button](), following(seen.menu, ())
    for number, text in enumerate(listed := replies(seen)):
        name = names.write(Act.PLAY, seen.game, sealed(names, seen, text), (number,), text)
        buttons += [Button(short(seen.menu, text), name, "primary")] if name else []
    first = [word for word in following(answers(seen.menu), ()) if word in every]
    if listed:
        first = [word for word in first if word not in listed and seen.menu.takes(word)]
    if not every_reply(seen):
        buttons += fields.buttons(said, names, seen)
    begun = [button.label for button in buttons]
    first = [word for word in first if word + limits.ELLIPSIS not in begun]
    for word in first if len(buttons) + len(first) <= limits.ROW else []:
        act = Act.SEND if seen.menu.takes(word) else f"{Act.OPEN}0"
        name = names.write(act, seen.game, sealed(names, seen, word), [every.index(word)], word)
        if name:
            buttons.append(
                Button(word if act == Act.SEND else word + limits.ELLIPSIS, name, "primary")
            )
    return (*buttons, orders_button(said, names, seen.game))


STYLES: dict[str, Style] = {Act.REMATCH: "success"}


def card_buttons(
    said: Sentences, names: ButtonNames, game: str, number: int, *, over: bool = False
) -> tuple[Button, ...]:
    """Return what stands under the card of a game with this number: the same for everybody."""
    acts = (Act.REMATCH, Act.FILM, Act.FAIR) if over else (Act.ORDERS, Act.BOARD, Act.WATCH)
    labels = {Act.ORDERS: "orders", Act.BOARD: "board", Act.WATCH: "watch"}
    labels |= {Act.REMATCH: "rematch", Act.FILM: "film", Act.FAIR: "fair"}
    return tuple(
        Button(said.say(f"discord-button-{labels[act]}"), name, STYLES.get(act, "secondary"))
        for act in acts
        if (name := names.write(act, game, "", (number,)))
    )


def thread_button(said: Sentences, link: str, label: str = "thread") -> Button:
    """Return the button that leads to a game's thread, or to its newest card."""
    return Button(said.say(f"discord-button-{label}"), url=link)


def orders_button(said: Sentences, names: ButtonNames, game: str) -> Button:
    """Return the button for the whole menu, the same for everybody."""
    return Button(
        said.say("discord-button-orders"), names.write(Act.ORDERS, game) or "", "secondary"
    )


def join_button(said: Sentences, names: ButtonNames, game: str) -> Button:
    """Return the button that takes a seat, the same for everybody."""
    return Button(said.say("discord-button-join"), names.write(Act.JOIN, game) or "", "success")
