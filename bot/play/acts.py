"""What people can say at a terminal beside orders: to be shown something."""

from collections.abc import Sequence

import renderers
from bot.play.view import TerminalView
from bot.words import told
from engine.games import rules_of
from engine.menu import Refusal
from engine.state import PUBLIC
from renderers import rules as pages


async def tell_help(people: TerminalView, _: str) -> None:
    """Say what can be said: ``help``."""
    kind = people.sitting.game.name
    people.screen.say(people.said.say("terminal-help", kind=kind))
    if looks := await modes(people):
        people.tell("looks", looks=people.said.listed([f"board {look}" for look in looks]))
    if people.acting:
        people.tell_menu(people.acting, people.menu)


async def modes(people: TerminalView) -> Sequence[str]:
    """Return the ways in which the board can be looked at now, by who is told what happens."""
    now = await people.sitting.see(people.audience)
    return renderers.modes(now.kind.name, now.view)


async def menu(people: TerminalView, rest: str) -> None:
    """Show what a seat may order: ``menu [SEAT]``."""
    if (seat := people.meant(rest, people.acting)) is None:
        return
    now = await people.sitting.see(seat)
    menu, legal = now.menu, now.menu.examples(now.question)
    examples = (people.said.examples("may", legal),) if legal else ()
    if people.asking.sealed:
        await people.alone(seat, "\n".join((*menu.help(), *examples)))
        return
    people.tell_menu(seat, menu)
    for text in examples:
        people.screen.say(text)


async def board(people: TerminalView, rest: str) -> None:
    """Show the board as everybody sees it, or with a look of the game's as who is told what happens
    sees it: ``board [LOOK]``.
    """
    if not rest:
        await people.show_board(PUBLIC)
        return
    looks = await modes(people)
    found = next((look for look in looks if look.casefold() == rest.casefold()), None)
    if found is None:
        people.refuse(
            Refusal(
                code="no-look", word=rest, wanted=("board", *(f"board {look}" for look in looks))
            )
        )
    else:
        await people.show_board(people.audience, found)


async def rules(people: TerminalView, rest: str) -> None:
    """Show the rules for players: all of them, or what has to do with a topic, which may be the
    number of a rule: ``rules [TOPIC]``.
    """
    page = rules_of(people.sitting.game)
    if found := pages.about(page, rest):
        people.screen.say("\n".join(found).strip())
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
        text, _ = people.board(now.view)
        news = "".join(f"{line}\n" for line in people.unread.pop(seat, ()))
        asked = people.said.joined(people.question(now), people.until(now.due))
        told = (asked, people.sheet(now), news, text.rstrip())
        await people.alone(seat, "\n".join(filter(None, told)))


async def history(people: TerminalView, rest: str) -> None:
    """Show what a seat, or everybody, has been told: ``history [SEAT]``."""
    viewer = people.meant(rest, None) if rest else people.audience
    if viewer is None:
        return
    found, now = await people.sitting.history(viewer), await people.sitting.see(viewer)
    lines = told(found, now, people.place.language)
    text = "\n".join(lines) or people.said.say("terminal-no-history")
    if viewer in (PUBLIC, people.audience):
        people.screen.say(text)
    else:
        await people.alone(viewer, text)
