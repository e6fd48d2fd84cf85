"""The desk's words as slash commands: each puts one of them, with
what was filled in, into a letter.

What a word means, who may use it and how it is spelt is the desk's business; the
tables say only how it is asked for.
"""

import inspect
import re
from functools import partial
from typing import Any

from discord import app_commands
from msgspec import Struct

from bot import queries
from bot.discord import moderating, words
from bot.discord.answer import Declined, Turn
from bot.discord.commands import completions
from bot.discord.commands.slash import KIND, built
from bot.discord.moderating import rank
from bot.discord.post import Post
from engine.referee.desk import verb_of

PLACE = re.compile(r"\{(\w+)\}")
LONGEST = 1500
"""Characters that can be filled in: what is made of them still fits into a message."""
Filled = app_commands.Range[str, 1, LONGEST]
COMPLETED = {
    "seat": completions.seat,
    "order": completions.order,
    "how": completions.how,
}


class Word(Struct, frozen=True):
    """``/GROUP NAME``: the first of the texts ``said`` of which all places are
    filled in. ``{line:n}`` is a number.
    """

    name: str
    said: tuple[str, ...]
    needed: frozenset[str] = frozenset()

    @property
    def options(self) -> list[str]:
        """The places of all texts."""
        return list(dict.fromkeys(name for text in self.said for name in PLACE.findall(text)))

    def text(self, given: dict[str, Any]) -> str:
        """Return what stands in the letter."""
        filled = {
            name: " ".join(str(value).split())
            for name, value in given.items()
            if value not in (None, "")
        }
        fitting = next(
            (text for text in self.said if set(PLACE.findall(text)) <= set(filled)), self.said[-1]
        )
        return PLACE.sub(lambda place: filled.get(place[1], ""), fitting).strip()


def word(name: str, *said: str) -> Word:
    """Return a word; an option is required if all texts have a place for it."""
    needed = frozenset.intersection(*(frozenset(PLACE.findall(text)) for text in said))
    return Word(name, said, needed)


EVERY = "all"
"""What is said in place of a game where all of the server are meant."""
NUMBERS = ("line", "number")
"""Options that are numbers."""

GAME = (
    word("invite", "invite {who}"),
    word("hand", "hand {who}"),
    word("kick", "kick {seat}"),
    word("watch", "observe"),
    word("unwatch", "observe off"),
    word("mine", "games"),
    word("talk", "talk"),
    word("mute", "mute {seat}"),
    word("unmute", "unmute {seat}"),
    word("agree", "agree"),
    word("disagree", "disagree"),
)
TIME = (
    word("away", "away {start} to {end}", "away until {end}"),
    word("back", "away none"),
    word("hours", "hours {hours}", "hours none"),
    word("pause", "pause"),
    word("resume", "resume"),
    word("extend", "extend {length}"),
    word("wait", "wait"),
    word("ready", "ready"),
    word("cancel", "cancel"),
)
ME = (
    word("signals", "signals {how}", "signals"),
    word("rating", "rating {kind}", "rating"),
    word("link", "link {code}", "link"),
    word("unlink", "unlink {door}"),
    word("data", "my data"),
    word("forget", "forget me {answer}", "forget me"),
)
STANDING = (
    word("list", "queue list"),
    word("add", "queue add {order}"),
    word("always", "queue add always {order}"),
    word("drop", "queue drop {number}", "queue drop all"),
)
MOD = (
    word("pause", "gm pause"),
    word("resume", "gm resume"),
    word("extend", "gm extend {length}"),
    word("deadline", "gm deadline {end}"),
    word("default", "gm default {seat}", "gm default"),
    word("rollback", "gm rollback {line}"),
    word("undo", "gm undo"),
    word("look", "gm look {seat}", "gm look"),
    word("correct", "gm correct {path} = {value} because {reason}"),
    word("announce", "gm announce {words}"),
    word("rule", "gm rule {reason}"),
    word("close", "gm close {reason}", "gm close"),
    word("moderator", "gm moderator {who}"),
    word("hand", "gm hand {who}"),
    word("audit", "gm audit"),
)
MOD_SEAT = (
    word("kick", "gm kick {seat}"),
    word("robot", "robot {seat} level {number}", "robot {seat}"),
    word("replace", "gm replace {seat} {who}", "gm replace {seat}"),
    word("remove", "gm remove {seat}"),
    word("mute", "gm mute {seat}"),
    word("unmute", "gm unmute {seat}"),
)


def add(group: app_commands.Group, table: tuple[Word, ...]) -> None:
    """Put a table of words into a group of commands."""
    for one in table:
        every = one.options if gameless(one.said[0]) else [*one.options, "game"]
        every.sort(key=lambda option: option not in one.needed)
        options = [parameter(option, needed=option in one.needed) for option in every]
        which = f"{group.qualified_name} {one.name}".replace(" ", "-")
        group.add_command(built(which, partial(say, one), options, COMPLETED))


def parameter(option: str, *, needed: bool) -> inspect.Parameter:
    """Return an option as a parameter of a function."""
    kind: Any = app_commands.Range[int, 1] if option in NUMBERS else Filled
    return inspect.Parameter(
        option,
        KIND,
        default=inspect.Parameter.empty if needed else None,
        annotation=kind | None if option in NUMBERS and not needed else kind,
    )


def gameless(said: str) -> bool:
    """Return whether this is about no game, or about all of one's games."""
    verb = verb_of(said)
    return verb is not None and verb.gameless


async def say(one: Word, turn: Turn, **given: Any) -> Post:
    """Put it into a letter."""
    if one.said[0].startswith("gm announce") and given.get("game") == EVERY:
        return await moderating.notice(turn, given["words"])
    said, which = one.text(given), None
    if not gameless(said) and (which := await turn.which(given.get("game"))) is None:
        raise Declined
    answer = await turn.door.submit(turn.id, turn.user, said, which, rank(turn, which))
    post = Post(words.receipt(turn.said, answer, "house"))
    if answer.status == "answered" and (seat := answer.facts.get("of")) and answer.game:
        # Who views a seat's hidden information sees the board of that seat.
        viewed = partial(queries.seen_as, game=answer.game, seat=seat)
        return await turn.board(post, await turn.run(viewed))
    return post
