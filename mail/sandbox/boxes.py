"""Mailboxes in memory: accounts, folders, mails."""

import re
from collections.abc import Callable

from msgspec import Struct, field

SEEN, DELETED = "\\Seen", "\\Deleted"


class StoredMail(Struct, eq=False):
    """A mail in a folder. ``uid`` is never reused there; ``at`` is its arrival in seconds since
    1970.
    """

    uid: int
    at: int
    raw: bytes
    flags: set[str] = field(default_factory=set)


class Folder:
    """A folder: its mails, oldest first, and the UID of the next one."""

    def __init__(self, validity: int = 1) -> None:
        self.validity = validity
        self.mails: list[StoredMail] = []
        self.next = 1

    def add(self, raw: bytes, at: int, flags: set[str] | None = None) -> StoredMail:
        kept = StoredMail(self.next, at, raw, set(flags or ()))
        self.next += 1
        self.mails.append(kept)
        return kept


class MailAccount:
    """A user's mailbox with its folders and password. ``watching`` are called after each
    delivery.
    """

    def __init__(self, user: str, password: str, folders: tuple[str, ...] = ("INBOX",)):
        self.user, self.password = user, password
        self.folders = {name: Folder(number) for number, name in enumerate(folders, 1)}
        self.watching: set[Callable[[], None]] = set()

    def folder(self, name: str) -> Folder | None:
        """Return a folder by its name; INBOX in any case."""
        return self.folders.get("INBOX" if name.upper() == "INBOX" else name)

    def create(self, name: str) -> bool:
        """Create a folder, or return ``False`` if it exists already."""
        if self.folder(name) is not None:
            return False
        self.folders[name] = Folder(len(self.folders) + 1)
        return True

    def deliver(self, raw: bytes, at: int) -> None:
        """Put a mail into the INBOX, and notify connected clients."""
        self.folders["INBOX"].add(raw, at)
        for told in list(self.watching):
            told()


def listed(pattern: str, name: str) -> bool:
    """Return whether a folder's name matches the pattern of a LIST (RFC 9051, 6.3.9)."""
    shape = "".join(".*" if c == "*" else "[^/]*" if c == "%" else re.escape(c) for c in pattern)
    return re.fullmatch(shape, name, re.I if name == "INBOX" else 0) is not None
