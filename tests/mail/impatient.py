"""``python -m tests.mail.impatient``: `meanwhile serve` in the present folder, without its
patience and without limits to talk. For tests in which much goes wrong: what would be tried
again after half a minute is tried again at once.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from bot.cli_commands.remote_commands import REMOTE_COMMANDS
from bot.cli_commands.serve import until_told
from bot.config import read_config
from bot.local.host import LocalService
from bot.service import mail as maildoor
from bot.service.supervisor import Service
from engine.referee import delivery
from engine.referee.commands import talk
from mail import door, inbox
from mail.transport import mailbox, smtp

SECONDS = 2.0
"""For a server to answer."""


class Mail(maildoor.MailService):
    async def run(self) -> None:
        await inbox.serve(self.door, self.inbox, (0.02, 0.2))


def main() -> None:
    delivery.FIRST_WAIT = delivery.LONGEST_WAIT = 1
    door.WAIT = 1
    smtp.QUOTA_PAUSE = smtp.LOGIN_PAUSE = smtp.GRACE = 1
    talk.LIMITS = (10_000, 3_600), (10_000, 86_400)
    config, db = read_config(None), Path("meanwhile.db")
    found = maildoor.service(config.mail, db, config.language)
    impatient(found)
    mail = Mail(found.door, found.inbox, found.memory)
    services: Sequence[Service] = [
        mail,
        LocalService(db, config.language, remote_commands=REMOTE_COMMANDS),
    ]
    asyncio.run(until_told(db, services, "serving"))


def impatient(service: maildoor.MailService) -> None:
    assert isinstance(service.inbox, mailbox.ImapInbox)
    service.inbox.server = replace(service.inbox.server, timeout=SECONDS)
    service.door.outgoing.server = replace(service.door.outgoing.server, timeout=SECONDS)


if __name__ == "__main__":
    main()
