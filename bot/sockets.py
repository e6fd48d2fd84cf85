"""The socket next to a database, and its two ends.

A person who can open that file may do everything.
"""

import contextlib
import os
import socket
import stat
import tempfile
from hashlib import sha256
from pathlib import Path

from engine.errors import UserError

LONGEST = 100
"""Maximum bytes of a socket's path; systems allow 104 to 108, including the final zero."""


def path_of(db: Path) -> Path:
    """Return the path of the socket: beside the database, or elsewhere if that is too long."""
    real = db.resolve()
    path = real.with_name(real.name + ".sock")
    if len(os.fsencode(path)) <= LONGEST:
        return path
    mark = sha256(os.fsencode(path)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"meanwhile-{os.getuid()}" / f"{mark}.sock"


def listening(path: Path) -> socket.socket:
    """Return a socket that listens there, for this user only. The caller holds the database, so an
    existing socket is a leftover. Raises ``UserError`` if it can't be made.
    """
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        if path.parent.name == f"meanwhile-{os.getuid()}":
            own_folder(path.parent)
        if path.exists() and not path.is_socket():
            raise UserError(
                f"{path}: is in the way of the socket of the database; move it elsewhere"
            )
        path.unlink(missing_ok=True)
        made.bind(str(path))
        made.listen()
    except OSError as error:
        made.close()
        raise UserError(
            f"{path}: no socket can be made there ({error.strerror or error})"
        ) from error
    except UserError:
        made.close()
        raise
    return made


def own_folder(folder: Path) -> None:
    """Create a private folder. Raises ``UserError`` if it is another user's."""
    with contextlib.suppress(FileExistsError):
        folder.mkdir(mode=0o700)
    found = folder.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise UserError(f"{folder}: is not a folder of yours alone; remove it")


def connected(path: Path) -> socket.socket | None:
    """Return a connection to the serving process, or ``None``."""
    made = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        made.connect(str(path))
    except (FileNotFoundError, ConnectionRefusedError):
        made.close()
        return None
    except OSError as error:
        made.close()
        raise UserError(
            f"{path}: {error.strerror or error}; the database may be served by another user"
        ) from error
    return made
