"""Who may speak for a database that several machines can open: the one that says again and again
that it is there, by the clock of the database.
"""

import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg

from engine.store.contract import Hold

LEASE = 3.0
"""Seconds for which whoever writes is believed to be there, since it has said so last."""
RENEWED = 1.0
"""Seconds between two times that it says so."""
FIRM = 0.8
"""The part of a lease in which its holder may still speak: another one waits for the whole."""
ERRAND = 3600.0
"""Seconds for which a command is believed to be at work that says nothing."""

TABLE = """create table holder (
    name text primary key, epoch bigint not null, backend integer not null,
    until timestamptz not null
)"""
TAKE = """insert into holder values('writer', 1, pg_backend_pid(),
    clock_timestamp() + make_interval(secs => %s))
    on conflict (name) do update set epoch = holder.epoch + 1, backend = excluded.backend,
    until = excluded.until returning epoch"""
RENEW = """update holder set until = clock_timestamp() + make_interval(secs => %s)
    where name = 'writer' and epoch = %s"""
OUST = """select pg_terminate_backend(backend) from holder
    where name = 'writer' and until < clock_timestamp()
    and exists (select from pg_locks where pid = backend and locktype = 'advisory')"""


class Lease:
    """Says in a thread of its own that whoever writes is there."""

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]], epoch: Callable[[], int]):
        """Begin with a connection of its own; ``epoch`` is asked each time."""
        self.connect, self.epoch = connect, epoch
        self.renewed, self.lost, self.ended = now(), False, threading.Event()
        self.thread = threading.Thread(target=self.keep, name="lease", daemon=True)
        self.thread.start()

    def keep(self) -> None:
        """Renew the lease until it is lost or given up."""
        db: psycopg.Connection[Any] | None = None
        while not self.lost and not self.ended.wait(RENEWED):
            try:
                db = db or self.connect()
                # What counts is when it was asked, whatever time the answer took.
                asked, epoch = now(), self.epoch()
                if self.renews(db, epoch):
                    self.renewed = asked
                else:
                    self.lost = epoch == self.epoch()
            except psycopg.Error:
                if db is not None:
                    db.close()
                db = None
        if db is not None:
            db.close()

    def renews(self, db: psycopg.Connection[Any], epoch: int) -> bool:
        """Say that the holder of this epoch is there; ``False``: it is the holder no more."""
        return bool(db.execute(RENEW, (LEASE, epoch)).rowcount)

    def hold(self) -> Hold:
        """Return how firmly it is held."""
        if self.lost:
            return "lost"
        return "firm" if now() - self.renewed < FIRM * LEASE else "unsure"

    def end(self) -> None:
        """Give it up."""
        self.ended.set()
        self.thread.join()


def now() -> float:
    """Return seconds that go on while the machine sleeps, where it can tell them."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
