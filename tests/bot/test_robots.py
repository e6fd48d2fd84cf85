"""Robots by level: what a better one does that a worse one does not."""

import asyncio
import json
import re
from collections.abc import Sequence
from hashlib import sha256
from operator import sub
from pathlib import Path
from random import Random
from typing import Any, cast
from unittest.mock import patch

import chess
import pytest
from click.testing import CliRunner
from PIL import Image

from bot import trial_picture, trials
from bot.cli import main
from bot.cli_commands.trial import made_of
from bot.play.command import LESSONS
from bot.play.lesson import Pupil, lesson_of, teach
from bot.play.plan import levels
from bot.play.sitting import TerminalSeat
from engine.errors import UserError
from engine.game import AnyGame
from engine.games import find, names, rules_of
from engine.games.battleboard.orders import Bomb
from engine.games.dicechess.robot import plan
from engine.games.dicechess.view import Terms, View
from engine.state import Setup
from tests.bot import program, test_people
from tests.bot.screens import Watched
from tests.kit.each import each
from tests.repo.lint import offences


def tries(kind: str, levels: dict[str, int], games: int, **options: Any) -> trials.Findings:
    setup = Setup(id="x", secret=b"x" * 32, options=options, scenario={}, at=0)
    seats = tuple(levels)
    played = (trials.play(find(kind), setup, n, seats, levels) for n in range(1, games + 1))
    return trials.found(kind, played)


def chess_view(fen: str, dice: str) -> View:
    side = "white" if fen.split()[1] == "w" else "black"
    return View(
        viewer=side,
        players={"white": "white", "black": "black"},
        fen=fen,
        skipped=(),
        phase="die",
        owner=side,
        rolled=dice,
        spent="",
        kept=dice,
        candidates=None,
        interrupted=False,
        owes=None,
        bound="",
        why="dice",
        to_move=side,
        check=False,
        turn_no=9,
        quiet=0,
        moves=(),
        taken="",
        offer=None,
        held=None,
        terms=Terms("free", "king"),
        result=None,
        reason=None,
    )


@each("level", [2, 3])
def test_dice_chess_finds_a_mate_that_needs_two_dice(level: int) -> None:
    # Ra1-a7 and Rb1-b8 is mate; neither move alone gives check before the second.
    fen = "6k1/8/8/8/8/8/8/RR5K w - - 0 1"
    first = plan(chess_view(fen, "RR"), Random(1), level).move
    board = chess.Board(fen)
    board.push_uci(first)
    board.turn = chess.WHITE
    assert not board.is_check()
    mates = 0
    for move in list(board.legal_moves):
        board.push(move)
        mates += board.is_checkmate()
        board.pop()
    assert mates


@each("level", [2, 3])
@each("seed", range(4))
def test_dice_chess_does_not_stalemate_when_it_is_ahead(level: int, seed: int) -> None:
    # The queen has moves that stalemate the king in the corner (Qb6, Qc7) and many that do not.
    fen = "k7/8/8/2Q5/8/8/8/4K3 w - - 0 1"
    move = plan(chess_view(fen, "Q"), Random(seed), level).move
    board = chess.Board(fen)
    board.push_uci(move)
    assert not board.is_stalemate()


def test_dice_chess_of_level_two_beats_level_one() -> None:
    setup = Setup(id="x", secret=b"x" * 32, options={}, scenario={}, at=0)
    seats, played = ("white", "black"), []
    for number in range(1, 21):
        levels = dict.fromkeys(seats, 1) | {seats[number % 2]: 2}
        played.append(trials.play(find("dicechess"), setup, number, seats, levels))
    found = trials.found("dicechess", played)
    won = {one.side: one.won for one in found.levels}
    assert won["level 2"] > won["level 1"]


def test_marines_of_level_two_win_their_tutorial_against_aliens_that_play_at_random() -> None:
    found = tries("derelict", {"marine": 2, "alien": 0}, 20, mission="corridor")
    assert found.seats[0].won >= 18


def test_battleboard_with_three_bombs_who_leads() -> None:
    game = find("battleboard")
    setup = Setup(id="x", secret=b"x" * 32, options={"players": 3}, scenario={}, at=0)
    behind = 0
    for number in range(1, 4):
        for view, order in bombs(game, setup, number):
            left = {board.seat: board.left for board in view.boards if board.seat != view.viewer}
            playing = {b.seat for b in view.boards if b.standing == "playing"} & set(left)
            assert left[order.target] == max(left[seat] for seat in playing)
            behind += len(set(left.values())) > 1
    assert behind, "somebody led"


def bombs(game: AnyGame, setup: Setup, number: int) -> list[tuple[Any, Bomb]]:
    found: list[tuple[Any, Bomb]] = []

    class Watched(type(game)):  # type: ignore[misc]  # the class is known at run time only
        def robot(self, view: Any, menu: Any, rng: Random, level: int = 1) -> Any:
            order = super().robot(view, menu, rng, level)
            if isinstance(order, Bomb):
                found.append((view, order))
            return order

    trials.play(Watched(), setup, number, ("a", "b", "c"), dict.fromkeys("abc", 1))
    return found


GAMES = Path(__file__).parents[2] / "engine" / "games"
FILES = sorted([*GAMES.glob("*/missions/*.toml"), *GAMES.glob("*/scenarios/*.toml")])
LEANS = {"corridor"}
"""The tutorial is to be won by who begins."""
TRIED = "# Tried:"
"""How the line begins that says so."""
RATE = re.compile(r"(\S+) (\d+) % \((\d+) to (\d+)\)")


def fingerprint(text: str) -> str:
    """Return what the line knows a scenario by: eight digits of the hash of all its other lines."""
    kept = "\n".join(line for line in text.splitlines() if not line.startswith(TRIED))
    return sha256(kept.encode()).hexdigest()[:8]


@each("path", FILES)
def test_a_scenario_says_what_robots_made_of_it_as_it_is_now(path: Path) -> None:
    text = path.read_text("utf-8")
    lines = [line for line in text.splitlines() if line.startswith(TRIED)]
    assert 1 <= len(lines) <= 2
    for line in lines:
        assert line.endswith(fingerprint(text)), (
            f"it was changed since: `meanwhile try` it again, and end the line with"
            f" {fingerprint(text)}"
        )
        rates = [(int(rate), int(low), int(high)) for _, rate, low, high in RATE.findall(line)]
        assert len(rates) >= 2, line
        assert all(low <= rate <= high for rate, low, high in rates)
    # Where a second line says what a bonus makes of it, that is what is even.
    if path.stem not in LEANS:
        assert all(40 <= rate <= 60 for rate, _, _ in rates), line


MARKED = [
    (path, found[1])
    for path in FILES
    if (found := re.search(r" ([0-9a-f]{8})-[0-9a-f]{8}$", path.read_text("utf-8"), re.M))
]


@each("path, mark", MARKED)
def test_a_line_is_old_once_scenario_rules_or_robot_have_changed(path: Path, mark: str) -> None:
    """``meanwhile try`` prints the mark: of result, length and events of the first game."""
    game = path.parts[-3]
    name = f"{game}/{path.stem}"
    assert data(name, "--games", "1")["mark"] == mark, f"`meanwhile try {name}` again"


def test_balance_finds_the_number_that_evens_a_battle_and_refuses_no_span() -> None:
    words = ("desert/kasr-wells", "--games", "4", "--balance")
    said = tried(*words, "bonus=axis+0..8")
    assert "bonus=axis+0 " in said
    assert "bonus=axis+8 " in said
    assert re.search(r"most even: bonus=axis\+\d|nothing between", said)
    done = CliRunner().invoke(main, ["try", *words, "bonus"])
    assert done.exit_code == 2
    assert "such as bonus=cw+0..20" in done.output


def tried(*words: str) -> str:
    done = CliRunner().invoke(main, ["try", *words, "--jobs", "1"])
    assert done.exit_code == 0, done.output
    return done.output


def data(*words: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(tried(*words, "--json"))
    assert found.pop("speeds")
    return found


def test_what_a_try_says_of_its_games_adds_up() -> None:
    found = data("dicechess", "--games", "1", "--robot", "white:0")
    assert (found["games"], sum(found["results"].values())) == (1, 1)
    assert "not over" not in found["results"]
    assert found["events"]
    assert found["orders"]["least"] == found["orders"]["median"] == found["orders"]["most"]
    assert {one["side"] for one in found["levels"]} == {"level 0", "level 1"}


@each(
    "words, named",
    [("dicechess --robot green:1", "white, black"), ("derelict/nowhere", "nowhere")],
)
def test_what_cannot_be_tried_is_named(words: str, named: str) -> None:
    done = CliRunner().invoke(main, ["try", *words.split()])
    assert (done.exit_code, named in done.output) == (2, True)


@each("path", FILES)
def test_every_scenario_of_the_house_can_be_tried_and_is_named_by_show(path: Path) -> None:
    """By ``meanwhile try GAME/NAME``; a few orders are enough to see that it is this one."""
    game, scenario = path.parents[1].name, path.stem
    shown = CliRunner().invoke(main, ["show", game]).output
    assert re.search(rf"\b{scenario}\b", shown)
    _, setup, seats = made_of(
        f"{game}/{scenario}",
        {"options": (), **dict.fromkeys(("scenario", "charts", "board", "mission"))},
    )
    assert scenario in setup.options.values()
    with patch.object(trials, "LONGEST", 5):
        assert trials.play(find(game), setup, 1, seats, dict.fromkeys(seats, 1)).orders


def test_the_same_numbers_make_the_same_games_whatever_else_is_played() -> None:
    both = data("battleboard", "--games", "4", "--option", "size=6x6")
    again = data("battleboard", "--games", "4", "--option", "size=6x6")
    assert both == again
    ends = [data("battleboard", "--games", "2", "--from", n, "--option", "size=6x6") for n in "13"]
    won = [sum(part["seats"][0]["won"] for part in ends), both["seats"][0]["won"]]
    assert won[0] == won[1]


def test_two_levels_have_each_seat_in_turn_and_their_rates_add_up(tmp_path: Path) -> None:
    """And a picture has a point at the rate of each."""
    plot = str(tmp_path / "plot.png")
    found = data("dicechess", "--games", "4", "--level", "1", "--against", "0", "--plot", plot)
    image = Image.open(plot).convert("RGB")
    for k, one in enumerate((*found["seats"], *found["levels"])):
        at = trial_picture.place(one["rate"]), trial_picture.HEAD + trial_picture.ROW * k + 22
        colour = trial_picture.SIDE if k < 2 else trial_picture.LEVEL
        assert sum(map(abs, map(sub, cast(Any, image.getpixel(at)), colour))) < 30, one
    levels = {one["side"]: one for one in found["levels"]}
    assert set(levels) == {"level 0", "level 1"}
    assert levels["level 1"]["won"] + levels["level 0"]["won"] + levels["level 1"]["drawn"] == 4
    assert levels["level 1"]["won"] >= 3, "the robot is better than chance"
    (random, low, _), (robot, high, _) = found["ratings"]
    assert (random, robot) == (0, 1)
    assert low < 1500 < high


@each(
    "won, of, low, high",
    [(50, 100, 0.404, 0.596), (0, 10, 0.0, 0.278), (10, 10, 0.722, 1.0), (0, 0, 0.0, 1.0)],
)
def test_a_rate_has_the_interval_of_wilsons_score(
    won: int, of: int, low: float, high: float
) -> None:
    # From tables of the score interval at 95 %.
    assert trials.interval(won, of) == pytest.approx((low, high), abs=0.001)


def test_a_robot_has_the_level_that_its_name_says_or_the_first() -> None:
    assert levels(["bob", "ann:2", "c:3"], ("ann", "bob", "c:3")) == {"bob": 1, "ann": 2, "c:3": 1}
    for word, told in (("black:two", "a level is a number"), ("green:2", "no such seat")):
        with pytest.raises(UserError, match=told):
            levels([word], ("white", "black"))


def taught(
    kind: str, folder: Path, lines: Sequence[str], language: str = "en"
) -> tuple[Pupil, str]:
    screen = Watched(lines)
    place = TerminalSeat(folder / "l.db", folder / "pictures", language)
    pupil = asyncio.run(teach(kind, place, screen))
    return pupil, "\n".join([*screen.public, *screen.private])


def own(kind: str) -> list[str]:
    lesson = lesson_of(kind)
    return [step.order for step in lesson.orders()[lesson.seats[0]]]


def test_every_game_has_a_lesson() -> None:
    assert names() == LESSONS


@each("kind, language", [*((kind, "en") for kind in LESSONS), ("battleboard", "zh-TW")])
def test_who_types_what_a_lesson_says_comes_to_its_end(
    kind: str, language: str, tmp_path: Path
) -> None:
    pupil, shown = taught(kind, tmp_path, own(kind), language)
    assert pupil.steps == []
    assert {seat: steps for seat, steps in pupil.course.items() if steps} == {}
    lesson = lesson_of(kind)
    hints = [step.hint(language) for step in lesson.orders()[lesson.seats[0]]]
    assert all(hints)
    assert [hint for hint in hints if shown.count(hint) != 1] == []


@each("kind", LESSONS)
def test_each_step_names_a_rule_of_its_game_in_words_that_people_use(kind: str) -> None:
    lesson, page = lesson_of(kind), rules_of(find(kind))
    for step in lesson.orders()[lesson.seats[0]]:
        assert f"**{step.rule} " in page
        # A wreck has doors; nothing else that people read has.
        english = step.hint("en").replace("door", "") if kind == "derelict" else step.hint("en")
        assert list(offences(english, "help")) == []
        assert list(offences(step.hint("zh-TW"), "zh-TW")) == []


def test_another_order_is_not_played_and_the_wanted_one_is_named(tmp_path: Path) -> None:
    pupil, shown = taught("battleboard", tmp_path, ["bomb cleo a1", "bomb nobody", "undo"])
    assert len(pupil.steps) == len(own("battleboard"))
    assert shown.count("For this lesson, type: bomb ben 2 2") == 3
    assert "You bombed" not in shown


def test_a_lesson_leaves_nothing_behind(tmp_path: Path) -> None:
    done = program.run(tmp_path, "tutorial", "battleboard", stdin="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Step 1 of 4." in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["two.toml"]  # what `run` lays there


def test_who_begins_a_game_is_told_what_it_is_about(tmp_path: Path) -> None:
    goals = {
        "battleboard": "Goal: bomb all cities",
        "dicechess": "Goal: checkmate.",
        "ambush": "Goal: most points (★ held alone",
        "desert": "Goal: more VP at the end.",
    }
    for kind, goal in goals.items():
        played = program.run(tmp_path, "play", kind, stdin="quit\n")
        assert goal in played.stdout, kind


def test_who_is_new_to_a_game_is_taught_it_from_the_list_of_ways_to_play(tmp_path: Path) -> None:
    with test_people.at_a_terminal(tmp_path, "play") as person:
        person.read("game>")
        person.type("\r")
        ways = person.read("who>")
        lesson = next(line for line in ways.splitlines() if "learn it first" in line)
        person.type(f"{lesson.split()[0]}\r")
        person.read("Step 1 of")
        assert person.leave() == 0
