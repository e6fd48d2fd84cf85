"""The tables of the store in memory, and what a transaction does to them."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, TypeVar

from msgspec import Struct, field, structs

from engine.errors import Contradicts
from engine.letters import Address, Outgoing
from engine.store.rows import AuditEntry, Cursor, GameRow, InboxRow, JournalRow, NewsRow

Key = TypeVar("Key")
Row = TypeVar("Row")


class Tables(Struct, kw_only=True):
    """What a store keeps, by what names it; ``open`` while somebody may write."""

    games: dict[str, GameRow] = field(default_factory=dict)
    addresses: dict[tuple[str, str, str, int], Address] = field(default_factory=dict)
    journal: dict[str, dict[int, JournalRow]] = field(default_factory=dict)
    news: dict[str, dict[int, NewsRow]] = field(default_factory=dict)
    inbox: dict[tuple[str, str], InboxRow] = field(default_factory=dict)
    cursors: dict[tuple[str, str], Cursor] = field(default_factory=dict)
    lost: dict[tuple[str, str], int] = field(default_factory=dict)
    finished: dict[int, tuple[Outgoing, int, str]] = field(default_factory=dict)
    audit: dict[int, AuditEntry] = field(default_factory=dict)
    notes: dict[tuple[str, str], str] = field(default_factory=dict)
    noted: dict[tuple[str, str], int] = field(default_factory=dict)
    reminders: dict[str, int] = field(default_factory=dict)
    open: bool = False


class Unit:
    """What a transaction has done so far, and how it is undone."""

    def __init__(self) -> None:
        self.undo: list[Callable[[], object]] = []

    def put(self, table: dict[Key, Row], key: Key, row: Row) -> None:
        """Have a row in a table, in place of one that has the same key. Raises ``Contradicts``."""
        fit(row)
        self.drop(table, key)
        self.undo.append(lambda: table.pop(key))
        table[key] = row

    def add(self, table: dict[Key, Row], key: Key, row: Row) -> None:
        """Have a new row in a table. Raises ``Contradicts``."""
        if key in table:
            raise Contradicts(f"{key}: is there already")
        self.put(table, key, row)

    def drop(self, table: dict[Key, Row], key: Key) -> None:
        """Have no such row in a table."""
        if key in table:
            before = table.pop(key)
            self.undo.append(lambda: table.update({key: before}))


def fit(row: Any) -> None:
    """Raise ``Contradicts`` if a value of a row fits into no column."""
    for value in structs.astuple(row) if isinstance(row, Struct) else ():
        if isinstance(value, int) and not -(2**63) <= value < 2**63:
            raise Contradicts(f"{value}: is too great")
        if isinstance(value, str) and not value.isprintable():
            try:
                value.encode()
            except UnicodeError as error:
                raise Contradicts(str(error)) from error


@contextmanager
def transaction() -> Iterator[Unit]:
    """Do what the block does, or nothing."""
    unit = Unit()
    try:
        yield unit
    except BaseException:
        for step in reversed(unit.undo):
            step()
        raise
