"""What people can say at a terminal beside orders: to be shown something."""

import renderers
from bot.play.view import TerminalView
from bot.words import told
from engine.menu import Refusal
from engine.state import PUBLIC


async def tell_help(people: TerminalView, _: str) -> None:
    """``help``: say what can be said."""
    kind = people.sitting.game.name
    people.screen.say(people.said.say("terminal-help", kind=kind))
    if looks := renderers.modes(kind, await people.sitting.view(people.audience)):
        people.tell("looks", looks=people.said.listed([f"board {look}" for look in looks]))
    if people.acting:
        people.tell_menu(people.acting, people.menu)


async def menu(people: TerminalView, rest: str) -> None:
    """``menu [SEAT]``: show what a seat may order."""
    if (seat := people.meant(rest, people.acting)) is None:
        return
    menu = await people.sitting.menu(seat)
    legal = menu.examples(people.standing.number)
    examples = (people.said.examples("may", legal),) if legal else ()
    if people.asking.sealed:
        await people.alone(seat, "\n".join((*menu.help(), *examples)))
        return
    people.tell_menu(seat, menu)
    for text in examples:
        people.screen.say(text)


async def board(people: TerminalView, rest: str) -> None:
    """``board [LOOK]``: show the board as everybody sees it; with a look of the game's, as
    who is told what happens sees it.
    """
    if not rest:
        await people.show_board(PUBLIC, always=True)
        return
    looks = renderers.modes(people.sitting.game.name, await people.sitting.view(people.audience))
    found = next((look for look in looks if look.casefold() == rest.casefold()), None)
    if found is None:
        people.refuse(
            Refusal(
                code="no-look", word=rest, wanted=("board", *(f"board {look}" for look in looks))
            )
        )
    else:
        await people.show_board(people.audience, always=True, look=found)


async def view(people: TerminalView, rest: str) -> None:
    """``view [SEAT]``: show what a seat alone may know."""
    if (seat := people.meant(rest, people.acting)) is None:
        return
    if seat == people.audience:
        await people.show_board(seat, always=True)
        await people.put_question()
    else:
        text, _ = people.board(await people.sitting.view(seat))
        news = "".join(f"{line}\n" for line in people.unread.pop(seat, ()))
        asked = people.said.joined(await people.question(seat), people.until())
        await people.alone(seat, "\n".join(filter(None, (asked, news, text.rstrip()))))


async def history(people: TerminalView, rest: str) -> None:
    """``history [SEAT]``: show what a seat, or everybody, has been told."""
    viewer = people.meant(rest, None) if rest else people.audience
    if viewer is None:
        return
    found, view = await people.sitting.history(viewer), await people.sitting.view(viewer)
    lines = told(found, people.sitting.game.name, view, viewer, people.place.language)
    text = "\n".join(lines) or people.said.say("terminal-no-history")
    if viewer in (PUBLIC, people.audience):
        people.screen.say(text)
    else:
        await people.alone(viewer, text)
