"""Plays the cases of the rules: ``python -m tests.ambush.scenarios FILE...``. The
format is told in ``README.md``.
"""

import sys
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.games.ambush import EDITIONS
from engine.games.ambush.units import skeleton
from engine.games.ambush.world import World
from engine.menu import Refused
from engine.state import PUBLIC, REFEREE, Bulletin, Event, Join, Seat, Tick
from engine.store import journal
from engine.store.journal import Entry
from tests.ambush import checks, traced
from tests.kit import cases
from tests.kit.made import setup_of

HERE = Path(__file__).parent
CAUSES = "psr awake hit loc cluster collide enter recover heat".split()
USUAL: dict[str, list[int | str]] = {
    **{cause: [7] * 400 for cause in CAUSES},
    "fallface": [1] * 400,
}
"""What falls where a case says nothing (section 5)."""
START = 1_000


class Case(Struct, forbid_unknown_fields=True):
    id: str
    title: str = ""
    fixture: str = "P"
    map: dict[str, str] = field(default_factory=dict)
    unit: list[dict[str, Any]] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    allowance: dict[str, int] = field(default_factory=dict)
    turns: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    dice: dict[str, list[int | str]] = field(default_factory=dict)
    play: list[str] = field(default_factory=list)
    expect: list[str] = field(default_factory=list)
    never: list[str] = field(default_factory=list)
    count: dict[str, int] = field(default_factory=dict)
    private: dict[str, list[str]] = field(default_factory=dict)
    rows: list[tuple[str, str]] = field(default_factory=list)
    bulletins: int | None = None
    damage: dict[str, int] = field(default_factory=dict)
    end: dict[str, str] = field(default_factory=dict)
    cells: dict[str, str] = field(default_factory=dict)
    queue: str | None = None
    stack: str | None = None
    asked: str | None = None
    check: list[dict[str, Any]] = field(default_factory=list)


class Wrong(AssertionError):
    """A case that went otherwise; the text says where."""


def armour(tons: int) -> dict[str, int]:
    frame = skeleton(tons)
    arms = {side: 2 * frame[side] - 2 for side in ("LA", "RA")}
    sides = {side: frame[side] + 2 for side in ("LT", "RT")}
    legs = {side: frame[side] + 4 for side in ("LL", "RL")}
    return {"HD": 9, "CT": frame["CT"] + 4, "CTr": 6, "LTr": 4, "RTr": 4, **sides, **arms, **legs}


def scenario(case: Case) -> dict[str, Any]:
    made = tomllib.loads((HERE / "fixtures" / f"{case.fixture}.toml").read_text("utf-8"))
    rows = [line.split() for line in made["map"]["rows"]]
    for place, cell in case.map.items():
        rows[int(place[2:]) - 1][int(place[:2]) - 1] = cell
    made["map"]["rows"] = [" ".join(line) for line in rows]
    units: dict[str, dict[str, Any]] = {unit["id"]: unit for unit in made.get("unit", [])}
    for unit in case.unit:
        units[unit["id"]] = {**units.get(unit["id"], {}), **unit}
    made["unit"] = [unit for name, unit in units.items() if name not in case.without]
    for unit in made["unit"]:
        unit.setdefault("armour", armour(unit["tons"]))
    for seat, number in case.allowance.items():
        made.setdefault("side", {}).setdefault(seat, {})["allowance"] = number
    made["turns"] = case.turns or made.get("turns", "")
    return made


class Run:
    def __init__(self, case: Case, reloads: bool = False):
        self.case = case
        options = {"window": "0", **case.options}
        loaded = {**USUAL, **{key: list(values) for key, values in case.dice.items()}}
        self.setup = setup_of(case.id, b"k" * 32, options, scenario(case), at=START, loaded=loaded)
        self.table: traced.Traced = traced.Traced.new(EDITIONS[-1], self.setup)
        self.table.reloads = reloads
        self.now = START
        self.entries: list[Entry] = []
        self.bulletins: list[Bulletin] = [self.table.run()]
        for seat in EDITIONS[-1].roles(msgspec.convert(options, EDITIONS[-1].options_type)):
            self.enter(REFEREE, Join(seat, seat, f"salt of {seat}"))
        self.begun = len(self.bulletins)

    @property
    def world(self) -> World:
        world: World = self.table.world
        return world

    def enter(self, seat: Seat, order: Any) -> Bulletin:
        self.entries.append(Entry(n=len(self.entries) + 1, at=self.now, seat=seat, order=order))
        self.bulletins.append(journal.play(self.table, self.entries[-1]))
        if traced.over_dead(self.table):
            raise Wrong("I7: a frame of a dead unit waits")
        return self.bulletins[-1]

    def play(self) -> None:
        for number, line in enumerate(self.case.play, 1):
            try:
                self.line(line)
            except Refused as refused:
                raise Wrong(f"line {number}, {line!r}: {refused.refusal}") from refused

    def line(self, line: str) -> None:
        """``A: order``, ``A! order -> code@word``, ``A? text -> words``, ``tick``, ``= row``."""
        given, _, wanted = (part.strip() for part in line[2:].partition("->"))
        if line == "tick":
            assert self.table.state.due is not None, "nothing is due"
            self.now = self.table.state.due
            self.enter(REFEREE, Tick())
        elif line.startswith("="):
            row, found = tuple(part.strip() for part in line[1:].split("|")), self.table.rows[-1]
            holds(found == row, f"wanted {row}, found {found}")
        elif line[1:2] == "!":
            try:
                self.table.menu(line[0]).parse(given)
            except Refused as refused:
                why = refused.refusal
                code = f"{why.code}@{why.word}"
                holds(wanted in (code, f"{code} {why.rule}"), f"{line!r}: refused with {code}")
            else:
                raise Wrong(f"{line!r}: taken")
        elif line[1:2] == "?":
            menu = self.table.menu(line[0])
            offered = " ".join(menu.complete(f"{given} ")) if given else menu.help()[0]
            holds(offered == wanted, f"{line!r}: offered {offered!r}")
        else:
            seat, _, text = line.partition(":")
            self.enter(seat, self.table.menu(seat).parse(text.strip()))

    def events(self, viewer: Seat = PUBLIC) -> list[Event]:
        return [
            event
            for bulletin in self.bulletins[self.begun - 1 :]
            for event in bulletin.events(viewer)
        ]

    def judge(self) -> None:
        """Raises ``Wrong`` at the first thing that is not as the case says."""
        case, events, rows = self.case, self.events(), self.table.rows
        all_events, all_rows = ("\n  ".join(map(str, of)) for of in (events, rows))
        rest, seen = iter(events), iter(rows)
        for one in case.expect:
            holds(any(fits(event, one) for event in rest), f"no {one!r} next", all_events)
        for one in case.never:
            holds(not any(fits(event, one) for event in events), f"{one!r} happened", all_events)
        for one, number in case.count.items():
            found = sum(fits(event, one) for event in events)
            holds(found == number, f"{one!r}: {found} times, not {number}", all_events)
        told = [told for bulletin in self.bulletins for told in bulletin.told]
        for seat, wanted in case.private.items():
            own = [type(one.copies[seat]).__name__ for one in told if seat in one.copies]
            holds(own == wanted, f"{seat} alone was told {own}, not {wanted}")
        for row in case.rows:
            holds(row in seen, f"no row {row}", all_rows)
        self.judge_end()

    def judge_end(self) -> None:
        """How it ended. Raises ``Wrong``."""
        case, w = self.case, self.world
        told = [bulletin for bulletin in self.bulletins[self.begun :] if bulletin.events(PUBLIC)]
        ask = self.table.ask()
        queue, stack = self.table.rows[-1]
        for name, wanted, found in (
            ("queue", case.queue, queue),
            ("stack", case.stack, stack),
            ("bulletins", case.bulletins, len(told)),
            ("asked", case.asked, "".join(ask.seats if ask else ())),
            *(
                (name, n, w.units[name].built - w.units[name].left)
                for name, n in case.damage.items()
            ),
        ):
            holds(wanted in (None, found), f"{name}: {found!r}, not {wanted!r}")
        for name, words in case.end.items():
            facts = describe(w, name)
            for word in words.split():
                there = word in facts or has(w.units[name], word)
                holds(there, f"{name}: {' '.join(facts)}; not {word}")
        for hex, word in case.cells.items():
            holds(has(w.cell(hex), word), f"{hex}: {w.cell(hex)}; not {word}")


def holds(so: bool, otherwise: str, all_of_it: str = "") -> None:
    """Raises ``Wrong`` if it is not so."""
    if not so:
        raise Wrong(f"{otherwise}{all_of_it and ':'}\n  {all_of_it}")


def has(thing: Any, word: str) -> bool:
    """``name=value`` of an attribute, or ``name:argument=value`` of a method."""
    name, equals, value = word.partition("=")
    name, _, argument = name.partition(":")
    found = getattr(thing, name, None)
    found = found(*([argument] if argument else [])) if callable(found) else found
    return bool(equals) and value == (",".join(found) if isinstance(found, list) else str(found))


def describe(w: World, name: str) -> list[str]:
    unit = w.units[name]
    return [
        f"{unit.hex}/{unit.facing}",
        unit.hex,
        "prone" if unit.prone else "standing",
        "hidden" if unit.hidden else "visible",
        "dead" if unit.dead else "alive",
        "asleep" if unit.unconscious else "awake",
        unit.turn,
        f"H={unit.moved}",
    ]


def fits(event: Event, wanted: str) -> bool:
    """``Rolled A1 roll=skid need=5``: type, unit, and values of fields."""
    kind, *words = wanted.split()
    if type(event).__name__ != kind:
        return False
    for word in words:
        name, equals, value = word.partition("=")
        name, value = (name, value) if equals else ("unit", name)
        if str(getattr(event, name, None)) != value:
            return False
    return True


def run(case: Case) -> Run:
    for check in case.check:
        checks.check(check)
    if not case.play:
        return Run(case)
    first = Run(case)
    first.play()
    first.judge()
    again = Run(case, reloads=True)
    again.play()
    if again.table.save() != first.table.save() or again.bulletins != first.bulletins:
        raise Wrong("saved and loaded at every transition, it goes otherwise")
    replayed, _ = journal.replay(EDITIONS[-1], first.setup, first.entries)
    if replayed.save() != first.table.save():
        raise Wrong("played from its journal, it goes otherwise")
    return first


def read(path: Path) -> list[Case]:
    return cases.read(path, Case)


def main(paths: Iterable[str]) -> int:
    return cases.play_files(paths, Case, run)


if __name__ == "__main__":
    sys.exit(min(1, main(sys.argv[1:])))
