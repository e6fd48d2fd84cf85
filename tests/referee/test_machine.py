"""Anything may happen in any order: what is stored is always what the rules make of the
journal, and what was told is what is stored.
"""

import tempfile
from functools import partial
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
)

from engine.errors import NotStored
from engine.games import find
from engine.messages import Message, Outgoing, Receipt
from engine.referee.batch import Batch
from engine.referee.news import NewsItem
from engine.referee.scheduler import FOR_EVER
from engine.referee.scheduler import tick as tick_game
from engine.state import Seat
from engine.store.rows import LAST_ID, Due
from engine.store.sqlite import SqliteStore
from tests.referee.checks import faults
from tests.referee.stage import House, Table, slept
from tests.stored import every_game

GAMES = ("g", "h", "k")
SENDERS = ("ann", "bob", "cy", "eve")


def listed(text: str) -> tuple[str, ...]:
    return tuple(one.strip() for one in " ".join(text.split()).split(" / "))


ORDERS = listed("""
    speak red / add 1 / add 2; speak blue / look; add 3 / roll / call / vote green / note red / end
""")
DESK = listed("""
    join / join seat / leave / start / undo / undo 4 / agree / disagree / observe / observe off /
    mute bob / say * hello / say bob psst / say bob,cy psst / link / games / talk / pause /
    extend 1h / invite eve
""")
GM = listed("""
    replace bob / replace ann eve / remove cy / kick bob / rollback 4 / rollback 7 / undo / look /
    correct total = 5 because typo / announce hello / mute ann / pause / resume / default / close /
    audit / extend 5m
""")
TIME = listed("""
    away 1970-01-01 00:20 to 1970-01-01 00:40 / away until 1970-01-01 01:00 / away none /
    hours UTC 00:00-00:30 / hours Asia/Taipei 08:10-08:20 weekends / hours none / pause /
    pause no / resume / extend 2m / extend no / wait / ready / queue add speak blue /
    queue add always vote red / queue add always speak green / queue drop all
""")
CLOCK = "bank 3m + 1m grace 30s replace 2 remind 40s 10s"
BAD = ("stumble", "add 99", "hello?", "", "undo\nundo", "say")

MANY = 1_000
"""More games than there are."""


def games_in(page: list[Due]) -> list[str]:
    return list(dict.fromkeys(id for _, id in page))


class Life(RuleBasedStateMachine):
    """The life of a database with three games: one with deadlines, one with
    windows, and one with a clock plan.
    """

    opens: type[House] = House

    @initialize()
    def begin(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.house = self.opens(Path(self.folder.name) / "db")
        paced = Table("g", options={"players": 3, "pace": 50})
        windowed = Table("h", options={"players": 3, "window": 30})
        clocked = Table("k", seats=SENDERS[:3], options={"window": 20}, clock=CLOCK)
        self.house.take([paced.make, windowed.waiting, clocked.make])
        self.answered: dict[str, tuple[Message, Receipt]] = {}
        self.marks: dict[str, bytes] = {}
        self.told(self.house.told)

    def take(self, *messages: Message) -> None:
        before = len(self.house.told)
        for message, receipt in zip(messages, self.house.take(messages), strict=True):
            known = self.answered.setdefault(message.id, (message, receipt))
            assert known == (message, receipt)
        self.told(self.house.told[before:])

    def told(self, messages: list[Outgoing]) -> None:
        for outgoing in messages:
            assert outgoing.mark not in self.marks
            self.marks[outgoing.mark] = outgoing.payload

    @rule(
        what=st.lists(
            st.tuples(
                st.sampled_from(SENDERS),
                st.sampled_from((*ORDERS, *DESK, *TIME, *BAD)),
                st.sampled_from((*GAMES, None, "?")),
            ),
            min_size=1,
            max_size=6,
        ),
        later=st.integers(0, 40),
    )
    def messages(self, what: list[tuple[Seat, str, str | None]], later: int) -> None:
        self.house.at += later
        self.take(*(self.house.message(sender, text, game) for sender, text, game in what))

    @rule(game=st.sampled_from(GAMES), text=st.sampled_from(ORDERS))
    def asked(self, game: str, text: str) -> None:
        for seat in self.seats(game)[:1]:
            self.take(self.house.message(seat, text, game))

    @rule(game=st.sampled_from(GAMES), text=st.sampled_from(GM))
    def moderator(self, game: str, text: str) -> None:
        self.take(self.house.message("mod", f"gm {text}", game, rank="moderator"))

    def seats(self, game: str) -> list[Seat]:
        found: list[Seat] = []

        def look(batch: Batch) -> None:
            opened = batch.game(game)
            assert opened is not None
            ask = opened.table.ask()
            found.extend(a.sender for a in opened.addresses if ask and a.viewer in ask.seats)

        self.house.take([look])
        return found

    @precondition(lambda self: self.answered)
    @rule(data=st.data())
    def again(self, data: st.DataObject) -> None:
        message, _ = self.answered[data.draw(st.sampled_from(sorted(self.answered)))]
        self.take(message, message)

    @rule(seconds=st.integers(1, 200))
    def clock(self, seconds: int) -> None:
        self.house.at += seconds
        before = len(self.house.told)

        def tick(batch: Batch) -> None:
            store, now = batch.store, self.house.at
            for id in games_in(store.due(now, MANY) + store.reminders(now, MANY)):
                tick_game(batch, id, now)

        self.house.take([tick])
        self.told(self.house.told[before:])

    @rule(
        game=st.sampled_from(("g", "k")),
        said=st.lists(st.sampled_from(TIME), min_size=1, max_size=3),
    )
    def time(self, game: str, said: list[str]) -> None:
        """What players say about time, one after the other and then all together."""
        for text in said:
            self.take(self.house.message("bob", text, game))
        self.take(*(self.house.message(seat, said[-1], game) for seat in SENDERS[:3]))

    @rule(seconds=st.one_of(st.integers(1, 60), st.integers(600, 3_000)))
    def downtime(self, seconds: int) -> None:
        """The referee does not work for a while; nothing is due in
        that time, and nothing is missed.
        """
        since = self.house.at
        self.clock(1)
        self.house.at += seconds
        gap = since + 1, self.house.at
        before = len(self.house.told), [row.due for row in every_game(self.house.store)]
        running = games_in(self.house.store.due(FOR_EVER, MANY, (gap[0], LAST_ID)))
        self.house.take([partial(slept, id=id, gap=gap) for id in running])
        self.told(self.house.told[before[0] :])
        for old, row in zip(before[1], every_game(self.house.store), strict=True):
            if old is not None and old > gap[0]:
                assert row.due is not None
                assert row.due >= max(old, gap[1])

    @rule(text=st.sampled_from(ORDERS))
    def disk_fails(self, text: str) -> None:
        with pytest.MonkeyPatch.context() as disk:
            disk.setattr(SqliteStore, "write", broken)
            with pytest.raises(NotStored):
                self.house.say("ann", text)

    @rule()
    def crash(self) -> None:
        self.house.again()

    @invariant()
    def what_is_stored_is_what_the_rules_make_of_the_journal(self) -> None:
        """Chains, snapshots and bulletins hold, and the games in memory are those of the store."""
        assert faults(self.house.store) == []
        for row in every_game(self.house.store):
            if row.id in self.house.referee.memory:
                opened = self.house.referee.memory[row.id]
                assert (opened.n, opened.hash, opened.table.save()) == (row.n, row.hash, row.state)
                assert opened.addresses == self.house.store.addresses(row.id)

    @invariant()
    def what_was_told_is_stored_and_the_other_way_round(self) -> None:
        """Nothing else was told, and nothing stays untold but what was no longer
        true when it could have been told.
        """
        told = {(out.game, out.seq, out.sender) for out in self.house.told}
        for row in every_game(self.house.store):
            kind, readers = find(row.kind, row.edition), self.house.store.readers(row.id)
            rows = self.house.store.news(row.id)
            assert {seq for game, seq, _ in told if game == row.id} <= {one.seq for one in rows}
            for happening in (NewsItem.read(one, kind) for one in rows if one.kind == "told"):
                seq = happening.row.seq
                owed = {
                    (row.id, seq, reader.sender)
                    for reader in readers
                    if reader.hears(seq) and happening.events(reader.viewer)
                }
                assert owed <= told

    def teardown(self) -> None:
        self.house.close()
        self.folder.cleanup()


def broken(*_: object) -> None:
    raise OSError("gone")
