"""A small board, scripted dice, and orders as people write them."""

from typing import Any, Self, TypeVar

from engine.games.derelict import EDITIONS, board
from engine.games.derelict.menu import Why
from engine.games.derelict.view import SEATS, View
from engine.games.derelict.world import World
from engine.menu import Refusal, Refused
from engine.state import Bulletin, Event, Seat
from engine.testing.kit import Case, Kit, Play, Setting, begin

E = TypeVar("E", bound=Event)
GAME = EDITIONS[-1]
CASE = Case("derelict-2", GAME, Kit())
OPEN = ("..........",) * 7
"""A hall of 10 by 7 cells without walls."""


class Stage:
    """A game that has begun. ``tokens`` as in mission files; ``dice`` by key or
    key prefix; ``cp/`` falls as 1.

    The aliens have one alien far away in a closed cell, unless ``alone``: so neither side is bare.
    """

    def __init__(
        self,
        tokens: str,
        dice: dict[str, list[int | str]] | None = None,
        grid: tuple[str, ...] = OPEN,
        segs: tuple[str, ...] = (),
        rules: dict[str, Any] | None = None,
        alone: bool = False,
        **options: Any,
    ):
        lines = [line.strip() for line in tokens.split(";") if line.strip()]
        if not alone:
            width = len(grid[0])
            grid = (*(row + "#." for row in grid),)
            segs = (*(row + ".." for row in segs),)
            lines += (
                [f"alien {width + 1},0", f"marine {width + 1},6"]
                if len(grid) > 6
                else [f"alien {width + 1},0"]
            )
        scenario = {"grid": grid, "segs": segs, "tokens": lines, "rules": rules or {}}
        loaded: dict[str, list[int | str]] = {"cp/": [1] * 20, **(dice or {})}
        case = Case("stage", GAME, CASE.kit)
        self.play = begin(case, Setting(SEATS, options, scenario, loaded))

    @property
    def world(self) -> World:
        world: World = self.play.table.world
        return world

    @property
    def asked(self) -> Seat:
        ask = self.play.table.ask()
        return ask.seats[0] if ask else ""

    def say(self, text: str, seat: Seat = "") -> list[Event]:
        bulletin: Bulletin | None = None
        for part in text.split(";"):
            bulletin = self.play.submit(self.play.now, seat or self.asked, part.strip())
        assert bulletin is not None
        return bulletin.events("*")

    def then(self, text: str) -> Self:
        self.say(text)
        return self

    def refused(self, text: str, seat: Seat = "") -> Refusal:
        before = self.play.table.save()
        try:
            self.say(text, seat)
        except Refused as refused:
            assert self.play.table.save() == before
            return refused.refusal
        raise AssertionError(f"{text!r} was taken")

    def view(self, seat: Seat = "*") -> View:
        view: View = self.play.table.view(seat)
        return view

    def unit(self, name: str) -> board.Token:
        return self.world.unit(name)

    def gone(self, name: str) -> bool:
        return self.world.find(name) is None

    def offers(self) -> dict[str, int]:
        menu = self.play.table.menu(self.asked)
        assert isinstance(menu.why, Why)
        found: dict[str, int] = {}
        for offer in menu.why.offers:
            where = offer.unit or (f"{offer.cell[0]},{offer.cell[1]}" if offer.cell else "")
            verb = f"turn {offer.act}" if offer.act in ("left", "right") else offer.act
            bare = offer.act in ("left", "right", "enter", "assault")
            found[verb if bare or not where else f"{verb} {where}"] = offer.cost
        return found

    def verbs(self) -> set[str]:
        return {text.split()[0] for text in self.offers()}


def mission_game(name: str, seed: int = 0, **options: Any) -> Play:
    return begin(CASE, Setting(SEATS, {"mission": name, **options}), seed)


def only(kind: type[E], events: list[Event]) -> E:
    found = [event for event in events if isinstance(event, kind)]
    assert len(found) == 1, f"{len(found)} of {kind.__name__} in {events}"
    return found[0]
