"""The door: mails are composed beside the writer's thread, handed over in the event
loop, and what comes in is played.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable

from engine.errors import NotStored, TryLater, Undeliverable
from engine.letters import Outgoing
from engine.referee.batch import Batch
from engine.referee.doors import News, Repeats, Seen
from engine.referee.writer import Writer
from engine.store.notes import Notes
from mail import sent
from mail.incoming import lobby, unreachable
from mail.incoming.incoming import Handled, Incoming
from mail.incoming.witness import Witness
from mail.memberships import DOOR
from mail.outgoing.envelope import Mail, read_mail, write_mail
from mail.outgoing.reports import Reports, heard
from mail.outgoing.sentences import Writing
from mail.parse.reading import Unreadable, read
from mail.transport.smtp import Doubtful, SmtpSender, Turned

log = logging.getLogger(__name__)

WAIT = 60
"""Seconds before a mail is tried again at the earliest that could not be handed over."""
DAY = 86_400
"""Seconds after which what is still not handed over is said to not arrive."""


class MailDoor:
    """One for each process. ``authserv_id`` is how the own exchanger signs its verdicts;
    ``witness`` looks at what it has no verdict on.
    """

    name, looks, shares = DOOR, True, False
    repeats: Repeats = "kept"

    def __init__(self, writing: Writing, outgoing: SmtpSender, authserv_id: str):
        self.writing, self.outgoing, self.authserv_id = writing, outgoing, authserv_id
        self.witness: Witness | None = None
        self.reports = Reports(writing)
        self.kept: Writer | None = None
        self.read_before = 0
        self.unread = ""
        self.wake: Callable[[], None] = lambda: None

    @property
    def writer(self) -> Writer:
        """The referee's."""
        assert self.kept is not None
        return self.kept

    def opened(self, writer: Writer) -> None:
        """Keep the writer of a referee that is about to begin."""
        self.kept = writer

    # ---- composing, in a thread of its own

    def compose(self, news: News, seen: Seen, notes: Notes) -> bytes | None:
        """Return a mail for one reader, where there is a reason for one now."""
        mail = self.reports.compose(news, seen, notes)
        if mail is None:
            return None
        sent.keep(notes, mail)
        return write_mail(mail)

    def told_until(self, game: str, sender: str, notes: Notes) -> int:
        """Return the number of the entry up to which a reader was told."""
        return heard(notes, game, sender).entry

    # ---- handing over, in the event loop

    def send(self, outgoing: Outgoing) -> "asyncio.Future[None]":
        """Hand a mail to the provider. Raises, when awaited, ``TryLater`` or ``Undeliverable``."""
        return asyncio.ensure_future(self.deliver(outgoing))

    async def deliver(self, outgoing: Outgoing) -> None:
        """Hand one over; whom mail does not reach is noted."""
        address, now, mail = outgoing.sender, self.writer.clock.now(), read_mail(outgoing.payload)
        waited = now - mail.at >= DAY
        try:
            await self.outgoing.send(mail)
        except Turned as error:
            if error.person:
                await self.note(unreachable.lost, address, now)
            raise
        except TryLater as error:
            if waited and not error.alone:
                await self.note(unreachable.late, address, now)
                if isinstance(error, Doubtful):
                    raise Undeliverable(str(error)) from error
            if error.at is not None:
                raise
            raise TryLater(str(error), wait=WAIT) from error
        if waited:
            await self.note(unreachable.in_time, address, now)

    async def note(self, act: Callable[[Batch, str, int], None], address: str, at: int) -> None:
        """Note something of an address, unless the referee is about to end."""
        with contextlib.suppress(NotStored):
            await self.writer.run(act, address, at)

    # ---- coming in

    def look_again(self) -> None:
        """Look whether there is more: a question is due to somebody who may have answered by
        mail.
        """
        self.wake()

    async def has_read(self, before: int) -> None:
        """Note that everything that arrived before this second has been handed over."""
        self.read_before, self.unread = max(self.read_before, before), ""
        await self.writer.read_on()

    async def take(self, raw: bytes, at: int) -> Handled:
        """Do what a mail says that arrived at second ``at``; it is durable when this returns.
        Raise ``NotStored``: the same mail is to be brought again. A mail on which anything else
        fails does so again, and is to be set aside.
        """
        try:
            reading = read(raw, self.writing.names.host)
        except Unreadable as error:
            log.warning("a mail is not opened: %s", error)
            return Handled("unreadable")
        if self.witness is not None:
            reading = await self.witness.look(raw, reading, self.authserv_id)
        writer = self.writer
        handled = await writer.run(
            lambda batch: Incoming(
                writer.referee, batch, self.reports, self.authserv_id, reading, at
            ).handle()
        )
        for mail in handled.direct:
            await self.answer(mail)
        return handled

    async def answer(self, mail: Mail) -> None:
        """Answer somebody without a membership: tried once."""
        try:
            await self.outgoing.send(mail)
        except (TryLater, Undeliverable) as error:
            log.info("%s was not answered: %s", mail.to, error)

    async def invite(self, game: str, address: str) -> None:
        """Mail an invitation. Raise ``ValueError``, ``KeyError``, ``NotStored``, ``TryLater`` or
        ``Undeliverable``.
        """
        at = self.writer.clock.now()
        mail = await self.writer.run(lobby.invite, self.writing, game, address, at)
        await self.outgoing.send(mail)
