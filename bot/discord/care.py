"""Leaving a running game, which is asked about once before it is done."""

import discord

from bot.discord import answer, words
from bot.discord.answer import Interaction, Turn, ordered
from bot.discord.ids import Name
from bot.discord.post import Button, Post
from engine.referee.doors import Seen

LEAVE, STAY, HAND, HANDED = "q", "k", "z", "H"
"""What a press asks for: to leave a running game, to stay, the form that asks who gets the seat;
what the form asks for.
"""
LEAVING = ("withdraw", "resign")
"""How games call leaving a running game."""


def word_of(seen: Seen) -> str:
    """Return how this game calls leaving, "" if the person cannot leave it."""
    return next((word for word in LEAVING if seen.menu.takes(word)), "")


def seal_of(turn: Turn, seen: Seen) -> str:
    """Return the seal of leaving this seat: good whoever is asked meanwhile."""
    return turn.door.names.seal(LEAVE, seen.game, seen.viewer)


def asks(turn: Turn, seen: Seen) -> Post:
    """Ask once whether somebody wants to leave, and say what becomes of it."""
    others = [chair.seat for chair in seen.chairs if chair.seat != seen.viewer]
    with_ = words.names_of(turn.said, seen, others)
    alone = with_ if len(others) == 1 else ""
    kind, names = seen.kind.name, turn.door.names
    label = turn.say("discord-button-withdraw", winner=alone or "none")
    seal = seal_of(turn, seen)
    buttons = (
        Button(label, names.write(LEAVE, seen.game, seal) or "", "danger"),
        Button(turn.say("discord-button-stay"), names.write(STAY, seen.game) or ""),
        Button(turn.say("discord-button-hand"), names.write(HAND, seen.game) or ""),
    )
    text = turn.say("discord-withdraw", kind=kind, others=with_, winner=alone or "none")
    return Post(text, buttons=buttons)


def cannot(turn: Turn, seen: Seen) -> Post:
    """Say that this game cannot be left, and what can be done instead."""
    hand = turn.say("discord-button-hand")
    buttons = (Button(hand, turn.door.names.write(HAND, seen.game) or ""),)
    return Post(turn.say("discord-no-leaving", kind=seen.kind.name), buttons=buttons)


async def left(turn: Turn, name: Name) -> Post:
    """Leave the game, as somebody has said twice."""
    seen = await turn.own_game(name.game)
    word = word_of(seen)
    if name.seal != seal_of(turn, seen) or not word:
        return await turn.panel(seen, first=turn.say("discord-old"))
    return await ordered(turn, seen.game, word)


async def stayed(turn: Turn, name: Name) -> Post:  # noqa: ARG001
    """Say that nothing has happened."""
    return turn.post("discord-stayed")


async def ask_whom(interaction: Interaction, name: Name) -> None:
    """Open the form that asks who is to get the seat; it cannot be acknowledged before."""
    turn = Turn(interaction)
    person: discord.ui.UserSelect[discord.ui.Modal] = discord.ui.UserSelect(custom_id="who")
    label = discord.ui.Label(
        text=turn.say("discord-hand"), description=turn.say("discord-hand-told"), component=person
    )
    form = turn.door.names.write(HANDED, name.game) or ""
    await answer.ask(interaction, answer.modal(turn.say("discord-button-hand"), form, [label]))


async def handed(turn: Turn, name: Name, who: str) -> Post:
    """Hand the seat to somebody: it is theirs when they join."""
    done = await turn.door.submit(turn.id, turn.user, f"hand <@{who}>", name.game)
    return Post(words.receipt(turn.said, done, "house"))


PRESSES = {LEAVE: left, STAY: stayed}
"""What the buttons of these messages do."""
