"""Files written by commands: readable only by their owner, complete or absent.

They never overwrite another program's file.
"""

import errno
import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import click

from bot.config import Config, settings_file
from engine.errors import UserError

MINE_ALONE = 0o077
"""The umask that denies others everything, since all files may contain secrets."""
COMPANIONS = ("-wal", "-shm", "-journal", ".lock", ".sock")
"""Suffixes of files that belong to a database."""
MAGIC, MARK_AT = b"SQLite format 3\0", 68
"""The first bytes of an SQLite database, and the offset of its application's mark."""
NO_LINKS = (errno.EPERM, errno.EOPNOTSUPP, errno.ENOSYS)
"""Errors of file systems without hard links."""


def mine_alone() -> None:
    """Make everything that this process writes readable only by its owner."""
    os.umask(MINE_ALONE)


def make_folder(folder: Path) -> None:
    """Create a folder if it is missing. Errors are left to the code that writes there."""
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)


def write(path: Path, data: bytes, *, force: bool) -> int:
    """Write a file, whole or not at all, and return its length in bytes."""
    with made(path, force=force) as part:
        part.write_bytes(data)
    return len(data)


@contextmanager
def made(path: Path, *, force: bool = False) -> Iterator[Path]:
    """Yield a temporary file that becomes ``path`` when the block has succeeded.

    It is then synced to disk. With ``force`` it may replace a plain file. Raises ``UserError``,
    without having changed anything, if it can't be written.
    """
    part: Path | None = None
    try:
        refuse(path, force=force)
        handle, name = tempfile.mkstemp(
            prefix=f".{path.name[:100]}.", suffix=".part", dir=path.absolute().parent
        )
        os.close(handle)
        part = Path(name)
        yield part
        with part.open("rb") as file:
            os.fsync(file.fileno())
        refuse(path, force=force)
        take_name(part, path, force=force)
        # SQLite must not open a database that has two names.
        part.unlink(missing_ok=True)
        sync_folder(path.absolute().parent)
    except FileExistsError as error:
        raise UserError(in_the_way(path)) from error
    except OSError as error:
        raise UserError(
            f"{path}: cannot be written ({error.strerror or error}); choose another place"
        ) from error
    finally:
        if part is not None:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def take_name(part: Path, path: Path, *, force: bool) -> None:
    """Give a file its name. Raises ``FileExistsError`` if the name was taken in the meantime."""
    if force:
        part.replace(path)
        return
    try:
        # Unlike a rename, a link fails if the name is taken.
        os.link(part, path)
    except OSError as error:
        if error.errno not in NO_LINKS:
            raise
        os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))
        part.replace(path)


def refuse(path: Path, *, force: bool) -> None:
    """Raises ``UserError`` if a file may not be written there."""
    if path.is_symlink():
        raise UserError(f"{path}: is a link to {path.readlink()}; name the file itself")
    if whose := owner_of(path):
        raise UserError(
            f"{path}: {whose}, and is never written over, not even with --force; choose another"
            " name"
        )
    if not path.exists():
        return
    if not path.is_file():
        raise UserError(f"{path}: is no plain file; choose another name")
    if not force:
        raise UserError(in_the_way(path))


def in_the_way(path: Path) -> str:
    return f"{path}: is there already; choose another name, or write over it with --force"


def owner_of(path: Path) -> str:
    """Return the program's own use of this file as a predicate, or ""."""
    context = click.get_current_context(silent=True)
    named = context.params.get("db") if context is not None else None
    config = (context.find_object(Config) if context is not None else None) or Config()
    for db in {Path(config.db), *([named] if isinstance(named, Path) else [])}:
        if any(
            same(path, Path(f"{kept}{end}"))
            for kept in (db, db.resolve())
            for end in ("", *COMPANIONS)
        ):
            return "is the database, or belongs to it"
    if context is not None and (settings := settings_file()) is not None and same(path, settings):
        return "holds the settings"
    if same(path, Path(config.log)):
        return "is the log"
    for end in ("", *COMPANIONS):
        if path.name.endswith(end) and is_database(
            path.with_name(path.name.removesuffix(end) or path.name)
        ):
            return "is a database of Meanwhile, or belongs to one"
    return ""


def same(one: Path, other: Path) -> bool:
    if one.exists() and other.exists():
        return one.samefile(other)
    return one.resolve() == other.resolve()


def is_database(path: Path) -> bool:
    # Import it here, since it loads the database library.
    from engine.store.schema import APPLICATION

    if not path.is_file():
        return False
    try:
        with path.open("rb") as file:
            head = file.read(MARK_AT + 4)
    except OSError:
        return False
    return head.startswith(MAGIC) and head[MARK_AT:] == APPLICATION.to_bytes(4)


def sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
