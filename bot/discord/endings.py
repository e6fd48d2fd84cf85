"""Leaving a game after a confirmation, and the buttons on the card of a finished game.

These are the film as a player saw it, the proof of fairness, and a rematch.
"""

from contextlib import suppress
from typing import Any

import discord
from msgspec.structs import replace

from bot import queries
from bot.discord import limits, new_games, words
from bot.discord.answer import Declined, Form, Press, Turn, joined, labelled, ordered
from bot.discord.contests import KIND
from bot.discord.ids import Act, template
from bot.discord.post import Button, Post
from bot.discord.threads import Home
from bot.replaying import Replay
from engine.menu import Refused
from engine.referee.batch import Batch
from engine.referee.doors import GameView
from engine.referee.new_games import new_id, new_secret
from engine.state import PUBLIC, Setup

DAY = 86_400
"""Seconds for which the seats of a rematch are reserved."""


def word_of(seen: GameView) -> str:
    """Return the game's order for leaving it while it runs, or ""."""
    with suppress(Refused):
        return seen.menu.read("withdraw", examples=False)[1]
    return ""


def seal_of(turn: Turn, seen: GameView) -> str:
    """Return the seal for leaving this seat, which doesn't depend on the question."""
    return turn.door.names.seal(Act.LEAVE, seen.game, seen.viewer)


def asks(turn: Turn, seen: GameView) -> Post:
    others = [chair.seat for chair in seen.chairs if chair.seat != seen.viewer]
    with_ = words.names_of(turn.said, seen, others)
    alone = with_ if len(others) == 1 else ""
    kind, names = seen.kind.name, turn.door.names
    label = turn.say("discord-button-withdraw", winner=alone or "none")
    seal = seal_of(turn, seen)
    buttons = (
        Button(label, names.write(Act.LEAVE, seen.game, seal) or "", "danger"),
        Button(turn.say("discord-button-stay"), names.write(Act.STAY, seen.game) or ""),
        Button(turn.say("discord-button-hand"), names.write(Act.HAND, seen.game) or ""),
    )
    if kind == KIND:
        return Post(turn.say("discord-contest-withdraw"), buttons=buttons[:2])
    text = turn.say("discord-withdraw", kind=kind, others=with_, winner=alone or "none")
    return Post(text, buttons=buttons)


def cannot(turn: Turn, seen: GameView) -> Post:
    hand = turn.say("discord-button-hand")
    buttons = (Button(hand, turn.door.names.write(Act.HAND, seen.game) or ""),)
    return Post(turn.say("discord-no-leaving", kind=seen.kind.name), buttons=buttons)


class LeaveGame(Press, template=template(Act.LEAVE)):
    edits = "always"

    async def answer(self, turn: Turn) -> Post:
        seen = await turn.own_game(self.name.game)
        word = word_of(seen)
        if self.name.seal != seal_of(turn, seen) or not word:
            return await turn.panel(seen, first=turn.say("discord-old"))
        return await ordered(turn, seen.game, word)


class StayInGame(Press, template=template(Act.STAY)):
    """Removes the buttons and does nothing else."""

    edits = "always"

    async def answer(self, turn: Turn) -> Post:
        return turn.post("discord-stayed")


class HandSeat(Press, template=template(Act.HAND)):
    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        turn = Turn(interaction)
        menu = discord.ui.UserSelect[Any](custom_id="who")
        label = labelled(turn.say("discord-hand"), menu, turn.say("discord-hand-told"))
        form = turn.door.names.write(Act.HANDED, self.name.game)
        await SeatHanded(form, turn.say("discord-button-hand"), [label]).open(interaction)


class SeatHanded(Form, act=Act.HANDED):
    async def answer(self, turn: Turn) -> Post:
        text = f"hand <@{self.values.get('who', '')}>"
        done = await turn.door.submit(turn.id, turn.user, text, self.name.game)
        return Post(words.receipt(turn.said, done, "house"))


# ---- the end


async def past_of(turn: Turn, game: str | None, *, mine: bool) -> tuple[GameView, Replay]:
    """Return a game and its past from the person's seat or for everybody. Raises ``Declined``."""
    seen = await turn.game(game)
    if mine and seen.viewer == PUBLIC:
        raise Declined("discord-watching")
    if turn.user.id in turn.door.projector.waiting:
        raise Declined("discord-film-busy")
    past = await turn.run(queries.replay, seen.game, seen.viewer if mine else PUBLIC)
    if past is None:
        raise Declined
    return seen, past


async def film(turn: Turn, *, mine: bool = False, game: str | None = None) -> Post:
    seen, past = await past_of(turn, game, mine=mine)
    picture, alt = await turn.door.projector.draw(turn.user.id, past, turn.said.language)
    if not picture:
        return turn.post("discord-nothing-told")
    said = turn.say("discord-film", game=seen.game, mine="yes" if mine else "no")
    return Post(said, picture=picture, alt=alt)


async def replay(turn: Turn, *, mine: bool = False, game: str | None = None) -> Post:
    seen, past = await past_of(turn, game, mine=mine)
    page = await turn.door.projector.page(turn.user.id, past, turn.said.language)
    if len(page) > limits.FILE:
        return turn.post("discord-replay-too-large", game=seen.game)
    if not page:
        return turn.post("discord-nothing-told")
    over = "yes" if seen.result is not None else "no"
    return Post(turn.say("discord-replay", game=seen.game, over=over), page=page)


class OwnFilm(Press, template=template(Act.FILM)):
    """Shows the film from this person's seat; without a seat, the public one."""

    edits = "never"

    async def answer(self, turn: Turn) -> Post:
        seen = await turn.game(self.name.game)
        return await film(turn, mine=seen.viewer != PUBLIC, game=seen.game)


async def proof(turn: Turn, game: str | None, text: str = "proof") -> Post:
    post = await ordered(turn, game, text)
    return replace(post, text=f"{post.text}\n{turn.say('discord-fair')}")


class FairPlay(Press, template=template(Act.FAIR)):
    edits = "never"

    async def answer(self, turn: Turn) -> Post:
        return await proof(turn, self.name.game)


class Rematch(Press, template=template(Act.REMATCH)):
    edits = "never"

    async def answer(self, turn: Turn) -> Post:
        return await rematch(turn, self.name.game)


async def rematch(turn: Turn, game: str) -> Post:
    memory = turn.door.memory
    async with turn.door.rematching:
        seen = await turn.own_game(game)
        place = memory.places.get(game)
        if place is None or seen.result is None:
            raise Declined
        if (again := memory.places.get(place.rematch)) is not None:
            return turn.post("discord-rematch", place=again.link)
        channel = await turn.door.connection.now.fetch_channel(place.channel)
        if not isinstance(channel, Home):
            raise Declined("discord-not-here")
        now = turn.door.writer.clock.now()
        made = await turn.run(played_again, game, now)
        people = await turn.door.people(game)
        post = await new_games.made(turn, place.kind, made, join=False, channel=channel)
        if made.id in memory.places:
            await memory.change(made.id, kept=tuple(people.values()), kept_until=now + DAY)
            await memory.change(game, rematch=made.id)
    if made.id not in memory.places:
        return post
    took = await joined(turn, made.id, id=f"{turn.id}/join")
    return replace(took, text=f"{post.text}\n{took.text}")


def played_again(batch: Batch, game: str, now: int) -> Setup:
    setup = queries.opened_game(batch, game).table.setup
    return replace(
        setup, id=new_id(), secret=new_secret(), at=now, dice_id="", loaded={}, thrown={}
    )
