"""Data about one person: reading, renaming and erasing it."""

import msgspec

from engine.messages import Address
from engine.state import PUBLIC
from engine.store.connection import SqlConnection, Transaction
from engine.store.rows import AuditEntry, Erasure, InboxRow, Rewriting
from engine.store.store import Store
from engine.store.writing import read_places


def memberships(store: Store, door: str, sender: str) -> list[Address]:
    sql = (
        "select door, sender, game, viewer, key, quiet, since, until from address"
        " where door = ? and sender = ? order by game, since"
    )
    names = ("door", "sender", "game", "viewer", "key", "quiet", "since", "until")
    rows = store.rows(sql, (door, sender))
    return [
        msgspec.convert(dict(zip(names, row, strict=True)), Address, strict=False) for row in rows
    ]


def receipts(store: Store, door: str, sender: str) -> list[InboxRow]:
    sql = "select * from inbox where door = ? and sender = ? order by at, id"
    return [InboxRow(*row) for row in store.rows(sql, (door, sender))]


def acts_by(store: Store, actor: str) -> list[AuditEntry]:
    sql = "select at, actor, action, game, facts from audit where actor = ? order by id"
    return [AuditEntry(*row) for row in store.rows(sql, (actor,))]


def rewrite(store: Store, made: Rewriting) -> None:
    game = made.game
    with Transaction(store.db) as db, store.unlocked():
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
                "update address set viewer = ? where game = ? and viewer = ?", (new, game.id, name)
            )
            for old, other in in_values(name, new):
                db.execute(
                    "update audit set facts = replace(facts, ?, ?) where game = ?",
                    (old, other, game.id),
                )
        # Receipts quote the old names. They are no longer needed, because the game is over.
        db.execute("delete from inbox where game = ?", (game.id,))


def erase(store: Store, who: Erasure) -> None:
    """Remove all mentions of a person outside their games."""
    with Transaction(store.db) as db, store.unlocked():
        for door, sender in who.accounts:
            at = (door, sender)
            db.execute(
                "delete from address where door = ? and sender = ? and viewer = ?", (*at, PUBLIC)
            )
            db.execute(
                "update address set door = ?, sender = ?, key = ?, quiet = 1"
                " where door = ? and sender = ?",
                (*who.stand_in, b"", *at),
            )
            db.execute("delete from inbox where door = ? and sender = ?", at)
            db.execute("delete from rated where door = ? and sender = ?", at)
            db.execute("delete from conduct where door = ? and sender = ?", at)
            db.execute("delete from finished where door = ? and sender = ?", at)
            forget_place(db, door, sender)
            db.execute(
                "update audit set actor = ? where actor = ?", (who.stand_in[0], "/".join(at))
            )
            for game in who.games:
                forget_brief(db, game, sender)
        for word in who.words:
            for change in in_values(word, "player"):
                db.execute("update audit set facts = replace(facts, ?, ?)", change)
            db.execute("delete from lost where instr(why, ?) > 0", (word,))
        db.executemany("delete from keepsake where door = ? and name = ?", who.notes)


def in_values(name: str, new: str) -> list[tuple[str, str]]:
    """Return the replacements that rename a person in JSON: pairs of old and new text. Only whole
    values are replaced. Keys of objects stay.
    """
    places = (":{}", "[{}", ",{},", ",{}]")
    return [(place.format(quoted(name)), place.format(quoted(new))) for place in places]


def quoted(word: str) -> str:
    return msgspec.json.encode(word).decode()


def forget_place(db: SqlConnection, door: str, sender: str) -> None:
    held = db.execute("select game, behind from cursor where door = ?", (door,)).fetchall()
    for game, behind in held:
        if (places := read_places(behind)).pop(sender, None) is not None:
            db.execute(
                "update cursor set behind = ? where door = ? and game = ?",
                (msgspec.json.encode(places), door, game),
            )


def forget_brief(db: SqlConnection, game: str, sender: str) -> None:
    """Remove a name from news that only this person could read."""
    sql = "select seq, about from news where game = ? and kind = 'brief'"
    for seq, about in db.execute(sql, (game,)).fetchall():
        db.execute(
            "update news set about = ? where game = ? and seq = ?",
            (about.replace(quoted(sender).encode(), b'""'), game, seq),
        )
