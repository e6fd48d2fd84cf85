"""A pair of houses at Discord: the bot itself, against a Discord of this machine. What every other
program at Discord has shown is compared: messages, every state of them, buttons, files.
"""

import asyncio
import random
from contextlib import ExitStack
from itertools import zip_longest
from pathlib import Path
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from engine.referee import clock, new_games, open_game
from engine.state import PUBLIC, Seat
from engine.store import history
from engine.testing.kit import Case, Setting
from tests.discord.eyes import trace
from tests.discord.server.world import User
from tests.discord.stage import Stage, staged
from tests.pairs.drive import hashed_picture, one_of, setup_of, written
from tests.pairs.house import GAME, START
from tests.pairs.wires import StillLoop

STEPS = 14
"""Things that happen in a pair."""
ZOE = "zoe"
"""Who makes the game and does not play."""
ASIDE: tuple[tuple[str, dict[str, Any]], ...] = (
    ("standing add", {"order": "zebra"}),
    ("standing list", {}),
    ("standing drop", {}),
    ("standing now", {"order": "nonsense"}),
    ("me rating", {}),
    ("mod audit", {}),
    ("game status", {}),
    ("game mine", {}),
    ("game talk", {}),
    ("menu", {}),
    ("game board", {}),
    ("game history", {}),
)
"""What the owner of the secrets asks for, and nobody else notices."""


class Look(Struct):
    """What there was to see after a step: by viewer, the events told so far (each, and whether it
    is a reveal), and all that a program has shown.
    """

    events: dict[Seat, list[tuple[bool, str]]]
    shown: dict[Seat, Any]


class House:
    """One of a pair. ``number`` is 1 or 2."""

    def __init__(self, stage: Stage, case: Case, setting: Setting, seed: int, number: int):
        self.stage, self.case, self.setting = stage, case, setting
        self.seed, self.number, self.looks = seed, number, list[Look]()
        self.users: dict[Seat, User] = {}

    @property
    def viewers(self) -> dict[Seat, User]:
        others = {seat: user for seat, user in self.users.items() if seat in self.case.kit.viewers}
        return others | {PUBLIC: self.zoe}

    async def begin(self) -> None:
        stage = self.stage
        self.zoe = stage.user(ZOE)
        await stage.people.slash(self.zoe, stage.lobby, "game new", kind=self.case.name, join=False)
        await stage.quiet()
        lobby = stage.world.messages[str(stage.door.memory.places[GAME].lobby)]
        for seat in self.setting.seats:
            user = self.users[seat] = stage.user(seat)
            await stage.people.click(user, lobby, "Join")
            await stage.quiet()
        opened = await stage.opened(GAME)
        assert tuple(opened.table.seats) == self.setting.seats

    async def play(self) -> list[Look]:
        await self.begin()
        await self.look()
        for step in range(STEPS):
            table = (await self.stage.opened(GAME)).table
            if table.state.result is not None or not await self.step(step):
                break
            await self.stage.quiet()
            await self.look()
        return self.looks

    async def step(self, step: int) -> bool:
        """Do one thing; ``False``: the pair cannot go on alike."""
        stage, kit = self.stage, self.case.kit
        rng = random.Random(f"{self.seed}/{step}")
        own = random.Random(f"{self.seed}/{step}/{self.number}")
        thread, table = stage.thread(GAME), (await stage.opened(GAME)).table
        ask, due = table.ask(), table.state.due
        if kit.owner in kit.viewers:
            own = random.Random(f"{self.seed}/{step}/both")
        for name, values in own.sample(ASIDE, own.randrange(3)):
            await stage.people.slash(self.users[kit.owner], thread, name, **values)
        watcher = self.users[rng.choice([s for s in self.setting.seats if s != kit.owner])]
        looked = rng.choice(("game board", "menu", "game status", "game history"))
        await stage.people.slash(watcher, thread, looked)
        if ask is None or not ask.seats or rng.random() < 0.15:
            if due is None:
                return ask is not None and bool(ask.seats)
            assert isinstance(stage.clock, clock.HandClock)
            stage.clock.advance(max(0, due - stage.clock.now()))
            return True
        seat = rng.choice(ask.seats)
        menu = table.menu(seat)
        if seat != kit.owner:
            text = written(menu, rng)
        elif len(ask.seats) > 1 or ask.window is not None or ask.secret:
            text = written(menu, own)
        else:
            seen = table.state.stack[-1].menu(table.view(PUBLIC), seat)
            order = one_of(seen, rng)
            if not menu.allows(order):
                return False
            text = seen.write(order)
        await stage.people.slash(self.users[seat], thread, "order", text=text)
        if seat == kit.owner and ask.window is None and len(ask.seats) > 1:
            return await self.answered(table.state.question)
        return True

    async def answered(self, question: int) -> bool:
        """See to it that the owner has answered: when a question closes is for everybody to see.
        ``False``: they could not.
        """
        owner, thread = self.case.kit.owner, self.stage.thread(GAME)
        for last in (False, True):
            table = (await self.stage.opened(GAME)).table
            if table.state.question != question or owner in table.state.answers:
                return True
            default = table.menu(owner).default
            if last or default is None:
                return False
            text = table.menu(owner).write(default)
            await self.stage.people.slash(self.users[owner], thread, "order", text=text)
        return False

    async def look(self) -> None:
        reveals = self.case.kit.reveals

        def told(opened: open_game.OpenGame, batch: Any, viewer: Seat) -> list[tuple[bool, str]]:
            pages = history.pages(opened.table.game, batch.bulletins(opened), viewer)
            return [(reveals(event), repr(event)) for page in pages for event in page.events]

        def read(batch: Any) -> dict[Seat, list[tuple[bool, str]]]:
            return {viewer: told(batch.game(GAME), batch, viewer) for viewer in self.viewers}

        events = await self.stage.door.writer.run(read)
        shown = {viewer: trace(self.stage.world, user) for viewer, user in self.viewers.items()}
        self.looks.append(Look(events, shown))


def play(case: Case, seed: int, path: Path) -> str:
    looks = list[list[Look]]()
    for number, setting in enumerate(case.kit.pair(seed), 1):
        with asyncio.Runner(loop_factory=StillLoop) as runner:
            looks.append(runner.run(played(case, setting, seed, number, path / str(number))))
    for step, (a, b) in enumerate(zip(*looks, strict=False)):
        for viewer in a.events:
            events = zip_longest(a.events[viewer], b.events[viewer], fillvalue=(False, ""))
            first = next((both for both in events if both[0] != both[1]), None)
            if first and any(reveal for reveal, _ in first):
                return ""
        for viewer in a.shown:
            if a.shown[viewer] != b.shown[viewer]:
                return f"{case.name}, pair {seed}, step {step}, viewer {viewer}: " + difference(
                    a.shown[viewer], b.shown[viewer]
                )
    return ""


def difference(a: Any, b: Any) -> str:
    for place in sorted({*a, *b}):
        mine, other = a.get(place, []), b.get(place, [])
        for n, (x, y) in enumerate(zip(mine, other, strict=False)):
            if x != y:
                return f"{place}, state {n}: {x}\n  and {y}"
        if len(mine) != len(other):
            return f"{place}: {len(mine)} and {len(other)} states"
    return "nowhere"


async def played(case: Case, setting: Setting, seed: int, number: int, path: Path) -> list[Look]:
    path.mkdir(parents=True)
    made = setup_of(case, setting, seed, "")
    with ExitStack() as stack:
        stack.enter_context(patch.object(new_games, "setup", lambda *_, **__: made))
        stack.enter_context(patch("renderers.encoded", hashed_picture))
        stack.enter_context(case.kit.blind())
        async with staged(path, clock.HandClock(START)) as stage:
            return await House(stage, case, setting, seed, number).play()
