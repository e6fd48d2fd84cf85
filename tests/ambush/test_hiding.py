"""Hidden units, shots, windows, the turn queue, commitments; and the
interrupts that went wrong elsewhere.
"""

import hashlib
import random
import tomllib
from typing import Any

import pytest

from engine.games.ambush import EDITIONS
from engine.games.ambush.deployment import Hiding
from engine.games.ambush.events import Closing, Opened, Pledged, Previewed, Revealed
from engine.games.ambush.view import View
from engine.menu import Refused
from engine.state import PUBLIC, Ask, Setup
from engine.testing.kit import Play
from renderers import sentences_in
from tests.ambush.random_play import setup as random_setup
from tests.ambush.scenarios import HERE, Case, Run, read
from tests.ambush.test_moving import played, refusal, seen

GUNS = ["LL:RA", "LL:LA", "ML:RT"]
SHIPPED = HERE.parent.parent / "engine" / "games" / "ambush" / "scenarios"


def hider(name: str, at: str, side: str = "B", **more: Any) -> dict[str, Any]:
    """A hidden unit."""
    return {
        "id": name,
        "side": side,
        "tons": 50,
        "walk": 5,
        "at": at,
        "hidden": True,
        "weapons": GUNS,
        **more,
    }


def setting_up(**options: str) -> Play:
    """A game of the scenario `duel`, all seats taken, visible units deployed."""
    made = tomllib.loads((SHIPPED / "duel.toml").read_text("utf-8"))
    play = Play(
        EDITIONS[-1], Setup(id="duel", secret=b"k" * 32, options=dict(options), scenario=made, at=0)
    )
    play.join(("A", "B"))
    while not isinstance(play.table.state.stack[-1], Hiding):
        (seat,) = play.table.ask().seats  # type: ignore[union-attr]  # somebody deploys
        play.submit(1, seat, f"deploy {seat}1 {'0601/3' if seat == 'A' else '0612/0'}")
    return play


def test_ST_3_who_hides_reads_what_is_hidden_so_far_and_what_ok_means_then() -> None:
    play = setting_up()

    def read(seat: str) -> tuple[str, str]:
        parts = sentences_in("en").asked("ambush", play.table.view(seat))
        return parts.question, parts.private

    question, private = read("A")
    assert "if you say ok now, you have no hidden units. You may hide 1 more." in private
    play.submit(2, "A", "hide AX 0305/2")
    assert read("A") == (question, "Hidden so far: AX 0305/2. You may hide no more.")
    assert read("B")[1].startswith("You have hidden no unit yet"), "that of others shows to nobody"
    assert read(PUBLIC)[1] == ""


def test_HU_1_T73_where_units_hide_and_where_not() -> None:
    """Only woods, buildings, and prone in rough ground; only inside one's
    own zone; the refusal is private.
    """
    play = setting_up()
    before = play.table.save()
    for place in ("0606/0", "0110/0", "0601/0"):
        with pytest.raises(Refused) as refused:
            play.submit(2, "A", f"hide AX {place}")
        assert (refused.value.refusal.code, refused.value.refusal.rule) == (
            "not-in-your-zone",
            "HU-1",
        )
    assert play.table.save() == before
    play.submit(2, "A", "hide AX 0305/2")
    play.submit(2, "B", "hide BX 0208/1")
    for seat in "AB":
        play.submit(3, seat, "ok")
    units = play.table.world.units
    assert [(units[i].hex, units[i].facing, units[i].prone) for i in ("AX", "BX")] == [
        ("0305", 2, True),
        ("0208", 1, False),
    ]


def test_ST_1_ST_2_ST_3_deploying_hiding_showing_and_leaving_unused() -> None:
    """S1 to S3: visible units by turns, hidden ones in secret; a
    place may be shown or left unused.
    """
    play = setting_up()
    assert play.table.ask() == Ask(("A", "B"))
    play.submit(2, "A", "hide AX 0305/2")
    assert play.bulletins[-1].events(PUBLIC) == []
    assert play.table.view(PUBLIC).sheet.lines == ()
    play.submit(3, "A", "hide AX none")
    play.submit(3, "A", "hide AY 0305/3")
    play.submit(3, "A", "ok")
    bulletin = play.submit(4, "B", "ok")
    pledged = [event for event in bulletin.events(PUBLIC) if isinstance(event, Pledged)]
    assert [event.slot for event in pledged] == ["A-hidden-1", "B-hidden-1"]
    view: View = play.table.view("A")
    assert view.units["AY"].hex == "0305"
    assert "AY" not in play.table.view("B").units
    shown = tomllib.loads((SHIPPED / "duel.toml").read_text("utf-8"))
    other = Play(
        EDITIONS[-1], Setup(id="shown", secret=b"k" * 32, options={}, scenario=shown, at=0)
    )
    other.join(("A", "B"))
    (seat,) = other.table.ask().seats  # type: ignore[union-attr]  # somebody deploys
    other.submit(1, seat, f"show {seat}X {'0601/3' if seat == 'A' else '0612/0'}")
    assert other.table.view(PUBLIC).units[f"{seat}X"].visible
    assert not other.table.view(PUBLIC).rights[seat]


def test_HU_2_hidden_units_do_not_count_and_cannot_be_aimed_at() -> None:
    run = played(
        "A: move A1 walk F",
        fixture="H",
        turns="A",
        unit=[{"id": "A1", "weapons": ["ML:RA"]}],
        options={"end_detect": "no"},
    )
    assert refusal(run, "A", "fire A1 ML>BH")[0] != ""
    assert "BH" not in repr(run.table.menu("A").complete("fire A1 "))


def test_HU_3_HU_6_what_reveals_a_unit() -> None:
    """(a) choice, (b) fire orders, (d) contact, (e) ending beside it, (f) the
    loss of the last visible unit.
    """
    choice = played(
        "A: move A1 walk F",
        "B: ok",
        "A: ok",
        "B: reveal BH next-round",
        "A: ok",
        "B: ok",
        fixture="H",
        turns="A",
        options={"end_detect": "no"},
    )
    assert seen(choice, "RoundBegan round=2", "Revealed BH cause=choice")
    assert choice.world.units["BH"].turn == "ready"
    fire = played(
        "A: move A1 walk F F",
        "B: fire BH LL#1>A1",
        "A: ok",
        "B: ok",
        fixture="H",
        turns="A",
        options={"end_detect": "no"},
    )
    assert seen(fire, "Revealed BH cause=fire", "Shot BH weapon=LL#1")
    alone = played(
        "A: move A1 walk F",
        "A: fire A1 AC20>B9",
        "A: ok",
        "B: ok",
        fixture="H",
        turns="A",
        unit=[{"id": "A1", "weapons": ["AC20:RA"], "at": "1109/3"}, {"id": "B9", "armour": {}}],
        dice={"loc:B9": [12]},
    )
    assert seen(alone, "Destroyed B9", "Revealed BH cause=alone")
    assert not alone.world.right("B")


def test_HU_4_contact_by_walking() -> None:
    """The mover stays, the points are spent, the unit alone may answer, and the move may go on."""
    unit = [{"id": "BH", "at": "0304/4"}, hider("BG", "0404/4")]
    case: dict[str, Any] = {
        "fixture": "H",
        "unit": unit,
        "map": {"0304": "w", "0404": "w"},
        "allowance": {"B": 2},
    }
    held = played(
        "B: ambush BH hold",
        "B: ambush BG fire@3",
        "A: move A1 run F F F F F F",
        "= *N(A1)* S(A1) H(B) N(B) | CONT A1 mp 5/8",
        **case,
    )
    assert seen(held, "Revealed BH cause=contact", "Interrupted A1 left=3")
    assert not seen(held, "Shot")
    fired = played("B: ambush BH fire@2", "A: move A1 run F F F F F F", **case)
    assert seen(fired, "Revealed BH cause=contact", "Shot BH")


def test_HU_5_contact_by_landing() -> None:
    run = played(
        "B: ambush BH fire", "A: move A1 jump J0404/2", fixture="H", unit=[{"id": "A1", "jump": 5}]
    )
    assert seen(run, "Revealed BH cause=landed", "Landed A1 hex=0405", "Shot BH", "MoveOver A1")


def test_PB_1_PB_2_PB_3_a_shot_once_a_round_with_one_twist() -> None:
    """The unit fires no more in that round (PB-1); numbers without movement and
    terrain (PB-3); T59a has the twists.
    """
    run = played(
        "B: ambush BH fire",
        "A: move A1 run F F F F F F",
        "A: continue A1 F F",
        fixture="H",
        turns="A",
        unit=[{"id": "A1", "gunnery": 2}, {"id": "BH", "gunnery": 3}],
    )
    assert seen(run, "Shot BH need=3")
    assert "fire {unit} {twist} {shots}" not in run.table.menu("B").help()
    prone = played("B: ambush BH fire", "A: move A1 run F F F P", fixture="H")
    assert seen(prone, "Shot BH need=4")


def test_PB_4_all_damage_then_one_roll() -> None:
    """T56 is the case; a mover that is destroyed is rolled for no more."""
    run = played(
        "B: ambush BH fire",
        "A: move A1 run F F F F F F",
        fixture="H",
        unit=[{"id": "A1", "armour": {}}],
        dice={"loc:A1": [7, 7, 7]},
    )
    assert seen(run, "Destroyed A1")
    assert not seen(run, "Rolled A1 roll=damage")
    assert run.table.ask() == Ask(("B",))


def test_PB_5_the_rest_goes_on_in_the_same_mode_with_the_rest_of_the_points() -> None:
    run = played("B: ambush BH fire", "A: move A1 walk F F F F", fixture="H")
    assert run.table.menu("A").help()[0] == "continue {unit} {steps}"
    assert refusal(run, "A", "continue A1 F F F")[:2] == ("no-points", "F")
    assert refusal(run, "A", "move A1 run F")[0] == "unknown-word"


def test_QU_1_QU_2_QU_3_QU_4_the_queue_of_the_worked_example() -> None:
    """Q1 to Q4 at every row of 3.8: closing notices for everybody with rights, and nobody else."""
    case = next(case for case in read(HERE / "cases" / "example.toml") if case.id == "T59d")
    run = Run(case)
    run.play()
    run.judge()
    closings = [
        seat
        for b in run.bulletins
        for told in b.told
        for seat, event in told.copies.items()
        if isinstance(event, Closing)
    ]
    assert closings == ["B", "A", "B"] or closings == ["A", "B", "B"]


def test_QU_5_T79_who_is_destroyed_before_its_turn_gives_up_the_last_one() -> None:
    other = [
        {
            "id": "B1",
            "side": "B",
            "tons": 20,
            "walk": 6,
            "at": "0304/3",
            "armour": {},
            "piloting": 8,
        }
    ]
    run = played(
        "A: move A1 run F F F F R F",
        "B: avoid no B1",
        unit=other,
        turns="ABAB",
        dice={"psr:A1": [4, 9], "collide:A1": [12]},
    )
    assert seen(run, "Destroyed B1", "TurnLost seat=B which=last")
    assert run.world.turns == ["B", "A"]


def test_QU_6_a_turn_without_a_unit_is_skipped() -> None:
    assert seen(played("A: move A1 walk F", turns="AAB"), "TurnSkipped seat=A")


def test_WN_1_asked_always_until_a_tick_and_once_is_enough() -> None:
    """3.6: near or far, the same question for the same time; the answer
    counts for what it was asked about.
    """
    case: dict[str, Any] = {"fixture": "H", "options": {"window": "10m", "tick": "1m"}}
    for steps, near in (("F F F F F F", True), ("F", False)):
        run = played(f"A: move A1 run {steps}", **case)
        assert run.table.ask() == Ask(("B",), 620, secret=True, opportunity=True)
        assert run.table.state.due == 1_620
        assert (run.table.view("B").chance is not None) == near
        assert run.table.view("A").chance is None
        assert run.bulletins[-1].told == ()
    fired = played("A: move A1 run F F F F F F", "B: fire BH", "tick", **case)
    assert seen(fired, "Revealed BH cause=shot", "Interrupted A1 left=5")
    held = played("B: ambush BH fire", "A: move A1 run F F F F F F", "B: hold", "tick", **case)
    assert seen(held, "Revealed BH cause=shot", "Interrupted A1 left=4")


def test_WN_2_a_prompt_tells_the_checkpoint_and_the_numbers_and_nothing_else() -> None:
    """3.3: units, mover, hex, facing, pose, the side it shows, target numbers."""
    run = played("A: move A1 run F F F F F F", fixture="H", options={"window": "10m"})
    chance = run.table.view("B").chance
    assert (chance.mover, chance.hex, chance.facing, chance.prone, chance.contact) == (
        "A1",
        "0305",
        0,
        False,
        False,
    )
    (shooter,) = chance.shooters
    assert (shooter.unit, shooter.side, shooter.weapons) == (
        "BH",
        "front",
        (("LL#1", 4), ("LL#2", 4), ("ML", 4)),
    )


def test_HU_6_who_has_no_hiding_place_left_is_not_listed_as_one_who_may_hide() -> None:
    """Neither to everybody nor to its own side: the places of a side are
    filled, or there never were any.
    """
    spare = {"id": "BZ", "side": "B", "tons": 20, "walk": 5, "hidden": True}
    for unit in ([{"id": "A1", "at": "0305/0"}, spare], [{"id": "A1", "at": "0305/0"}]):
        run = played(*(["B: ok"] if spare in unit else []), fixture="H", unit=unit)
        assert {one.id for one in run.table.view(PUBLIC).reserves} == {
            "BH",
            *(["BZ"] if spare in unit else []),
        }
        run.line("A: move A1 stand")
        assert seen(run, "Revealed BH cause=adjacent")
        for viewer in (PUBLIC, "A", "B"):
            assert run.table.view(viewer).reserves == ()


def test_WN_3_standing_orders() -> None:
    """2.19: hold, fire, fire@n, fire if side, fire if facing, fire if tons, ask else."""
    for policy, fires in (
        *(
            ("hold", False),
            ("fire", True),
            ("fire@9", False),
            ("fire if side=right", True),
            ("fire if side=rear", False),
        ),
        *(("fire if facing=0", True), ("fire if facing=1", False)),
        *(
            ("fire if tons>=55", True),
            ("fire if tons>=60", False),
            ("ask else fire", True),
            ("ask else hold", False),
        ),
    ):
        run = played(f"B: ambush BH {policy}", "A: move A1 run F F F F F F", fixture="H")
        assert seen(run, "Revealed BH cause=shot") == fires, policy
    for text in (
        "ambush BH perhaps",
        "ambush BH fire if side=top",
        "ambush BH fire if facing=6",
        "ambush A1 fire",
        "ambush BH ask",
    ):
        assert refusal(played(fixture="H"), "B", text)[0]


def test_WN_3_fire_at_n_counts_over_all_movers_and_fires_at_the_nth_or_a_later_one() -> None:
    case: dict[str, Any] = {
        "fixture": "H",
        "turns": "AA",
        "unit": [{"id": "A2", "side": "A", "tons": 40, "walk": 6, "at": "0507/0"}],
        "options": {"end_detect": "no"},
    }
    second = played("B: ambush BH fire@2", "A: move A1 run F F F", "A: move A2 walk F F", **case)
    assert seen(second, "MoveOver A1", "Stepped A2 hex=0505", "Shot BH target=A2")
    late = played(
        "A: move A1 run F F F F F F", "B: ambush BH fire@2", "A: move A2 walk F F", **case
    )
    assert seen(late, "MoveOver A1", "Stepped A2 hex=0505", "Shot BH target=A2")
    third = played("B: ambush BH fire@3", "A: move A1 run F F F", "A: move A2 walk F F", **case)
    assert not seen(third, "Shot BH")


def test_WN_3_PB_1_fire_at_n_does_not_count_a_mover_on_whom_no_weapon_bears() -> None:
    """The only weapon does not bear at 0305, so that 0304 is the first opportunity."""
    case: dict[str, Any] = {
        "fixture": "H",
        "unit": [{"id": "BH", "at": "0404/1", "weapons": ["ML:CT"]}],
        "dice": {"hit:BH": [9]},
    }
    orders = "A: move A1 run F F F F F F"
    assert not seen(played("B: ambush BH fire@2", orders, **case), "Revealed BH cause=shot")
    first = played("B: ambush BH fire@1", orders, **case)
    assert seen(first, "Stepped A1 hex=0304", "Revealed BH cause=shot")


def test_WN_4_asking_off_is_public_and_begins_with_the_next_round() -> None:
    case: dict[str, Any] = {
        "fixture": "H",
        "turns": "A",
        "options": {"window": "10m", "end_detect": "no"},
    }
    run = played(
        "B: asking off", "A: move A1 walk F", "tick", "A: ok", "B: ok", "A: ok", "B: ok", **case
    )
    assert seen(run, "AskingSet seat=B on=False", "RoundBegan round=2")
    for _ in range(2):
        (seat,) = run.table.ask().seats  # type: ignore[union-attr]  # a move is asked
        run.line(f"{seat}: move {'A1' if seat == 'A' else 'B9'} walk F")
        assert run.table.ask().window is None  # type: ignore[union-attr]  # the next question


def test_WN_5_at_one_terminal_the_question_is_put_at_once() -> None:
    run = played("A: move A1 run F F F F F F", fixture="H", options={"window": "local"})
    assert run.table.ask() == Ask(("B",), secret=True, opportunity=True)
    run.line("B: fire BH")
    assert seen(run, "Revealed BH cause=shot")
    filed = played(
        "B: ambush BH hold", "A: move A1 run F F F F F F", fixture="H", options={"window": "local"}
    )
    assert seen(filed, "MoveOver A1")


def test_WN_6_T75_deadlines_that_pass_in_silence() -> None:
    """ORDERS: stand still; AVOID: no; CONTINUE: stop; a prompt: the
    standing order. The game goes on.
    """
    case = next(case for case in read(HERE / "cases" / "example.toml") if case.id == "T59d")
    for answered in range(5):
        lines = [line for line in case.play if line[1:2] == ":" and "ambush" not in line][:answered]
        quiet = Case(
            "quiet",
            fixture="example",
            dice=case.dice,
            options={"window": "10m", "deadline": "1h"},
            play=[],
        )
        run = Run(quiet)
        for _ in range(400):
            if not run.table.state.stack:
                break
            if (
                lines
                and run.table.menu(lines[0][0]).complete(lines[0][3:].split()[0])
                and not run.table.view("A").sealed
            ):
                run.line(lines.pop(0))
            else:
                run.line("tick")
        assert run.table.state.result is not None


def test_CM_1_IS_38_every_place_has_a_salted_commitment_and_it_holds() -> None:
    """4.4: at the reveal its own pre-image, at the end all of them; a wrong one is found."""
    checked = 0
    for seed in range(30):
        play = Play(EDITIONS[-1], random_setup(seed))
        play.join(tuple("ABCD"[: play.setup.options["sides"]]))
        rng = random.Random(seed)
        while not play.over:
            seat = (play.table.ask() or Ask()).seats[0]
            if play.table.state.due is not None and seat in play.table.state.answers:
                play.ticks(play.table.state.due)
                continue
            for one in (play.table.ask() or Ask()).seats:
                menu = play.table.menu(one)
                hide = [
                    choice
                    for choice in menu.offered
                    if choice.pattern.startswith(("hide {unit} {place}", "move"))
                ]
                play.write(play.now, one, hide[0].sample(rng) if hide else menu.default)
                if hide and isinstance(play.table.state.stack[-1], Hiding):
                    play.write(play.now, one, play.table.menu(one).default)
        told = [event for bulletin in play.bulletins for event in bulletin.events(PUBLIC)]
        pledged = {event.slot: event.commitment for event in told if isinstance(event, Pledged)}
        for event in told:
            if isinstance(event, Revealed):
                pose = "prone" if event.prone else "standing"
                text = f"{event.salt}|{event.slot}|{event.unit}|{event.hex}|{event.facing}|{pose}"
            elif isinstance(event, Opened):
                text = f"{event.salt}|{event.slot}|{event.text}"
            else:
                continue
            assert hashlib.sha256(text.encode()).hexdigest() == pledged.pop(event.slot)
            assert len(event.salt) == 64
            checked += 1
        assert pledged == {}
    assert checked >= 25


def test_OR_1_a_preview_says_where_a_path_ends_and_changes_nothing() -> None:
    """2.19, IS-24: `?` behind a path, from the sender's own view."""
    run = played(fixture="H")
    before = run.table.save()
    run.line("A: move A1 run F F R F ?")
    told = [event for one in run.bulletins[-1].told for event in one.copies.values()]
    assert told == [Previewed(unit="A1", mode="run", hex="0405", facing=1, used=4, left=4)]
    assert run.bulletins[-1].events("B") == []
    assert run.table.load(before).world == run.table.world


def test_T78_a_mover_destroyed_at_depth_three() -> None:
    """The frame is popped, H closed, R popped, the outer skids
    finish, and no turn is lost for it.
    """
    case = next(case for case in read(HERE / "cases" / "example.toml") if case.id == "T59d")
    lines = [line.replace("BH hold", "BH fire@2") for line in case.play if not line.startswith("=")]
    run = Run(
        Case(
            "T78",
            fixture="example",
            dice=dict(case.dice),
            unit=[{"id": "A2", "armour": {}}],
            play=lines[:-1],
        )
    )
    run.play()
    run.table.state.loaded["loc:A2"] = [12, 12]
    run.line(lines[-1])
    assert seen(
        run,
        "Revealed BH cause=shot",
        "Destroyed A2",
        "Slid B1 hex=0806",
        "MoveOver B1",
        "Slid A1 hex=0304",
        "MoveOver A1",
    )
    assert not seen(run, "TurnLost seat=A which=last")
    assert run.table.rows[-1] == ("*N(B)*", "")


def test_PB_1_IS_37_a_contacted_unit_whose_weapons_do_not_bear_decides_nothing_that_shows() -> None:
    """Found by contact, it looks the same whether its standing order was to fire or to hold."""
    views = []
    for policy in ("fire", "hold"):
        run = played(
            f"B: ambush BH {policy}",
            "A: move A1 run F F F F F F",
            fixture="H",
            unit=[{"id": "BH", "at": "0304/0", "weapons": ["ML:CT"]}],
            map={"0304": "w", "0404": "P"},
        )
        assert seen(run, "Revealed BH cause=contact", "Interrupted A1 left=3")
        views.append((run.events(), run.table.view("A"), run.table.view(PUBLIC)))
    assert views[0] == views[1]


def test_elsewhere_541_no_other_mode_and_no_fresh_points_after_a_shot() -> None:
    test_PB_5_the_rest_goes_on_in_the_same_mode_with_the_rest_of_the_points()
