"""Makes slash commands from the classes of the referee's commands.

A slash command writes its word and its options into a message for the referee. Signatures are
generated, because a handwritten class per command would repeat the word's class.
"""

import inspect
from functools import partial
from typing import Any

from discord import app_commands

from bot import queries
from bot.discord import moderating, new_games, words
from bot.discord.answer import Declined, Turn
from bot.discord.commands import arguments
from bot.discord.commands.slash import Command, command, named, text
from bot.discord.moderating import rank
from bot.discord.post import Post
from engine.referee.commands import WORDS
from engine.referee.commands.finding import Seeking
from engine.referee.commands.word import PLACE, Word

EVERY = "all"
"""The value for ``game`` that means all games of the server."""


class WordGroup(app_commands.Group):
    def __init__(self, which: str, **more: Any):
        super().__init__(name=named(which), description=text(f"command-{which}"), **more)
        for one in WORDS:
            parent, _, name = one.command().rpartition(" ")
            if parent == self.qualified_name and self.get_command(name) is None:
                self.add_command(command_of(one))


def command_of(one: type[Word]) -> Command:
    async def act(turn: Turn, **given: Any) -> Post:
        return await say(one, turn, **given)

    kind = inspect.Parameter.KEYWORD_ONLY
    options = [inspect.Parameter("turn", inspect.Parameter.POSITIONAL_ONLY)]
    fields = one.fields() | ({} if one.gameless else {"game": False})
    for name, needed in fields.items():
        annotation = arguments.Game if name == "game" else arguments.of_place(name, one.place(name))
        default = inspect.Parameter.empty if needed else None
        options.append(inspect.Parameter(name, kind, default=default, annotation=annotation))
    act.__signature__ = inspect.Signature(options)  # type: ignore[attr-defined]  # read by the library
    return command(one.command().replace(" ", "-"))(act)


def spelt(one: type[Word], given: dict[str, Any]) -> str:
    """Return the text for the referee: the spelling with the most places, all filled in."""
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
    place = new_games.sought(turn, given["kind"]) if one is Seeking and given.get("kind") else ""
    answer = await turn.door.submit(
        *(turn.id, turn.user, spelt(one, given), which, rank(turn, which)), place=place
    )
    post = Post(words.receipt(turn.said, answer, "house"))
    if answer.status == "answered" and (seat := answer.facts.get("of")) and answer.game:
        # A moderator who views a seat's hidden information sees the board of that seat.
        viewed = partial(queries.seen_as, game=answer.game, seat=seat)
        return await turn.board(post, await turn.run(viewed))
    return post
