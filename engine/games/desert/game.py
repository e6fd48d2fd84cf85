"""Desert: the combat segment of an operational wargame. Rules: ``RULES.md`` beside this file."""

from collections import Counter
from collections.abc import Mapping, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from engine import Choice, Event, Frame, Game, Menu, Order, Seat, SeatHolder, Table
from engine.game import types_of
from engine.games.desert import (
    chart_file,
    declarations,
    hints,
    paper,
    paper_questions,
    prompts,
    s05_plans,
    s06_07_barrage,
    s08_retreat,
    s09_roles,
)
from engine.games.desert import events as e
from engine.games.desert import orders as o
from engine.games.desert.s01_04_opening import Flagging, Positioning
from engine.games.desert.s10_11_antiarmour import Calling, Flagged
from engine.games.desert.s12_assault import Melee, Picking, strike
from engine.games.desert.s12_losses import Capturing, Placing, Tolls
from engine.games.desert.s12_retreat import FallBack
from engine.games.desert.s13_16_close import Moving, Owing, finish, hold_ground
from engine.games.desert.scenario_file import DesertScenario, chosen, lay_out
from engine.games.desert.scenario_tables import ScoreTable, read, saved
from engine.games.desert.script import Segment
from engine.games.desert.slots import Pick, bar
from engine.games.desert.units import Hex, gun_class
from engine.games.desert.view import Declare, View, project
from engine.games.desert.world import DesertOptions, World, land


class Desert(Game[World, DesertOptions, View]):
    """The description of Desert, edition 1."""

    name, scenario_type = "desert", DesertScenario
    texts = {"charts": "chart_file"}  # noqa: RUF012  # the class says the type
    frames = (
        Segment,
        Positioning,
        Flagging,
        s05_plans.Planning,
        s06_07_barrage.Taking,
        s08_retreat.Leaving,
        s09_roles.Assigning,
        Calling,
        Flagged,
        Picking,
        Melee,
        FallBack,
        Tolls,
        Capturing,
        Placing,
        Owing,
        Moving,
        paper.PaperSegment,
        paper_questions.Declaring,
        paper.PaperCalling,
        paper.PaperPicking,
        paper.PaperMelee,
    )
    orders = (*types_of(o, Order), *types_of(declarations, Order))
    verbs = o.VERBS
    events = types_of(e, Event)

    def roles(self, options: DesertOptions) -> tuple[Seat, ...]:
        return tuple(seat for seat in ("axis", "cw") if seat != options.paper)

    def pace(self, options: DesertOptions) -> int | None:
        return options.seconds

    def setup(self, options: DesertOptions, scenario: DesertScenario) -> World:
        w = lay_out(chosen(scenario, options.scenario, self.edition), options)
        hold_ground(w)
        return w

    def oddities(self, scenario: DesertScenario) -> Sequence[str]:
        return chart_file.kept_charts(scenario.chart_file).warnings if scenario.chart_file else ()

    def seated(self, t: Table, chair: SeatHolder) -> None:
        w: World = t.world
        w.players[chair.seat] = chair.name
        t.tell(e.Joined(chair.seat, chair.name))

    def unseated(self, t: Table, chair: SeatHolder) -> None:
        w: World = t.world
        del w.players[chair.seat]

    def renamed(self, t: Table, chair: SeatHolder) -> None:
        t.world.players[chair.seat] = chair.name

    def has_typed_dice(self, world: World) -> bool:
        return world.options.dice == "typed"

    def types_dice(self, world: World, key: str) -> bool:
        """Return whether the players type this roll. They never type the shuffling of names.

        Rule: DS-23.
        """
        return self.has_typed_dice(world) and "/names/" not in key

    def begin(self, t: Table) -> Frame:
        w: World = t.world
        t.tell(e.Began(w.title, w.charts.sha256, f"{w.profile} {w.options.rulings}".strip()))
        for seat, points in w.bonuses.items() if w.edition_2 else ():
            t.tell(e.Favoured(seat, points))
        return paper.PaperSegment() if w.absent else Segment()

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        return project(world, viewer, shown)

    def uncovered(self, view: View, own: Mapping[Seat, View]) -> View:
        units, dumps, leaders = dict(view.units), dict(view.dumps), dict(view.leaders)
        for seat, one in own.items():
            units |= {i: unit for i, unit in one.units.items() if unit.side == seat}
            dumps |= one.dumps
            leaders |= one.leaders
        return replace(view, units=units, dumps=dumps, leaders=leaders)

    def anytime(self, view: View, seat: Seat) -> Menu:
        """Return resign and draw, and ``strike`` while assaults are being picked (D11)."""
        choices = [Choice(o.Resign, "resign")]
        if seat not in view.draws and not view.absent:
            choices.append(Choice(o.Offer, "draw"))
        strikes = view.rulings.strikes == "on"
        if view.step in ("ca_pick", "paper") and seat != view.phasing and strikes:
            mine = {attack.targets[0]: attack for attack in view.attacks}
            if any(mine[hex].status == "waiting" for hex in mine if hex in view.held_off):
                held = Pick(
                    mine,
                    lambda hex: None if hex in view.held_off else bar("E-STRIKE", hex=hex),
                    "E-HEX",
                )
                choices.append(Choice(o.Strike, "strike {hex}", hex=held))
        return Menu(choices)

    def always(self, t: Table, seat: Seat, order: Order) -> None:
        w: World = t.world
        if isinstance(order, o.Resign):
            finish(t, "resigned", seat)
        elif isinstance(order, o.Offer):
            w.draws.append(seat)
            t.tell(e.DrawOffered(seat))
            if set(w.draws) == set(w.seats):
                finish(t, "agreed")
        elif isinstance(order, o.Strike):
            strike(t, seat, order.hex)

    def split(self, text: str) -> list[str]:
        """Split a message into orders, one per line. Text after a ``;`` is a new order if it begins
        with a verb. Otherwise the line continues, as in ``BAR "Nr1 Tank": A+B ; C``.
        """
        found: list[str] = []
        for line in text.splitlines():
            fresh = True
            for part in map(str.strip, line.split(";")):
                if not part:
                    continue
                if fresh or part.split()[0].casefold() in o.VERBS:
                    found.append(part)
                else:
                    found[-1] += f" ; {part}"
                fresh = False
        return found

    def robot(self, view: View, menu: Menu, rng: Random, level: int = 1) -> Order:
        return hints.choose(view, menu, rng) or super().robot(view, menu, rng, level)

    def hints(self, view: View, menu: Menu) -> list[Order]:
        return hints.hints(view, menu) if view.viewer in view.seats else []

    def written(self, view: View) -> Sequence[str]:
        declaring = isinstance(view.task, Declare)
        return tuple(paper_questions.written(view) if declaring else prompts.written(view))

    def idle(self, view: View, seat: Seat) -> str:
        """Return ``E-BUSY`` if an assault must be finished before the next is picked."""
        return "E-BUSY" if view.step.startswith("ca_") and seat == view.phasing else "not-your-turn"

    def records(self, events: Sequence[Event], day: str, view: View) -> dict[str, str]:
        return {"toml": saved(view)} if view.step == "over" else {}

    def check(self, world: World) -> None:
        """Assert conservation (2.2) and legality."""
        hexes: dict[Hex, Seat] = {}
        stacking: Counter[Hex] = Counter()
        for unit in world.units.values():
            assert all(n > 0 for n in unit.toe.values()), unit.id
            assert unit.ammo >= 0, unit.id
            assert -99 <= unit.cohesion <= 10, unit.id
            assert sum(role.n for role in unit.seg.roles) <= unit.points, unit.id
            assert unit.position is None or gun_class(unit, world.kinds), unit.id
            if land(unit):
                assert hexes.setdefault(unit.hex, unit.side) == unit.side, unit.hex
                stacking[unit.hex] += unit.sp or 0
        for hex, points in stacking.items():
            assert points <= world.stacking_limit(hex), hex
        for seat in world.seats:
            alive = sum(unit.points for unit in world.of(seat))
            guards = sum(pile.n for pile in world.guards if pile.side == seat)
            assert alive + guards + world.lost.get(seat, 0) == world.start_toe[seat], seat
        for dump in world.dumps.values():
            assert min(dump.stocks.values()) >= 0, dump.id


class Desert2(Desert):
    """Edition 2: a scenario has a bonus of its own, which is announced (DS-19)."""

    edition = 2

    def setup(self, options: DesertOptions, scenario: DesertScenario) -> World:
        made = chosen(scenario, options.scenario, self.edition)
        own = read(made.score, ScoreTable, "score").bonus
        w = super().setup(replace(options, bonus=options.bonus or own), scenario)
        w.edition_2 = True
        return w


EDITIONS = (Desert(), Desert2())
