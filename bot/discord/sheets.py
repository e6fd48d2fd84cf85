"""Sheets, as their writer alone sees them: lines that are worth writing, what is missing, whether
one has answered. Nothing here depends on what others have done.
"""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot.discord import limits, words
from bot.discord.ids import Act, ButtonNames
from bot.discord.post import Button, ButtonRow, LinePart, Part, TextPart
from engine.menu import Choice, Menu, Refused
from engine.referee.doors import Seen
from engine.state import Anytime, Line
from renderers import Sentences


def has_lines(menu: Menu) -> bool:
    """Return whether there is a sheet to be written on."""
    return any(issubclass(choice.order, Line) for choice in menu.choices)


def finals(menu: Menu) -> list[Choice]:
    """Return what ends the writing, in words without places; what may not be said yet among it."""
    return [
        choice
        for choice in menu.choices
        if not issubclass(choice.order, Line | Anytime)
        and not choice.slots
        and (choice.offered or choice.bar)
    ]


def standing(said: Sentences, names: ButtonNames, seen: Seen) -> Iterator[Part]:
    """Yield whether one has answered, and may change it."""
    if not seen.is_asked or seen.asked is None or not seen.asked.sealed:
        return
    if not seen.answered:
        if has_lines(seen.menu):
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
    name = names.write(
        Act.BACK, seen.game, names.seal(Act.BACK, seen.game, seen.viewer, seen.question)
    )
    if name:
        yield ButtonRow((Button(said.say("discord-button-take-back"), name),))


def lines_of(
    said: Sentences, seen: Seen, worth: Sequence[str], named: Sequence[str | None]
) -> Iterator[Part]:
    """Yield the lines that are worth writing, each with a button of this name that writes it."""
    for text, name in zip(worth, named, strict=True):
        order = seen.menu.parse(text)
        if name is None or not isinstance(order, Line):
            continue
        why = said.reason(seen.kind.name, seen.view, order)
        shown = f"`{limits.clipped(words.code(text), limits.OPTION)}`"
        yield LinePart(
            shown + (f"\n-# {limits.clipped(why, limits.OPTION)}" if why else ""),
            Button(said.say("discord-button-write"), name),
        )


def not_yet(said: Sentences, names: ButtonNames, seen: Seen) -> Iterator[Part]:
    """Yield what would end the writing and may not yet, switched off, and why."""
    for number, choice in enumerate(finals(seen.menu)):
        if choice.bar is None:
            continue
        try:
            seen.menu.parse(choice.pattern)
        except Refused as refused:
            why = said.refusal(
                replace(refused.refusal, wanted=(), legal=(), rule=""), seen.kind.name
            )
            label = said.say("discord-button-not-yet", order=choice.pattern, why=why)
            name = names.write(f"{Act.OPEN}!{number}", seen.game) or ""
            yield ButtonRow((Button(limits.clipped(label, limits.LABEL), name, off=True),))
