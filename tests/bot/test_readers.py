"""What cannot be composed for one reader concerns this reader alone: every order
stands, everybody else is told the same, and the reader is told that there is news. In
all games, for every kind of reader.
"""

import logging
import random
from collections import defaultdict
from collections.abc import Awaitable, Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self, cast

import msgspec
import pytest

from bot.discord.door import DiscordDoor
from bot.line.doors import JsonDoor, LineDoor
from bot.local.door import LocalDoor
from bot.play.door import TERMINAL, TerminalDoor
from engine.messages import Address, Message, Outgoing, Receipt
from engine.referee import clock, ledger, referee, sending
from engine.referee.doors import Door, GameView, News, Repeats
from engine.referee.news import Composer
from engine.state import PUBLIC, REFEREE, Seat
from engine.store import rows, sqlite
from engine.store.notes import Notes
from engine.table import GameTable
from engine.testing.kit import Case
from mail.door import MailDoor
from mail.names import MailNames
from mail.outgoing.sentences import Writing
from tests.kit import games
from tests.kit.seated import AT, chosen, making

LETTERS = 12
SECRET = "what is hidden"
SENTENCES = ("news in the game g that could not be shown", "對局 g 有新消息，但無法在這裡顯示")

Fault = Callable[[Door, News, GameView, Notes], bytes | None]
Told = dict[tuple[str, Seat], list[bytes]]
"""The messages by door and reader."""


class Hurt(LookupError):
    """A fault of a door or of a renderer."""


def hurt(*_: object) -> Any:
    raise Hurt(SECRET)


class Broken:
    def __getattr__(self, name: str) -> Any:
        raise Hurt(SECRET)


def of_the_door(door: Door, news: News, seen: GameView, notes: Notes) -> bytes | None:
    door.compose(news, seen, notes)
    raise Hurt(SECRET)


def of_the_view(door: Door, news: News, seen: GameView, notes: Notes) -> bytes | None:
    return door.compose(news, msgspec.structs.replace(seen, view=Broken()), notes)


def of_the_menu(door: Door, news: News, seen: GameView, notes: Notes) -> bytes | None:
    broken: Any = Broken()
    return door.compose(news, msgspec.structs.replace(seen, menu=broken), notes)


class Faulty:
    def __init__(self, door: Door, viewer: Seat, fault: Fault):
        self.door, self.viewer, self.fault = door, viewer, fault

    @property
    def looks(self) -> bool:
        return self.door.looks

    @property
    def shares(self) -> bool:
        return self.door.shares

    @property
    def repeats(self) -> Repeats:
        return self.door.repeats

    def __getattr__(self, name: str) -> Any:
        return getattr(self.door, name)

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        if seen.viewer != self.viewer or news.reason == "neutral":
            return self.door.compose(news, seen, notes)
        return hurt() if news.talk else self.fault(self.door, news, seen, notes)

    def send(self, outgoing: Outgoing) -> Awaitable[None] | None:
        return None


class World:
    def __init__(
        self, path: Path, case: Case, seed: int, viewer: Seat = "", fault: Fault | None = None
    ):
        self.case, self.setting = case, case.kit.setting(seed)
        discord = DiscordDoor("token")
        nobody: Any = None  # nothing is sent
        mail = MailDoor(Writing(MailNames(b"k" * 32, "referee@play.example")), nobody, "")
        doors: dict[str, Door] = {
            "discord": discord,
            "mail": mail,
            "json": JsonDoor("zh-TW"),
            TERMINAL: TerminalDoor("g", "en", hurt),
            "local": LocalDoor(),
        }
        if case.game.name == "battleboard":
            doors["line"] = LineDoor()
        self.names = tuple(doors)
        shown: dict[str, Any] = {**doors}
        if fault is not None:
            shown = {name: Faulty(door, viewer, fault) for name, door in doors.items()}
        self.store = sqlite.SqliteStore(path)
        self.referee = referee.Referee(self.store, shown)
        mail.read_before = 1 << 40
        mail.kept = cast(Any, SimpleNamespace(referee=self.referee, clock=clock.HandClock(AT)))
        self.at, self.told = AT, defaultdict[tuple[str, Seat], list[bytes]](list)
        readers = list(enumerate((*self.setting.seats, PUBLIC), 100))
        addresses = [
            Address(door=door, sender=self.sender(door, n, who), game="g", viewer=who)
            for n, who in readers
            for door in self.names
        ]
        self.do(making(case, seed, addresses))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.close()

    def sender(self, door: str, n: int, who: Seat) -> str:
        if door == "mail":
            return f"p{n}@mail.example"
        return "thread" if who == PUBLIC else str(n)

    @property
    def table(self) -> GameTable:
        return self.referee.memory["g"].table

    def do(self, job: Any) -> Any:
        outcome = self.referee.take([job], self.at)
        viewers = {
            (address.door, address.sender): address.viewer
            for address in self.referee.memory["g"].addresses
        }
        composer, keeping = Composer(self.referee.doors), ""
        for news in outcome.told:
            for one in sending.deliveries(news, self.referee.doors):
                reader = one.reader
                if self.referee.doors[reader.door].repeats == "kept":
                    keeping = reader.door
                elif one.item is not None and one.game is not None:
                    payload = composer.compose(one.item, one.game, reader)
                    if payload is not None:
                        self.told[reader.door, reader.viewer].append(payload)
        self.referee.take([], self.at, rows.DeliveryReport(acts=composer.acts))
        if keeping:
            keep = ledger.compose(self.referee.store, self.referee.doors, keeping, "g")
            assert keep is not None
            for outgoing in self.referee.take([keep], self.at).finished:
                viewer = viewers[outgoing.door, outgoing.sender]
                self.told[outgoing.door, viewer].append(outgoing.payload)
        (answer,) = outcome.answers
        if isinstance(answer, Exception):
            raise answer
        return answer

    def say(self, n: int, at: int, seat: Seat, text: str) -> Receipt | None:
        """A message of a seat; of the house: what is due is played."""
        self.at = max(self.at, at)
        if seat == REFEREE:
            self.do(lambda batch: batch.tick(batch.game("g"), at))
            return None
        sender = next(
            one.sender
            for one in self.referee.memory["g"].addresses
            if (one.door, one.viewer) == ("json", seat)
        )
        receipt: Receipt = self.do(
            Message(door="json", id=str(n), sender=sender, text=text, at=at, game="g")
        )
        return receipt


def play(world: World, seed: int) -> tuple[list[tuple[int, Seat, str]], list[Receipt | None]]:
    """Play a random game: its messages, and what came of them."""
    rng = random.Random(seed)
    messages: list[tuple[int, Seat, str]] = []
    receipts: list[Receipt | None] = []
    while len(messages) < LETTERS and world.table.ask() is not None:
        at, seat, order = chosen(world.table, rng)
        text = "" if seat == REFEREE else world.table.menu(seat).write(order)
        messages.append((at, seat, text))
        receipts.append(world.say(len(messages), *messages[-1]))
    messages.append((world.at, world.setting.seats[0], "say * hello"))
    receipts.append(world.say(len(messages), *messages[-1]))
    return messages, receipts


@pytest.mark.parametrize("fault", [of_the_door, of_the_view, of_the_menu])
@pytest.mark.parametrize("case", games.registered(), ids=lambda case: case.name)
def test_an_order_stands_and_others_are_told_the_same_whatever_fails_for_one_reader(
    case: Case,
    fault: Fault,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("renderers.encoded", lambda *_: b"PNG")
    caplog.set_level(logging.ERROR)
    with World(tmp_path / "well.db", case, 1) as well:
        messages, receipts = play(well, 1)
        assert well.store.one("select count(*) from audit") == (0,)
    for n, viewer in enumerate((*well.setting.seats, PUBLIC)):
        caplog.clear()
        with World(tmp_path / f"{n}.db", case, 1, viewer, fault) as world:
            assert [world.say(n, *message) for n, message in enumerate(messages, 1)] == receipts
            acts = world.store.db.execute("select actor, action, game, facts from audit").fetchall()
        for (door, reader), payloads in well.told.items():
            mine = world.told[door, reader]
            if reader != viewer:
                assert mine == payloads, (door, reader)
            elif fault is of_the_door and door not in ("line", "mail"):
                assert len(mine) >= len(payloads) > 0
                assert all(any(said in told.decode() for said in SENTENCES) for told in mine), (
                    door,
                    reader,
                )
            assert SECRET.encode() not in b"".join(mine)
        assert fault is of_the_menu or acts
        assert {act[1:] for act in acts} <= {(rows.NOT_COMPOSED, "g", '{"error":"Hurt"}')}
        noted = sorted(
            f"game g: a message of door {act[0]} could not be composed: Hurt" for act in acts
        )
        assert sorted(record.getMessage() for record in caplog.records) == noted
        assert all(record.exc_info is None for record in caplog.records)
