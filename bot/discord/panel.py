"""The menu of a seat as buttons and lists.

A panel offers suggestions, then an order word by word, the steps of a path, and the lines of a
sheet. Nothing in it depends on what others have done. Every press rebuilds the panel from the
seat's menu. The choices so far are a path in the names of its buttons: the number of the option
taken at each place.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from math import cos, radians, sin

from msgspec import Struct
from msgspec.structs import replace

import renderers
from bot.discord import limits, words
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
from bot.discord.ways import JOINT, Pick, Ways
from engine.menu import Choice, Menu, Refused
from engine.referee.doors import GameView
from engine.slots import PathPlace, StepOffer
from engine.state import PUBLIC, Anytime, Line
from renderers import Sentences

LATELY = 600
"""Maximum characters of the latest news."""
WORTH = 600
"""Maximum characters of the reasons for suggested orders."""
FURTHER, BEGUN = ">", "="
"""Marks after the letter of a button: it goes on past words without a choice, or its word is only
the beginning of others.
"""
STEPS = "-"
"""The mark of a panel that offers the steps of a path instead of its ends."""
ARROWS = "⬆↗➡↘⬇↙⬅↖"


class PanelPlace(Struct, frozen=True):
    """A place in a panel. ``begun`` is the beginning of the next word, or ``STEPS``."""

    path: tuple[int, ...] = ()
    page: int = 0
    given: Name | None = None
    begun: str = ""


def opened(name: Name, ways: Ways, path: tuple[int, ...]) -> PanelPlace:
    how = name.act[1:]
    if how == FURTHER:
        return PanelPlace(ways.advanced(path))
    begun = how.removeprefix(BEGUN) if how.startswith(BEGUN) else ""
    return PanelPlace(path, int(how) if how.isdigit() else 0, begun=begun)


class Sketch(Struct, frozen=True):
    """What the picture of a panel shows: the order so far, and numbers at places."""

    order: str = ""
    marks: tuple[tuple[str, str], ...] = ()


class SeatPanel:
    def __init__(self, said: Sentences, names: ButtonNames, ways: Ways):
        self.said, self.names, self.ways = said, names, ways
        self.seen, self.menu = ways.seen, ways.menu
        self.path, self.chosen = tuple[int, ...](), ""

    def name(self, act: str, chosen: str, path: Sequence[int]) -> str | None:
        """Return the name of a button, or ``None`` if it is too long."""
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

    def meanings(self, orders: Sequence[str], labels: Mapping[str, str] = {}) -> str:
        reasons = dict[str, list[str]]()
        for text in orders:
            why = self.said.reason(self.seen.kind.name, self.seen.view, self.menu.parse(text))
            label = labels.get(text) or self.ways.short(text)
            reasons.setdefault(why, []).append(words.code(label))
        lines = [
            self.said.say("discord-reason", order="`, `".join(some), why=why)
            for why, some in reasons.items()
            if why
        ]
        return limits.clipped("\n".join(lines), WORTH)

    def prompt(self) -> tuple[Button, ...]:
        """Return replies that take one press, else first words, and the button for the menu."""
        buttons, every = list[Button](), self.menu.complete("")
        listed = self.ways.replies
        for number, text in enumerate(listed):
            name = self.name(Act.PLAY, text, (number,))
            buttons += [Button(self.ways.short(text), name, "primary")] if name else []
        first = [word for word in self.ways.answers.complete("") if word in every]
        first = [] if self.ways.every_reply else [word for word in first if word not in listed]
        for word in first if len(buttons) + len(first) <= limits.ROW else []:
            whole = self.menu.takes(word)
            act, path = Act.SEND if whole else f"{Act.OPEN}{FURTHER}", [every.index(word)]
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

    def so_far(self, place: PathPlace | None) -> Iterator[Part]:
        if place is None or (points := place.slot.points(place.value)) is None:
            shown = limits.clipped(words.code(self.chosen), words.SHOWN)
            yield TextPart(self.said.say("discord-so-far", text=shown))
            return
        cells = place.slot.places(place.value)
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

    def steps(self, place: PathPlace) -> Iterator[Part]:
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
        act = f"{Act.OPEN}{BEGUN}{STEPS}"
        name = self.name(act, place.text(step.value), (*self.path, number))
        # A disabled button still needs a unique name.
        off = (
            self.names.write(f"{Act.OPEN}x{number}", self.seen.game)
            if step.bar or not name
            else name
        )
        yield from self.button(label, off, off=bool(step.bar) or name is None)

    def others(self, before: tuple[int, ...], *, narrow: bool) -> Iterator[Part]:
        answers = self.ways.answers.complete("")
        for k in range(len(before)):
            head = self.ways.walk(before[:k]) or ""
            ways = [one for one in self.ways.words_on(head) if k or one[1] in answers]
            if 1 < len(ways) <= CHOICES and not all(label[0].isdigit() for _, label in ways):
                yield from self.others_at(before, k, ways, narrow=narrow)

    def others_at(
        self, before: tuple[int, ...], k: int, ways: list[tuple[int, str]], *, narrow: bool
    ) -> Iterator[Part]:
        if narrow or len(ways) > limits.ROW:
            name = self.name(f"{Act.OTHER}{k}", self.ways.walk(before) or "", before)
            now = next((n for n, (number, _) in enumerate(ways) if number == before[k]), None)
            if name and now is not None:
                numbers, shown = zip(*ways, strict=True)
                yield Select(id=name, placeholder=shown[now], words=shown, numbers=numbers, now=now)
            return
        row = list[Button]()
        for number, label in ways:
            there = self.ways.other_word(before, k, number)
            name = self.name(f"{Act.OPEN}{'abcdefgh'[k % 8]}", self.ways.walk(there) or "", there)
            row += self.button(label, name, "primary" if number == before[k] else "secondary")
        yield from self.row(row)

    def picks(self, picks: Sequence[Pick], marks: Mapping[str, str]) -> Iterator[Part]:
        """Yield a button for each of the next words. Those of suggested orders stand out."""
        row = list[Button]()
        for pick in picks:
            path = self.path if pick.number is None else (*self.path, pick.number)
            if not pick.text:
                name = self.name(f"{Act.OPEN}{BEGUN}{pick.word}", self.chosen, self.path)
            elif pick.number is None:
                seal = self.ways.seal(self.names, pick.text)
                name = self.names.write(Act.OPEN, self.seen.game, seal, (), pick.text)
            else:
                name = self.name(f"{Act.OPEN}{FURTHER}", pick.text, path)
            begun = pick.text or f"{self.chosen} {pick.word}".strip()
            worth = any(text.startswith(begun) for text in self.ways.hints)
            label = pick.label if pick.text else f"{pick.label}{limits.ELLIPSIS}"
            label = marks.get(pick.word, label)
            row += self.button(label, name, "primary" if worth else "secondary")
        for k in range(0, len(row), limits.ROW):
            yield ButtonRow(tuple(row[k : k + limits.ROW]))

    def words(self, page: int, *, without_answers: bool = False) -> Iterator[Part]:
        """Yield a menu of the next words, or of those that begin no answer."""
        shown = self.ways.answers.complete("") if without_answers else ()
        options = [one for one in self.ways.words_on(self.chosen) if one[1] not in shown]
        pages = -(-len(options) // CHOICES)
        page = min(page, max(pages - 1, 0))
        pick = self.name(f"{Act.PICK}{page}", self.chosen, self.path)
        # Another word must still fit into the names of the next panel.
        more = [*self.path, len(self.ways.on(self.chosen))]
        room = self.name(f"{Act.PICK}{page}", self.chosen, more) is not None
        if not (options and pick and room):
            return
        options = options[page * CHOICES : (page + 1) * CHOICES]
        steps = any(way.step for way in self.ways.on(self.chosen))
        asked = (
            "discord-pick-other"
            if steps or without_answers
            else "discord-pick-more"
            if pages > 1
            else "discord-pick"
        )
        told = self.said.say(asked, page=page + 1, pages=pages)
        yield Select(
            id=pick,
            placeholder=told,
            words=tuple(label for _, label in options),
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

    def rest(
        self,
        place: PathPlace | None,
        at: PanelPlace,
        picks: Sequence[Pick],
        marks: Mapping[str, str],
        room: int,
    ) -> list[Part]:
        """Return everything below the order so far, in at most ``room`` components."""
        before = (self.ways.path_of(place.before) or ()) if place else self.path
        ends = bool(picks) and bool(self.ways.ends(self.chosen))
        last = self.last_row(None, at.begun, ends=ends and not at.begun)
        buttons = [*self.picks(picks, marks)]
        if marks:
            told = " · ".join(f"{sign} {word.rstrip(JOINT)}" for word, sign in marks.items())
            buttons.insert(0, TextPart(f"-# {told}"))
        menu = [*self.words(at.page)]
        if place is not None and (place.value or not ends):
            buttons = [*(buttons if ends else self.steps(place)), *menu]
        elif picks and self.ways.answers.choices and not (self.chosen or at.begun):
            buttons += self.words(at.page, without_answers=True)
        for narrow, shown in ((False, buttons), (True, buttons), (True, menu)):
            found = [*self.others(before, narrow=narrow), *shown, last]
            if size(found) <= room:
                break
        return found

    def last_row(self, given: Name | None = None, begun: str = "", *, ends: bool = False) -> Part:
        """Return the buttons for the order so far. ``given`` is the name of an order from a list.
        ``ends`` means that the ends of a path are offered.
        """
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
        if self.path or begun:
            stepping = begun == STEPS and (place := self.ways.path(text)) and place.value
            path = self.path if begun and not stepping else self.path[:-1]
            act = f"{Act.OPEN}{BEGUN}{STEPS}" if stepping else f"{Act.OPEN}z"
            back = self.name(act, self.ways.walk(path) or "", path)
            row += self.button(say("discord-button-back"), back)
        if ends:
            steps = self.name(f"{Act.OPEN}{BEGUN}{STEPS}", text, self.path)
            row += self.button(say("discord-button-steps"), steps)
        row += self.button(say("discord-button-type"), self.name(Act.WRITE, text, self.path))
        row += self.button(
            say("discord-button-fresh"), self.names.write(Act.ORDERS, self.seen.game)
        )
        return ButtonRow(tuple(row))


def size(parts: Sequence[Part]) -> int:
    return sum(
        1 + len(part.buttons)
        if isinstance(part, ButtonRow)
        else {LinePart: 3, Select: 2}.get(type(part), 1)
        for part in parts
    )


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
) -> tuple[Post, Sketch]:
    """Return the menu at a place, by default at its beginning, and what its picture shows.
    ``first`` is put before everything else. ``lately`` is the latest news for the player.
    """
    seen, menu = ways.seen, ways.menu
    recent, _ = limits.lines_within(list(lately), LATELY)
    lines = [first] if first else []
    lines += words.situation(said, seen, recent.splitlines())
    text = limits.clipped("\n".join(lines), limits.CONTENT)
    if seen.viewer == PUBLIC:
        return Post(text), Sketch()
    one, parts = SeatPanel(said, names, ways), list[Part]([TextPart(text)])
    few, sheet = ways.every_reply, has_lines(menu)
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
    begun = at.begun.removeprefix(STEPS)
    listed = given is not None or at.begun == STEPS or (bool(few) and not one.chosen)
    picks = [] if listed else ways.picks(one.chosen, begun)
    marks = marks_of(seen, picks) if given is None else {}
    whole = {pick.text: marks.get(pick.word, pick.label) for pick in picks if pick.text}
    worth = [text for text in ways.hints if text not in whole]
    if sheet and not one.chosen and given is None:
        parts += one.lines(few or ways.hints)
        parts += one.endings()
        parts += one.not_yet()
    elif few and not one.chosen:
        mean = [one.meanings(few), said.say("discord-press-plays")]
        parts += [*one.listed(Act.PLAY, few), TextPart("\n".join(filter(None, mean)))]
    elif ways.hints and not few:
        mean = [said.say("discord-press-one"), one.meanings(ways.hints, whole)]
        parts += [TextPart("\n".join(filter(None, mean))), *one.listed(Act.HINT, worth)]
    parts.append(PicturePart())
    place = ways.path(one.chosen) if given is None else None
    if one.chosen:
        parts += one.so_far(place)
    rest = [one.last_row(given)]
    if given is None:
        rest = one.rest(place, at, picks, marks, limits.COMPONENTS - 1 - size(parts))
    post = laid_out((*parts, *rest), (orders_button(said, names, seen.game),))
    return post, Sketch(one.chosen, tuple(marks.items()))


def marks_of(seen: GameView, picks: Sequence[Pick]) -> dict[str, str]:
    """Return a sign for each word if all are places on the board. It is the word's end if only one
    character is left to choose, otherwise a number.
    """
    words = [pick.word for pick in picks]
    if not renderers.are_places(seen.kind.name, seen.view, words):
        return {}
    ends = all(len(pick.label) == 1 for pick in picks)
    return {pick.word: pick.label if ends else str(number) for number, pick in enumerate(picks, 1)}
