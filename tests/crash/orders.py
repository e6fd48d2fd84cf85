"""What is said at a door while its process ends: the kinds of orders, what must hold of each, and
how every point of one is tried.

First an order is given that nothing disturbs: it says which points there are. Then one is given for
each point, at which the process ends; it is started again. An order that was acknowledged must be
stored once; any other one once or not at all, and in the latter case it is given again. Then
everybody must have been told once, or again under the same mark.
"""

import asyncio
import json
import re
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

from msgspec import Struct, field
from sqlite_utils import Database

FIRST = 100_001
"""The number of the first order; every order has another one."""
READS = ("select", "SEARCH", "FETCH", "GET")
"""What changes nothing."""
PATIENCE = 60.0
"""Seconds after which what has not happened will not happen."""
ANSWERS = "answers"
"""The reader whose texts are what was acknowledged by mail."""


class Kind(Struct, frozen=True, kw_only=True):
    """A kind of order; ``{n}`` is its number.

    ``stored``: what there is once more when it is stored, in the journal and in what was said.
    ``told``: what everybody reads once; "": nobody does. ``before`` and ``after`` is said by the
    giver, or behind an ``!`` by the other one, undisturbed; with ``late`` only what is said
    ``after`` lets anybody know. ``again``: it may be given twice, and is the same. ``readers``:
    who is told. ``doors``: where it can be given.
    """

    name: str
    give: str
    stored: str = r"\b{n}\b"
    told: str = r"\b{n}\b"
    before: tuple[str, ...] = ()
    after: tuple[str, ...] = ()
    late: bool = False
    again: bool = False
    readers: tuple[str, ...] = ("ann", "bob", "the thread", "by mail", ANSWERS)
    doors: tuple[str, ...] = ("line", "postgres", "discord", "mail")


KINDS = (
    Kind(name="an order", give="name {n}", told=r"Named.*\b{n}\b", after=("!name 0",)),
    Kind(
        name="a press of a button",
        give="press",
        stored='"Nod"',
        told="Nodded",
        before=("look at nod",),
        after=("!name 0",),
        again=True,
        doors=("discord",),
    ),
    Kind(
        name="a sealed answer",
        give="vote {n}",
        told=r"Voted.*\b{n}\b",
        before=("call",),
        after=("!vote 0", "!name 0"),
        late=True,
    ),
    Kind(
        name="the last sealed answer",
        give="vote {n}",
        told=r"Voted.*\b{n}\b",
        before=("call", "!vote 0"),
        after=("!name 0",),
    ),
    Kind(
        name="a filed order",
        give="queue add vote {n}",
        told=r"Voted.*\b{n}\b",
        after=("call", "!vote 0", "!name 0"),
        late=True,
    ),
    Kind(
        name="an undo",
        give="undo",
        stored="Undo",
        told="took back",
        before=("name {n}",),
        after=("name 0", "!name 0"),
    ),
    Kind(
        name="an order of a moderator",
        give="gm extend {n}s",
        stored="Extend",
        told="A moderator extended",
        after=("name 0", "!name 0"),
        doors=("discord",),
    ),
    Kind(name="talk", give="say * This is {n}."),
    Kind(
        name="joining a game",
        give="join",
        stored='Pledge"',
        told=r"Seated \(seat: d0\)",
        before=("a new game",),
        readers=("the thread",),
        doors=("discord",),
    ),
    Kind(
        name="joining a game",
        give="join m0",
        stored='Pledge"',
        told=r"Seated \(seat: m0\)",
        before=("!a new game",),
        doors=("mail",),
    ),
    Kind(
        name="beginning a game",
        give="a new game",
        stored="^game ",
        told="^tally ",
        readers=("the lobby", "the threads"),
        doors=("discord",),
    ),
    Kind(
        name="beginning a game",
        give="new tally",
        stored="^game ",
        readers=(ANSWERS,),
        doors=("mail",),
    ),
)

Heard = dict[str, list[tuple[str, str]]]
"""What was told so far: marks and texts, by reader."""


class Tried(Struct):
    """What came of a kind of order at one door. ``there``: the points that an undisturbed order
    had; ``tried``: those at which the process has ended, and ``missed`` those that it did not meet
    again; ``twice`` counts the messages that came again, under their mark.
    """

    door: str
    kind: str
    there: list[str] = field(default_factory=list)
    tried: list[str] = field(default_factory=list)
    missed: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    twice: int = 0
    seconds: float = 0.0

    def __str__(self) -> str:
        all_of = len(moments(self.there))
        missed = f", {len(self.missed)} not met again" if self.missed else ""
        again = f", {self.twice} told again under their mark" if self.twice else ""
        wrong = f", {len(self.wrong)} WRONG" if self.wrong else ""
        points = f"{len(self.there)} points, {len(self.tried)} of {all_of} moments tried"
        return f"{self.door}, {self.kind}: {points}{missed}{again}{wrong} ({self.seconds:.0f} s)"


class Door(ABC):
    """A process with a fuse, and people at one of its doors. ``game`` is the one they play."""

    name: str
    game: str

    def __init__(self, folder: Path):
        self.fuse = folder / "fuse"
        self.numbers = count(FIRST)

    # ---- the process

    @abstractmethod
    async def start(self) -> None:
        """Begin a process, and be there again."""

    @abstractmethod
    def signal(self) -> None:
        """Have the fuse armed."""

    @abstractmethod
    def ended(self) -> bool:
        """Whether there is no process."""

    async def quiet(self) -> list[str] | None:
        """Wait until nothing is going on any more. Return the points that were counted; ``None``:
        the process has ended.
        """
        calm = self.fuse.with_suffix(".quiet")
        calm.unlink(missing_ok=True)
        await until(lambda: self.ended() or calm.exists())
        return None if self.ended() else list(json.loads(calm.read_text()))

    async def arm(self, point: str) -> None:
        armed = self.fuse.with_suffix(".armed")
        armed.unlink(missing_ok=True)
        self.fuse.write_text(point)
        self.signal()
        await until(armed.exists)

    # ---- people

    @abstractmethod
    async def say(self, text: str, *, other: bool = False) -> None:
        """Say something that nothing disturbs, until it is acknowledged."""

    @abstractmethod
    async def give(self, text: str) -> bool:
        """Say something, and return whether it is acknowledged before the process ends."""

    @abstractmethod
    async def heard(self) -> Heard:
        """Return what was told so far."""

    # ---- the store

    def column(self, sql: str, value: str) -> list[Any]:
        with closing(Database(self.fuse.with_name("meanwhile.db"))) as found:
            return [row for (row,) in found.execute(sql.format("?"), (value,))]

    def stored(self, what: str) -> int:
        rows = self.column("select entry from journal where game = {}", self.game)
        talk = "select body from news where game = {} and kind = 'talk'"
        rows += self.column(talk, self.game)
        texts = [bytes(row).decode() for row in rows]
        texts += [f"game {id}" for id in self.column("select id from game where id >= {}", "")]
        return sum(bool(re.search(what, text)) for text in texts)


async def until(true: Callable[[], object]) -> None:
    """Wait until something is so. Raises ``TimeoutError``."""
    async with asyncio.timeout(PATIENCE):
        while not true():
            await asyncio.sleep(0.01)


Chosen = Callable[[list[str]], Sequence[str]]
"""Picks some of all moments."""


def moments(points: Sequence[str]) -> list[str]:
    """Return one point of each moment: between two of them there is a statement that writes, or
    something is sent. What dies at other points between them leaves the same behind.
    """
    found, changed = list[str](), True
    for point in points:
        when, what, *_ = point.split()
        if what not in READS:
            changed = changed or when == "after"
        if changed:
            found.append(point)
        changed = when == "before" and what not in READS
    return found


async def points(door: Door, kind: Kind, chosen: Chosen) -> Tried:
    """Try those moments of an order that are ``chosen`` of all."""
    tried, began = Tried(door.name, kind.name), time.monotonic()
    tried.there = await life(door, kind, "", tried) or []
    await end_at(door, kind, chosen(moments(tried.there)), tried)
    tried.seconds = time.monotonic() - began
    return tried


async def end_at(door: Door, kind: Kind, points: Sequence[str], tried: Tried) -> None:
    for point in points:
        met = await life(door, kind, point, tried) is None
        if not met:
            met = await life(door, kind, point, tried) is None
        (tried.tried if met else tried.missed).append(point)


async def life(door: Door, kind: Kind, point: str, tried: Tried) -> list[str] | None:
    """Have an order given, and the process end at that point of it; note what does not hold.
    Return the points that it had if the process has not ended.
    """

    def wrong(what: str) -> None:
        tried.wrong.append(f"{point or 'undisturbed'}: {what}")

    number = str(next(door.numbers))
    give, what, told = (text.replace("{n}", number) for text in (kind.give, kind.stored, kind.told))
    for text in kind.before:
        await door.say(text.lstrip("!").replace("{n}", number), other=text[0] == "!")
    await door.arm(point)
    stored, heard = door.stored(what), await door.heard()
    acknowledged = await door.give(give)
    if (names := await door.quiet()) is None:
        await door.start()
        await door.quiet()
    else:
        await door.arm("")
    times = door.stored(what) - stored
    if acknowledged and times != 1:
        wrong(f"acknowledged, and stored {times} times")
    if not times or kind.again:
        await door.say(give)
        await door.quiet()
        times = door.stored(what) - stored
    if times != 1:
        wrong(f"stored {times} times")
    if kind.late:
        early = more(heard, await door.heard(), told)
        early.pop(ANSWERS, None)
        for reader in {reader for reader, marks in early.items() if marks}:
            wrong(f"{reader} is told too early")
    for text in kind.after:
        await door.say(text.lstrip("!").replace("{n}", number), other=text[0] == "!")
    if kind.after:
        await door.quiet()
    now = await door.heard()
    for reader, marks in more(heard, now, told, give).items():
        if reader in kind.readers and len({*marks}) != 1:
            wrong(f"{reader} is told {len({*marks})} times")
        tried.twice += len(marks) - len({*marks})
    return names


def more(before: Heard, now: Heard, told: str, give: str = "") -> dict[str, list[str]]:
    found = {}
    for reader, texts in now.items():
        what = re.escape(give) if reader == ANSWERS else told
        known = {mark for mark, text in before[reader] if re.search(what, text)}
        marks = [mark for mark, text in texts if re.search(what, text)]
        found[reader] = [mark for mark in marks if mark not in known]
    return found
