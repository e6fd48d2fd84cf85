"""The mailbox: its INBOX holds what has not been handled, and nothing else. And the loop that empties it."""

import asyncio
import calendar
import contextlib
import logging
import random
import re
import ssl
import time
from collections.abc import AsyncIterator
from typing import Any, Protocol

from aioimaplib import aioimaplib
from msgspec import Struct, structs

from engine.referee import NotStored
from mail.door import MailDoor
from mail.guards import KEPT
from mail.imap import Client, Lost
from mail.outgoing import Server

log = logging.getLogger(__name__)

RENEWED = 540.0
"""Seconds after which IDLE is begun anew: providers and routers end what is silent for ten minutes."""
POLLED = 30.0
"""Seconds between looks, where the server has no IDLE."""
BACK_OFF = (1.0, 300.0)
"""Seconds before a connection is tried again, at first and at the most."""
REFUSED = 60.0
"""Seconds before a password is tried again that was refused."""
TRIES = 3
"""Times that a mail is brought on which the referee fails; then it is set aside."""

DATE = re.compile(rb"INTERNALDATE \"([^\"]{1,40})\"")
NUMBERS = re.compile(rb"[\d ]+")


class Arrived(Struct, frozen=True):
    """A mail in the INBOX: ``at`` is the second in which the server took it, ``raw`` its first 128 kB."""

    uid: int
    at: int
    raw: bytes


class Inbox(Protocol):
    """What the loop needs of a mailbox. Everything raises ``OSError`` or ``TimeoutError`` when the connection is of no
    use any longer; ``PermissionError`` when the server does not let us in."""

    async def connect(self) -> None:
        """Begin, or begin again."""

    def fetch_new(self) -> AsyncIterator[Arrived]:
        """What is there, the oldest first; nothing only if nothing is there."""

    async def done(self, uid: int, folder: str) -> None:
        """This one is handled: put it into that folder."""

    async def wait(self) -> None:
        """Wait until there may be more, or somebody wants to know."""

    def look_again(self) -> None:
        """Somebody wants to know whether there is more."""

    def close(self) -> None:
        """End, at once."""


class ImapInbox:
    """A mailbox by IMAP. Nobody else should move mails in it; reading them does no harm."""

    def __init__(self, server: Server, folder: str = "INBOX", trust: ssl.SSLContext | None = None):
        server.check()
        self.server, self.folder = server, folder
        self.trust = trust or ssl.create_default_context()
        self.client: Client | None = None
        self.empty: dict[int, int] = {}

    @property
    def open(self) -> Client:
        """The connection."""
        if self.client is None:
            raise Lost("there is no connection")
        return self.client

    async def connect(self) -> None:
        self.close()
        server = self.server
        trust = self.trust if server.security == "tls" else None
        self.client = client = Client(server.host, server.port, timeout=server.timeout, ssl_context=trust)
        await client.wait_hello_from_server()
        if server.security == "starttls":
            async with asyncio.timeout(server.timeout):
                await client.starttls(self.trust, server.host)
        await self.enter(client)
        # What is said before a login may not be what holds after it.
        async with asyncio.timeout(server.timeout):
            await client.protocol.capability()
        for folder in (DONE, ASIDE):
            await client.create(aioimaplib.quoted(folder))
        self.good(await client.select(aioimaplib.quoted(self.folder)))

    async def enter(self, client: Client) -> None:
        """Log in. Raises ``PermissionError`` if the server does not let us in, ``Lost`` if it may do so at once."""
        server = self.server
        if server.tokens is None:
            answer = await client.login(aioimaplib.quoted(server.user), server.password)
        else:
            answer = await client.xoauth2(server.user, await server.tokens.get())
            if answer.result != "OK" and server.tokens.outdated():
                raise Lost("the server wants a new token")
        if answer.result != "OK":
            raise PermissionError("the server does not let us in")

    def good(self, answer: Any) -> Any:
        """An answer that says OK. Raises ``Lost`` for any other: the connection is not to be trusted then."""
        if answer.result != "OK":
            raise Lost(f"the server says {answer.result}")
        return answer

    async def fetch_new(self) -> AsyncIterator[Arrived]:
        client = self.open
        client.protocol.changed.clear()
        # A search may know no more than what has been announced, and a server announces when it is asked.
        self.good(await client.noop())
        answer = self.good(await client.uid_search("UNDELETED"))
        # Other news may stand between: only a line of numbers is the answer.
        found = [bytes(line) for line in answer.lines if NUMBERS.fullmatch(bytes(line))]
        uids = sorted({int(word) for line in found for word in line.split()})
        for uid in uids:
            async with asyncio.timeout(4 * self.server.timeout):
                got = self.good(await client.uid("fetch", str(uid), f"(UID INTERNALDATE BODY.PEEK[]<0.{KEPT + 1}>)"))
            raw = next((bytes(line) for line in got.lines if isinstance(line, bytearray)), None)
            date = DATE.search(b" ".join(bytes(line) for line in got.lines if not isinstance(line, bytearray)))
            if raw is not None and date is not None:
                yield Arrived(uid, second_of(date[1].decode("ascii", "replace")), raw)
            else:
                await self.missing(uid)

    async def missing(self, uid: int) -> None:
        """The server lists a mail and does not hand it out. Raises ``Lost``: perhaps it will, or has it no more."""
        self.empty[uid] = self.empty.get(uid, 0) + 1
        if self.empty[uid] < TRIES:
            raise Lost(f"mail {uid} is not handed out")
        log.error("mail %s is not handed out by the server; it is set aside", uid)
        await self.done(uid, ASIDE)

    async def done(self, uid: int, folder: str) -> None:
        client, target = self.open, aioimaplib.quoted(folder)
        async with asyncio.timeout(self.server.timeout):
            if client.has_capability("MOVE"):
                self.good(await client.uid("move", str(uid), target))
            else:
                self.good(await client.uid("copy", str(uid), target))
                self.good(await client.uid("store", str(uid), "+FLAGS.SILENT", r"(\Deleted)"))

    async def wait(self) -> None:
        client = self.open
        if client.protocol.changed.is_set():
            # It came with the answer to something else.
            if client.protocol.lost is not None:
                raise client.protocol.lost
            return
        if client.has_capability("IDLE"):
            await client.idle_until_changed(RENEWED)
        else:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLLED):
                    await client.protocol.changed.wait()

    def look_again(self) -> None:
        if self.client is not None:
            self.client.protocol.changed.set()

    def close(self) -> None:
        if self.client is not None:
            self.client.abort()
            self.client = None


DONE, ASIDE = "Done", "Aside"
"""Where mails go that are handled; where those go on which the referee fails."""


def second_of(date: str) -> int:
    """An INTERNALDATE (`` 3-Nov-2026 21:14:05 +0100``) in seconds since 1970. Raises ``Lost`` for what is none."""
    try:
        return int(calendar.timegm(time.strptime(date[:20].strip(), "%d-%b-%Y %H:%M:%S"))) - offset(date[-5:])
    except ValueError as error:
        raise Lost(f"no date: {date!r}") from error


def offset(zone: str) -> int:
    """``+0130`` in seconds."""
    return (-1 if zone[0] == "-" else 1) * (int(zone[1:3]) * 3600 + int(zone[3:5]) * 60)


async def serve(door: MailDoor, inbox: Inbox, back_off: tuple[float, float] = BACK_OFF) -> None:
    """Empty the INBOX and keep it empty, until cancelled. A mail leaves it when what it does is durable: if the
    connection is cut before, it comes again, and nothing is done twice."""
    wait, failures = back_off[0], dict[str, int]()
    door.wake = inbox.look_again
    while True:
        try:
            await inbox.connect()
            while True:
                if await sweep(door, inbox, failures):
                    wait = back_off[0]
                else:
                    await inbox.wait()
        except PermissionError as error:
            log.error("the mailbox: %s", error)
            wait = max(wait, min(REFUSED, back_off[1]))
        except (OSError, TimeoutError, NotStored, aioimaplib.AioImapException) as error:
            log.warning("the mailbox cannot be read: %s", error or type(error).__name__)
        finally:
            inbox.close()
        await asyncio.sleep(wait * random.uniform(0.5, 1))
        wait = min(2 * wait, back_off[1])


async def sweep(door: MailDoor, inbox: Inbox, failures: dict[str, int]) -> bool:
    """Handle what is there, in the order in which it arrived. ``False``: nothing was, so that all that arrived before
    this is handed over."""
    began, found = door.writer.clock.now(), False
    async for mail in inbox.fetch_new():
        # Their clock may be ahead of ours.
        at, found = min(mail.at, began), True
        await door.has_read(at)
        await inbox.done(mail.uid, await folder_for(door, structs.replace(mail, at=at), failures))
    if not found:
        await door.has_read(began)
    return found


async def folder_for(door: MailDoor, mail: Arrived, failures: dict[str, int]) -> str:
    """Do what a mail says; the folder it belongs in then. Raises ``NotStored`` if it is to be brought again."""
    try:
        handled = await door.take(mail.raw, mail.at)
        return ASIDE if handled.what == "unreadable" else DONE
    except NotStored:
        raise
    except Exception:
        key = f"{mail.at}/{hash(mail.raw)}"
        failures[key] = failures.get(key, 0) + 1
        log.exception("the referee fails on mail %s, for the %s. time", mail.uid, failures[key])
        if failures[key] < TRIES:
            raise NotStored("the referee fails on a mail") from None
        del failures[key]
        return ASIDE
