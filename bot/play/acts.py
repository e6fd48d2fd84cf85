"""What people can say at a terminal beside orders: to be shown something."""

import asyncio
from collections.abc import Sequence

import renderers
from bot.play import completions
from bot.play.half_blocks import half_blocks
from bot.play.view import TerminalView
from bot.words import told
from engine.games import rules_of
from engine.menu import Refusal
from engine.referee import desk
from engine.state import PUBLIC, Seat
from renderers import rules as pages


async def tell_help(people: TerminalView, rest: str) -> None:
    """Say what can be said: ``help``; or what one word does, and what the rules say of it:
    ``help WORD``.
    """
    kind = people.sitting.game.name
    if rest:
        await explain(people, rest)
        return
    people.screen.say(people.said.say("terminal-help", kind=kind))
    if looks := await modes(people):
        people.tell("looks", looks=people.said.listed([f"board {look}" for look in looks]))


async def explain(people: TerminalView, word: str) -> None:
    """Say what a word does: the terminal's own, an order, a topic or a number of the rules."""
    own = f"terminal-word-{word.casefold()}"
    found = [f"{word}: {people.said.say(own)}"] if people.said.knows(own) else []
    found += [
        f"{', '.join(one.spellings())}: {people.said.say(one.message())}"
        for one in desk.words_about(word)
    ]
    if people.acting and not people.asking.sealed:
        found += [
            f"{order}  {why}".rstrip()
            for order, why in completions.orders(people, people.acting)
            if order.split()[0] == word.casefold()
        ]
    found += paragraphs(pages.explaining(rules_of(people.sitting.game), word))
    if found:
        people.screen.say("\n\n".join(found))
    else:
        await rules(people, word)


def paragraphs(lines: Sequence[str]) -> list[str]:
    """Return lines of a page as paragraphs, each in one line that a screen breaks where it is
    wide enough; tables and lists stay as they are.
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


async def modes(people: TerminalView, viewer: Seat | None = None) -> Sequence[str]:
    """Return the ways in which a viewer, else the one who speaks, can look at the board now."""
    now = await people.sitting.see(viewer or people.speaker or people.audience)
    return renderers.modes(now.kind.name, now.view)


async def menu(people: TerminalView, rest: str) -> None:
    """Show what a seat may order: ``menu [SEAT]``."""
    if (seat := people.meant(rest, people.acting)) is None:
        return
    lines = people.menu_lines(seat, await people.sitting.see(seat))
    if people.asking.sealed:
        await people.alone(seat, "\n".join(lines))
    else:
        people.screen.say("\n".join(lines))


async def board(people: TerminalView, rest: str, seat: Seat | None = None) -> None:
    """Show the board as everybody sees it, or another look at it: ``board [LOOK]`` for the one who
    speaks, ``SEAT: board LOOK`` for a seat. Where several people share the screen, only the one
    whose look it is may read it.
    """
    if not rest:
        await people.show_board(PUBLIC)
        return
    viewer = seat or people.speaker or people.audience
    looks = await modes(people, viewer)
    found = next((look for look in looks if look.casefold() == rest.casefold()), None)
    if found is None:
        people.refuse(
            Refusal(
                code="no-look", word=rest, wanted=("board", *(f"board {look}" for look in looks))
            )
        )
    elif viewer == people.audience:
        await people.show_board(viewer, found)
    else:
        text, _ = people.board(viewer, (await people.sitting.see(viewer)).view, found)
        await people.alone(viewer, text.rstrip())


async def rules(people: TerminalView, rest: str) -> None:
    """Show the rules for players: all of them, or what has to do with a topic, which may be the
    number of a rule: ``rules [TOPIC]``.
    """
    page = rules_of(people.sitting.game)
    if found := pages.about(page, rest):
        people.screen.say("\n\n".join(paragraphs(found)))
    else:
        people.refuse(Refusal(code="no-topic", word=rest, wanted=tuple(pages.topics(page))))


async def view(people: TerminalView, rest: str) -> None:
    """Show what a seat alone may know: ``view [SEAT]``."""
    if (seat := people.meant(rest, people.acting)) is None:
        return
    if seat == people.audience:
        await people.show_board(seat)
        people.put_question()
    else:
        now = await people.sitting.see(seat)
        text, _ = people.board(seat, now.view)
        news = "".join(f"{line}\n" for line in people.unread.pop(seat, ()))
        lines = people.question(now, secret=True)
        asked = "\n".join(line for line, _ in lines)
        before = news and f"{people.said.say('terminal-before')}\n{news}"
        told = (asked, people.sheet(now), before, text.rstrip())
        await people.alone(seat, "\n".join(filter(None, told)))


async def picture(people: TerminalView, rest: str) -> None:
    """Show the picture of the board in half blocks: ``picture [LOOK]``."""
    if rest and rest not in await modes(people, people.audience):
        await board(people, rest)
        return
    now = await people.sitting.see(people.audience)
    kind, language = now.kind.name, people.place.language
    data = await asyncio.to_thread(renderers.picture, kind, now.view, language, rest)
    people.screen.say(await asyncio.to_thread(half_blocks, data, people.screen.size[0]), "ansi")


async def history(people: TerminalView, rest: str) -> None:
    """Show what a seat, or everybody, has been told: ``history [SEAT]``."""
    viewer = people.meant(rest, None) if rest else people.audience
    if viewer is None:
        return
    found, now = await people.sitting.history(viewer), await people.sitting.see(viewer)
    lines = told(found, now, people.place.language)
    numbers = [number for page in found for number in page.numbers]
    wide = len(str(max(numbers, default=0)))
    counted = (f"{n or '·':>{wide}}  {line}" for n, line in zip(numbers, lines, strict=True))
    text = "\n".join(counted) or people.said.say("terminal-no-history")
    if viewer in (PUBLIC, people.audience):
        people.screen.say(text)
    else:
        await people.alone(viewer, text)
