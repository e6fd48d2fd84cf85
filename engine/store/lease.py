"""Which of several processes does what only one may do at a time: the one that says again and again
that it is there, by the clock of the database.
"""

import os
import secrets
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg

from engine.store.rows import Hold, Parts

LEASE = 3.0
"""Seconds for which the holder of a part is believed to be there, since it has said so last."""
RENEWED = 0.5
"""Seconds between two times that it says so, and that others ask."""
FIRM = 0.8
"""The part of a lease in which its holder may still speak: another one waits for the whole."""

TABLE = """create table holder (
    name text primary key, epoch bigint not null, who text not null, until timestamptz not null
) with (fillfactor = 50)"""
ASK = """insert into holder
    select name, 1, %s, clock_timestamp() + make_interval(secs => %s) from unnest(%s::text[]) name
    order by name
    on conflict (name) do update set who = excluded.who, until = excluded.until,
    epoch = holder.epoch + (holder.who <> excluded.who)::int
    where holder.who = excluded.who or holder.until < clock_timestamp()
    returning name"""
LEAVE = "update holder set until = clock_timestamp() where who = %s"
THERE = "select name, who from holder where until >= clock_timestamp() order by name"
MINE = "select name from holder where who = %s order by name for share"


def new_name() -> str:
    """Return a name for this process that no other one has or had: its machine, its number, and
    something drawn.
    """
    return f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"


class Leases:
    """Asks for parts in a thread of its own, and says of those that it has that it is there."""

    def __init__(self, connect: Callable[[], psycopg.Connection[Any]], who: str, parts: Parts):
        self.connect, self.who = connect, who
        self.parts = {door: part for part, doors in parts.items() for door in doors}
        self.names = sorted(parts)
        self.renewed = dict[str, float]()
        self.lost, self.ended, self.asked = set[str](), threading.Event(), threading.Event()
        self.thread = threading.Thread(target=self.keep, name="leases", daemon=True)
        self.thread.start()

    def keep(self) -> None:
        db: psycopg.Connection[Any] | None = None
        while not self.ended.is_set():
            try:
                db = db or self.connect()
                # What counts is when it was asked, whatever time the answer took.
                asked = now()
                mine = self.mine(db)
                self.lost |= self.renewed.keys() - mine
                self.renewed.update(dict.fromkeys(mine, asked))
                self.asked.set()
            except psycopg.Error:
                if db is not None:
                    db.close()
                db = None
            self.ended.wait(RENEWED)
        try:
            if db is not None:
                db.execute(LEAVE, (self.who,))
                db.close()
        except psycopg.Error:
            db = None  # what was held runs out by itself

    def mine(self, db: psycopg.Connection[Any]) -> set[str]:
        return {name for (name,) in db.execute(ASK, (self.who, LEASE, self.names)).fetchall()}

    def hold(self, door: str) -> Hold:
        """Return how firmly the part is held to which a door belongs."""
        part = self.parts[door]
        if part in self.lost:
            return "lost"
        asked = self.renewed.get(part)
        return "firm" if asked is not None and now() - asked < FIRM * LEASE else "unsure"

    def end(self) -> None:
        self.ended.set()
        self.thread.join()


def now() -> float:
    """Return seconds that go on while the machine sleeps, where it can tell them."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
