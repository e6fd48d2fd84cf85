"""The words to the referee as slash commands, from their classes: each command puts its word, with
what was filled in, into a letter.
"""

import inspect
from functools import partial
from typing import Any

from discord import app_commands

from bot import queries
from bot.discord import moderating, words
from bot.discord.answer import Declined, Turn
from bot.discord.commands import slash
from bot.discord.commands.slash import KIND, built, group
from bot.discord.moderating import rank
from bot.discord.post import Post
from engine.referee.desk import WORDS
from engine.referee.desk.word import PLACE, Word, seats_of
from engine.slots import Int

LONGEST = 1500
"""Characters that can be filled in: what is made of them still fits into a message."""
Filled = app_commands.Range[str, 1, LONGEST]
COMPLETED = {
    "seat": slash.seat,
    "order": slash.order,
    "how": slash.how,
}
EVERY = "all"
"""What is said in place of a game where all of the server are meant."""


def add(into: app_commands.Group) -> None:
    for one in WORDS:
        parent, _, name = one.command().rpartition(" ")
        if parent == into.qualified_name and into.get_command(name) is None:
            which = one.command().replace(" ", "-")
            seats = {name: slash.seat for name in one.fields() if one.place(name) is seats_of}
            into.add_command(built(which, partial(say, one), options(one), {**COMPLETED, **seats}))


def options(one: type[Word]) -> list[inspect.Parameter]:
    fields = one.fields() | ({} if one.gameless else {"game": False})
    return [
        parameter(one, option, needed=fields[option])
        for option in sorted(fields, key=lambda option: not fields[option])
    ]


def parameter(one: type[Word], option: str, *, needed: bool) -> inspect.Parameter:
    kind: Any = Filled
    if isinstance(place := one.place(option), Int):
        kind = app_commands.Range[int, place.lo, place.hi]
        kind = kind if needed else kind | None
    default = inspect.Parameter.empty if needed else None
    return inspect.Parameter(option, KIND, default=default, annotation=kind)


def spelt(one: type[Word], given: dict[str, Any]) -> str:
    """Return what stands in the letter: the spelling with the most places, all filled in."""
    filled = {
        name: " ".join(str(value).split())
        for name, value in given.items()
        if value not in (None, "")
    }
    fitting = [text for text in one.says if {*PLACE.findall(text)} <= {*filled}]
    text = max(fitting or one.says[-1:], key=lambda text: len(PLACE.findall(text)))
    return PLACE.sub(lambda place: filled.get(place[1], ""), text).strip()


async def say(one: type[Word], turn: Turn, **given: Any) -> Post:
    if one.word() == "gm announce" and given.get("game") == EVERY:
        return await moderating.notice(turn, given["words"])
    which = None
    if not one.gameless and (which := await turn.which(given.get("game"))) is None:
        raise Declined
    answer = await turn.door.submit(turn.id, turn.user, spelt(one, given), which, rank(turn, which))
    post = Post(words.receipt(turn.said, answer, "house"))
    if answer.status == "answered" and (seat := answer.facts.get("of")) and answer.game:
        # Who views a seat's hidden information sees the board of that seat.
        viewed = partial(queries.seen_as, game=answer.game, seat=seat)
        return await turn.board(post, await turn.run(viewed))
    return post


GROUPS = group("me"), group("time")
"""`/me`: what is kept about oneself; `/time`: deadlines, pauses, and the time that players have."""
for each in GROUPS:
    add(each)
