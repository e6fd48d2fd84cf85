"""Buttons, menus, forms, and orders that somebody writes directly. All of them
are the same orders underneath.
"""

import asyncio
from functools import partial
from typing import Any

import discord

from bot import queries
from bot.discord import (
    agreeing,
    answer,
    care,
    fields,
    fill_in,
    forms,
    ids,
    inbox,
    limits,
    moderating,
    notices,
    open_games,
    panel,
    sheets,
    told,
    ways,
    wide,
    words,
)
from bot.discord.answer import Act, Interaction, Turn, handle, joined, ordered
from bot.discord.channels import DOOR
from bot.discord.connection import UNREACHABLE
from bot.discord.door import DiscordDoor
from bot.discord.endings import fair, own_film, rematch
from bot.discord.ids import Name
from bot.discord.panel import PanelPlace
from bot.discord.post import Button, Post, escaped, fitted
from engine.errors import NotStored
from engine.menu import Refused
from engine.referee.doors import Seen
from engine.state import PUBLIC

FORM = "f"
"""What the form asks for that a press of ``TYPE`` has opened."""
ENDINGS = {panel.REMATCH: rematch, panel.FILM: own_film, panel.FAIR: fair}
MORE = {
    open_games.INBOX: inbox.pressed,
    moderating.DECIDE: moderating.decide,
    moderating.DECIDED: moderating.decided,
    moderating.ANEW: moderating.anew,
    moderating.TAKE: moderating.take,
    moderating.SEEN: moderating.seen_to,
    moderating.TRY: moderating.tried,
    told.SHOW: told.shown,
    told.CHOOSE: told.chosen,
    wide.WIDE: wide.pressed,
    notices.AGREE: agreeing.pressed,
    notices.DISAGREE: agreeing.pressed,
}
HASTE = 1.5
"""Seconds after which a form is opened without what was chosen before; Discord waits for three."""


async def pressed(interaction: Interaction) -> None:
    """Do what a button, a menu or a form of any message of ours asks for."""
    data: dict[str, Any] = dict(interaction.data or {})
    name = ids.read(str(data.get("custom_id", "")))
    if name is None:
        await handle(interaction, too_old)
        return
    if (opens := FORMS.get(name.act[:1])) is not None:
        await opens(interaction, name)
        return
    act, page = name.act[:1], int(name.act[1:]) if name.act[1:].isdigit() else 0
    # What only this person sees can be edited; anything else stays as it is, and the
    # answer is a message of its own.
    update = interaction.message is not None and interaction.message.flags.ephemeral
    values = forms.values_of(data)
    todo: Act = too_old
    if act == FORM:
        todo = partial(typed, name=name, text=values.get("text", ""))
    elif act in (panel.SEND, panel.PLAY):
        todo = partial(sent, name=name)
    elif act in (panel.OPEN, panel.PICK, panel.OTHER, panel.HINT):
        picked = [int(value) for value in data.get("values", []) if str(value).isdigit()]
        todo = partial(moved, name=name, picked=picked[0] if picked else None, number=page)
    elif act == sheets.BACK:
        todo = partial(taken_back, name=name)
    elif act == panel.ORDERS:
        todo = partial(orders, name=name)
    elif act == moderating.RULED:
        todo = partial(moderating.ruled, name=name, text=values.get("text", ""))
    elif act == care.HANDED:
        todo = partial(care.handed, name=name, who=values.get("who", ""))
    elif act == fields.FILLED:
        todo = partial(fill_in.filled, name=name, values=values)
    elif act == told.LEFT:
        todo = partial(told.away, values=values)
    elif act in MORE:
        todo = partial(MORE[act], name=name)
    else:
        update = False
        if act == forms.NEW:
            todo = partial(forms.submitted, name=name, values=values)
        elif act == panel.JOIN:
            todo = partial(joined, game=name.game)
        elif act == panel.BOARD:
            todo = partial(board, name=name)
        elif act == panel.WATCH:
            todo = partial(watch, name=name)
        elif act in care.PRESSES:
            # Who has left or stayed shall not press again.
            update, todo = True, partial(care.PRESSES[act], name=name)
        elif act in ENDINGS:
            todo = partial(ENDINGS[act], name=name)
    await handle(interaction, todo, update=update)


async def too_old(turn: Turn) -> Post:
    """Say that a button is of a time that this program knows nothing of."""
    return turn.post("discord-old-button")


async def orders(turn: Turn, name: Name) -> Post:
    """Return the panel from its beginning, with the board; for the button of an old card, how
    things stand.
    """
    seen = await turn.game(name.game)
    if (old := old_card(turn, name, seen)) is not None:
        return old
    if seen.viewer != PUBLIC and turn.door.memory.person(turn.user.id).direct is False:
        await answer.reachable(turn)
    return await turn.panel(seen)


async def board(turn: Turn, name: Name) -> Post:
    """Return the board as this person may see it."""
    return await wide.board(turn, await turn.game(name.game))


async def watch(turn: Turn, name: Name) -> Post:
    """Have Discord show the thread to somebody, so that they hear of what is posted there."""
    place = turn.door.memory.places.get(name.game)
    if place is None or not turn.shown_here(name.game):
        raise answer.Declined
    try:
        await turn.door.show.add_member(place.thread, turn.user.id)
    except UNREACHABLE as error:
        answer.log.info("nobody was added to the thread of game %s: %s", place.game, error)
        return turn.post("discord-watches-not", place=f"<#{place.thread}>")
    return turn.post("discord-watches", place=f"<#{place.thread}>")


async def moved(turn: Turn, name: Name, picked: int | None, number: int) -> Post:
    """Return the panel at another place; from its beginning if the situation is not what it
    was. ``number`` is that of a page, or of the place where another word was picked.
    """
    seen = await turn.game(name.game)
    chosen = panel.resolved(turn.door.names, seen, name)
    if chosen is None:
        return await stale(turn, seen)
    path: tuple[int, ...] | None = name.path
    if name.text:
        path = ways.path_of(seen.menu, chosen)
        if path is None and not seen.menu.takes(chosen):
            return await turn.panel(seen, first=why_not(turn, seen, chosen))
    match name.act[:1]:
        case panel.HINT:
            return await turn.panel(seen, PanelPlace(given=name))
        case panel.PICK if picked is not None:
            path = ways.advanced(seen.menu, (*name.path, picked))
        case panel.OTHER if picked is not None:
            path = ways.other_word(seen.menu, name.path, number, picked)
        case _:
            return await turn.panel(seen, PanelPlace(path or (), number))
    return await turn.panel(seen, PanelPlace(path))


def why_not(turn: Turn, seen: Seen, chosen: str) -> str:
    """Return why words that a button stands for can no longer begin an order."""
    try:
        seen.menu.read(chosen)
    except Refused as refused:
        return escaped(turn.said.refusal(refused.refusal, seen.kind.name))
    return turn.say("discord-old")


async def stale(turn: Turn, seen: Seen) -> Post:
    """Return how things stand now, for a button of an earlier moment or of somebody else."""
    first = "" if seen.viewer == PUBLIC else turn.say("discord-old")
    return await turn.panel(seen, first=first)


async def sent(turn: Turn, name: Name) -> Post:
    """Give the order that the button stands for, if it can still be given."""
    seen = await turn.game(name.game)
    chosen = panel.resolved(turn.door.names, seen, name)
    if chosen is None:
        return await stale(turn, seen)
    return await ordered(turn, name.game, chosen)


async def taken_back(turn: Turn, name: Name) -> Post:
    """Take the person's own answer back, if the question is still open."""
    seen = await turn.game(name.game)
    seal = turn.door.names.seal(sheets.BACK, seen.game, seen.viewer, seen.question)
    if seen.viewer == PUBLIC or name.seal != seal:
        return await stale(turn, seen)
    done = await turn.door.submit(turn.id, turn.user, "cancel", name.game)
    return await turn.panel(
        await turn.game(name.game), first=words.receipt(turn.said, done, "house")
    )


async def typed(turn: Turn, name: Name, text: str) -> Post:
    """Give the orders of a form, if they are meant for the present situation."""
    seen = await turn.game(name.game)
    if panel.resolved(turn.door.names, seen, name) is None:
        shown = limits.clipped(words.code(text), words.SHOWN)
        return await turn.panel(seen, first=turn.say("discord-old-text", text=shown))
    return await ordered(turn, name.game, text)


async def open_form(interaction: Interaction, name: Name) -> None:
    """Open a form for longer orders, which begins with what was chosen in the panel. It cannot
    be acknowledged before.
    """
    turn = Turn(interaction)
    names = turn.door.names
    begun, seal = "", name.seal if not name.path else ""
    try:
        async with asyncio.timeout(HASTE):
            seen = await turn.seen(name.game)
        if seen is not None:
            begun = panel.resolved(names, seen, name) or ""
            seal = ways.sealed(names, seen, "")
    except (TimeoutError, NotStored):
        pass
    box: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        style=discord.TextStyle.paragraph,
        max_length=limits.MODAL_TEXT,
        default=begun or None,
        custom_id="text",
    )
    label = discord.ui.Label(text=turn.say("discord-form-text"), component=box)
    form = names.write(FORM, name.game, seal) or ""
    await answer.ask(interaction, answer.modal(turn.say("discord-form"), form, [label]))


async def written(door: DiscordDoor, message: discord.Message) -> None:
    """Give an order that somebody writes to us directly, for the one game of theirs that asks
    them.
    """
    who, said = (DOOR, str(message.author.id)), words.words(door.language_of(message.author.id))
    try:
        receipt = await door.submit(
            str(message.id), message.author, message.content, None, typed=True
        )
        seen = await door.writer.run(queries.seen, receipt.game or "", who)
        post = Post(words.receipt(said, receipt, seen.kind.name if seen else "house"))
        if seen is not None and seen.viewer != PUBLIC and receipt.status != "answered":
            pages = await door.writer.run(queries.told, seen.game, who, answer.LATELY)
            lately = answer.latest(said, seen, pages)
            post, _ = panel.panel(said, door.names, seen, lately=lately, first=post.text)
    except NotStored:
        post = Post(said.say("discord-not-stored"))
    post = fitted(post, "answer.txt")
    try:
        mark = door.names.seal("written", message.id)
        await door.connection.post(message.channel.id, post, mark)
    except UNREACHABLE as error:
        answer.log.info("message %s was not answered: %s", message.id, error)


def old_card(turn: Turn, name: Name, seen: Seen) -> Post | None:
    """Return how things stand, for a press on a card that is not the newest any more; ``None``: it
    is.
    """
    place = turn.door.memory.places.get(name.game)
    if place is None or place.card is None or not name.path:
        return None
    if name.path[0] >= place.card.number or seen.result is not None:
        return None
    lines = [turn.say("discord-card-old")]
    if seen.asked is not None and seen.asked.seats:
        lines.append(turn.say("discord-now", now=words.stands(turn.said, seen)))
    link = panel.thread_button(turn.said, place.link, "newest")
    board = turn.door.names.write(panel.BOARD, name.game, "", (place.card.number,))
    buttons = [link, *([Button(turn.say("discord-button-board"), board)] if board else [])]
    return Post("\n".join(lines), buttons=tuple(buttons))


FORMS = {
    panel.TYPE: open_form,
    moderating.RULE: moderating.write_ruling,
    told.LEAVE: told.ask_away,
    fields.OPEN: fill_in.opened,
    care.HAND: care.ask_whom,
}
"""What is answered with a form, which cannot be acknowledged before."""
