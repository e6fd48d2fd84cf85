"""Checks of tables and geometry in the case files: ``[[case.check]]``."""

from collections.abc import Callable
from typing import Any

from engine.games.ambush import hexes, rounds, sight
from engine.games.ambush.units import Position, Unit, Weapon, skeleton


def check(table: dict[str, Any]) -> None:
    """Raises ``AssertionError`` if something is not as the table says."""
    table = dict(table)
    wanted = table.pop("is")
    found = CHECKS[table.pop("what")](**table)
    assert found == wanted, f"{table}: {found!r}, not {wanted!r}"


def neighbours(hex: str) -> str:
    return " ".join(hexes.beside(hex, d) for d in range(6))


def crossed(start: str, end: str) -> str:
    line, pairs = hexes.between(start, end)
    return " ".join([*line, *("/".join(sorted(pair)) for pair in pairs)])


def turns(counts: str) -> str:
    """``A3 B2`` as a list of turns."""
    return "".join(rounds.turn_list([(word[0], int(word[1:])) for word in counts.split()]))


def sides(source: int) -> str:
    return " ".join(
        hexes.side_of("0507", facing, hexes.beside("0507", source)) for facing in range(6)
    )


def walker(name: str, place: str, facing: int, **more: Any) -> Unit:
    frame = skeleton(50)
    return Unit(
        id=name,
        owner=name,
        name=name,
        tons=50,
        walk=5,
        jump=0,
        gunnery=4,
        piloting=5,
        sinks=10,
        armour={},
        structure=frame,
        weapons=(),
        built=1,
        hex=place,
        facing=facing,
        **more,
    )


def number(
    gun: str,
    start: str,
    end: str,
    cells: dict[str, str] | None = None,
    mode: str = "stand",
    moved: int = 0,
    prone: bool = False,
) -> int | str:
    """The target number of a shot on a clear map, or ``none``. ``moved``
    and ``prone`` are the target's.
    """
    rows = tuple(" ".join(["."] * 12) for _ in range(12))
    shooter = walker("A", start, 0, mode=mode)
    target = walker("B", end, 0, moved=moved, prone=prone)
    p = Position(rows, cells or {}, {"A": shooter, "B": target})
    found = sight.fire_number(p, shooter, Weapon(gun, gun, "CT", False), target)
    return "none" if found is None else found


def bearing(facing: int, start: str, end: str, weapons: list[str]) -> str:
    shooter = walker("A", start, facing)
    shooter.weapons = tuple(weapons)
    twist, guns = sight.best_twist(shooter, end)
    return f"{twist:+d} " + " ".join(gun.label for gun in guns)


CHECKS: dict[str, Callable[..., Any]] = {
    "neighbours": neighbours,
    "distance": lambda start, end: hexes.distance(start, end),
    "line": crossed,
    "turns": turns,
    "side": sides,
    "number": number,
    "bearing": bearing,
}
