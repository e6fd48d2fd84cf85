"""The loop that empties the mailbox."""

import asyncio
import logging
import random
from collections.abc import Callable, Sequence

from aioimaplib import aioimaplib
from msgspec import structs

from engine.errors import NotStored
from mail.door import MailDoor, PutOff
from mail.incoming import precedence
from mail.transport.mailbox import ASIDE, DONE, SET, TRIES, Arrived, ImapInbox, MailSet
from mail.transport.reasons import reason

log = logging.getLogger(__name__)

BACK_OFF = (1.0, 300.0)
"""First and longest delay before reconnecting, in seconds."""
REFUSED = 60.0
"""Seconds before a refused password is tried again."""


async def serve(
    door: MailDoor,
    inbox: ImapInbox,
    back_off: tuple[float, float] = BACK_OFF,
    complain: Callable[[str], None] = lambda _: None,
) -> None:
    """Empty the INBOX and keep it empty, until cancelled.

    ``complain`` gets the reason for a failure, and an empty string once it works. A mail leaves the
    INBOX once its effects are durable. If the connection breaks before, the mail is read again, but
    nothing is done twice.
    """
    wait, failures, handled = back_off[0], dict[str, int](), 0
    door.wake = inbox.look_again
    inbox.fields, inbox.ranks = precedence.FIELDS, door.ranks
    while True:
        try:
            await inbox.connect()
            while True:
                swept = await sweep(door, inbox, failures)
                complain("")
                end_if_cancelled()
                if swept:
                    wait = back_off[0]
                else:
                    await inbox.wait()
                    end_if_cancelled()
        except PermissionError as error:
            door.unread, door.shut_out = reason(error), True
            log.error("the mailbox: %s", door.unread)
            complain(f"the mailbox: {door.unread}")
            wait = max(wait, min(REFUSED, back_off[1]))
        except (OSError, TimeoutError, NotStored, aioimaplib.AioImapException) as error:
            door.unread = reason(error)
            log.warning("the mailbox cannot be read: %s", door.unread)
            complain(f"the mailbox cannot be read: {door.unread}")
        finally:
            inbox.close()
        end_if_cancelled()
        if inbox.handled > handled:
            wait, handled = back_off[0], inbox.handled
        await asyncio.sleep(wait * random.uniform(0.5, 1))
        wait = min(2 * wait, back_off[1])


def end_if_cancelled() -> None:
    """Raises ``CancelledError`` if this task was cancelled earlier. ``asyncio.wait_for``, which the
    library uses, loses a cancellation if an answer arrives at the same moment (before Python 3.12).
    """
    task = asyncio.current_task()
    if task is not None and task.cancelling():
        raise asyncio.CancelledError


async def sweep(door: MailDoor, inbox: ImapInbox, failures: dict[str, int]) -> bool:
    """Handle all waiting mails in sets, fetching the next set while one is written. Returns
    ``False`` if the INBOX was empty, so everything has been read.
    """
    began = door.writer.clock.now()
    found = await inbox.fetch_new()
    if not found.mails:
        if await inbox.insist():
            return True
        await door.has_read(began)
        return False
    while found.mails:
        # The server's clock may be ahead of ours.
        mails = [structs.replace(mail, at=min(mail.at, began)) for mail in found.mails]
        await door.has_read(min(found.before, began))
        put_off = len(inbox.last)
        handled, following = await handle_and_fetch(door, inbox, mails, failures)
        for folder in (DONE, ASIDE):
            await inbox.done([uid for uid, where in handled.items() if where == folder], folder)
        inbox.size = min(2 * inbox.size, SET)
        await inbox.insist()
        if len(handled) < len(mails):
            # Mails that must wait come before those fetched in the meantime.
            return bool(handled) or len(inbox.last) > put_off
        found = following or await inbox.fetch_new()
        began = door.writer.clock.now()
    return True


async def handle_and_fetch(
    door: MailDoor, inbox: ImapInbox, mails: Sequence[Arrived], failures: dict[str, int]
) -> tuple[dict[int, str], MailSet | None]:
    """Return the folders of the handled mails, and the next set if it was fetched early. The next
    set is fetched early only after the connection has proved reliable.
    """
    if inbox.size < SET:
        return await handle(door, inbox, mails, failures), None
    # Let both finish, even if one fails.
    handled, following = await asyncio.gather(
        handle(door, inbox, mails, failures),
        inbox.fetch_new({mail.uid for mail in mails}),
        return_exceptions=True,
    )
    if isinstance(handled, BaseException):
        raise handled
    if isinstance(following, BaseException):
        raise following
    return handled, following


async def handle(
    door: MailDoor, inbox: ImapInbox, mails: Sequence[Arrived], failures: dict[str, int]
) -> dict[int, str]:
    """Handle mails and return the target folder of each finished one, by UID. Raises ``NotStored``
    if the mails must be fetched again.
    """
    folders = {}
    taken = await door.take_set([(mail.raw, mail.at) for mail in mails])
    for mail, handled in zip(mails, taken, strict=False):
        if isinstance(handled, PutOff):
            inbox.put_off(mail)
        elif not isinstance(handled, Exception):
            folders[mail.uid] = ASIDE if handled.what == "unreadable" else DONE
        elif is_hopeless(mail, handled, failures):
            folders[mail.uid] = ASIDE
        elif not folders:
            raise NotStored("the referee fails on a mail")
    return folders


def is_hopeless(mail: Arrived, error: Exception, failures: dict[str, int]) -> bool:
    """Count a failure on this mail, and return whether to set it aside."""
    key = f"{mail.at}/{hash(mail.raw)}"
    failures[key] = failures.get(key, 0) + 1
    log.error(
        "the referee fails on mail %s, for the %s. time", mail.uid, failures[key], exc_info=error
    )
    if failures[key] < TRIES:
        return False
    del failures[key]
    return True
