"""What SQLite holds of one person."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from sqlite_utils.utils import sqlite3  # type: ignore[attr-defined]  # whichever module sqlite-utils itself uses

from engine.letters import Address
from engine.state import PUBLIC
from engine.store import schema
from engine.store.connection import Transaction, failing
from engine.store.rows import AuditEntry, Erasure, InboxRow, Rewriting


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

    def rewrite(self, made: Rewriting) -> None:
        """Put a game that is over in the place of what it was."""
        game = made.game
        with Transaction(self.db) as db, unlocked(db):
            db.execute(
                "update game set setup = ?, hash = ?, state = ?, result = ? where id = ?",
                (game.setup, game.hash, game.state, game.result, game.id),
            )
            db.executemany(
                "update journal set entry = ?, hash = ? where game = ? and n = ?",
                [(one.entry, one.hash, one.game, one.n) for one in made.journal],
            )
            db.executemany(
                "update news set body = ?, rolls = ?, about = ?, commitments = ?"
                " where game = ? and seq = ?",
                [
                    (one.body, one.rolls, one.about, one.commitments, one.game, one.seq)
                    for one in made.news
                ],
            )
            for name, new in made.names.items():
                db.execute(
                    "update address set viewer = ? where game = ? and viewer = ?",
                    (new, game.id, name),
                )
                db.execute(
                    "update audit set facts = replace(facts, ?, ?) where game = ?",
                    (quoted(name), quoted(new), game.id),
                )
            # What its receipts quote would have the names; nothing can be played twice in it.
            db.execute("delete from inbox where game = ?", (game.id,))

    def erase(self, who: Erasure) -> None:
        """Remove what names a person outside of their games."""
        with Transaction(self.db) as db, unlocked(db):
            for door, sender in who.contacts:
                at = (door, sender)
                db.execute(
                    "delete from address where door = ? and sender = ? and viewer = ?",
                    (*at, PUBLIC),
                )
                db.execute(
                    "update address set door = ?, sender = ?, key = x'', quiet = 1"
                    " where door = ? and sender = ?",
                    (*who.stand_in, *at),
                )
                db.execute("delete from inbox where door = ? and sender = ?", at)
                db.execute("delete from finished where door = ? and sender = ?", at)
                db.execute(
                    "update cursor set behind = cast(json_remove(behind, ?) as blob)"
                    " where door = ? and instr(behind, ?) > 0",
                    (f"$.{quoted(sender)}", door, quoted(sender)),
                )
                db.execute(
                    "update audit set actor = ? where actor = ?", (who.stand_in[0], "/".join(at))
                )
                db.executemany(
                    "update news set about = cast(replace(cast(about as text), ?, '\"\"') as blob)"
                    " where game = ? and kind = 'brief'",
                    [(quoted(sender), id) for id in who.games],
                )
            for word in who.words:
                db.execute(
                    "update audit set facts = replace(facts, ?, ?)",
                    (quoted(word), quoted("player")),
                )
                db.execute("delete from lost where instr(why, ?) > 0", (word,))
            db.executemany("delete from keepsake where door = ? and name = ?", who.notes)


def quoted(word: str) -> str:
    """Return a word as it stands in JSON."""
    return msgspec.json.encode(word).decode()


@contextmanager
def unlocked(db: sqlite3.Connection) -> Iterator[None]:
    """Have what is append-only changed by the block, within its transaction."""
    for name in schema.guards():
        db.execute(f"drop trigger {name}")
    yield
    for statement in schema.guards().values():
        db.execute(statement)
