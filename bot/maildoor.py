"""The mail door as a service: the one module of the app that knows of mail."""

import os
import secrets
import ssl
from collections.abc import Mapping
from pathlib import Path

from bot.config import ImapConfig, MailConfig, Security, SmtpConfig
from bot.making import Problem
from bot.services import Service
from engine.clock import Clock
from engine.keepsakes import keep, kept
from engine.letters import Door
from engine.referee import Writer
from engine.store import Store
from mail import outgoing
from mail.door import MailDoor
from mail.inbox import ImapInbox, Inbox
from mail.inbox import serve as empty
from mail.incoming import DOOR
from mail.names import Names
from mail.outgoing import Outgoing, Server
from mail.writing import Writing

PASSWORD, SMTP_PASSWORD = "MEANWHILE_MAIL_PASSWORD", "MEANWHILE_SMTP_PASSWORD"
"""The variables of the environment that go before the settings."""


class MailService(Service):
    """The mailbox is emptied, the outbox goes out."""

    name = "mail"

    def __init__(self, door: MailDoor, inbox: Inbox):
        self.door, self.inbox = door, inbox

    @property
    def doors(self) -> Mapping[str, Door]:
        return {self.door.name: self.door}

    def opened(self, writer: Writer) -> None:
        self.door.opened(writer)

    async def run(self) -> None:
        await empty(self.door, self.inbox)

    async def close(self) -> None:
        await self.door.outgoing.close()


def service(config: MailConfig, db: Path, language: str, clock: Clock | None = None) -> MailService:
    """The door as the settings describe it. Raises ``Problem`` for what could not work, and ``StoreError``."""
    imap, smtp = servers(config)
    trust = trusted(config)
    try:
        names = Names(key_of(db), config.address, config.pattern)
        sender = Outgoing(smtp, clock or Clock(), trust)
        inbox = ImapInbox(imap, config.imap.folder, trust)
    except ValueError as error:
        raise Problem(f"[mail]: {error}") from error
    return MailService(MailDoor(Writing(names, language), sender, config.authserv_id), inbox)


def servers(config: MailConfig) -> tuple[Server, Server]:
    """Where mail arrives, and where it is handed over. Raises ``Problem`` for what is missing."""
    user, _, host = config.address.rpartition("@")
    if not user or not host:
        raise Problem(f"[mail] address = {config.address!r}: needs one mail address, such as referee@play.example")
    for table, one in (("imap", config.imap), ("smtp", config.smtp)):
        if not one.host:
            raise Problem(f"[mail.{table}] host: is missing; docs/mail.md says what to put there")
    imap_password = os.environ.get(PASSWORD) or config.imap.password
    smtp_password = os.environ.get(SMTP_PASSWORD) or config.smtp.password or imap_password
    if not imap_password:
        raise Problem(f"[mail.imap]: there is no password: set {PASSWORD} in the environment; see docs/mail.md")
    return (
        server_of("imap", config.imap, config.imap.user or config.address, imap_password),
        server_of("smtp", config.smtp, config.smtp.user, smtp_password if config.smtp.user else ""),
    )


def server_of(table: str, config: ImapConfig | SmtpConfig, user: str, password: str) -> Server:
    """One of the two. Raises ``Problem`` for a connection that others could read."""
    server = Server(
        *(config.host, config.port, user, password),
        security=BY_SETTING[config.security],
        plain=config.security == "plain-over-the-network",
    )
    try:
        server.check()
    except ValueError as error:
        raise Problem(f"[mail.{table}] security = {config.security!r}: {error}; see docs/mail.md") from error
    return server


BY_SETTING: Mapping[Security, outgoing.Security] = {
    "tls": "tls", "starttls": "starttls", "plain": "none", "plain-over-the-network": "none",
}  # fmt: skip


def trusted(config: MailConfig) -> ssl.SSLContext:
    """The authorities that are believed. Raises ``Problem``."""
    context = ssl.create_default_context()
    if config.ca_file:
        try:
            context.load_verify_locations(config.ca_file)
        except OSError as error:
            raise Problem(f"[mail] ca_file = {config.ca_file!r}: {error.strerror or error}") from error
    return context


def key_of(db: Path) -> bytes:
    """What the tags of this database are signed with: made once, and kept with the games that they are for. Raises
    ``StoreError``."""
    with Store(db) as store:
        value = kept(store, DOOR).get(KEY)
        if value is None:
            value = secrets.token_hex(32)
            keep(store, DOOR, {KEY: value})
    return bytes.fromhex(value)


KEY = "key"
"""The name of the keepsake."""
