"""The commands at a terminal that show something."""

import asyncio
from collections.abc import Iterator, Sequence
from functools import partial

import renderers
from bot import words
from bot.play import question
from bot.play.asking import ShownQuestion
from bot.play.half_blocks import half_blocks
from bot.play.view import TerminalView
from bot.replay_page.page import page
from engine import Refused, Seat
from engine.errors import UserError
from engine.menu import Refusal
from engine.referee import commands
from renderers import Sentences
from renderers.reading import Hand, written
from renderers.reading.looking import BoardWord, HelpWord, HistoryWord, LookingWord, Onlooker
from renderers.reading.parts import (
    BoardPart,
    HistoryPart,
    ListingPart,
    Part,
    RulesPart,
    SayingPart,
    StatusPart,
)
from renderers.toolkit.words import columns, padded

OWN = (
    "hint",
    "menu [SEAT]",
    "picture [VIEW]",
    "replay",
    "view [SEAT]",
    "resign",
    "rematch",
    "new",
    "save",
    "quit",
)
"""The terminal's own commands, in addition to those shared by all doors."""
WIDE = 24
"""Maximum columns of a term; a longer one pushes its meaning to the right."""


async def look(people: TerminalView, word: LookingWord, seat: Seat | None = None) -> None:
    """Show the answer to a command that only looks.

    It goes to the named seat, else to everybody at the screen, or for private answers to the
    speaker. If several people share the screen, a private answer is shown to its seat alone.
    """
    if isinstance(word, HistoryWord) and word.rest.casefold() in map(
        str.casefold, people.sitting.homes
    ):
        seat, word = people.meant(word.rest, None), HistoryWord()
    own = word.alone or (isinstance(word, BoardWord) and word.rest)
    viewer = seat or (people.speaker if own else None) or people.audience
    helped = isinstance(word, HelpWord) and not people.asking.sealed
    now = await people.sitting.see(people.acting or viewer if helped else viewer)
    by = Onlooker(
        said=people.said,
        seen=now,
        now=people.sitting.writer.clock.now(),
        past=await people.sitting.past(viewer) if word.past else None,
        referee=commands.WORDS,
        own=[(spelt, people.said.say(f"terminal-word-{spelt.split()[0]}")) for spelt in OWN],
    )
    try:
        parts = await asyncio.to_thread(word.parts, by)
    except Refused as refused:
        people.refuse(refused.refusal)
        return
    texts = [laid(people.said, part, people.hand) for part in parts]
    if isinstance(word, HelpWord) and not word.rest:
        texts.insert(0, people.said.say("terminal-help", kind=now.kind.name))
    boards = [part for part in parts if isinstance(part, BoardPart)]
    if viewer != people.audience:
        texts += [people.board(now.view, one.mode)[0].rstrip() for one in boards]
        await people.alone(viewer, "\n\n".join(filter(None, texts)))
        return
    if told := "\n\n".join(filter(None, texts)):
        people.screen.page(f"{word.word()} {word.rest}".strip(), told)
    for one in boards:
        await people.read_board(viewer, one.mode)


def laid(said: Sentences, part: Part, hand: Hand) -> str:
    """Return a part as text; a board is shown elsewhere."""
    match part:
        case SayingPart(lines) | StatusPart(lines):
            return "\n".join(written(line, hand) for line in lines)
        case ListingPart(head, rows, dense=True):
            return f"{written(head)} {' · '.join(written(term, hand) for term, _ in rows)}"
        case ListingPart(head, rows) if not head:
            pairs = ((written(term, hand), written(meaning, hand)) for term, meaning in rows)
            return "\n\n".join(": ".join(filter(None, pair)) for pair in pairs)
        case ListingPart(head, rows):
            texts = [(written(term, hand), written(meaning, hand)) for term, meaning in rows]
            wide = min(WIDE, max(columns(term) for term, _ in texts))
            listed = (f"  {padded(term, wide)}  {meaning}".rstrip() for term, meaning in texts)
            return "\n".join(filter(None, (written(head), *listed)))
        case RulesPart(head, lines):
            return "\n\n".join((written(head), *paragraphs(lines)))
        case HistoryPart(rows):
            numbers, told = [row.number for row in rows], [words.line(said, row) for row in rows]
            return "\n".join(words.numbered(numbers, told)) or said.say("reading-nothing-told")
        case BoardPart():
            return ""


def paragraphs(lines: Sequence[str]) -> list[str]:
    """Return the lines of a page as paragraphs, one long line each. The screen wraps them. Tables
    and lists stay as they are.
    """
    found = [""]
    for line in lines:
        if not line:
            found.append("")
        elif found[-1] and not line.startswith(("|", "- ", " ")):
            found[-1] += f" {line}"
        else:
            found[-1] += f"\n{line}" if found[-1] else line
    return [*filter(None, found)]


async def menu(people: TerminalView, rest: str) -> None:
    """Show a seat's possible orders: ``menu [SEAT]``."""
    if (seat := people.meant(rest, people.acting)) is None:
        return
    lines = people.menu_lines(seat, await people.sitting.see(seat))
    if people.asking.sealed:
        await people.alone(seat, "\n".join(lines))
    else:
        people.screen.page("menu", "\n".join(lines))


async def view(people: TerminalView, rest: str) -> None:
    """Show a seat's private view: ``view [SEAT]``."""
    if (seat := people.meant(rest, people.acting)) is None:
        return
    if seat == people.audience:
        now = await people.sitting.see(seat)
        parts = [*whole(people, people.question(now, secret=True)), people.sheet(now)]
        await people.read_board(seat, before="\n".join(filter(None, parts)))
    else:
        now = await people.sitting.see(seat)
        text, _ = people.board(now.view)
        news = "".join(f"{line}\n" for line in people.unread.pop(seat, ()))
        asked = "\n".join(whole(people, people.question(now, secret=True)))
        before = news and f"{people.said.say('terminal-before')}\n{news}"
        told = (asked, people.sheet(now), before, text.rstrip())
        await people.alone(seat, "\n".join(filter(None, told)))


def whole(people: TerminalView, asked: ShownQuestion) -> Iterator[str]:
    width = people.screen.size[0]
    parts = (question.prose(asked.lines[1:]), question.tries(asked.tries, asked.word, width))
    for text in (*asked.lines[:1], *parts):
        yield from question.laid(text, width) if text.strip() else ()


async def picture(people: TerminalView, rest: str) -> None:
    """Show the picture of the board in half blocks: ``picture [LOOK]``."""
    now = await people.sitting.see(people.audience)
    kind, language = now.kind.name, people.place.language
    if rest not in ("", *renderers.modes(kind, now.view)):
        await look(people, BoardWord(rest))
        return
    data = await asyncio.to_thread(renderers.picture, kind, now.view, language, rest)
    people.screen.say(await asyncio.to_thread(half_blocks, data, people.screen.size[0]), "ansi")


async def replay(people: TerminalView, _: str) -> None:
    """Write the game so far, as this screen may know it, as a page."""
    past = await people.sitting.past(people.audience)
    assert past is not None, "its game is open"
    try:
        make = partial(page, past, people.place.language)
        path = str(await people.sitting.write(f"{people.sitting.id}.html", make))
        people.screen.link(people.said.say("terminal-replay", path=path), path)
    except UserError as problem:
        people.refuse(Refusal(code="no-picture", word=str(problem)))
