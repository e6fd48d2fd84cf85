"""A mailbox by IMAP: its INBOX holds what has not been handled, and nothing else."""

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
from mail.transport.imap import ImapClient, Lost, NotNow, Said, words_of
from mail.transport.reasons import PASSING, code_in
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
SET = 20
"""Mails that are fetched, done and moved away together, at the most."""
SHARE = 5
"""Mails of one lane in such a set, as long as others of its rank wait."""
SCANNED = 200
"""Mails of which the headers are asked for together."""
TRIES = 3
"""Times that a mail is brought on which the referee fails; then it is set aside."""
DONE = "Done"
"""The folder of mails that are handled."""
ASIDE = "Aside"
"""The folder of those on which the referee fails."""
DATE = re.compile(rb"INTERNALDATE \"([^\"]{1,40})\"")
VALIDITY = re.compile(rb"\[UIDVALIDITY (\d+)\]", re.I)
NUMBERS = re.compile(rb"[\d ]+")
ONE_MAIL = re.compile(rb"\d+ FETCH \(")
UID = re.compile(rb"\bUID (\d+)")


class Arrived(Struct, frozen=True):
    """A mail in the INBOX: ``at`` is the second in which the server
    took it, ``raw`` its first 128 kB.
    """

    uid: int
    at: int
    raw: bytes


class Lane(Struct, frozen=True):
    """Where a mail queues: those of a lower ``rank`` are read first, and within a rank each
    ``key``, such as a sender, has its turn.
    """

    rank: int = 0
    key: str = ""


class WaitingMail(Struct, frozen=True):
    """What is known of a mail that has not been fetched: where it queues, and the second in which
    it arrived.
    """

    lane: Lane
    at: int


Ranks = Callable[[Sequence[bytes]], Awaitable[Sequence[Lane]]]
"""Find out where mails queue, by their headers."""


async def unranked(heads: Sequence[bytes]) -> Sequence[Lane]:
    return [Lane()] * len(heads)


class MailSet(Struct, frozen=True):
    """Mails that are handled together, the oldest first; no other that waits arrived before
    second ``before``.
    """

    mails: list[Arrived]
    before: int


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
        self.validity, self.said = b"", ""
        self.empty: dict[int, int] = {}
        self.known: dict[int, WaitingMail] = {}
        self.last: set[Lane] = set()
        self.fields: Sequence[str] = ("From",)
        self.ranks: Ranks = unranked
        self.marked: set[int] = set()
        self.lacking: set[int] = set()
        self.size = 1
        self.stuck: dict[int, str] = {}
        self.why_stuck = ""
        self.try_again = 0.0

    @property
    def open(self) -> ImapClient:
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
        self.lacking.clear()
        # On a bad line a few may come through where many do not.
        self.size = 1
        self.try_again = 0.0

    async def enter(self, client: ImapClient) -> None:
        """Log in. Raises ``PermissionError`` if the server does not let us in, ``Lost`` if it may
        do so at once.
        """
        server = self.server
        if server.tokens is None:
            answer = await client.login(aioimaplib.quoted(server.user), server.password)
        else:
            answer = await client.xoauth2(server.user, await server.tokens.get())
            if answer.result != "OK" and server.tokens.outdated():
                raise Lost("the server wants a new token")
        if answer.result != "OK" and code_in(words_of(answer)) in PASSING:
            raise NotNow("to let us in", answer)
        if answer.result != "OK":
            raise PermissionError(f"the server does not let us in: {words_of(answer)}")

    def below(self, folder: str) -> str:
        """Return a folder of ours, as this server wants it to be called."""
        return self.prefix + folder

    async def make(self, folder: str) -> None:
        """See that there is a folder of ours. Raises ``Said``."""
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
        """Open the folder in which mail arrives. Raises ``Said``."""
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
            for what in (self.empty, self.known, self.stuck, self.marked):
                what.clear()

    def good(self, answer: Any, what: str) -> Any:
        """Return an answer that says OK. Raises ``Said`` for any other: the connection is not to
        be trusted then.
        """
        if answer.result != "OK":
            raise Said(what, answer)
        return answer

    async def listed(self) -> list[int]:
        """Return the numbers of the mails that wait, the oldest first."""
        client = self.open
        client.protocol.changed.clear()
        # A search may know no more than what has been announced, and a
        # server announces when it is asked.
        self.good(await client.noop(), "to say what is new")
        uids = numbers_in(self.good(await client.uid_search("UNDELETED"), "to list mails"))
        await self.move_stuck(uids)
        return [uid for uid in uids if uid not in self.stuck]

    async def fetch_new(self, besides: Collection[int] = ()) -> MailSet:
        """Return a set of what is there, ``besides`` what is in hand: the oldest, and where more
        waits those of the best rank, no more than ``SHARE`` of one lane before others of its rank;
        nothing only if nothing is there.
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
        """Have the mails of this lane wait until all others are handled."""
        if mail.uid in self.known:
            self.last.add(self.known[mail.uid].lane)

    async def look_at(self, uids: Sequence[int]) -> None:
        """Find out where these mails queue, and when they arrived."""
        self.known = {uid: self.known[uid] for uid in uids if uid in self.known}
        fresh = [uid for uid in uids if uid not in self.known]
        for start in range(0, len(fresh), SCANNED):
            some = fresh[start : start + SCANNED]
            told = await self.told(some, f"BODY.PEEK[HEADER.FIELDS ({' '.join(self.fields)})]")
            lanes = await self.ranks([head for _, _, head in told])
            for (uid, at, _), lane in zip(told, lanes, strict=True):
                self.known[uid] = WaitingMail(lane, at)

    async def told(self, uids: Sequence[int], what: str) -> list[tuple[int, int, bytes]]:
        """Return the number, the second of the arrival and a piece of each mail that the server
        hands out.
        """
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
        """Return these mails, in the order in which they arrived, as far as they are handed out."""
        if not uids:
            return []
        told = await self.told(uids, f"BODY.PEEK[]<0.{KEPT + 1}>")
        mails = sorted((Arrived(*one) for one in told), key=lambda mail: (mail.at, mail.uid))
        if len(uids) > 1 and not mails:
            # One of them may keep back the others.
            half = len(uids) // 2
            return await self.fetch(uids[:half]) or await self.fetch(uids[half:])
        for mail in mails:
            self.empty.pop(mail.uid, None)
        self.lacking.update(set(uids).difference(mail.uid for mail in mails))
        return mails

    async def insist(self) -> bool:
        """Count how often the server lists a mail without delivering it. Returns whether there was
        one; it is set aside now. Raises ``Lost`` if the server may yet deliver it.
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
        """Put mails that are handled into that folder. They are not brought again, even if the
        server will not move them.
        """
        if not uids:
            return
        answer = await self.moved(uids, folder)
        if answer.result != "OK" and len(uids) > 1:
            # It may be about one of them.
            for uid in uids:
                await self.done([uid], folder)
            return
        if answer.result != "OK":
            # Somebody may have taken the folder away.
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
        """Have the server remove mails that are marked as deleted: these alone. Where it can only
        remove all that are, nothing is removed as long as somebody else has marked one.
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
        """Try again, from time to time, to move what could not be moved."""
        now = asyncio.get_running_loop().time()
        self.stuck = {uid: folder for uid, folder in self.stuck.items() if uid in there}
        if now < self.try_again:
            return
        self.try_again = now + STUCK
        for uid, folder in list(self.stuck.items()):
            await self.done([uid], folder)
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


def as_set(uids: Iterable[int]) -> str:
    """Return numbers of mails as IMAP writes them."""
    return ",".join(map(str, uids))


def numbers_in(answer: Any) -> list[int]:
    """Return the numbers that a search has found, in order. Other news may stand between: only a
    line of numbers is the answer.
    """
    found = [bytes(line) for line in answer.lines if NUMBERS.fullmatch(bytes(line))]
    return sorted({int(word) for line in found for word in line.split()})


def fair(
    uids: Iterable[int], known: Mapping[int, WaitingMail], last: Collection[Lane]
) -> list[int]:
    """Return numbers of mails in the order in which they are handled: rank by rank, ``SHARE`` of
    each lane, the oldest first, then as many again; those who are put off come ``last``.
    """
    counted: Counter[Lane] = Counter()
    ranks = {}
    nothing = WaitingMail(Lane(), 0)
    for uid in sorted(uids, key=lambda uid: (known.get(uid, nothing).at, uid)):
        lane = known.get(uid, nothing).lane
        ranks[uid] = lane in last, lane.rank, counted[lane] // SHARE
        counted[lane] += 1
    return sorted(ranks, key=ranks.__getitem__)


def second_of(date: str) -> int:
    """Return an INTERNALDATE (`` 3-Nov-2026 21:14:05 +0100``) in seconds since 1970. Raise
    ``Lost`` for what is none.
    """
    try:
        return int(datetime.strptime(date.strip(), "%d-%b-%Y %H:%M:%S %z").timestamp())
    except ValueError as error:
        raise Lost(f"no date: {date!r}") from error
