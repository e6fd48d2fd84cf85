"""How somebody is told that they must act, and until when they are away: what they say behind their
inbox.
"""

import discord

from bot.discord import answer, words
from bot.discord.answer import Interaction, Turn
from bot.discord.ids import Name
from bot.discord.post import Button, ButtonRow, LinePart, Part, Post, TextPart, laid_out
from engine.referee.desk.person import USUAL, WAYS

SHOW, CHOOSE, LEAVE, LEFT = "8", "9", "a", "c"
"""What a press asks for: how one is told, one of the ways; a form for an absence, and what was
written into it.
"""


def buttons(turn: Turn) -> ButtonRow:
    """Return what stands below an inbox."""
    names = turn.door.names
    acts = (("told", SHOW), ("away", LEAVE))
    return ButtonRow(
        tuple(
            Button(turn.say(f"discord-button-{label}"), names.write(act, "-") or "")
            for label, act in acts
        )
    )


async def shown(turn: Turn, name: Name, first: str = "") -> Post:  # noqa: ARG001
    """Return the ways of being told, with a button each; how it is now is said."""
    now = await turn.run(lambda batch: batch.register.signals(turn.who)) or USUAL
    parts: list[Part] = [TextPart(turn.say("discord-told"))]
    parts += [TextPart(first)] if first else []
    for number, way in enumerate(WAYS):
        to = turn.door.names.write(CHOOSE, "-", "", (number,)) or ""
        label = turn.say("discord-button-chosen" if way == now else "discord-button-choose")
        text = turn.say("discord-told-way", way=way)
        parts.append(LinePart(text, Button(label, to, off=way == now)))
    return laid_out(tuple(parts))


async def chosen(turn: Turn, name: Name) -> Post:
    """Be told so from now on."""
    way = dict(enumerate(WAYS)).get(name.path[0], "") if name.path else ""
    done = await turn.door.submit(turn.id, turn.user, f"signals {way}", None)
    refused = "" if done.refusal is None else words.receipt(turn.said, done, "house")
    return await shown(turn, name, refused)


async def ask_away(interaction: Interaction, name: Name) -> None:  # noqa: ARG001
    """Open the form for an absence; it cannot be acknowledged before."""
    turn = Turn(interaction)
    labels = []
    for field in ("start", "end"):
        box: discord.ui.TextInput[discord.ui.Modal] = discord.ui.TextInput(
            custom_id=field, placeholder="2026-12-24", required=field == "end", max_length=40
        )
        text = turn.say(f"discord-away-{field}")
        labels.append(discord.ui.Label(text=text, component=box))
    form = turn.door.names.write(LEFT, "-") or ""
    await answer.ask(interaction, answer.modal(turn.say("discord-button-away"), form, labels))


async def away(turn: Turn, values: dict[str, str]) -> Post:
    """Note an absence, as it was written into the form."""
    start, end = (" ".join(values.get(field, "").split()) for field in ("start", "end"))
    said = f"away {start} to {end}" if start else f"away until {end}"
    done = await turn.door.submit(turn.id, turn.user, said, None)
    return Post(words.receipt(turn.said, done, "house"))
