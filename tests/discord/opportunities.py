"""Games up to a question about something that one person alone knows, played through Discord, by
who takes private messages, who takes none, and who has linked a mail address instead.
"""

import asyncio
import re
import tomllib
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from importlib import resources
from pathlib import Path
from typing import Any, Literal
from unittest.mock import patch

import msgspec

from bot.service.supervisor import Service
from engine.messages import Message
from engine.referee import new_games
from engine.referee.clock import HandClock
from engine.referee.doors import Door
from engine.referee.writer import Writer
from engine.state import Seat, Setup
from mail.door import MailDoor
from mail.names import MailNames
from mail.outgoing.envelope import Mail
from mail.outgoing.sentences import Writing
from tests.derelict.stage import Stage as Ship
from tests.desert.driven import Change, Driven, scenario
from tests.desert.worked import DICE
from tests.discord.eyes import SNOWFLAKE, trace
from tests.discord.server.world import Channel, DiscordMessage, User
from tests.discord.stage import Duel, Stage, names_in, staged
from tests.mail.stage import KEY, MX, asks, parsed, reply, text_of
from tests.pairs.wires import StillLoop

GAME = "k3x9fa"
Way = Literal["open", "closed", "mail"]
"""How the owner of the secret is reached: by private message; by none, so that what is theirs waits
behind a button; by none, and by mail.
"""
Said = tuple[tuple[Seat, str], ...]


class Story(msgspec.Struct, frozen=True, kw_only=True):
    """A game and what is ordered in it until its owner is asked, in two worlds: in the ``near`` one
    there is an opportunity, in the ``far`` one there is none. ``asked``: what stands above the
    question for everybody; ``lets``: how the owner lets it pass, in each world; ``acts``: how they
    use it; ``shown``: what everybody reads then.
    """

    kind: str
    owner: Seat
    made: Callable[[str], Setup]
    said: Callable[[str], Said]
    asked: str
    lets: Mapping[str, str]
    acts: tuple[str, ...]
    shown: str
    first: str = "ann"
    """Who begins the game and has its first seat."""


WAY = "move A1 walk F F F"
HIDES = {"near": "0502/0", "far": "1002/0"}
"""Where Bob's walker hides; Ann goes from 0601 to 0604, past the first and not past the second."""


def duel(_: str) -> Setup:
    text = resources.files("engine.games.ambush").joinpath("scenarios/duel.toml").read_text()
    made = tomllib.loads(text)
    made["side"]["A"]["ambush"], made["side"]["B"]["ambush"] = ["0101-1201"], ["0102-1211"]
    options = {"window": "10m"}
    return Setup(id=GAME, secret=bytes([1]) * 32, options=options, scenario=made, at=1_800_000_000)


def ship(world: str) -> Setup:
    made = Ship(
        "marine 5,6 N; alien 5,0 W; marine 0,6 N",
        {"cp/1": [{"near": 4, "far": 1}[world]], "shot/M1/": [3, 3]},
        command_points="marines",
    )
    setup = made.play.setup
    return msgspec.structs.replace(setup, id=GAME, secret=b"stage", at=1_800_000_000)


def road(world: str) -> Setup:
    change = {"unit": [{"id": "HW-COY", "cohesion": {"near": 0, "far": -26}[world]}]}
    made = scenario("halim-road", [msgspec.convert(change, Change)])
    driven = Driven(GAME, made, {"stages": 0}, DICE, False)
    return msgspec.structs.replace(driven.setup, at=1_800_000_000)


AMBUSH = Story(
    kind="ambush",
    owner="B",
    made=duel,
    said=lambda world: (
        ("B", "deploy B1 0612/0"),
        ("A", "deploy A1 0601/3"),
        ("B", f"hide BX {HIDES[world]}"),
        ("B", "ok"),
        ("A", "ok"),
        ("A", WAY),
    ),
    asked="you may interrupt ann’s move of a1",
    lets={"near": "hold", "far": "noted"},
    acts=("fire BX",),
    shown="BX",
)
DERELICT = Story(
    kind="derelict",
    owner="marine",
    made=ship,
    said=lambda _: (
        ("marine", "activate M2"),
        ("marine", "command"),
        ("marine", "activate M1!"),
        ("marine", "overwatch"),
        ("marine", "pass!"),
        ("alien", "activate A1"),
        ("alien", "turn left"),
    ),
    asked="may clear",
    lets={"near": "leave", "far": "leave"},
    acts=("unjam",),
    shown="clear",
    first="bob",
)
DESERT = Story(
    kind="desert",
    owner="cw",
    made=road,
    said=lambda _: (
        *(
            (seat, "auto")
            for _ in ("position", "firing", "plan", "apply")
            for seat in ("cw", "axis")
        ),
    ),
    asked="retreat",
    lets={"near": "ok", "far": "ok"},
    acts=("rba HW-COY C4-D3", "ok"),
    shown="D3",
)
STORIES = (AMBUSH, DERELICT, DESERT)


def run(play: Coroutine[Any, Any, Any]) -> Any:
    with asyncio.Runner(loop_factory=StillLoop) as runner:
        return runner.run(play)


class Letterbox(Service):
    name = "mail"

    def __init__(self) -> None:
        self.mails: dict[str, list[bytes]] = {}
        names = MailNames(KEY, "referee@play.example")
        self.door = MailDoor(Writing(names), self, MX)  # type: ignore[arg-type]  # as much of a sender as the door needs
        self.door.read_before = 1 << 40

    @property
    def doors(self) -> Mapping[str, Door]:
        return {"mail": self.door}

    def on_open(self, writer: Writer) -> None:
        self.door.on_open(writer)

    async def run(self) -> None:
        await asyncio.Event().wait()

    async def send(self, mail: Mail) -> None:
        self.mails.setdefault(mail.to, []).append(mail.raw)


MAILBOX = "bob@mail.example"


class Played(msgspec.Struct, kw_only=True):
    """One of the two games. ``users`` by their names and by their seats. ``looks``: at each moment,
    what each of the others was shown so far, and what was requested of Discord that is not the
    owner's own.
    """

    story: Story
    world: str
    way: Way
    stage: Stage
    clock: HandClock
    box: Letterbox
    users: dict[str, User]
    looks: list[tuple[str, Any]] = msgspec.field(default_factory=list)

    @property
    def duel(self) -> Duel:
        return Duel(self.stage, GAME, (self.users["ann"], self.users["bob"]), self.users)

    @property
    def thread(self) -> Channel:
        return self.stage.thread(GAME)

    async def order(self, seat: str, text: str) -> None:
        said = await self.duel.slash(self.users[seat], "order", text=text)
        assert "Accepted" in said.text, said.text
        await self.stage.quiet()

    async def begin(self) -> None:
        stage, two = self.stage, [self.users["ann"], self.users["bob"]]
        duel = await stage.duel(
            "", self.story.kind, *two[:: 1 if self.story.first == "ann" else -1]
        )
        self.users |= duel.users
        assert self.users[self.story.owner] is self.users["bob"]
        if self.way == "mail":
            said = await duel.slash(self.users["bob"], "me link")
            (code,) = re.findall(r"link (\S+?)[”\s]", said.text)
            message = Message(
                door="mail", id="1", sender=MAILBOX, text=f"link {code}", at=self.clock.now()
            )
            assert (await stage.door.writer.submit(message)).facts["did"] == "linked"
            await stage.quiet()

    async def go(self, last: int | None = None) -> None:
        """Give the orders up to the question, or so many of them; of several who are asked at once
        each gives their own.
        """
        left = list(self.story.said(self.world)[:last])
        while left:
            seats = await self.duel.seats()
            seat, text = next(one for one in left if one[0] in seats)
            left.remove((seat, text))
            await self.order(seat, text)

    def look(self, moment: str) -> None:
        shown = {name: trace(self.stage.world, self.users[name]) for name in ("ann", "zoe")}
        self.looks.append((moment, (shown, self.requested())))

    def requested(self) -> list[list[tuple[str, str, int]]]:
        """Return what was requested in each channel that others see, in its order: what goes to two
        of them is on its way at the same time.
        """
        world = self.stage.world
        seen = {m.json["channel_id"] for n in ("ann", "zoe") for m in world.sees(self.users[n])}
        return [self.requested_in(id) for id in sorted(seen, key=int)]

    def requested_in(self, channel: str) -> list[tuple[str, str, int]]:
        numbers = dict[str, str]()
        return [
            (
                one.method,
                SNOWFLAKE.sub(lambda m: numbers.setdefault(m[0], f"#{len(numbers)}"), one.path),
                one.status,
            )
            for one in self.stage.discord.requests
            if f"/channels/{channel}" in one.path
        ]

    async def again(self) -> None:
        await self.stage.restart()
        await self.stage.quiet()

    # ---- the owner

    async def asked(self) -> DiscordMessage:
        """Return what Bob can answer from: the private message, or else, when he is called by the
        card, what he alone sees behind its button.
        """
        bob, card = self.users["bob"], self.stage.card(GAME)
        alone = self.stage.direct(bob)
        if self.way == "open":
            assert self.story.asked in alone[-1].text.casefold(), alone[-1].text
            return alone[-1]
        assert not alone
        assert names_in(card) == ["bob"]
        panel = (await self.stage.people.click(bob, card, "Orders")).shown
        assert panel.only == bob.id
        return panel

    async def press(self, order: str) -> DiscordMessage:
        """Press an order, and return what is said then. Where it stands by itself one press gives
        it, and what uses the opportunity is explained; on a sheet it is looked at first.
        """
        bob, shown, click = self.users["bob"], await self.asked(), self.stage.people.click
        if order in shown.buttons:
            seen = shown.text + "".join(one["description"] for one in shown.json["embeds"])
            assert order not in self.story.acts or f"`{order}`: " in seen, seen
        elif "Orders" in shown.buttons:
            shown = (await click(bob, shown, "Orders")).shown
        # The panel opens where only the last word is missing.
        said = await click(bob, shown, order if order in shown.buttons else order.split()[-1])
        if (send := f"Send: {order}") in said.shown.buttons:
            said = await click(bob, said.shown, send)
        assert f"`{order}`" in said.text, said.text
        await self.stage.quiet()
        return said.shown

    async def type(self, *orders: str) -> None:
        bob, shown = self.users["bob"], await self.asked()
        if "Type…" not in shown.buttons:
            shown = (await self.stage.people.click(bob, shown, "Orders")).shown
        form = await self.stage.people.click(bob, shown, "Type…")
        said = await self.stage.people.fill_in(form, text="\n".join(orders))
        assert "Accepted" in said.text, said.text
        await self.stage.quiet()

    async def mail(self, *orders: str) -> None:
        mails = self.box.mails[MAILBOX]
        last = parsed(mails[-1])
        assert asks(last), text_of(last)
        raw = reply(last, "\n".join(orders), MAILBOX, written=self.clock.now())
        await self.box.door.take(raw, self.clock.now())
        await self.stage.quiet()
        receipt = text_of(parsed(mails[-1]))
        assert len(mails) > 1, receipt

    async def answer(self, *orders: str) -> None:
        if self.way == "mail":
            await self.mail(*orders)
        elif len(orders) > 1:
            await self.type(*orders)
        else:
            await self.press(orders[0])

    async def passed(self) -> None:
        state, ask = (await self.duel.table()).state, (await self.duel.table()).ask()
        if ask is not None and ask.window is not None:
            assert state.due is not None
            self.clock.advance(state.due - self.clock.now() + 1)
        await self.stage.quiet()


@asynccontextmanager
async def begun(
    path: Path, story: Story, world: str, way: Way = "open", called: Callable[[str], str] = str
) -> AsyncIterator[Played]:
    path.mkdir(exist_ok=True, parents=True)
    clock, box, made = HandClock(1_800_000_000), Letterbox(), story.made(world)
    async with AsyncExitStack() as stack:
        stack.enter_context(patch.object(new_games, "setup", lambda *_, **__: made))
        stack.enter_context(patch("engine.games.ambush.damage.seal", lambda _: "sealed"))
        stage = await stack.enter_async_context(staged(path, clock, beside=(box,)))
        # A picture that is drawn in this one thread makes nobody late.
        stage.discord.frozen = stage.discord.now()
        users = {
            name: stage.user(called(name), direct=name != "bob" or way == "open")
            for name in ("ann", "bob", "zoe")
        }
        game = Played(
            story=story, world=world, way=way, stage=stage, clock=clock, box=box, users=users
        )
        await game.begin()
        yield game
