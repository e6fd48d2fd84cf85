"""`meanwhile mail`: the operator's commands for mail players."""

from pathlib import Path

import click

from bot.config import current, database_option
from bot.local.remote import tell_done
from bot.service.mail import mail_invite, mail_strict
from engine.errors import UserError


@click.group("mail")
def mail_command() -> None:
    """Invite players by e-mail."""


@mail_command.command("invite")
@click.argument("game")
@click.argument("address")
@database_option
def invite_command(game: str, address: str, db: Path) -> None:
    """Invite ADDRESS to a stored GAME.

    Replying `join` takes a seat. The invitation goes out as soon as `meanwhile serve` runs.

    \b
    Example:
      meanwhile mail invite k3x9fa ann@mail.example
    """
    config = current()
    if not config.mail.address:
        raise UserError(
            "[mail] address: is missing in the settings, so that nobody could reply; see"
            " docs/mail.md"
        )
    settings = {
        "address": config.mail.address,
        "pattern": config.mail.pattern,
        "shown": config.mail.name,
    }
    tell_done(db, mail_invite, game=game, receiver=address, language=config.language, **settings)


@mail_command.command("strict")
@click.argument("game")
@click.argument("state", type=click.Choice(["on", "off"]))
@database_option
def strict_command(game: str, state: str, db: Path) -> None:
    """Set how much proof a stored GAME demands of mail players.

    With `on`, orders count at once only if the sender's host vouches for the mail. All others
    wait for a YES from the registered address.

    \b
    Example:
      meanwhile mail strict k3x9fa on
    """
    tell_done(db, mail_strict, game=game, on=state == "on")
