"""The menu of a seat as buttons and lists.

A panel offers suggestions, then an order word by word, the steps of a path, and the lines of a
sheet. Nothing in it depends on what others have done. Every press rebuilds the panel from the
seat's menu. The choices so far are a path in the names of its buttons: the number of the option
taken at each place.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby
from math import cos, radians, sin

from msgspec import Struct
from msgspec.structs import replace

from bot.discord import limits, ways, words
from bot.discord.ids import LISTS, Act, ButtonNames, Name, orders_button
from bot.discord.limits import CHOICES
from bot.discord.post import (
    Button,
    ButtonRow,
    LinePart,
    Part,
    PicturePart,
    Post,
    Select,
    Style,
    TextPart,
    laid_out,
)
from bot.discord.ways import Ways
from engine.menu import Choice, Menu, Refused
from engine.slots import PathPlace, StepOffer
from engine.state import PUBLIC, Anytime, Line
from renderers import Sentences

LATELY = 600
"""Maximum characters of the latest news."""
WORTH = 600
"""Maximum characters of the reasons for suggested orders."""
FORMS = 3
"""Maximum number of orders for which a panel offers forms."""
ARROWS = "⬆↗➡↘⬇↙⬅↖"


class PanelPlace(Struct, frozen=True):
    path: tuple[int, ...] = ()
    page: int = 0
    given: Name | None = None


class SeatPanel:
    """The buttons of one seat in one situation: the parts of a panel, and those of a prompt."""

    def __init__(self, said: Sentences, names: ButtonNames, ways: Ways):
        self.said, self.names, self.ways = said, names, ways
        self.seen, self.menu = ways.seen, ways.menu
        self.path, self.chosen = tuple[int, ...](), ""

    def name(self, act: str, chosen: str, path: Sequence[int]) -> str | None:
        """Return the name of a button, or ``None`` if it is too long. A name that stands for a
        whole order contains its words.
        """
        text = chosen if act[:1] in (Act.SEND, *LISTS) else ""
        return self.names.write(act, self.seen.game, self.ways.seal(self.names, chosen), path, text)

    def button(
        self, label: str, name: str | None, style: Style = "secondary", *, off: bool = False
    ) -> Iterator[Button]:
        if name is not None:
            yield Button(limits.clipped(label, limits.LABEL), name, style, off)

    def row(self, buttons: Sequence[Button]) -> Iterator[Part]:
        if buttons:
            yield ButtonRow(tuple(buttons))

    # ---- whole orders

    def listed(self, act: str, texts: Sequence[str]) -> Iterator[Part]:
        row = list[Button]()
        for k, text in enumerate(texts):
            row += self.button(self.ways.short(text), self.name(act, text, (k,)))
        yield from self.row(row)

    def meanings(self, orders: Sequence[str]) -> str:
        lines = []
        for text in orders:
            why = self.said.reason(self.seen.kind.name, self.seen.view, self.menu.parse(text))
            if why:
                order = words.code(self.ways.short(text))
                lines.append(self.said.say("discord-reason", order=order, why=why))
        return limits.clipped("\n".join(lines), WORTH)

    def fill_in(self) -> list[Button]:
        found = list[Button]()
        for number, choice in enumerate(self.ways.answers.choices):
            seal = self.ways.seal(self.names, choice.pattern)
            name = self.names.write(Act.FILL, self.seen.game, seal, (number,))
            if name and ways.fields_of(self.menu, choice, self.seen.viewer):
                label = self.said.say("discord-button-fill", order=ways.head_of(choice))
                found.append(Button(label, name))
            if len(found) == FORMS:
                break
        return found

    def prompt(self) -> tuple[Button, ...]:
        """Return the buttons of a prompt. These are replies that take one press, or the first words
        of possible answers, and the button for the whole menu.
        """
        buttons, every = list[Button](), self.menu.complete("")
        listed = self.ways.replies
        for number, text in enumerate(listed):
            name = self.name(Act.PLAY, text, (number,))
            buttons += [Button(self.ways.short(text), name, "primary")] if name else []
        first = [word for word in self.ways.answers.complete("") if word in every]
        if listed:
            first = [word for word in first if word not in listed and self.menu.takes(word)]
        if not self.ways.every_reply:
            buttons += self.fill_in()
        begun = [button.label for button in buttons]
        first = [word for word in first if word + limits.ELLIPSIS not in begun]
        for word in first if len(buttons) + len(first) <= limits.ROW else []:
            whole = self.menu.takes(word)
            act, path = Act.SEND if whole else f"{Act.OPEN}0", [every.index(word)]
            seal = self.ways.seal(self.names, word)
            name = self.names.write(act, self.seen.game, seal, path, word)
            label = word if whole else word + limits.ELLIPSIS
            buttons += [Button(label, name, "primary")] if name else []
        return (*buttons, orders_button(self.said, self.names, self.seen.game))

    # ---- sheets

    def standing(self) -> Iterator[Part]:
        said, names, seen = self.said, self.names, self.seen
        if not seen.is_asked or seen.asked is None or not seen.asked.sealed:
            return
        if not seen.answered:
            if has_lines(self.menu):
                yield TextPart(said.say("discord-not-answered"))
            return
        until = words.moment(seen.due, "f") if seen.due is not None else "none"
        window = seen.asked.window is not None
        text = said.say(
            "discord-have-answered",
            order=limits.clipped(words.code(seen.reply), words.SHOWN),
            until=until,
            window="yes" if window else "no",
        )
        yield TextPart(text)
        seal = names.seal(Act.BACK, seen.game, seen.viewer, seen.question)
        name = names.write(Act.BACK, seen.game, seal)
        yield from self.row([*self.button(said.say("discord-button-take-back"), name)])

    def lines(self, worth: Sequence[str]) -> Iterator[Part]:
        for k, text in enumerate(worth):
            order, name = self.menu.parse(text), self.name(Act.PLAY, text, (k,))
            if name is None or not isinstance(order, Line):
                continue
            why = self.said.reason(self.seen.kind.name, self.seen.view, order)
            shown = f"`{limits.clipped(words.code(text), limits.OPTION)}`"
            yield LinePart(
                shown + (f"\n-# {limits.clipped(why, limits.OPTION)}" if why else ""),
                Button(self.said.say("discord-button-write"), name),
            )

    def finals(self) -> list[Choice]:
        """Return the choices without slots that finish a sheet, including those barred for now."""
        return [
            choice
            for choice in self.menu.choices
            if not issubclass(choice.order, Line | Anytime)
            and not choice.slots
            and (choice.offered or choice.bar)
        ]

    def endings(self) -> Iterator[Part]:
        row = list[Button]()
        for choice in self.finals():
            text, path = choice.pattern, self.ways.path_of(choice.pattern)
            if choice.bar is None and path is not None:
                label = self.said.say("discord-button-send", order=text)
                row += self.button(label, self.name(f"{Act.SEND}e", text, path), "success")
        yield from self.row(row[: limits.ROW])

    def not_yet(self) -> Iterator[Part]:
        for number, choice in enumerate(self.finals()):
            if choice.bar is None:
                continue
            try:
                self.menu.parse(choice.pattern)
            except Refused as refused:
                bare = replace(refused.refusal, wanted=(), legal=(), rule="")
                why = self.said.refusal(bare, self.seen.kind.name)
                label = self.said.say("discord-button-not-yet", order=choice.pattern, why=why)
                name = self.names.write(f"{Act.OPEN}!{number}", self.seen.game)
                yield from self.row([*self.button(label, name, off=True)])

    # ---- word after word

    def path_rows(self, place: PathPlace) -> Iterator[Part]:
        """Yield the cost of the path, the words before it, and its next steps."""
        points = place.slot.points(place.value)
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
        before = self.ways.path_of(place.before) or ()
        for k in range(1, len(before)):
            yield from self.others(before, k)
        steps = [
            (number, way.step)
            for number, way in enumerate(self.ways.on(self.chosen))
            if way.step is not None
        ]

        def level(one: tuple[int, StepOffer]) -> int:
            return round(2 * cos(radians(one[1].towards or 0)))

        def across(one: tuple[int, StepOffer]) -> float:
            return sin(radians(one[1].towards or 0))

        # Sort steps upward above steps downward.
        steps.sort(key=lambda one: (-sign(level(one)), across(one)))
        for _, row in groupby(steps, key=lambda one: sign(level(one))):
            pressed = [b for number, step in row for b in self.step(place, number, step)]
            for k in range(0, len(pressed), limits.ROW):
                yield ButtonRow(tuple(pressed[k : k + limits.ROW]))

    def step(self, place: PathPlace, number: int, step: StepOffer) -> Iterator[Button]:
        arrow = "" if step.towards is None else f"{ARROWS[round(step.towards / 45) % 8]} "
        label = f"{arrow}{step.to or '–'}" + ("" if step.bar else f" · {step.cost}")
        name = self.name(Act.OPEN, place.text(step.value), (*self.path, number))
        # A disabled button still needs a unique name.
        off = (
            self.names.write(f"{Act.OPEN}x{number}", self.seen.game)
            if step.bar or not name
            else name
        )
        yield from self.button(label, off, off=bool(step.bar) or name is None)

    def others(self, before: tuple[int, ...], k: int) -> Iterator[Part]:
        head = self.ways.walk(before[:k]) or ""
        ways = self.ways.on(head)[:CHOICES]
        if len(ways) < 2:
            return
        if len(ways) > limits.ROW:
            name = self.name(f"{Act.OTHER}{k}", self.ways.walk(before) or "", before)
            if name:
                now = before[k] if before[k] < len(ways) else None
                chosen_word = self.ways.on(head)[before[k]].label
                shown = tuple(way.label for way in ways)
                yield Select(id=name, placeholder=chosen_word, words=shown, now=now)
            return
        row = list[Button]()
        for number, way in enumerate(ways):
            there = self.ways.other_word(before, k, number)
            name = self.name(f"{Act.OPEN}{'abcdefgh'[k % 8]}", self.ways.walk(there) or "", there)
            row += self.button(way.label, name, "primary" if number == before[k] else "secondary")
        yield from self.row(row)

    def words(self, page: int) -> Iterator[Part]:
        ways = list(enumerate(self.ways.on(self.chosen)))
        options = [(number, way.label) for number, way in ways if way.step is None]
        skipped = len(ways) - len(options)
        # An order against oneself can be typed, but nobody looks for it here.
        others = [one for one in options if one[1] != self.seen.viewer]
        options = others or options
        pages = -(-len(options) // CHOICES)
        page = min(page, max(pages - 1, 0))
        pick = self.name(f"{Act.PICK}{page}", self.chosen, self.path)
        # Another word must still fit into the names of the next panel.
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
        yield from self.row(turning)

    def last_row(self, given: Name | None = None) -> Iterator[Part]:
        """Yield the buttons for the order so far. ``given`` is the name of an order from a list."""
        say, text = self.said.say, self.chosen
        row = list[Button]()
        if text and self.menu.takes(text):
            label = say("discord-button-send", order=self.ways.short(text))
            send = (
                self.name(Act.PLAY, text, given.path)
                if given
                else self.name(Act.SEND, text, self.path)
            )
            row += self.button(label, send, "success")
        if self.path:
            before = self.ways.walk(self.path[:-1]) or ""
            back = self.name(f"{Act.OPEN}z", before, self.path[:-1])
            row += self.button(say("discord-button-back"), back)
        row += self.button(say("discord-button-type"), self.name(Act.WRITE, text, self.path))
        row += self.button(
            say("discord-button-fresh"), self.names.write(Act.ORDERS, self.seen.game)
        )
        yield ButtonRow(tuple(row))


def sign(number: int) -> int:
    return (number > 0) - (number < 0)


def has_lines(menu: Menu) -> bool:
    return any(issubclass(choice.order, Line) for choice in menu.choices)


def panel(
    said: Sentences,
    names: ButtonNames,
    ways: Ways,
    at: PanelPlace | None = None,
    lately: Sequence[str] = (),
    first: str = "",
) -> tuple[Post, str]:
    """Return the menu at a place, by default at its beginning, and the order so far. ``first`` is
    put before everything else. ``lately`` is the latest news for the player.
    """
    seen, menu = ways.seen, ways.menu
    recent, _ = limits.lines_within(list(lately), LATELY)
    lines = [first] if first else []
    lines += words.situation(said, seen, recent.splitlines())
    text = limits.clipped("\n".join(lines), limits.CONTENT)
    if seen.viewer == PUBLIC:
        return Post(text), ""
    one, parts = SeatPanel(said, names, ways), list[Part]([TextPart(text)])
    few, worth = ways.every_reply, ways.hints
    at = at or PanelPlace(() if few else ways.beginning)
    if (there := ways.walk(at.path)) is not None:
        one.path, one.chosen = at.path, there
    given = at.given
    if given is not None and (chosen := ways.resolved(names, given)) is not None:
        place_of = ways.path_of(chosen)
        one.path, one.chosen = place_of or (), chosen
        given = given if place_of is None else None
    if table := words.sheet_block(said, seen, words.SHEET_SHOWN):
        parts.append(TextPart(table))
    parts += one.standing()
    if has_lines(menu) and not one.chosen and given is None:
        parts += one.lines(few or worth)
        parts += one.endings()
        parts += one.not_yet()
    elif few and not one.chosen:
        mean = [one.meanings(few), said.say("discord-press-plays")]
        parts += [*one.listed(Act.PLAY, few), TextPart("\n".join(filter(None, mean)))]
    elif worth and not few:
        mean = [said.say("discord-press-one"), one.meanings(worth)]
        parts += [TextPart("\n".join(filter(None, mean))), *one.listed(Act.HINT, worth)]
    parts.append(PicturePart())
    place = ways.path(one.chosen) if given is None else None
    if place is not None:
        parts += one.path_rows(place)
    elif one.chosen:
        shown = limits.clipped(words.code(one.chosen), words.SHOWN)
        parts.append(TextPart(said.say("discord-so-far", text=shown)))
    if given is None:
        parts += one.words(at.page)
    if not few and (not one.chosen or place):
        parts += one.row(one.fill_in())
    parts += one.last_row(given)
    return laid_out(tuple(parts), (orders_button(said, names, seen.game),)), one.chosen
