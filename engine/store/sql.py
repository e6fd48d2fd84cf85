"""The store in any database that speaks SQL: what is asked of it, and what a batch writes. The
dialect stands behind its connection.
"""

import secrets
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, suppress
from functools import cached_property
from hashlib import blake2b
from types import TracebackType
from typing import Any, Self

import msgspec
from msgspec.structs import astuple

from engine.errors import DamagedFile, StoreError
from engine.letters import Address, Outgoing
from engine.state import PUBLIC
from engine.store.aging import ALL, FORGOTTEN, AgingTables
from engine.store.alone import OneProcess
from engine.store.connection import (
    SqlConnection,
    Transaction,
    failing,
)
from engine.store.marks import SECRET, UNFINISHED, keyed, mark_of
from engine.store.persons import PersonTables
from engine.store.rows import (
    FIRST,
    NOT_COMPOSED,
    AuditEntry,
    BulletinRow,
    Cursor,
    DeliveryReport,
    Due,
    GameRow,
    GameSummary,
    InboxRow,
    LateReader,
    NewsRow,
    Rows,
    TalkRow,
    Tally,
    Undelivered,
    late_readers,
    undelivered,
)
from engine.store.writing import (
    NEWS,
    marks,
    note_delivered,
    put_notes,
    read_places,
    read_talk,
    write_game,
)

UNTOLD = (
    "insert into untold select distinct door, game from address where game = ?"
    " on conflict do nothing"
)
"""Notes that the doors of a game have something to tell of it. ``SqlStore.noted`` are games
of which that is noted already.
"""

REMEMBERED = 10_000
"""So many of them are remembered."""

SUMMARY = "id, kind, edition, created, result"
NAMED = (("game", "id"), ("journal", "game"), ("news", "game"), ("address", "game"))
"""Where the ids of games stand, each in an index."""


NOBODY = b"{}"
"""Who is behind where everybody was told, as it is stored."""

Note = tuple[str, str, str | None]
"""Door, name and value of a note; ``None`` forgets it."""


class SqlStore(AgingTables, PersonTables, OneProcess):
    """What the stores in databases have in common."""

    def __init__(self, db: SqlConnection):
        self.db, self.noted = db, set[str]()

    def settle(self, *, filling: bool = False) -> None:
        """Read what a store that writes must know from the beginning. Raises ``StoreError``, also
        if it is the unfinished copy of another one, unless it is opened to be filled.
        """
        if not filling and self.note(*UNFINISHED) is not None:
            raise StoreError("not everything was moved into it yet; let `meanwhile move` end")
        self.number = self.one("select coalesce(max(id), 0) from finished")[0]
        self.make_secret()
        self.forgotten_before = int(self.note("house", FORGOTTEN) or 0)

    def close(self) -> None:
        """Release the database."""
        self.db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def column(self, sql: str, parameters: tuple[Any, ...] = ()) -> list[Any]:
        """Return the only column of all rows. Raises ``StoreError``."""
        return [value for (value,) in self.rows(sql, parameters)]

    def one(self, sql: str, parameters: tuple[Any, ...] = ()) -> Any:
        """Return the first row, or ``None``. Raises ``StoreError``."""
        with failing():
            return self.db.execute(sql, parameters).fetchone()

    def filled(self) -> None:
        """Get ready to number what comes, after rows with numbers have been brought over."""

    def make_secret(self) -> None:
        """Note what nobody outside of this database knows, when it is first opened."""
        # Asked every time: a file that cannot be written is found out when it is opened.
        with Transaction(self.db) as db:
            note = (*SECRET, secrets.token_hex(32))
            db.execute(
                "insert into keepsake(door, name, value) values(?, ?, ?) on conflict do nothing",
                note,
            )

    # ---- what was there before

    def answered(self, door: str, id: str) -> tuple[bytes, bytes] | None:
        """Return digest and receipt of a letter that has been answered."""
        row: tuple[bytes, bytes] | None = self.one(
            "select digest, receipt from inbox where door = ? and id = ?", (door, id)
        )
        return row

    def game(self, id: str) -> GameRow | None:
        """Return a game by its id."""
        try:
            row = self.one("select * from game where id = ?", (id,))
        except DamagedFile:
            # The index may be damaged where the table is not.
            row = self.one("select * from game not indexed where id = ?", (id,))
        return GameRow(*row) if row else None

    def ids(self, most: int | None = None, after: str = "") -> list[str]:
        """Return the ids of games, the newest first: no more than ``most``, those that stand behind
        the game ``after``; of a damaged file, those that it can name. Raises ``StoreError`` if it
        can name none.
        """
        behind = (
            "where (-created, id) > (select -created, id from game where id = ?)" if after else ""
        )
        sql = f"select id from game {behind} order by -created, id limit ?"
        limit = ALL if most is None else most
        try:
            return self.column(sql, (after, limit) if after else (limit,))
        except DamagedFile:
            found = dict[str, None]()
            for table, column in NAMED:
                # One after the other by an index, from both ends: what can be
                # read before the damage counts.
                for which, beyond, end in (("min", ">", ""), ("max", "<", "\U0010ffff")):
                    sql = f"select {which}({column}) from {table} where {column} {beyond} ?"
                    with suppress(StoreError):
                        while (end := self.one(sql, (end,))[0]) is not None:
                            found[end] = None
            if not found and not after:
                raise
            return sorted(id for id in found if id > after)[:most]

    def summaries(self, ids: Collection[str]) -> list[GameSummary]:
        """Return what lists say of those of these games that there are, the newest first."""
        # One statement for all would have more places for values than SQLite allows.
        sql = f"select {SUMMARY} from game where id = ?"
        found = [GameSummary(*row) for id in ids for row in self.rows(sql, (id,))]
        return sorted(found, key=lambda game: (-game.created, game.id))

    def addresses(self, game: str) -> list[Address]:
        """Return where the viewers of a game are reached, always in the same order."""
        return [address for address in self.readers(game) if address.until is None]

    def readers(self, game: str) -> list[Address]:
        """Return where the viewers of a game are reached or ever were, in the same order."""
        sql = (
            "select door, sender, viewer, key, quiet, since, until from address where game = ?"
            " order by viewer, door, sender, since"
        )
        return [
            Address(
                door=door,
                sender=sender,
                game=game,
                viewer=viewer,
                key=key,
                quiet=bool(quiet),
                since=since,
                until=until,
            )
            for door, sender, viewer, key, quiet, since, until in self.rows(sql, (game,))
        ]

    def games_of(self, door: str, sender: str) -> list[str]:
        """Return the games in which this sender has a seat."""
        return self.column(
            "select game from address where door = ? and sender = ? and viewer != ?"
            " and until is null order by game",
            (door, sender, PUBLIC),
        )

    def games_read(self, door: str, sender: str) -> list[str]:
        """Return the games of which this sender is told, those with a seat first."""
        return self.column(
            "select game from address where door = ? and sender = ? and until is null"
            " order by viewer = ?, game",
            (door, sender, PUBLIC),
        )

    def newest_running(self, most: int) -> list[GameSummary]:
        """Return the games without a result, the newest first, no more than ``most``."""
        sql = f"select {SUMMARY} from game where result is null order by -created, id limit ?"
        return [GameSummary(*row) for row in self.rows(sql, (most,))]

    def ended(self, kind: str, most: int, after: str = "") -> list[GameRow]:
        """Return the games of a kind that have a result, by id: no more than ``most``, those that
        stand behind the id ``after``.
        """
        sql = (
            "select * from game where kind = ? and id > ? and result is not null"
            " order by id limit ?"
        )
        return [GameRow(*row) for row in self.rows(sql, (kind, after, most))]

    def journal(self, game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        """Return entries and hashes of a game after that number, in order."""
        sql = "select entry, hash from journal where game = ? and n > ? order by n"
        return self.rows(sql, (game, after))

    def bulletins(self, game: str, after: int = -1, last: int | None = None) -> list[BulletinRow]:
        """Return all that was told in a game, in order; by entries ``after`` a number; of these
        the ``last`` so many.
        """
        sql = (
            "select game, n, at, body, rolls, undo_to, commitments from news where game = ? and"
            " kind = 'told' and n > ? order by seq"
        )
        if last is None:
            return [BulletinRow(*row) for row in self.rows(sql, (game, after))]
        newest = self.rows(f"{sql} desc limit ?", (game, after, last))
        return [BulletinRow(*row) for row in reversed(newest)]

    def news(self, game: str, after: int = 0) -> list[NewsRow]:
        """Return the news of a game after that number, in order."""
        sql = f"select {NEWS} from news where game = ? and seq > ? order by seq"
        return [msgspec.convert(row, NewsRow) for row in self.rows(sql, (game, after))]

    def talk(self, game: str) -> list[TalkRow]:
        """Return what the players of a game said to each other, in order."""
        sql = "select at, body from news where game = ? and kind = 'talk' order by seq"
        return [TalkRow(game, at, *read_talk(body)) for at, body in self.rows(sql, (game,))]

    def acts(self, game: str, *, but: str, most: int) -> list[AuditEntry]:
        """Return the last acts that were noted of a game, oldest first, no more than ``most``;
        none of the action ``but``.
        """
        sql = (
            "select at, actor, action, game, facts from audit where game = ? and action != ?"
            " order by id desc limit ?"
        )
        return [AuditEntry(*row) for row in reversed(self.rows(sql, (game, but, most)))]

    # ---- notes

    def note(self, door: str, name: str) -> str | None:
        """Return what a door has noted under this name."""
        row = self.one("select value from keepsake where door = ? and name = ?", (door, name))
        return None if row is None else str(row[0])

    def notes(self, door: str, below: str = "") -> dict[str, str]:
        """Return all that a door has noted, by name; ``below``: under ``BELOW/...`` alone."""
        ends = (f"{below}/", f"{below}0") if below else ("", "\U0010ffff")
        sql = (
            "select name, value from keepsake where door = ? and name > ? and name < ?"
            " order by name"
        )
        return dict(self.rows(sql, (door, *ends)))

    def put_notes(self, door: str, notes: Mapping[str, str | None]) -> None:
        """Note these, at once and for good; ``None`` forgets. Not while a batch is written."""
        with Transaction(self.db) as db:
            put_notes(db, ((door, name, value) for name, value in notes.items()), None)

    # ---- time

    def due(self, at: int, most: int, after: Due = FIRST) -> list[Due]:
        """Return the games whose question is due by then, the longest overdue first, and since
        when: no more than ``most``, those that stand behind the place ``after``.
        """
        sql = (
            "select due, id from game where due is not null and due <= ? and (due, id) > (?, ?)"
            " order by due, id limit ?"
        )
        return self.rows(sql, (at, *after, most))

    def reminders(self, at: int, most: int, after: Due = FIRST) -> list[Due]:
        """Return the games in which somebody is to be reminded by then, like those that are due."""
        sql = (
            "select at, game from reminder where at <= ? and (at, game) > (?, ?)"
            " order by at, game limit ?"
        )
        return self.rows(sql, (at, *after, most))

    def reminder(self, game: str) -> int | None:
        """Return when somebody is to be reminded in a game."""
        row: tuple[int] | None = self.one("select at from reminder where game = ?", (game,))
        return row and row[0]

    def next_due(self, but: Collection[str] = ()) -> int | None:
        """Return when the next question of any game is due, or somebody is to be
        reminded; ``but`` these games.
        """
        # So many may be left out at the most.
        most = (len(but) + 1,)
        due = self.rows("select due, id from game where due is not null order by due limit ?", most)
        remind = self.rows("select at, game from reminder order by at limit ?", most)
        first = (next((at for at, id in rows if id not in but), None) for rows in (due, remind))
        return min((at for at in first if at is not None), default=None)

    def last_told(self) -> int | None:
        """Return the second at which something was told last."""
        last: int | None = self.one("select max(at) from news")[0]
        return last

    # ---- how much there is

    def game_counts(self) -> tuple[int, int]:
        """Return how many games there are, and how many of them run."""
        sql = "select count(*), count(*) filter (where result is null) from game"
        games, running = self.one(sql)
        return games, running

    def waiting(self) -> list[Undelivered]:
        """Return how many readers wait for messages, and why, the most frequent reason first."""
        stored = self.rows("select door, coalesce(error, '') from finished")
        held = self.rows("select door, behind from cursor where behind != ?", (NOBODY,))
        late = [
            (door, place.why) for door, places in held for place in read_places(places).values()
        ]
        return undelivered(Counter([*late, *stored]))

    def late(self, before: int) -> list[LateReader]:
        """Return the readers for whom a message has been tried in vain since before a second, the
        longest first.
        """
        stored = self.rows(
            "select at, door, game, sender, error from finished where coalesce(error, '') != ''"
        )
        held = self.rows("select door, game, behind from cursor where behind != ?", (NOBODY,))
        behind = [
            LateReader(place.since, door, game, sender, place.why)
            for door, game, places in held
            for sender, place in read_places(places).items()
        ]
        return late_readers([*behind, *(LateReader(*row) for row in stored)], before)

    def lost(self) -> list[Undelivered]:
        """Return how many messages could never be delivered, and why, the most frequent first."""
        sql = "select door, why, count from lost order by count desc, door, why"
        return [Undelivered(*row) for row in self.rows(sql)]

    def not_composed(self) -> list[tuple[str, str, str, int]]:
        """Return which messages could not be composed: door, game, the facts, and how many."""
        sql = (
            "select actor, game, facts, count(*) from audit where action = ?"
            " group by actor, game, facts order by actor, game, facts"
        )
        return self.rows(sql, (NOT_COMPOSED,))

    def tally(self) -> Tally:
        """Count the games."""

        def counts(sql: str) -> dict[str, int]:
            return dict(self.rows(sql))

        return Tally(
            games=counts("select kind, count(*) from game group by kind"),
            running=counts("select kind, count(*) from game where result is null group by kind"),
            next_due=self.one("select min(due) from game where due is not null")[0],
        )

    # ---- writing

    def writing(
        self, games: Mapping[str, Rows], notes: Sequence[Note], delivered: DeliveryReport
    ) -> AbstractContextManager[SqlConnection]:
        """Have the block write what a batch has made of these."""
        return Transaction(self.db)

    def write(
        self,
        at: int,
        *,
        inbox: Iterable[InboxRow] = (),
        games: Mapping[str, Rows] | None = None,
        delivered: DeliveryReport | None = None,
        acts: Iterable[AuditEntry] = (),
        notes: Iterable[Note] = (),
    ) -> None:
        """Write a batch in one transaction: on the disk when this returns. Raises ``StoreError``,
        nothing done; ``Contradicts`` where it does not fit what is stored.
        """
        games = games or {}
        delivered = delivered or DeliveryReport()
        acts = [*acts, *delivered.acts]
        notes = list(notes)
        with self.writing(games, notes, delivered) as db:
            for letter in inbox:
                db.execute("insert into inbox values(?, ?, ?, ?, ?, ?, ?)", astuple(letter))
            for id, rows in games.items():
                write_game(db, id, rows)
                if rows.news and (rows.addresses or id not in self.noted):
                    db.execute(UNTOLD, (id,))
            note_delivered(db, delivered, at)
            if acts:
                db.executemany(
                    "insert into audit(at, actor, action, game, facts) values(?, ?, ?, ?, ?)",
                    map(astuple, acts),
                )
            put_notes(db, notes, at)
        if self.shared:
            return  # another process may have told it all meanwhile
        if len(self.noted) > REMEMBERED:
            self.noted.clear()
        self.noted |= {id for id, rows in games.items() if rows.news}
        if delivered:
            self.noted -= {cursor.game for cursor in delivered.cursors.values()}

    # ---- what is to be told

    @cached_property
    def marks(self) -> blake2b:
        """What all marks begin with. Raises ``StoreError``."""
        return keyed(self.note(*SECRET) or "")

    def mark(self, *parts: str | bytes | int) -> str:
        """Return the mark of a message that these parts stand for: the same on every repetition,
        and it tells nothing.
        """
        return mark_of(self.marks, *parts)

    def cursor(self, door: str, game: str) -> Cursor:
        """Return how far a door has told a game."""
        sql = "select upto, behind from cursor where door = ? and game = ?"
        upto, behind = self.one(sql, (door, game)) or (0, b"{}")
        return Cursor(door=door, game=game, upto=upto, behind=read_places(behind))

    def behind(self, door: str) -> list[Cursor]:
        """Return how far a door has come in the games in which somebody waits for news."""
        sql = (
            "select g.id, coalesce(c.upto, 0), coalesce(c.behind, '{}') from untold u"
            " join game g on g.id = u.game"
            " left join cursor c on c.door = u.door and c.game = u.game"
            " where u.door = ? and (g.told > coalesce(c.upto, 0) or c.behind != ?)"
            " order by g.created, g.id"
        )
        return [
            Cursor(door=door, game=game, upto=upto, behind=read_places(places))
            for game, upto, places in self.rows(sql, (door, NOBODY))
        ]

    def untold(self, door: str) -> list[tuple[str, int, int]]:
        """Return the games of which a door has not told everything to somebody: how much was told
        in them, and how far the door has come.
        """
        sql = (
            "select u.game, g.told, coalesce(c.upto, 0) from untold u join game g on g.id = u.game"
            " left join cursor c on c.door = u.door and c.game = u.game"
            " where u.door = ? and g.told > coalesce(c.upto, 0) order by u.game"
        )
        return self.rows(sql, (door,))

    def finished(self, door: str, receivers: Collection[str] | None = None) -> list[Outgoing]:
        """Return the stored messages of a door, for all or these receivers, oldest first."""
        whom = "" if receivers is None else f" and sender in ({marks(len(receivers)) or 'null'})"
        sql = (
            "select id, game, door, sender, mark, payload, talk, tries from finished"
            f" where door = ?{whom} order by id"
        )
        names = ("id", "game", "door", "sender", "mark", "payload", "talk", "tries")
        return [
            Outgoing(**dict(zip(names, row, strict=True)))
            for row in self.rows(sql, (door, *(receivers or ())))
        ]
