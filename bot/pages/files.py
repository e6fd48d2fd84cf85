"""Files of the pages' folder: each is whole at any time, and its time is that of public news."""

import os
from contextlib import suppress
from pathlib import Path

from engine.errors import UserError

READABLE = 0o644
"""The mode of the files, which are for everybody: a web server runs as another user."""
LISTED = 0o755


def put(folder: Path, name: str, data: bytes, at: int, *, listed: int = LISTED) -> bool:
    """Write a file unless it has these bytes already, and return whether it was written.

    ``at`` becomes its time: that of the newest public news in it, so that it shows nothing else.
    ``listed`` is the mode of the folders. Raises ``UserError``.
    """
    path = folder / name
    try:
        if is_there(path, data):
            os.utime(path, (at, at))
            return False
        if listed != LISTED or not path.parent.is_dir():
            for made in reversed(path.relative_to(folder).parents):
                (folder / made).mkdir(mode=listed, parents=True, exist_ok=True)
                (folder / made).chmod(listed)
        part = path.with_name(f".{path.name}.part{os.getpid()}")
        part.write_bytes(data)
        part.chmod(READABLE)
        os.utime(part, (at, at))
        part.replace(path)
    except OSError as error:
        raise UserError(
            f"[pages] folder: {error.filename or path}: {error.strerror}; choose another"
        ) from error
    return True


def is_there(path: Path, data: bytes) -> bool:
    with suppress(FileNotFoundError, NotADirectoryError):
        return path.stat().st_size == len(data) and path.read_bytes() == data
    return False


def read(folder: Path, name: str) -> bytes:
    """Return a file's bytes; of none, no bytes."""
    with suppress(OSError):
        return (folder / name).read_bytes()
    return b""


def drop(folder: Path, name: str) -> None:
    with suppress(FileNotFoundError):
        (folder / name).unlink()
