"""A PostgreSQL of the tests' own: made when it is first asked for, gone with the process."""

import atexit
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from contextlib import suppress
from functools import cache
from itertools import count
from pathlib import Path

import pytest

HOMES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
SETTINGS = {
    "listen_addresses": "",
    "max_connections": "60",
    # Commits wait for a synchronous standby, and so for as long as that waits to connect again.
    "wal_retrieve_retry_interval": "200ms",
}
SOCKET = ".s.PGSQL.5432"
NUMBERS = count(1)


def there_or_left_out() -> Path:
    """Return where the server's programs are. Without them, what it would have been asked is left
    out, which the end of the run says; where ``CI`` is set, that is a failure.
    """
    if HOMES:
        return HOMES[-1]
    why = "/usr/lib/postgresql: not here (apt-get install postgresql)"
    if os.environ.get("CI"):
        pytest.fail(f"PostgreSQL is missing: {why}")
    pytest.skip(f"PostgreSQL: {why}")


class Cluster:
    """A server: started, and ended with this process. ``of``: it follows another one, whose
    commits wait for it. ``far``: it listens at a ``port``, and its files are on the disk.
    """

    def __init__(self, of: "Cluster | None" = None, *, far: bool = False) -> None:
        self.programs = there_or_left_out()
        memory, self.port = Path("/dev/shm"), 0
        if far:
            with socket.create_server(("127.0.0.1", 0)) as free:
                self.port = free.getsockname()[1]
        where = memory if memory.is_dir() and not far else None
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir=where))
        # It refuses to work for root.
        self.who = "postgres" if os.geteuid() == 0 else None
        if self.who:
            shutil.chown(self.folder, self.who, self.who)
        data = str(self.folder / "data")
        if of is None:
            self.run("initdb", "-D", data, "-U", "meanwhile", "-A", "trust", "-N", *UTF8)
        else:
            source = f"host={of.folder} user=meanwhile application_name=standby"
            self.run("pg_basebackup", "-D", data, "-d", source, "-R", "-X", "stream", "-c", "fast")
        self.server = self.start()
        atexit.register(self.end)

    def run(self, program: str, *arguments: str) -> None:
        command = [str(self.programs / program), *arguments]
        subprocess.run(command, check=True, user=self.who, stdout=subprocess.DEVNULL)

    def start(self) -> "subprocess.Popen[bytes]":
        far = {"listen_addresses": "127.0.0.1", "port": str(self.port)} if self.port else {}
        given = (SETTINGS | far).items()
        settings = [part for name, value in given for part in ("-c", f"{name}={value}")]
        place = ["-D", str(self.folder / "data"), "-k", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            server = subprocess.Popen(
                [str(self.programs / "postgres"), *place, *settings],
                user=self.who,
                stderr=log,
                start_new_session=True,
            )
        ready = [str(self.programs / "pg_isready"), "-q", "-h", str(self.folder)]
        ready += ["-p", str(self.port)] if self.port else []
        while subprocess.run(ready, check=False).returncode:
            assert server.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)
        return server

    def stop(self) -> None:
        """Stop it at once, as if the machine had lost its power."""
        self.server.send_signal(signal.SIGQUIT)
        self.server.wait()

    def crash(self) -> None:
        self.stop()
        self.server = self.start()

    def followed(self) -> "Cluster":
        """Return a server that follows this one, whose commits wait for it from now on."""
        import psycopg

        standby = Cluster(self)
        with psycopg.connect(f"host={self.folder} user=meanwhile dbname=postgres") as db:
            db.autocommit = True
            db.execute("alter system set synchronous_standby_names = '*'")
            db.execute("select pg_reload_conf()")
            waiting = "select 1 from pg_stat_replication where sync_state = 'sync'"
            while not db.execute(waiting).fetchone():
                time.sleep(0.05)
        return standby

    def promote(self) -> None:
        """Follow nobody any more: from now on it leads, and waits for nobody."""
        import psycopg

        # What it has copied of the settings says that commits wait for a standby.
        with (self.folder / "data" / "postgresql.auto.conf").open("a") as settings:
            settings.write("synchronous_standby_names = ''\n")
        with psycopg.connect(f"host={self.folder} user=meanwhile dbname=postgres") as db:
            db.execute("select pg_reload_conf()")
            db.execute("select pg_promote(true)")

    def end(self) -> None:
        self.server.kill()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


UTF8 = ("-E", "UTF8", "--locale=C")
cluster = cache(Cluster)
"""The server of this process."""


def fresh(at: Cluster | None = None) -> str:
    import psycopg

    name, at = f"t{next(NUMBERS)}", at or cluster()
    where = address(at.folder) + (f"&port={at.port}" if at.port else "")
    with psycopg.connect(where, autocommit=True) as db:
        db.execute(f"create schema {name}".encode())
    return f"{where}&options=-csearch_path%3D{name}"


def address(folder: Path) -> str:
    """Return the address of the server that is found in a folder."""
    return f"postgresql://meanwhile@/postgres?host={folder}"


def cut(url: str) -> None:
    """Have the server end all other connections of this database."""
    import psycopg

    sql = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(f"{sql} and application_name = 'meanwhile'".encode())


class Wire:
    """Passes on what goes to a server and comes from it, unless it is ``silent``: then everything
    is swallowed, and no connection is closed. ``trips``: how often somebody has said something
    after an answer.
    """

    def __init__(self, folder: Path, server: Path):
        folder.mkdir()
        self.folder, self.server, self.silent = folder, server, threading.Event()
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(str(folder / SOCKET))
        self.listening.listen()
        self.ends, self.trips = [self.listening], 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self) -> None:
        while True:
            try:
                here, _ = self.listening.accept()
            except OSError:
                return  # it has ended
            there = socket.socket(socket.AF_UNIX)
            self.ends += [here, there]
            try:
                there.connect(str(self.server / SOCKET))
            except OSError:
                here.close()
                there.close()
                continue
            heard = [True]
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self.carry, args=(one, other, heard), daemon=True).start()

    def carry(self, one: socket.socket, other: socket.socket, heard: list[bool]) -> None:
        """Pass on what one side says. ``heard``: whether the server has answered."""
        try:
            asks = other.getpeername() == str(self.server / SOCKET)
            while data := one.recv(65_536):
                self.trips += asks and heard[0]
                heard[0] = not asks
                if not self.silent.is_set():
                    other.sendall(data)
        except OSError:
            pass  # one of both is gone
        finally:
            if not self.silent.is_set():
                for end in (one, other):
                    shut(end)

    def end(self) -> None:
        for end in self.ends:
            shut(end)
            end.close()


def shut(end: socket.socket) -> None:
    """Have both sides of a connection know that it is over."""
    with suppress(OSError):
        end.shutdown(socket.SHUT_RDWR)
