"""Whole random games: the statistics of section 3.3, and the records of every one of them."""

import io
import re
from collections import Counter
from collections.abc import Callable, Iterator
from math import sqrt
from pathlib import Path

import chess.pgn
import pytest

import renderers
from engine.games.dicechess.record import (
    DEAD_HEAT,
    Record,
    RecordMove,
    RecordTurn,
    pgn,
    record,
    score,
)
from engine.games.dicechess.world import other
from engine.messages import Receipt
from engine.referee.referee import Referee
from engine.state import PUBLIC, Setup
from engine.store import journal, sqlite
from engine.testing.kit import Play
from tests.dicechess.policies import GAME, Policy, aggressive, counted, game, told, uniform
from tests.dicechess.stage import Stage
from tests.kit.data import beside
from tests.kit.each import each
from tests.records import played

TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
NUMBERED = re.compile(r"(\d+)(\.|…)")
DICE = re.compile(r"\[([PNBRQK]{3})\]")
FIRST_SEED = 20240
COUNTED = beside(__file__)["counted"]
Column = dict[str, int]


def column(number: int) -> Column:
    return {row: totals[number] for row, totals in COUNTED.items() if totals[number]}


RANDOM, AGGRESSIVE = column(0), column(1)
COLUMNS = [(uniform, RANDOM), (aggressive, AGGRESSIVE)]


def far_off(games: list[Counter[str]], column: Column) -> list[str]:
    """The rows that differ from the column by more than 4 sigma, as section 3.3 says.

    A row that a small sample has never met has no deviation of its own: then it is that of a
    rare event, the root of its mean in the column.
    """
    n0, n, wrong = column["games"], len(games), []
    for row, total in column.items():
        if row == "games":
            continue
        mean, theirs = sum(one[row] for one in games) / n, total / n0
        s = sqrt(sum((one[row] - mean) ** 2 for one in games) / (n - 1)) or sqrt(theirs)
        if abs(mean - theirs) > 4 * s * sqrt(1 / n + 1 / n0):
            wrong.append(f"{row}: {mean:.3f} a game, section 3.3 has {theirs:.3f}, s = {s:.3f}")
    return wrong


def replays(play: Play) -> None:
    rows = [(data, chain) for data, chain in play.rows]
    table, _ = journal.replay(GAME, play.setup, journal.read(GAME, play.setup, rows))
    assert table.save() == play.table.save()


def pgn_holds(game: Record, fen: str) -> None:
    text = pgn(game, "2026-11-22")
    assert "[Variant" not in text
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert read.errors == []
    end, live = read.end().board(), chess.Board(fen)
    assert (end.board_fen(), end.clean_castling_rights()) == (
        live.board_fen(),
        live.clean_castling_rights(),
    )
    for node in read.mainline():
        assert ("[%dice " in node.comment) == bool(node.move)


def read_score(text: str) -> Record:
    head, lines = dict[str, str](), list[str]()
    for line in filter(None, map(str.strip, text.splitlines())):
        if tag := TAG.fullmatch(line):
            head[tag[1]] = re.sub(r"\\(.)", r"\1", tag[2])
        else:
            lines.append(line)
    names = ("White", "Black", "FEN", "Quiet", "DiceRules")
    white, black, fen, quiet, rules = (head[name] for name in names)
    made = Record(white=white, black=black, fen=fen, quiet=int(quiet), rules=rules)
    for line in lines:
        result, _, reason = line.partition(" ")
        if result in ("1-0", "0-1", DEAD_HEAT, "*"):
            made.result, made.reason = result, reason.strip("{}")
        else:
            made.turns.append(read_turn(line))
    return made


def read_turn(line: str) -> RecordTurn:
    words = line.split()
    number, dice = NUMBERED.fullmatch(words[0]), DICE.fullmatch(words[1])
    assert number, line
    assert dice, line
    turn = RecordTurn("white" if number[2] == "." else "black", dice[1])
    body = " ".join(words[2:])
    body, _, lost = body.partition("{")
    turn.forfeited = lost.removesuffix(" forfeited}")
    replier = turn.seat
    for word in body.replace("(… ", "(…").split():
        if not word.startswith("("):
            turn.moves.append(RecordMove(turn.seat, word, "die"))
            continue
        replier = other(turn.seat) if word[1] == "…" else turn.seat
        turn.moves.append(RecordMove(replier, word.strip("(…)"), "reply"))
    return turn


def replayed(game: Record) -> Stage:
    stage = Stage({"fen": game.fen, "quiet": game.quiet})
    for turn in game.turns:
        assert stage.roll(turn.dice) == ""
        for move in turn.moves:
            assert stage.order(move.seat, move.san) == ""
    return stage


def holds(policy: Policy, n: int, column: Column, again: Callable[[int], bool]) -> None:
    """``n`` games with fixed seeds."""
    rows = []
    for seed in range(FIRST_SEED, FIRST_SEED + n):
        play = game(policy, seed)
        view = play.table.view(PUBLIC)
        events = told(play)
        rows.append(counted(events))
        made = record(events)
        assert read_score(score(made)) == made
        pgn_holds(made, view.fen)
        replays(play)
        if again(seed):
            last = replayed(made).view
            assert (last.line, last.result, last.reason) == (view.line, view.result, view.reason)
    assert far_off(rows, column) == []


@each("policy, column", COLUMNS)
def test_games_are_like_those_of_section_3_3(policy: Policy, column: Column) -> None:
    """Also section 3.2: every position sound; and section 5.3: every
    game comes back from its records. A dozen games by day, three hundred by night.
    """
    holds(policy, 12, column, lambda seed: seed % 10 == 0)


@pytest.mark.nightly
@each("policy, column", COLUMNS)
def test_three_hundred_games_are_like_those_of_section_3_3(policy: Policy, column: Column) -> None:
    holds(policy, 300, column, lambda _: True)


SETUP = Setup(
    id="g1", secret=b"s", options={}, scenario={}, at=0, loaded={"turn/": ["P", "N", "P"] * 9}
)


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Referee]:
    with sqlite.SqliteStore(tmp_path / "x.db") as store:
        made = Referee(store, {})
        made.take([lambda batch: batch.make("dicechess", SETUP, [])], 0)
        yield made


def say(referee: Referee, sender: str, text: str) -> Receipt:
    return played.send(referee, sender, text)


def test_5_3_anybody_may_read_the_moves_with_their_dice(referee: Referee) -> None:
    assert say(referee, "eve", "record").refusal.code == "not-started"  # type: ignore[union-attr]  # it is refused
    for who, text in (("white", "join white"), ("black", "join black"), ("white", "e4; Nf3; d4")):
        assert say(referee, who, text).refusal is None
    for who in ("white", "eve"):
        text = renderers.sentences_in("en").did(say(referee, who, "record").facts)
        assert "1. [PNP] e4 Nf3 d4" in text
    text = say(referee, "eve", "record pgn").facts["text"]
    read = chess.pgn.read_game(io.StringIO(text))
    assert read is not None
    assert (read.errors, read.headers["Black"]) == ([], "black")
    assert read.headers["Site"] == "Meanwhile"
    refused = say(referee, "eve", "record svg").refusal
    assert refused is not None
    assert refused.wanted == ("txt", "pgn")
