"""The process that serves players ends at every point of the life of an order, one after the other,
and is started again: at the terminal line, in Discord, by mail.

``python -m tests.crash --points`` tries them all.
"""

import asyncio
import os
import re
import signal
import sys
from collections import Counter
from pathlib import Path

from msgspec import Struct

from tests.battleboard.line import Program
from tests.battleboard.test_line_process import LISTENING
from tests.discord.server import Discord
from tests.discord.stage import GENEROUS, until
from tests.mail import test_both_doors
from tests.mail.app import wait_until
from tests.mail.posts import Post, people, settings
from tests.mail.stage import rows, text_of

LINE = "import tests.crash.fuse\nfrom bot.cli import main\nmain()"
MOST = 101
"""Points that are tried are below it: behind them comes what a process does at its beginning and
again and again.
"""


class Tried(Struct):
    """How many points there were, and what does not hold."""

    points: int = 0
    wrong: list[str] = []


class Line:
    """`meanwhile line` in a process with a fuse; two programs that play there, with keys."""

    def __init__(self, folder: Path):
        self.folder, self.fuse, self.game = folder, folder / "fuse", ""
        self.process: asyncio.subprocess.Process
        self.programs: dict[str, Program] = {}

    async def start(self) -> None:
        """Begin to serve, and let both connect again."""
        which = ("--resume", self.game) if self.game else ("--option", "order=join")
        self.process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", LINE, "line", "battleboard", *which),
            cwd=self.folder,
            env=os.environ | {"FUSE": str(self.fuse)},
            stdout=asyncio.subprocess.PIPE,
        )
        assert self.process.stdout is not None
        found = LISTENING.fullmatch((await self.process.stdout.readline()).decode())
        assert found
        again, self.game = bool(self.game), found[2]
        for name, key in (("Ann", "s"), ("Bob", "t")):
            program = self.programs[name] = await Program.connect(int(found[1]))
            if again:
                await program.send(f"resume {name} {key}")
                assert (await program.hear() or "").startswith("resumed")
            else:
                await program.asks(f"key {key}", "key-ok")
                await program.send(f"join {name}")
                assert (await program.hear() or "").startswith("ok ")

    async def end(self, *, kill: bool = False) -> None:
        """End the process, if it has not ended, and hang up."""
        if self.process.returncode is None and kill:
            self.process.kill()
        await self.process.wait()
        for program in self.programs.values():
            await program.close()

    def arm(self, end: int) -> None:
        """Let it end at that point from now on."""
        self.fuse.write_text(str(end))
        self.fuse.with_suffix(".points").unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)

    async def armed(self) -> None:
        """Wait until it is."""
        while not self.fuse.with_suffix(".points").exists():
            await asyncio.sleep(0.005)

    async def heard(self, program: Program, word: str) -> bool:
        """Whether it hears a line with this word, before the server is gone."""
        while (line := await program.hear()) is not None:
            if word in line:
                return True
        return False


async def line(folder: Path, points: range = range(1, MOST)) -> Tried:
    """Try these points, or as many of them as there are."""
    tried, served = Tried(), Line(folder)
    try:
        await served.start()
        for done, point in enumerate(points):
            if (found := await once(served, point, done)) is None:
                break
            tried.points += 1
            tried.wrong += [f"point {point}: {one}" for one in found]
    finally:
        await served.end(kill=True)
    return tried


async def once(served: Line, point: int, done: int) -> list[str] | None:
    """Have an order given, and the process end at that point of it; return what does not hold, or
    ``None`` if it has not ended. So many orders are ``done``.
    """
    name = ("Ann", "Bob")[done % 2]
    program, over = served.programs[name], f"move-ended {name} pass"
    served.arm(point)
    await served.armed()
    await program.send("pass")
    acknowledged = await served.heard(program, over)
    if acknowledged:
        await asyncio.sleep(0.1)
        if served.process.returncode is None:
            return None
    await served.end()
    await served.start()
    stored = passes(await history(served.programs[name]))
    found = []
    if acknowledged and stored != done + 1:
        found.append(f"acknowledged, and {stored - done} times there")
    if stored == done:
        await served.programs[name].send("pass")
        await served.heard(served.programs[name], over)
        stored = passes(await history(served.programs[name]))
    if stored != done + 1:
        found.append(f"{stored - done} times there")
    for name, program in served.programs.items():
        if (told := passes(await history(program))) != done + 1:
            found.append(f"{name} is told of {told - done}")
    return found


async def history(program: Program) -> list[str]:
    """What a program is told again; what it is told besides comes before."""
    await program.send("history")
    while not (await program.hear() or "history ").startswith("history "):
        pass
    found = []
    while (line := await program.hear()) not in ("history end", None):
        found.append(str(line))
    return found


def passes(told: list[str]) -> int:
    """How many orders stand in a history."""
    return sum("move-ended" in line for line in told)


class Served(test_both_doors.Served):
    """`meanwhile serve` with Discord and mail, in a process with a fuse."""

    def fused(self) -> None:
        """Put the fuse into all processes that begin from now on."""
        self.fuse = self.folder / "fuse"
        self.environment = {**self.environment, "FUSE": str(self.fuse)}
        how, program, *places = self.command
        self.command = [how, f"import tests.crash.fuse\n{program}", *places]

    def arm(self, end: int) -> None:
        """Let it end at that point from now on."""
        assert self.process is not None
        self.fuse.write_text(str(end))
        count = self.fuse.with_suffix(".points")
        count.unlink(missing_ok=True)
        self.process.send_signal(signal.SIGUSR1)
        wait_until(count.exists)


async def served(post: Post, folder: Path, by: str, points: range = range(1, MOST)) -> Tried:
    """Try these points of what is said in Discord or by mail, or as many of them as there are."""
    tried = Tried()
    async with Discord(GENEROUS) as discord:
        with people(post, "referee", "m0") as (referee, person):
            app = Served(folder, settings(post, referee.user), discord)
            app.fused()
            guild = discord.world.guild("Wargamers")
            lobby, user = discord.world.channel(guild, "lobby"), discord.world.user("d0", guild)
            try:
                await asyncio.to_thread(app.start)
                await until(lambda: discord.gateway.sessions, 60)
                pair = await test_both_doors.begun(app, discord, lobby, user, person)
                first = await asyncio.to_thread(person.wait, lambda mail: bool(rows(mail)))
                number = 0
                while tried.points < len(points):
                    number += 1
                    await asyncio.to_thread(app.arm, points[tried.points])
                    if by == "mail":
                        text = f"{person.name} says number {number}."
                        await asyncio.to_thread(person.answer, first, f"say * {text}")
                        pair.mailed.append(text)
                        sure = True
                    else:
                        text = f"{user.json['username']} says number {number}."
                        said = await discord.people.slash(
                            user, pair.thread, "say", to="*", words=text, wait=2.0
                        )
                        sure = said.answered.is_set()
                        (pair.acknowledged if sure else pair.unsure).append(text)
                    if await asyncio.to_thread(ends, app):
                        tried.points += 1
                        await asyncio.to_thread(app.start)
                    elif sure and app.talk(pair.game)[text]:
                        break
                await asyncio.to_thread(wait_until, lambda: referee.folder("INBOX") == 0, 120)
                await asyncio.to_thread(wait_until, lambda: not app.waiting(), 120)
                await asyncio.sleep(1)
                assert await asyncio.to_thread(app.end) == 0
            finally:
                app.drop()
            tried.wrong += wrong(app, discord, pair)
    return tried


def ends(app: Served) -> bool:
    """Whether the process ends of itself within a while."""
    try:
        wait_until(lambda: not app.running, 4)
    except TimeoutError:
        return False
    return True


def wrong(app: Served, discord: Discord, pair: test_both_doors.Pair) -> list[str]:
    """What does not hold of what was said, stored and told."""
    stored = app.talk(pair.game)
    found = [f"{text}: {n} times there" for text, n in stored.items() if n != 1]
    found += [f"{text}: is lost" for text in {*pair.acknowledged, *pair.mailed} - {*stored}]
    pair.person.look()
    named: dict[str, set[str]] = {}
    for mail in pair.person.mails:
        for text in re.findall(r"d0 says number \d+\.", text_of(mail)):
            named.setdefault(text, set()).add(str(mail["Message-ID"]))
    mine = {text for text in stored if text.startswith("d0")}
    found += [
        f"{text}: in {len(named.get(text, ()))} mails"
        for text in mine
        if len(named.get(text, ())) != 1
    ]
    shown = Counter(
        text
        for message in discord.world.messages.values()
        if message.json["channel_id"] == pair.thread.id
        for text in set(re.findall(rf"{pair.person.name} says number \d+\.", message.text))
    )
    theirs = {text for text in stored if not text.startswith("d0")}
    return found + [
        f"{text}: {shown[text]} times in the thread" for text in theirs if shown[text] != 1
    ]
