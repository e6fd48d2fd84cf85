"""The figures of a Desert prompt (4.4): amounts required and chosen so far, for the player asked.

The tables to choose from are in :mod:`renderers.desert.umpire`.
"""

from collections.abc import Iterable, Iterator

from engine.games.desert import (
    casualties,
    paths,
    prices,
    s01_04_opening,
    s05_plans,
    s06_07_barrage,
    s08_retreat,
    s09_fitness,
    s10_11_antiarmour,
    s12_losses,
    s13_16_close,
)
from engine.games.desert import s12_retreat as falling
from engine.games.desert.orders import Firing, Losses, Placed, Positions
from engine.games.desert.units import Unit
from engine.games.desert.view import Bring, Captive, Declare, Falling, Toll, View
from engine.games.desert.world import land
from renderers.desert.sheet_words import toe
from renderers.registry import Say
from renderers.toolkit.facts import yes

MOST = 12
"""Parts of a list that a prompt names."""


def asked(view: View, say: Say) -> Iterator[str]:
    if view.viewer in view.seats and view.step in ASKED:
        yield from ASKED[view.step](view, say)


def some(parts: Iterable[str], say: Say) -> str:
    every = list(parts)
    shown = say("comma").join(every[:MOST]) or "none"
    return shown if len(every) <= MOST else say("desert-ask-more", parts=shown, n=len(every) - MOST)


def nothing(view: View, say: Say) -> str:
    return say("desert-ask-nothing", step=view.step, alone=yes(bool(view.absent)))


def position(view: View, say: Say) -> Iterator[str]:
    sheet: Positions = view.sheet
    guns = s01_04_opening.guns_in_contact(view)
    left = [unit.id for unit in guns if unit.id not in sheet.guns]
    yield say("desert-ask-guns", left=some(left, say)) if guns else nothing(view, say)


def firing(view: View, say: Say) -> Iterator[str]:
    sheet: Firing = view.sheet
    able = s01_04_opening.able(view)
    quiet = some(sheet.quiet, say)
    yield say("desert-ask-firers", n=len(able), quiet=quiet) if able else nothing(view, say)


def plan(view: View, say: Say) -> Iterator[str]:
    guns, idle = len(s05_plans.firing(view)), some(s05_plans.idle(view), say)
    yield say("desert-ask-plans", n=guns, idle=idle) if guns else nothing(view, say)


def apply(view: View, say: Say) -> Iterator[str]:
    sheet: Losses = view.sheet
    found = []
    for unit, n in s06_07_barrage.open_units(view).items():
        chosen = sum(sheet.points.get(unit, {}).values())
        found.append(say("desert-ask-due", unit=unit, n=n, what="points", chosen=chosen))
    for part in s06_07_barrage.pools(view, view.viewer):
        if len([n for n in part.cargoes.values() if n]) > 1:
            chosen, units = sum(s06_07_barrage.taken(sheet, part).values()), part.holders
            about = {"unit": "+".join(units), "n": part.due, "what": "trucks", "chosen": chosen}
            found.append(say("desert-ask-due", **about))
    yield from found or [nothing(view, say)]


def retreat(view: View, say: Say) -> Iterator[str]:
    able = [
        unit
        for unit in view.of(view.viewer)
        if land(unit) and s08_retreat.eligible(view, unit) is None
    ]
    near = [unit.id for unit in able if s08_retreat.adjacent_to_enemy(view, unit)]
    yield say("desert-ask-free", units=some(near, say))
    yield say("desert-ask-four", units=some((unit.id for unit in able if unit.id not in near), say))
    yield from breaking(view, able, say)


def breaking(view: View, units: Iterable[Unit], say: Say) -> Iterator[str]:
    costs = {unit.id: prices.break_off(unit, view.charts) for unit in units}
    if any(costs.values()):
        yield say(
            "desert-ask-break",
            units=some((f"{unit} {cp}" for unit, cp in costs.items() if cp), say),
        )


def assign(view: View, say: Say) -> Iterator[str]:
    if view.must:
        yield say("desert-ask-must", hexes=some(view.must, say))
    if s09_fitness.attacking(view) and view.held_off:
        yield say("desert-ask-held", hexes=some(view.held_off, say))
    given = s09_fitness.sheet_of(view).roles
    free = [unit for unit in s09_fitness.in_combat(view) if s09_fitness.fixed(unit) is None]
    left = some((unit.id for unit in free if not given.get(unit.id)), say)
    yield say("desert-ask-withheld", units=left) if free else nothing(view, say)


def aa_pick(view: View, say: Say) -> Iterator[str]:
    against = s10_11_antiarmour.called(list(view.of(view.viewer)))
    yield say(
        "desert-ask-left", parts=some((hex for hex in against if hex not in view.fired_aa), say)
    )


def aa_loss(view: View, say: Say) -> Iterator[str]:
    sheet: Losses = view.sheet
    found = [
        say(
            "desert-ask-armour",
            hex=need.hex,
            damage=need.damage,
            exceed=view.rulings.exceed,
            chosen=casualties.worth(casualties.flat(sheet.points), need.pool),
        )
        for need in s10_11_antiarmour.mine(view)
    ]
    yield from found or [nothing(view, say)]


def ca_pick(view: View, say: Say) -> Iterator[str]:
    if view.viewer == view.phasing:
        left = ("+".join(one.targets) for one in view.attacks if one.status == "waiting")
        yield say("desert-ask-left", parts=some(left, say))


def ca_retreat(view: View, say: Say) -> Iterator[str]:
    fall = view.task
    if not isinstance(fall, Falling) or view.viewer == view.phasing:
        return
    yield say("desert-ask-fall", hex=fall.hex, n=fall.hexes, forced=yes(fall.forced))
    goals = falling.choices_of(view, fall, falling.movers(view, fall.hex, view.viewer))
    yield say("desert-ask-goals", hexes=some(goals, say))


def ca_loss(view: View, say: Say) -> Iterator[str]:
    toll, sheet = view.task, view.sheet
    assert isinstance(sheet, Losses)
    if not isinstance(toll, Toll):
        return
    hexes = "+".join(toll.targets)
    if toll.raw and toll.pool:
        chosen = casualties.worth(casualties.flat(sheet.points), toll.pool)
        left = max(0, toll.raw - chosen)
        yield say("desert-ask-toll", raw=toll.raw, chosen=chosen, left=left, hexes=hexes)
    if toll.guns and toll.exposed:
        guns = casualties.flat(sheet.guns)
        yield say(
            "desert-ask-vulnerable", raw=toll.guns, chosen=casualties.worth(guns, toll.exposed)
        )
    if not (toll.raw and toll.pool) and not (toll.guns and toll.exposed):
        yield nothing(view, say)


def ca_captured(view: View, say: Say) -> Iterator[str]:
    captive, sheet = view.task, view.sheet
    if isinstance(captive, Captive) and captive.seat == view.viewer and isinstance(sheet, Losses):
        chosen = casualties.worth(casualties.flat(sheet.points), captive.pool)
        yield say("desert-ask-captive", raw=captive.raw, chosen=chosen)


def ca_place(view: View, say: Say) -> Iterator[str]:
    if (
        not isinstance(view.task, Bring)
        or view.task.seat != view.viewer
        or not isinstance(view.sheet, Placed)
    ):
        return
    prisoners, heavy = s12_losses.left(*s12_losses.bring_of(view))
    yield say(
        "desert-ask-bring",
        prisoners=prisoners,
        points=toe(heavy) if heavy else "none",
        hexes="+".join(view.task.hexes),
    )
    legal = (hex for hex, reason in s12_losses.places(view, view.task).items() if reason is None)
    yield say("desert-ask-places", hexes=some(legal, say))


def obligations(view: View, say: Say) -> Iterator[str]:
    fall = view.task
    if isinstance(fall, Falling) and fall.enemy:
        shut = set(view.controlled)
        to = s13_16_close.havens(view, fall.hex, view.viewer, fall.enemy, shut)
        yield say(
            "desert-ask-owing", hex=fall.hex, enemy=fall.enemy, n=fall.hexes, hexes=some(to, say)
        )


def move(view: View, say: Say) -> Iterator[str]:
    moving = [way.unit for way in view.sheet.moves if way.path]
    able = [unit for unit in view.of(view.viewer) if land(unit) and paths.fixed(view, unit) is None]
    yield say("desert-ask-move", units=some(moving, say)) if able else nothing(view, say)
    yield from breaking(view, able, say)
    if view.controlled:
        yield say("desert-ask-zones", hexes=some(view.controlled, say))


def paper(view: View, say: Say) -> Iterator[str]:
    """Yield the question about the absent side, with hexes and names of this game as examples."""
    task: Declare = view.task
    front = [touch.own for touch in view.touching]
    mine = next(iter(front or [hex for hex, seat in view.stacks.items() if seat == view.viewer]))
    near = [hex for hex in view.near(mine) if view.stacks.get(hex) != view.viewer]
    hexes = [*task.hexes, *sorted(view.enemies(view.viewer)), *near, mine]
    yield say(
        "desert-ask-paper",
        what=task.what,
        hexes=some(task.hexes, say),
        hex=hexes[0],
        mine=mine,
        to=next((to for to in view.near(hexes[0]) if to not in view.stacks), hexes[0]),
        kind=next(iter(view.kinds)),
        target=next((mark.name for mark in view.marks), "none"),
        terrain=next(reversed(view.charts.ground)),
        side=next(iter(view.charts.barriers)),
        phasing=yes(view.viewer == view.phasing),
        n=task.n,
    )


ASKED = {
    sentences.__name__: sentences
    for sentences in (
        position,
        firing,
        plan,
        apply,
        retreat,
        assign,
        aa_pick,
        aa_loss,
        ca_pick,
        ca_retreat,
        ca_loss,
        ca_captured,
        ca_place,
        obligations,
        move,
        paper,
    )
}
"""The function that describes each step of a segment."""
