"""The command `meanwhile`: its commands and settings, and a clear sentence for each error."""

import logging
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from bot import files, logs, stores
from bot.config import FILE, Config, read_config
from bot.places import as_called, places
from engine.errors import NotStored, StoreError, UnknownGame, UserError

COMMANDS = {
    "play": ("bot.play.command", "Play GAME at this terminal, with people and robots."),
    "tutorial": (
        "bot.play.command",
        "Learn GAME in a few minutes: a short game with hints, and an interrupt.",
    ),
    "new": ("bot.cli_commands.new", "Create a GAME with free seats."),
    "sit": (
        "bot.cli_commands.sit",
        "Take a seat at this terminal in a GAME that others play elsewhere.",
    ),
    "line": ("bot.line.command", "Let programs play GAME over TCP."),
    "serve": ("bot.cli_commands.serve", "Run the configured Discord and mail bots until stopped."),
    "mail": ("bot.cli_commands.mail", "Invite players by e-mail."),
    "gm": ("bot.cli_commands.gm", "Act as a moderator of a stored GAME."),
    "games": (
        "bot.cli_commands.games",
        "List the kinds of games, and the games of the database, the newest first.",
    ),
    "show": ("bot.cli_commands.inspect", "Show a kind of GAME, or the board of a stored one."),
    "rules": ("bot.cli_commands.inspect", "Print the rules of a kind of GAME, or about TOPIC."),
    "menu": ("bot.cli_commands.inspect", "Print what SEAT may order now in a stored GAME."),
    "history": ("bot.cli_commands.inspect", "Print the history of a stored GAME."),
    "replay": ("bot.cli_commands.replay", "Show a stored GAME after line NUMBER of its history."),
    "pages": (
        "bot.cli_commands.pages",
        "Write the web pages of all public games into FOLDER, once.",
    ),
    "try": (
        "bot.cli_commands.trial",
        "Let robots play GAME against each other, and report win rates.",
    ),
    "export": ("bot.cli_commands.records", "Write a GAME as one file, or all games."),
    "import": ("bot.cli_commands.records", "Import exported games into a database."),
    "verify": (
        "bot.cli_commands.records",
        "Recompute all dice and commitments of a finished GAME.",
    ),
    "backup": ("bot.cli_commands.backup", "Copy the database to FILE, as it is now."),
    "move": ("bot.cli_commands.move", "Copy the database to another backend, and verify the copy."),
    "sentence": (
        "bot.cli_commands.sentence",
        "Find the sentences that contain WORDS, or whose id does.",
    ),
    "person": (
        "bot.cli_commands.person",
        "Write everything stored about a person into a file, or erase it.",
    ),
    "tidy": ("bot.cli_commands.tidy", "Remove data that is no longer needed."),
    "doctor": ("bot.cli_commands.doctor", "Check a database."),
    "new-game": ("bot.cli_commands.new_game", "Create the package of a new game called NAME."),
}
"""The module and help line of each command, in the order of the help.

A module is imported only for its own command, so that help and short commands start at once.
"""

CLEAR = (UserError, UnknownGame)
"""Errors that a person can fix; any other is a fault of the program."""

log = logging.getLogger(__name__)


class Failed(click.ClickException):
    """An error in one sentence on standard error; the program ends with status 2."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(as_called(message))


def reason(ctx: click.Context, error: Exception) -> str:
    if not isinstance(error, UserError):
        return str(error)
    # Import it only now, since most commands don't fail.
    from bot.words import words

    return words(ctx.meta.get("language", "en")).problem(error)


class Meanwhile(click.Group):
    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module = import_module(COMMANDS[cmd_name][0])
        command: click.Command = getattr(module, f"{cmd_name.replace('-', '_')}_command")
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text) for name, (_, text) in COMMANDS.items()])

    def get_help(self, ctx: click.Context) -> str:
        return as_called(super().get_help(ctx))

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except NotStored as error:
            raise Failed(
                f"the database could not be written: {error}; nothing has changed"
            ) from error
        except StoreError as error:
            raise Failed(
                f"the database: {error}; {error.remedy}" if error.remedy else str(error)
            ) from error
        except CLEAR as error:
            raise Failed(reason(ctx, error)) from error
        except (
            click.ClickException,
            click.exceptions.Exit,
            click.Abort,
            EOFError,
            BrokenPipeError,
        ):
            raise
        except Exception as error:
            settings = ctx.obj or Config()
            # If the import of a command failed, the log has not been set up yet.
            logs.log_to(settings)
            log.exception("meanwhile %s", ctx.invoked_subcommand or " ".join(sys.argv[1:2]))
            raise Failed(
                f"a fault of the program: {error!r}; what its authors need is in {settings.log}"
            ) from error


@click.group(
    cls=Meanwhile,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.option(
    "--config",
    type=FILE,
    help=(
        "A TOML file with settings; by default config.toml in the current folder, else that of"
        " the user, if there is one."
    ),
)
@click.version_option(package_name="meanwhile")
@click.pass_context
def main(context: click.Context, config: Path | None) -> None:
    """A referee for board games in which players interrupt each other.

    \b
    To begin:
      meanwhile play      play BattleBoard against a robot, here
      meanwhile games     list the games
    """
    files.mine_alone()
    context.obj = settings = read_config(config)
    if config is None:
        files.make_folder(places().data)
    stores.elsewhere.clear()
    if settings.store.url:
        stores.elsewhere[Path(settings.db)] = settings.store.url
    logs.log_to(settings)
