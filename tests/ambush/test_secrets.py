"""Non-interference, NI-1 to NI-6 of section 4.5, over pairs of worlds;
and the leaks that must be seen.
"""

import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from engine.games.ambush import EDITIONS, deployment, events, orders, routes
from engine.games.ambush.view import View
from engine.games.ambush.windows import Watch
from engine.games.ambush.world import Chance, World
from engine.menu import Choice, Menu
from engine.state import PUBLIC, REFEREE, Seat, Setup, Tick
from engine.testing import laws, pairs
from engine.testing.kit import Case, Play, asked
from engine.testing.pairs import Driver, difference, measure
from tests.ambush import random_scenarios
from tests.ambush.kit import KIT, AmbushKit, public
from tests.ambush.scenarios import Case as Played
from tests.ambush.scenarios import Run

encode = msgspec.json.Encoder(order="deterministic", enc_hook=repr).encode


class Light(AmbushKit):
    probes = ("move A1 run F F F F F", "move BH1 run F")
    viewers: tuple[Seat, ...] = ("A", PUBLIC)


LIGHT = Case("ambush-light", EDITIONS[-1], Light())


@pytest.mark.nightly
def test_NI_1_a_thousand_pairs() -> None:
    power = measure(LIGHT, range(laws.TONIGHT, laws.TONIGHT + 1_000))
    print(power)
    assert power.found == ()


def hiding(play: Play, seat: Seat) -> Choice | None:
    offered = play.table.menu(seat).offered
    return next((choice for choice in offered if choice.order is orders.Hide), None)


class Silent(Driver):
    """NI-5: B hides in one world and not in the other, and always holds."""

    hides = True

    def sealed(self, seats: tuple[Seat, ...], window: int | None, due: int | None) -> None:
        play, end = self.play, self.play.now + 10
        for seat in seats if isinstance(play.table.state.stack[-1], deployment.Hiding) else ():
            for _ in range(3 if self.hides or seat == "A" else 0):
                if (hide := hiding(play, seat)) is not None:
                    rng = self.chance(f"hide {play.now}", seat)
                    play.write(play.now, seat, hide.sample(rng))
        for seat in seats if window is None else ():
            play.write(end, seat, orders.Ok())
        if window is not None:
            assert due is not None
            play.write(max(due, play.now), REFEREE, Tick())

    def beside(self) -> None:
        """Nobody says anything beside: hidden units hold."""


class Bare(Silent):
    hides = False


def test_NI_5_holding_is_like_not_being_there() -> None:
    held(range(6), 1)


@pytest.mark.nightly
def test_NI_5_holding_is_like_not_being_there_in_many_pairs() -> None:
    held(range(200), 40)


def held(seeds: range, equal: int) -> None:
    kinds: Counter[str] = Counter()
    for seed in seeds:
        setting = public(seed)
        try:
            with LIGHT.kit.blind():
                one, other = (
                    kind(LIGHT, setting, seed, seed).run().world for kind in (Silent, Bare)
                )
        except pairs.Abandoned:
            kinds["abandoned"] += 1
            continue
        for viewer in ("A", PUBLIC):
            where, revealed = difference(LIGHT, one.rows[viewer], other.rows[viewer])
            assert not where, f"pair {seed}, {viewer}: {where}"
            kinds["revealed" if revealed else "equal"] += 1
    print(kinds)
    assert kinds["equal"] >= equal


def hidden_game(seed: int, sides: str = "AB", **options: Any) -> Play:
    rng = random.Random(f"hidden {seed}")
    made = random_scenarios.scenario(rng, sides, (9, 9), crowded=True)
    for side in sides:
        made["side"][side]["allowance"] = 2
    setup = Setup(
        id=f"hidden-{seed}",
        secret=seed.to_bytes(32, "big"),
        options={"sides": len(sides), "window": "10m", **options},
        scenario=made,
        at=1_000,
    )
    play = Play(EDITIONS[-1], setup)
    play.join(tuple(sides))
    while not isinstance(play.table.state.stack[-1], deployment.Hiding):
        seat = mover_of(play)
        play.write(play.now, seat, play.table.menu(seat).choices[0].sample(rng))
    for seat in asked(play.table):
        for _ in range(2):
            if (hide := hiding(play, seat)) is not None:
                play.write(play.now, seat, hide.sample(rng))
        play.write(play.now, seat, orders.Ok())
    return play


def mover_of(play: Play) -> Seat:
    (seat,) = asked(play.table)
    return seat


def drawn_order(play: Play, seed: int) -> Any:
    return play.table.menu(mover_of(play)).choices[0].sample(random.Random(seed))


def shown(play: Play, viewer: Seat) -> tuple[Any, ...]:
    table = play.table
    return (
        encode(table.view(viewer)),
        *described(table.menu(viewer)),
        table.ask(),
        table.state.due,
        table.state.question,
    )


def described(menu: Menu) -> tuple[Any, ...]:
    return (
        menu.help(),
        encode(menu.why),
        encode(menu.default),
        menu.examples(3),
        menu.complete("fire "),
        menu.idle,
    )


def steps_to(play: Play, unit: str, mode: str, steps: tuple[str, ...], seen: Chance) -> int | None:
    view: View = play.table.view(PUBLIC)
    way = routes.Steps(view, view.units[unit], mode, 0).way(steps)  # type: ignore[arg-type]  # a mode
    return next(
        (
            k
            for k, spot in enumerate(way)
            if k
            and (k == len(steps) or "F" in steps[k - 1 : k + 1] or "B" in steps[k - 1 : k + 1])
            and (spot.hex, spot.facing, spot.prone) == (seen.hex, seen.facing, seen.prone)
        ),
        None,
    )


def test_NI_2_T60_a_prompt_does_not_depend_on_the_rest_of_the_way() -> None:
    compared = sum(other_ends(seed) for seed in range(110))
    print(compared)
    assert compared >= 10


def other_ends(seed: int) -> int:
    first, rng, compared = hidden_game(seed), random.Random(seed), 0
    mover = mover_of(first)
    order = first.table.menu(mover).choices[0].sample(rng)
    first.write(first.now, mover, order)
    watch = first.table.state.stack[-1]
    if order.mode not in ("walk", "run") or not isinstance(watch, Watch) or not watch.chances:
        return 0
    (owner, seen), *_ = watch.chances.items()
    at = steps_to(first, order.unit, order.mode, order.steps, seen)
    if at is None or seen.contact:
        return 0
    turned = order.steps[at - 1] in "LRSP"
    prefix = order.steps[: at + 1] if turned else order.steps[:at]
    for mode in ("walk", "run"):
        other = hidden_game(seed)
        menu, view = other.table.menu(mover), other.table.view(mover)
        unit = view.units[order.unit]
        begun = menu.choices[0].order(order.unit, mode, prefix)
        if mode not in unit.modes() or not menu.allows(begun):
            continue
        slot = routes.Steps(view, unit, mode, 0)
        slot.start = slot.way(prefix)[-1]
        tail = () if len(prefix) == at and turned else slot.sample(rng)
        again = replace(order, mode=mode, steps=(*prefix, *tail), on_fall=())
        if not menu.allows(again):
            continue
        other.write(other.now, mover, again)
        theirs = other.table.state.stack[-1]
        assert isinstance(theirs, Watch)
        if theirs.chances.get(owner) != seen:
            # A run may slip where a walk does not.
            assert mode != order.mode, (seed, order, again)
            continue
        assert shown(other, owner) == shown(first, owner), (seed, order, again)
        assert other.bulletins[-1].events(owner) == first.bulletins[-1].events(owner)
        compared += again != order
    return compared


def test_NI_3_a_prompt_to_one_owner_changes_nothing_for_another() -> None:
    others_alike(range(24), 1)


@pytest.mark.nightly
def test_NI_3_a_prompt_to_one_owner_changes_nothing_for_another_in_many_games() -> None:
    others_alike(range(300), 10)


def others_alike(seeds: range, least: int) -> None:
    compared = 0
    for seed in seeds:
        play, twin = hidden_game(seed, "ABC"), hidden_game(seed, "ABC")
        mover, order = mover_of(play), drawn_order(play, seed)
        one, two = (seat for seat in "ABC" if seat != mover)
        for unit in twin.table.world.of(one):
            unit.shot = unit.shot or unit.hidden
        for game in (play, twin):
            game.write(game.now, mover, order)
        top, other = play.table.state.stack[-1], twin.table.state.stack[-1]
        assert isinstance(top, Watch)
        assert isinstance(other, Watch)
        assert one not in other.chances
        assert shown(play, two) == shown(twin, two)
        assert shown(play, PUBLIC) == shown(twin, PUBLIC)
        compared += one in top.chances
    assert compared >= least


def test_T77_owners_who_answer_in_another_order_get_the_same() -> None:
    fired = 0
    for seed in range(150, 210):
        ends: list[bytes] = []
        for turn in (1, -1):
            play = hidden_game(seed, "ABC")
            play.write(play.now, mover_of(play), drawn_order(play, seed))
            top = play.table.state.stack[-1]
            if not isinstance(top, Watch) or len(top.chances) < 2:
                break
            for seat in sorted(top.chances)[::turn]:
                fire = f"fire {top.chances[seat].shooters[0].unit}"
                play.write(play.now + 1, seat, play.table.menu(seat).parse(fire))
            assert play.table.state.due is not None
            play.write(play.table.state.due, REFEREE, Tick())
            ends.append(play.table.save())
            told = play.bulletins[-1].events(PUBLIC)
            fired += sum(isinstance(event, events.Revealed) for event in told) > 1
        assert len(set(ends)) <= 1
    assert fired >= 2


def test_NI_6_views_hold_nothing_of_hidden_units() -> None:
    for seed in range(20):
        play = hidden_game(seed)
        w: World = play.table.world
        hidden = {unit.id: unit.owner for unit in w.units.values() if unit.hidden and unit.alive}
        assert hidden
        for viewer in ("A", "B", PUBLIC):
            view: View = play.table.view(viewer)
            text = encode(replace(view, reserves=())).decode()
            for name, owner in hidden.items():
                assert (f'"{name}"' in text) == (viewer == owner)


def test_IS_7_IS_8_T64_T65_a_hidden_unit_anywhere_changes_no_menu() -> None:
    answers: set[tuple[Any, ...]] = set()
    play = next(play for seed in range(9) if mover_of(play := hidden_game(seed)) == "A")
    w: World = play.table.world
    unit = next(unit for unit in w.of("B") if unit.hidden)
    taken = {other.hex for other in w.units.values() if other != unit}
    hexes = [f"{c:02}{r:02}" for c in range(1, w.size[0] + 1) for r in range(1, w.size[1] + 1)]
    places = [hex for hex in hexes if w.cell(hex).hides(prone=True) and hex not in taken]
    for hex in places:
        unit.hex = hex
        menu = play.table.menu("A")
        tries = [pairs.answered(menu, probe, 1) for probe in KIT.probes]
        offers = [tuple(menu.complete(head)) for probe in KIT.probes for head in pairs.heads(probe)]
        answers.add((encode(play.table.view("A")), repr(described(menu)), *tries, *offers))
    assert len(places) >= 5
    assert len(answers) == 1


def test_T61_T62_the_tick_and_the_number_of_messages_are_public_facts() -> None:
    seen: set[tuple[Any, ...]] = set()
    for seed in range(12):
        for answer in ("", "noted", "hold"):
            play = hidden_game(seed, tick="5m")
            mover = mover_of(play)
            menu = play.table.menu(mover)
            play.write(1_007, mover, menu.choices[0].order(menu.default.unit, "stand"))
            owner = "B" if mover == "A" else "A"
            assert mover_of(play) == owner, "the window"
            assert play.bulletins[-1].told == ()
            assert play.table.menu(mover).idle == "sealed"
            if answer and answer in play.table.menu(owner).help():
                play.write(1_010, owner, play.table.menu(owner).parse(answer))
                assert play.bulletins[-1].told == ()
            assert play.table.state.due is not None
            play.write(play.table.state.due, REFEREE, Tick())
            ((at, told),) = [(one.at, one.told) for one in play.bulletins[-1:]]
            seen.add((at, *(type(event).__name__ for one in told for event in one.copies.values())))
    assert seen == {(1_800, "Offered", "Closing")}


def test_T67_IS_10_a_shot_that_misses_shifts_no_other_die() -> None:
    thrown: list[dict[str, tuple[tuple[int, int], ...]]] = []
    for policy in ("hold", "fire"):
        case = Played(
            "T67",
            fixture="H",
            turns="AA",
            unit=[{"id": "A2", "side": "A", "tons": 40, "walk": 6, "at": "0812/0"}],
            dice={"hit:BH": [2, 2, 2]},
            options={"end_detect": "no"},
        )
        run = Run(case)
        run.table.state.loaded.pop("psr")
        run.line(f"B: ambush BH {policy}")
        run.line("A: move A1 run F F F F F")
        if policy == "fire":
            run.line("A: continue A1 F F")
        run.line("A: move A2 run F R F L F R F")
        rolls = [roll for bulletin in run.bulletins for roll in bulletin.rolls]
        thrown.append({roll.key: roll.dice for roll in rolls if ":BH" not in roll.key})
    assert any("psr:A2" in key for key in thrown[0])
    assert all(thrown[0][key] == thrown[1][key] for key in thrown[0].keys() & thrown[1].keys())
