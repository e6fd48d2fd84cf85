"""What can go wrong, as exceptions with one root.

::

    MeanwhileError
    ├── UserError           impossible; says why, and what would work
    │   └── NotPossible     the same for players, as a refusal (``engine.menu``)
    ├── UnknownGame         no such game, or no such edition (also a LookupError)
    │   └── Newer           a game saved by a newer version
    ├── Refused             an order or command is refused (``engine.menu``)
    ├── LoadedDice          scripted dice name a face that the die lacks
    ├── Uncorrectable       no such place in a position, or no such value there
    ├── StoreError          the database cannot be opened or used
    │   ├── InUse           another process has it open
    │   ├── Contended       another process writes too: try again, alone
    │   ├── ReadOnly        the file or folder is read-only
    │   ├── DamagedFile     the database can only be read, perhaps not all of it
    │   └── Contradicts     the rows do not fit the stored ones
    ├── NotStored           nothing was written, nothing has happened: send it again
    ├── Damaged             a journal with a broken chain, or an entry that cannot be played
    ├── Invalid             a game file that proves nothing, or proves the contrary
    ├── Behind              the message waits until a door has read far enough
    ├── TryLater            the message cannot be delivered now
    └── Undeliverable       the message can never be delivered

Errors that one module raises and its neighbour catches stay where they are raised.
"""

from collections.abc import Sequence
from typing import Any


class MeanwhileError(Exception):
    """The root of all errors that the engine raises on purpose."""


class UserError(MeanwhileError):
    """The program cannot do as a person has asked. The text says why, and what would have worked:
    in English, for operators. For players there is ``NotPossible``.
    """


class UnknownGame(MeanwhileError, LookupError):
    """No game, or no edition of it, has this name; the text lists those there are."""


class Newer(UnknownGame):
    """A game holds something that this version of its kind does not know, and would lose. The
    text tells players nothing of it; ``found`` names the place, for the operator alone.
    """

    def __init__(self, kind: str, found: str):
        self.found = found
        super().__init__(
            f"it was saved by another version of {kind} than the one installed; update the program,"
            " or install that version"
        )


class LoadedDice(MeanwhileError):
    """Scripted dice cannot show this: names the key, the value and what is possible."""

    def __init__(self, key: str, value: int | str, faces: Sequence[Any]):
        self.key, self.value, self.faces = key, value, tuple(dict.fromkeys(map(str, faces)))
        super().__init__(
            f"loaded dice: {key} cannot be {value!r}; possible: {', '.join(self.faces)}"
        )


class Uncorrectable(MeanwhileError):
    """No such place, or no such value there; ``code`` says which, ``word`` where."""

    def __init__(self, code: str, word: str):
        super().__init__(f"{code}: {word}")
        self.code, self.word = code, word


class StoreError(MeanwhileError):
    """The database cannot be used; the text says why. ``remedy`` is what would help, where the
    text does not say so itself.
    """

    def __init__(self, why: str, remedy: str = ""):
        super().__init__(why)
        self.remedy = remedy


class DamagedFile(StoreError):
    """The database is damaged: it can only be read, and perhaps not all of it."""


class Contradicts(StoreError):
    """The data to be written contradicts the stored data, or fits into no column."""


class InUse(StoreError):
    """Another process has the database; it can still be read."""


class Contended(StoreError):
    """Other processes may be using games that the batch needs. Take it again, ``alone``."""


class ReadOnly(StoreError):
    """Nothing can be written where the database lies; it can still be read."""


class NotStored(MeanwhileError):
    """The batch could not be written. Nothing has happened; the same message can be sent again."""


class Damaged(MeanwhileError):
    """A journal whose chain or numbering does not hold; the text says where."""


class Invalid(MeanwhileError):
    """A file that is no record of a game, or does not hold; the text says where and why."""


class Behind(MeanwhileError):
    """The message came after a question was due, and the question waits for a door that has not
    read that far. Nothing has happened; the message is played when the door has.
    """


class TryLater(MeanwhileError):
    """The message could not be delivered now. The text says why.

    ``at`` says when it can be, if that is known; such a try does not count. Otherwise the
    dispatcher waits for ``wait`` seconds at least. With ``alone`` only messages between players
    wait with it, for the same receiver.
    """

    def __init__(self, why: str, at: int | None = None, wait: int = 0, *, alone: bool = False):
        super().__init__(why)
        self.at, self.wait, self.alone = at, wait, alone


class Undeliverable(MeanwhileError):
    """The message can never be delivered, or is no longer wanted; the text says why."""


def error_text(error: Exception) -> str:
    """Return the text of an error from msgspec, with the name of the field first instead of
    `$.size`.
    """
    reason, _, place = str(error).partition(" - at `$.")
    return f"{place.rstrip('`')}: {reason}" if place else reason
