"""Writing the parts of a batch, within its transaction."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import astuple

from engine.errors import Contradicts
from engine.store.connection import Deferring, SqlConnection
from engine.store.rows import Cursor, DeliveryReport, Place, Rows

NEWS = "game, seq, n, at, kind, question, body, rolls, undo_to, about, commitments"
read_places = msgspec.json.Decoder(dict[str, Place]).decode
read_talk = msgspec.json.Decoder(tuple[str, str, str]).decode


MOST = 64  # values of one list in a statement


def marks(count: int) -> str:
    return ", ".join("?" * count)


def note_delivered(db: SqlConnection, delivered: DeliveryReport, at: int) -> None:
    for out in delivered.finished:
        db.execute(
            "insert into finished(id, game, door, sender, mark, payload, talk, at)"
            f" values({marks(8)})",
            (out.id, out.game, out.door, out.sender, out.mark, out.payload, int(out.talk), at),
        )
    for cursor in delivered.cursors.values():
        db.execute(
            "insert into cursor values(?, ?, ?, ?) on conflict(door, game) do update set"
            " upto = excluded.upto, behind = excluded.behind"
            " where excluded.upto >= cursor.upto",
            (cursor.door, cursor.game, cursor.upto, msgspec.json.encode(cursor.behind)),
        )
        keep_untold(db, cursor)
    for door, why in delivered.lost:
        db.execute(
            "insert into lost values(?, ?, 1) on conflict(door, why) do update set"
            " count = lost.count + 1",
            (door, why),
        )
    for id in delivered.gone:
        db.execute("delete from finished where id = ?", (id,))
    for id, tries, why in delivered.later:
        db.execute("update finished set tries = ?, error = ? where id = ?", (tries, why, id))


def keep_untold(db: SqlConnection, cursor: Cursor) -> None:
    if cursor.behind:
        db.execute(
            "insert into untold values(?, ?) on conflict do nothing", (cursor.door, cursor.game)
        )
    else:
        db.execute(
            "delete from untold where door = ? and game = ?"
            " and ? >= (select told from game where id = ?)",
            (cursor.door, cursor.game, cursor.upto, cursor.game),
        )


def put_notes(
    db: SqlConnection, notes: Iterable[tuple[str, str, str | None]], at: int | None
) -> None:
    """Store or delete (``None``) notes. ``at`` is their second if they age."""
    for door, name, value in notes:
        if value is None:
            db.execute("delete from keepsake where door = ? and name = ?", (door, name))
        else:
            db.execute(
                "insert into keepsake values(?, ?, ?, ?) on conflict(door, name) do update set"
                " value = excluded.value, at = excluded.at",
                (door, name, value, at),
            )


def put(db: SqlConnection, sql: str, rows: Sequence[Sequence[Any]]) -> None:
    if rows:
        db.executemany(sql, rows)


INBOX = f"insert into inbox values({marks(7)})"
AUDIT = "insert into audit(at, actor, action, game, facts) values(?, ?, ?, ?, ?)"
MADE = f"insert into game values({marks(11)})"
ADDRESSES = (
    f"insert into address values({marks(8)}) on conflict(door, sender, game, since) do"
    " update set viewer = excluded.viewer, key = excluded.key, quiet = excluded.quiet,"
    " until = excluded.until"
)
JOURNAL = "insert into journal values(?, ?, ?, ?)"
TOLD = f"insert into news({NEWS}) values({marks(11)})"
RATED = f"insert into rated values({marks(10)})"
CONDUCT = (
    f"insert into conduct values({marks(6)}) on conflict(door, sender, day) do update set"
    " kept = conduct.kept + excluded.kept, missed = conduct.missed + excluded.missed,"
    " gone = conduct.gone + excluded.gone"
)
FORGET = "delete from reminder where game = ?"
REMIND = "insert into reminder values(?, ?) on conflict(game) do update set at = excluded.at"


def write_games(db: SqlConnection, games: Mapping[str, Rows]) -> None:
    """Write the changes of games, one table after the other."""
    each = games.values()
    put(db, MADE, [astuple(game) for one in each for game in one.made])
    put(
        db,
        ADDRESSES,
        [
            (a.door, a.sender, a.game, a.viewer, a.key, int(a.quiet), a.since, a.until)
            for one in each
            for a in one.addresses
        ],
    )
    put(db, JOURNAL, [astuple(entry) for one in each for entry in one.journal])
    put(db, TOLD, [astuple(news) for one in each for news in one.news])
    write_snapshots(
        db,
        [
            (s.n, s.hash, s.state, s.due, s.told, s.result, id, s.result)
            for id, one in games.items()
            if (s := one.snapshot)
        ],
    )
    put(db, RATED, [astuple(row) for one in each for row in one.rated])
    put(db, CONDUCT, [astuple(row) for one in each for row in one.conduct])
    put(db, FORGET, [(id,) for id, one in games.items() if one.remind is None])
    at = [(id, one.remind) for id, one in games.items() if isinstance(one.remind, int)]
    put(db, REMIND, at)


def write_snapshots(db: SqlConnection, rows: Sequence[tuple[Any, ...]]) -> None:
    """Write states of games. Raises ``Contradicts`` if a game does not exist."""
    if not rows:
        return
    what = "update game set n = ?, hash = ?, state = ?, due = ?, told = ?"
    if isinstance(db, Deferring):
        db.executemany(f"{what}, result = ? where id = ?", [r[:7] for r in rows])
        return
    # Update the result only when a game ends, to spare its indexes.
    same = db.executemany(f"{what} where id = ? and result is ?", [r[:5] + r[6:] for r in rows])
    if same.rowcount < len(rows):
        other = db.executemany(f"{what}, result = ? where id = ? and result is not ?", rows)
        if same.rowcount + other.rowcount < len(rows):
            there = "select 1 from game where id = ?"
            gone = [r[6] for r in rows if not db.execute(there, (r[6],)).fetchone()]
            raise Contradicts(f"there is no game {', '.join(gone)}")
