"""The command `meanwhile`: its commands, its settings, and one clear sentence for whatever cannot be done."""

import logging
from pathlib import Path
from typing import Any

import click

from bot.backup import backup_command
from bot.config import Config, read_config
from bot.doctor import doctor_command
from bot.line.command import line_command
from bot.local.sit import sit_command
from bot.logs import log_to
from bot.looking import games_command, history_command, menu_command, show_command
from bot.mailing import mail_group
from bot.making import Problem
from bot.moderating import gm_command
from bot.play.command import play_command
from bot.records import export_command, import_command, verify_command
from bot.replaying import replay_command
from bot.serve import serve_command
from bot.starting import new_command
from engine.games import UnknownGame
from engine.referee import NotStored
from engine.store import StoreError

CLEAR = (Problem, StoreError, UnknownGame, NotStored)
"""What a person can do something about; anything else is a fault of the program."""

log = logging.getLogger(__name__)


class Failed(click.ClickException):
    """Said on standard error in one sentence; the program ends with 2."""

    exit_code = 2


class Meanwhile(click.Group):
    """The commands, in the order in which they were added."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002  # click's signature
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command. What goes wrong is told in a sentence."""
        try:
            return super().invoke(ctx)
        except NotStored as error:
            raise Failed(f"the database could not be written: {error}; nothing has changed") from error
        except CLEAR as error:
            raise Failed(str(error)) from error
        except (click.ClickException, click.exceptions.Exit, click.Abort, EOFError, BrokenPipeError):
            raise
        except Exception as error:
            log.exception("meanwhile %s", ctx.invoked_subcommand)
            settings = ctx.obj or Config()
            raise Failed(f"a fault of the program: {error!r}; what its authors need is in {settings.log}") from error


@click.group(cls=Meanwhile, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--config",
    type=click.Path(dir_okay=False, path_type=Path),
    help="A TOML file with settings; without it, config.toml in the current folder, if there is one.",
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
    context.obj = settings = read_config(config)
    log_to(settings)


for command in (
    *(play_command, new_command, sit_command, line_command, serve_command, mail_group, gm_command),
    *(games_command, show_command, menu_command, history_command, replay_command),
    *(export_command, import_command, verify_command, backup_command, doctor_command),
):
    main.add_command(command)
