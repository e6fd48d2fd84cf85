"""The desk's words as slash commands: each puts one of them, with
what was filled in, into a letter.

What a word means, who may use it and how it is spelt is the desk's business; the
tables say only how it is asked for.
"""

import inspect
import re
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from msgspec import Struct

from bot.discord import words
from bot.discord.answer import Turn, handle
from bot.discord.door import DiscordDoor
from bot.discord.post import Post
from engine.letters import Rank
from engine.referee.desk import verb_of

Said = discord.Interaction
Completion = Callable[[Said, str], Coroutine[Any, Any, list[app_commands.Choice[str]]]]
Completions = Mapping[str, Completion]
"""What completes an option, by its name."""

PLACE = re.compile(r"\{(\w+)\}")
LONGEST = 1500
"""Characters that can be filled in: what is made of them still fits into a message."""


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
        """What stands in the letter."""
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
    """A word; an option is required if all texts have a place for it."""
    needed = frozenset.intersection(*(frozenset(PLACE.findall(text)) for text in said))
    return Word(name, said, needed)


NUMBERS = ("line", "number")
"""Options that are numbers."""

GAME = (
    word("invite", "invite {who}"),
    word("kick", "kick {seat}"),
    word("watch", "observe"),
    word("unwatch", "observe off"),
    word("mine", "games"),
    word("talk", "talk"),
    word("mute", "mute {seat}"),
    word("unmute", "unmute {seat}"),
    word("agree", "agree"),
    word("disagree", "disagree"),
    word("rating", "rating {kind}", "rating"),
    word("link", "link {code}", "link"),
    word("unlink", "unlink {door}"),
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
    word("kick", "gm kick {seat}"),
    word("replace", "gm replace {seat} {who}", "gm replace {seat}"),
    word("remove", "gm remove {seat}"),
    word("rollback", "gm rollback {line}"),
    word("undo", "gm undo"),
    word("look", "gm look {seat}", "gm look"),
    word("correct", "gm correct {path} = {value} because {reason}"),
    word("announce", "gm announce {words}"),
    word("mute", "gm mute {seat}"),
    word("unmute", "gm unmute {seat}"),
    word("close", "gm close {reason}", "gm close"),
    word("moderator", "gm moderator {who}"),
    word("hand", "gm hand {who}"),
    word("audit", "gm audit"),
)


def text(message: str) -> locale_str:
    """A description, to be translated."""
    return locale_str(words.words("en").say(message), message=message)


def named(name: str, which: str) -> locale_str:
    """The name of a command, to be translated."""
    return locale_str(name, message=f"name-{which}")


def add(
    group: app_commands.Group, door: DiscordDoor, table: tuple[Word, ...], completions: Completions
) -> None:
    """Put a table of words into a group of commands."""
    for one in table:
        options = one.options if gameless(one.said[0]) else [*one.options, "game"]
        said = partial(say, one)
        group.add_command(
            command(str(group.name), one.name, door, options, one.needed, completions, said)
        )


def command(
    group: str,
    name: str,
    door: DiscordDoor,
    options: list[str],
    needed: frozenset[str],
    completions: Completions,
    act: Callable[[Turn, dict[str, Any]], Awaitable[Post]],
) -> app_commands.Command[Any, ..., None]:
    """A command of a group with these options."""

    async def callback(interaction: Said, **given: Any) -> None:
        async def acting(turn: Turn) -> Post:
            return await act(turn, given)

        await handle(door, interaction, acting)

    every = sorted(options, key=lambda option: option not in needed)
    kept = {option: completions[option] for option in every if option in completions}
    # The library reads what options there are from the signature.
    parameters = [
        inspect.Parameter("interaction", inspect.Parameter.POSITIONAL_OR_KEYWORD, annotation=Said)
    ]
    parameters += [parameter(option, option in needed) for option in every]
    callback.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]  # functions have one if one gives it to them
    app_commands.describe(**{option: text(f"option-{option}") for option in every})(callback)
    app_commands.autocomplete(**kept)(callback)
    return app_commands.Command(
        name=named(name, f"{group}-{name}"),
        description=text(f"command-{group}-{name}"),
        callback=callback,
    )


def parameter(option: str, needed: bool) -> inspect.Parameter:
    """An option as a parameter of a function."""
    kind: Any = (
        app_commands.Range[int, 1] if option in NUMBERS else app_commands.Range[str, 1, LONGEST]
    )
    default = inspect.Parameter.empty if needed else None
    annotation = kind if needed else kind | None if option in NUMBERS else kind
    return inspect.Parameter(
        option, inspect.Parameter.POSITIONAL_OR_KEYWORD, default=default, annotation=annotation
    )


def gameless(said: str) -> bool:
    """Is this about no game, or about all of one's games?"""
    verb = verb_of(said)
    return verb is not None and verb.gameless


async def say(one: Word, turn: Turn, given: dict[str, Any]) -> Post:
    """Put it into a letter."""
    said = one.text(given)
    which = None if gameless(said) else await turn.which(given.get("game"))
    if which is None and not gameless(said):
        return turn.no_game()
    answer = await turn.door.submit(turn.id, turn.user, said, which, rank(turn, which))
    return Post(words.receipt(turn.said, answer, "house"))


def rank(turn: Turn, game: str | None) -> Rank:
    """What this door vouches for: whoever may manage the server moderates
    the games that are shown there.
    """
    place = turn.door.memory.places.get(game or "")
    shown_here = place is not None and place.guild == turn.interaction.guild_id
    return "moderator" if shown_here and turn.interaction.permissions.manage_guild else ""
