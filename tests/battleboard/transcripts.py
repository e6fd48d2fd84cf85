"""Conversations of the line protocol, run against a server: ``python -m
tests.battleboard.transcripts FILE``.

Without ``--connect HOST:PORT`` every conversation gets a server of its own, with a
clock that is moved by hand. The format is that of section 4 of the rules of
BattleBoard ("Transcript files").
"""

import argparse
import asyncio
import re
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from msgspec import Struct, field

from tests.battleboard.line import Port, Program, database, served

TURN = 60
"""Seconds of a turn in conversations in which the clock ends one."""
QUIET = 0.5
"""Seconds for which a server that leaves an empty line unanswered must say nothing at the end."""

HEADING = re.compile(r"== (\S+)(.*)")
STEP = re.compile(r"([CS])\[([^\]]+)\]:(?: (.*))?", re.DOTALL)


class Step(Struct, frozen=True):
    """One line of a file: ``C`` said by a connection, ``S`` to be heard by some,
    ``@`` the clock ends the turn.
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
            for name in ("size", "wrecks", "illegal")
            if name in self.settings
        }
        return found | (
            {"timeout": f"{TURN}s"} if any(step.kind == "@" for step in self.steps) else {}
        )

    @property
    def scenario(self) -> dict[str, Any]:
        order = [int(word) for word in self.settings.get("order", "").split()]
        return {"boards": self.boards, **({"order": order} if order else {})}


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
    if word == "@timeout":
        conversation.steps.append(Step(number, "@"))
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
                        self.port.clock.advance(TURN)
            # Twice: what the last answers of one connection brought to
            # another must have come by then.
            for name in [*self.programs, *self.programs]:
                await self.nothing_else(name)
        finally:
            for program in self.programs.values():
                await program.close()

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
        """The next line to a connection, or why there is none."""
        if name not in self.programs:
            return "(this connection has not said anything yet)"
        try:
            line = await self.programs[name].hear()
        except TimeoutError:
            return "(nothing)"
        return "(the connection was closed)" if line is None else line

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


@asynccontextmanager
async def own_server(conversation: Conversation) -> AsyncIterator[Port]:
    with database() as path:
        async with served(path, scenario=conversation.scenario, **conversation.options) as port:
            yield port


async def hold(conversation: Conversation) -> None:
    """Hold a conversation with a server of its own. Raises ``Differs``."""
    async with own_server(conversation) as port:
        await Run(conversation, ("127.0.0.1", port.number), port).go()


def run_all(
    conversations: list[Conversation], place: tuple[str, int] | None
) -> Iterator[tuple[Conversation, str]]:
    for conversation in conversations:
        try:
            asyncio.run(Run(conversation, place).go() if place else hold(conversation))
            yield conversation, ""
        except (Differs, OSError, ValueError) as error:
            yield conversation, str(error) or type(error).__name__


def main(arguments: list[str]) -> int:
    """Exit code: 0 all passed, 1 some did not, 2 they could not be run."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.battleboard.transcripts", description=__doc__
    )
    parser.add_argument("file", type=Path)
    parser.add_argument(
        "--connect", metavar="HOST:PORT", help="a server that is up; for files without @ lines"
    )
    given = parser.parse_args(arguments)
    try:
        conversations = read(given.file.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, NotAFile) as error:
        print(f"{given.file}: {error}", file=sys.stderr)
        return 2
    place = None
    if given.connect:
        host, _, port = given.connect.rpartition(":")
        if not host or not port.isdigit():
            print(
                f"--connect {given.connect}: write it as HOST:PORT, for example 127.0.0.1:4000",
                file=sys.stderr,
            )
            return 2
        place = host, int(port)
        if setting := next(
            (c for c in conversations if c.settings or c.boards or "timeout" in c.options), None
        ):
            print(
                f"{given.file}: {setting.name} has @ lines, which set up a server of our own",
                file=sys.stderr,
            )
            return 2
    failed = 0
    for conversation, difference in run_all(conversations, place):
        failed += bool(difference)
        print(
            f"{'FAIL' if difference else 'pass'} {conversation.name} {conversation.title}",
            flush=True,
        )
        if difference:
            print(f"     {difference}", flush=True)
    print(f"{len(conversations) - failed} of {len(conversations)} passed")
    return 1 if failed or not conversations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
