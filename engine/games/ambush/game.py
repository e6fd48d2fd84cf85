"""Ambush: walkers on a hex map, some of them hidden. Rules: ``RULES.md`` beside this file."""

from collections.abc import Mapping, Sequence
from random import Random
from types import ModuleType
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from engine import Event, Frame, Game, Menu, Order, Seat, SeatHolder, Table
from engine.games.ambush import blind, events, hints, moves, orders, rounds, skids, weapons, windows
from engine.games.ambush.damage import openings
from engine.games.ambush.deployment import Deploying, Hiding, Setup
from engine.games.ambush.scenario import SEATS, AmbushOptions, AmbushScenario, new_world, seconds
from engine.games.ambush.view import View, project
from engine.games.ambush.world import World
from engine.state import Opening, Told


def classes_of(module: ModuleType) -> tuple[type[Any], ...]:
    every = (one for one in vars(module).values() if isinstance(one, type))
    own = (one for one in every if one.__module__ == module.__name__)
    return tuple(one for one in own if not one.__subclasses__())


class Ambush(Game[World, AmbushOptions, View]):
    """The description of Ambush, edition 1."""

    name, scenario_type = "ambush", AmbushScenario
    texts = {"board": "board"}  # noqa: RUF012  # the class says the type
    one_terminal: ClassVar[Mapping[str, str]] = {"window": "local", "asking": "steps"}
    frames = (
        *(Setup, Deploying, Hiding, rounds.Round, rounds.Movement, windows.Watch, moves.March),
        *(
            windows.Window,
            windows.StepWindow,
            moves.Halt,
            skids.Skid,
            skids.AskAvoid,
            weapons.Volley,
            rounds.Emerging,
            rounds.Respite,
        ),
    )
    orders, events = classes_of(orders), classes_of(events)
    verbs = frozenset(
        "ambush asking avoid cease continue deploy fire hide hold move noted ok resign reveal show"
        " stay".split()
    )

    def roles(self, options: AmbushOptions) -> tuple[Seat, ...]:
        return SEATS[: options.sides]

    def pace(self, options: AmbushOptions) -> int | None:
        return seconds(options.deadline) or None

    def watched(self, options: AmbushOptions) -> bool:
        # Nobody at one terminal (WN-5) can measure another player's response times.
        return options.window != "local"

    def setup(self, options: AmbushOptions, scenario: AmbushScenario) -> World:
        return new_world(options, scenario)

    def seated(self, t: Table, chair: SeatHolder) -> None:
        t.world.players[chair.seat] = chair.name

    def unseated(self, t: Table, chair: SeatHolder) -> None:
        del t.world.players[chair.seat]

    def renamed(self, t: Table, chair: SeatHolder) -> None:
        t.world.players[chair.seat] = chair.name

    def begin(self, t: Table) -> Frame:
        return Setup()

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        view = project(world, viewer, shown)
        dark = world.rules.blind and world.result is None
        return blind.darken(world, viewer, view) if dark else view

    def projected(self, t: Table, event: Event) -> Sequence[Told]:
        blinded = t.world.rules.blind
        return blind.told(t.world, event) if blinded else super().projected(t, event)

    def uncovered(self, view: View, own: Mapping[Seat, View]) -> View:
        units = dict(view.units)
        for seat, one in own.items():
            units |= {i: unit for i, unit in one.units.items() if unit.owner == seat}
        reserves = tuple(one for one in view.reserves if one.id not in units)
        if view.rules.blind:
            changed = {hex: text for one in own.values() for hex, text in one.changed.items()}
            trails = [
                trail
                for seat, one in own.items()
                for trail in one.trails
                if units[trail.unit].owner == seat
            ]
            view = replace(view, ghosts=(), changed=changed, trails=trails)
        return replace(view, units=dict(sorted(units.items())), reserves=reserves)

    def anytime(self, view: View, seat: Seat) -> Menu:
        return windows.standing_menu(view, seat)

    def always(self, t: Table, seat: Seat, order: Order) -> None:
        """Record a seat's secret standing orders, or its public ``asking``."""
        w: World = t.world
        match order:
            case orders.Standing(unit, policy):
                windows.file(t, seat, unit, policy)
            case orders.Asking(how):
                w.deaf_next = {**w.deaf_next, seat: how == "on"}
                t.tell(events.AskingSet(seat, how == "on"))

    def robot(self, view: View, menu: Menu, rng: Random, level: int = 1) -> Order:
        return hints.choose(view, menu, rng) or super().robot(view, menu, rng, level)

    def written(self, view: View) -> Sequence[str]:
        return [hints.written(line) for line in view.lines]

    def hints(self, view: View, menu: Menu) -> list[Order]:
        return hints.hints(view, menu) if view.viewer in view.seats else []

    def loaded_for(self, name: str, key: str) -> bool:
        """Accept a key, a prefix of it, or only the cause: ``psr:A1``, or ``psr`` for all units
        (4.4).
        """
        cause = key.split("/")[2] if key.count("/") > 1 else ""
        return super().loaded_for(name, key) or cause == name or cause.startswith(name + ":")

    def openings(self, events: Sequence[Event]) -> list[Opening]:
        return openings(events)

    def idle(self, view: View, seat: Seat) -> str:
        return "sealed" if view.sealed else "not-your-turn"

    def check(self, world: World) -> None:
        settled = [
            u.hex
            for u in world.units.values()
            if u.alive and not (u.turn == "moving" and u.skidded)
        ]
        assert len(settled) == len(set(settled)), settled
        assert all(0 <= w.left <= w.built for w in world.units.values())
        assert all(world.on_map(u.hex) for u in world.units.values() if u.alive)
        if world.rules.blind:
            return
        for seat in world.seats:
            assert world.turns.count(seat) <= len(world.movable(seat)) or world.first_turns, (
                seat,
                world.turns,
            )
        assert all(u.turn == "done" for u in world.units.values() if u.hidden)


class Ambush2(Ambush):
    """Edition 2: ``fire@N`` counts an opportunity only if a weapon bears (PB-1, WN-3)."""

    edition = 2

    def setup(self, options: AmbushOptions, scenario: AmbushScenario) -> World:
        world = super().setup(options, scenario)
        world.edition_2 = True
        return world


EDITIONS = (Ambush(), Ambush2())
