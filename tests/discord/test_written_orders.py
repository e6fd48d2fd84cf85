"""Orders that are written directly to the bot in Discord, and what answers them."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from msgspec.structs import replace

from bot.discord import (
    answer,
    presses,
    words,
)
from bot.discord.door import DiscordDoor
from bot.discord.post import Post
from engine.errors import NotStored
from engine.menu import Refusal
from engine.messages import Done, Receipt
from engine.referee.doors import GameView
from tests.discord.test_presses import EVERYBODY, GAME, SAID, THERE


class FakeDoor(DiscordDoor):
    def __init__(self, receipt: Receipt | Exception, there: GameView | None = THERE):
        super().__init__("the same in every test")
        self.receipt, self.game_seen, self.went = receipt, there, list[Any]()
        self.connection = cast(Any, SimpleNamespace(post=self.post))
        self.fails: Exception | None = None

    async def submit(self, *what: Any, **more: Any) -> Receipt:
        self.went.append((what, more))
        if isinstance(self.receipt, Exception):
            raise self.receipt
        return self.receipt

    @property
    def writer(self) -> Any:
        return SimpleNamespace(run=self.run)

    async def run(self, query: Any, *what: Any) -> Any:
        self.went.append((query.__name__, *what))
        return self.game_seen if query.__name__ == "seen" else []

    async def post(self, channel: int, post: Post, mark: str) -> None:
        self.went.append((channel, post, mark))
        if self.fails is not None:
            raise self.fails


def wrote(door: FakeDoor) -> Post:
    message = SimpleNamespace(
        id=55, author=SimpleNamespace(id=7), content="pass", channel=SimpleNamespace(id=66)
    )
    asyncio.run(presses.written(door, cast(Any, message)))
    assert door.went[0] == (("55", message.author, "pass", None), {"typed": True})
    channel, post, mark = door.went[-1]
    assert (channel, mark) == (66, door.names.seal("written", 55))
    return cast(Post, post)


TAKEN = Receipt(status="taken", game=GAME, done=(Done(n=3, order="pass"),))


def test_an_order_that_is_written_directly_is_answered_with_where_one_stands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(answer, "latest", lambda *_: ["what was told last"])
    door = FakeDoor(TAKEN)
    post = wrote(door)
    assert words.receipt(SAID, TAKEN, "battleboard") in post.text
    assert "what was told last" in post.text
    assert post.buttons or post.parts
    who = ("discord", "7")
    assert door.went[1:3] == [("seen", GAME, who), ("told", GAME, who, answer.LATELY)]


@pytest.mark.parametrize(
    ("receipt", "there", "kind"),
    [
        (replace(TAKEN, status="answered"), THERE, "battleboard"),
        (TAKEN, EVERYBODY, "battleboard"),
        (Receipt(status="refused", refusal=Refusal(code="no-game-of-yours")), None, "house"),
    ],
)
def test_who_has_said_no_order_of_a_seat_reads_the_answer_alone(
    receipt: Receipt, there: GameView | None, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(words, "receipt", lambda *said: f"{said}")
    door = FakeDoor(receipt, there)
    post = wrote(door)
    assert (post.text, post.buttons, post.parts) == (f"{(SAID, receipt, kind)}", (), ())
    assert door.went[1] == ("seen", receipt.game or "", ("discord", "7"))


def test_who_writes_is_answered_in_their_language_and_at_length_in_a_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def language_of(user: int) -> str:
        return {7: "zh-TW"}[user]

    door = FakeDoor(NotStored("disk"))
    monkeypatch.setattr(door, "language_of", language_of)
    names = list[str]()

    def fitted(post: Post, name: str) -> Post:
        names.append(name)
        return post

    monkeypatch.setattr(presses, "fitted", fitted)
    assert wrote(door).text == words.words("zh-TW").say("discord-not-stored")
    assert names == ["answer.txt"]


def test_who_writes_while_nothing_can_be_stored_is_told_so() -> None:
    assert wrote(FakeDoor(NotStored("disk"))).text == SAID.say("discord-not-stored")


def test_who_cannot_be_answered_has_ordered_all_the_same(
    caplog: pytest.LogCaptureFixture,
) -> None:
    door = FakeDoor(TAKEN)
    door.fails = OSError("cut")
    with caplog.at_level("INFO"):
        wrote(door)
    assert caplog.messages == ["message 55 was not answered: cut"]
