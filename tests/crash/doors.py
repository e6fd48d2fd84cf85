"""The process that serves players ends at every point of the life of an order, one after the other,
and is started again: at the terminal line, in Discord, by mail.

``python -m tests.crash --points`` tries them all.
"""

import asyncio
import re
import signal
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from subprocess import PIPE
from typing import Any

import msgspec
import psycopg

from tests.battleboard.line import Program as Client
from tests.bot.program import ENVIRONMENT, Program
from tests.crash.orders import ANSWERS, KINDS, PATIENCE, Chosen, Door, Heard, Tried, points, until
from tests.discord.server import Discord
from tests.discord.server.people import Interaction
from tests.discord.server.world import Channel, DiscordMessage, User
from tests.discord.stage import GENEROUS
from tests.mail import stage, test_both_doors
from tests.mail.posts import Certificate, Embedded, Person, Post, about, people, settings
from tests.store import server

FUSED = "import tests.crash.fuse\n"
LINE = "from bot.cli import main\nmain()"
SEATS = ("ann", "bob")
WAITS = "select name from keepsake where name like {}"


class Fused(Program):
    loaded = ("tests.crash.loaded",)


class Line(Door):
    """`meanwhile line tally --json`, and a program at each seat. Ann gives the orders. ``url``: the
    server of the database; ``wrong``: what the process does wrong.
    """

    def __init__(self, folder: Path, url: str = "", wrong: str = ""):
        super().__init__(folder)
        self.folder, self.url, self.game = folder, url, ""
        self.program = FUSED + wrong + LINE
        self.name = "postgres" if url else "line"
        if url:
            (folder / "config.toml").write_text(f'[store]\nurl = "{url}"\n')
        self.process: Program
        self.tokens: dict[str, str] = {}
        self.clients: dict[str, Client] = {}
        self.told: Heard = {seat: [] for seat in SEATS}
        self.answers: dict[str, asyncio.Queue[bool]] = {}
        self.readers: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        await self.hang_up()
        # A server believes for three seconds that the dead one is there, and lets nobody in.
        while not (line := await asyncio.to_thread(self.begun)):
            assert self.url
        facts = msgspec.json.decode(line)
        self.game, self.tokens = facts["game"], self.tokens or facts["tokens"]
        for seat in SEATS:
            client = self.clients[seat] = await Client.connect(facts["port"])
            self.answers[seat] = asyncio.Queue()
            self.readers.append(asyncio.create_task(self.read(seat, client)))
            await client.send(f"join {self.tokens[seat]}")
            assert await self.answers[seat].get()

    def begun(self) -> bytes:
        which = ("--resume", self.game) if self.game else ("--seats", ",".join(SEATS))
        with (self.folder / "stderr").open("ab") as said:
            self.process = Fused(
                self.folder,
                *("-c", self.program, "line", "tally", "--json", *which),
                environment={**ENVIRONMENT, "FUSE": str(self.fuse)},
                stdout=PIPE,
                stderr=said,
            )
        assert self.process.stdout is not None
        if not (line := self.process.stdout.readline()):
            self.process.stdout.close()
            self.process.wait()
        return line

    async def read(self, seat: str, client: Client) -> None:
        answers = self.answers[seat]
        with suppress(ConnectionError):
            while line := await client.reader.readline():
                thing = msgspec.json.decode(line)
                if thing["kind"] == "message":
                    self.told[seat].append((thing["mark"], line.decode()))
                elif thing["kind"] in ("receipt", "refusal"):
                    answers.put_nowait(thing["kind"] == "receipt")
        answers.put_nowait(False)

    async def hang_up(self) -> None:
        for reader in self.readers:
            await reader
        self.readers.clear()
        for client in self.clients.values():
            await client.close()
        if self.game and self.process.stdout:
            self.process.stdout.close()

    async def end(self) -> None:
        self.process.kill()
        await asyncio.to_thread(self.process.wait)
        await self.hang_up()

    def column(self, sql: str, value: str) -> list[Any]:
        if not self.url:
            return super().column(sql, value)
        with psycopg.connect(self.url) as db:
            return [row for (row,) in db.execute(sql.format("%s").encode(), (value,))]

    def signal(self) -> None:
        self.process.send_signal(signal.SIGUSR1)

    def ended(self) -> bool:
        return self.process.poll() is not None

    async def say(self, text: str, *, other: bool = False) -> None:
        seat = SEATS[other]
        await self.clients[seat].send(text)
        assert await self.answers[seat].get()

    async def give(self, text: str) -> bool:
        await self.clients[SEATS[0]].send(text)
        return await self.answers[SEATS[0]].get()

    async def heard(self) -> Heard:
        return {seat: [*texts] for seat, texts in self.told.items()}


@asynccontextmanager
async def line(folder: Path, url: str = "", wrong: str = "") -> AsyncIterator[Line]:
    door = Line(folder, url, wrong)
    try:
        await door.start()
        yield door
    finally:
        await door.end()


class Served(test_both_doors.Served):
    program = Fused

    def fused(self, fuse: Path) -> None:
        self.environment = {**self.environment, "FUSE": str(fuse)}
        how, program, *places = self.command
        self.command = [how, FUSED + program, *places]


class Both(Door):
    """`meanwhile serve tally`: a game of one in Discord against one who plays by mail. One of them
    gives the orders, by the door that the other one does not use.
    """

    def __init__(self, name: str, app: Served, referee: Person, person: Person):
        super().__init__(app.folder)
        self.referee = referee
        self.name, self.app, self.person, self.discord = name, app, person, app.discord
        app.fused(self.fuse)
        guild = self.discord.world.guild("Wargamers")
        self.lobby = self.discord.world.channel(guild, "lobby")
        self.user = self.discord.world.user("d0", guild)
        self.moderator = self.discord.world.user("d1", guild)
        self.panel: Interaction

    async def begin(self) -> None:
        await self.start()
        await self.quiet()
        await self.new_game(self.user)
        await self.invited()
        await self.by_mail(f"join {self.person.name}")

    async def new_game(self, maker: User) -> bool:
        # An order by mail is stored twice: while it can be taken back, and when it is played.
        options = 'first=1 pace=0 clock="1d recall 1s"' if self.name == "mail" else "first=0"
        making = self.slash("game new", self.lobby, maker, kind="tally", options=options)
        made = await self.answer(making)
        if made.answered.is_set():
            found = re.search(r"Game (\w+) is here", made.text.replace("*", "").replace("`", ""))
            assert found, made.text
            channels, self.game = self.discord.world.channels.values(), found[1]
            self.thread = next(
                one for one in channels if one.is_thread and self.game in str(one.json)
            )
        return made.answered.is_set()

    async def invited(self) -> None:
        await asyncio.to_thread(self.app.invite, self.game, self.person.address)
        invitation = about("You are invited", self.game)
        await asyncio.to_thread(self.person.wait, invitation)

    async def start(self) -> None:
        await asyncio.to_thread(self.app.start)

    async def quiet(self) -> list[str] | None:
        """Wait also until every mail is read, and no order can be taken back any more."""
        while (found := await super().quiet()) is not None:
            unread = await asyncio.to_thread(self.referee.folder, "INBOX")
            if not unread and not self.column(WAITS, "recall/%"):
                break
            await asyncio.sleep(0.02)
        return found

    def signal(self) -> None:
        assert self.app.process is not None
        self.app.process.send_signal(signal.SIGUSR1)

    def ended(self) -> bool:
        return not self.app.running

    async def say(self, text: str, *, other: bool = False) -> None:
        assert await self.at((self.name == "mail") ^ other, text), text

    async def give(self, text: str) -> bool:
        acknowledged = await self.at(self.name == "mail", text)
        return acknowledged or self.name == "mail"

    def at(self, mail: bool, text: str) -> Awaitable[bool]:
        return self.by_mail(text) if mail else self.in_discord(text)

    async def by_mail(self, text: str) -> bool:
        await self.quiet()
        await asyncio.to_thread(self.person.look)
        before = len(self.person.mails)
        await asyncio.to_thread(self.person.answer, self.person.mails[-1], text)

        def answered() -> bool:
            self.person.look()
            return any(text in "\n".join(stage.rows(mail)) for mail in self.person.mails[before:])

        async with asyncio.timeout(PATIENCE):
            while not (done := await asyncio.to_thread(answered)) and not self.ended():
                await asyncio.sleep(0.02)
        return done

    async def in_discord(self, text: str) -> bool:
        people, user = self.discord.people, self.user
        saying: Awaitable[Interaction]
        match text.split():
            case ["look", "at", label]:
                panel = await self.answer(self.slash("menu"))
                self.panel = await self.answer(people.click(user, panel.shown, label, wait=0))
                return True
            case ["press"]:
                labels = [one for one in self.panel.shown.buttons if one.startswith("Send")]
                if not labels:
                    return True  # it was answered: there is nothing to press any more
                (label,) = labels
                saying = people.click(user, self.panel.shown, label, wait=0)
            case ["join"]:
                post = next(one for one in self.posts if self.game in str(one.json))
                saying = people.click(user, post, "Join", wait=0)
            case ["a", "new", "game"]:
                made = await self.new_game(self.moderator)
                if made and self.name == "mail":
                    await self.invited()
                return made
            case ["say", to, *words]:
                saying = self.slash("say", to=to, words=" ".join(words))
            case ["undo"]:
                saying = self.slash("undo")
            case ["queue", "add", *words]:
                saying = self.slash("standing add", order=" ".join(words))
            case ["gm", "extend", length]:
                saying = self.slash("mod extend", user=self.moderator, length=length)
            case _:
                saying = self.slash("order", text=text)
        return (await self.answer(saying)).answered.is_set()

    def slash(
        self, name: str, here: Channel | None = None, user: User | None = None, **values: Any
    ) -> Awaitable[Interaction]:
        who, there = user or self.user, here or self.thread
        return self.discord.people.slash(who, there, name, wait=0, **values)

    async def answer(self, saying: Awaitable[Interaction]) -> Interaction:
        made = await saying
        await until(lambda: made.answered.is_set() or self.ended())
        return made

    @property
    def posts(self) -> list[DiscordMessage]:
        here = [
            one
            for one in self.discord.world.messages.values()
            if one.json["channel_id"] == self.lobby.id
        ]
        return [one for one in here if one.only is None]

    async def heard(self) -> Heard:
        await asyncio.to_thread(self.person.look)
        mails = [(str(mail["Message-ID"]), mail) for mail in self.person.mails]
        found = {
            "the thread": [
                (f"{message.id}/{number}", line)
                for message in self.discord.world.messages.values()
                if message.json["channel_id"] == self.thread.id and message.only is None
                for number, line in enumerate(message.text.splitlines())
            ],
            "the lobby": [(one.id, f"tally {one.text}") for one in self.posts],
            "the threads": [
                (one.id, str(one.json["name"]))
                for one in self.discord.world.channels.values()
                if one.is_thread
            ],
            "by mail": [(mark, stage.text_of(mail)) for mark, mail in mails],
        }
        if self.name == "mail":
            found[ANSWERS] = [(mark, "\n".join(stage.rows(mail))) for mark, mail in mails]
        return found


@asynccontextmanager
async def served(post: Post, folder: Path, by: str) -> AsyncIterator[Both]:
    async with Discord(GENEROUS) as discord:
        with people(post, "referee", "m0") as (referee, person):
            app = Served(folder, settings(post, referee.user), discord)
            try:
                door = Both(by, app, referee, person)
                await door.begin()
                yield door
                assert await asyncio.to_thread(app.end) == 0
            finally:
                app.drop()


DOORS = ("line", "postgres", "discord", "mail")


@asynccontextmanager
async def opened(name: str, folder: Path) -> AsyncIterator[Door]:
    if name in ("line", "postgres"):
        async with line(folder, server.fresh() if name == "postgres" else "") as door:
            yield door
        return
    post = Embedded(Certificate(folder))
    try:
        async with served(post, folder, name) as both:
            yield both
    finally:
        await asyncio.to_thread(post.stop)


async def every_kind(
    name: str, folder: Path, chosen: Chosen, done: Callable[[Tried], None] = print
) -> list[str]:
    """Try those moments of every kind of order at a door that are ``chosen``; tell of each kind
    when it is ``done``. Return what does not hold.
    """
    wrong = list[str]()
    async with opened(name, folder) as door:
        for kind in KINDS:
            if name in kind.doors:
                done(tried := await points(door, kind, chosen))
                wrong += [f"{name}, {kind.name}: {one}" for one in tried.wrong]
    return wrong
