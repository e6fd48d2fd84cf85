"""What is mutated, by which tests it is held, and which mutants change nothing that matters."""

import tomllib
from pathlib import Path

import msgspec
from msgspec import Struct

FILE = Path(__file__).parent / "rooms.toml"


class Spared(Struct, frozen=True, kw_only=True, rename={"where": "in", "became": "is"}):
    """Mutants that may live: the function that it stands ``in``, the line as it ``was`` and
    what it ``is`` in the mutants, and ``why``. ``equal``: nobody could tell them from the
    program; else they count as survivors.
    """

    where: str
    was: str
    became: list[str]
    why: str
    equal: bool = True


class Room(Struct, frozen=True, kw_only=True):
    modules: list[str]
    tests: list[str]
    spared: list[Spared] = []


def read() -> dict[str, Room]:
    found = tomllib.loads(FILE.read_text("utf-8"))
    return msgspec.convert(found, dict[str, Room])
