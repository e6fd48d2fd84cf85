"""The loop that empties the mailbox."""

import asyncio
import logging
import random

from aioimaplib import aioimaplib
from msgspec import structs

from engine.errors import NotStored
from mail.door import MailDoor
from mail.transport.mailbox import ASIDE, DONE, TRIES, Arrived, ImapInbox

log = logging.getLogger(__name__)

BACK_OFF = (1.0, 300.0)
"""Seconds before a connection is tried again, at first and at the most."""
REFUSED = 60.0
"""Seconds before a password is tried again that was refused."""


async def serve(door: MailDoor, inbox: ImapInbox, back_off: tuple[float, float] = BACK_OFF) -> None:
    """Empty the INBOX and keep it empty, until cancelled. A mail leaves it when what it does is
    durable: if the connection is cut before, it comes again, and nothing is done twice.
    """
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
            door.unread = str(error)
            wait = max(wait, min(REFUSED, back_off[1]))
        except (OSError, TimeoutError, NotStored, aioimaplib.AioImapException) as error:
            door.unread = str(error) or type(error).__name__
            log.warning("the mailbox cannot be read: %s", door.unread)
        finally:
            inbox.close()
        await asyncio.sleep(wait * random.uniform(0.5, 1))
        wait = min(2 * wait, back_off[1])


async def sweep(door: MailDoor, inbox: ImapInbox, failures: dict[str, int]) -> bool:
    """Handle what is there, in the order in which it arrived. Return False if nothing was, so that
    all that arrived before this is handed over.
    """
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
    """Do what a mail says, and return the folder that it belongs in then. Raise ``NotStored`` if it
    is to be brought again.
    """
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
