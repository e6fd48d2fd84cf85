"""A PostgreSQL of the tests' own: made when it is first asked for, gone with the process."""

import atexit
import os
import shutil
import signal
import subprocess
import tempfile
import time
from functools import cache
from itertools import count
from pathlib import Path

import pytest

HOMES = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
SETTINGS = {"listen_addresses": "", "max_connections": "40"}
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
    """The server: started, and ended with this process."""

    def __init__(self) -> None:
        self.programs = there_or_left_out()
        memory = Path("/dev/shm")
        self.folder = Path(tempfile.mkdtemp(prefix="pg-", dir=memory if memory.is_dir() else None))
        # It refuses to work for root.
        self.who = "postgres" if os.geteuid() == 0 else None
        if self.who:
            shutil.chown(self.folder, self.who, self.who)
        make = ["-D", str(self.folder / "data"), "-U", "meanwhile", "-A", "trust", "-N"]
        make += ["-E", "UTF8", "--locale=C"]
        program = str(self.programs / "initdb")
        subprocess.run([program, *make], check=True, user=self.who, stdout=subprocess.DEVNULL)
        self.server = self.start()
        atexit.register(self.end)

    def start(self) -> "subprocess.Popen[bytes]":
        """Start it, and wait until it answers."""
        settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
        place = ["-D", str(self.folder / "data"), "-k", str(self.folder)]
        with (self.folder / "log").open("ab") as log:
            server = subprocess.Popen(
                [str(self.programs / "postgres"), *place, *settings],
                user=self.who,
                stderr=log,
                start_new_session=True,
            )
        ready = [str(self.programs / "pg_isready"), "-q", "-h", str(self.folder)]
        while subprocess.run(ready, check=False).returncode:
            assert server.poll() is None, (self.folder / "log").read_text()
            time.sleep(0.05)
        return server

    def crash(self) -> None:
        """Stop it at once, as if the machine had lost its power, and start it again."""
        self.server.send_signal(signal.SIGQUIT)
        self.server.wait()
        self.server = self.start()

    def end(self) -> None:
        """Stop it, and remove what it has written."""
        self.server.kill()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


cluster = cache(Cluster)
"""The server of this process."""


def fresh() -> str:
    """Return the address of an empty schema."""
    import psycopg

    name = f"t{next(NUMBERS)}"
    server = f"postgresql://meanwhile@/postgres?host={cluster().folder}"
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(f"create schema {name}".encode())
    return f"{server}&options=-csearch_path%3D{name}"


def cut(url: str) -> None:
    """Have the server end all other connections of this database."""
    import psycopg

    sql = "select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()"
    with psycopg.connect(url, autocommit=True) as db:
        db.execute(f"{sql} and application_name = 'meanwhile'".encode())
