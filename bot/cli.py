"""The command `meanwhile`: its commands, its settings, and one clear
sentence for whatever cannot be done.
"""

import logging
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click

from bot.config import Config, read_config
from bot.files import mine_alone
from bot.logs import log_to
from engine.errors import NotStored, StoreError, UnknownGame, UserError

COMMANDS = {
    "play": "bot.play.command:play_command",
    "new": "bot.commands.new:new_command",
    "sit": "bot.local.sit:sit_command",
    "line": "bot.line.command:line_command",
    "serve": "bot.commands.serve:serve_command",
    "mail": "bot.commands.mail:mail_group",
    "gm": "bot.commands.gm:gm_command",
    "games": "bot.commands.inspect:games_command",
    "show": "bot.commands.inspect:show_command",
    "menu": "bot.commands.inspect:menu_command",
    "history": "bot.commands.inspect:history_command",
    "replay": "bot.commands.replay:replay_command",
    "export": "bot.commands.records:export_command",
    "import": "bot.commands.records:import_command",
    "verify": "bot.commands.records:verify_command",
    "backup": "bot.commands.backup:backup_command",
    "doctor": "bot.commands.doctor:doctor_command",
}
"""Where each command lies, in the order of the help. Only the one that is wanted is loaded:
what a game at the terminal needs is read in a third of the time that all doors take.
"""

CLEAR = (UserError, UnknownGame)
"""What a person can do something about; anything else is a fault of the program."""

log = logging.getLogger(__name__)


class Failed(click.ClickException):
    """Said on standard error in one sentence; the program ends with 2."""

    exit_code = 2


class Meanwhile(click.Group):
    """The commands, each loaded when it is wanted."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. What goes wrong is told in a sentence."""
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
            raise Failed(str(error)) from error
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
            # A command that cannot even be loaded fails before the settings are read.
            log_to(settings)
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
    type=click.Path(dir_okay=False, path_type=Path),
    help=(
        "A TOML file with settings; without it, config.toml in the current folder, if there is one."
    ),
)
@click.version_option(package_name="meanwhile")
@click.pass_context
def main(context: click.Context, config: Path | None) -> None:
    """A referee for board games in which players interrupt each other.

    \b
    To begin:
      meanwhile play      play BattleBoard against a robot, here
      meanwhile games     which games there are
    """
    mine_alone()
    context.obj = settings = read_config(config)
    log_to(settings)
