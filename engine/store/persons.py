"""What SQLite holds of one person."""

from typing import Any

import msgspec
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.letters import Address
from engine.store.connection import failing
from engine.store.rows import AuditEntry, InboxRow


class PersonTables:
    """The part of a ``Store`` that knows what is kept about somebody."""

    db: sqlite3.Connection

    def found(self, sql: str, *given: Any) -> list[Any]:
        """Return all rows. Raises ``StoreError``."""
        with failing():
            rows: list[Any] = self.db.execute(sql, given).fetchall()
        return rows

    def memberships(self, door: str, sender: str) -> list[Address]:
        """Return where somebody is told of games or ever was, by game."""
        sql = (
            "select door, sender, game, viewer, key, quiet, since, until from address"
            " where door = ? and sender = ? order by game, since"
        )
        names = ("door", "sender", "game", "viewer", "key", "quiet", "since", "until")
        rows = self.found(sql, door, sender)
        return [
            msgspec.convert(dict(zip(names, row, strict=True)), Address, strict=False)
            for row in rows
        ]

    def receipts(self, door: str, sender: str) -> list[InboxRow]:
        """Return the receipts of somebody's letters, oldest first."""
        sql = "select * from inbox where door = ? and sender = ? order by at, id"
        return [InboxRow(*row) for row in self.found(sql, door, sender)]

    def acts_by(self, actor: str) -> list[AuditEntry]:
        """Return what somebody has done as a moderator or operator, oldest first."""
        sql = "select at, actor, action, game, facts from audit where actor = ? order by id"
        return [AuditEntry(*row) for row in self.found(sql, actor)]
