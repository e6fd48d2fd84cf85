"""Contests as games of the engine: the laws of games, draws that anybody can check, and what
people and moderators do to them.
"""

import json
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest

import renderers
from engine.games import contest as g
from engine.games import find, names
from engine.games.contest import lots
from engine.games.contest.record import BYE, POINT, Table
from engine.games.contest.standings import standings
from engine.rulings.rulings import Replace
from engine.state import PUBLIC, REFEREE, Join, Leave, Start
from engine.store import journal
from engine.table import GameTable
from engine.testing import Case, Kit
from engine.testing.holds import restores, rolls_hold
from renderers.toolkit.scene import TextLayout
from renderers.toolkit.words import ALT, columns
from tests.contest import simulate
from tests.contest.house import CONTEST, House
from tests.repo.tree import ROOT

SCRIPT = ROOT / "docs" / "examples" / "fair-play" / "draw.py"
CASE = Case("contest", CONTEST, Kit())


def house(entrants: int, **options: Any) -> House:
    """Return a contest whose first round is drawn and paired, with its games made."""
    made = House(random.Random(entrants), options, kills=0)
    made.start(entrants)
    made.work()
    return made


def score(made: House, number: int, index: int, *places: int, how: Any = g.PLAYED) -> None:
    made.play.write(made.play.now, REFEREE, g.Score(number, index, places, how))
    made.work()
    made.settle()
    made.work()


def exported(made: House) -> dict[str, Any]:
    """Return a contest as an export has it."""
    bulletins = [(0, made.play.first), *enumerate(made.play.bulletins, 1)]
    undone = {one.n: getattr(one.order, "to", None) for one in made.play.entries}
    found = msgspec.json.encode(
        {
            "setup": made.play.setup,
            "bulletins": [
                {"n": n, "undo_to": undone.get(n), "told": one.told, "rolls": one.rolls}
                for n, one in bulletins
            ],
        }
    )
    data: dict[str, Any] = json.loads(found)
    return data


def checked(data: dict[str, Any], folder: Path) -> subprocess.CompletedProcess[str]:
    (folder / "game.json").write_text(json.dumps(data))
    return subprocess.run(
        [sys.executable, "-I", str(SCRIPT), str(folder / "game.json")],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("seed", range(30))
def test_simulated_contests_end_and_replay_to_the_same_bytes(seed: int) -> None:
    """With drop-outs, rests, absences, memory lost, corrections and rollbacks."""
    made = simulate.run(seed)
    rolls_hold(CASE, made.play)
    if seed < 3:
        restores(made.play)


@pytest.mark.nightly
@pytest.mark.timeout(7200)
def test_ten_thousand_contests_end() -> None:
    assert simulate.main(10_000, 1) == 0


def test_ev_12_pairings_follow_from_record_and_seed() -> None:
    """Rule EV-12. EV-10, EV-11: each seed from the committed secret, the salts and the record."""
    for seed in (1, 2, 5, 12):
        made = simulate.run(seed)
        table, checks = GameTable.new(CONTEST, made.play.setup), 0
        table.run()
        for entry in made.play.entries:
            if entry.order.__class__.__name__ == "Undo":
                break
            if isinstance(entry.order, g.Pair):
                assert entry.order == g.pair(table.world)
                checks += 1
            journal.play(table, entry)
        assert checks


@pytest.mark.parametrize("seed", [1, 2, 5, 12])
def test_ev_13_a_forged_draw_is_found(seed: int, tmp_path: Path) -> None:
    """Rule EV-13. Find another seed, record and secret with the script of the page."""
    data = exported(simulate.run(seed))
    told = [event for one in data["bulletins"] for event, _ in one["told"] if event]
    drawn = [event for event in told if event["type"] == "Drawn"]
    assert f"{len(drawn)} draws are right" in checked(data, tmp_path).stdout
    drawn[1]["seed"], kept = drawn[0]["seed"], drawn[1]["seed"]
    assert "is forged" in checked(data, tmp_path).stderr
    drawn[1]["seed"] = kept
    scored = next(event for event in told if event["type"] == "Scored" and event["places"])
    scored["places"], kept = [3 for _ in scored["places"]], scored["places"]
    assert "another record" in checked(data, tmp_path).stderr
    scored["places"] = kept
    data["setup"]["secret"] = "AAAA"
    assert "another secret" in checked(data, tmp_path).stderr


def test_ev_14_the_secrets_of_games_follow_from_the_contest() -> None:
    """Rule EV-14."""
    named = g.dice_id("c", 0, 2, 3, 1)
    assert named == "c/0/2/3/1"
    assert g.game_secret(b"s", named) != g.game_secret(b"s", g.dice_id("c", 1, 2, 3))


def test_ev_1_a_contest_is_found_and_in_no_list() -> None:
    """Rule EV-1. EV-6: it says whether robots may enter."""
    assert find("contest") is not None
    assert "contest" not in names()
    assert not msgspec.convert({}, g.ContestOptions).robots
    with pytest.raises(msgspec.ValidationError, match="table"):
        msgspec.convert({"form": "robin", "table": 4}, g.ContestOptions)


def test_ev_2_a_contest_of_two_is_abandoned_unless_it_is_a_knockout() -> None:
    """Rule EV-2."""
    assert house(2).play.table.state.result == "abandoned"
    assert house(2, form="knockout").play.table.state.result is None


def test_ev_3_anybody_can_leave_before_the_start() -> None:
    """Rule EV-3. EV-4: the number is never used again."""
    made = House(random.Random(1), {}, kills=0)
    made.play.join(("ann", "bob"))
    made.play.write(0, REFEREE, Leave("bob"))
    made.play.join(("cid",))
    assert [(one.seat, one.number) for one in made.world.entries] == [("ann", 1), ("cid", 3)]


def test_ev_5_late_entry_is_open_until_the_next_round_is_drawn() -> None:
    """Rule EV-5."""
    made = house(4, rounds=4, late=1)
    assert made.play.game.enrols(made.world)
    made.play.write(0, REFEREE, Join("eve", "Eve", "salt"))
    score(made, 1, 0, 0, 1)
    score(made, 1, 1, 0, 1)
    assert any(5 in table.seats for table in made.world.rounds[1])
    assert not made.play.game.enrols(made.world)
    assert not CONTEST.enrols(house(4, form="robin").world)


def test_ev_33_leaving_early_voids_all_and_leaving_late_loses_the_rest() -> None:
    """Rule EV-33."""
    made = house(4, form="robin")
    seat = made.world.rounds[0][0].seats[0]
    made.enter(f"p{seat}", g.Withdraw())
    assert not made.world.rounds[0][0].over, "a substitute may follow (EV-44)"
    made.enter(REFEREE, g.Gone(seat))
    assert made.world.rounds[0][0].how == g.VOID
    made = house(4, form="robin")
    for number in (1, 2):
        score(made, number, 0, 0, 1)
        score(made, number, 1, 0, 1)
    made.enter("p1", g.Withdraw())
    table = next(table for table in made.world.rounds[2] if 1 in table.seats)
    assert table.how == g.FORFEIT
    assert table.points(1) == 0
    assert table.points(sum(table.seats) - 1) == POINT


def test_ev_32_all_rounds_are_open_at_once_and_games_begin_as_others_end() -> None:
    """Rule EV-32."""
    made = house(6, form="robin", open=2)
    assert made.world.begun == 5
    running = [table.seats for *_, table in made.world.running() if table.game]
    assert max(Counter(one for seats in running for one in seats).values()) == 2
    while not made.over:
        number, index, _ = next(one for one in made.world.running() if one[2].game)
        score(made, number, index, 0, 1)
        now = Counter(s for *_, one in made.world.running() if one.game for s in one.seats)
        assert not now or max(now.values()) <= 2
    with pytest.raises(msgspec.ValidationError, match="open"):
        msgspec.convert({"form": "swiss", "open": 2}, g.ContestOptions)


def test_ev_44_a_substitute_plays_on_with_the_record() -> None:
    """Rule EV-44."""
    made = house(4, form="league", division=4)
    score(made, 1, 0, 0, 1)
    winner = made.world.rounds[0][0].seats[0]
    made.enter(f"p{winner}", g.Withdraw())
    assert not made.play.table.menu(f"p{winner}").offered
    made.play.write(made.play.now, REFEREE, Replace(f"p{winner}", "Sue", fresh=True))
    assert made.world.entry(winner).name == "Sue"
    assert made.world.standings()[0].entrant == winner
    # An entrant who is replaced: the open games begin again.
    (number, index, table), *_ = made.world.running()
    one = table.seats[0]
    made.play.write(made.play.now, REFEREE, Replace(f"p{one}", "Tom", fresh=True))
    made.settle()
    made.work()
    assert made.games[table.game].closed
    again = made.world.rounds[number - 1][index]
    assert (again.seats, again.attempt) == (table.seats, 1)
    assert again.game not in ("", table.game)


def test_ev_45_the_next_season_follows_the_standings_of_the_last_one() -> None:
    """Rule EV-45. Two change places, who has left is skipped, and divisions follow the order of
    entry.
    """
    made = house(8, form="league", division=4, up=1)
    while not made.over:
        (number, index, _), *_ = made.world.running()
        score(made, number, index, 0, 1)
    above, below = ([s.entrant for s in made.world.standings() if s.group == k] for k in (0, 1))
    line = g.next_season(made.world)
    assert line == [*above[:3], below[0], above[3], *below[1:]]
    again = house(8, form="league", division=4, season=2)
    assert [{*some} for some in again.world.divisions] == [{1, 2, 3, 4}, {5, 6, 7, 8}]


def test_ev_43_an_absent_entrant_leaves_out_the_next_round_unless_they_say_no() -> None:
    """Rule EV-43."""
    made = house(4, rounds=3)
    made.enter(REFEREE, g.Excuse((1, 2)))
    made.play.write(0, "p1", g.Play())
    assert [one.rest for one in made.world.entries] == [False, True, False, False]
    assert made.world.entry(1).stays
    score(made, 1, 0, 0, 1)
    score(made, 1, 1, 0, 1)
    assert made.world.entry(2).rests == 1
    assert not made.world.rests_left(made.world.entry(2))


def test_ev_36_a_drawn_match_is_played_again_twice_and_then_the_lot_decides() -> None:
    """Rule EV-36."""
    made = house(2, form="knockout")
    first = made.world.rounds[0][0]
    score(made, 1, 0, 0, 0)
    again = made.world.rounds[0][0]
    assert again.seats == first.seats[::-1]
    assert (again.attempt, again.places) == (1, ())
    assert again.game not in ("", first.game)
    score(made, 1, 0, 0, 0)
    score(made, 1, 0, 0, 0)
    best = lots.drawn(bytes.fromhex(made.world.seeds[0]), (1, 2))[0]
    assert made.world.rounds[0][0].how == "lot"
    assert made.play.table.state.result == f"won p{best}"


def test_ev_42_the_next_round_begins_while_tables_are_open() -> None:
    """Rule EV-42. Check that a knock-out waits, and ``starts``, too."""
    made = house(6, rounds=2, starts="sat 18:00")
    score(made, 1, 0, 0, 1)
    made.enter(REFEREE, g.NextRound())
    made.work()
    assert made.world.begun == 2
    assert not made.world.rounds[0][1].over
    for number, index in ((1, 1), (1, 2), (2, 0), (2, 1), (2, 2)):
        assert not made.over
        score(made, number, index, 0, 1)
    assert made.over
    knockout = house(4, form="knockout")
    knockout.enter(REFEREE, g.NextRound())
    assert knockout.world.begun == 1


def test_ev_57_lots_break_ties_at_the_end_alone() -> None:
    """Rule EV-57."""
    record = [tuple(Table(seats=(one,), how=BYE) for one in (1, 2, 3))]
    assert [line.place for line in standings(record, [1, 2, 3])] == [1, 1, 1]
    lines = standings(record, [1, 2, 3], seed=b"seed")
    assert [line.entrant for line in lines] == lots.drawn(b"seed", [1, 2, 3])


def test_ev_60_a_name_changes_nothing_but_itself() -> None:
    """Rule EV-60. Records and draws are the same under other names."""
    found = []
    for prefix in ("p", "other"):
        made = House(random.Random(1), {"rounds": 2}, kills=0)
        for k in range(1, 6):
            made.play.write(k, REFEREE, Join(f"{prefix}{k}", f"{prefix} {k}", f"salt {k}"))
        made.play.write(9, REFEREE, Start())
        made.power = dict.fromkeys(range(1, 6), 0.0)
        made.work()
        score(made, 1, 0, 0, 1)
        found.append((made.world.rounds, made.world.seeds))
    assert found[0] == found[1]


def test_ev_61_who_leaves_loses_at_once_and_three_missed_rounds_are_leaving() -> None:
    """Rule EV-61."""
    made = house(4, rounds=5)
    made.enter("p1", g.Withdraw())
    (table,) = [table for table in made.world.rounds[0] if 1 in table.seats]
    assert (table.how, table.points(1)) == (g.FORFEIT, 0)
    made = house(6, rounds=5)
    for number in range(1, 4):
        for index, table in enumerate(made.world.rounds[number - 1]):
            if not table.over:
                gone = [2] if 2 in table.seats else []
                places = g.lost_by(table.seats, gone) if gone else (0, 1)
                score(made, number, index, *places, how=g.FORFEIT if gone else g.PLAYED)
    assert 2 in made.world.gone
    assert not any(2 in table.seats for table in made.world.rounds[3])
    assert "Missing" in {
        type(told).__name__ for one in made.play.bulletins for told in one.events("p2")
    }


def test_ev_63_a_correction_in_a_knockout_makes_the_next_match_again() -> None:
    """Rule EV-63."""
    made = house(4, form="knockout")
    score(made, 1, 0, 0, 1)
    score(made, 1, 1, 0, 1)
    wrong, right = made.world.rounds[0][0].seats
    game = made.world.rounds[1][0].game
    assert g.is_correctable(made.world, 1, 0)
    score(made, 1, 0, 1, 0, how=g.RULED)
    final = made.world.rounds[1][0]
    assert right in final.seats
    assert wrong not in final.seats
    assert final.game not in ("", game)
    score(made, 2, 0, 0, 1)
    assert made.over
    assert not g.is_correctable(made.world, 1, 1)


def test_ev_64_a_table_that_is_open_again_gets_a_new_game() -> None:
    """Rule EV-64."""
    made = house(4, form="robin")
    before = len(made.play.entries)
    seat = made.world.rounds[0][0].seats[0]
    game = made.world.rounds[0][0].game
    made.enter(f"p{seat}", g.Withdraw())
    made.settle()
    assert made.games[game].closed
    made.rollback(before)
    made.settle()
    made.work()
    table = made.world.rounds[0][0]
    assert table.attempt == 1
    assert table.game not in ("", game)
    assert not made.games[table.game].closed


def test_everybody_sees_the_same_in_every_language() -> None:
    """Texts and alt texts have their sizes, equal scenes have equal pictures, and each event has a
    sentence.
    """
    for seed in (1, 11):
        made = simulate.run(seed)
        for viewer in (PUBLIC, *made.play.table.seats[:2]):
            view = made.play.table.view(viewer)
            assert renderers.picture("contest", view) == renderers.picture("contest", view)
            assert msgspec.structs.replace(view, viewer="") == msgspec.structs.replace(
                made.play.table.view(PUBLIC), viewer=""
            )
            for language in renderers.LANGUAGES:
                look(view, viewer, language, made)


def look(view: g.ContestView, viewer: str, language: str, made: House) -> None:
    for mode in ("", *renderers.modes("contest", view)):
        scene = renderers.scene_of("contest", view, language, mode)
        narrow = renderers.laid_out("contest", scene, language, TextLayout(60))
        whole = renderers.board_text("contest", view, language, mode)
        assert max(map(columns, narrow.splitlines())) <= 60
        assert max(map(columns, whole.splitlines())) <= 100
        assert 0 < len(renderers.alt_text("contest", view, language, mode)) <= ALT
    said, called = renderers.sentences_in(language), renderers.names("contest", view)
    for bulletin in made.play.bulletins:
        for event in (one for one in bulletin.events(viewer) if type(one) in CONTEST.events):
            text = said.event("contest", event, viewer, called)
            assert text.strip() == text != ""
