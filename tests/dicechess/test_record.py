"""``record`` shows whoever may watch the moves so far with their dice, or PGN (section 5.3)."""

import io
from collections.abc import Iterator
from pathlib import Path

import chess.pgn
import pytest

import renderers
from engine.letters import Receipt
from engine.referee.referee import Referee
from engine.state import Setup
from engine.store.sqlite import SqliteStore
from tests.records import played

SETUP = Setup(
    id="g1", secret=b"s", options={}, scenario={}, at=0, loaded={"turn/": ["P", "N", "P"] * 9}
)


@pytest.fixture
def referee(tmp_path: Path) -> Iterator[Referee]:
    """A game of dice chess that nobody has joined."""
    with SqliteStore(tmp_path / "x.db") as store:
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


def test_a_game_without_a_format_of_its_own_says_so(tmp_path: Path) -> None:
    with SqliteStore(tmp_path / "y.db") as store:
        refused = played.send(played.referee(store), "ann", "record").refusal
    assert refused is not None
    assert refused.code == "no-record"
