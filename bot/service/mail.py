"""The mail door as a service."""

import asyncio
import contextlib
import os
import secrets
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any

from bot import queries, stored, stores
from bot.config import ImapConfig, MailConfig, OAuthConfig, Security, SmtpConfig
from bot.replay_page.maker import PageMaker
from bot.service import app, supervisor
from engine.errors import UserError
from engine.messages import Address
from engine.referee import clock, open_game
from engine.referee.batch import Batch
from engine.referee.commands.lobby import lacks_players
from engine.referee.doors import Door
from engine.referee.writer import Writer
from engine.state import PUBLIC
from engine.store.rows import AuditEntry
from engine.store.store import Store
from mail.doctor import NOBODY, Doctor
from mail.door import MailDoor
from mail.inbox import serve as empty
from mail.incoming import lobby, senders
from mail.kept import AGING as AGING
from mail.memberships import DOOR
from mail.names import MailNames
from mail.outgoing.blocks import text_block
from mail.outgoing.envelope import Draft, Headers, ReplayOf, finished, write_mail
from mail.outgoing.sentences import Writing
from mail.quota import Quota
from mail.sandbox.host import Host
from mail.sandbox.imap import LOOPBACK, bound
from mail.transport import checks, keys, mailbox
from mail.transport import smtp as outgoing
from mail.transport.smtp import MailServer, SmtpSender
from mail.transport.tokens import Refresh, TokenCommand, Tokens

PASSWORD, SMTP_PASSWORD = "MEANWHILE_MAIL_PASSWORD", "MEANWHILE_SMTP_PASSWORD"
CLIENT_SECRET, REFRESH_TOKEN = "MEANWHILE_MAIL_CLIENT_SECRET", "MEANWHILE_MAIL_REFRESH_TOKEN"
"""Environment variables that override the settings."""


class MailService(supervisor.Service):
    name = "mail"

    def __init__(self, door: MailDoor, inbox: mailbox.ImapInbox, memory: "RefreshToken"):
        self.door, self.inbox, self.memory = door, inbox, memory

    @property
    def doors(self) -> Mapping[str, Door]:
        return {self.door.name: self.door}

    def on_open(self, writer: Writer) -> None:
        self.door.on_open(writer)
        self.memory.writer = writer
        self.door.replay_page = replay_pages(writer)
        self.door.outgoing.complain = partial(self.complain, part="sending")

    async def run(self) -> None:
        async with asyncio.TaskGroup() as group:
            group.create_task(empty(self.door, self.inbox, complain=self.complain))

    async def tell(self, receivers: Sequence[str], subject: str, lines: Sequence[str]) -> None:
        names, at = self.door.writing.names, self.door.writer.clock.now()
        for receiver in receivers:
            blocks = (text_block(*lines),)
            draft = Draft(to=receiver, subject=subject, blocks=blocks, at=at)
            id = f"<{names.proof('operator', receiver, subject, at)}@{names.host}>"
            headers = Headers(
                sender=names.address, reply_to=names.address, host=names.host, name=names.shown
            )
            await self.door.outgoing.send(finished(draft, headers, id))

    def ails(self) -> str:
        late = self.door.read_before < self.door.writer.clock.now() - UNREAD
        if late or self.door.shut_out:
            return f"the mailbox is not read: {self.door.unread or 'nothing has come of it yet'}"
        said = self.door.outgoing.ails()
        return f"no mail is handed over: {said}" if said else self.inbox.ails()

    async def last_call(self) -> None:
        # Wait only for the mail that is being sent: if the provider is silent, each takes half a
        # minute.
        self.door.outgoing.closing = True

    async def close(self) -> None:
        self.door.final.stop()
        await self.door.outgoing.close()


def replay_pages(writer: Writer) -> Callable[[ReplayOf], Awaitable[bytes]]:
    """Return a function that makes the replay pages of mails."""
    maker = PageMaker()

    async def made(of: ReplayOf) -> bytes:
        replay = await writer.run(queries.replay, of.game, of.viewer, of.until)
        return b"" if replay is None else await maker.make(replay, of.language)

    return made


class SandboxService(supervisor.Service):
    """Throw-away mail servers on this machine, for as long as the program runs.

    They accept connections from the beginning; pending mail is sent once the referee works. Raises
    ``UserError`` if there is no port for them.
    """

    name = "sandbox"

    def __init__(self, *names: str):
        self.host = Host()
        self.host.open(REFEREE, *names)
        self.at = [listening(wanted) for wanted in SANDBOX_PORTS]
        self.imap, self.smtp = (sock.getsockname()[1] for sock in self.at)

    def settings(self) -> MailConfig:
        own: dict[str, Any] = {
            "host": LOOPBACK,
            "security": "plain",
            "user": REFEREE,
            "password": self.host.password,
        }
        return MailConfig(
            address=self.host.address(REFEREE),
            authserv_id=self.host.domain,
            recall_minutes=0,  # nobody who tries it wants to wait
            imap=ImapConfig(port=self.imap, **own),
            smtp=SmtpConfig(port=self.smtp, per_minute=0, per_day=0, **own),
        )

    async def run(self) -> None:
        imap, smtp = self.at
        await self.host.start(imap, smtp)
        await asyncio.Event().wait()

    async def close(self) -> None:
        await self.host.stop()


REFEREE = "referee"
SANDBOX_PORTS = 1143, 1025
"""The sandbox's preferred ports for IMAP and SMTP."""


def listening(wanted: int) -> socket.socket:
    """Return a socket at this port of this machine, or else at a free one."""
    for port in (wanted, 0):
        with contextlib.suppress(OSError):
            return bound(port)
    raise UserError("the sandbox finds no port to listen at")


class RefreshToken:
    """The current refresh token. Some hosts issue a new one with every access token, and a restart
    must know it. It is used as long as the settings contain the token it comes from.
    """

    def __init__(self, remembered: str, config: MailConfig):
        configured = secret(REFRESH_TOKEN, config.oauth.refresh_token)
        self.of = sha256(configured.encode()).hexdigest()
        self.writer: Writer | None = None
        of, _, value = remembered.partition(" ")
        self.value = value if of == self.of else configured

    async def changed(self, value: str) -> None:
        if self.writer is not None:
            await self.writer.run(
                lambda batch: batch.store.put_notes(DOOR, {REFRESH: f"{self.of} {value}"})
            )


def service(config: MailConfig, db: Path, language: str) -> MailService:
    with app.when_free(db) as store:
        memory = RefreshToken(store.notes(DOOR).get(REFRESH, ""), config)
        key = key_of(store)
    inbox, sender, names = built(config, memory, key)
    writing, recall = Writing(names, language), 60 * config.recall_minutes
    door = MailDoor(writing, sender, believed(config.authserv_id), recall)
    if config.check_signatures:
        door.witness = senders.Witness(keys.DnsKeys(), config.trusted_sealers)
    return MailService(door, inbox, memory)


def built(
    config: MailConfig, memory: RefreshToken, key: bytes
) -> tuple[mailbox.ImapInbox, SmtpSender, MailNames]:
    imap, smtp = servers(config, memory)
    trust, quota = trusted(config), Quota(config.smtp.per_minute, config.smtp.per_day)
    with setting("[mail]"):
        names = MailNames(key, config.address, config.pattern, config.name)
        inbox = mailbox.ImapInbox(imap, config.imap.folder, trust)
        return inbox, SmtpSender(smtp, clock.Clock(), trust, quota), names


@contextlib.contextmanager
def setting(what: str, more: str = "") -> Iterator[None]:
    """Turn an error in a setting into a ``UserError`` that names the setting."""
    try:
        yield
    except OSError as error:
        raise UserError(f"{what}: {error.strerror or error}{more}") from error
    except ValueError as error:
        raise UserError(f"{what}: {error}{more}") from error


def believed(authserv_id: str) -> str:
    """Return the exchanger's name for the door; "" is one that writes no name."""
    return {"": NOBODY, UNNAMED: ""}.get(authserv_id, authserv_id)


UNNAMED = "unnamed"
"""The setting for exchangers that write no name."""


def look_at_mail(config: MailConfig, db: Path) -> checks.MailFindings:
    if not config.address:
        raise UserError(
            "[mail] address: is missing in the settings; docs/mail.md says what is needed"
        )
    remembered = ""
    if stores.is_there(db):
        with stored.looked_at(db) as store:
            remembered = store.notes(DOOR).get(REFRESH, "")
    imap, smtp, names = built(config, RefreshToken(remembered, config), b"")
    return asyncio.run(Doctor(imap, smtp, names, believed(config.authserv_id)).examine())


def secret(variable: str, setting: str) -> str:
    return os.environ.get(variable, "").strip() or setting


def servers(config: MailConfig, memory: RefreshToken) -> tuple[MailServer, MailServer]:
    """Return the servers for incoming and outgoing mail."""
    user, _, host = config.address.rpartition("@")
    if not user or not host:
        raise UserError(
            f"[mail] address = {config.address!r}: needs one mail address, such as"
            " referee@play.example"
        )
    if not config.name.isprintable():
        raise UserError(
            f"[mail] name = {config.name!r}: needs letters on one line, such as Referee"
        )
    for table, one in (("imap", config.imap), ("smtp", config.smtp)):
        if not one.host:
            raise UserError(f"[mail.{table}] host: is missing; docs/mail.md says what to put there")
    tokens = tokens_of(config.oauth, memory)
    imap_password = secret(PASSWORD, config.imap.password)
    smtp_password = secret(SMTP_PASSWORD, config.smtp.password) or imap_password
    if not imap_password and tokens is None:
        raise UserError(
            f"[mail.imap]: there is no password: set {PASSWORD} in the environment; see"
            " docs/mail.md"
        )
    return (
        server_of("imap", config.imap, config.imap.user or config.address, imap_password, tokens),
        server_of(
            "smtp",
            config.smtp,
            config.smtp.user,
            smtp_password,
            tokens if config.smtp.user else None,
        ),
    )


def server_of(
    table: str, config: ImapConfig | SmtpConfig, user: str, password: str, tokens: Tokens | None
) -> MailServer:
    server = MailServer(
        host=config.host,
        port=config.port,
        user=user,
        password=password if user else "",
        security=BY_SETTING[config.security],
        plain=config.security == "plain-over-the-network",
        tokens=tokens,
    )
    with setting(f"[mail.{table}] security = {config.security!r}", "; see docs/mail.md"):
        server.check()
    return server


def tokens_of(config: OAuthConfig, memory: RefreshToken) -> Tokens | None:
    """Return the source of tokens that replace passwords, if configured."""
    if config.command:
        with setting(f"[mail.oauth] command = {config.command!r}"):
            return Tokens(TokenCommand(config.command))
    if not config.endpoint:
        return None
    if not memory.value or not config.client_id:
        raise UserError(
            f"[mail.oauth] endpoint: needs client_id and {REFRESH_TOKEN} beside it; see"
            " docs/mail.md"
        )
    given = secret(CLIENT_SECRET, config.client_secret)
    with setting("[mail.oauth]"):
        return Tokens(
            Refresh(
                config.endpoint, config.client_id, given, memory.value, config.scope, memory.changed
            )
        )


BY_SETTING: Mapping[Security, outgoing.Security] = {
    "tls": "tls",
    "starttls": "starttls",
    "plain": "none",
    "plain-over-the-network": "none",
}


def trusted(config: MailConfig) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if config.ca_file:
        with setting(f"[mail] ca_file = {config.ca_file!r}"):
            context.load_verify_locations(config.ca_file)
    return context


def key_of(store: Store) -> bytes:
    """Return the key that signs tags, made once and kept with the games."""
    value = store.notes(DOOR).get(KEY)
    if value is None:
        value = secrets.token_hex(32)
        store.put_notes(DOOR, {KEY: value})
    return bytes.fromhex(value)


def mail_invite(
    batch: Batch, game: str, receiver: str, language: str, address: str, pattern: str, shown: str
) -> Iterator[str]:
    """Mail an invitation to ``receiver``. It is stored until it has been sent.

    ``language``, ``address``, ``pattern`` and ``shown`` are settings. Raises ``UserError`` if the
    address is wrong or no seat is free.
    """
    opened = opened_in(batch, game)
    if not lacks_players(opened.table):
        raise UserError(f"game {game} has begun, and no seat of it is free")
    with setting(repr(receiver), "; needs one mail address, such as ann@mail.example"):
        writing = Writing(MailNames(key_of(batch.store), address, pattern, shown), language)
        mail = lobby.invite(batch, writing, game, receiver, int(time.time()))
    batch.post(Address(door=DOOR, sender=mail.to, game=game, viewer=PUBLIC), write_mail(mail))
    audit(batch, "invite", game, who=[DOOR, mail.to])
    yield f"{receiver} is invited into game {game}; a reply that says join takes a seat"


def mail_strict(batch: Batch, game: str, *, on: bool) -> Iterator[str]:
    """Set whether a table demands a verdict from mail players."""
    opened_in(batch, game)
    batch.notes_of(DOOR).put(f"strict/{game}", "yes" if on else None)
    audit(batch, "mail strict", game, on=on)
    yield f"game {game}: " + (
        "orders by mail count when the sender is vouched for, and otherwise wait for a YES"
        if on
        else "orders by mail count unless there is a reason for doubt"
    )


def audit(batch: Batch, action: str, game: str, **facts: Any) -> None:
    batch.acts.append(AuditEntry.of(int(time.time()), "operator", action, game, **facts))


def opened_in(batch: Batch, game: str) -> open_game.OpenGame:
    opened = batch.game(game)
    if opened is None:
        raise UserError(f"there is no game {game!r}; `meanwhile games` lists those there are")
    if opened.table.state.result is not None:
        raise UserError(f"game {game} is over")
    return opened


UNREAD = 1_200
"""Seconds without a check from which a mailbox counts as failing.

A quiet one is checked every nine minutes.
"""
KEY, REFRESH = "key", "refresh"
"""The names of notes."""
