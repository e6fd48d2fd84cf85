"""Double blind: sight decides what each side is told and shown, and the rest is the same in every
world.
"""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec
import pytest

from bot import trials
from engine.games.ambush import EDITIONS, events, hexes, orders, rounds, windows
from engine.games.ambush.view import View
from engine.games.ambush.world import World
from engine.state import PUBLIC, Event, Setup
from engine.table import GameTable
from engine.testing import Case, Laws, ManyLaws, Play, choose
from engine.testing.kit import asked, begin
from engine.testing.pairs import measure
from renderers.testing import PictureLaws
from tests.ambush import dark, steered
from tests.ambush.test_robot import walker
from tests.kit.each import each

GAME = EDITIONS[-1]
CASE = Case("ambush-blind", GAME, dark.KIT)


@pytest.mark.nightly
@pytest.mark.timeout(3_600)
class TestBlindAmbush(Laws, PictureLaws):
    case = CASE

    @classmethod
    def golden(cls) -> Path:
        return super().golden() / "blind"


@pytest.mark.nightly
@pytest.mark.timeout(3_600)
class TestManyBlindAmbush(ManyLaws):
    case = CASE


def test_sides_that_differ_in_secret_orders_look_the_same() -> None:
    power = measure(CASE, range(6))
    assert power.found == ()
    assert power.kinds.get("equal"), "some stay out of sight"


@each("leak", dark.LEAKS[1:3])
def test_a_planted_leak_is_found(leak: Any) -> None:
    with leak():
        assert measure(CASE, range(40), enough=1).found


@pytest.mark.nightly
@pytest.mark.timeout(3_600)
def test_whole_games_in_pairs_look_the_same_as_long_as_no_difference_is_in_sight() -> None:
    found = [steered.play(seed) for seed in range(100)]
    print(sum((more for _, more in found), Counter()))
    assert [where for where, _ in found if where] == []


@each("leak", dark.SELDOM)
def test_a_leak_that_pairs_hardly_meet_is_found_in_games(leak: Any) -> None:
    with leak(), pytest.raises(AssertionError):
        several(range(40))


def several(seeds: range) -> set[str]:
    return {type(event).__name__ for seed in seeds for event in copies(played(seed))}


# ---- everything told and shown, against a second reckoning


@contextmanager
def overheard(wrong: list[str]) -> Iterator[None]:
    """Check every event when it is told: no seat learns more than it may, or less."""
    real = GameTable.tell

    def tell(table: GameTable, event: Event | None, /, **copies: Event | None) -> None:
        before, w = len(table.told), table.world
        real(table, event, **copies)
        for one in table.told[before:]:
            if one.event is not None and type(one.event).__name__ not in dark.COMMON:
                wrong.append(f"everybody: {one.event}")
            if isinstance(event, events.OfUnit) and isinstance(w, World) and not copies:
                may = {seat for seat in w.seats if dark.may_know(w, seat, event)}
                if one.event is None and event in one.copies.values() and set(one.copies) != may:
                    wrong.append(f"{sorted(one.copies)}, not {sorted(may)}: {event}")

    with patch.object(GameTable, "tell", tell):
        yield


def shown(play: Play) -> None:
    """Check every view."""
    w: World = play.table.world
    lost = {u.id for u in w.units.values() if u.dead}
    for seat in (*w.seats, PUBLIC):
        view: View = play.table.view(seat)
        if w.result is not None:
            assert set(view.units) == set(w.units), "the end opens everything"
            continue
        own = {u.id for u in w.units.values() if u.owner == seat}
        seen = dark.in_sight(w, seat) if seat != PUBLIC else set[str]()
        more = {view.chance.mover} if view.chance else set[str]()
        assert own | seen <= set(view.units) <= own | seen | lost | more
        assert view.opened == view.score == {}
        assert not any(one.holder for one in view.objectives)
        assert all(w.units[one.unit].owner == seat for one in view.trails)
        assert all(one.owner == seat for one in view.reserves)
        assert set(view.changed) <= set(w.changed)
        for ghost in view.ghosts or ():
            assert ghost.unit not in seen
        if seat == PUBLIC:
            text = msgspec.json.encode(view, enc_hook=repr).decode()
            assert not [name for name in w.units if f'"{name}"' in text]
            assert view.changed == {}


def questions(play: Play) -> tuple[str, ...]:
    """Who is asked now, in a movement phase, by the frame that asks."""
    top = play.table.state.stack[-1]
    kinds: dict[type, str] = {
        rounds.Movement: "move",
        windows.Watch: "window",
        rounds.Respite: "again",
    }
    name = kinds.get(type(top), "")
    return (name, *asked(play.table)) if name else ()


def played(seed: int) -> Play:
    """A random game to its end, checked at every entry."""
    setting = dark.KIT.setting(seed) if seed % 2 else dark.night(seed)
    play, rng, wrong = begin(CASE, setting, seed), random.Random(seed), list[str]()
    asks = list[tuple[str, ...]]()
    with overheard(wrong):
        while not play.over:
            number = play.table.state.question
            play.enter(*choose(play, rng))
            shown(play)
            if play.table.state.question != number and play.table.state.stack:
                asks += filter(None, [questions(play)])
    assert wrong == []
    w: World = play.table.world
    for one in asks:
        assert one[0] == "window" or len(one) == 2
    turns = [one for one in asks if one[0] in ("move", "again")]
    begun, again = turns[0::2], turns[1::2]
    assert [("again", *one[1:]) for one in begun][: len(again)] == again, "each turn asks twice"
    complete = len(begun) // (len(w.seats) * rounds.most_units(w))
    assert complete >= w.round - 1, "as many turns in each round, whatever is lost"
    return play


def test_no_seat_is_told_or_shown_more_than_its_units_see() -> None:
    """DB-1, DB-3, DB-8."""
    assert several(range(4)) >= {"Sighted", "Stepped", "Shot", "Rolled"}


@pytest.mark.nightly
@pytest.mark.timeout(3_600)
def test_in_many_games_no_seat_is_told_or_shown_more_than_its_units_see() -> None:
    assert several(range(300)) >= {"Absorbed", "Destroyed", "Interrupted", "Skidded", "Pushed"}


def copies(play: Play) -> Iterator[Event]:
    for bulletin in play.bulletins:
        for told in bulletin.told:
            yield from (copy for copy in told.copies.values() if copy is not None)


@each("battle", ["wood", "ridge"])
def test_robots_play_its_battles_to_the_end(battle: str) -> None:
    setup = Setup(id="dark", secret=b"", options={"battle": battle}, scenario={}, at=0)
    game = trials.play(GAME, setup, 1, ("A", "B"), {"A": 1, "B": 0})
    assert game.winners == ("A",)


# ---- rulings


def stage(
    *units: dict[str, Any],
    cells: dict[str, str],
    zones: dict[str, str] | None = None,
    said: tuple[str, ...] = (),
) -> Play:
    """A double-blind game on flat ground that has begun; A moves first."""
    rows = [" ".join(cells.get(f"{c:02}{r:02}", ".") for c in range(1, 10)) for r in range(1, 10)]
    made = {
        "map": {"size": "9x9", "rows": rows},
        "unit": list(units),
        "side": {
            "A": {"allowance": 1, "deploy": [(zones or {}).get("A", "0109")]},
            "B": {"allowance": 1, "ambush": [(zones or {}).get("B", "0909")]},
        },
        "end": {"rounds": 3},
    }
    setup = Setup(
        id="stage",
        secret=b"",
        options={"blind": "double", "window": "local", "asking": "steps"},
        scenario=made,
        at=0,
        loaded={"initiative:A": [3], "initiative:B": [9], "hit": [2] * 40, "psr": [12] * 40},
    )
    play = Play(GAME, setup)
    play.join(("A", "B"))
    for text in said:
        play.submit(0, text[:1], text[3:])
    for seat in "AB":
        play.submit(0, seat, "ok")
    return play


def names(play: Play, seat: str, last: int = 1) -> list[str]:
    found = [event for one in play.bulletins[-last:] for event in one.events(seat)]
    return [type(event).__name__ for event in found]


WALL = {f"05{r:02}": "#" for r in range(1, 9)}


def test_DB_2_who_comes_round_a_wall_is_sighted_and_leaves_a_ghost() -> None:
    play = stage(walker("A1", "0409/1"), walker("B1", "0702/3"), cells=WALL)
    assert list(play.table.view("A").units) == ["A1"]
    play.submit(1, "A", "move A1 walk F F")
    play.submit(1, "B", "noted")
    found = names(play, "B")
    assert "Sighted" in found
    assert "Stepped" in found
    assert found.index("Sighted") > 0
    assert play.bulletins[-1].events(PUBLIC) == []
    assert "A1" in play.table.view("B").units
    play.submit(1, "A", "ok")
    play.submit(1, "B", "move B1 walk B")
    play.submit(1, "A", "noted")
    play.submit(1, "B", "ok")


def test_DB_5_who_is_fired_at_from_hiding_goes_on_once_and_others_see_no_difference() -> None:
    units = walker("A1", "0307/0"), walker("B1", "0809/0")
    lair = walker("BH1", "0404/4", hidden=True)
    for words, again in (("fire BH1", "continue A1 F"), ("hold", "ok")):
        play = stage(*units, lair, cells={"0404": "w", **WALL})
        play.submit(1, "A", "move A1 walk F F F")
        assert asked(play.table) == ("B",)
        play.submit(1, "B", words)
        assert asked(play.table) == ("A",)
        assert play.table.view(PUBLIC).resting == play.table.view("B").resting == "A"
        assert play.table.view("B").halted is None
        play.submit(1, "A", again)
        assert asked(play.table) == ("B",), "the next turn"
        assert isinstance(play.table.state.stack[-1], rounds.Movement)


def test_DB_4_a_side_without_units_left_to_move_is_asked_as_often() -> None:
    play = stage(walker("A1", "0105/0"), walker("B1", "0809/0"), walker("B2", "0909/0"), cells=WALL)
    turns = [play.table.world.turns]
    assert turns == [["A", "B", "A", "B"]]
    play.submit(1, "A", "move A1 stand")
    play.submit(1, "B", "noted")
    play.submit(1, "A", "ok")
    for _ in range(2):
        play.submit(1, *_passed(play))
    play.submit(1, "B", "ok")
    assert asked(play.table) == ("A",)
    (only,) = [choice.order for choice in play.table.menu("A").offered][:1]
    assert only is orders.Ok


def _passed(play: Play) -> tuple[str, str]:
    (seat,) = asked(play.table)
    return seat, "noted" if isinstance(play.table.state.stack[-1], windows.Watch) else "ok"


def test_DB_6_who_jumps_on_somebody_unseen_lands_beside() -> None:
    units = walker("A1", "0405/1", jump=5), walker("B1", "0704/0")
    play = stage(*units, cells=WALL)
    play.submit(1, "A", "move A1 jump J0704/1")
    play.submit(1, "B", "noted")
    w: World = play.table.world
    assert hexes.adjacent(w.units["A1"].hex, "0704")
    assert "Sighted" in names(play, "A")


def test_DB_7_whose_hex_is_taken_hides_in_the_nearest_free_one() -> None:
    units = walker("B1", "0909/0"), walker("BH1", "", hidden=True), walker("A1", "")
    play = stage(
        *units,
        cells={"0304": "w", "0305": "w", "0308": "w", **WALL},
        zones={"A": "0304-0306", "B": "0304-0308"},
        said=("A: deploy A1 0304/0", "B: hide BH1 0304/3"),
    )
    w: World = play.table.world
    assert (w.units["A1"].hex, w.units["BH1"].hex) == ("0304", "0305")
    assert [name for name in names(play, "A") if name == "Placed"] == []
