"""The operator commands that a serving process runs for other processes."""

from collections.abc import Mapping

from bot.cli_commands.gm import moderate, noted, viewed
from bot.cli_commands.new import make
from bot.cli_commands.person import person_data, person_forgotten
from bot.cli_commands.tidy import tidied
from bot.local.remote import RemoteCommand
from bot.service.mail import mail_invite, mail_strict

REMOTE_COMMANDS: Mapping[str, RemoteCommand] = {
    "make": make,
    "moderate": moderate,
    "noted": noted,
    "viewed": viewed,
    "mail_invite": mail_invite,
    "mail_strict": mail_strict,
    "person_data": person_data,
    "person_forgotten": person_forgotten,
    "tidied": tidied,
}
