"""The operator commands that a serving process runs for other processes."""

from collections.abc import Mapping

from bot.cli_commands import gm, new, person, tidy
from bot.local.remote import RemoteCommand
from bot.service.mail import mail_invite, mail_strict

REMOTE_COMMANDS: Mapping[str, RemoteCommand] = {
    "make": new.make,
    "moderate": gm.moderate,
    "noted": gm.noted,
    "viewed": gm.viewed,
    "mail_invite": mail_invite,
    "mail_strict": mail_strict,
    "person_data": person.person_data,
    "person_forgotten": person.person_forgotten,
    "tidied": tidy.tidied,
}
