"""A case that needs the table: a scenario with changes, orders as text, dice by
key, and what is told and seen.
"""

import random
import tomllib
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct, field

from engine.games import desert
from engine.games.desert.game import EDITIONS
from engine.menu import Refused
from engine.state import PUBLIC, Bulletin, Event, Order, Seat, Setup
from engine.store import journal
from engine.testing.kit import Play, asked

GAME = EDITIONS[-1]
SCENARIOS = Path(desert.__file__).parent / "scenarios"
SEATS: tuple[Seat, Seat] = ("axis", "cw")
START = 1_000
LONGEST = 400
"""Questions after which ``to`` gives up."""
encode = msgspec.json.Encoder(order="deterministic").encode


class Wrong(AssertionError):
    """A case that went otherwise; the text says where."""


class Change(Struct, forbid_unknown_fields=True):
    """What a case changes in its scenario. ``unit``: keys as in a scenario
    file; ``set``: any key by its path.
    """

    unit: list[dict[str, Any]] = field(default_factory=list)
    without: list[str] = field(default_factory=list)
    set: dict[str, Any] = field(default_factory=dict)


def scenario(name: str, changes: list[Change]) -> dict[str, Any]:
    made = tomllib.loads((SCENARIOS / f"{name}.toml").read_text("utf-8"))
    for change in changes:
        units: dict[str, dict[str, Any]] = {unit["id"]: unit for unit in made["unit"]}
        for unit in change.unit:
            units[unit["id"]] = {**units.get(unit["id"], {}), **unit}
        made["unit"] = [unit for id, unit in units.items() if id not in change.without]
        for path, value in change.set.items():
            *parents, last = path.split(".")
            table: Any = made
            for key in parents:
                table = table[int(key)] if isinstance(table, list) else table.setdefault(key, {})
            table[last] = value
    return made


class Driven:
    """One game being played. ``traces``: all that each viewer got, menus too: they are dear."""

    def __init__(
        self,
        name: str,
        made: dict[str, Any],
        options: dict[str, Any],
        dice: dict[str, Any],
        reloads: bool,
        traced: bool = True,
    ):
        self.setup = Setup(
            id=name,
            secret=b"k" * 32,
            options={"bonus": "none", **options},
            scenario=made,
            at=START,
            loaded={key: list(value) for key, value in dice.items()},
        )
        self.play = Play(GAME, self.setup)
        self.reloads, self.traced = reloads, traced
        self.told: dict[Seat, list[Event]] = {viewer: [] for viewer in (*SEATS, PUBLIC)}
        self.at: dict[Seat, int] = dict.fromkeys(self.told, 0)
        self.traces: dict[Seat, list[Any]] = {viewer: [] for viewer in self.told}
        self.play.look = self.look
        self.play.join(GAME.roles(self.play.table.options))

    def look(self, bulletin: Bulletin) -> None:
        table = self.play.table
        for viewer, events in self.told.items():
            new = bulletin.events(viewer)
            events += new
            if self.traced and (new or bulletin.fresh):
                menu = table.menu(viewer)
                shown = (
                    encode(table.view(viewer)),
                    menu.help(),
                    menu.examples(table.state.question),
                    menu.complete(""),
                )
                self.traces[viewer].append((tuple(new), bulletin.asked, bulletin.due, shown))
        if self.reloads:
            self.play.reload()

    def lines(self, *lines: str) -> None:
        for number, line in enumerate(lines, 1):
            try:
                self.line(line)
            except Refused as refused:
                raise Wrong(f"line {number}, {line!r}: {refused.refusal}") from refused
            except Wrong as wrong:
                raise Wrong(f"line {number}, {line!r}: {wrong}") from wrong

    def line(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        who, mark = word[:-1], word[-1]
        if word == "to":
            self.go_on(rest)
        elif mark == ":":
            for seat in asked(self.play.table) if who == "both" else (who,):
                for text in GAME.split(rest):
                    self.play.submit(START, seat, text)
        elif mark == "!":
            self.refused(who, rest)
        elif mark == ">":
            self.hears(who, rest)
        elif mark == "-":
            self.hears_no(who, rest)
        elif mark == "?":
            self.sees(who, rest)
        elif mark == "~":
            for seat in asked(self.play.table) if who == "both" else (who,):
                self.suggests(seat, rest)
        else:
            raise Wrong("is no line; see README.md")

    def go_on(self, step: str) -> None:
        """Who has not answered gives the default until this prompt is open;
        ``end``: until the game is over.
        """
        for _ in range(LONGEST):
            if self.play.over or self.play.table.world.step == step:
                break
            for seat in [
                seat for seat in asked(self.play.table) if seat not in self.play.table.state.answers
            ]:
                default: Order = self.play.table.menu(seat).default
                self.play.enter(START, seat, default)
        if self.play.over != (step == "end") or (
            not self.play.over and self.play.table.world.step != step
        ):
            raise Wrong(f"came to {self.play.table.world.step}")

    def refused(self, seat: Seat, rest: str) -> None:
        """``order -> CODE name=value``: the code of the refusal, and facts that it names."""
        text, _, wanted = rest.rpartition("->")
        code, *facts = wanted.split()
        try:
            self.play.table.menu(seat).parse(text.strip())
        except Refused as refused:
            found = {name: str(value) for name, value in refused.refusal.facts}
            named = dict(fact.split("=", 1) for fact in facts)
            if refused.refusal.code != code or not named.items() <= found.items():
                raise Wrong(
                    f"refused with {refused.refusal.code} {found} at {refused.refusal.word!r}"
                ) from refused
        else:
            raise Wrong("taken")

    def suggests(self, seat: Seat, wanted: str) -> None:
        """Compare the first suggestion; ``legal``: all of them, and robots' orders, are taken."""
        menu, view = self.play.table.menu(seat), self.play.table.view(seat)
        found = GAME.hints(view, menu)
        if wanted == "legal":
            robots = [GAME.robot(view, menu, random.Random(seed)) for seed in range(8)]
            if wrong := [order for order in (*found, *robots) if not menu.allows(order)]:
                raise Wrong(f"not legal: {wrong}")
        elif menu.write(found[0]) != wanted:
            raise Wrong(f"suggests {menu.write(found[0])!r}")

    def hears(self, viewer: Seat, wanted: str) -> None:
        """``Type path=value …``: told to this viewer, later than what they last heard."""
        viewer = PUBLIC if viewer == "all" else viewer
        since = self.told[viewer][self.at[viewer] :]
        for n, event in enumerate(since, 1):
            if is_like(event, wanted):
                self.at[viewer] += n
                return
        raise Wrong("not told; told since:\n  " + "\n  ".join(map(repr, since)))

    def hears_no(self, viewer: Seat, wanted: str) -> None:
        viewer = PUBLIC if viewer == "all" else viewer
        for event in self.told[viewer][self.at[viewer] :]:
            if is_like(event, wanted):
                raise Wrong(f"told: {event!r}")

    def sees(self, viewer: Seat, wanted: str) -> None:
        """``path = value`` in the viewer's view, in the ``world``, or in the ``game``."""
        path, _, value = wanted.partition(" = ")
        table = self.play.table
        whole = {"world": table.world, "game": table.state}
        seen = whole.get(viewer) or table.view(PUBLIC if viewer == "all" else viewer)
        first, _, rest = path.strip().partition(".")
        found = getattr(seen, first)
        if isinstance(found, dict) and rest:
            name, _, rest = rest.partition(".")
            found = found.get(name)
        found = dig(plain(found), rest)
        if found != read_value(value):
            raise Wrong(f"is {found!r}")


def is_like(event: Event, wanted: str) -> bool:
    kind, *words = wanted.split()
    pairs = (word.partition("=")[::2] for word in words)
    return type(event).__name__ == kind and all(
        dig(plain(event), path) == read_value(value) for path, value in pairs
    )


def plain(value: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def dig(value: Any, path: str) -> Any:
    """What lies at ``units.AT-RGT.toe.at2``, ``hits.0.dice`` or ``hits.*.dice``, which is a list;
    ``None`` if nothing does.
    """
    head, star, tail = f".{path}".partition(".*.")
    if star:
        return [dig(one, tail) for one in dig(value, head) or ()]
    for key in filter(None, path.split(".")):
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdecimal() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def read_value(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        return text.strip()


Table = dict[str, Any]


def once(made: Table, options: Table, dice: Table, lines: list[str], **how: bool) -> Driven:
    """Play lines in a game of a scenario; ``how``: as `Driven` has it."""
    driven = Driven("rule", made, options, dice, **({"reloads": False, "traced": False} | how))
    driven.lines(*lines)
    return driven


def three_times(made: Table, options: Table, dice: Table, lines: list[str]) -> None:
    first, again = (
        once(made, options, dice, lines, traced=True, reloads=reloads) for reloads in (False, True)
    )
    if again.play.table.save() != first.play.table.save() or again.traces != first.traces:
        raise Wrong("saved and loaded at every entry, it goes otherwise")
    replayed, _ = journal.replay(GAME, first.setup, first.play.entries)
    if replayed.save() != first.play.table.save():
        raise Wrong("played from its journal, it goes otherwise")
