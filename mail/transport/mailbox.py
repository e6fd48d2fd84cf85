"""A mailbox by IMAP: its INBOX holds what has not been handled, and nothing else."""

import asyncio
import contextlib
import logging
import re
import ssl
from collections.abc import AsyncIterator, Collection
from datetime import datetime
from typing import Any

from aioimaplib import aioimaplib
from msgspec import Struct

from mail.parse.limits import KEPT
from mail.transport.imap import ImapClient, Lost, Said, words_of
from mail.transport.smtp import MailServer

log = logging.getLogger(__name__)

RENEWED = 540.0
"""Seconds after which IDLE is begun anew: providers and routers end
what is silent for ten minutes.
"""
POLLED = 30.0
"""Seconds between looks, where the server has no IDLE."""
STUCK = 600.0
"""Seconds before a mail is tried to be moved again that the server would not move."""
PREFIXES = "INBOX.", "INBOX/"
"""What own folders begin with at servers that want it so; not all of them tell who asks."""
TRIES = 3
"""Times that a mail is brought on which the referee fails; then it is set aside."""
DONE = "Done"
"""The folder of mails that are handled."""
ASIDE = "Aside"
"""The folder of those on which the referee fails."""
DATE = re.compile(rb"INTERNALDATE \"([^\"]{1,40})\"")
VALIDITY = re.compile(rb"\[UIDVALIDITY (\d+)\]", re.I)
NUMBERS = re.compile(rb"[\d ]+")


class Arrived(Struct, frozen=True):
    """A mail in the INBOX: ``at`` is the second in which the server
    took it, ``raw`` its first 128 kB.
    """

    uid: int
    at: int
    raw: bytes


class ImapInbox:
    """A mailbox by IMAP. Nobody else should move mails in it; reading them does no harm.

    Everything raises ``OSError`` or ``TimeoutError`` when the connection is of no use any
    longer; ``PermissionError`` when the server does not let us in.
    """

    def __init__(
        self, server: MailServer, folder: str = "INBOX", trust: ssl.SSLContext | None = None
    ):
        server.check()
        self.server, self.folder = server, folder
        self.trust = trust or ssl.create_default_context()
        self.client: ImapClient | None = None
        self.prefix = ""
        self.validity = b""
        self.empty: dict[int, int] = {}
        self.stuck: dict[int, str] = {}
        self.why_stuck = ""
        self.try_again = 0.0

    @property
    def open(self) -> ImapClient:
        """The connection."""
        if self.client is None:
            raise Lost("there is no connection")
        return self.client

    async def connect(self) -> None:
        """Begin, or begin again."""
        self.close()
        server = self.server
        trust = self.trust if server.security == "tls" else None
        self.client = client = ImapClient(
            server.host, server.port, timeout=server.timeout, ssl_context=trust
        )
        await client.wait_hello_from_server()
        if server.security == "starttls":
            async with asyncio.timeout(server.timeout):
                await client.starttls(self.trust, server.host)
        await self.enter(client)
        # What is said before a login may not be what holds after it.
        async with asyncio.timeout(server.timeout):
            await client.protocol.capability()
        self.prefix = await client.prefix()
        for folder in (DONE, ASIDE):
            await self.make(folder)
        self.number(await self.select())
        self.try_again = 0.0

    async def enter(self, client: ImapClient) -> None:
        """Log in. Raise ``PermissionError`` if the server does not let us in, ``Lost`` if it may
        do so at once.
        """
        server = self.server
        if server.tokens is None:
            answer = await client.login(aioimaplib.quoted(server.user), server.password)
        else:
            answer = await client.xoauth2(server.user, await server.tokens.get())
            if answer.result != "OK" and server.tokens.outdated():
                raise Lost("the server wants a new token")
        if answer.result != "OK":
            raise PermissionError(f"the server does not let us in: {words_of(answer)}")

    def below(self, folder: str) -> str:
        """Return a folder of ours, as this server wants it to be called."""
        return self.prefix + folder

    async def make(self, folder: str) -> None:
        """See that there is a folder of ours. Raise ``Said``."""
        refused = None
        for prefix in dict.fromkeys([self.prefix, *PREFIXES]):
            name = aioimaplib.quoted(prefix + folder)
            answer = await self.open.create(name)
            if answer.result == "OK" or (await self.open.status(name, "(MESSAGES)")).result == "OK":
                self.prefix = prefix
                return
            refused = refused or answer
        raise Said(f"to make the folder {self.below(folder)}", refused)

    async def select(self) -> Any:
        """Open the folder in which mail arrives. Raise ``Said``."""
        answer = await self.open.select(aioimaplib.quoted(self.folder))
        if answer.result != "OK" and self.prefix:
            answer = await self.open.select(aioimaplib.quoted(self.below(self.folder)))
        return self.good(answer, f"to open the folder {self.folder}")

    def number(self, selected: Any) -> None:
        """Forget what was known of mails by their numbers, if the server has numbered them anew."""
        validity = next(
            (found[1] for line in selected.lines if (found := VALIDITY.search(bytes(line)))), b""
        )
        if validity != self.validity:
            self.validity = validity
            self.empty.clear()
            self.stuck.clear()

    def good(self, answer: Any, what: str) -> Any:
        """Return an answer that says OK. Raise ``Said`` for any other: the connection is not to
        be trusted then.
        """
        if answer.result != "OK":
            raise Said(what, answer)
        return answer

    async def fetch_new(self) -> AsyncIterator[Arrived]:
        """Yield what is there, the oldest first; nothing only if nothing is there."""
        client = self.open
        client.protocol.changed.clear()
        # A search may know no more than what has been announced, and a
        # server announces when it is asked.
        self.good(await client.noop(), "to say what is new")
        answer = self.good(await client.uid_search("UNDELETED"), "to list mails")
        # Other news may stand between: only a line of numbers is the answer.
        found = [bytes(line) for line in answer.lines if NUMBERS.fullmatch(bytes(line))]
        uids = sorted({int(word) for line in found for word in line.split()})
        await self.move_stuck(uids)
        for uid in uids:
            if uid in self.stuck:
                continue
            async with asyncio.timeout(4 * self.server.timeout):
                got = await client.uid(
                    "fetch", str(uid), f"(UID INTERNALDATE BODY.PEEK[]<0.{KEPT + 1}>)"
                )
            raw = next((bytes(line) for line in got.lines if isinstance(line, bytearray)), None)
            date = DATE.search(
                b" ".join(bytes(line) for line in got.lines if not isinstance(line, bytearray))
            )
            if got.result == "OK" and raw is not None and date is not None:
                self.empty.pop(uid, None)
                yield Arrived(uid, second_of(date[1].decode("ascii", "replace")), raw)
            else:
                await self.missing(uid, words_of(got))

    async def missing(self, uid: int, said: str) -> None:
        """Count how often the server lists a mail and does not hand it out. Raise ``Lost``:
        perhaps it will, or has it no more.
        """
        self.empty[uid] = self.empty.get(uid, 0) + 1
        if self.empty[uid] < TRIES:
            raise Lost(f"mail {uid} is not handed out: {said}")
        log.error("mail %s is not handed out by the server (%s); it is set aside", uid, said)
        del self.empty[uid]
        await self.done(uid, ASIDE)

    async def done(self, uid: int, folder: str) -> None:
        """Put a mail that is handled into that folder. It is not brought again, even if the server
        will not move it.
        """
        answer = await self.moved(uid, folder)
        if answer.result != "OK":
            # Somebody may have taken the folder away.
            await self.make(folder)
            answer = await self.moved(uid, folder)
        if answer.result == "OK":
            self.stuck.pop(uid, None)
            return
        why = (
            f"mails that are handled stay in {self.folder}, as the server refuses to move them:"
            f" {words_of(answer)}"
        )
        if why != self.why_stuck:
            log.error("%s", why)
        self.stuck[uid], self.why_stuck = folder, why

    async def moved(self, uid: int, folder: str) -> Any:
        """Return what the server says to moving a mail."""
        client, target = self.open, aioimaplib.quoted(self.below(folder))
        async with asyncio.timeout(self.server.timeout):
            if client.has_capability("MOVE"):
                return await client.uid("move", str(uid), target)
            copied = await client.uid("copy", str(uid), target)
            if copied.result != "OK":
                return copied
            return await client.uid("store", str(uid), "+FLAGS.SILENT", r"(\Deleted)")

    async def move_stuck(self, there: Collection[int]) -> None:
        """Try again, from time to time, to move what could not be moved."""
        now = asyncio.get_running_loop().time()
        self.stuck = {uid: folder for uid, folder in self.stuck.items() if uid in there}
        if now < self.try_again:
            return
        self.try_again = now + STUCK
        for uid, folder in list(self.stuck.items()):
            await self.done(uid, folder)
            if uid in self.stuck:
                # The next time, others come first.
                self.stuck[uid] = self.stuck.pop(uid)
                return

    def ails(self) -> str:
        """Return what the server does not do that it should; nothing if all is well."""
        return self.why_stuck if self.stuck else ""

    async def wait(self) -> None:
        """Wait until there may be more, or somebody wants to know."""
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
        """End the wait: somebody wants to know whether there is more."""
        if self.client is not None:
            self.client.protocol.changed.set()

    def close(self) -> None:
        """End, at once."""
        if self.client is not None:
            self.client.abort()
            self.client = None


def second_of(date: str) -> int:
    """Return an INTERNALDATE (`` 3-Nov-2026 21:14:05 +0100``) in seconds since 1970. Raise
    ``Lost`` for what is none.
    """
    try:
        return int(datetime.strptime(date.strip(), "%d-%b-%Y %H:%M:%S %z").timestamp())
    except ValueError as error:
        raise Lost(f"no date: {date!r}") from error
