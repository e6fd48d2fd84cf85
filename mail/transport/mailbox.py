"""An IMAP mailbox whose INBOX contains only unhandled mail."""

import asyncio
import contextlib
import logging
import re
import ssl
from collections import Counter
from collections.abc import Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from aioimaplib import aioimaplib
from msgspec import Struct

from mail.parse.charsets import KEPT
from mail.transport import reasons, smtp
from mail.transport.imap import ImapClient, Lost, NotNow, Said, words_of

log = logging.getLogger(__name__)

RENEWED = 540.0
"""Seconds after which IDLE is repeated.

Providers and routers drop connections that are silent for ten minutes.
"""
POLLED = 30.0
"""Seconds between checks for new mail if the server has no IDLE."""
STUCK = 600.0
"""Seconds before retrying to move a mail that the server refused to move."""
PREFIXES = "INBOX.", "INBOX/"
"""Prefixes of our folders at servers that require one. Not all servers announce it."""
SET = 20
"""Maximum number of mails that are fetched, handled and moved together."""
SHARE = 5
"""Maximum number of mails of one queue in a set while others of the same rank wait."""
SCANNED = 200
"""Maximum number of mails whose headers are requested together."""
TRIES = 3
"""Number of attempts at a mail that makes the referee fail, before it is set aside."""
DONE = "Done"
"""The folder of handled mails."""
ASIDE = "Aside"
"""The folder of mails that make the referee fail."""
DATE = re.compile(rb"INTERNALDATE \"([^\"]{1,40})\"")
VALIDITY = re.compile(rb"\[UIDVALIDITY (\d+)\]", re.I)
NUMBERS = re.compile(rb"[\d ]+")
ONE_MAIL = re.compile(rb"\d+ FETCH \(")
UID = re.compile(rb"\bUID (\d+)")


class Arrived(Struct, frozen=True):
    """A mail in the INBOX."""

    uid: int
    at: int  # arrival at the server, in seconds since 1970
    raw: bytes  # the first 128 kB


class QueueKey(Struct, frozen=True):
    """A queue of mails. Lower ranks are read first. Within a rank each ``key``, such as a sender,
    takes turns.
    """

    rank: int = 0
    key: str = ""


class WaitingMail(Struct, frozen=True):
    """A mail that has not been fetched."""

    queue: QueueKey
    at: int  # arrival, in seconds since 1970


Ranks = Callable[[Sequence[bytes]], Awaitable[Sequence[QueueKey]]]
"""A function that finds the queues of mails from their headers."""


async def unranked(heads: Sequence[bytes]) -> Sequence[QueueKey]:
    return [QueueKey()] * len(heads)


class MailSet(Struct, frozen=True):
    """Mails that are handled together, oldest first. No other waiting mail arrived before second
    ``before``.
    """

    mails: list[Arrived]
    before: int


class ImapInbox:
    """A mailbox by IMAP. Nobody else should move mails in it; reading them is harmless.

    All methods raise ``OSError`` or ``TimeoutError`` if the connection is lost, and
    ``PermissionError`` if the login is refused.
    """

    def __init__(
        self, server: smtp.MailServer, folder: str = "INBOX", trust: ssl.SSLContext | None = None
    ):
        server.check()
        self.server, self.folder = server, folder
        self.trust = trust or ssl.create_default_context()
        self.client: ImapClient | None = None
        self.prefix = ""
        self.validity, self.said = b"", ""
        self.empty: dict[int, int] = {}
        self.known: dict[int, WaitingMail] = {}
        self.last: set[QueueKey] = set()
        self.fields: Sequence[str] = ("From",)
        self.ranks: Ranks = unranked
        self.marked: set[int] = set()
        self.lacking: set[int] = set()
        self.size = 1
        self.handled = 0  # sets of mails that were moved, over all connections
        self.stuck: dict[int, str] = {}
        self.why_stuck = ""
        self.try_again = 0.0

    @property
    def open(self) -> ImapClient:
        if self.client is None:
            raise Lost("there is no connection")
        return self.client

    async def connect(self) -> None:
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
        # Capabilities may change at login.
        async with asyncio.timeout(server.timeout):
            await client.protocol.capability()
        self.prefix = await client.prefix()
        for folder in (DONE, ASIDE):
            await self.make(folder)
        self.number(await self.select())
        self.lacking.clear()
        # On a bad line a small set may get through where a large one doesn't.
        self.size = 1
        self.try_again = 0.0

    async def enter(self, client: ImapClient) -> None:
        """Log in. Raises ``PermissionError`` if the login is refused, and ``Lost`` if a retry may
        succeed at once.
        """
        server = self.server
        if server.tokens is None:
            answer = await client.login(aioimaplib.quoted(server.user), server.password)
        else:
            answer = await client.xoauth2(server.user, await server.tokens.get())
            if answer.result != "OK" and server.tokens.outdated():
                raise Lost("the server wants a new token")
        if answer.result != "OK" and reasons.code_in(words_of(answer)) in reasons.PASSING:
            raise NotNow("to let us in", answer)
        if answer.result != "OK":
            raise PermissionError(f"the server does not let us in: {words_of(answer)}")

    def below(self, folder: str) -> str:
        """Return the full name of one of our folders at this server."""
        return self.prefix + folder

    async def make(self, folder: str) -> None:
        """Create one of our folders if it is missing. Raises ``Said`` if the server refuses."""
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
        """Open the folder in which mail arrives. Raises ``Said`` if the server refuses."""
        answer = await self.open.select(aioimaplib.quoted(self.folder))
        if answer.result != "OK" and self.prefix:
            answer = await self.open.select(aioimaplib.quoted(self.below(self.folder)))
        return self.good(answer, f"to open the folder {self.folder}")

    def number(self, selected: Any) -> None:
        """Forget all mail numbers if the server has renumbered the mails."""
        validity = next(
            (found[1] for line in selected.lines if (found := VALIDITY.search(bytes(line)))), b""
        )
        if validity != self.validity:
            self.validity = validity
            for what in (self.empty, self.known, self.stuck, self.marked):
                what.clear()

    def good(self, answer: Any, what: str) -> Any:
        """Return an OK answer. Raises ``Said`` for any other, since the connection can't be trusted
        then.
        """
        if answer.result != "OK":
            raise Said(what, answer)
        return answer

    async def listed(self) -> list[int]:
        """Return the UIDs of the waiting mails, oldest first."""
        client = self.open
        client.protocol.changed.clear()
        # A search may return only mails already announced; NOOP makes the server announce them.
        self.good(await client.noop(), "to say what is new")
        uids = numbers_in(self.good(await client.uid_search("UNDELETED"), "to list mails"))
        await self.move_stuck(uids)
        return [uid for uid in uids if uid not in self.stuck]

    async def fetch_new(self, besides: Collection[int] = ()) -> MailSet:
        """Return the next set of mails, except those in ``besides``; empty only if none waits.

        It begins with the oldest. If there are more than fit, the best rank comes first, with at
        most ``SHARE`` of one queue before others of its rank.
        """
        uids = [uid for uid in await self.listed() if uid not in besides]
        if len(uids) > SET:
            await self.look_at(uids)
            uids = fair(uids, self.known, self.last)
        else:
            self.known.clear()
            self.last.clear()
        mails = await self.fetch(uids[: self.size])
        left = set(uids).difference(mail.uid for mail in mails)
        dates = [mail.at for mail in mails]
        dates += [self.known[uid].at if uid in self.known else 0 for uid in left]
        return MailSet(mails, min(dates, default=0))

    def put_off(self, mail: Arrived) -> None:
        """Let the mails of this queue wait until all others are handled."""
        if mail.uid in self.known:
            self.last.add(self.known[mail.uid].queue)

    async def look_at(self, uids: Sequence[int]) -> None:
        """Fetch the headers of these mails, and note their queues and arrival times."""
        self.known = {uid: self.known[uid] for uid in uids if uid in self.known}
        fresh = [uid for uid in uids if uid not in self.known]
        for start in range(0, len(fresh), SCANNED):
            some = fresh[start : start + SCANNED]
            told = await self.told(some, f"BODY.PEEK[HEADER.FIELDS ({' '.join(self.fields)})]")
            lanes = await self.ranks([head for _, _, head in told])
            for (uid, at, _), queue in zip(told, lanes, strict=True):
                self.known[uid] = WaitingMail(queue, at)

    async def told(self, uids: Sequence[int], what: str) -> list[tuple[int, int, bytes]]:
        """Return UID, arrival time and the requested part of each mail that the server delivers."""
        client = self.open
        async with asyncio.timeout(4 * self.server.timeout):
            got = await client.uid("fetch", as_set(uids), f"(UID INTERNALDATE {what})")
        found, facts, piece = [], b"", None
        for line in [*got.lines, b"0 FETCH ("]:
            if isinstance(line, bytearray):
                piece = piece if piece is not None else bytes(line)
                continue
            if ONE_MAIL.match(line):
                uid, date = UID.search(facts), DATE.search(facts)
                if uid and date and piece is not None and int(uid[1]) in uids:
                    at = second_of(date[1].decode("ascii", "replace"))
                    found.append((int(uid[1]), at, piece))
                facts, piece = b"", None
            facts += bytes(line)
        if len(found) < len(uids):
            self.said = words_of(got)
        return found

    async def fetch(self, uids: Sequence[int]) -> list[Arrived]:
        """Return those of these mails that the server delivers, in order of arrival."""
        if not uids:
            return []
        told = await self.told(uids, f"BODY.PEEK[]<0.{KEPT + 1}>")
        mails = sorted((Arrived(*one) for one in told), key=lambda mail: (mail.at, mail.uid))
        if len(uids) > 1 and not mails:
            # One of them may block the others.
            half = len(uids) // 2
            return await self.fetch(uids[:half]) or await self.fetch(uids[half:])
        for mail in mails:
            self.empty.pop(mail.uid, None)
        self.lacking.update(set(uids).difference(mail.uid for mail in mails))
        return mails

    async def insist(self) -> bool:
        """Count how often the server lists a mail without delivering it. Returns whether such mails
        were set aside. Raises ``Lost`` if the server may yet deliver one.
        """
        lacking = sorted(self.lacking)
        self.lacking.clear()
        for uid in lacking:
            self.empty[uid] = self.empty.get(uid, 0) + 1
        for uid in lacking:
            if self.empty[uid] < TRIES:
                raise Lost(f"mail {uid} is not handed out: {self.said}")
            log.error(
                "mail %s is not handed out by the server (%s); it is set aside", uid, self.said
            )
            del self.empty[uid]
            await self.done([uid], ASIDE)
        return bool(lacking)

    async def done(self, uids: Sequence[int], folder: str) -> None:
        """Move handled mails into a folder. They are not read again even if the server refuses to
        move them.
        """
        if not uids:
            return
        answer = await self.moved(uids, folder)
        self.handled += answer.result == "OK"
        if answer.result != "OK" and len(uids) > 1:
            # The refusal may concern only one of them.
            for uid in uids:
                await self.done([uid], folder)
            return
        if answer.result != "OK":
            # Somebody may have removed the folder.
            await self.make(folder)
            answer = await self.moved(uids, folder)
        if answer.result == "OK":
            for uid in uids:
                self.stuck.pop(uid, None)
            return
        why = (
            f"mails that are handled stay in {self.folder}, as the server refuses to move them:"
            f" {words_of(answer)}"
        )
        if why != self.why_stuck:
            log.error("%s", why)
        self.stuck[uids[0]], self.why_stuck = folder, why

    async def moved(self, uids: Sequence[int], folder: str) -> Any:
        client, target = self.open, aioimaplib.quoted(self.below(folder))
        async with asyncio.timeout(self.server.timeout):
            if client.has_capability("MOVE"):
                return await client.uid("move", as_set(uids), target)
            copied = await client.uid("copy", as_set(uids), target)
            if copied.result != "OK":
                return copied
            stored = await client.uid("store", as_set(uids), "+FLAGS.SILENT", r"(\Deleted)")
            if stored.result == "OK":
                self.marked.update(uids)
                await self.expunge(uids)
            return stored

    async def expunge(self, uids: Sequence[int]) -> None:
        """Remove mails that we marked as deleted, and no others. If the server can only remove all
        marked mails, nothing is removed while somebody else has marked one.
        """
        client = self.open
        if client.has_capability("UIDPLUS"):
            answer = await client.uid("expunge", as_set(uids))
        else:
            found = await client.uid_search("DELETED")
            if found.result != "OK" or not self.marked.issuperset(numbers_in(found)):
                return
            answer = await client.expunge()
        if answer.result == "OK":
            self.marked.difference_update(uids)

    async def move_stuck(self, there: Collection[int]) -> None:
        """Retry from time to time to move mails that the server refused to move."""
        now = asyncio.get_running_loop().time()
        self.stuck = {uid: folder for uid, folder in self.stuck.items() if uid in there}
        if now < self.try_again:
            return
        self.try_again = now + STUCK
        for uid, folder in list(self.stuck.items()):
            await self.done([uid], folder)
            if uid in self.stuck:
                # Try the others first next time.
                self.stuck[uid] = self.stuck.pop(uid)
                return

    def ails(self) -> str:
        """Return the server's complaint if mails can't be moved, otherwise an empty string."""
        return self.why_stuck if self.stuck else ""

    async def wait(self) -> None:
        """Wait until there may be more mail, or until ``look_again`` is called."""
        client = self.open
        if client.protocol.changed.is_set():
            # The change was announced with the answer to another command.
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
        """End the wait, so that new mail is checked for at once."""
        if self.client is not None:
            self.client.protocol.changed.set()

    def close(self) -> None:
        if self.client is not None:
            self.client.abort()
            self.client = None


def as_set(uids: Iterable[int]) -> str:
    return ",".join(map(str, uids))


def numbers_in(answer: Any) -> list[int]:
    """Return the numbers that a search found, in order. The server may send other news in between;
    only a line of numbers is the answer.
    """
    found = [bytes(line) for line in answer.lines if NUMBERS.fullmatch(bytes(line))]
    return sorted({int(word) for line in found for word in line.split()})


def fair(
    uids: Iterable[int], known: Mapping[int, WaitingMail], last: Collection[QueueKey]
) -> list[int]:
    """Return UIDs in the order in which the mails are handled.

    Ranks come one after the other. Within a rank, each queue gets ``SHARE`` mails, oldest first,
    then each gets as many again. Queues in ``last`` come at the end.
    """
    counted: Counter[QueueKey] = Counter()
    ranks = {}
    nothing = WaitingMail(QueueKey(), 0)
    for uid in sorted(uids, key=lambda uid: (known.get(uid, nothing).at, uid)):
        queue = known.get(uid, nothing).queue
        ranks[uid] = queue in last, queue.rank, counted[queue] // SHARE
        counted[queue] += 1
    return sorted(ranks, key=ranks.__getitem__)


def second_of(date: str) -> int:
    """Parse an INTERNALDATE (`` 3-Nov-2026 21:14:05 +0100``) into seconds since 1970. Raises
    ``Lost`` if it isn't valid.
    """
    try:
        return int(datetime.strptime(date.strip(), "%d-%b-%Y %H:%M:%S %z").timestamp())
    except ValueError as error:
        raise Lost(f"no date: {date!r}") from error
