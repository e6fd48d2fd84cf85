"""Reads the orders of a mail as one set. Nothing is played; orders are tried on a copy."""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from engine.game import Frame
from engine.menu import Menu, Refusal, Refused
from engine.referee.open_game import OpenGame
from engine.state import Anytime, Line, Order, Retract, Seat
from engine.store.journal import encode
from engine.table import GameTable

EXPLAINED = 3
"""Maximum number of refusals in one mail that come with examples."""


class Part(Struct, frozen=True):
    """One order of a mail."""

    text: str  # as written
    # ``later``: can't be judged before the answer above it is played
    what: Literal["line", "anytime", "answer", "later", "wrong"]
    spelt: str = ""  # in canonical spelling
    confirmed: bool = False  # needs a YES
    refusal: Refusal | None = None


class Orders(Struct, frozen=True):
    """The orders of a mail. With ``replaces`` they are a sheet that replaces the earlier one."""

    parts: list[Part]
    replaces: bool = False

    @property
    def sheet(self) -> bool:
        """Whether the mail contains lines of a sheet, so that all of it is played or nothing."""
        return any(part.what == "line" for part in self.parts)

    @property
    def good(self) -> bool:
        return all(part.what != "wrong" for part in self.parts)


def read(opened: OpenGame, seat: Seat, texts: Sequence[str]) -> Orders:
    """Classify each order of a mail.

    Each mail starts with an empty sheet, unless its lines only look or only make sense on top of
    the current sheet. Lines are tried in turn on a copy, since they concern only the seat itself.
    An answer is never tried, because its result would reveal secrets. Nothing after an answer is
    tried either, except lines of the same sheet.
    """
    if not texts:
        return Orders([])
    table = opened.table
    copy = table.load(table.save())
    stood = encode(copy.state.stack), seat in copy.state.answers
    if (ask := copy.ask()) is not None and seat in ask.seats:
        copy.take(copy.state.now, seat, Retract())
    before = encode(copy.state.stack)
    anew = Orders(tried(copy, seat, texts))
    if anew.good:
        has_sheet = bool(copy.state.stack) and type(copy.state.stack[-1]).forget is not Frame.forget
        return Orders(anew.parts, anew.sheet and has_sheet and encode(copy.state.stack) != before)
    if stood == (before, seat in copy.state.answers):
        # The sheet was empty; a second try would give the same result.
        return anew
    added = Orders(tried(table.load(table.save()), seat, texts))
    return added if added.good else anew


def overwritten(opened: OpenGame, seat: Seat, lines: Sequence[str]) -> bool:
    """Return whether a later line of a sheet makes an earlier one useless, which alone is not."""
    table = opened.table

    def result(*texts: str) -> bytes:
        copy = table.load(table.save())
        if (ask := copy.ask()) is not None and seat in ask.seats:
            copy.take(copy.state.now, seat, Retract())
        tried(copy, seat, texts)
        return encode(copy.state.stack)

    nothing, everything = result(), result(*lines)
    return any(
        result(*lines[:at], *lines[at + 1 :]) == everything and result(lines[at]) != nothing
        for at in range(len(lines) - 1)
    )


def tried(copy: GameTable, seat: Seat, texts: Sequence[str]) -> list[Part]:
    """Return the orders as parts, tried on a copy of the table.

    The menu is rebuilt only after a line that changed the sheet. A line that changed nothing is not
    tried again. The first ``EXPLAINED`` refusals have examples.
    """
    question, menu = copy.state.question, copy.menu(seat)
    parts: list[Part] = []
    answered, wrong, looked = False, 0, set[str]()
    for text in texts:
        try:
            order, spelt = menu.read(text, question, examples=not answered and wrong < EXPLAINED)
        except Refused as refused:
            wrong += not answered
            parts.append(
                Part(text, "later") if answered else Part(text, "wrong", refusal=refused.refusal)
            )
            continue
        parts.append(part_of(text, order, spelt, answered=answered))
        answered = answered or parts[-1].what == "answer"
        if isinstance(order, Line) and spelt not in looked:
            stood = encode(copy.state.stack)
            copy.take(copy.state.now, seat, order)
            if encode(copy.state.stack) == stood:
                looked.add(spelt)
            else:
                menu, looked = copy.menu(seat), set()
    if any(part.what == "line" for part in parts):
        return [wrong_after_all(menu, part, question) for part in parts]
    return parts


def part_of(text: str, order: Order, spelt: str, *, answered: bool) -> Part:
    if isinstance(order, Line):
        return Part(text, "line", spelt)
    if isinstance(order, Anytime):
        return Part(text, "anytime", spelt, type(order).confirmed)
    return Part(text, "later" if answered else "answer", spelt, type(order).confirmed)


def wrong_after_all(menu: Menu, part: Part, question: int) -> Part:
    """Return an order with its final class: ``later`` becomes ``answer`` if it fits the complete
    sheet, otherwise ``wrong``.
    """
    if part.what != "later":
        return part
    try:
        menu.read(part.text, question, examples=False)
    except Refused as refused:
        return Part(part.text, "wrong", refusal=refused.refusal)
    return Part(part.text, "answer", part.spelt)


def in_order(parts: Sequence[Part]) -> list[str]:
    """Return the orders of a sheet in playing order: its lines, then the closing answer."""
    closing = [part.text for part in parts if part.what == "answer"][-1:]
    return [*(part.text for part in parts if part.what != "answer"), *closing]
