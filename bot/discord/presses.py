"""Buttons, menus, forms, and orders that somebody writes directly. All of them
are the same orders underneath.
"""

import asyncio
from functools import partial
from typing import Any

import discord

from bot import queries
from bot.discord import answer, forms, ids, limits, panel, words
from bot.discord.answer import Interaction, Turn, handle, joined, ordered
from bot.discord.channels import DOOR
from bot.discord.door import DiscordDoor
from bot.discord.ids import Name
from bot.discord.post import Post, fitted
from engine.errors import NotStored
from engine.referee.doors import Seen
from engine.state import PUBLIC

FORM = "f"
"""What the form asks for that a press of ``TYPE`` has opened."""
HASTE = 1.5
"""Seconds after which a form is opened without what was chosen before; Discord waits for three."""


async def pressed(interaction: Interaction) -> None:
    """A button, a menu or a form of any message that we ever sent."""
    data: dict[str, Any] = dict(interaction.data or {})
    name = ids.read(str(data.get("custom_id", "")))
    if name is None:
        await handle(interaction, too_old)
        return
    act, page = name.act[:1], int(name.act[1:]) if name.act[1:].isdigit() else 0
    # What only this person sees can be edited; anything else stays as it is, and the
    # answer is a message of its own.
    update = interaction.message is not None and interaction.message.flags.ephemeral
    if act == panel.TYPE:
        await open_form(interaction, name)
    elif act == FORM:
        text = forms.values_of(data).get("text", "")
        await handle(interaction, partial(typed, name=name, text=text), update=update)
    elif act == forms.NEW:
        values = forms.values_of(data)
        await handle(interaction, partial(forms.submitted, name=name, values=values))
    elif act == panel.JOIN:
        await handle(interaction, partial(joined, game=name.game))
    elif act == panel.SEND:
        await handle(interaction, partial(sent, name=name), update=update)
    elif act in (panel.OPEN, panel.PICK):
        picked = [int(value) for value in data.get("values", []) if str(value).isdigit()]
        path = (*name.path, *picked) if act == panel.PICK else name.path
        at = 0 if picked else page
        await handle(interaction, partial(moved, name=name, path=path, page=at), update=update)
    elif act == panel.ORDERS:
        await handle(interaction, partial(orders, name=name), update=update)
    else:
        await handle(interaction, too_old)


async def too_old(turn: Turn) -> Post:
    """A button of a time that this program knows nothing of."""
    return Post(turn.said.say("discord-old-button"))


async def orders(turn: Turn, name: Name) -> Post:
    """The panel from its beginning, with the board."""
    seen = await turn.game(name.game)
    if seen.viewer != PUBLIC and turn.door.memory.person(turn.user.id).direct is False:
        await answer.reachable(turn)
    return await turn.board(await turn.panel(seen), seen)


async def moved(turn: Turn, name: Name, path: tuple[int, ...], page: int) -> Post:
    """The panel at another place; from its beginning if the situation is not what it was."""
    seen = await turn.game(name.game)
    if panel.resolved(turn.door.names, seen, name) is None:
        return await stale(turn, seen)
    return await turn.panel(seen, path, page)


async def stale(turn: Turn, seen: Seen) -> Post:
    """The button belongs to an earlier moment, or to somebody else: how things stand now."""
    first = "" if seen.viewer == PUBLIC else turn.said.say("discord-old")
    return await turn.board(await turn.panel(seen, first=first), seen)


async def sent(turn: Turn, name: Name) -> Post:
    """The order that the button stands for, if it can still be given."""
    seen = await turn.game(name.game)
    chosen = panel.resolved(turn.door.names, seen, name)
    if chosen is None:
        return await stale(turn, seen)
    return await ordered(turn, name.game, " ".join(chosen))


async def typed(turn: Turn, name: Name, text: str) -> Post:
    """Orders from a form, if they are meant for the present situation."""
    seen = await turn.game(name.game)
    if panel.resolved(turn.door.names, seen, name) is None:
        return await turn.panel(
            seen,
            first=turn.said.say(
                "discord-old-text", text=limits.clipped(words.code(text), words.SHOWN)
            ),
        )
    return await ordered(turn, name.game, text)


async def open_form(interaction: Interaction, name: Name) -> None:
    """A form for longer orders; it begins with what was chosen in the panel. It
    cannot be acknowledged before.
    """
    turn = Turn(interaction)
    names = turn.door.names
    begun, seal = "", name.seal if not name.path else ""
    try:
        seen = await asyncio.wait_for(turn.seen(name.game), HASTE)
        if seen is not None:
            begun = " ".join(panel.resolved(names, seen, name) or [])
            seal = panel.sealed(names, seen, [])
    except (TimeoutError, NotStored):
        pass
    modal = discord.ui.Modal(
        title=limits.clipped(turn.said.say("discord-form"), limits.MODAL_TITLE),
        custom_id=names.write(FORM, name.game, seal) or "",
    )
    box: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
        style=discord.TextStyle.paragraph,
        max_length=limits.MODAL_TEXT,
        default=begun or None,
        custom_id="text",
    )
    modal.add_item(discord.ui.Label(text=turn.said.say("discord-form-text"), component=box))
    modal.stop()
    try:
        await interaction.response.send_modal(modal)
    except discord.HTTPException as error:
        answer.log.info("interaction %s got no form: %s", interaction.id, error)


async def written(door: DiscordDoor, message: discord.Message) -> None:
    """An order that somebody writes to us directly: for the one game of his that asks him."""
    who, said = (DOOR, str(message.author.id)), words.words(door.language_of(message.author.id))
    try:
        receipt = await door.submit(str(message.id), message.author, message.content, None)
        seen = await door.writer.run(queries.seen, receipt.game or "", who)
        post = Post(words.receipt(said, receipt, seen.kind.name if seen else "house"))
        if seen is not None and seen.viewer != PUBLIC and receipt.status != "answered":
            pages = await door.writer.run(queries.told, seen.game, who, answer.LATELY)
            lately = answer.latest(said, seen, pages)
            post = panel.panel(said, door.names, seen, lately=lately, first=post.text)
    except NotStored:
        post = Post(said.say("discord-not-stored"))
    post = fitted(post, "answer.txt")
    try:
        mark = door.names.seal("written", message.id)
        await door.connection.post(message.channel.id, post, mark)
    except discord.HTTPException as error:
        answer.log.info("message %s was not answered: %s", message.id, error)
