"""Derelict: marines, aliens and blips. Rules: ``RULES.md`` beside this file. DL-numbers are its
paragraphs.
"""

from collections.abc import Mapping
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from engine import Anytime, Event, Frame, Game, Menu, Order, Seat, SeatHolder, Table
from engine.game import types_of
from engine.games.derelict import board, fight, fire, reveal, robot
from engine.games.derelict import events as e
from engine.games.derelict import orders as o
from engine.games.derelict.importer import imported
from engine.games.derelict.menu import standing_menu
from engine.games.derelict.missions import DerelictScenario, assemble, mission, tokens
from engine.games.derelict.turns import AlienStart, Deployment, Main, MarineStart
from engine.games.derelict.view import ALIENS, MARINES, SEATS, Shown, View
from engine.games.derelict.world import DerelictOptions, World, highest


class Derelict(Game[World, DerelictOptions, View]):
    """The description of Derelict, edition 1."""

    name, scenario_type = "derelict", DerelictScenario
    texts = {"original": "original"}  # noqa: RUF012  # the class says the type
    frames = (
        Deployment,
        MarineStart,
        AlienStart,
        Main,
        fire.Prompt,
        reveal.Voluntary,
        reveal.Forced,
        fire.Volley,
        fire.Jam,
        fight.Fight,
        fight.After,
    )
    orders = types_of(o, Order)
    words = frozenset(
        "activate assault burn close command deploy done door enter face guard keep leave move open"
        " overwatch pass place reroll resign reveal shoot standing stay turn unjam".split()
    )
    events = types_of(e, Event)

    def roles(self, options: DerelictOptions) -> tuple[Seat, ...]:
        return SEATS

    def pace(self, options: DerelictOptions) -> int | None:
        return options.seconds

    def setup(self, options: DerelictOptions, scenario: DerelictScenario) -> World:
        if scenario.original:
            scenario = imported(scenario)
        if not scenario.grid and not scenario.instances:
            scenario = mission(options.mission, self.edition)
        drawn, rules = assemble(scenario), scenario.rules
        placed = tokens(scenario, (len(drawn.grid[0]), len(drawn.grid)))
        if sum(token.kind == "alien" for token in placed) > board.MOST_ALIENS:
            raise ValueError(f"scenario.tokens: more than {board.MOST_ALIENS} aliens")
        return World(
            options=options,
            title=scenario.title,
            grid=drawn.grid,
            segs=drawn.segs,
            tokens=placed,
            numbers=highest(placed),
            turn=rules.turn,
            last_turn=options.last_turn or rules.last_turn,
            afterwards=rules.winner,
            side=rules.side,
            command=rules.command if options.profile == "full" else 0,
            fuel=rules.fuel,
            opened=True,
            about=" ".join(scenario.about.split()),
        )

    def seated(self, t: Table, chair: SeatHolder) -> None:
        w: World = t.world
        w.players[chair.seat] = chair.name
        t.tell(e.Joined(chair.seat, chair.name))

    def renamed(self, t: Table, chair: SeatHolder) -> None:
        t.world.players[chair.seat] = chair.name

    def unseated(self, t: Table, chair: SeatHolder) -> None:
        w: World = t.world
        del w.players[chair.seat]
        w.standing.pop(chair.seat, None)

    def begin(self, t: Table) -> Frame:
        """Begin with the marines' deployment (DL-2.6, DL-2.7), or in the middle of the aliens' turn
        if the mission says so.
        """
        w: World = t.world
        t.tell(e.Began(w.title, w.about))
        return Main() if w.side == "alien" else Deployment()

    def corrected(self, world: World) -> None:
        """Check for blips in view after a correction (DL-9.1)."""
        world.opened = world.opened or world.exposed is not None

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        part = next((part for part in reversed(shown) if isinstance(part, Shown)), None)
        idle = Shown(phase="over" if world.winner else "seating")
        return world.view(viewer, part or idle)

    def uncovered(self, view: View, own: Mapping[Seat, View]) -> View:
        if not {MARINES, ALIENS} <= own.keys():
            return view
        return replace(view, tokens=own[ALIENS].tokens, command=own[MARINES].command)

    def anytime(self, view: View, seat: Seat) -> Menu:
        return standing_menu(view)

    def always(self, t: Table, seat: Seat, order: Order) -> None:
        w: World = t.world
        if isinstance(order, o.Resign):
            fight.finish(t, "alien" if seat == MARINES else "marine", "resigned")
        elif isinstance(order, Anytime):
            w.standing[seat] = o.filed(w.filed(seat), order)
            t.tell(None, **{seat: e.Filed(seat)})

    def robot(self, view: View, menu: Menu, rng: Random, level: int = 1) -> Order:
        best = (robot.choose if level < 2 else robot.order)(view, menu, rng)
        return best or super().robot(view, menu, rng, level)

    def hints(self, view: View, menu: Menu) -> list[Order]:
        return robot.hints(view, menu) or super().hints(view, menu)

    def check(self, world: World) -> None:
        units = [token for token in world.tokens if token.name]
        assert len({unit.cell for unit in units}) == len(units), units
        assert len({unit.name for unit in units}) == len(units), units
        assert len([unit for unit in units if unit.race == "alien"]) <= board.MOST_ALIENS
        assert not world.active or world.find(world.active), world.active
        assert world.ap >= 0
        assert world.command >= 0
        assert world.fuel >= 0
        assert all((unit.value > 0) == (unit.race == "blip") for unit in units), units


class Derelict2(Derelict):
    """Edition 2: of several blips seen at once, the first in the list of tokens is revealed first
    (DL-9.1), as in recorded games of the original.
    """

    edition = 2

    def setup(self, options: DerelictOptions, scenario: DerelictScenario) -> World:
        world = super().setup(options, scenario)
        world.by_tokens = True
        return world


EDITIONS = (Derelict(), Derelict2())
