"""A bot and a Discord, for tests: started, stopped and started again."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from pathlib import Path
from typing import Any

from bot import queries
from bot.discord.channels import GameChannel, ServerSettings
from bot.discord.door import DiscordDoor
from bot.service.entries import DiscordService
from bot.service.supervisor import Service, serve
from engine.referee.clock import Clock, HandClock
from engine.referee.open_game import OpenGame
from engine.state import Seat
from engine.store import counts
from engine.table import GameTable
from tests.discord.server import Discord, spec
from tests.discord.server.people import Interaction
from tests.discord.server.world import DM, Channel, DiscordMessage, User

AGAIN = (0.05, 300.0)
"""Seconds before a broken connection is made again, at first and at the most."""
QUICK: dict[str, Any] = {"guild_ready_timeout": 0.02, "heartbeat_timeout": 60.0}
LOOKS = 3
"""How often in a row nothing may be on its way before everything counts as told and shown."""
GENEROUS = {
    "POST /channels/*/messages": (500, 1.0),
    "PATCH /channels/*/messages/*": (500, 1.0),
    "GET /guilds/*/members/*": (500, 1.0),
    "POST /users/@me/channels": (500, 1.0),
    "*": (5000, 1.0),
}
"""Rate limits that a fast test does not reach."""


async def until(true: Callable[[], Any], seconds: float = 60.0) -> None:
    async with asyncio.timeout(seconds):
        while not true():
            await asyncio.sleep(0.005)


class Stage:
    def __init__(self, discord: Discord, path: Path, clock: Clock | None):
        self.discord, self.world, self.people = discord, discord.world, discord.people
        self.path, self.clock = path, clock
        if clock is not None:
            self.world.time = clock.now
        self.guild = self.world.guild("Wargamers")
        self.lobby = self.world.channel(self.guild, "lobby")
        self.door = DiscordDoor(discord.token)
        self.stopping = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self.limited = False
        self.beside: list[Service] = []

    def user(self, name: str, **more: Any) -> User:
        return self.world.user(name, self.guild, **more)

    async def slash(self, user: User, command: str, **values: Any) -> Interaction:
        """A command in the lobby."""
        return await self.people.slash(user, self.lobby, command, **values)

    async def wishes(self, user: User, how: str) -> None:
        said = await self.slash(user, "me signals", how=how)
        assert "You are told" in said.text or "Nothing calls you" in said.text, said.text

    async def start(self, quiet: float = 0.01, **options: Any) -> None:
        self.door = DiscordDoor("the same in every test")
        self.door.show.quiet = quiet
        self.stopping = asyncio.Event()
        settled = QUICK | options
        service = DiscordService(self.door, self.discord.token, **settled)
        self.task = asyncio.create_task(
            serve(self.path, [service, *self.beside], self.stopping, self.clock, AGAIN)
        )
        await until(lambda: self.ready or (self.task and self.task.done()))
        if self.task.done():
            self.task.result()

    @property
    def ready(self) -> bool:
        client = self.door.connection.client
        return client is not None and client.is_ready()

    async def stop(self) -> None:
        self.stopping.set()
        if self.task is not None:
            await self.task

    async def restart(self) -> None:
        await self.stop()
        await self.start()

    async def quiet(self) -> None:
        store = self.door.writer.referee.store

        def done() -> bool:
            shown = not self.door.show.wanted and not self.discord.busy
            idle = self.door.writer.dispatcher.idle
            return shown and idle and not counts.waiting(store)

        # The bot and its Discord share one event loop: what is still on its way between them comes
        # to light within a few turns of it, however slow the machine is.
        looks = 0
        async with asyncio.timeout(60):
            while looks < LOOKS:
                await asyncio.sleep(0.005)
                looks = looks + 1 if done() else 0

    def check(self) -> None:
        """Everything that was sent keeps to Discord's description, and
        nothing ran into a rate limit.
        """
        faults = [said for request in self.discord.requests if (said := spec.fault(request))]
        assert not faults, "\n".join(faults)
        posts = [request for request in self.discord.requests if request.method == "POST"]
        ours = {str(role) for one in self.door.servers.settings.values() for role in roles_of(one)}
        loud = [request.path for request in posts if calls_all(request.json, ours)]
        assert not loud, loud
        limited = [request.path for request in self.discord.requests if request.status == 429]
        assert self.limited or not limited, limited

    # ---- places

    def threads(self) -> list[Channel]:
        return [channel for channel in self.world.channels.values() if channel.is_thread]

    def in_channel(self, channel: Channel) -> list[DiscordMessage]:
        return [
            m
            for m in self.world.messages.values()
            if m.json["channel_id"] == channel.id and m.only is None
        ]

    def direct(self, user: User) -> list[DiscordMessage]:
        found = [
            c for c in self.world.channels.values() if c.json["type"] == DM and user.id in c.members
        ]
        return self.in_channel(found[0]) if found else []

    @property
    def places(self) -> dict[str, GameChannel]:
        return self.door.memory.places

    @property
    def only_game(self) -> str:
        (game,) = self.places
        return game

    def card(self, game: str) -> DiscordMessage:
        card = self.places[game].card
        assert card is not None
        return self.world.messages[str(card.message)]

    def thread(self, game: str) -> Channel:
        return self.world.channels[str(self.places[game].thread)]

    def lobby_post(self, game: str) -> DiscordMessage:
        return self.world.messages[str(self.places[game].lobby)]

    def data(self, message: DiscordMessage) -> bytes:
        (file,) = message.json["attachments"]
        return self.world.blobs[file["id"]]

    async def new(self, user: User, options: str = "", kind: str = "battleboard") -> str:
        before = set(self.places)
        made = await self.slash(user, "game new", kind=kind, options=options)
        assert "is here" in made.text, made.text
        (game,) = set(self.places) - before
        return game

    async def game(
        self, maker: User, others: list[User], options: str = "", kind: str = "battleboard"
    ) -> str:
        if kind == "battleboard":
            options = f"players={len(others) + 1} {options}".strip()
        game = await self.new(maker, options, kind)
        for other in others:
            await self.people.click(other, self.lobby_post(game), "Join")
        await self.quiet()
        return game

    async def duel(
        self,
        options: str = "",
        kind: str = "battleboard",
        ann: User | None = None,
        bob: User | None = None,
    ) -> "Duel":
        ann, bob = ann or self.user("ann"), bob or self.user("bob")
        game = await self.game(ann, [bob], options, kind)
        seats = await self.door.writer.run(queries.seats, game, "discord")
        return Duel(self, game, (ann, bob), {seat: self.world.users[seats[seat]] for seat in seats})

    async def opened(self, game: str) -> OpenGame:
        found = await self.door.writer.run(lambda batch: batch.game(game))
        assert found is not None
        return found

    async def turn(self, game: str) -> str:
        ask = (await self.opened(game)).table.ask()
        return ask.seats[0] if ask and ask.seats else ""


class Duel:
    """A game of two that has begun. ``users`` are the two by their seats, which are their names in
    BattleBoard.
    """

    def __init__(
        self, stage: Stage, game: str, two: tuple[User, User], users: dict[Seat, User]
    ) -> None:
        self.stage, self.game, self.users = stage, game, users
        self.ann, self.bob = two

    @property
    def thread(self) -> Channel:
        return self.stage.thread(self.game)

    @property
    def card(self) -> DiscordMessage:
        return self.stage.card(self.game)

    @property
    def place(self) -> GameChannel:
        return self.stage.places[self.game]

    @property
    def posts(self) -> list[DiscordMessage]:
        return self.stage.in_channel(self.thread)

    def told(self, words: str) -> int:
        return sum(words in message.text for message in self.posts)

    def since(self, before: Sequence[DiscordMessage]) -> list[DiscordMessage]:
        return [message for message in self.posts if message not in before]

    def calls(self, before: Sequence[DiscordMessage]) -> list[list[str]]:
        return [names for message in self.since(before) if (names := names_in(message))]

    async def table(self) -> GameTable:
        return (await self.stage.opened(self.game)).table

    async def seats(self) -> tuple[Seat, ...]:
        ask = (await self.table()).ask()
        return tuple(ask.seats) if ask is not None else ()

    async def asked(self) -> User:
        return self.users[await self.stage.turn(self.game)]

    async def sides(self) -> tuple[User, User]:
        asked = await self.asked()
        return asked, self.bob if asked is self.ann else self.ann

    # ---- acts

    async def slash(self, user: User, command: str, **values: Any) -> Interaction:
        """A command in the thread."""
        return await self.stage.people.slash(user, self.thread, command, **values)

    async def click(self, user: User, label: str) -> Interaction:
        return await self.stage.people.click(user, self.card, label)

    async def order(self, text: str = "pass", **more: Any) -> Interaction:
        """An order of whoever is asked, and all that follows from it."""
        said = await self.slash(await self.asked(), "order", text=text, **more)
        await self.stage.quiet()
        return said

    async def default(self, seat: Seat) -> None:
        """The order that a menu has for who gives none, and all that follows from it."""
        menu = (await self.table()).menu(seat)
        await self.slash(self.users[seat], "order", text=menu.write(menu.default))
        await self.stage.quiet()

    async def expire(self) -> None:
        state = (await self.table()).state
        assert state.due is not None
        assert isinstance(self.stage.clock, HandClock)
        question = state.question
        self.stage.clock.advance(state.due - self.stage.clock.now() + 1)
        async with asyncio.timeout(15):
            while (await self.table()).state.question == question:
                await asyncio.sleep(0.01)
        await self.stage.quiet()

    async def step(self) -> None:
        """Let a window pass, or give the default orders of all who are asked."""
        ask = (await self.table()).ask()
        assert ask is not None
        if ask.window is not None:
            await self.expire()
        else:
            for seat in ask.seats:
                await self.default(seat)


def names_in(message: DiscordMessage) -> list[str]:
    return [user["username"] for user in message.json["mentions"]]


def roles_of(settings: ServerSettings) -> list[int]:
    return [settings.substitutes, settings.moderators, *settings.pinged.values()]


def calls_all(sent: Any, ours: Collection[str] = ()) -> bool:
    """Would Discord notify everybody, or all of a role that is not ``ours``, if what was posted
    held such a mention? It does so where it is not told otherwise; an edit notifies nobody.
    """
    body = sent.get("data", sent) if isinstance(sent, dict) else None
    if not isinstance(body, dict) or "title" in body:  # a form is no message
        return False
    if not {"content", "components", "embeds"} & set(body):
        return False
    said = body.get("allowed_mentions") or body.get("message", {}).get("allowed_mentions")
    return (
        said is None
        or bool({"everyone", "roles"} & set(said.get("parse") or []))
        or bool({*map(str, said.get("roles") or ())} - {*ours})
    )


@contextlib.asynccontextmanager
async def staged(
    path: Path,
    clock: Clock | None = None,
    limits: dict[str, tuple[int, float]] | None = None,
    beside: Sequence[Service] = (),
    **options: Any,
) -> AsyncIterator[Stage]:
    async with Discord(GENEROUS if limits is None else limits) as discord:
        with discord.redirected():
            stage = Stage(discord, path / "games.db", clock)
            stage.beside.extend(beside)
            await stage.start(**options)
            try:
                yield stage
            finally:
                await stage.stop()
            stage.check()
