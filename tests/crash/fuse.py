"""Ends the process that imports it, with SIGKILL, before or after one statement of SQL or one thing
that it says to anybody: at a point.

FUSE names a file with the name of the point, or nothing. SIGUSR1 says that the points are to be
counted, from when the process is quiet: nothing is told, requested or shown. Beside the file,
``.armed`` is there as soon as they are, and ``.quiet`` whenever the process is quiet again, with
the names of all points that there were. Points have names, so that what happens beside each other
may change places: the third commit is the third one, whatever came in between.
"""

import functools
import json
import os
import signal
import threading
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, cast

import discord
from discord.state import ConnectionState
from discord.webhook.async_ import AsyncWebhookAdapter

from bot.discord.show import Show
from bot.line.server import Connection
from engine.referee import delivery
from engine.referee.commands import lobby
from engine.referee.writer import Sharing
from engine.store import sqlite
from engine.store.postgres_connection import PostgresConnection, Statement
from mail.transport import imap, mailbox, smtp
from tests.crash import tally as tally
from tests.crash.orders import READS
from tests.crash.test_points import Mortal

FILE = Path(os.environ["FUSE"])
ARMED, QUIET = FILE.with_suffix(".armed"), FILE.with_suffix(".quiet")
CALM = 0.25
"""Seconds without a point, and with nothing under way, after which a process is quiet."""
LOOK = 0.02
SOON = 0.1
"""Seconds after which is noted and shown what a process would wait a second for."""
LONGEST = 90
"""Characters of the name of a statement."""
WAITS = ("IDLE", "NOOP")
"""Commands of IMAP with which nothing is done but to wait."""


class Fuse:
    """Knows the points. ``end``: at which of them the process ends. ``under_way``: what was asked
    of others and is not answered; ``waiting``: mailboxes in which it is waited for mail;
    ``caught_up``: at a server, it has all parts, and has looked what others have done.
    """

    def __init__(self) -> None:
        self.counting, self.end = False, ""
        self.seen, self.names = Counter[str](), list[str]()
        self.under_way, self.last = 0, time.monotonic()
        self.wanted, self.turn = threading.Event(), threading.RLock()
        self.dispatchers, self.shows = list[delivery.Dispatcher](), list[Show]()
        self.inboxes, self.waiting = list[mailbox.ImapInbox](), 0
        self.caught_up = False

    def point(self, what: str) -> None:
        with self.turn:
            self.last = time.monotonic()
            if not self.counting:
                return
            self.seen[what] += 1
            self.names.append(f"{what} ({self.seen[what]})")
            if self.names[-1] == self.end:
                os.kill(os.getpid(), signal.SIGKILL)

    def quiet(self) -> bool:
        told = [
            one.idle and one.timer is None and (one.reached is None or self.caught_up)
            for one in self.dispatchers
        ]
        if not all(
            one.connection.client and one.connection.client.is_ready() for one in self.shows
        ):
            self.last = time.monotonic()
        shown = [not one.wanted and one.connection.online.is_set() for one in self.shows]
        calm = not self.under_way and time.monotonic() - self.last >= CALM
        return calm and bool(told) and all(told + shown) and self.waiting == len(self.inboxes)

    def watch(self) -> None:
        while True:
            time.sleep(LOOK)
            with self.turn, suppress(RuntimeError):  # what changes while it is looked at
                if not self.quiet():
                    continue
                if self.wanted.is_set():
                    self.wanted.clear()
                    self.counting, self.end = True, FILE.read_text()
                    self.seen.clear()
                    self.names.clear()
                    ARMED.touch()
                if not QUIET.exists():
                    part = FILE.with_suffix(".part")
                    part.write_text(json.dumps(self.names))
                    part.rename(QUIET)


FUSE = Fuse()


def around(say: Callable[..., Any], name: Callable[..., str]) -> Callable[..., Any]:
    @functools.wraps(say)
    def said(*args: Any, **more: Any) -> Any:
        what = name(*args)
        FUSE.point(f"before {what}")
        done = say(*args, **more)
        FUSE.point(f"after {what}")
        return done

    return said


def around_later(
    say: Callable[..., Awaitable[Any]], name: Callable[..., str]
) -> Callable[..., Awaitable[Any]]:
    @functools.wraps(say)
    async def said(*args: Any, **more: Any) -> Any:
        if (what := name(*args)) in WAITS:
            FUSE.waiting += 1
            try:
                return await say(*args, **more)
            finally:
                FUSE.waiting -= 1
        FUSE.point(f"before {what}")
        FUSE.under_way += 1
        try:
            done = await say(*args, **more)
        finally:
            FUSE.under_way -= 1
        FUSE.point(f"after {what}")
        return done

    return said


def alone(look: Callable[[Sharing], Awaitable[None]]) -> Any:
    """Return the same, but that it does nothing while points are counted: it is done again and
    again, for what other processes have made known.
    """

    async def looked(self: Sharing) -> None:
        if not FUSE.counting:
            await look(self)
            FUSE.caught_up = all(part.is_set() for part in self.mine.values())

    return looked


def prepared(cls: Any, do: Callable[[Any], object]) -> None:
    begin = cls.__init__

    def begun(self: Any, *args: Any, **more: Any) -> None:
        begin(self, *args, **more)
        do(self)

    cls.__init__ = begun


class Statements:
    def point(self, what: str) -> None:
        FUSE.point(statement(what))


def statement(sql: str) -> str:
    return " ".join(sql.split())[:LONGEST]


def together(statements: Iterable[Statement]) -> str:
    """Name statements that are run together by the first that writes, or else by the last."""
    said = [statement(one.sql) for one in statements]
    return next((one for one in said if one.split()[0] not in READS), said[-1])


def plant() -> None:
    connect = sqlite.connect  # type: ignore[attr-defined]  # the name that the store calls it by

    def mortal(path: Path) -> Mortal:
        return Mortal(connect(path), cast(Any, Statements()))

    setattr(sqlite, "connect", mortal)  # noqa: B010
    places: list[tuple[Any, str, Any, Callable[..., str]]] = [
        (
            PostgresConnection,
            "execute",
            around,
            lambda _, sql, *__: statement(sql),
        ),
        (
            PostgresConnection,
            "executemany",
            around,
            lambda _, sql, *__: statement(sql),
        ),
        (
            PostgresConnection,
            "together",
            around,
            lambda _, some: together(some),
        ),
        (Connection, "put", around, lambda *_: "a write to a program"),
        (discord.http.HTTPClient, "request", around_later, lambda _, route, **__: called(route)),
        (AsyncWebhookAdapter, "request", around_later, lambda _, route, *__: called(route)),
        (smtp.SmtpSender, "send", around_later, lambda *_: "a mail"),
        (imap.Protocol, "execute", around_later, lambda _, command, *__: str(command.name)),
    ]
    for cls, method, wrapped, name in places:
        setattr(cls, method, wrapped(getattr(cls, method), name))
    prepared(ConnectionState, lambda one: setattr(one, "guild_ready_timeout", SOON))
    prepared(delivery.Dispatcher, FUSE.dispatchers.append)
    prepared(Show, FUSE.shows.append)
    prepared(mailbox.ImapInbox, FUSE.inboxes.append)
    Sharing.catch_up = alone(Sharing.catch_up)  # type: ignore[method-assign]  # for the test
    delivery.SECOND = Show.quiet = SOON
    lobby.UNBEGUN = lobby.RUNNING = 1_000_000
    signal.signal(signal.SIGUSR1, lambda *_: FUSE.wanted.set())
    threading.Thread(target=FUSE.watch, daemon=True).start()


def called(route: Any) -> str:
    return f"{route.method} {route.path}"


plant()
