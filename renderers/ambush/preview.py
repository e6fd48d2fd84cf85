"""What an order of ambush would do, as far as its giver can know: the way of a move, the place of
a unit. Hidden enemies are on nobody's way here (IS-8).
"""

from collections.abc import Sequence

from msgspec.structs import replace

from engine.games.ambush import sight
from engine.games.ambush.orders import Continue, Deploy, Dodge, Hide, Move, Show
from engine.games.ambush.sight import Spot
from engine.games.ambush.units import Mode, Unit
from engine.games.ambush.view import View
from renderers.ambush.board import Counter, HexPath, HexScene, place
from renderers.ambush.overlays import around


def way_of(view: View, order: object) -> tuple[Unit, list[Spot]] | None:
    """Return a unit and where an order leads it, its start first; None for other orders."""
    match order:
        case Move(name, "jump", steps) | Dodge(name, "jump", steps):
            spots = [view.units[name].hex, *(step[1:5] for step in steps)]
            facing = int(steps[-1][6]) if steps else view.units[name].facing
            return view.units[name], [Spot(hex, facing, False, 0) for hex in spots]
        case Move(name, mode, steps) | Dodge(name, mode, steps):
            return view.units[name], walked(view, view.units[name], mode, steps)
        case Continue(name, steps) if view.halted is not None:
            halted = view.halted
            return view.units[name], walked(view, view.units[name], halted.mode, steps, halted.used)
        case Deploy(name, at) | Show(name, at) | Hide(name, at) if name in view.units:
            return view.units[name], [Spot(at[:4], int(at[5]), False, 0)]
    return None


def walked(view: View, unit: Unit, mode: Mode, steps: Sequence[str], used: int = 0) -> list[Spot]:
    ground, found = sight.Ground(view, unit, mode), [sight.spot(unit, mode, used)]
    for step in steps:
        after = ground.step(found[-1], step)
        if not isinstance(after, Spot):
            break
        found.append(after)
    return found


def with_way(view: View, scene: HexScene, counter: Counter, spots: Sequence[Spot]) -> HexScene:
    """Return the scene with a way, around which it is cropped; ``counter`` is the unit."""
    hexes = tuple(dict.fromkeys(spot.hex for spot in spots))
    last = spots[-1]
    ghost = replace(counter, at=last.hex, facing=last.facing, prone=last.prone, ghost=True)
    area = around(view, [place(hex) for hex in hexes])
    way = (HexPath("to-come", counter.side, hexes),) if len(hexes) > 1 else ()
    return replace(
        scene,
        window=area,
        text_window=area,
        counters=(*scene.counters, ghost),
        paths=(*(path for path in scene.paths if path.kind == "aim"), *way),
        facts=(*scene.facts, " › ".join(hexes)),
        short=(" › ".join(hexes), *scene.short),
    )
