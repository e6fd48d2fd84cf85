"""Robots by level: what a better one does that a worse one does not."""

from random import Random
from typing import Any

import chess

from bot import trials
from bot.trials import Findings
from engine.game import AnyGame
from engine.games import find
from engine.games.battleboard.orders import Bomb
from engine.games.dicechess.robot import plan
from engine.games.dicechess.view import Terms, View
from engine.state import Setup
from tests.kit.each import each


def tries(kind: str, levels: dict[str, int], games: int, **options: Any) -> Findings:
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


def test_aliens_of_level_two_wait_for_the_marines_and_do_better_in_the_tutorial() -> None:
    ambush = tries("derelict", {"marine": 2, "alien": 2}, 12, mission="corridor")
    charge = tries("derelict", {"marine": 2, "alien": 1}, 12, mission="corridor")
    assert ambush.seats[1].won > charge.seats[1].won


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
