"""What reads the bytes of strangers, and with which errors it may refuse them."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from unittest.mock import patch

from msgspec import Struct

from bot import config, untrusted
from bot.line import protocol
from engine import Menu, Refused, errors
from engine.games.derelict import importer
from engine.menu import LONGEST
from engine.referee import new_games
from engine.rulings import plan_text
from engine.store import record, sqlite
from engine.testing.kit import Case, Kit, fresh
from mail.parse import charsets, reading
from tests.ambush.kit import KIT as AMBUSH
from tests.battleboard.kit import KIT as BATTLEBOARD
from tests.derelict.kit import KIT as DERELICT
from tests.desert.kit import KIT as DESERT
from tests.dicechess.kit import KIT as DICECHESS
from tests.fuzz import doors

CORPUS = Path(__file__).parent / "corpus"
KITS: dict[str, Kit] = {
    "ambush": AMBUSH,
    "battleboard": BATTLEBOARD,
    "derelict": DERELICT,
    "desert": DESERT,
    "dicechess": DICECHESS,
}


class Target(Struct, frozen=True):
    """What is tried: ``read`` returns what it has made of the bytes, or raises one of
    ``refusals``, which is no defect; everything else that it raises is one. ``longest``: bytes
    that its door lets through, or as many as are tried.
    """

    read: Callable[[bytes], object]
    refusals: tuple[type[Exception], ...]
    longest: int = 16_384


class BadLine(Exception):
    """A line of the protocol that was read as a fault."""


@cache
def menus() -> tuple[Menu, ...]:
    found = list[Menu]()
    for name, kit in KITS.items():
        table = fresh(Case(name, new_games.game_called(name), kit), 1).table
        ask = table.ask()
        found += [table.menu(seat) for seat in (ask.seats if ask else ())]
    return tuple(found)


def text_in(data: bytes) -> str:
    """Return the bytes as a door hands text on: always Unicode."""
    return data.decode("utf-8", "replace")


def order(data: bytes) -> object:
    """Read an order in all menus. Its canonical spelling must be read as the same order, and what
    completes it is found. Raise ``Refused`` if no menu has taken it.
    """
    text, taken, why = text_in(data), list[object](), None
    for menu in menus():
        menu.complete(text)
        menu.path(text)
        try:
            made, spelling = menu.read(text)
        except Refused as refused:
            why = refused
            continue
        assert menu.read(spelling) == (made, spelling), (spelling, made)
        taken.append(made)
    if not taken:
        assert why is not None
        raise why
    return taken


def clock(data: bytes) -> object:
    plan = plan_text.read(text_in(data))
    assert plan_text.read(plan_text.write(plan)) == plan, plan
    return plan


def mail(data: bytes) -> object:
    return reading.read(data, "referee.example")


def line(data: bytes) -> object:
    """Cut a stream into lines, in one piece and byte by byte, and read each. Raise ``BadLine``
    for the first fault.
    """
    at_once, slowly = protocol.Splitter(), protocol.Splitter()
    lines = at_once.feed(data + b"\n")
    pieces = ((data + b"\n")[i : i + 1] for i in range(len(data) + 1))
    assert [one for piece in pieces for one in slowly.feed(piece)] == lines
    commands = [protocol.read(one) for one in lines]
    for command in commands:
        if command.fault:
            raise BadLine(command.fault)
    return commands


def game_import(data: bytes) -> object:
    found = record.read(data)
    with TemporaryDirectory() as folder, sqlite.SqliteStore(Path(folder, "db")) as store:
        record.bring_in(store, found, 1, players=True)
        return store.ids()


def scenario(data: bytes) -> object:
    """Begin a game with an attached file: ``#GAME`` in its first line says of which kind, and
    ``#GAME board`` that it is one of the game's own file formats.
    """
    head, _, rest = data.partition(b"\n")
    name, _, suffix = text_in(head).removeprefix("#").strip().partition(" ")
    file = f"fuzz.{suffix or 'toml'}", rest
    kind = name if name in KITS else "ambush"
    return untrusted.read(untrusted.Files(kind=kind, at=1, options={}, folder=".", scenario=file))


def mission(data: bytes) -> object:
    return importer.read(text_in(data))


def settings(data: bytes) -> object:
    with patch.object(Path, "read_text", lambda *_: data.decode("utf-8")):
        return config.settings_in(Path("fuzz.toml"))


def options(data: bytes) -> object:
    """Read the options of a new game: its kind, then pairs."""
    kind, _, pairs = text_in(data).partition(" ")
    game = new_games.game_called(kind)
    return new_games.setup(game, 1, new_games.pairs_in(pairs), secret=b"s" * 32)


TARGETS = {
    "clock": Target(clock, (plan_text.BadPlan,), LONGEST),
    "import": Target(game_import, (errors.Invalid, errors.UnknownGame)),
    "letter": Target(doors.letter, doors.REFUSALS, 65_536),
    "line": Target(line, (BadLine,)),
    "mail": Target(mail, (charsets.Unreadable,), 131_072),
    "mission": Target(mission, (importer.BadMission,), 262_144),
    "options": Target(options, (errors.UserError,), LONGEST),
    "order": Target(order, (Refused,), LONGEST),
    "press": Target(doors.press, doors.REFUSALS, LONGEST),
    "said": Target(doors.said, doors.REFUSALS, LONGEST),
    "scenario": Target(scenario, (errors.UserError,), 262_144),
    "settings": Target(settings, (errors.UserError,)),
}


def accepted(name: str, data: bytes) -> bool:
    target = TARGETS[name]
    try:
        target.read(data)
    except target.refusals:
        return False
    return True


def seeds(name: str) -> list[Path]:
    return sorted((CORPUS / name).iterdir())
