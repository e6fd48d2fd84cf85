"""Leases: reserve work for one of several processes. The holder renews its lease by the clock of
the database.
"""

import os
import secrets
import socket
import threading
import time
from collections.abc import Callable
from typing import Any

import psycopg

from engine.store.rows import LeaseState, Parts

LEASE = 3.0
"""Seconds for which a lease is valid after its last renewal."""
RENEWED = 0.5
"""Seconds between renewals and between requests for a lease."""
FIRM = 0.8
"""The part of a lease in which its holder may send messages. Other processes wait for the whole
lease.
"""

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
    """Return a unique name for this process: host, process id and a random part."""
    return f"{socket.gethostname()}/{os.getpid()}/{secrets.token_hex(4)}"


class Leases:
    """Requests leases in a thread of its own, and renews those it holds."""

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
                # Counted from the request, because the answer may take long.
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
            db = None  # the leases expire by themselves

    def mine(self, db: psycopg.Connection[Any]) -> set[str]:
        return {name for (name,) in db.execute(ASK, (self.who, LEASE, self.names)).fetchall()}

    def lease_state(self, door: str) -> LeaseState:
        part = self.parts[door]
        if part in self.lost:
            return "lost"
        asked = self.renewed.get(part)
        return "firm" if asked is not None and now() - asked < FIRM * LEASE else "unsure"

    def end(self) -> None:
        self.ended.set()
        self.thread.join()


def now() -> float:
    """Return seconds of a clock that also runs while the machine sleeps, if the system has one."""
    return time.clock_gettime(getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC))
