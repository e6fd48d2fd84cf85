"""The operator commands that a serving process runs."""

from collections.abc import Mapping

from bot.commands.gm import moderate, noted, viewed
from bot.commands.new import make
from bot.commands.person import person_data, person_forgotten
from bot.commands.tidy import tidied
from bot.local.remote import Errand
from bot.service.mail import mail_invite, mail_strict

ERRANDS: Mapping[str, Errand] = {
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
