"""What an operator can have done by the process that serves a database."""

from collections.abc import Mapping
from typing import Any

from bot.commands.gm import moderate, noted, viewed
from bot.commands.new import make
from bot.commands.person import person_data, person_forgotten
from bot.commands.tidy import tidied
from bot.local.remote import Errand
from bot.service.mail import mail_invite, mail_strict
from engine.errors import UserError
from engine.referee.batch import Batch

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


def run(batch: Batch, name: str, facts: dict[str, Any]) -> list[str]:
    """Run an errand by its name, in the writer's thread. Raises ``UserError``."""
    if (errand := ERRANDS.get(name)) is None:
        raise UserError(
            f"there is no errand {name!r} here: the process that serves is of another version"
        )
    return list(errand(batch, **facts))
