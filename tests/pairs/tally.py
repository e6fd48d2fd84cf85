"""How many pairs have been played so far, in a file of the repository."""

import tomllib
from pathlib import Path
from typing import Any

import msgspec

FILE = Path(__file__).with_name("tally.toml")
HEAD = """\
# Pairs of whole houses that have been played with seeds of their own, and what came of them.
# `python -m tests.pairs GAME --for SECONDS` goes on from here. Goal: 100,000 a game.
"""


class Tally(msgspec.Struct, kw_only=True):
    """What has been reached in one game. ``pairs`` are those played, of which so many were
    ``revealed`` before their moves were at an end, or ``abandoned``; ``differences`` were found;
    ``moves``, what was said in secret (``secrets``) and ``messages`` compared are counted over all.
    """

    pairs: int = 0
    differences: int = 0
    revealed: int = 0
    abandoned: int = 0
    moves: int = 0
    secrets: int = 0
    messages: int = 0
    cpu_seconds: float = 0.0


def read(path: Path = FILE) -> dict[str, Tally]:
    made: dict[str, Any] = tomllib.loads(path.read_text("utf-8")) if path.exists() else {}
    return msgspec.convert(made, dict[str, Tally])


def write(tallies: dict[str, Tally], path: Path = FILE) -> None:
    tables = [
        f"[{game}]\n"
        + "".join(f"{key} = {value}\n" for key, value in msgspec.to_builtins(tallies[game]).items())
        for game in sorted(tallies)
    ]
    path.write_text("\n".join([HEAD, *tables]), "utf-8")
