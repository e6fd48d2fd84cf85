"""The plan of a new game with its seats, from a person's options."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from bot.arguments import setup
from engine.errors import UserError
from engine.game import AnyGame
from engine.referee.clock import Clock
from engine.state import Seat, Setup

NAMELESS = "player"
"""The seat of the only person in a game without roles."""


class GamePlan(Struct, frozen=True):
    game: AnyGame
    setup: Setup
    seats: tuple[Seat, ...]  # in the order of joining
    robots: dict[Seat, int]  # levels by seat


def new_game(
    game: AnyGame,
    seats: str | None,
    robots: Sequence[str],
    options: Mapping[str, str],
    **files: Any,
) -> GamePlan:
    """Return the plan of a game. ``seats`` are names separated by commas, ``files`` further
    arguments of ``arguments.setup``. Raises ``UserError`` if an option is wrong.
    """
    names = named(seats) if seats is not None else None
    if not game.one_terminal.keys() & options.keys():
        options = {**game.one_terminal, **options}
    known = {field.name for field in msgspec.structs.fields(game.options_type)}
    if names and "players" in known and "players" not in options:
        options = {**options, "players": str(len(names))}
    made = setup(game, Clock().now(), options, **files)
    roles = game.roles(msgspec.convert(made.options, game.options_type))
    if isinstance(roles, int):
        taken = names or tuple(f"player{n}" for n in range(1, roles + 1))
        if len(taken) != roles:
            raise UserError(
                f"--seats: {len(taken)} names for {roles} seats; name {roles}, or change --option"
                " players=N"
            )
    else:
        taken = names or roles
        if sorted(name.casefold() for name in taken) != sorted(role.casefold() for role in roles):
            raise UserError(
                f"--seats: {game.name} has the seats {', '.join(roles)}; leave --seats out, or name"
                " these"
            )
    return GamePlan(game, made, taken, levels(robots, taken))


def levels(robots: Iterable[str], seats: Iterable[Seat]) -> dict[Seat, int]:
    """Return the robots' levels: ``bob`` has 1, ``bob:2`` has 2."""
    known, found = list(seats), dict[Seat, int]()
    for robot in robots:
        seat, _, level = (robot, "", "1") if robot in known else robot.rpartition(":")
        if seat not in known:
            raise UserError(f"--robot {robot}: no such seat; there are: {', '.join(known)}")
        if not (level.isascii() and level.isdigit() and len(level) < 3):
            raise UserError(
                f"--robot {robot}: a level is a number such as 2, as in --robot {seat}:2; 0 plays"
                " at random"
            )
        found[seat] = int(level)
    return found


def named(seats: str) -> tuple[Seat, ...]:
    """Return the names in ``ann,bob``. Raises ``UserError`` if a name is missing or ambiguous."""
    names = tuple(name.strip() for name in seats.split(","))
    for i, name in enumerate(names):
        if not name:
            raise UserError(f"--seats {seats!r}: a name is missing; write it as --seats ann,bob")
        if name.casefold() == "public":
            raise UserError(
                f"--seats: no seat can be called {name!r}; that is who sees what everybody sees"
            )
        if name.startswith("#"):
            raise UserError(
                f"--seats: {name!r} begins with #, which begins a comment; choose another name"
            )
        if name.casefold() in (other.casefold() for other in names[:i]):
            raise UserError(f"--seats: {name!r} is there twice; every seat needs a name of its own")
    return names
