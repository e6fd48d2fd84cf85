"""The mail door: composes in a separate thread, sends in the event loop, and plays incoming
mail.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from engine.errors import Behind, NotStored, TryLater, Undeliverable
from engine.messages import Outgoing
from engine.referee.batch import Batch
from engine.referee.clock import Alarm
from engine.referee.doors import Door, GameView, News, Repeats
from engine.referee.writer import Writer
from engine.store.notes import Notes
from mail import memberships, sent
from mail.incoming import lobby, precedence, recall, senders
from mail.incoming.incoming import Handled, Incoming, finalise, give_up
from mail.outgoing import mime
from mail.outgoing.envelope import REPLAY, Mail, ReplayOf, read_mail, write_mail
from mail.outgoing.reports import Reports, heard
from mail.outgoing.sentences import Writing, words
from mail.parse import verdicts
from mail.parse.reading import Reading, Unreadable, glance
from mail.transport import mailbox, smtp

log = logging.getLogger(__name__)

WAIT = 60
"""Minimum delay before a failed mail is tried again, in seconds."""
DAY = 86_400
"""Seconds after which a mail that can't be sent counts as undeliverable."""


LARGEST = 6 * 2**20
"""Maximum bytes of an attached page. Many hosts accept mails of 10 MB, and base64 adds a third."""


async def no_page(_: ReplayOf) -> bytes:
    return b""


class PutOff(Exception):
    """Raised if a mail must wait for earlier ones."""


class LastTaken(Struct):
    """The number of the last mail of a set that is processed: one that fails or must wait."""

    number: int


class MailDoor(Door):
    """The mail door of one process. ``authserv_id`` is the name under which our exchanger writes
    verdicts. ``witness`` checks mails without a verdict. ``recall`` is the usual number of seconds
    for which an answer can be taken back.
    """

    name, looks, shares = memberships.DOOR, True, False
    repeats: Repeats = "kept"
    read_before: int = 0

    def __init__(
        self, writing: Writing, outgoing: smtp.SmtpSender, authserv_id: str, recall: int = 0
    ):
        self.writing, self.outgoing, self.authserv_id = writing, outgoing, authserv_id
        self.recall = recall
        self.witness: senders.Witness | None = None
        self.reports = Reports(writing)
        self.replay_page: Callable[[ReplayOf], Awaitable[bytes]] = no_page
        self.kept: Writer | None = None
        self.unread, self.shut_out = "", False
        self.wake: Callable[[], None] = lambda: None

    @property
    def writer(self) -> Writer:
        assert self.kept is not None
        return self.kept

    def on_open(self, writer: Writer) -> None:
        self.kept = writer
        self.final = Alarm(writer.clock, self.finals_are_due)
        verdicts.suffixes()  # read the list now, not at the first mail

    # ---- composing, in a thread of its own

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        """Return a mail for one reader, or ``None`` if the news needs none."""
        mail = self.reports.compose(news, seen, notes)
        if mail is None:
            return None
        sent.keep(notes, mail)
        return write_mail(mail)

    def told_until(self, game: str, sender: str, notes: Notes) -> int:
        """Return the number of the newest journal entry that this reader has been sent."""
        return heard(notes, game, sender).entry

    # ---- sending, in the event loop

    def send(self, outgoing: Outgoing) -> "asyncio.Future[None]":
        """Start to send a mail. Awaiting the result raises ``TryLater`` or ``Undeliverable``."""
        return asyncio.ensure_future(self.deliver(outgoing))

    async def deliver(self, outgoing: Outgoing) -> None:
        """Send a mail, and record whether the address can be reached."""
        address, now, mail = outgoing.sender, self.writer.clock.now(), read_mail(outgoing.payload)
        waited = now - mail.at >= DAY
        mail = await self.with_replay(mail)
        try:
            await self.outgoing.send(mail)
        except smtp.Turned as error:
            if error.person:
                await self.note(memberships.lost, address, now)
            raise
        except TryLater as error:
            if waited and not error.alone:
                await self.note(memberships.late, address, now)
                if isinstance(error, smtp.Doubtful):
                    raise Undeliverable(str(error)) from error
            if error.at is not None:
                raise
            raise TryLater(str(error), wait=WAIT) from error
        if waited:
            await self.note(memberships.in_time, address, now)

    async def with_replay(self, mail: Mail) -> Mail:
        """Attach the replay page that a mail announces. It is the same at every attempt."""
        of = mail.replay
        if of is None:
            return mail
        page = b""
        try:
            page = await self.replay_page(of)
        except Exception as error:
            log.error("game %s: there is no page: %s", of.game, type(error).__name__)
        file = mime.file_part(REPLAY, page, 'text/html; charset="utf-8"')
        if not page or len(page) > LARGEST:
            text = words(of.language).say("mail-replay-missing", game=of.game)
            file = mime.text_part("plain", text)
        return replace(mail, raw=mime.attached(mail.raw, file))

    async def note(self, act: Callable[[Batch, str, int], None], address: str, at: int) -> None:
        """Run ``act`` on an address in the writer, unless the referee is shutting down."""
        with contextlib.suppress(NotStored):
            await self.writer.run(act, address, at)

    # ---- incoming

    def look_again(self) -> None:
        """Check for new mail before a deadline passes: the player may have answered in time."""
        self.wake()

    async def has_read(self, before: int) -> None:
        """Note that all mail that arrived before second ``before`` has been read. First play the
        answers that became final before, because the clock waits for this.
        """
        await self.play_final(before)
        self.read_before = max(self.read_before, before)
        self.unread, self.shut_out = "", False
        await self.writer.read_on()

    async def play_final(self, before: int) -> None:
        """Play the answers that became final before second ``before``, and set the alarm for the
        next one.
        """
        ready, coming = await self.writer.run(recall.schedule, before)
        referee = self.writer.referee
        for note in ready:
            try:
                await self.writer.run(partial(finalise, referee), self.writing, note)
            except NotStored:
                raise
            except Exception as error:
                log.error("an answer could not be played", exc_info=error)
                await self.writer.run(partial(give_up, referee), self.writing, note)
        self.final.set(None if coming is None else coming + 1)

    async def finals_are_due(self) -> None:
        """Read the mailbox, because an answer becomes final if no mail takes it back."""
        self.wake()

    async def ranks(self, heads: Sequence[bytes]) -> Sequence[mailbox.QueueKey]:
        """Return the queue of each mail, judged by its headers. Raises ``NotStored`` if the referee
        stops.
        """
        read = [precedence.head_of(head) for head in heads]
        found: Sequence[mailbox.QueueKey] = await self.writer.run(
            precedence.ranked, self.writing.names, self.authserv_id, read
        )
        return found

    async def take(self, raw: bytes, at: int) -> Handled:
        """Play a mail that arrived at second ``at``. Its effects are durable on return.

        After ``NotStored`` the inbox must submit the same mail again. Any other exception would be
        repeated, so the inbox must set the mail aside.
        """
        (handled,) = await self.take_set([(raw, at)])
        if isinstance(handled, Exception):
            raise handled
        return handled

    async def take_set(self, mails: Sequence[tuple[bytes, int]]) -> list[Handled | Exception]:
        """Play mails in order in one transaction, and return the result of each.

        Stops after the first mail that fails, whose exception is the last result, or that must wait
        for earlier ones (``PutOff``). After ``NotStored`` the inbox must submit all of them again.
        """
        last = LastTaken(len(mails))
        opened = [(raw, await self.opened_mail(raw)) for raw, _ in mails]
        readings = await asyncio.gather(*(self.witnessed(raw, found) for raw, found in opened))
        jobs = [
            self.writer.run(self.one, reading, at, number, last)
            for number, (reading, (_, at)) in enumerate(zip(readings, mails, strict=True))
        ]
        taken = await asyncio.gather(*jobs, return_exceptions=True)
        done: list[Handled | Exception] = []
        for handled in taken[: last.number + 1]:
            if isinstance(handled, NotStored) or not isinstance(handled, Handled | Exception):
                raise handled
            done.append(handled)
            for mail in handled.direct if isinstance(handled, Handled) else ():
                await self.answer(mail)
        return done

    async def opened_mail(self, raw: bytes) -> Reading | None:
        await asyncio.sleep(0)
        try:
            return glance(raw, self.writing.names.host)
        except Unreadable as error:
            log.warning("a mail is not opened: %s", error)
            return None

    async def witnessed(self, raw: bytes, reading: Reading | None) -> Reading | None:
        if reading is None or self.witness is None:
            return reading
        return await self.witness.look(raw, reading, self.authserv_id)

    def one(
        self, batch: Batch, reading: Reading | None, at: int, number: int, last: LastTaken
    ) -> Handled | PutOff:
        """Handle one mail of a set, in the writer's thread. If it can't be handled now, the later
        ones are not tried, since they may depend on it.
        """
        if number > last.number:
            return PutOff("a mail before it")
        if reading is None:
            return Handled("unreadable")
        try:
            referee, recall = self.writer.referee, self.recall
            return Incoming(
                *(referee, batch, self.writing, self.authserv_id, reading, at), recall=recall
            ).handle()
        except Exception as error:
            last.number = number
            # Waiting would deadlock: this mail is handled before the mails that it waits for are
            # read.
            if isinstance(error, Behind) and at > self.read_before:
                raise PutOff("a question before it") from error
            raise

    async def answer(self, mail: Mail) -> None:
        """Answer somebody without a membership. Failures are only logged."""
        try:
            await self.outgoing.send(mail)
        except (TryLater, Undeliverable) as error:
            log.info("%s was not answered: %s", mail.to, error)

    async def invite(self, game: str, address: str) -> None:
        """Mail an invitation.

        Raises ``ValueError`` if the address is invalid, ``KeyError`` if the game doesn't exist, and
        ``NotStored``, ``TryLater`` or ``Undeliverable`` if it can't be sent.
        """
        at = self.writer.clock.now()
        mail = await self.writer.run(lobby.invite, self.writing, game, address, at)
        await self.outgoing.send(mail)
