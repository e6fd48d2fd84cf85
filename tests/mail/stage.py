"""A provider of mail, a referee that mails, and people who have nothing but a mail client."""

import asyncio
import email
import re
import ssl
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage
from email.utils import format_datetime
from functools import cache, lru_cache
from itertools import count
from pathlib import Path
from typing import Any

from aiosmtpd import smtp
from msgspec import Struct

from bot.service.mail import replay_pages
from engine.messages import Address, Message
from engine.referee.batch import Batch
from engine.referee.clock import HandClock
from engine.referee.writer import Writer
from engine.state import PUBLIC, Setup
from engine.store.sqlite import SqliteStore
from engine.table import GameTable
from mail.door import MailDoor
from mail.incoming.incoming import Handled
from mail.names import MailNames
from mail.outgoing.sentences import Writing
from mail.parse.reading import unflowed
from mail.transport.smtp import MailServer, SmtpSender
from tests.tables import sqlite

START = 1_700_000_000
MX = "mx.play.example"
KEY = b"k" * 32


def local(port: int, **more: Any) -> MailServer:
    """Return a server on this machine that wants no encryption, unless it does."""
    given: dict[str, Any] = {"host": "127.0.0.1", "port": port, "security": "none"} | more
    return MailServer(**given)


class Provider:
    """Takes mails by SMTP and keeps them; ``answers`` are what it says instead of 250, one
    after the other, ``returns`` what it always says to a mail of these bytes, ``refuses`` what
    it always says when somebody is named as the receiver. ``named`` are all who were.
    """

    def __init__(self) -> None:
        self.mails: list[tuple[str, str, bytes]] = []
        self.answers: list[str] = []
        self.returns: dict[bytes, str] = {}
        self.refuses: dict[str, str] = {}
        self.named: list[str] = []
        self.connections = 0
        self.sessions: list[smtp.SMTP] = []
        self.logins: list[object] = []
        self.server: asyncio.Server | None = None
        self.starttls: ssl.SSLContext | None = None

    async def handle_RCPT(
        self,
        _server: object,
        _session: object,
        envelope: smtp.Envelope,
        address: str,
        _options: list[str],
    ) -> str:
        self.named.append(address)
        if address in self.refuses:
            return self.refuses[address]
        envelope.rcpt_tos.append(address)
        return "250 known"

    async def handle_DATA(self, _server: object, _session: object, envelope: smtp.Envelope) -> str:
        if self.answers and (answer := self.answers.pop(0)):
            if answer == "drop":
                self.drop()
            return answer
        assert isinstance(envelope.content, bytes)
        if envelope.content in self.returns:
            return self.returns[envelope.content]
        (receiver,) = envelope.rcpt_tos
        self.mails.append((envelope.mail_from or "", receiver, envelope.content))
        return "250 kept"

    def session(self) -> smtp.SMTP:
        self.connections += 1
        session = smtp.SMTP(
            self,
            hostname="smtp.test",
            enable_SMTPUTF8=False,
            authenticator=self.login,
            auth_require_tls=False,
            tls_context=self.starttls,
        )
        self.sessions.append(session)
        return session

    def login(self, *told: object) -> smtp.AuthResult:
        self.logins.append(told)
        return smtp.AuthResult(success=False, handled=False)

    def drop(self) -> None:
        for session in self.sessions:
            if isinstance(session.transport, asyncio.WriteTransport):
                session.transport.abort()

    async def start(self, tls: ssl.SSLContext | None = None) -> int:
        self.server = await asyncio.get_running_loop().create_server(
            self.session, "127.0.0.1", 0, ssl=tls
        )
        port: int = self.server.sockets[0].getsockname()[1]
        return port

    async def stop(self) -> None:
        assert self.server is not None
        self.server.close()
        await self.server.wait_closed()

    def to(self, address: str) -> list[EmailMessage]:
        return [parsed(raw) for _, receiver, raw in self.mails if receiver == address]


@lru_cache(maxsize=256)
def parsed(raw: bytes) -> EmailMessage:
    message = email.message_from_bytes(raw, policy=policy.default)
    assert isinstance(message, EmailMessage)
    return message


def text_of(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    assert body is not None
    lines = str(body.get_content()).replace("\r\n", "\n").split("\n")
    flowed = "\n".join(unflowed(lines, without_blank=True))
    return re.sub(r"\n(?: {11}| {4})(?=\S)", " ", flowed)


def asks(message: EmailMessage) -> bool:
    return any(line.startswith("Reply with ") for line in own_lines(message)) and not re.search(
        "^Reply with one line$", text_of(message), re.M
    )


def tells_the_end(message: EmailMessage) -> bool:
    return any(line.startswith("The game is over.") for line in own_lines(message))


def rows(message: EmailMessage, mark: str = "DONE") -> list[str]:
    body = message.get_body(("plain",))
    assert body is not None
    return re.findall(rf"^ ?{mark} +(.*?)\s*$", str(body.get_content()), re.M)


IDS = count(1)


def reply(
    to: EmailMessage,
    text: str,
    sender: str,
    verdict: str | None = "pass",
    id: str = "",
    written: int | None = None,
) -> bytes:
    """What a client sends when its user answers this mail, as the referee's exchanger hands it
    on; ``written`` is when it says that it was.
    """
    domain = sender.rpartition("@")[2].rstrip(">")
    quoted = "\n".join(f"> {line}" for line in text_of(to).splitlines())
    above = (
        []
        if verdict is None
        else [f"Authentication-Results: {MX}; dmarc={verdict} header.from={domain}"]
    )
    headers = [
        *above,
        *(f"From: {sender}", f"To: {to['Reply-To']}", f"Subject: Re: {to['Subject']}"),
        *(f"Message-ID: {id or f'<{next(IDS)}@{domain}>'}", f"In-Reply-To: {to['Message-ID']}"),
        f"References: {to['References'] or ''} {to['Message-ID']}",
        "Content-Type: text/plain; charset=utf-8",
        *(
            []
            if written is None
            else [f"Date: {format_datetime(datetime.fromtimestamp(written, UTC))}"]
        ),
    ]
    return "\r\n".join(
        [*headers, "", text, "", "On 03/11/2026 21:14, Referee wrote:", quoted, ""]
    ).encode()


class Office:
    def __init__(self, provider: Provider, door: MailDoor, writer: Writer, clock: HandClock):
        self.provider, self.door, self.writer, self.clock = provider, door, writer, clock

    async def make(self, game: str = "g12", watching: str = "", **options: Any) -> None:
        small = {"players": 2, "size": "4x3", "cities": 2} | options
        await self.make_other("battleboard", game, watching, **small)

    async def make_other(
        self, kind: str, game: str = "g12", watching: str = "", **options: Any
    ) -> None:
        addresses = (
            [Address(door="mail", sender=watching, game=game, viewer=PUBLIC)] if watching else []
        )
        await self.writer.make(
            kind,
            Setup(id=game, secret=b"s" * 32, options=options, scenario={}, at=START),
            addresses,
        )

    async def table(self, game: str = "g12") -> GameTable:
        def look(batch: Batch) -> GameTable:
            opened = batch.game(game)
            assert opened is not None
            return opened.table

        return await self.writer.run(look)

    async def asked(self, game: str = "g12") -> str:
        ask = (await self.table(game)).ask()
        return ask.seats[0] if ask and ask.seats else ""

    async def one(self, sql: str) -> object:
        """Return the only value that the store has for this."""
        row = await self.writer.run(lambda batch: sqlite(batch.store).one(sql))
        (value,) = row
        return value

    async def take(self, raw: bytes) -> Handled:
        self.clock.advance(1)
        handled = await self.door.take(raw, self.clock.now())
        await self.quiet()
        return handled

    async def quiet(self) -> None:
        for _ in range(3):
            while tasks := set(self.writer.dispatcher.tasks):
                await asyncio.wait(tasks)
            await self.writer.run(lambda _: None)
            await asyncio.sleep(0)

    async def says(
        self,
        seat: str,
        text: str,
        verdict: str | None = "pass",
        id: str = "",
        written: int | None = None,
    ) -> Handled:
        """Somebody answers the last mail that asked them for an order."""
        return await self.take(
            reply(prompt(self, seat), text, PEOPLE[seat], verdict, id=id, written=written)
        )

    async def submit(self, seat: str, text: str) -> None:
        """Let the referee answer a message that came in a mail."""
        message = Message(
            door="mail",
            id=f"{seat}: {text}",
            sender=address(seat),
            text=text,
            at=self.clock.now(),
            game="g12",
        )
        assert (await self.writer.submit(message)).status == "answered"

    def talk(self, seat: str) -> list[EmailMessage]:
        """Return the mails in which somebody was talked to."""
        return [mail for mail in self.mails(seat) if "message from" in mail["Subject"]]

    async def heard(self, seat: str) -> str:
        """Return the text of the last mail that somebody received."""
        return text_of(await self.latest(seat))

    async def latest(self, seat: str) -> EmailMessage:
        return await self.last(address(seat))

    def mails(self, seat: str) -> list[EmailMessage]:
        """Return what somebody has received, in order."""
        return self.provider.to(address(seat))

    async def last(self, address: str) -> EmailMessage:
        await self.quiet()
        return self.provider.to(address)[-1]


@asynccontextmanager
async def office(
    path: Path, language: str = "en", before: "Snapshot | None" = None
) -> AsyncIterator[Office]:
    provider, clock = Provider(), HandClock(START)
    if before is not None:
        path.write_bytes(before.db)
        provider.mails += before.mails
        clock.advance(before.time - START)
    port = await provider.start()
    outgoing = SmtpSender(local(port), clock)
    door = MailDoor(Writing(MailNames(KEY, "referee@play.example"), language), outgoing, MX)
    with SqliteStore(path) as store:
        writer = Writer(store, {door.name: door}, clock)
        door.on_open(writer)
        door.replay_page = replay_pages(writer)
        await writer.start()
        try:
            yield Office(provider, door, writer, clock)
        finally:
            await writer.stop()
            await outgoing.close()
            await provider.stop()


def own_lines(message: EmailMessage) -> list[str]:
    return [line for line in text_of(message).splitlines() if line.strip()]


ANN, BOB, EVE = "Ann <ann@mail.example>", "Bob <bob@post.example>", "Eve <eve@evil.example>"
PEOPLE = {"Ann": ANN, "Bob": BOB}
SQUARES = [f"{x} {y}" for x in range(4) for y in range(3)]


def mailbox(sender: str) -> str:
    return sender.partition("<")[2].rstrip(">")


def address(seat: str) -> str:
    return mailbox({**PEOPLE, "Eve": EVE}[seat])


def about(subject: str = "hello") -> EmailMessage:
    """Return a mail whose answers name no question."""
    head = f"Subject: {subject}\r\nReply-To: referee@play.example\r\nMessage-ID: <1@x>"
    return parsed(f"{head}\r\n\r\nhello".encode())


async def seat_all(at: Office, game: str = "g12", senders: Iterable[str] = PEOPLE.values()) -> None:
    for sender in senders:
        await at.door.invite(game, mailbox(sender))
        invited = await at.last(mailbox(sender))
        assert (await at.take(reply(invited, "join", sender))).what == "accept"


async def seated(at: Office, **options: str) -> None:
    await at.make(**options)
    await seat_all(at)


async def bomb(at: Office, seat: str, square: str) -> None:
    other = next(name for name in PEOPLE if name != seat)
    text = f"Hi,\nbomb {other} {square}\nCheers\n{seat}"
    assert (await at.take(reply(prompt(at, seat), text, PEOPLE[seat]))).what == "accept"
    receipt = [mail for mail in at.mails(seat) if mail["Auto-Submitted"] == "auto-replied"][-1]
    assert rows(receipt) == [f"bomb {other} {square}"]


async def play_to_the_end(at: Office) -> None:
    turns = {seat: iter(SQUARES) for seat in PEOPLE}
    while seat := await at.asked():
        await bomb(at, seat, next(turns[seat]))
    await at.quiet()


def prompt(at: Office, seat: str = "Ann") -> EmailMessage:
    return [mail for mail in at.mails(seat) if asks(mail)][-1]


async def orders_of(at: Office, seat: str) -> int:
    return (await at.table()).state.orders.get(seat, 0)


async def said(
    at: Office,
    text: str,
    seat: str = "Ann",
    to: EmailMessage | None = None,
    written: int | None = None,
) -> str:
    """Answer a mail, the last one if no other is given; return the text of the one answer."""
    before = at.mails(seat)
    await at.take(reply(to or before[-1], text, PEOPLE[seat], written=written))
    (answer,) = at.mails(seat)[len(before) :]
    return text_of(answer)


# ---- stages, for `tests.kit.story.on`

Play = Callable[[Office], Awaitable[None]]


class Snapshot(Struct):
    """An office that was closed."""

    db: bytes
    mails: list[tuple[str, str, bytes]]
    time: int


def stage(prepare: Callable[..., Awaitable[None]]) -> Callable[..., None]:
    """Make a stage of what happens before a story. It happens once, and is copied for each."""

    @cache
    def prepared(arguments: tuple[Any, ...], options: tuple[tuple[str, Any], ...]) -> Snapshot:
        async def first(path: Path) -> Snapshot:
            async with office(path) as at:
                await prepare(at, *arguments, **dict(options))
                await at.quiet()
            return Snapshot(path.read_bytes(), at.provider.mails, at.clock.now())

        with tempfile.TemporaryDirectory() as folder:
            return asyncio.run(first(Path(folder) / "m.db"))

    def on_stage(path: Path, play: Play, *arguments: Any, **options: Any) -> None:
        async def story() -> None:
            async with office(path / "m.db", before=before) as at:
                await play(at)

        before = prepared(arguments, tuple(options.items()))
        asyncio.run(story())

    return on_stage


@stage
async def empty(at: Office) -> None:
    """Nobody plays."""


@stage
async def played(at: Office, **options: Any) -> None:
    await seated(at, order="join", **options)


@stage
async def ended(at: Office) -> None:
    await seated(at, order="join")
    await play_to_the_end(at)


@stage
async def playing(at: Office, kind: str, **options: Any) -> None:
    await at.make_other(kind, **options)
    await seat_all(at)


@stage
async def hiding(at: Office) -> None:
    """Ambush: both sides hide one unit in secret."""
    await at.make_other("ambush", battle="duel")
    await seat_all(at)
    assert "DONE " in await said(at, "deploy A1 1001/0")
    assert "DONE " in await said(at, "deploy B1 0112/0", "Bob")
