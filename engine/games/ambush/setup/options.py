"""Options, and the world that a game begins with (rules 2.5 S1, 3.6)."""

import re
from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import asdict

from engine.game import Options, seconds_of
from engine.games.ambush.setup.scenario import (
    AmbushScenario,
    Battle,
    check_zones,
    house_scenario,
    on_board,
    read_map,
    read_side,
    read_units,
)
from engine.games.ambush.world import LOCAL, Objective, Rules, World
from engine.state import Seat

TIME = re.compile(r"0|[1-9][0-9]{0,5}[smhd]")
SEATS: tuple[Seat, ...] = ("A", "B", "C", "D")
Choice = Literal["scenario", "yes", "no"]


class AmbushOptions(Options, frozen=True, kw_only=True):
    """What the maker of a game may choose (3.6, 6).

    Rule: SC-3.
    """

    battle: Annotated[
        Battle,
        Meta(description="the built-in scenario that is played without a scenario file"),
    ] = "duel"
    sides: Annotated[int, Meta(ge=2, le=4, description="how many sides the scenario has")] = 2
    window: Annotated[
        str,
        Meta(
            description=(
                "time of a sealed window: 10m, 2h; 0: standing orders only; local: one terminal, no"
                " wait"
            )
        ),
    ] = "10m"
    tick: Annotated[
        str, Meta(description="results of a window appear at whole multiples of this: 1s, 1m, 1h")
    ] = "1m"
    deadline: Annotated[
        str, Meta(description="time for an order that everybody waits for: 0 for none, 12h, 2d")
    ] = "0"
    pbs_trigger: Annotated[
        Literal["scenario", "any_step", "end_of_move"],
        Meta(description="when a point-blank shot is possible"),
    ] = "scenario"
    end_detect: Annotated[
        Choice, Meta(description="who ends a move beside a hidden unit finds it (HU-3e)")
    ] = "scenario"
    edge_kills: Annotated[Choice, Meta(description="who slides off the map is lost (SK-5)")] = (
        "scenario"
    )
    heat: Annotated[Choice, Meta(description="the heat module (2.18)")] = "scenario"

    def __post_init__(self) -> None:
        for name, text in (("window", self.window), ("deadline", self.deadline)):
            if not TIME.fullmatch(text) and (name, text) != ("window", "local"):
                more = ", 0 or local" if name == "window" else " or 0"
                raise ValueError(f"{name}: {text!r} is no time such as 90s, 10m, 2h or 2d{more}")
        if not TIME.fullmatch(self.tick) or not seconds(self.tick):
            raise ValueError(f"tick: {self.tick!r} is no time such as 1s, 1m or 1h")


def seconds(text: str) -> int:
    """Return a time such as ``10m`` in seconds; ``0`` is none."""
    return 0 if text == "0" else seconds_of(text) or 0


def new_world(options: AmbushOptions, scenario: AmbushScenario) -> World:
    """Return the world before anybody has joined. Raises ``ValueError`` if scenario and options
    do not go together.

    Rule: ST-1.
    """
    if scenario.board:
        scenario = on_board(scenario, options.battle)
    elif scenario == AmbushScenario():
        scenario = house_scenario(options.battle)
    seats = SEATS[: options.sides]
    ground = read_map(scenario.map)
    assert scenario.map is not None
    for seat in scenario.side:
        if seat not in seats:
            raise ValueError(
                f"side.{seat}: does not play; possible: {', '.join(seats)} (option"
                f" sides={options.sides})"
            )
    units = read_units(scenario, seats, ground)
    sides = {seat: read_side(scenario, seat, units, ground) for seat in seats}
    check_zones(sides)
    for i, objective in enumerate(scenario.objective):
        if objective.hex not in ground.cells:
            raise ValueError(f"objective[{i}].hex: {objective.hex} is off the map")
    if set(scenario.turns) - set(seats):
        raise ValueError(f"turns: {scenario.turns!r}; possible letters: {', '.join(seats)}")
    return World(
        rows=scenario.map.rows,
        changed={},
        units=units,
        seats=seats,
        rules=rules(options, scenario),
        rounds=scenario.end.rounds,
        allowance={seat: side.allowance for seat, side in sides.items()},
        deploy={seat: side.deploy for seat, side in sides.items()},
        ambush={seat: side.ambush for seat, side in sides.items()},
        objectives=[Objective(o.hex, o.points) for o in scenario.objective],
        first_turns=scenario.turns,
    )


def rules(options: AmbushOptions, scenario: AmbushScenario) -> Rules:
    """Return the maker's choices; where there is none, the scenario's."""
    given = asdict(scenario.options)
    chosen = {
        name: own if (own := getattr(options, name)) != "scenario" else given[name]
        for name in given
    }
    return Rules(
        window=LOCAL if options.window == "local" else seconds(options.window),
        tick=seconds(options.tick),
        pbs_trigger=chosen["pbs_trigger"],
        **{name: chosen[name] == "yes" for name in ("end_detect", "edge_kills", "heat")},
    )
