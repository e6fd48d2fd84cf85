"""Conversations of the line protocol, run against a server: ``python -m
tests.battleboard.transcripts FILE``.

Without ``--connect HOST:PORT`` every conversation gets a server of its own, with a
clock that is moved by hand. The format is that of section 4 of the rules of
BattleBoard ("Transcript files"), with four lines more: ``@playing Ann/key Bob`` is a
game that has begun, in which ``a`` speaks for Ann, and so on; ``@hang-up a`` breaks a
connection, ``@closed a`` expects the server to have done so, and ``@wait 600`` are
seconds that pass.
"""

import argparse
import asyncio
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec import Struct, field

from tests.battleboard.line import HOST, Port, Program, served

TURN = 60
"""Seconds of a turn in conversations in which the clock ends one."""
QUIET = 0.5
"""Seconds for which a server that leaves an empty line unanswered must say nothing at the end."""

CLOSED = "(the connection was closed)"

HEADING = re.compile(r"== (\S+)(.*)")
STEP = re.compile(r"([CS])\[([^\]]+)\]:(?: (.*))?", re.DOTALL)


class Step(Struct, frozen=True):
    """One line of a file: ``C`` said by a connection, ``S`` to be heard by some, or the word of
    an ``@`` line.
    """

    number: int
    kind: str
    who: tuple[str, ...] = ()
    line: str = ""


class Conversation(Struct):
    """One conversation of a file. ``settings`` are its ``@`` lines, ``boards``
    those of them that give cities.
    """

    name: str
    title: str
    settings: dict[str, str] = field(default_factory=dict)
    boards: list[list[list[int]]] = field(default_factory=list)
    steps: list[Step] = field(default_factory=list)

    @property
    def options(self) -> dict[str, Any]:
        found: dict[str, Any] = {"players": int(self.settings.get("players", "2"))}
        found |= {
            name: self.settings[name]
            for name in ("size", "wrecks", "illegal", "gone", "timeout")
            if name in self.settings
        }
        ends = any(step.kind == "@timeout" for step in self.steps)
        return {"timeout": f"{TURN}s", **found} if ends else found

    @property
    def scenario(self) -> dict[str, Any]:
        order = [int(word) for word in self.settings.get("order", "").split()]
        begun = [step for step in self.steps if step.kind == "@playing"]
        boards = self.boards or [[[n, n]] for one in begun for n, _ in enumerate(one.who)]
        return {"boards": boards, **({"order": order} if order else {})}


class NotAFile(Exception):
    """The file is not of the format; names the line."""


class Differs(Exception):
    """The first difference of a conversation."""


def read(text: str) -> list[Conversation]:
    """The conversations of a file. Raises ``NotAFile``."""
    found: list[Conversation] = []
    for number, line in enumerate(text.split("\n"), 1):
        if heading := HEADING.fullmatch(line):
            found.append(Conversation(heading[1], heading[2].strip()))
        elif line.strip() and not line.startswith("#"):
            if not found:
                raise NotAFile(f"line {number}: stands before the first conversation: {line!r}")
            try:
                take(found[-1], number, line)
            except ValueError as error:
                raise NotAFile(f"line {number}: {error}: {line!r}") from error
    return found


def take(conversation: Conversation, number: int, line: str) -> None:
    """One line of a conversation. Raises ``ValueError``."""
    word, _, rest = line.strip().partition(" ")
    if word in ("@timeout", "@playing", "@hang-up", "@closed", "@wait") and "=" not in rest:
        conversation.steps.append(Step(number, word, tuple(rest.split())))
        if word == "@playing":
            conversation.settings["players"] = str(len(rest.split()))
    elif word == "@option":
        name, _, value = rest.partition("=")
        conversation.settings[name] = value
    elif word == "@board":
        conversation.boards.append([square_of(word) for word in rest.split()])
    elif word in ("@players", "@size", "@order", "@wrecks", "@illegal"):
        conversation.settings[word[1:]] = rest.strip()
    elif step := STEP.fullmatch(line.removesuffix("\r")):
        who = tuple(name.strip() for name in step[2].split(","))
        conversation.steps.append(Step(number, step[1], who, step[3] or ""))
    else:
        raise ValueError("is neither C[…]:, S[…]:, a setting, a heading nor a comment")


def square_of(word: str) -> list[int]:
    """The square of ``3,5``. Raises ``ValueError``."""
    x, y = word.split(",")
    return [int(x), int(y)]


class Run:
    """A conversation being held. ``joined``: the connections that have joined, by
    the names they are playing under.
    """

    def __init__(
        self, conversation: Conversation, place: tuple[str, int], port: Port | None = None
    ):
        self.conversation, self.place, self.port = conversation, place, port
        self.programs: dict[str, Program] = {}
        self.joined: dict[str, str] = {}
        self.said: dict[str, str] = {}
        self.started = False

    async def go(self) -> None:
        """Hold it. Raises ``Differs``."""
        try:
            for step in self.conversation.steps:
                match step.kind:
                    case "C":
                        await self.speak(step.who[0], step.line)
                    case "S":
                        await self.listen(step)
                    case _:
                        assert self.port is not None
                        await self.arrange(self.port, step)
            # Twice: what the last answers of one connection brought to
            # another must have come by then.
            for name in [*self.programs, *self.programs]:
                await self.nothing_else(name)
        finally:
            for program in self.programs.values():
                await program.close()

    async def arrange(self, port: Port, step: Step) -> None:
        """What an ``@`` line says. Raises ``Differs``."""
        match step.kind, step.who:
            case "@timeout", _:
                port.clock.advance(TURN)
            case "@wait", (seconds,):
                await port.passes(int(seconds))
            case "@playing", words:
                keys = dict(word.split("/") for word in words if "/" in word)
                names = [word.partition("/")[0] for word in words]
                for name, program in zip(names, await port.playing(*names, **keys), strict=True):
                    self.programs[name[0].lower()] = program
                    self.joined[name[0].lower()] = name
                self.started = True
            case "@hang-up", (name,):
                self.joined.pop(name, None)
                await port.unheard(self.programs.pop(name))
            case "@closed", (name,):
                if (heard := await self.hear(name)) != CLOSED:
                    raise Differs(f"line {step.number}: {name} is not closed, but hears {heard!r}")

    async def speak(self, name: str, line: str) -> None:
        if name not in self.programs:
            host, port = self.place
            self.programs[name] = await Program.connect(port, host)
        self.said[name] = line
        await self.programs[name].send(line)

    async def listen(self, step: Step) -> None:
        """The same line comes to these connections. Raises ``Differs``."""
        for name in list(self.joined) if step.who == ("*",) else step.who:
            heard = await self.hear(name)
            if heard != step.line:
                raise Differs(
                    f"line {step.number}: S[{name}] expected {step.line!r}, got {heard!r}"
                )
            self.follow(name, step.line)

    async def hear(self, name: str) -> str:
        if name not in self.programs:
            return "(this connection has not said anything yet)"
        try:
            line = await self.programs[name].hear()
        except TimeoutError:
            return "(nothing)"
        return CLOSED if line is None else line

    def follow(self, name: str, line: str) -> None:
        words, said = line.split(), [*self.said.get(name, "").split(), "", ""]
        match words[0]:
            case "ok" if said[0] == "join":
                self.joined[name] = said[1]
            case "resumed" if said[0] == "resume":
                self.joined = {
                    n: who for n, who in self.joined.items() if who.casefold() != said[1].casefold()
                }
                self.joined[name] = said[1]
            case "turn-order":
                self.started = True
            case "withdraw" if (
                not self.started and self.joined.get(name, "").casefold() == words[1].casefold()
            ):
                del self.joined[name]

    async def nothing_else(self, name: str) -> None:
        """Nothing comes but the answer to an empty line. Raises ``Differs``."""
        program = self.programs[name]
        try:
            await program.send("")
            heard = await asyncio.wait_for(program.hear(), None if self.port else QUIET)
        except (TimeoutError, ConnectionError):
            return
        if heard not in (None, "error empty"):
            raise Differs(f"at the end: nothing else may come to {name}, but this did: {heard!r}")


async def hold(conversation: Conversation) -> None:
    """Hold a conversation with a server of its own. Raises ``Differs``."""
    with TemporaryDirectory() as folder:
        given = {"scenario": conversation.scenario, **conversation.options}
        async with served(Path(folder) / "line.db", **given) as port:
            await Run(conversation, (HOST, port.number), port).go()


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--connect", metavar="HOST:PORT", help="a server that is up")
    given = parser.parse_args(arguments)
    conversations, place = read(given.file.read_text("utf-8")), None
    if given.connect:
        host, _, port = given.connect.rpartition(":")
        place = host, int(port)
        for one in conversations:
            if one.settings or one.boards or any(step.kind[0] == "@" for step in one.steps):
                parser.error(f"{one.name} has @ lines, which set up a server of our own")
    failed = 0
    for one in conversations:
        try:
            asyncio.run(Run(one, place).go() if place else hold(one))
            print(f"pass {one.name} {one.title}")
        except (Differs, OSError) as error:
            failed += 1
            print(f"FAIL {one.name} {one.title}\n     {error}")
    print(f"{len(conversations) - failed} of {len(conversations)} passed")
    return 1 if failed or not conversations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
