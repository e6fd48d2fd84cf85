"""All errors of the engine, with one root.

::

    MeanwhileError
    ├── UserError           impossible: says why, and what would work
    │   └── NotPossible     the same for players, as a refusal (``engine.menu``)
    ├── UnknownGame         no such game, or no such edition (also a LookupError)
    │   └── Newer           a game saved by a newer version
    ├── Refused             an order or command is refused (``engine.menu``)
    ├── LoadedDice          scripted dice name a face that the die lacks
    ├── Uncorrectable       no such place in a position, or an impossible value
    ├── StoreError          the database cannot be opened or used
    │   ├── InUse           another process has it open
    │   ├── Contended       another process may write too: retry alone
    │   ├── ReadOnly        the file or folder is read-only
    │   ├── DamagedFile     the database can only be read, perhaps not all of it
    │   └── Contradicts     the new rows contradict the stored ones
    ├── NotStored           nothing was written: send it again
    ├── Damaged             a journal with a broken chain, or an entry that cannot be played
    ├── Invalid             not a game file, or one that fails its checks
    ├── Behind              the message waits until a door has read far enough
    ├── TryLater            the message cannot be delivered now
    └── Undeliverable       the message can never be delivered

Errors used by only two modules are defined where they are raised.
"""

from collections.abc import Sequence
from typing import Any


class MeanwhileError(Exception):
    """The root of all errors that the engine raises on purpose."""


class UserError(MeanwhileError):
    """A person asked for something impossible. The text says why, and what would work: in English,
    for operators. Players get ``NotPossible`` instead.
    """


class UnknownGame(MeanwhileError, LookupError):
    """No game or edition has this name. The text lists the existing ones."""


class Newer(UnknownGame):
    """A saved game has a field that this version doesn't know and would lose. The text for players
    doesn't name it. ``found`` names the place, for the operator alone.
    """

    def __init__(self, kind: str, found: str):
        self.found = found
        super().__init__(
            f"it was saved by another version of {kind} than the one installed; update the program,"
            " or install that version"
        )


class LoadedDice(MeanwhileError):
    """Scripted dice name a face that the die lacks. The text names key, value and faces."""

    def __init__(self, key: str, value: int | str, faces: Sequence[Any]):
        self.key, self.value, self.faces = key, value, tuple(dict.fromkeys(map(str, faces)))
        super().__init__(
            f"loaded dice: {key} cannot be {value!r}; possible: {', '.join(self.faces)}"
        )


class Uncorrectable(MeanwhileError):
    """A correction of a missing place or to an impossible value (``code``). ``word`` quotes it."""

    def __init__(self, code: str, word: str):
        super().__init__(f"{code}: {word}")
        self.code, self.word = code, word


class StoreError(MeanwhileError):
    """The database cannot be used. The text says why, and ``remedy`` may say what to do."""

    def __init__(self, why: str, remedy: str = ""):
        super().__init__(why)
        self.remedy = remedy


class DamagedFile(StoreError):
    """The database is damaged: it can only be read, and perhaps not all of it."""


class Contradicts(StoreError):
    """The data to be written contradicts the stored data, or fits no column."""


class InUse(StoreError):
    """Another process is using the database. It can still be read."""


class Contended(StoreError):
    """Other processes may be using games that the batch needs. Retry the batch with ``alone``."""


class ReadOnly(StoreError):
    """The folder or file of the database is read-only. The database can still be read."""


class NotStored(MeanwhileError):
    """The batch could not be written. Nothing has happened, and the message can be sent again."""


class Damaged(MeanwhileError):
    """A journal has a broken hash chain or numbering. The text says where."""


class Invalid(MeanwhileError):
    """A file is not a record of a game, or fails its checks. The text says where and why."""


class Behind(MeanwhileError):
    """The message arrived after a deadline, and the question waits for a door that has not read
    that far. Nothing has happened. The message is played once the door has read on.
    """


class TryLater(MeanwhileError):
    """The message could not be delivered now. The text says why.

    If ``at`` is set, the dispatcher retries then, and the try does not count. Otherwise it waits
    for at least ``wait`` seconds. With ``alone``, only chat messages to the same receiver wait too.
    """

    def __init__(self, why: str, at: int | None = None, wait: int = 0, *, alone: bool = False):
        super().__init__(why)
        self.at, self.wait, self.alone = at, wait, alone


class Undeliverable(MeanwhileError):
    """The message can never be delivered, or is no longer wanted. The text says why."""


def error_text(error: Exception) -> str:
    """Return the text of an msgspec error, with the name of the field first instead of `$.size`."""
    reason, _, place = str(error).partition(" - at `$.")
    return f"{place.rstrip('`')}: {reason}" if place else reason
