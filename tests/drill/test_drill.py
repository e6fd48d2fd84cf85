"""docs/evidence/drill.md, done as an operator does it: the test types the commands in order, writes
the files, and compares the output with the page.
"""

import asyncio
import doctest
import re
import socket
import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from tests.discord.server import Discord
from tests.discord.stage import GENEROUS
from tests.drill.elsewhere import Elsewhere
from tests.drill.shell import Shell, Typed
from tests.drill.standin import StandIn
from tests.repo.docs import Command, File, steps
from tests.repo.tree import ROOT

PAGE = (ROOT / "docs" / "evidence" / "drill.md").read_text("utf-8")
HEADING = re.compile(r"^## (\d+) (.*)$", re.MULTILINE)
ACT = re.compile(r"^\*\*In Discord:\*\* (.*)$", re.MULTILINE)
RULES = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
BY_DAY, ELSEWHERE, ALONE = (2, 3, 4, 5, 6, 10), (2, 3, 7, 9), (1, 8)
"""Steps that are walked through each time; those, at night, that need a Discord; and those of which
each is walked through by itself, with programs as they are and not with those of the stand-in.
"""
FULL = 8
"""The step that mounts a small disk."""
MOUNTS = ("unshare", "--user", "--map-root-user", "--mount")
"""Within this, everybody may mount what they alone see."""
PORTS = ("1143", "1025", "8080")
"""The ports that the page names: in the test they are any that are free."""


def sections() -> dict[int, str]:
    _, *parts = HEADING.split(PAGE)
    return {int(number): text for number, _, text in zip(*[iter(parts)] * 3, strict=True)}


SECTIONS = sections()


def free_ports(many: int) -> list[int]:
    sockets = [socket.create_server(("127.0.0.1", 0)) for _ in range(many)]
    ports = [one.getsockname()[1] for one in sockets]
    for one in sockets:
        one.close()
    return ports


def with_ports(text: str, ports: list[int]) -> str:
    there = dict(zip(PORTS, map(str, ports), strict=True))
    return re.sub(r"\b(?:1143|1025|8080)\b", lambda found: there[found[0]], text)


def check(command: Command, typed: Typed) -> None:
    wanted = command.output or ""
    shown = f"$ {command.line}\nthe page says\n{wanted}\nthe program says\n{typed.said}"
    assert doctest.OutputChecker().check_output(wanted, typed.said, RULES), shown
    fails = re.search(r"^Error: ", wanted, re.MULTILINE) is not None
    assert typed.code == (2 if fails else 0), f"ends with {typed.code}\n{shown}"


async def walk(
    shell: Shell, number: int, ports: list[int], elsewhere: Elsewhere | None = None
) -> None:
    typed, *rest = ACT.split(with_ports(SECTIONS[number], ports))
    for act, more in (("", typed), *zip(rest[::2], rest[1::2], strict=True)):
        if act:
            assert elsewhere is not None
            await elsewhere.acts[act]()
        for step in steps(more):
            if isinstance(step, File):
                (shell.folder / step.path).write_text(step.content, "utf-8")
            else:
                check(step, await shell.type(step.line))


@pytest.mark.parametrize("number", SECTIONS)
def test_every_step_asks_the_doctor_before_and_after(number: int) -> None:
    asked = [
        step.output or ""
        for step in steps(SECTIONS[number])
        if isinstance(step, Command)
        and re.search(r"\bmeanwhile doctor\b", step.line)
        and not step.line.startswith(("until", "cd ~"))
    ]
    assert len(asked) >= 2
    assert all(re.sub(r"\.{3}\s*", "", output) for output in asked), "each shows what it says"


def test_no_step_is_left_out() -> None:
    assert list(SECTIONS) == list(range(1, len(SECTIONS) + 1))
    assert {*BY_DAY, *ELSEWHERE, *ALONE} == {*SECTIONS}


@pytest.fixture
def stand_in(tmp_path: Path) -> Iterator[StandIn]:
    found = StandIn(tmp_path, free_ports(len(PORTS)))
    yield found
    found.close()


async def walked(path: Path, stand_in: StandIn, numbers: Sequence[int]) -> None:
    shell = Shell(path / "home")
    await shell.begin()
    stand_in.put(shell.programs)
    async with Discord(GENEROUS) as discord:
        elsewhere = Elsewhere(discord, shell.home / "drill" / "token")
        await elsewhere.tell()
        stand_in.told["discord"] = discord.http, discord.gateway.address
        try:
            for number in numbers:
                await walk(shell, number, stand_in.ports, elsewhere)
        finally:
            await shell.end()


def test_the_drill_goes_as_the_page_says(tmp_path: Path, stand_in: StandIn) -> None:
    asyncio.run(walked(tmp_path, stand_in, BY_DAY))


@pytest.mark.nightly
def test_what_goes_wrong_elsewhere_goes_as_the_page_says(tmp_path: Path, stand_in: StandIn) -> None:
    asyncio.run(walked(tmp_path, stand_in, ELSEWHERE))


@pytest.mark.nightly
@pytest.mark.parametrize("number", ALONE)
def test_a_step_with_programs_as_they_are_goes_as_the_page_says(number: int) -> None:
    if number == FULL and subprocess.run([*MOUNTS, "true"], check=False).returncode:
        pytest.skip("this machine lets nobody mount a disk of their own")

    async def play(folder: Path) -> None:
        shell = Shell(folder / "home")
        await shell.begin(*(MOUNTS if number == FULL else ()))
        try:
            await walk(shell, number, free_ports(len(PORTS)))
        finally:
            await shell.end()

    # The names of sockets must be short.
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(play(Path(folder)))
