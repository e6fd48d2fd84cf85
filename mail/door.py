"""The door: mails are composed in the writer's thread, handed over in the event loop, and what comes in is played."""

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from functools import partial

from engine.letters import News, Parcel, TryLater, Undeliverable
from engine.referee import Writer
from engine.state import PUBLIC, Seat
from mail import incoming
from mail.envelope import BOUNDARY, Mail, read_mail, write_mail
from mail.incoming import DOOR, Handled
from mail.names import Capability
from mail.outgoing import Outgoing
from mail.reading import Unreadable, read
from mail.writing import Writing, number_of

log = logging.getLogger(__name__)

FUSE_DAY, FUSE_HOUR = 20, 5
"""Answers to people without a seat, for each address: in a day, in an hour, at the most."""


class Fuse:
    """Counts answers that went out of themselves, so that two programs cannot write to each other for ever."""

    def __init__(self) -> None:
        self.past: dict[str, deque[tuple[int, bytes]]] = {}

    def allows(self, mail: Mail, now: int) -> bool:
        """May this go out? The same text goes out once in an hour."""
        past = self.past.setdefault(mail.to.casefold(), deque(maxlen=FUSE_DAY))
        while past and past[0][0] <= now - 86_400:
            past.popleft()
        hour = [said for at, said in past if at > now - 3_600]
        text = BOUNDARY.sub(b"", mail.raw.partition(b"\r\n\r\n")[2])
        if len(past) >= FUSE_DAY or len(hour) >= FUSE_HOUR or text in hour:
            return False
        past.append((now, text))
        return True


class MailDoor:
    """One for each process. ``authserv_id`` is how the own exchanger signs its verdicts."""

    name = DOOR

    def __init__(self, writing: Writing, outgoing: Outgoing, authserv_id: str):
        self.writing, self.outgoing, self.authserv_id = writing, outgoing, authserv_id
        self.fuse = Fuse()
        self.kept: Writer | None = None
        self.read_before = 0
        self.wake: Callable[[], None] = lambda: None

    @property
    def writer(self) -> Writer:
        """The referee's."""
        assert self.kept is not None
        return self.kept

    def opened(self, writer: Writer) -> None:
        """The referee is about to begin."""
        self.kept = writer

    # ---- composing, in the writer's thread

    def compose(self, news: News) -> bytes | None:
        """The report for one reader."""
        return write_mail(self.writing.report(news))

    def say(self, game: str, viewer: Seat, by: Seat, to: Seat, text: str) -> bytes | None:
        """What is said to a reader; nobody is mailed his own words."""
        opened = self.writer.referee.memory.get(game)
        if viewer in (by, PUBLIC) or opened is None:
            return None
        readers = [address.sender for address in opened.addresses if (address.door, address.viewer) == (DOOR, viewer)]
        state = opened.table.state
        of = Capability(game, number_of(state.chairs, viewer), state.question)
        now = self.writer.clock.now()
        return write_mail(self.writing.talk(readers[0], of, by, to != PUBLIC, text, now)) if readers else None

    # ---- handing over, in the event loop

    def send(self, parcel: Parcel) -> "asyncio.Future[None]":
        """Hand a mail to the provider. Raises, when awaited, ``TryLater`` or ``Undeliverable``."""
        return asyncio.ensure_future(self.outgoing.send(read_mail(parcel.payload)))

    # ---- coming in

    def look_again(self) -> None:
        """A question is due to somebody who may have answered by mail: is there more?"""
        self.wake()

    async def has_read(self, before: int) -> None:
        """Everything that arrived before this second has been handed over."""
        self.read_before = max(self.read_before, before)
        await self.writer.read_on()

    async def take(self, raw: bytes, at: int) -> Handled:
        """Do what a mail says that arrived at second ``at``; it is durable when this returns. Raises ``NotStored``: the
        same mail is to be brought again. A mail on which anything else fails does so again, and is to be set aside."""
        try:
            reading = read(raw, self.writing.names.host)
        except Unreadable as error:
            log.warning("a mail is not opened: %s", error)
            return Handled("unreadable")
        writer = self.writer
        handled = await writer.look(
            lambda batch: incoming.handle(writer.referee, batch, self.writing, self.authserv_id, reading, at)
        )
        for mail in handled.direct:
            await self.answer(mail, at)
        return handled

    async def answer(self, mail: Mail, at: int) -> None:
        """An answer to somebody without a seat: tried once, and not for ever."""
        if not self.fuse.allows(mail, at):
            log.warning("no more answers to %s for a while", mail.to)
            return
        try:
            await self.outgoing.send(mail)
        except (TryLater, Undeliverable) as error:
            log.info("%s was not answered: %s", mail.to, error)

    async def invite(self, game: str, address: str) -> None:
        """Mail an invitation. Raises ``ValueError``, ``KeyError``, ``NotStored``, ``TryLater`` or ``Undeliverable``."""
        at = self.writer.clock.now()
        invite = partial(incoming.invite, writing=self.writing, game=game, address=address, at=at)
        mail: Mail = await self.writer.look(invite)
        await self.outgoing.send(mail)
