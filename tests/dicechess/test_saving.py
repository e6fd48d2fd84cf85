"""A game that is saved and loaded in the middle of a turn goes on as if nothing had been."""

import re

from engine.games.dicechess.orders import Move
from engine.games.dicechess.view import View
from engine.state import PUBLIC, Setup
from engine.store import journal
from engine.table import GameTable
from engine.testing.kit import Play
from tests.dicechess.policies import slot_of, told
from tests.dicechess.stage import GAME, SEATS
from tests.dicechess.test_rules import GIVEN
from tests.kit.each import each

DC_20 = "4kb2/p7/8/8/7K/8/P7/3R2N1 w - - 0 1"
ORDERS = [("white", "Re1+"), ("black", "Be7+"), ("white", "Kg4"), ("white", "Nf3"), ("white", "a3")]
MOMENTS = {
    0: "between roll and first die",
    1: "in an interruption",
    2: "in a counter-check",
    3: "after it",
}


def played(restarts: set[int]) -> list[bytes]:
    """DC-20, with real dice after it: the save after every order. Before these
    orders the table is loaded anew.
    """
    setup = Setup(
        id="saving",
        secret=bytes(32),
        options={},
        scenario={"fen": DC_20},
        at=0,
        loaded={"turn/1": ["R", "N", "P"]},
    )
    play = Play(GAME, setup)
    play.join(SEATS)
    saves = [play.table.save()]
    for n, (seat, text) in enumerate(ORDERS):
        if n in restarts:
            play.reload()
        play.submit(0, seat, text)
        saves.append(play.table.save())
    play.enter(0, "black", Move(slot_of(play.table.menu("black")).few()[0]))
    return [*saves, play.table.save()]


@each("moment", MOMENTS)
def test_restart_changes_no_byte(moment: int) -> None:
    assert played({moment}) == played(set())
    assert played(set(range(len(ORDERS)))) == played(set())


@each("name", ["DC-01", "DC-05", "DC-20"])
def test_5_3_replay_of_the_journal_shows_every_position_as_it_was(name: str) -> None:
    """Step by step: phase, kept dice, who owes a reply and why, and all else that
    both seats and the public see.
    """
    scenario = next(one for one in GIVEN if one["id"] == name)
    rolls = [letter for step in scenario["steps"] for letter in step.get("roll", "")]
    play = Play(
        GAME,
        Setup(
            id=name,
            secret=bytes(32),
            options={},
            scenario={"fen": scenario["fen"]},
            at=0,
            loaded={"turn/": rolls},
        ),
    )
    play.join(SEATS)
    live = [views(play.table)]
    for step in scenario["steps"]:
        if "move" in step:
            play.submit(0, step["by"], step["move"])
            live.append(views(play.table))
    joined = len(SEATS)
    for k, seen in enumerate(live):
        entries = journal.read(GAME, play.setup, play.rows)[: joined + k]
        assert views(journal.replay(GAME, play.setup, entries)[0]) == seen


def views(table: GameTable) -> list[View]:
    return [table.view(viewer) for viewer in (*SEATS, PUBLIC)]


def test_5_6_scripted_dice_under_the_prefix_are_used_up_roll_by_roll() -> None:
    play = Play(
        GAME,
        Setup(
            id="prefix",
            secret=bytes(32),
            options={},
            scenario={},
            at=0,
            loaded={"turn/": [*"PPN", *"NNP"]},
        ),
    )
    play.join(SEATS)
    for seat, text in (
        ("white", "h4"),
        ("white", "a4"),
        ("white", "Nf3"),
        ("black", "Nf6"),
        ("black", "Nc6"),
        ("black", "h5"),
    ):
        play.submit(0, seat, text)
    rolls = [(roll.key, roll.loaded) for bulletin in play.bulletins for roll in bulletin.rolls]
    assert rolls == [("turn/1", True), ("turn/2", True), ("turn/3", False)]


def example(id: str) -> Play:
    """The position of DC-20 with its dice, both seats taken."""
    setup = Setup(
        id=id,
        secret=bytes(32),
        options={},
        scenario={"fen": DC_20},
        at=0,
        loaded={"turn/1": ["R", "N", "P"]},
    )
    play = Play(GAME, setup)
    play.join(SEATS)
    return play


def test_5_3_the_game_offers_its_records() -> None:
    """The example of section 5.3, move for move: DC-20 as PGN, and in the
    score with its replies in brackets.
    """
    play = example("records")
    for seat, text in ORDERS:
        play.submit(0, seat, text)
    records = GAME.records(told(play), "2006-11-19", play.table.view(PUBLIC))
    moves = re.sub(
        r" ?\[%roll \w+\]", "", records["pgn"].split("\n\n")[1].replace("\n", " ")
    ).strip()
    assert moves == (
        "1. Re1+ { [%dice die] } 1... Be7+ { [%dice reply] } 2. Kg4 { [%dice reply] } 2... -- "
        "3. Nf3 { [%dice die] } 3... -- 4. a3 { [%dice die] } *"
    )
    assert "1. [RNP] Re1+ (… Be7+) (Kg4) Nf3 a3\n" in records["txt"]
    tags = dict(re.findall(r'\[(\w+) "(.*)"\]', records["pgn"]))
    assert tags["Date"] == "2006.11.19"
    assert (tags["White"], tags["Black"]) == SEATS


def test_what_may_be_taken_back() -> None:
    """A move may be taken back until something has been rolled because of it; resigning may not."""
    play = example("undo")
    final = [
        any(event.final for event in play.submit(0, seat, text).events("white"))
        for seat, text in [*ORDERS, ("black", "resign")]
    ]
    assert final == [False, False, False, False, True, True]
