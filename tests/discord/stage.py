"""A bot and a Discord, for tests: started, stopped and started again."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from pathlib import Path
from typing import Any

from bot.discord.door import DiscordDoor
from bot.service.entries import DiscordService
from bot.service.supervisor import Service, serve
from engine.referee.clock import Clock
from engine.referee.open_game import OpenGame
from engine.store import counts
from tests.discord.server import Discord, spec
from tests.discord.server.world import DM, Channel, DiscordMessage, User

AGAIN = (0.05, 300.0)
"""Seconds before a broken connection is made again, at first and at the most."""
QUICK: dict[str, Any] = {"guild_ready_timeout": 0.02, "heartbeat_timeout": 60.0}
LOOKS = 3
"""How often in a row nothing may be on its way before everything counts as told and shown."""
GENEROUS = {
    "POST /channels/*/messages": (500, 1.0),
    "PATCH /channels/*/messages/*": (500, 1.0),
    "*": (5000, 1.0),
    "global": (5000, 1.0),
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

    async def wishes(self, user: User, how: str) -> None:
        said = await self.people.slash(user, self.lobby, "me signals", how=how)
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
        loud = [request.path for request in posts if calls_all(request.json)]
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

    def card(self, game: str) -> DiscordMessage:
        card = self.door.memory.places[game].card
        assert card is not None
        return self.world.messages[str(card.message)]

    def thread(self, game: str) -> Channel:
        return self.world.channels[str(self.door.memory.places[game].thread)]

    async def game(
        self, maker: User, others: list[User], options: str = "", kind: str = "battleboard"
    ) -> str:
        places = (
            f"players={len(others) + 1} {options}".strip() if kind == "battleboard" else options
        )
        before = set(self.door.memory.places)
        made = await self.people.slash(maker, self.lobby, "game new", kind=kind, options=places)
        assert "is here" in made.text, made.text
        (game,) = set(self.door.memory.places) - before
        lobby = self.world.messages[str(self.door.memory.places[game].lobby)]
        for other in others:
            await self.people.click(other, lobby, "Join")
        await self.quiet()
        return game

    async def opened(self, game: str) -> OpenGame:
        found = await self.door.writer.run(lambda batch: batch.game(game))
        assert found is not None
        return found

    async def turn(self, game: str) -> str:
        ask = (await self.opened(game)).table.ask()
        return ask.seats[0] if ask and ask.seats else ""


def calls_all(sent: Any) -> bool:
    """Would Discord notify everybody, or all of a role, if what was posted held such a mention? It
    does so where it is not told otherwise; an edit notifies nobody.
    """
    body = sent.get("data", sent) if isinstance(sent, dict) else None
    if not isinstance(body, dict) or "title" in body:  # a form is no message
        return False
    if not {"content", "components", "embeds"} & set(body):
        return False
    said = body.get("allowed_mentions")
    return (
        said is None
        or bool({"everyone", "roles"} & set(said.get("parse") or []))
        or bool(said.get("roles"))
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
