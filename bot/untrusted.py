"""Sets games up from strangers' files, in a process with limits.

A file that costs too much ends only that process.
"""

import asyncio
import os
import resource
import sys
import time
from math import ceil
from pathlib import Path, PurePath
from typing import Any

import msgspec
from msgspec import Struct

from engine.errors import UserError
from engine.menu import NotPossible, Refusal
from engine.referee import new_games
from engine.state import Setup

CPU = 2
"""CPU seconds that one set of files may take."""
MEMORY = 1 << 30
"""Bytes of the process's address space, including the program itself."""
WAIT = 60
"""Seconds after which a process without CPU time is abandoned."""
MODULE = "bot.untrusted"


class Files(Struct, frozen=True, kw_only=True):
    """The files of a new game. ``scenario`` and ``charts`` are the name and content of a file."""

    kind: str
    at: int
    options: dict[str, str]
    folder: str
    scenario: tuple[str, bytes] | None = None
    charts: tuple[str, bytes] | None = None


class Answer(Struct, frozen=True, kw_only=True):
    """A setup, or the reason for its failure: a refusal, or a text for people."""

    setup: Setup | None = None
    refusal: Refusal | None = None
    text: str = ""


async def set_up(files: Files) -> Setup:
    """Return a game's setup. Raises ``UserError`` if files are wrong or cost too much."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-P", "-m", MODULE),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )
    try:
        async with asyncio.timeout(WAIT):
            data, _ = await process.communicate(msgspec.msgpack.encode(files))
    except TimeoutError:
        data = b""
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        named = ", ".join(file[0] for file in (files.scenario, files.charts) if file)
        raise NotPossible("file-too-costly", word=named)
    answer = msgspec.msgpack.decode(data, type=Answer)
    if answer.setup is not None:
        return answer.setup
    if answer.refusal is not None:
        raise NotPossible(
            answer.refusal.code,
            *answer.refusal.wanted,
            word=answer.refusal.word,
            start=answer.refusal.start,
        )
    raise UserError(answer.text)


def read(files: Files) -> Setup:
    """Return the setup of a game from these files.

    A scenario with the ending of one of the game's own file formats, such as ``.board``, counts as
    such a file. Raises ``UserError`` if a file is wrong.
    """
    game = new_games.game_called(files.kind)
    made: dict[str, Any] = {}
    if files.scenario is not None:
        name, data = files.scenario
        text, word = new_games.text_of(data, name), PurePath(name).suffix[1:].casefold()
        made = (
            new_games.with_text(game, made, word, text)
            if word in game.texts
            else new_games.scenario_of(text, name)
        )
    if files.charts is not None:
        name, data = files.charts
        made = new_games.with_text(game, made, "charts", new_games.text_of(data, name))
    return new_games.setup(game, files.at, files.options, made, folder=Path(files.folder))


def answer_to(files: Files) -> Answer:
    try:
        return Answer(setup=read(files))
    except NotPossible as problem:
        return Answer(refusal=problem.refusal)
    except UserError as problem:
        return Answer(text=str(problem))


def main() -> None:
    files = msgspec.msgpack.decode(sys.stdin.buffer.read(), type=Files)
    new_games.game_called(files.kind)
    spent = ceil(time.process_time()) + CPU
    resource.setrlimit(resource.RLIMIT_CPU, (spent, spent))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    sys.stdout.buffer.write(msgspec.msgpack.encode(answer_to(files)))


if __name__ == "__main__":
    main()
