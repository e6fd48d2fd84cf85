"""The form for an order: opened, and what was filled in given."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any

import discord

from bot.discord import answer, limits, words
from bot.discord.answer import Interaction, Turn, handle
from bot.discord.fields import FILLED, OrderField, fields_of, head_of, meant
from bot.discord.ids import Name
from bot.discord.post import Post
from engine.errors import NotStored

HASTE = 1.5
"""Seconds for what the form needs; Discord waits for three."""


async def opened(interaction: Interaction, name: Name) -> None:
    """Open the form. It cannot be acknowledged before."""
    turn = Turn(interaction)
    try:
        async with asyncio.timeout(HASTE):
            seen = await turn.seen(name.game)
    except (TimeoutError, NotStored):
        seen = None
    choice = meant(turn.door.names, seen, name) if seen is not None else None
    if seen is None or choice is None:
        await handle(interaction, partial(stale, name=name))
        return
    form = turn.door.names.write(FILLED, name.game, name.seal, name.path) or ""
    fields = enumerate(fields_of(seen.menu, choice, seen.viewer))
    labels = [labelled(turn, number, field) for number, field in fields]
    title = turn.say("discord-button-fill", order=head_of(choice))
    await answer.ask(interaction, answer.modal(title, form, labels))


def labelled(turn: Turn, number: int, field: OrderField) -> discord.ui.Label[Any]:
    """Return one field as the library has it."""
    part: discord.ui.Item[Any]
    if field.words:
        options = [discord.SelectOption(label=word, value=word) for word in field.words]
        part = discord.ui.Select(custom_id=str(number), options=options)
    else:
        part = discord.ui.TextInput(custom_id=str(number), max_length=words.SHOWN)
    label = turn.say("discord-field", name=field.name)
    return discord.ui.Label(text=limits.clipped(label, limits.MODAL_LABEL), component=part)


async def stale(turn: Turn, name: Name) -> Post:
    """Return how things stand now, for a form of an earlier moment or of somebody else."""
    seen = await turn.game(name.game)
    return await turn.panel(seen, first=turn.say("discord-old"))


async def filled(turn: Turn, name: Name, values: Mapping[str, str]) -> Post:
    """Give the order that is filled in."""
    seen = await turn.game(name.game)
    choice = meant(turn.door.names, seen, name)
    if choice is None:
        return await stale(turn, name)
    text = head_of(choice)
    for number, field in enumerate(fields_of(seen.menu, choice, seen.viewer)):
        # The word itself, as the list may be another one since the form was opened.
        text += field.before + values.get(str(number), "").strip()
    return await answer.ordered(turn, name.game, text)
