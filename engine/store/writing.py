"""Writing the parts of a batch, within its transaction."""

from collections.abc import Iterable

import msgspec
from msgspec import UNSET
from msgspec.structs import astuple

from engine.errors import Contradicts
from engine.store.connection import SqlConnection
from engine.store.rows import Cursor, DeliveryReport, Place, Rows

NEWS = "game, seq, n, at, kind, question, body, rolls, undo_to, about, commitments"
read_places = msgspec.json.Decoder(dict[str, Place]).decode
read_talk = msgspec.json.Decoder(tuple[str, str, str]).decode


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
    """Store or delete (``None``) notes: door, name and value. ``at`` is their second, or ``None``
    if they never age.
    """
    for door, name, value in notes:
        if value is None:
            db.execute("delete from keepsake where door = ? and name = ?", (door, name))
        else:
            db.execute(
                "insert into keepsake values(?, ?, ?, ?) on conflict(door, name) do update set"
                " value = excluded.value, at = excluded.at",
                (door, name, value, at),
            )


def write_game(db: SqlConnection, id: str, rows: Rows) -> None:
    for game in rows.made:
        db.execute(f"insert into game values({marks(11)})", astuple(game))
    for one in rows.addresses:
        db.execute(
            f"insert into address values({marks(8)}) on conflict(door, sender, game, since) do"
            " update set viewer = excluded.viewer, key = excluded.key, quiet = excluded.quiet,"
            " until = excluded.until",
            (
                one.door,
                one.sender,
                one.game,
                one.viewer,
                one.key,
                int(one.quiet),
                one.since,
                one.until,
            ),
        )
    for entry in rows.journal:
        db.execute("insert into journal values(?, ?, ?, ?)", astuple(entry))
    for news in rows.news:
        db.execute(f"insert into news({NEWS}) values({marks(11)})", astuple(news))
    if rows.snapshot:
        what = "update game set n = ?, hash = ?, state = ?, due = ?, told = ?"
        s = rows.snapshot
        values = s.n, s.hash, s.state, s.due, s.told
        # Update the result only when a game ends, to spare its indexes.
        same = db.execute(f"{what} where id = ? and result is ?", (*values, id, s.result))
        if not same.rowcount:
            other = db.execute(f"{what}, result = ? where id = ?", (*values, s.result, id))
            if not other.rowcount:
                raise Contradicts(f"there is no game {id}")
    for rated in rows.rated:
        db.execute(f"insert into rated values({marks(10)})", astuple(rated))
    for did in rows.conduct:
        db.execute(
            f"insert into conduct values({marks(6)}) on conflict(door, sender, day) do update set"
            " kept = conduct.kept + excluded.kept, missed = conduct.missed + excluded.missed,"
            " gone = conduct.gone + excluded.gone",
            astuple(did),
        )
    if rows.remind is None:
        db.execute("delete from reminder where game = ?", (id,))
    elif rows.remind is not UNSET:
        db.execute(
            "insert into reminder values(?, ?) on conflict(game) do update set at = excluded.at",
            (id, rows.remind),
        )
