"""Missions in the text format of the original game: its segments, then the mission (section 3)."""

import json
import re
from typing import Any

from msgspec import Struct, convert, field

from engine.games.derelict.board import KINDS, MARKERS
from engine.games.derelict.missions import DerelictScenario

NAMES = {"marine_start": "start_marine"}
"""Tokens that had another name in the first version."""
HEAD = re.compile(r"segment\s+(\S+)\s+(\d{1,4})\s*[xX]\s*(\d{1,4})")
PLACED = re.compile(
    r"(\S+?)\s*:\s*(\S+)\s+pos=\(\s*(\d{1,4})\s*,\s*(\d{1,4})\s*\)(?:\s+rot=(\d{1,4}))?(?:\s+attrs=(\{.*\}))?"
)
SETTING = re.compile(r"(\w+)\s*[:=]\s*(.+)")
NUMBER = re.compile(r"\d{1,4}")
CELLS = {"0": "#", "1": ".", "-1": " "}
PARTS = ("mission", "board", "instances", "tokens", "rules")
RULES = {"turn": "turn", "activeplayer": "side", "commandpoints": "command", "flamerfuel": "fuel"}


class BadMission(ValueError):
    def __init__(self, number: int, line: str, reason: str):
        super().__init__(f"scenario.original: line {number}: {line!r}: {reason}")


class Placing(Struct, kw_only=True):
    """A line ``id: TYPE pos=(x,y) rot=R attrs={…}``."""

    number: int
    text: str
    type: str
    x: int
    y: int
    rot: int
    attrs: dict[str, Any]


class Draft(Struct, kw_only=True):
    title: str = ""
    board: int = 0
    segments: dict[str, list[str]] = field(default_factory=dict)
    instances: list[Placing] = field(default_factory=list)
    tokens: list[Placing] = field(default_factory=list)
    rules: dict[str, Any] = field(default_factory=dict)


def imported(scenario: DerelictScenario) -> DerelictScenario:
    """Return the mission of ``scenario.original``. Raises ``ValueError`` if it is not valid, or if
    the scenario has a map of its own.
    """
    if scenario.grid or scenario.instances or scenario.tokens:
        raise ValueError(
            "scenario: has a map of its own beside the original mission; leave one out"
        )
    return convert(read(scenario.original), DerelictScenario)


def read(text: str) -> dict[str, Any]:
    """Parse a mission with its segments into the data of a mission file. Raises ``BadMission`` if
    it is not valid.
    """
    draft, part = Draft(), ""
    segment, shape = "", (0, 0)
    for number, raw in enumerate(text.splitlines(), 1):
        line = raw.split("#")[0].strip()
        if not line:
            continue
        if segment:
            segment = segment_line(draft, segment, shape, number, line)
            continue
        if head := HEAD.fullmatch(line):
            segment, shape = head[1], (int(head[2]), int(head[3]))
            draft.segments[segment] = []
            continue
        word, colon, rest = line.partition(":")
        if colon and word.strip() in PARTS:
            part = word.strip()
            line = rest.strip()
            if not line:
                continue
        entry(draft, part, number, line)
    return scenario(draft)


def segment_line(draft: Draft, segment: str, shape: tuple[int, int], number: int, line: str) -> str:
    """Read a row of a segment, or its end. Return the name of the segment if it continues,
    otherwise "".
    """
    rows, (height, width) = draft.segments[segment], shape
    if line == "endsegment":
        if len(rows) != height:
            raise BadMission(
                number, line, f"segment {segment} has {len(rows)} rows; its head says {height}"
            )
        return ""
    words = line.split() if len(line.split()) > 1 or width == 1 else list(line)
    if len(words) != width or any(word not in CELLS for word in words):
        raise BadMission(
            number, line, f"needs {width} numbers: 0 (wall), 1 (corridor), -1 (no part of it)"
        )
    rows.append("".join(CELLS[word] for word in words))
    return segment


def entry(draft: Draft, part: str, number: int, line: str) -> None:
    """Read one line of a part of the mission. Raises ``BadMission`` if it is not valid."""
    if part == "mission":
        draft.title = line
    elif part == "board":
        if not NUMBER.fullmatch(line):
            raise BadMission(number, line, "needs the cells along one side, for example 40")
        draft.board = int(line)
    elif part in ("instances", "tokens"):
        match = PLACED.fullmatch(line)
        if match is None:
            raise BadMission(
                number,
                line,
                "needs ID: TYPE pos=(X,Y) rot=R, for example m1: marine pos=(3,4) rot=90",
            )
        try:
            attrs = json.loads(match[6] or "{}")
        except (ValueError, RecursionError) as error:
            raise BadMission(number, line, f"attrs is no JSON: {error}") from error
        placing = Placing(
            number=number,
            text=line,
            type=match[2],
            x=int(match[3]),
            y=int(match[4]),
            rot=int(match[5] or 0) % 360,
            attrs=attrs,
        )
        if placing.rot % 90:
            raise BadMission(number, line, "rot must be 0, 90, 180 or 270")
        (draft.instances if part == "instances" else draft.tokens).append(placing)
    elif part == "rules":
        setting = SETTING.fullmatch(line)
        if setting is None or setting[1] not in RULES or not NUMBER.fullmatch(setting[2].strip()):
            raise BadMission(number, line, f"needs KEY: NUMBER; keys: {', '.join(RULES)}")
        value: int | str = int(setting[2])
        if setting[1] == "activeplayer":
            value = "alien" if value == 2 else "marine"
        draft.rules[RULES[setting[1]]] = value
    else:
        raise BadMission(
            number,
            line,
            f"belongs to nothing; before it must stand one of: segment, {', '.join(PARTS)}",
        )


def scenario(draft: Draft) -> dict[str, Any]:
    """Return the data of the mission file. Raises ``BadMission`` if a token is unknown."""
    marked: dict[tuple[int, int], list[str]] = {}
    for token in draft.tokens:
        if token.type in MARKERS:
            marked.setdefault((token.x, token.y), []).append(f"+{token.type}")
    lines: list[str] = []
    for token in draft.tokens:
        kind = NAMES.get(token.type, token.type)
        if kind in MARKERS:
            continue
        if kind not in KINDS:
            raise BadMission(
                token.number, token.text, f"{kind!r} is no token; there are: {', '.join(KINDS)}"
            )
        words = [kind, f"{token.x},{token.y}", *([str(token.rot)] if token.rot else [])]
        if kind.startswith("marine") or kind in ("alien", "blip", "blip_2", "blip_3"):
            words += marked.pop((token.x, token.y), [])
        if isinstance(ammo := token.attrs.get("flamerAmmo"), int):
            words.append(f"ammo={ammo}")
        lines.append(" ".join(words))
    for instance in draft.instances:
        if instance.type not in draft.segments:
            known = ", ".join(draft.segments) or "none; give the file of segments too"
            reason = f"no segment is called {instance.type!r}; there are: {known}"
            raise BadMission(instance.number, instance.text, reason)
    used = {instance.type for instance in draft.instances}
    return {
        "title": draft.title,
        "size": [draft.board, draft.board],
        "instances": [f"{one.type} {one.x},{one.y} {one.rot}" for one in draft.instances],
        "tokens": lines,
        "rules": draft.rules,
        "segments": {name: rows for name, rows in draft.segments.items() if name in used},
    }
