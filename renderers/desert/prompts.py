"""What a prompt of desert asks, in figures (4.4): how much of what, out of what, and what has
been chosen so far; from the view of the one who is asked.
"""

from collections.abc import Iterable, Iterator, Mapping

from engine.games.desert.arithmetic import casualties, prices
from engine.games.desert.arithmetic.casualties import Exposed
from engine.games.desert.assault import losses as tolls
from engine.games.desert.assault import placing
from engine.games.desert.assault import retreat as falling
from engine.games.desert.forces import supplies
from engine.games.desert.forces.units import Unit
from engine.games.desert.ground import paths
from engine.games.desert.segment import (
    s02_positions,
    s03_firing,
    s05_plans,
    s07_barrage_losses,
    s08_retreat,
    s09_fitness,
    s10_antiarmour,
    s11_antiarmour_losses,
    s13_obligations,
    ways,
)
from engine.games.desert.segment.s05_shares import points_of
from engine.games.desert.sheets.sheets import Firing, Losses, Placed, Positions
from engine.games.desert.view import Bring, Captive, Falling, Toll, View
from engine.games.desert.world import land
from renderers.registry import Say
from renderers.toolkit.facts import yes

MOST = 12
"""Parts of a list that a prompt names."""


def asked(view: View, say: Say) -> Iterator[str]:
    """Yield the sentences for the prompt that is open."""
    if view.viewer in view.seats and view.step in ASKED:
        yield from ASKED[view.step](view, say)


def some(parts: Iterable[str], say: Say) -> str:
    """Return a list as long as people read; nothing is ``none``."""
    every = list(parts)
    shown = say("comma").join(every[:MOST]) or "none"
    return shown if len(every) <= MOST else say("desert-ask-more", parts=shown, n=len(every) - MOST)


def pool(entries: Iterable[Exposed], say: Say) -> str:
    """Return points that may be taken, with what each is worth."""
    return some(
        (
            say("desert-ask-points", unit=e.unit, n=e.n, kind=e.kind, rating=e.rating)
            for e in entries
            if e.n
        ),
        say,
    )


def toe(points: Mapping[str, int]) -> str:
    """Return stocks as ``2 ammo 1 fuel``."""
    return " ".join(f"{n} {kind}" for kind, n in points.items() if n) or "-"


def position(view: View, say: Say) -> Iterator[str]:
    """Yield guns and where they stand (D1)."""
    sheet: Positions = view.sheet
    told = (
        say("desert-ask-gun", unit=unit.id, hex=unit.hex, where=sheet.guns.get(unit.id, "none"))
        for unit in s02_positions.guns_in_contact(view)
    )
    yield say("desert-ask-guns", units=some(told, say))


def firing(view: View, say: Say) -> Iterator[str]:
    """Yield units that can fire, and what it costs (D2)."""
    sheet: Firing = view.sheet
    told = (
        say(
            "desert-ask-firer",
            **gun(view, unit),
            needs=s03_firing.barrage_cost(view, unit),
            quiet=yes(unit.id in sheet.quiet),
        )
        for unit in s03_firing.able(view)
    )
    yield say("desert-ask-firers", units=some(told, say))


def gun(view: View, unit: Unit) -> dict[str, str | int]:
    """Return a unit that can barrage: where it stands, and what it has to
    fire; a ship needs no ammunition.
    """
    has = "ship" if unit.kind == "warship" else str(supplies.ammo(view, unit))
    return {"unit": unit.id, "hex": unit.hex, "has": has, "where": unit.position or "none"}


def plan(view: View, say: Say) -> Iterator[str]:
    """Yield units that fire, and their targets (D3)."""
    sheet = s05_plans.sheet_of(view)
    rows = []
    for unit in s05_plans.firing(view).values():
        raw, actual = points_of(view, (unit.id,))
        target = sheet.target_of(unit.id) or ("hold" if unit.id in sheet.hold else "none")
        rows.append(
            say(
                "desert-ask-plan",
                **gun(view, unit),
                raw=raw,
                actual=actual,
                needs=s03_firing.barrage_cost(view, unit),
                target=target,
            )
        )
    yield say("desert-ask-plans", units=some(rows, say))


def apply(view: View, say: Say) -> Iterator[str]:
    """Yield losses that are open, and those that are sure (D4)."""
    sheet: Losses = view.sheet
    found = []
    for unit, n in s07_barrage_losses.open_units(view).items():
        chosen = sum(sheet.points.get(unit, {}).values())
        has = toe(view.units[unit].toe)
        found.append(say("desert-ask-due", unit=unit, n=n, what="points", has=has, chosen=chosen))
    for part in s07_barrage_losses.pools(view, view.viewer):
        chosen, has = sum(s07_barrage_losses.taken(sheet, part).values()), toe(part.cargoes)
        open_ = len([n for n in part.cargoes.values() if n]) > 1
        if open_:
            units = "+".join(part.holders)
            found.append(
                say("desert-ask-due", unit=units, n=part.due, what="trucks", has=has, chosen=chosen)
            )
        elif part.due:
            found.append(
                say(
                    "desert-ask-lost",
                    what=f"{part.head} {toe({next(iter(part.cargoes)): part.due})}",
                )
            )
    sure = s07_barrage_losses.automatic(view, view.viewer)
    if sure:
        found.append(
            say(
                "desert-ask-lost",
                what=some((f"{unit} {toe(lost)}" for unit, lost in sure.items()), say),
            )
        )
    yield from found or [say("desert-ask-nothing")]


def retreat(view: View, say: Say) -> Iterator[str]:
    """Yield who may go how far (D5)."""
    able = [
        unit for unit in view.of(view.viewer) if land(unit) and ways.eligible(view, unit) is None
    ]
    near = [unit.id for unit in able if s08_retreat.adjacent_to_enemy(view, unit)]
    yield say("desert-ask-free", units=some(near, say))
    yield say("desert-ask-four", units=some((unit.id for unit in able if unit.id not in near), say))
    yield from breaking(view, able, say)


def breaking(view: View, units: Iterable[Unit], say: Say) -> Iterator[str]:
    """Yield what breaking off costs before the first step."""
    costs = {unit.id: prices.break_off(unit, view.charts) for unit in units}
    if any(costs.values()):
        yield say(
            "desert-ask-break",
            units=some((f"{unit} {cp}" for unit, cp in costs.items() if cp), say),
        )


def assign(view: View, say: Say) -> Iterator[str]:
    """Yield what must be assaulted, and who is still free (D6, D7)."""
    if view.must:
        yield say("desert-ask-must", hexes=some(view.must, say))
    if s09_fitness.attacking(view) and view.held_off:
        yield say("desert-ask-held", hexes=some(view.held_off, say))
    given = s09_fitness.sheet_of(view).roles
    left = [
        unit
        for unit in s09_fitness.in_combat(view)
        if not given.get(unit.id) and s09_fitness.fixed(unit) is None
    ]
    told = (
        say(
            "desert-ask-unit",
            unit=unit.id,
            hex=unit.hex,
            toe=toe(unit.toe),
            has=supplies.ammo(view, unit),
        )
        for unit in left
    )
    yield say("desert-ask-withheld", units=some(told, say))


def aa_pick(view: View, say: Say) -> Iterator[str]:
    """Yield hexes that are still to be fired at (D8)."""
    against = s10_antiarmour.called(list(view.of(view.viewer)))
    yield say(
        "desert-ask-left", parts=some((hex for hex in against if hex not in view.fired_aa), say)
    )


def aa_loss(view: View, say: Say) -> Iterator[str]:
    """Yield damage, and what may be flagged for it (D9)."""
    sheet: Losses = view.sheet
    found = [
        say(
            "desert-ask-armour",
            hex=need.hex,
            damage=need.damage,
            exceed=view.rulings.exceed,
            chosen=casualties.worth(casualties.flat(sheet.points), need.pool),
            pool=pool(need.pool, say),
        )
        for need in s11_antiarmour_losses.mine(view)
    ]
    yield from found or [say("desert-ask-nothing")]


def ca_pick(view: View, say: Say) -> Iterator[str]:
    """Yield each assault with one's own units in it (D10, P38)."""
    if view.viewer != view.phasing:
        return
    for attack in view.attacks:
        if attack.status == "waiting":
            units = [
                f"{unit.id} {role.n} {role.kind}"
                for unit in view.of(view.viewer)
                for role in unit.seg.roles
                if role.task == "ca" and role.targets == attack.targets
            ]
            held = yes(attack.held)
            yield say(
                "desert-ask-assault",
                targets="+".join(attack.targets),
                units=some(units, say),
                held=held,
            )


def ca_retreat(view: View, say: Say) -> Iterator[str]:
    """Yield what each choice means for the loss (D12)."""
    fall = view.task
    if not isinstance(fall, Falling) or view.viewer == view.phasing:
        return
    yield say("desert-ask-fall", hex=fall.hex, n=fall.hexes, forced=yes(fall.forced))
    goals = falling.choices_of(view, fall, falling.movers(view, fall.hex, view.viewer))

    def goal(hex: str, far: int) -> str:
        ignored = casualties.ignored_hexes(fall.hexes, far, city=view.cells[hex].city)
        lost = casualties.loss_percent(fall.percent, ignored)
        return say("desert-ask-goal", hex=hex, far=far, percent=lost, forced=yes(fall.forced))

    yield say("desert-ask-goals", hexes=some((goal(hex, far) for hex, far in goals.items()), say))
    if not fall.forced:
        still = casualties.ignored_hexes(fall.hexes, 0, city=view.cells[fall.hex].city)
        yield say("desert-ask-stand", percent=casualties.loss_percent(fall.percent, still))


def ca_loss(view: View, say: Say) -> Iterator[str]:
    """Yield what is to be paid, and out of what (D13, D14)."""
    toll, sheet = view.task, view.sheet
    assert isinstance(sheet, Losses)
    if not isinstance(toll, Toll):
        return
    if toll.raw and toll.pool:
        chosen = casualties.worth(casualties.flat(sheet.points), toll.pool)
        yield say("desert-ask-toll", raw=toll.raw, chosen=chosen, pool=pool(toll.pool, say))
        if len(toll.bases) > 1:
            wanted = (
                say(
                    "desert-ask-share",
                    hex=hex,
                    percent=f"{casualties.tenths_of_percent(share) / 10:.1f}",
                )
                for hex, share in casualties.shares(toll.bases).items()
            )
            yield say("desert-ask-shares", hexes=some(wanted, say))
    if toll.guns and toll.exposed:
        left = tolls.still_exposed(toll, sheet.points)
        chosen = casualties.worth(casualties.flat(sheet.guns), left)
        yield say("desert-ask-vulnerable", raw=toll.guns, chosen=chosen, pool=pool(left, say))
    if not (toll.raw and toll.pool) and not (toll.guns and toll.exposed):
        yield say("desert-ask-nothing")


def ca_captured(view: View, say: Say) -> Iterator[str]:
    """Yield what is to be marked as captured (D15)."""
    captive, sheet = view.task, view.sheet
    if isinstance(captive, Captive) and captive.seat == view.viewer and isinstance(sheet, Losses):
        chosen = casualties.worth(casualties.flat(sheet.points), captive.pool)
        yield say(
            "desert-ask-captive", raw=captive.raw, chosen=chosen, pool=pool(captive.pool, say)
        )


def ca_place(view: View, say: Say) -> Iterator[str]:
    """Yield what is to be placed, and where it may be (D16)."""
    if (
        not isinstance(view.task, Bring)
        or view.task.seat != view.viewer
        or not isinstance(view.sheet, Placed)
    ):
        return
    prisoners, heavy = placing.left(*placing.bring_of(view))
    yield say(
        "desert-ask-bring",
        prisoners=prisoners,
        points=toe(heavy) if heavy else "none",
        hexes="+".join(view.task.hexes),
    )
    legal = (hex for hex, reason in placing.places(view, view.task).items() if reason is None)
    yield say("desert-ask-places", hexes=some(legal, say))


def obligations(view: View, say: Say) -> Iterator[str]:
    """Yield where a stack must retreat to (D17)."""
    fall = view.task
    if isinstance(fall, Falling) and fall.enemy:
        enemies = view.enemies(view.viewer)
        to = s13_obligations.havens(
            view, fall.hex, view.viewer, fall.enemy, enemies, set(view.controlled)
        )
        yield say(
            "desert-ask-owing", hex=fall.hex, enemy=fall.enemy, n=fall.hexes, hexes=some(to, say)
        )


def move(view: View, say: Say) -> Iterator[str]:
    """Yield who can go how far (D18)."""
    able = [unit for unit in view.of(view.viewer) if land(unit) and paths.fixed(view, unit) is None]
    paces = (
        say("desert-ask-pace", unit=unit.id, cpa=paths.pace(view, unit), spent=unit.cp_spent)
        for unit in able
    )
    yield say("desert-ask-move", units=some(paces, say))
    yield from breaking(view, able, say)
    if view.controlled:
        yield say("desert-ask-zones", hexes=some(view.controlled, say))


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
    )
}
"""The sentences of each step, by its name."""
