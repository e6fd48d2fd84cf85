"""Hidden units, windows, commitments: what a case of `cases/rules.toml` cannot say."""

import hashlib
import random
import tomllib
from typing import Any

import pytest

from engine import PUBLIC, Ask, Refused
from engine.games.ambush.deployment import Hiding
from engine.games.ambush.events import Closing, Opened, Pledged, Previewed, Revealed
from engine.games.ambush.view import View
from engine.testing.kit import Play
from renderers import sentences_in
from tests.ambush.random_play import setup as random_setup
from tests.ambush.scenarios import Case, Run
from tests.ambush.stage import GAME, ORDERS, RUN, SHIPPED, WORKED, joined, played, seen, worked

DUEL = tomllib.loads((SHIPPED / "duel.toml").read_text("utf-8"))


def deploy(play: Play, word: str, number: str) -> str:
    (seat,) = play.table.ask().seats  # type: ignore[union-attr]  # somebody deploys
    play.submit(1, seat, f"{word} {seat}{number} {'0601/3' if seat == 'A' else '0612/0'}")
    return seat


def setting_up() -> Play:
    play = joined(DUEL)
    while not isinstance(play.table.state.stack[-1], Hiding):
        deploy(play, "deploy", "1")
    return play


def test_ST_3_who_hides_reads_what_is_hidden_so_far_and_what_ok_means_then() -> None:
    play = setting_up()

    def read(seat: str) -> tuple[str, str]:
        parts = sentences_in("en").asked("ambush", play.table.view(seat))
        return parts.more, parts.private

    question, private = read("A")
    assert "if you say ok now, you have no hidden units. You may hide 1 more." in private
    play.submit(2, "A", "hide AX 0305/2")
    assert read("A") == (question, "Hidden so far: AX 0305/2. You may hide no more.")
    assert read("B")[1].startswith("You have hidden no unit yet"), "that of others shows to nobody"
    assert read(PUBLIC)[1] == ""


def test_HU_1_T73_where_units_hide_and_where_not() -> None:
    play = setting_up()
    before = play.table.save()
    for place in ("0606/0", "0110/0", "0601/0"):
        with pytest.raises(Refused) as refused:
            play.submit(2, "A", f"hide AX {place}")
        why = refused.value.refusal
        assert (why.code, why.rule) == ("not-in-your-zone", "HU-1")
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
    """S1 to S3: visible units by turns, hidden ones in secret; a place may be shown or unused."""
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
    other = joined(DUEL)
    seat = deploy(other, "show", "X")
    assert other.table.view(PUBLIC).units[f"{seat}X"].visible
    assert not other.table.view(PUBLIC).rights[seat]


def test_QU_1_QU_2_QU_3_QU_4_the_queue_of_the_worked_example() -> None:
    """Q1 to Q4 at every row of 3.8: closing notices for everybody with rights, and nobody else."""
    run = Run(WORKED)
    run.play()
    run.judge()
    copies = [copy for b in run.bulletins for told in b.told for copy in told.copies.items()]
    closings = [seat for seat, event in copies if isinstance(event, Closing)]
    assert closings in (["B", "A", "B"], ["A", "B", "B"])


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


def test_WN_2_a_prompt_tells_the_checkpoint_and_the_numbers_and_nothing_else() -> None:
    """3.3: units, mover, hex, facing, pose, the side it shows, target numbers."""
    run = played(RUN, fixture="H", options={"window": "10m"})
    chance = run.table.view("B").chance
    at = (chance.mover, chance.hex, chance.facing, chance.prone, chance.contact)
    assert at == ("A1", "0305", 0, False, False)
    (shooter,) = chance.shooters
    assert (shooter.unit, shooter.side) == ("BH", "front")
    assert shooter.weapons == (("LL#1", 4), ("LL#2", 4), ("ML", 4))


def test_HU_6_who_has_no_hiding_place_left_is_not_listed_as_one_who_may_hide() -> None:
    spare = {"id": "BZ", "side": "B", "tons": 20, "walk": 5, "hidden": True}
    for unit in ([{"id": "A1", "at": "0305/0"}, spare], [{"id": "A1", "at": "0305/0"}]):
        run = played(*(["B: ok"] if spare in unit else []), fixture="H", unit=unit)
        more = {"BZ"} if spare in unit else set()
        assert {one.id for one in run.table.view(PUBLIC).reserves} == {"BH"} | more
        run.line("A: move A1 stand")
        assert seen(run, "Revealed BH cause=adjacent")
        for viewer in (PUBLIC, "A", "B"):
            assert run.table.view(viewer).reserves == ()


def test_WN_4_asking_off_is_public_and_begins_with_the_next_round() -> None:
    run = played(
        *("B: asking off", "A: move A1 walk F", "tick", "A: ok", "B: ok", "A: ok", "B: ok"),
        fixture="H",
        turns="A",
        options={"window": "10m", "end_detect": "no"},
    )
    assert seen(run, "AskingSet seat=B on=False", "RoundBegan round=2")
    for _ in range(2):
        (seat,) = run.table.ask().seats  # type: ignore[union-attr]  # a move is asked
        run.line(f"{seat}: move {'A1' if seat == 'A' else 'B9'} walk F")
        assert run.table.ask().window is None  # type: ignore[union-attr]  # the next question


def test_WN_6_T75_deadlines_that_pass_in_silence() -> None:
    options = {"window": "10m", "deadline": "1h"}
    for answered in range(5):
        lines = [line for line in ORDERS if line[1:2] == ":" and "ambush" not in line][:answered]
        run = Run(Case("quiet", fixture="example", dice=WORKED.dice, options=options))
        for _ in range(400):
            if not run.table.state.stack:
                break
            open_to = lines and run.table.menu(lines[0][0]).complete(lines[0][3:].split()[0])
            run.line(lines.pop(0) if open_to and not run.table.view("A").sealed else "tick")
        assert run.table.state.result is not None


def test_CM_1_IS_38_every_place_has_a_salted_commitment_and_it_holds() -> None:
    """4.4: at the reveal its own pre-image, at the end all of them; a wrong one is found."""
    checked = 0
    for seed in range(30):
        play = Play(GAME, random_setup(seed))
        play.join(tuple("ABCD"[: play.setup.options["sides"]]))
        rng = random.Random(seed)
        while not play.over:
            seat = (play.table.ask() or Ask()).seats[0]
            if play.table.state.due is not None and seat in play.table.state.answers:
                play.ticks(play.table.state.due)
                continue
            for one in (play.table.ask() or Ask()).seats:
                menu = play.table.menu(one)
                heads = ("hide {unit} {place}", "move")
                hide = [choice for choice in menu.offered if choice.pattern.startswith(heads)]
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
    *lines, last = (line.replace("BH hold", "BH fire@2") for line in ORDERS)
    run = worked(lines, unit=[{"id": "A2", "armour": {}}])
    run.table.state.loaded["loc:A2"] = [12, 12]
    run.line(last)
    slides = ("Slid B1 hex=0806", "MoveOver B1", "Slid A1 hex=0304", "MoveOver A1")
    assert seen(run, "Revealed BH cause=shot", "Destroyed A2", *slides)
    assert not seen(run, "TurnLost seat=A which=last")
    assert run.table.rows[-1] == ("*N(B)*", "")


def test_PB_1_IS_37_a_contacted_unit_whose_weapons_do_not_bear_decides_nothing_that_shows() -> None:
    views = []
    for policy in ("fire", "hold"):
        run = played(
            f"B: ambush BH {policy}",
            RUN,
            fixture="H",
            unit=[{"id": "BH", "at": "0304/0", "weapons": ["ML:CT"]}],
            map={"0304": "w", "0404": "P"},
        )
        assert seen(run, "Revealed BH cause=contact", "Interrupted A1 left=3")
        views.append((run.events(), run.table.view("A"), run.table.view(PUBLIC)))
    assert views[0] == views[1]
