"""Our own doors keep the laws of doors, and doors that do not are found out."""

from itertools import count
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bot.discord.door import DiscordDoor
from bot.line.doors import JsonDoor, LineDoor
from bot.local.door import LocalDoor
from bot.play.door import Bundle, RobotDoor, TerminalDoor
from bot.webhooks import WebhookDoor
from engine.errors import NotStored, Undeliverable
from engine.games.battleboard import BattleBoard
from engine.messages import Outgoing
from engine.referee.clock import HandClock
from engine.referee.doors import Door, GameView, News, Repeats
from engine.state import PUBLIC, Seat
from engine.store.notes import Notes
from engine.testing import Case, DoorLaws
from mail.door import MailDoor
from mail.names import MailNames
from mail.outgoing.sentences import Writing
from mail.transport.smtp import MailServer, SmtpSender
from tests.battleboard.kit import KIT
from tests.kit.each import each
from tests.kit.games import registered
from tests.kit.toys import kits

BOARD = Case("battleboard-1", BattleBoard(), KIT)
SEALED = Case("patrol", kits.Patrol(), kits.PatrolKit())
"""A game with secrets and sealed questions, which only doors without pictures can show."""


def number(viewer: Seat) -> int:
    return sum(map(ord, viewer))


class TestLine(DoorLaws):
    case = BOARD

    def door(self) -> LineDoor:
        return LineDoor()


class TestJson(DoorLaws):
    case = BOARD

    def door(self) -> JsonDoor:
        return JsonDoor("zh-TW")


class TestJsonInSecret(TestJson):
    case = next(case for case in registered() if case.name.startswith("ambush"))


class TestTerminal(DoorLaws):
    case = BOARD

    def door(self) -> TerminalDoor:
        def show(bundle: Bundle) -> None:
            raise OSError(f"nobody reads what {bundle.to} is told")

        return TerminalDoor("battleboard-1-0", "en", show)


class TestLocal(DoorLaws):
    case = BOARD

    def door(self) -> LocalDoor:
        return LocalDoor()


class TestRobots(DoorLaws):
    case = SEALED

    def door(self) -> RobotDoor:
        return RobotDoor()


class TestWebhook(DoorLaws):
    case = next(case for case in registered() if case.name.startswith("ambush"))

    def door(self) -> WebhookDoor:
        door = WebhookDoor("zh-TW")
        door.writer = cast(Any, SimpleNamespace(run=lost))
        return door


async def lost(*_: Any, **__: Any) -> None:
    raise NotStored("the disk is full")


class TestMail(DoorLaws):
    case, entries, pairs = BOARD, 6, 1

    def door(self) -> MailDoor:
        names = MailNames(b"k" * 32, "referee@play.example")
        clock = HandClock(1_000)
        server = MailServer(host="localhost", port=1, security="none")
        door = MailDoor(Writing(names), SmtpSender(server, clock), "")
        door.kept = cast(Any, SimpleNamespace(clock=clock))
        return door

    def sender(self, viewer: Seat) -> str:
        return f"{number(viewer)}@mail.example"


class TestDiscord(DoorLaws):
    case, entries, pairs = BOARD, 6, 1

    def door(self) -> DiscordDoor:
        return DiscordDoor("token")

    def sender(self, viewer: Seat) -> str:
        return "place" if viewer == PUBLIC else str(number(viewer))


@pytest.mark.nightly
class TestWholeMail(TestMail):
    entries, pairs = 16, 4


@pytest.mark.nightly
class TestWholeDiscord(TestDiscord):
    entries, pairs = 16, 4


# --- doors that do not keep the laws -----------------------------------------------------------


class Pager(Door):
    looks, shares = True, True
    repeats: Repeats = "dropped"

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        return f"{news.reason} {len(news.events)} {seen.question}".encode()

    def send(self, outgoing: Outgoing) -> None:
        raise Undeliverable("nobody reads it")


class Counting(Pager):
    def __init__(self) -> None:
        self.numbers = count()

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes:
        return f"message {next(self.numbers)}".encode()


class Remembering(Pager):
    def __init__(self) -> None:
        self.before = ""

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes:
        before, self.before = self.before, seen.viewer
        return f"{before}, {seen.viewer}".encode()


class Leaking(Pager):
    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes:
        return str(news.entry).encode()


class Needing(Pager):
    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes:
        return b"seen" if news.talk or seen.view.viewer else b""


class Silent(Pager):
    def compose(self, news: News, seen: GameView, notes: Notes) -> None:
        return None


class Empty(Pager):
    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes:
        return b""


class Failing(Pager):
    def send(self, outgoing: Outgoing) -> None:
        raise KeyError(outgoing.sender)


class FailingLater(Pager):
    def send(self, outgoing: Outgoing) -> Any:
        return self.deliver(outgoing)

    async def deliver(self, outgoing: Outgoing) -> None:
        raise KeyError(outgoing.sender)


def offences(made: type[Pager]) -> set[str]:
    class Laws(DoorLaws):
        case = SEALED

        def door(self) -> Pager:
            return made()

    broken = set()
    for law in (name for name in dir(Laws) if name.startswith("test_")):
        try:
            getattr(Laws(), law)()
        except Exception:
            broken.add(law)
    return {
        word
        for word in ("hangs", "bytes", "number", "handed", "worlds")
        if any(word in law for law in broken)
    }


@each(
    "door, broken",
    [
        (Pager, set()),
        (Counting, {"hangs", "number"}),
        (Remembering, {"hangs", "number"}),
        (Leaking, {"number", "worlds"}),
        (Needing, {"hangs", "bytes", "number", "handed"}),
        (Silent, {"bytes"}),
        (Empty, {"bytes"}),
        (Failing, {"handed"}),
        (FailingLater, {"handed"}),
    ],
)
def test_a_door_that_breaks_a_law_is_found_out(door: type[Pager], broken: set[str]) -> None:
    assert offences(door) == broken
