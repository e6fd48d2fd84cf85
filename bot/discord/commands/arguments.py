"""The arguments of slash commands: their completion while typing, and their conversion.

An argument that can't be accepted raises the refusal.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import discord
from discord import app_commands

import renderers
from bot import queries
from bot.discord import connection, forms, ways, words
from bot.discord.answer import Declined, DoorClient, Interaction, RightsLacking, Turn
from bot.discord.commands.slash import title
from bot.discord.limits import CHOICES, OPTION, clipped
from bot.discord.post import escaped
from bot.discord.threads import Home, rights_for
from bot.discord.words import code
from engine.games import makeable, names
from engine.menu import Menu
from engine.referee.commands.word import Place, Read
from engine.referee.doors import GameView
from engine.referee.new_games import game_called
from engine.rulings import plan_text
from engine.slots import Int, OneOf
from engine.state import PUBLIC
from renderers import LANGUAGES

LONGEST = 1500
"""Maximum length of an argument, so that its order still fits into a message."""
ALL = "all"
"""The word that resets a setting."""
Choice = app_commands.Choice[str | int | float]
Choices = list[Choice]
Filled = app_commands.Range[str, 1, LONGEST]
Line = app_commands.Range[int, 1]


class Argument(app_commands.Transformer[DoorClient]):
    """A text that is passed on as typed. Known texts that begin like it complete it."""

    longest: int | None = LONGEST

    @property
    def min_value(self) -> int:
        return 1

    @property
    def max_value(self) -> int | None:
        return self.longest

    async def transform(self, interaction: Interaction, value: Any, /) -> Any:  # noqa: ARG002
        return value.strip()

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Choices:
        begun = value.casefold()
        found = (one for one in await self.known(interaction) if one.casefold().startswith(begun))
        cut = [text[:OPTION] for text in found][:CHOICES]
        return [Choice(name=text, value=text) for text in cut]

    async def known(self, interaction: Interaction) -> Iterable[str]:  # noqa: ARG002
        return ()


async def meant(interaction: Interaction) -> GameView | None:
    turn, said = Turn(interaction), interaction.namespace.game
    return await turn.seen(await turn.which(said if isinstance(said, str) else None))


class KindArgument(app_commands.Transformer[DoorClient]):
    @property
    def choices(self) -> Choices:
        return [Choice(name=title(kind), value=kind) for kind in makeable()[:CHOICES]]

    async def transform(self, interaction: Interaction, value: Any, /) -> str:  # noqa: ARG002
        return game_called(value).name


class OptionsArgument(Argument):
    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Choices:
        kind, said = interaction.namespace.kind, Turn(interaction).said
        if not isinstance(kind, str) or kind not in makeable():
            return []
        return [
            Choice(name=clipped(f"{text} · {about}" if about else text, OPTION), value=text)
            for text, about in forms.going_on(said, kind, value.lstrip())
            if len(text) <= OPTION
        ][:CHOICES]


class GameArgument(Argument):
    """The id of a game. If it is omitted, ``Turn.which`` finds the game."""

    async def transform(self, interaction: Interaction, value: Any, /) -> str:  # noqa: ARG002
        return str(value).strip().casefold()

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Choices:
        turn, begun = Turn(interaction), value.strip().casefold()
        also = turn.door.memory.games_of_guild(interaction.guild_id, turn.user.id)
        return [
            Choice(name=f"{one.game} {turn.said.title(one.kind.name)}"[:OPTION], value=one.game)
            for one in await turn.run(queries.games_of, turn.who, also)
            if one.game.startswith(begun)
        ][:CHOICES]


class SeatArgument(Argument):
    async def known(self, interaction: Interaction) -> list[str]:
        seen = await meant(interaction)
        return [chair.seat for chair in seen.chairs] if seen else []


class ReceiverArgument(SeatArgument):
    async def known(self, interaction: Interaction) -> list[str]:
        return ["*", *await super().known(interaction)]


class LookArgument(Argument):
    async def known(self, interaction: Interaction) -> Iterable[str]:
        seen = await meant(interaction)
        return renderers.modes(seen.kind.name, seen.view) if seen else ()


class OrderArgument(Argument):
    def menu(self, seen: GameView) -> Menu:
        return seen.menu

    async def autocomplete(self, interaction: Interaction, value: Any, /) -> Choices:
        seen = await meant(interaction)
        if seen is None or seen.viewer == PUBLIC:
            return []
        found = ways.typing(self.menu(seen), value, seen.question)
        return [Choice(name=text, value=text) for text in found]


class WrittenArgument(OrderArgument):
    longest = None


class AnytimeArgument(OrderArgument):
    def menu(self, seen: GameView) -> Menu:
        return ways.anytime(seen.menu)


class OneOfArgument(Argument):
    def __init__(self, of: Sequence[str]):
        self.of = of

    async def known(self, interaction: Interaction) -> Sequence[str]:  # noqa: ARG002
        return self.of


class ChannelsArgument(app_commands.Transformer[DoorClient]):
    async def transform(self, interaction: Interaction, value: Any, /) -> tuple[int, ...]:
        found = (
            one.removeprefix("<#").removesuffix(">") for one in value.replace(",", " ").split()
        )
        channels = tuple(int(one) for one in found if one.isdecimal())
        if not channels and value != ALL:
            raise Declined("discord-set-channels", text=quoted(value))
        for channel in channels:
            if lacks := connection.rights_lacking(interaction.client.door.connection, channel):
                raise RightsLacking(lacks, channel, "discord-set-no-rights")
        return channels


class HomeArgument(app_commands.Transformer[DoorClient]):
    type = discord.AppCommandOptionType.channel
    channel_types = [discord.ChannelType[one] for one in ("text", "news", "forum")]  # noqa: RUF012

    async def transform(self, interaction: Interaction, value: Any, /) -> int:
        found = interaction.client.get_channel(value.id)
        if not isinstance(found, Home):
            raise Declined("discord-unseen", what=value.mention)
        if lacks := connection.rights_lacking_in(found, rights_for(found, private=False)):
            raise RightsLacking(lacks, found.id, "discord-set-no-rights")
        return found.id


class KindsArgument(app_commands.Transformer[DoorClient]):
    async def transform(self, interaction: Interaction, value: Any, /) -> tuple[str, ...]:
        kinds = () if value == ALL else tuple(value.replace(",", " ").casefold().split())
        if not {*kinds} <= {*names()}:
            raise Declined("discord-set-games", kinds=Turn(interaction).said.listed(names()))
        return kinds


class ClockArgument(app_commands.Transformer[DoorClient]):
    async def transform(self, interaction: Interaction, value: Any, /) -> str:  # noqa: ARG002
        try:
            plan_text.read(value)
        except plan_text.BadPlan:
            if value != ALL:
                raise Declined("discord-set-clock", text=quoted(value)) from None
            return ""
        return str(value)


class IdleArgument(app_commands.Transformer[DoorClient]):
    async def transform(self, interaction: Interaction, value: Any, /) -> int:  # noqa: ARG002
        try:
            return 0 if value == ALL else plan_text.seconds(value)
        except plan_text.BadPlan:
            raise Declined("discord-set-idle", text=quoted(value)) from None


class LanguageArgument(Argument):
    async def transform(self, interaction: Interaction, value: Any, /) -> str:
        if value not in (known := await self.known(interaction)):
            listed = Turn(interaction).said.listed(known[:-1])
            raise Declined("discord-set-language", languages=listed)
        return "" if value == ALL else str(value)

    async def known(self, interaction: Interaction) -> list[str]:  # noqa: ARG002
        return [*LANGUAGES, ALL]


class PersonArgument(app_commands.Transformer[DoorClient]):
    @property
    def type(self) -> discord.AppCommandOptionType:
        return discord.AppCommandOptionType.user

    async def transform(self, interaction: Interaction, value: Any, /) -> discord.User:
        if value.id == interaction.user.id or value.bot:
            raise Declined("discord-ban-not", name=escaped(value.display_name))
        return value  # type: ignore[no-any-return]  # a person of the library


def quoted(text: str) -> str:
    return clipped(code(text), words.SHOWN)


Kind = app_commands.Transform[str, KindArgument]
Options = app_commands.Transform[str, OptionsArgument]
Game = app_commands.Transform[str, GameArgument]
Seat = app_commands.Transform[str, SeatArgument]
Receiver = app_commands.Transform[str, ReceiverArgument]
Look = app_commands.Transform[str, LookArgument]
Order = app_commands.Transform[str, OrderArgument]
Written = app_commands.Transform[str, WrittenArgument]
Anytime = app_commands.Transform[str, AnytimeArgument]
HomeChannel = app_commands.Transform[int, HomeArgument]
Channels = app_commands.Transform[tuple[int, ...], ChannelsArgument]
Kinds = app_commands.Transform[tuple[str, ...], KindsArgument]
Clock = app_commands.Transform[str, ClockArgument]
Idle = app_commands.Transform[int, IdleArgument]
Language = app_commands.Transform[str, LanguageArgument]
Person = app_commands.Transform[discord.User, PersonArgument]


def of_place(name: str, place: Place) -> Any:
    match name, place:
        case ("seat", _):
            return Seat
        case ("order", _):
            return Order
        case ("options", _):
            return Options
        case (_, Int(lo=lo, hi=hi)):
            return app_commands.Range[int, lo, hi]
        case (_, OneOf(of=known) | Read(examples=known)):
            return OneOfArgument(known)
    return Filled
