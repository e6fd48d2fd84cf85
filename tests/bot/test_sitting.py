"""A sitting in this process: scripted dice that cannot fall, a clock that
goes on, words in every language.
"""

import asyncio
import random
import re
from importlib.resources import files
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.arguments import setup
from bot.line.doors import JsonDoor
from bot.local.door import LocalDoor
from bot.play.completions import REFEREE_WORDS
from bot.play.door import Bundle, TerminalDoor
from bot.play.plan import new_game
from bot.play.sitting import TerminalSeat, nothing, sit_down
from bot.service.app import open_writer
from engine.errors import NotStored
from engine.games import find
from engine.messages import Message, Receipt
from engine.referee.clock import HandClock
from engine.referee.doors import ROBOT, Door, GameView, News, Talk
from engine.referee.new_games import game_called
from engine.referee.writer import Writer
from engine.state import PUBLIC, Seat
from engine.testing.kit import Play
from renderers import LANGUAGES
from tests.kit.each import each
from tests.kit.games import names
from tests.kit.made import message_of

NOTES: Any = None
"""Doors at which nothing is noted are asked with it."""


def test_scripted_dice_that_cannot_fall_refuse_the_letter_and_change_nothing(
    tmp_path: Path,
) -> None:
    """BB-9: the die that draws the order falls when the last seat is
    taken, in the middle of that entry.
    """
    made = setup(game_called("battleboard"), 0, {})
    made = msgspec.structs.replace(made, loaded={"order/1": ["zed"]})

    async def play() -> tuple[list[Receipt], tuple[str, ...], int]:
        async with open_writer(tmp_path / "a.db", {}, HandClock()) as writer:
            await writer.make("battleboard", made, [])
            receipts = [
                await writer.submit(
                    message_of("door", str(n), name, f"join {name}", at=0, game=made.id, name=name)
                )
                for n, name in enumerate(("ann", "bob"))
            ]
            opened = await writer.run(lambda batch: batch.game(made.id))
            assert opened is not None
            seats, n = opened.table.seats, opened.n
        return receipts, seats, n

    (first, second), seats, n = asyncio.run(play())
    assert first.status == "answered"
    assert second.refusal is not None
    assert second.refusal.code == "loaded-dice"
    assert second.refusal.word == "order/1 = zed"
    assert second.refusal.wanted == ("ann", "bob")
    assert (seats, n) == (("ann",), 1)


def test_what_the_clock_does_is_told_and_robots_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """BB-18: a time-out passes the turn; the robot that follows bombs at once."""
    clock = HandClock(1000)
    monkeypatch.setattr("engine.referee.clock.Clock", lambda: clock)
    told: list[str] = []

    def show(bundle: Bundle) -> None:
        told.extend(
            thing["event"]
            for thing in bundle.own
            if bundle.to == PUBLIC and thing["kind"] == "message"
        )

    async def play() -> None:
        plan = new_game(
            find("battleboard"), "ann,bob", ["bob"], {"order": "join", "timeout": "90s"}
        )
        plan = msgspec.structs.replace(plan, setup=msgspec.structs.replace(plan.setup, at=1000))
        async with sit_down(
            TerminalSeat(tmp_path / "a.db", tmp_path, "en"), plan.setup.id, show
        ) as sitting:
            await sitting.make("battleboard", plan.setup, plan.seats, plan.robots)
            await sitting.settle_in([])
            await sitting.begin()
            follower = asyncio.ensure_future(sitting.follow(nothing))
            del told[:]
            clock.advance(90)
            while told[-1:] != ["TurnStarted"] or "Bombed" not in told:
                await asyncio.sleep(0)
            follower.cancel()

    asyncio.run(play())
    assert told == ["Passed", "TurnStarted", "Bombed", "TurnStarted"]


def test_a_robot_goes_on_when_there_is_room_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A robot whose order could not be stored gives it again after the next order of somebody."""

    async def play() -> list[str | None]:
        plan = new_game(find("battleboard"), "ann,bob", ["bob"], {"order": "join"})
        async with sit_down(
            TerminalSeat(tmp_path / "a.db", tmp_path, "en"), plan.setup.id, lambda _: None
        ) as sitting:
            await sitting.make("battleboard", plan.setup, plan.seats, plan.robots)
            await sitting.settle_in([])
            await sitting.begin()
            submit = Writer.submit_unpaced

            async def full(writer: Writer, message: Message) -> Receipt:
                if message.door == ROBOT:
                    raise NotStored("database or disk is full")
                return await submit(writer, message)

            def ignore(receipt: Receipt, count: int) -> None:
                pass

            turns = []
            monkeypatch.setattr(Writer, "submit_unpaced", full)
            await sitting.order("ann", "pass", ignore)
            turns.append((await sitting.see(PUBLIC)).view.turn)
            monkeypatch.setattr(Writer, "submit_unpaced", submit)
            await sitting.order("ann", "say * hello", ignore)
            turns.append((await sitting.see(PUBLIC)).view.turn)
        return turns

    assert asyncio.run(play()) == ["bob", "ann"]


def seen_by(viewer: Seat) -> GameView:
    return GameView(
        game="g",
        kind=find("battleboard"),
        viewer=viewer,
        question=1,
        asked=None,
        due=None,
        result=None,
        chairs=(),
        places=2,
    )


@each(
    "viewer, to, heard, own",
    [
        ("ann", "ann", True, True),
        ("ann", PUBLIC, True, False),
        (PUBLIC, PUBLIC, True, True),
        (PUBLIC, "ann", False, False),
    ],
)
def test_talk_is_for_whom_it_is_for(viewer: str, to: str, heard: bool, own: bool) -> None:
    door = TerminalDoor("game", "en", lambda _: None)
    news = News(sender="s", at=0, reason="talk", talk=Talk("bob", to, "hello"))
    payload = door.compose(news, seen_by(viewer), NOTES)
    assert (payload is not None) == heard
    if payload is not None:
        assert bool(msgspec.json.decode(payload, type=Bundle).own) == own


@each("door", [JsonDoor("en"), TerminalDoor("g", "en", lambda _: None), LocalDoor()])
def test_what_could_not_be_composed_for_a_reader_is_told_as_news(door: Door) -> None:
    """What is hidden is not in it; how the referee goes on is in tests/referee/test_faults.py."""
    payload = door.compose(News(sender="s", at=0, reason="neutral"), seen_by("ann"), NOTES)
    assert b"news in the game g that could not be shown" in (payload or b"")


def messages(language: str) -> set[str]:
    text = (files("bot") / "locale" / f"{language}.ftl").read_text("utf-8")
    return set(re.findall(r"^([a-z-]+) =", text, re.MULTILINE))


def test_every_language_has_every_sentence_of_the_terminal() -> None:
    assert messages("en")
    assert [language for language in LANGUAGES if messages(language) != messages("en")] == []


def test_every_sentence_of_the_terminal_is_used() -> None:
    folder = Path(str(files("bot")))
    source = "".join(
        path.read_text("utf-8")
        for path in (
            *folder.glob("*.py"),
            *folder.glob("play/*.py"),
            *folder.glob("local/*.py"),
            folder / "cli_commands/sit.py",
        )
    )
    prefix = re.compile("^(?:terminal|refusal)-")
    words = {prefix.sub("", word) for word in re.findall(r"[\"']([a-z-]+)[\"']", source)}
    words |= {f"word-{word}" for word in REFEREE_WORDS}
    words |= {f"{what}-{name}" for what in ("card", "goal") for name in names()}
    pages = (*(folder / "replay_page").rglob("*"), *(folder / "pages").rglob("*"))
    for path in (path for path in pages if path.is_file()):
        words |= {*re.findall(r"\bpages?-[a-z-]+[a-z]\b", path.read_text("utf-8", "ignore"))}
    doors = ("discord", "mail", "terminal")
    words |= {f"pages-{what}-{door}" for what in ("join", "take") for door in doors}
    assert {prefix.sub("", name) for name in messages("en")} - words == set()


@each("kind", names())
def test_a_game_at_one_terminal_never_waits_for_the_clock_alone(kind: str) -> None:
    """Orders of robots: every question is closed by its answers."""
    plan = new_game(game_called(kind), None, [], {}, seed="00ff")
    play = Play(plan.game, plan.setup)
    play.join(plan.seats)
    rng = random.Random(kind)
    for _ in range(25):
        ask = play.table.ask()
        if ask is None:
            break
        assert play.table.state.due is None
        seat = next(seat for seat in ask.seats if seat not in play.table.state.answers)
        play.write(
            play.now, seat, plan.game.robot(play.table.view(seat), play.table.menu(seat), rng)
        )


def test_what_the_maker_of_a_game_at_one_terminal_says_counts() -> None:
    game = game_called("ambush")
    assert new_game(game, None, [], {}).setup.options["window"] == "local"
    assert new_game(game, None, [], {"window": "1h"}).setup.options["window"] == "1h"
