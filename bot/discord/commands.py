"""The slash commands: read what was said, ask the referee, show."""

from functools import partial
from typing import TYPE_CHECKING

import msgspec

from bot.discord import queries
from bot.discord.post import Post
from engine.state import PUBLIC

if TYPE_CHECKING:
    from bot.discord.answer import Turn

import logging
from importlib.resources import files
from typing import Any

import discord
from discord import app_commands

from bot.discord import desk_words, forms, moderators, panel, words
from bot.discord.answer import Turn, handle, history_post, joined, ordered, told
from bot.discord.desk_words import Said, named, text
from bot.discord.door import DiscordDoor
from bot.discord.limits import CHOICES, OPTION
from bot.discord.new_games import begin
from engine.games import names
from engine.referee import new_games
from engine.referee.batch import Batch
from engine.store import record

log = logging.getLogger(__name__)

Choices = list[app_commands.Choice[str]]
LEAVING = ("withdraw", "resign")
"""How games call leaving a running game."""


class Translator(app_commands.Translator):
    """Names and descriptions in the languages of ours that Discord knows as well."""

    LOCALES = {discord.Locale.taiwan_chinese: "zh-TW"}  # noqa: RUF012

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002
    ) -> str | None:
        """The text for a locale, where we have one."""
        language = self.LOCALES.get(locale)
        message = string.extras.get("message", "")
        said = words.words(language or "en")
        return said.say(message) if language and said.translates(message) else None


def kinds() -> Choices:
    """The games there are."""
    return [app_commands.Choice(name=name, value=name) for name in names()][:CHOICES]


async def unknown_command(turn: Turn) -> Post:
    """Somebody's program still offers a command of an earlier version."""
    return Post(turn.said.say("discord-old-command"))


async def listed(turn: Turn) -> Post:
    """The person's games, and those of this server."""
    also = turn.door.memory.games_of_guild(turn.interaction.guild_id)
    lines = await turn.door.writer.run(queries.games_of, turn.user.id, also)
    places = turn.door.memory.places
    shown = [
        words.game_line(turn.said, line, places[line.game].thread if line.game in places else None)
        for line in lines
    ]
    return Post("\n".join(shown) or turn.said.say("discord-no-games"))


async def status(turn: Turn, game: str | None) -> Post:
    """Whose turn, until when."""
    seen = await turn.seen(await turn.which(game))
    return turn.no_game() if seen is None else Post(words.status(turn.said, seen))


async def board(turn: Turn, game: str | None) -> Post:
    """The board as this person may see it."""
    seen = await turn.seen(await turn.which(game))
    return (
        turn.no_game()
        if seen is None
        else await turn.board(Post(words.status(turn.said, seen)), seen)
    )


async def history(turn: Turn, game: str | None, line: int | None = None) -> Post:
    """What this person was told; of one line, how the game stood after it."""
    seen = await turn.seen(await turn.which(game))
    if seen is None:
        return turn.no_game()
    pages = await turn.door.writer.run(queries.book, seen.game, turn.user.id)
    if line is None:
        return history_post(turn.said, told(turn.said, seen, pages))
    view = await turn.door.writer.run(queries.stood, seen.game, turn.user.id, line)
    if view is None:
        return Post(turn.said.say("refusal-no-such-line", word=str(line)))
    that = [page for page in pages if page.line >= line][:1]
    shown = msgspec.structs.replace(seen, view=view)
    return await turn.board(Post("\n".join(told(turn.said, seen, that))), shown)


async def rules(turn: Turn, kind: str) -> Post:
    """The rules for players, as a file."""
    package = type(new_games.game_called(kind)).__module__.rpartition(".")[0]
    page = (files(package) / "RULES.md").read_text("utf-8")
    return Post(f"**{kind}**\n{turn.said.say('discord-long')}", file=page, file_name=f"{kind}.md")


async def export(turn: Turn, game: str | None) -> Post:
    """A game that is over, as a file."""
    seen = await turn.seen(await turn.which(game))
    if seen is None:
        return turn.no_game()
    if seen.result is None:
        return Post(turn.said.say("discord-export-running"))
    id = seen.game

    def act(batch: Batch) -> str:
        row = batch.store.game(id)
        assert row is not None
        return record.write(record.export(batch.store, row)).decode()

    data = await turn.door.writer.run(act)
    return Post(turn.said.say("discord-export", game=id), file=data, file_name=f"{id}.json")


async def menu(turn: Turn, game: str | None) -> Post:
    """What may be ordered, to press."""
    seen = await turn.seen(await turn.which(game))
    return turn.no_game() if seen is None else await turn.board(await turn.panel(seen), seen)


async def desk(turn: Turn, game: str | None, said: str) -> Post:
    """One of the desk's words, for the game that is meant."""
    return await ordered(turn, await turn.which(game), said)


async def out_of_turn(turn: Turn, given: dict[str, Any]) -> Post:
    """An order that answers no question; anything else is no business of this command."""
    which, order = await turn.which(given.get("game")), str(given["order"])
    seen = await turn.seen(which)
    if seen is None or seen.viewer == PUBLIC:
        return turn.no_game()
    if not panel.anytime(seen.menu).choices:
        return Post(turn.said.say("discord-no-anytime"))
    if not panel.complete(panel.anytime(seen.menu), order):
        legal = panel.anytime(seen.menu).examples(seen.question)
        return Post(turn.said.examples("may", legal))
    return await ordered(turn, which, order)


async def withdraw(turn: Turn, game: str | None) -> Post:
    """Leave a running game, as that game calls it."""
    which = await turn.which(game)
    seen = await turn.seen(which)
    if seen is None or seen.viewer == PUBLIC:
        return turn.no_game()
    order = next((word for word in LEAVING if panel.complete(seen.menu, word)), LEAVING[0])
    return await ordered(turn, which, order)


def tree_of(client: discord.Client, door: DiscordDoor) -> app_commands.CommandTree[discord.Client]:
    """All commands."""
    tree: app_commands.CommandTree[discord.Client] = app_commands.CommandTree(
        client,
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=True, private_channel=False
        ),
        allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
    )

    @tree.error
    async def failed(interaction: Said, error: app_commands.AppCommandError) -> None:
        """A command that is not ours any more, or a completion that failed."""
        log.warning("command of interaction %s failed: %s", interaction.id, error)
        if (
            interaction.type is discord.InteractionType.application_command
            and not interaction.response.is_done()
        ):
            await handle(door, interaction, unknown_command)

    games = app_commands.Group(name=named("game", "game"), description=text("command-game"))

    async def which_games(interaction: Said, current: str) -> Choices:
        """The games that somebody may mean."""
        also = door.memory.games_of_guild(interaction.guild_id)
        lines = await door.writer.run(queries.games_of, interaction.user.id, also)
        fitting = [line for line in lines if line.game.startswith(current.strip().casefold())]
        return [
            app_commands.Choice(name=f"{line.game} {line.kind}"[:OPTION], value=line.game)
            for line in fitting
        ][:CHOICES]

    async def going_on(interaction: Said, current: str, anytime: bool) -> Choices:
        """How the order that somebody types may go on."""
        turn = Turn(door, interaction)
        said = interaction.namespace.game
        seen = await turn.seen(await turn.which(said if isinstance(said, str) else None))
        if seen is None or seen.viewer == PUBLIC:
            return []
        offered = panel.anytime(seen.menu) if anytime else seen.menu
        return [
            app_commands.Choice(name=one, value=one)
            for one in panel.typing(offered, current, seen.question)
        ]

    async def typing(interaction: Said, current: str) -> Choices:
        return await going_on(interaction, current, anytime=False)

    async def out_of_turn_typing(interaction: Said, current: str) -> Choices:
        return await going_on(interaction, current, anytime=True)

    async def seats_there(interaction: Said, current: str, *more: str) -> Choices:
        """The seats of the game that is meant, and some words more."""
        turn = Turn(door, interaction)
        said = interaction.namespace.game
        seen = await turn.seen(await turn.which(said if isinstance(said, str) else None))
        seats = [*more, *(chair.seat for chair in seen.chairs)] if seen else more
        found = [seat for seat in seats if seat.casefold().startswith(current.casefold())]
        return [app_commands.Choice(name=seat[:OPTION], value=seat[:OPTION]) for seat in found][
            :CHOICES
        ]

    async def which_seat(interaction: Said, current: str) -> Choices:
        return await seats_there(interaction, current)

    async def spoken_to(interaction: Said, current: str) -> Choices:
        return await seats_there(interaction, current, "*")

    @games.command(name=named("new", "game-new"), description=text("command-game-new"))
    @app_commands.describe(
        kind=text("option-kind"),
        options=text("option-options"),
        join=text("option-join"),
        scenario=text("option-scenario"),
        charts=text("option-charts"),
    )
    @app_commands.choices(kind=kinds())
    async def game_new(
        interaction: Said,
        kind: str,
        options: str = "",
        join: bool = True,
        scenario: discord.Attachment | None = None,
        charts: discord.Attachment | None = None,
    ) -> None:
        act = partial(
            begin, kind=kind, options=options, join=join, scenario=scenario, charts=charts
        )
        await handle(door, interaction, act)

    @games.command(name=named("form", "game-form"), description=text("command-game-form"))
    @app_commands.describe(kind=text("option-kind"), join=text("option-join"))
    @app_commands.choices(kind=kinds())
    async def game_form(interaction: Said, kind: str, join: bool = True) -> None:
        await forms.opened(door, interaction, kind, join)

    @games.command(name=named("join", "game-join"), description=text("command-game-join"))
    @app_commands.describe(game=text("option-game"), seat=text("option-seat"))
    @app_commands.autocomplete(game=which_games)
    async def game_join(interaction: Said, game: str | None = None, seat: str = "") -> None:
        await handle(door, interaction, partial(join_command, game=game, seat=seat))

    @games.command(name=named("leave", "game-leave"), description=text("command-game-leave"))
    @app_commands.describe(game=text("option-game"))
    @app_commands.autocomplete(game=which_games)
    async def game_leave(interaction: Said, game: str | None = None) -> None:
        await handle(door, interaction, partial(desk, game=game, said="leave"))

    @games.command(name=named("start", "game-start"), description=text("command-game-start"))
    @app_commands.describe(game=text("option-game"))
    @app_commands.autocomplete(game=which_games)
    async def game_start(interaction: Said, game: str | None = None) -> None:
        await handle(door, interaction, partial(desk, game=game, said="start"))

    @games.command(name=named("list", "game-list"), description=text("command-game-list"))
    async def game_list(interaction: Said) -> None:
        await handle(door, interaction, listed)

    @games.command(name=named("status", "game-status"), description=text("command-game-status"))
    @app_commands.describe(game=text("option-game"))
    @app_commands.autocomplete(game=which_games)
    async def game_status(interaction: Said, game: str | None = None) -> None:
        await handle(door, interaction, partial(status, game=game))

    @games.command(name=named("board", "game-board"), description=text("command-game-board"))
    @app_commands.describe(game=text("option-game"))
    @app_commands.autocomplete(game=which_games)
    async def game_board(interaction: Said, game: str | None = None) -> None:
        await handle(door, interaction, partial(board, game=game))

    @games.command(name=named("history", "game-history"), description=text("command-game-history"))
    @app_commands.describe(line=text("option-line"), game=text("option-game"))
    @app_commands.autocomplete(game=which_games)
    async def game_history(
        interaction: Said, line: app_commands.Range[int, 1] | None = None, game: str | None = None
    ) -> None:
        await handle(door, interaction, partial(history, game=game, line=line))

    @games.command(name=named("film", "game-film"), description=text("command-game-film"))
    @app_commands.describe(mine=text("option-mine"), game=text("option-game"))
    @app_commands.autocomplete(game=which_games)
    async def game_film(interaction: Said, mine: bool = False, game: str | None = None) -> None:
        await handle(door, interaction, partial(film, game=game, mine=mine))

    @games.command(name=named("rules", "game-rules"), description=text("command-game-rules"))
    @app_commands.describe(kind=text("option-kind"))
    @app_commands.choices(kind=kinds())
    async def game_rules(interaction: Said, kind: str) -> None:
        await handle(door, interaction, partial(rules, kind=kind))

    @games.command(name=named("export", "game-export"), description=text("command-game-export"))
    @app_commands.describe(game=text("option-game"))
    @app_commands.autocomplete(game=which_games)
    async def game_export(interaction: Said, game: str | None = None) -> None:
        await handle(door, interaction, partial(export, game=game))

    @tree.command(name=named("order", "order"), description=text("command-order"))
    @app_commands.describe(order=text("option-text"), game=text("option-game"))
    @app_commands.rename(order="text")
    @app_commands.autocomplete(order=typing, game=which_games)
    async def order_command(interaction: Said, order: str, game: str | None = None) -> None:
        await handle(door, interaction, partial(order_in, game=game, order=order))

    @tree.command(name=named("menu", "menu"), description=text("command-menu"))
    @app_commands.describe(game=text("option-game"))
    @app_commands.autocomplete(game=which_games)
    async def menu_command(interaction: Said, game: str | None = None) -> None:
        await handle(door, interaction, partial(menu, game=game))

    @tree.command(name=named("withdraw", "withdraw"), description=text("command-withdraw"))
    @app_commands.describe(game=text("option-game"))
    @app_commands.autocomplete(game=which_games)
    async def withdraw_command(interaction: Said, game: str | None = None) -> None:
        await handle(door, interaction, partial(withdraw, game=game))

    @tree.command(name=named("undo", "undo"), description=text("command-undo"))
    @app_commands.describe(line=text("option-line"), game=text("option-game"))
    @app_commands.autocomplete(game=which_games)
    async def undo_command(
        interaction: Said, line: app_commands.Range[int, 1] | None = None, game: str | None = None
    ) -> None:
        await handle(
            door, interaction, partial(desk, game=game, said=f"undo {line}" if line else "undo")
        )

    @tree.command(name=named("say", "say"), description=text("command-say"))
    @app_commands.describe(
        to=text("option-to"), words=text("option-words"), game=text("option-game")
    )
    @app_commands.autocomplete(to=spoken_to, game=which_games)
    async def say_command(
        interaction: Said, to: str, words: app_commands.Range[str, 1, 1500], game: str | None = None
    ) -> None:
        await handle(door, interaction, partial(desk, game=game, said=f"say {to} {words}"))

    completions = {"game": which_games, "seat": which_seat, "order": typing}
    desk_words.add(games, door, desk_words.GAME, completions)
    times = app_commands.Group(name=named("time", "time"), description=text("command-time"))
    desk_words.add(times, door, desk_words.TIME, completions)
    standing = app_commands.Group(
        name=named("standing", "standing"), description=text("command-standing")
    )
    desk_words.add(standing, door, desk_words.STANDING, completions)
    anytime = {**completions, "order": out_of_turn_typing}
    standing.add_command(
        desk_words.command(
            "standing", "now", door, ["order", "game"], frozenset({"order"}), anytime, out_of_turn
        )
    )
    for group in (games, times, standing, mod_commands(door, completions)):
        tree.add_command(group)
    return tree


def mod_commands(door: DiscordDoor, completions: desk_words.Completions) -> app_commands.Group:
    """The commands of moderators. Discord shows them to who manages the server,
    or whom the server says instead.
    """
    mod = app_commands.Group(
        name=named("mod", "mod"),
        description=text("command-mod"),
        allowed_contexts=app_commands.AppCommandContext(
            guild=True, dm_channel=False, private_channel=False
        ),
        default_permissions=discord.Permissions(manage_guild=True),
    )
    desk_words.add(mod, door, desk_words.MOD, completions)
    mod.add_command(
        desk_words.command("mod", "lock", door, ["game"], frozenset(), completions, moderators.lock)
    )
    return mod


async def join_command(turn: Turn, game: str | None, seat: str) -> Post:
    """Take a seat in the game that is meant."""
    return await joined(turn, game.strip().casefold() if game else turn.here, seat.strip())


async def order_in(turn: Turn, game: str | None, order: str) -> Post:
    """An order for the game that is named, or that is shown here, or that asks this person."""
    return await ordered(turn, game.strip().casefold() if game else turn.here, order)


async def film(turn: "Turn", game: str | None, mine: bool) -> Post:
    """The film of a game: as everybody could see it, or with ``mine`` as this person could."""
    seen = await turn.seen(await turn.which(game))
    if seen is None:
        return turn.no_game()
    if mine and seen.viewer == PUBLIC:
        return Post(turn.said.say("discord-watching"))
    projector = turn.door.projector
    if turn.user.id in projector.waiting:
        return Post(turn.said.say("discord-film-busy"))
    reel = await turn.door.writer.run(queries.reel, seen.game, seen.viewer if mine else PUBLIC)
    if reel is None:
        return turn.no_game()
    picture, alt = await projector.draw(turn.user.id, reel, turn.said.language)
    if not picture:
        return Post(turn.said.say("discord-nothing-told"))
    text = turn.said.say("discord-film", game=seen.game, mine="yes" if mine else "no")
    return msgspec.structs.replace(Post(text), picture=picture, alt=alt)
