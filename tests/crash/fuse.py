"""Ends the process that imports it, with SIGKILL, before or after one statement of SQL or one thing
that it says to anybody.

SIGUSR1 says that the points are counted from now on: to sockets, to Discord, to the servers of mail
and to the database. FUSE names a file: in it stands at which point the process ends; beside it,
with ``.points`` behind its name, how many there were so far.
"""

import asyncio
import functools
import os
import signal
import threading
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, cast

import discord
from discord.webhook.async_ import AsyncWebhookAdapter

from engine.store import sqlite
from mail.transport.imap import Protocol
from mail.transport.smtp import SmtpSender
from tests.crash.test_points import Mortal

FILE = Path(os.environ["FUSE"])
COUNT = FILE.with_suffix(".points")


class Fuse:
    """Counts the points; ``end``: at which of them the process ends, once it is armed."""

    def __init__(self) -> None:
        self.points = 0
        self.end: int | None = None
        self.turn = threading.Lock()

    def arm(self, *_: object) -> None:
        """Count from now on."""
        self.points, self.end = 0, int(FILE.read_text())
        COUNT.write_text("0")

    def point(self) -> None:
        """Here it could end."""
        if self.end is None:
            return
        with self.turn:
            self.points += 1
            COUNT.write_text(str(self.points))
            if self.points >= self.end:
                os.kill(os.getpid(), signal.SIGKILL)


FUSE = Fuse()


def around(say: Callable[..., Any]) -> Callable[..., Any]:
    """Return the same with a point on either side."""

    @functools.wraps(say)
    def said(*args: Any, **more: Any) -> Any:
        FUSE.point()
        done = say(*args, **more)
        FUSE.point()
        return done

    return said


def around_later(say: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """Return the same with a point on either side, for what takes its time."""

    @functools.wraps(say)
    async def said(*args: Any, **more: Any) -> Any:
        FUSE.point()
        done = await say(*args, **more)
        FUSE.point()
        return done

    return said


def plant() -> None:
    """Put points around all that can be seen from outside."""
    connect = sqlite.connect  # type: ignore[attr-defined]  # the name that the store calls it by

    def mortal(path: Path) -> Mortal:
        return Mortal(connect(path), cast(Any, FUSE))

    setattr(sqlite, "connect", mortal)  # noqa: B010
    for cls, name, wrapped in (
        (discord.http.HTTPClient, "request", around_later),
        (AsyncWebhookAdapter, "request", around_later),
        (SmtpSender, "send", around_later),
        (Protocol, "execute", around_later),
        (asyncio.StreamWriter, "write", around),
    ):
        setattr(cls, name, wrapped(getattr(cls, name)))
    signal.signal(signal.SIGUSR1, FUSE.arm)


plant()
