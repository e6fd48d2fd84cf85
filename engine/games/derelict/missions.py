"""Missions: a map, drawn or assembled from rotated segments, with its tokens and rules."""

import re
import string
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.resources import files
from typing import Annotated, Literal, get_args

from msgspec import Meta, Struct, convert, field
from msgspec.structs import replace

from engine import Scenario
from engine.games.derelict import board, orders, view

LETTERS = string.ascii_letters + string.digits
FACINGS = {name: rot for rot, name in board.COMPASS.items()}
LARGEST = 60
WHERE = ("N", "E", "S", "W", "0", "90", "180", "270")
MARKED = {f"+{marker}": marker for marker in board.MARKERS}


class Rules(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    turn: Annotated[int, Meta(ge=1)] = 1
    side: board.Side = "marine"
    command: Annotated[int, Meta(ge=0, le=12)] = 0
    fuel: Annotated[int, Meta(ge=0, le=99)] = 6
    last_turn: Annotated[int, Meta(ge=0)] = 0  # 0: there is no last turn
    winner: view.Winner = "alien"  # the winner after the last turn (not in the original game)


class DerelictScenario(Scenario, frozen=True, kw_only=True):
    """A mission file.

    The map is either ``grid`` (rows of ``#`` and ``.``) with ``segs`` (letters of segments), or
    ``size``, ``segments`` (rows by name, with blanks outside it) and ``instances`` ("hall 3,4 90").
    ``tokens`` are lines such as "marine_sarge 3,4 E" or "blip_2 8,9". Instead of all this,
    ``original`` may be a mission in the format of the original game.
    """

    title: str = ""
    about: str = ""
    grid: tuple[str, ...] = ()
    segs: tuple[str, ...] = ()
    size: tuple[int, int] | None = None
    segments: dict[str, tuple[str, ...]] = field(default_factory=dict)
    instances: tuple[str, ...] = ()
    tokens: tuple[str, ...] = ()
    rules: Rules = Rules()
    original: str = ""


class Map(Struct, frozen=True):
    grid: tuple[str, ...]
    segs: tuple[str, ...]


MissionName = Literal[
    "corridor", "lock", "hunt", "eggs", "wreck", "stand", "cargo", "reactor", "hive"
]
MISSIONS: tuple[MissionName, ...] = get_args(MissionName)
"""The built-in missions."""


def mission(name: str, edition: int = 2) -> DerelictScenario:
    """Load a built-in mission. Edition 1 has its own tokens and rules of those evened out later."""
    folder = files("engine.games.derelict").joinpath("missions")
    data = tomllib.loads(folder.joinpath(f"{name}.toml").read_text("utf-8"))
    old = folder.joinpath("edition-1", f"{name}.toml")
    if edition == 1 and old.is_file():
        data |= tomllib.loads(old.read_text("utf-8"))
    return convert(data, DerelictScenario)


def rotated(rows: tuple[str, ...], rot: board.Facing) -> tuple[str, ...]:
    for _ in range(rot // 90):
        rows = tuple("".join(column) for column in zip(*rows[::-1], strict=True))
    return rows


def assemble(scenario: DerelictScenario) -> Map:
    """Return the map of a mission. Raises ``ValueError``, which names the place, if it is not
    valid.
    """
    if scenario.grid:
        return drawn_map(scenario)
    if scenario.size is None or not scenario.instances:
        raise ValueError("scenario: needs a grid, or size, segments and instances")
    width, height = scenario.size
    if not (1 <= width <= LARGEST and 1 <= height <= LARGEST):
        raise ValueError(f"scenario.size: {width} x {height}; possible: 1 to {LARGEST} each way")
    grid = [["#"] * width for _ in range(height)]
    segs = [["."] * width for _ in range(height)]
    for i, line in enumerate(scenario.instances):
        place = f"scenario.instances[{i}]"
        for (x, y), mark in cells_of(scenario, place, line):
            if not (0 <= x < width and 0 <= y < height):
                raise ValueError(
                    f"{place}: {line!r} reaches {x},{y}, off the map of {width} x {height}"
                )
            if segs[y][x] != ".":
                raise ValueError(
                    f"{place}: {line!r} lies on another segment at {x},{y}; segments must not"
                    " overlap"
                )
            grid[y][x], segs[y][x] = mark, LETTERS[i] if i < len(LETTERS) else chr(0x100 + i)
    return Map(tuple(map("".join, grid)), tuple(map("".join, segs)))


def drawn_map(scenario: DerelictScenario) -> Map:
    for key, rows in (("grid", scenario.grid), ("segs", scenario.segs)):
        for y, row in enumerate(rows):
            if len(row) != len(scenario.grid[0]) or not row:
                raise ValueError(
                    f"scenario.{key}[{y}]: has {len(row)} cells, the first row"
                    f" {len(scenario.grid[0])}"
                )
        if rows and (len(rows) != len(scenario.grid) or max(len(rows), len(rows[0])) > LARGEST):
            raise ValueError(
                f"scenario.{key}: {len(rows)} rows; the map has {len(scenario.grid)}, at most"
                f" {LARGEST}"
            )
    for y, row in enumerate(scenario.grid):
        if wrong := set(row) - set("#."):
            raise ValueError(
                f"scenario.grid[{y}]: {min(wrong)!r} is neither # (wall) nor . (corridor)"
            )
    return Map(scenario.grid, scenario.segs)


def cells_of(scenario: DerelictScenario, place: str, line: str) -> Iterator[tuple[board.Cell, str]]:
    """Yield the cells of one segment on the map. Raises ``ValueError`` if its line is not valid."""
    name, at, rot = (*line.split(), "0")[:3] if len(line.split()) in (2, 3) else ("", "", "")
    corner = orders.CELL.fullmatch(at)
    if corner is None or rot not in ("0", "90", "180", "270"):
        raise ValueError(f"{place}: {line!r} is no NAME X,Y ROTATION such as 'hall 3,4 90'")
    if name not in scenario.segments:
        raise ValueError(
            f"{place}: no segment is called {name!r}; there are: {', '.join(scenario.segments)}"
        )
    rows = scenario.segments[name]
    if not rows or len(set(map(len, rows))) != 1 or set("".join(rows)) - set("#. "):
        raise ValueError(
            f"scenario.segments.{name}: needs rows of one length, of # and . and blanks"
        )
    for y, row in enumerate(rotated(rows, int(rot))):
        for x, mark in enumerate(row):
            if mark != " ":
                yield (int(corner[1]) + x, int(corner[2]) + y), mark


def tokens(scenario: DerelictScenario, size: tuple[int, int]) -> list[board.Token]:
    """Return the tokens of a map, with units numbered in this order. Raises ``ValueError``, which
    names the entry, if one is not valid.
    """
    counts: Counter[str] = Counter()
    found: list[board.Token] = []
    for i, line in enumerate(scenario.tokens):
        token = read_token(f"scenario.tokens[{i}]", line, size)
        if token.race:
            if any(other.race and other.cell == token.cell for other in found):
                raise ValueError(
                    f"scenario.tokens[{i}]: {line!r}: a unit stands at {token.x},{token.y} already"
                )
            letter = token.race[0].upper()
            counts[letter] += 1
            token = replace(token, name=f"{letter}{counts[letter]}")
        found.append(token)
    return found


def read_token(place: str, line: str, size: tuple[int, int]) -> board.Token:
    """Parse one token: "KIND X,Y", then optionally a facing, ``+marker`` and ``ammo=N``. Raises
    ``ValueError`` if it is not valid.
    """
    kind, at, *rest = [*line.split(), "", ""]
    cell = orders.CELL.fullmatch(at)
    if kind not in board.KINDS:
        raise ValueError(f"{place}: {kind!r} is no token; there are: {', '.join(board.KINDS)}")
    if cell is None or int(cell[1]) >= size[0] or int(cell[2]) >= size[1]:
        raise ValueError(
            f"{place}: {line!r} needs a cell X,Y from 0,0 to {size[0] - 1},{size[1] - 1}"
        )
    rot, markers, ammo = 0, list[board.Marker](), None
    for word in filter(None, rest):
        if word in WHERE:
            rot = FACINGS[word] if word in FACINGS else int(word)
        elif word in MARKED:
            markers.append(MARKED[word])
        elif re.fullmatch(r"ammo=[0-9]{1,3}", word):
            ammo = int(word[5:])
        else:
            raise ValueError(
                f"{place}: {word!r} in {line!r} is none of {' '.join(WHERE)} +MARKER ammo=N"
            )
    value = board.BLIPS.get(kind, 0)
    return board.Token(
        kind="blip" if value else kind,
        x=int(cell[1]),
        y=int(cell[2]),
        rot=rot,
        markers=tuple(sorted(markers)),
        value=value,
        ammo=ammo,
    )
