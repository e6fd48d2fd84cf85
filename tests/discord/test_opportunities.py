"""The sentence that the project exists for, played through Discord: the owner of a hidden unit is
asked privately when an opportunity arises, can answer from what they got, and nobody else can
tell that there was one.

Two games of Ambush differ in one thing alone, where Bob's walker hides: beside Ann's way, or far
from it. All give the same orders; Bob lets Ann pass. The bot is begun anew within the window.
"""

import asyncio
import tomllib
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import AbstractContextManager, asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from bot import queries
from engine.referee import new_games
from engine.referee.clock import HandClock
from engine.state import Setup
from tests.ambush import leaks
from tests.discord.eyes import SNOWFLAKE, trace
from tests.discord.server.world import Message, User
from tests.discord.stage import Stage, staged
from tests.discord.test_signals import asked, passed
from tests.pairs.wires import StillLoop

NEAR, FAR = "0502/0", "1002/0"
"""Where Bob's walker hides; Ann goes from 0601 to 0604, past the first and not past the second."""
GAME = "k3x9fa"
WAY = "move A1 walk F F F"


def like_this(*_: Any, **__: Any) -> Setup:
    """All games are made like this one, in which A moves first; B may hide where A walks."""
    text = resources.files("engine.games.ambush").joinpath("scenarios/duel.toml").read_text()
    made = tomllib.loads(text)
    made["side"]["A"]["ambush"], made["side"]["B"]["ambush"] = ["0101-1201"], ["0102-1211"]
    options = {"window": "10m"}
    return Setup(id=GAME, secret=bytes([1]) * 32, options=options, scenario=made, at=1_800_000_000)


def run(play: Coroutine[Any, Any, Any]) -> Any:
    """Run it where what happens, and in which order, does not depend on the machine."""
    with asyncio.Runner(loop_factory=StillLoop) as runner:
        return runner.run(play)


class Played(msgspec.Struct):
    """One of the two games. ``looks``: at each moment, what each of the others was shown so far,
    and what was requested of Discord that is not Bob's own.
    """

    stage: Stage
    clock: HandClock
    users: dict[str, User]
    looks: list[tuple[str, Any]] = msgspec.field(default_factory=list)

    async def order(self, seat: str, text: str) -> None:
        """Give an order in the thread."""
        said = await self.stage.people.slash(
            self.users[seat], self.stage.thread(GAME), "order", text=text
        )
        assert "Accepted" in said.text, said.text
        await self.stage.quiet()

    async def begin(self, place: str) -> None:
        """Begin the game, deploy, and hide."""
        stage, ann, bob = self.stage, self.users["ann"], self.users["bob"]
        await stage.people.slash(ann, stage.lobby, "game new", kind="ambush")
        await stage.quiet()
        lobby = stage.world.messages[str(stage.door.memory.places[GAME].lobby)]
        await stage.people.click(bob, lobby, "Join")
        await stage.quiet()
        seats = await stage.door.writer.run(queries.seats, GAME, "discord")
        self.users |= {seat: stage.world.users[id] for seat, id in seats.items()}
        assert self.users["B"] is bob
        for _ in range(2):
            (seat,) = await asked(stage, GAME)
            await self.order(seat, {"A": "deploy A1 0601/3", "B": "deploy B1 0612/0"}[seat])
        await self.order("B", f"hide BX {place}")
        await self.order("B", "ok")
        await self.order("A", "ok")

    def look(self, moment: str) -> None:
        """Remember what there is to see."""
        shown = {name: trace(self.stage.world, self.users[name]) for name in ("ann", "zoe")}
        self.looks.append((moment, (shown, self.requested())))

    def requested(self) -> list[tuple[str, str, int]]:
        """Return what was requested in the channels that others see, in its order."""
        world, numbers = self.stage.world, dict[str, str]()
        seen = {m.json["channel_id"] for n in ("ann", "zoe") for m in world.sees(self.users[n])}
        return [
            (
                one.method,
                SNOWFLAKE.sub(lambda m: numbers.setdefault(m[0], f"#{len(numbers)}"), one.path),
                one.status,
            )
            for one in self.stage.discord.requests
            if any(f"/channels/{id}" in one.path for id in seen)
        ]

    async def asked(self) -> Message:
        """Return what Bob can answer from: the private message, or else, when he is called by the
        card, what he alone sees behind its button.
        """
        bob, card = self.users["bob"], self.stage.card(GAME)
        alone = self.stage.direct(bob)
        if alone:
            assert "you may interrupt" in alone[-1].text
            return alone[-1]
        assert [one["username"] for one in card.json["mentions"]] == [bob.json["username"]]
        panel = (await self.stage.people.click(bob, card, "Orders")).shown
        assert panel.only == bob.id
        return panel

    async def answer(self, word: str) -> Message:
        """Press it, once, and return what is said then; each answer is explained beside it."""
        bob, shown = self.users["bob"], await self.asked()
        (label,) = (one for one in shown.buttons if one in (word, f"{word} BX"))
        seen = shown.text + "".join(one["description"] for one in shown.json["embeds"])
        assert f"`{label}`: " in seen, seen
        said = await self.stage.people.click(bob, shown, label)
        assert f"`{word}" in said.text, said.text
        await self.stage.quiet()
        return said.shown


@asynccontextmanager
async def begun(
    path: Path, place: str, *, direct: bool, called: Callable[[str], str] = str, go: bool = True
) -> AsyncIterator[Played]:
    """A game whose window is open, or is about to be; commitments look alike, as to who has not the
    salt.
    """
    path.mkdir(exist_ok=True)
    clock = HandClock(1_800_000_000)
    with (
        patch.object(new_games, "setup", like_this),
        patch("engine.games.ambush.effects.secrets.seal", lambda _: "sealed"),
    ):
        async with staged(path, clock) as stage:
            bob = stage.user(called("bob"), direct=direct)
            users = {"ann": stage.user(called("ann")), "bob": bob, "zoe": stage.user(called("zoe"))}
            if direct:
                await stage.wishes(bob, "private")
            game = Played(stage, clock, users)
            await game.begin(place)
            if go:
                await game.order("A", WAY)
            yield game


async def let_pass(path: Path, place: str, *, direct: bool) -> list[tuple[str, Any]]:
    """Bob lets Ann pass, or has nothing to decide; the bot ends and begins in between."""
    async with begun(path, place, direct=direct) as game:
        game.look("the window is open")
        await game.stage.stop()
        await game.stage.start()
        await game.stage.quiet()
        game.look("the bot has begun anew")
        await game.answer("hold" if place == NEAR else "noted")
        game.look("Bob has answered")
        await passed(game.stage, game.clock, GAME)
        game.look("the window is closed")
        assert (await game.stage.opened(GAME)).table.world.units["A1"].hex == "0604"
        return game.looks


def both(path: Path, *, direct: bool) -> list[list[tuple[str, Any]]]:
    """Both games."""
    return [run(let_pass(path / place[:4], place, direct=direct)) for place in (NEAR, FAR)]


@pytest.mark.parametrize("direct", [True, False])
def test_nobody_else_can_tell_that_a_hidden_units_owner_has_an_opportunity(
    tmp_path: Path, direct: bool
) -> None:
    near, far = both(tmp_path, direct=direct)
    for (moment, mine), (_, other) in zip(near, far, strict=True):
        assert mine == other, moment
    # The comparison has eyes: there is a thread, and something was posted at the tick.
    (shown, requested), (_, before) = near[-1][1], near[-2][1]
    assert all(any("Ambush" in place for place in shown[name]) for name in ("ann", "zoe"))
    assert len(requested) > len(before)


@pytest.mark.parametrize("direct", [True, False])
def test_the_owner_fires_from_what_they_got_after_the_bot_has_begun_anew(
    tmp_path: Path, direct: bool
) -> None:
    async def play() -> None:
        async with begun(tmp_path, NEAR, direct=direct) as game:
            thread = game.stage.thread(GAME)
            await game.stage.stop()
            await game.stage.start()
            await game.answer("fire")
            assert not any("BX" in message.text for message in game.stage.in_channel(thread))
            await passed(game.stage, game.clock, GAME)
            told = [message.text for message in game.stage.in_channel(thread)]
            assert any("BX" in text for text in told), told
            assert not (await game.stage.opened(GAME)).table.world.units["BX"].hidden

    run(play())


@pytest.mark.parametrize("leak", [leaks.late_by_window, leaks.asked_only_if_near])
def test_a_planted_leak_of_an_opportunity_is_found(
    tmp_path: Path, leak: Callable[[], AbstractContextManager[Any]]
) -> None:
    async def opened(place: str) -> Any:
        async with begun(tmp_path / place[:4], place, direct=True) as game:
            game.look("the window is open, or there is none")
            return game.looks

    with leak():
        assert run(opened(NEAR)) != run(opened(FAR))
