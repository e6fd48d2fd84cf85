"""The laws that every door must keep, as a test class: a door's contract test is a subclass.

::

    from engine.testing import Case, DoorLaws
    from pager import Pager
    from test_nim import NimKit

    class TestPager(DoorLaws):
        case = Case("nim", Nim(), NimKit())

        def door(self) -> Pager:
            return Pager()
"""

import asyncio
import random
from asyncio import Future, ensure_future
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any, ClassVar, cast

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from engine.errors import TryLater, Undeliverable
from engine.menu import Menu
from engine.messages import Address, Outgoing
from engine.referee.doors import Door, GameView, News, Talk
from engine.referee.news import About, GameNews, NewsItem, news_of
from engine.state import PUBLIC, REFEREE, Bulletin, Seat
from engine.store import history, journal
from engine.store.notes import Notes
from engine.store.rows import BulletinRow, NewsRow
from engine.testing.kit import Case, Play, choose, fresh
from engine.testing.pairs import Driver, Row, compare

PATIENCE = 0.5
"""Seconds in which messages must be delivered. A door may take longer if it waits for a reader."""
TEXT = "no\x1b[31m <b>@everyone</b> " + "很" * 900
"""A chat message with markup, control codes and many letters."""
ALLOWED = (TryLater, Undeliverable, type(None))
"""The possible results of a delivery: an error to retry, a final error, or success."""
plain = msgspec.json.Encoder(order="deterministic", enc_hook=repr).encode


class NothingKept:
    """A store in which no door has notes."""

    def note(self, _door: str, _name: str) -> None: ...

    def notes(self, _door: str, _folder: str = "") -> dict[str, str]:
        return {}


class Occasion(Struct, frozen=True):
    """The input from which a door composes a message."""

    news: News
    seen: GameView
    noted: dict[str, str | None]  # the door's earlier notes

    @property
    def notes(self) -> Notes:
        """A copy of the notes, which the door can change."""
        notes = Notes(cast(Any, NothingKept()), "")
        notes.fresh = dict(self.noted)
        return notes

    def composed(self, door: Door) -> tuple[bytes | None, dict[str, str | None]]:
        notes = self.notes
        return door.compose(self.news, self.seen, notes), notes.fresh


class DoorLaws:
    """The laws of every door, tested on one game, the ``case``.

    A message is a function of its reader's view, so it cannot reveal more. The laws compare
    messages about worlds that differ only in secrets.
    """

    case: ClassVar[Case]
    entries: ClassVar[int] = 16
    """The number of journal entries delivered through the door."""
    pairs: ClassVar[int] = 4
    """The number of pairs of worlds delivered through the door."""

    def door(self) -> Door:
        """Return a new door that reaches nobody."""
        raise NotImplementedError

    def sender(self, viewer: Seat) -> str:
        """Return a viewer's address at this door."""
        return viewer

    def occasions(self, seed: int = 0) -> Iterator[Occasion]:
        """Yield the news of a random game for each reader: moves, chat and reminders. Each is
        followed by the neutral message that is sent if it cannot be composed.
        """
        door, noted = self.door(), dict[Seat, dict[str, str | None]]()
        for play, bulletin in played(self.case, seed, self.entries):
            for viewer in (PUBLIC, *play.table.seats):
                for news in self.news(play, bulletin, viewer):
                    one = occasion(door, play, viewer, news, noted.get(viewer, {}))
                    yield one
                    yield neutral(one)
                    noted[viewer] = one.composed(door)[1]

    def news(self, play: Play, bulletin: Bulletin, viewer: Seat) -> Iterator[News]:
        """Yield the news of a bulletin for a viewer, then a reminder and a chat message."""
        yield from self.told(play, bulletin, viewer)
        sender, at, entry = self.sender(viewer), play.now, len(play.entries)
        talk = Talk(play.table.seats[0], PUBLIC if entry % 2 else viewer, TEXT)
        yield News(sender=sender, at=at, reason="reminder", prompted=True, entry=entry)
        yield News(sender=sender, at=at, reason="talk", talk=talk, entry=entry)

    def told(self, play: Play, bulletin: Bulletin, viewer: Seat) -> Iterator[News]:
        by = play.entries[-1].seat if play.entries else REFEREE
        reader = Address(door="", sender=self.sender(viewer), game=play.setup.id, viewer=viewer)
        told = told_of(bulletin, by, len(play.entries))
        if (news := news_of(told, standing_of(play), reader)) is not None:
            yield news

    def test_what_is_composed_hangs_on_what_is_told_and_seen_and_noted_alone(self) -> None:
        """Compare a door that has composed everything before, for all readers, with a new one."""
        used = self.door()
        for one in self.occasions():
            before = plain((one.news, one.seen.view, one.noted))
            made = one.composed(used)
            assert made == one.composed(self.door()), "what came before has left a trace"
            assert made == one.composed(used), "a message is not the same the second time"
            assert plain((one.news, one.seen.view, one.noted)) == before, "news were changed"

    def test_a_message_is_bytes_or_there_is_none(self) -> None:
        door, found = self.door(), 0
        for one in self.occasions():
            message: Any = one.composed(door)[0]
            assert message is None or (isinstance(message, bytes) and message != b"")
            found += message is not None
        assert found > 0 or not door.looks, "it tells nobody anything"

    def test_the_number_of_an_entry_is_shown_to_nobody(self) -> None:
        """Compare messages with another entry number: it counts secrets and must not show."""
        door = self.door()
        for one in self.occasions():
            other = replace(one, news=replace(one.news, entry=one.news.entry + 1_001))
            assert one.composed(door)[0] == other.composed(door)[0]

    def test_what_is_not_handed_over_now_is_to_be_tried_later_or_never(self) -> None:
        """Check that a door that reaches nobody raises no other exceptions, at once or when
        awaited. Each message is sent twice, as after a crash.
        """
        composed = {one.composed(self.door())[0] for one in self.occasions()}
        asyncio.run(self.handed_over(sorted(filter(None, composed))))

    def test_worlds_that_differ_in_secrets_bring_the_same_messages(self) -> None:
        """Compare the messages to viewers who may see no difference, until a reveal."""
        if not self.case.kit.owner:
            pytest.skip("the kit names no owner of secrets")
        driver = partial(Watched, self)
        pairs = [compare(self.case, seed, driver=driver) for seed in range(self.pairs)]
        assert [pair.where for pair in pairs if pair.where] == []
        assert any(pair.kind != "abandoned" for pair in pairs)

    async def handed_over(self, messages: list[bytes]) -> None:
        """Send messages, and wait until each has arrived, has failed, or waits for a reader."""
        door, game, begun = self.door(), fresh(self.case, 0).setup.id, list[Future[None]]()
        for number, message in enumerate(messages * 2):
            outgoing = Outgoing(
                id=number % len(messages),
                game=game,
                door="",
                sender=self.sender(PUBLIC),
                mark=f"mark {number % len(messages)}",
                payload=message,
                tries=number // len(messages),
            )
            with suppress(TryLater, Undeliverable):
                if (wait := door.send(outgoing)) is not None:
                    begun.append(ensure_future(wait))
        done = (await asyncio.wait(begun, timeout=PATIENCE))[0] if begun else ()
        errors = [one.exception() for one in done]
        wrong = [error for error in errors if not isinstance(error, ALLOWED)]
        assert wrong == []


class Watched(Driver):
    """Plays one world, and records the messages that a door composes for the viewers."""

    def __init__(self, laws: DoorLaws, *how: Any):
        self.laws, self.door = laws, laws.door()
        self.noted: dict[Seat, dict[str, str | None]] = {}
        super().__init__(*how)

    def look(self, bulletin: Bulletin) -> None:
        """Record a row for each viewer who gets news."""
        for viewer, rows in self.world.rows.items():
            for news in self.laws.told(self.play, bulletin, viewer):
                one = occasion(self.door, self.play, viewer, news, self.noted.get(viewer, {}))
                message, self.noted[viewer] = one.composed(self.door)
                rows.append(Row(bulletin.at, tuple(bulletin.events(viewer)), (message,)))


def played(case: Case, seed: int, entries: int) -> Iterator[tuple[Play, Bulletin]]:
    """Yield a random game after each entry, with the entry's bulletin."""
    play, rng = fresh(case, seed), random.Random(seed)
    while not play.over and len(play.entries) < entries:
        play.enter(*choose(play, rng))
        yield play, play.bulletins[-1]


def told_of(bulletin: Bulletin, by: Seat, n: int) -> NewsItem:
    """Return the bulletin of entry ``n``, an order of ``by``, as stored news."""
    row = NewsRow(game="", seq=n + 1, n=n, at=bulletin.at, kind="told", question=bulletin.question)
    return NewsItem(row, About.bulletin(bulletin, by), bulletin.told)


def standing_of(play: Play) -> GameNews:
    """Return the game as the referee's delivery sees it."""
    return GameNews(play.table, play.table.save())


def occasion(
    door: Door, play: Play, viewer: Seat, news: News, noted: dict[str, str | None]
) -> Occasion:
    """Return the input for a door's message, as the referee prepares it."""
    standing = standing_of(play)
    looks = door.looks and news.talk is None
    seen = standing.seen(viewer) if looks else standing.bare(viewer)
    one = Occasion(news, seen, noted)
    after = door.told_until(play.setup.id, news.sender, one.notes)
    if after is None or news.talk is not None:
        return one
    rows = [
        BulletinRow(play.setup.id, n, page.at, journal.encode(page.told), b"[]", None)
        for n, page in enumerate(play.bulletins, 1)
        if n > after
    ]
    return replace(one, news=replace(news, past=tuple(history.pages(play.game, rows, viewer))))


def neutral(one: Occasion) -> Occasion:
    """Return the input for the neutral message that replaces one that could not be composed."""
    news, seen = one.news, one.seen
    bare = News(
        sender=news.sender, at=news.at, reason="neutral", prompted=news.asks, entry=news.entry
    )
    return Occasion(bare, replace(seen, view=None, menu=Menu()), one.noted)
