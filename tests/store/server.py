"""A PostgreSQL of the tests' own: made when it is first asked for, gone with the process."""

import atexit
import os
import shutil
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


@cache
def started() -> Path:
    """Start the server; return the folder of its socket."""
    programs = there_or_left_out()
    memory = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="postgres-", dir=memory if memory.is_dir() else None))
    # It refuses to work for root.
    who = "postgres" if os.geteuid() == 0 else None
    if who:
        shutil.chown(folder, who, who)
    data = folder / "data"
    make = [
        str(programs / "initdb"),
        "-D",
        str(data),
        "-A",
        "trust",
        "-E",
        "UTF8",
        "--locale=C",
        "-N",
    ]
    subprocess.run([*make, "-U", "meanwhile"], check=True, user=who, stdout=subprocess.DEVNULL)
    settings = [part for name, value in SETTINGS.items() for part in ("-c", f"{name}={value}")]
    with (folder / "log").open("wb") as log:
        server = subprocess.Popen(
            [str(programs / "postgres"), "-D", str(data), "-k", str(folder), *settings],
            user=who,
            stderr=log,
            start_new_session=True,
        )

    @atexit.register
    def end() -> None:
        server.kill()
        server.wait()
        shutil.rmtree(folder, ignore_errors=True)

    ready = [str(programs / "pg_isready"), "-q", "-h", str(folder)]
    while subprocess.run(ready, check=False).returncode:
        assert server.poll() is None, (folder / "log").read_text()
        time.sleep(0.05)
    return folder


def fresh() -> str:
    """Return the address of an empty schema."""
    import psycopg

    folder, name = started(), f"t{next(NUMBERS)}"
    server = f"postgresql://meanwhile@/postgres?host={folder}"
    with psycopg.connect(server, autocommit=True) as db:
        db.execute(f"create schema {name}".encode())
    return f"{server}&options=-csearch_path%3D{name}"
