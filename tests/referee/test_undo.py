"""Undo: by one's own right while nothing has come of it; beyond that if all
agree. What decides is public.
"""

import pytest

from engine.messages import Receipt
from engine.rulings import rulings
from engine.state import PUBLIC, Undone
from engine.store.history import pages
from tests.referee.conftest import Opener
from tests.referee.relay import Noted, Said
from tests.referee.stage import House, Table, code, events


def did(receipt: Receipt) -> str:
    return str(receipt.facts.get("did"))


def test_what_others_have_filed_in_secret_changes_nothing(opened: Opener) -> None:
    """The same messages, with and without a secret order of somebody else: the same
    answer, and the same told to all.
    """
    quiet, busy = opened(Table(), name="quiet"), opened(Table(), name="busy")
    for house in (quiet, busy):
        house.say("ann", "add 1", at=2_000)
        if house is busy:
            house.say("bob", "note green", at=2_001)
        assert did(house.say("ann", "undo", at=2_002)) == "undo"
    assert events(quiet) == events(busy)
    assert [b.at for b in quiet.store.bulletins("g")][-1] == [
        b.at for b in busy.store.bulletins("g")
    ][-1]
    assert busy.referee.memory["g"].table.world.notes == {"bob": "green"}, "and it is filed still"
    assert events(busy, "bob")[-2:] == [Undone("ann"), Noted("green")]


def test_own_secrets_are_kept_too(house: House) -> None:
    house.say("ann", "add 1")
    house.say("ann", "note blue")
    assert did(house.say("ann", "undo")) == "undo"
    world = house.referee.memory["g"].table.world
    assert (world.total, world.notes) == (0, {"ann": "blue"})


def test_a_sealed_answer_changes_nothing(opened: Opener) -> None:
    """Whether somebody has voted is his secret; so it is asked of all, whether or not he has."""
    answers = []
    for voted in (False, True):
        house = opened(Table(), name=f"voted-{voted}")
        house.say("ann", "add 1")
        house.say("ann", "call")
        if voted:
            house.say("bob", "vote red")
        answers.append(house.say("ann", "undo"))
        assert events(house)[-1] == rulings.Proposed("ann", 4)
    assert answers[0] == answers[1]


def test_an_undo_is_decided_without_reading_the_journal(house: House) -> None:
    house.say("ann", "add 1")
    house.say("ann", "look")
    read = house.store.journal
    house.store.journal = None  # type: ignore[method-assign,assignment]  # nobody may read it
    try:
        assert code(house.say("bob", "undo")) == "nothing-to-undo"
    finally:
        house.store.journal = read  # type: ignore[method-assign]  # as it was


def test_beyond_that_all_must_agree(opened: Opener) -> None:
    house = opened(Table(seats=("ann", "bob", "cy")))
    house.say("ann", "add 1")
    house.say("ann", "look")
    assert house.say("ann", "undo").facts == {"did": "propose", "line": 5}
    assert did(house.say("bob", "agree")) == "agree"
    assert code(house.say("bob", "agree")) == "nothing-proposed", "once"
    assert code(house.say("ann", "agree")) == "nothing-proposed", "the proposer has"
    assert did(house.say("cy", "agree")) == "undo"
    assert events(house)[-1] == rulings.RolledBack("consent", 5, True), (
        "something had come to light, and that is said"
    )
    assert house.referee.memory["g"].table.world.total == 1
    assert code(house.say("cy", "agree")) == "nothing-proposed"


def test_to_agree_is_to_be_for_what_is_wished(opened: Opener) -> None:
    """A pause needs all seats."""
    house = opened(Table(options={"pace": 600}))
    house.say("ann", "pause")
    assert house.row().due is not None
    assert house.say("bob", "agree").facts["did"] == "pause"
    assert house.row().due is None
    assert code(house.say("bob", "agree")) == "nothing-proposed"


def test_one_who_does_not_agree_is_enough(house: House) -> None:
    house.say("ann", "look")
    house.say("ann", "undo")
    assert did(house.say("bob", "disagree")) == "disagree"
    assert code(house.say("ann", "agree")) == "nothing-proposed"
    assert events(house)[-1] == rulings.Disagreed("bob")


def test_a_proposal_is_over_when_the_game_goes_on(house: House) -> None:
    house.say("ann", "look")
    house.say("ann", "undo")
    house.say("ann", "add 1")
    assert code(house.say("bob", "agree")) == "nothing-proposed"


def test_seats_that_are_out_are_not_asked(opened: Opener) -> None:
    house = opened(Table(seats=("ann", "bob", "cy")))
    house.say("mod", "gm remove cy", rank="moderator")
    house.say("ann", "look")
    house.say("ann", "undo")
    assert did(house.say("bob", "agree")) == "undo"


def test_back_to_a_line_that_is_named(house: House) -> None:
    for text in ("add 1", "add 2", "add 3"):
        house.say("ann", text)
    lines = len(events(house))
    assert house.say("bob", f"undo {lines - 2}").facts == {"did": "propose", "line": lines - 2}
    assert did(house.say("ann", "agree")) == "undo"
    assert house.referee.memory["g"].table.world.total == 1
    assert events(house)[-1] == rulings.RolledBack("consent", lines - 2, False)
    assert code(house.say("ann", "undo 1")) == "before-the-start"


def test_alone_one_agrees_with_oneself(opened: Opener) -> None:
    house = opened(Table(seats=("ann",)))
    house.say("ann", "add 1")
    house.say("ann", "look")
    assert did(house.say("ann", "undo")) == "undo"


def test_what_moderators_say_between_is_nobodys_order(house: House) -> None:
    house.say("ann", "add 1")
    for text in ("announce hello", "mute bob", "replace bob dan"):
        house.say("mod", f"gm {text}", rank="operator")
    assert did(house.say("ann", "undo")) == "undo"
    state = house.referee.memory["g"].table.state
    assert state.world.total == 0
    assert ([chair.name for chair in state.chairs], state.people.hushed) == (["ann", "dan"], ())
    game = house.referee.memory["g"].table.game
    history = pages(game, house.store.bulletins("g"), PUBLIC)[-5:]
    assert [page.undone for page in history] == [True, False, False, False, False], (
        "only the order is taken back"
    )


@pytest.mark.parametrize("text", ["remove bob", "correct total = 5 because typo"])
def test_what_changes_the_position_ends_the_right_to_undo(house: House, text: str) -> None:
    house.say("ann", "add 1")
    house.say("mod", "gm look", rank="moderator")
    house.say("mod", f"gm {text}", rank="moderator")
    assert (
        did(house.say("ann", "undo")) != "undo"
        or house.referee.memory["g"].table.state.people.removed
    )


def test_what_is_undone_stays_readable(house: House) -> None:
    house.say("ann", "add 1")
    house.say("ann", "undo")
    assert Said("ann", "1") not in events(house)
    assert Undone("ann") in events(house, PUBLIC)


def test_what_concerns_people_is_not_taken_back(house: House) -> None:
    house.say("ann", "look")
    house.say("mod", "gm replace bob dan", rank="operator")
    house.say("ann", "undo")
    house.say("dan", "agree")
    game = house.referee.memory["g"].table.game
    history = pages(game, house.store.bulletins("g"), PUBLIC)[-5:]
    assert [(type(page.events[0]).__name__, page.undone) for page in history] == [
        ("Seen", True),
        ("Replaced", False),
        ("Proposed", False),
        ("Agreed", False),
        ("RolledBack", False),
    ]


def test_lines_have_the_same_numbers_for_everybody(house: House) -> None:
    """What somebody alone was told has none, so that ``undo 5`` means the same to all."""
    for text in ("add 1", "note blue", "add 2"):
        house.say("ann", text)
    game, rows = house.referee.memory["g"].table.game, house.store.bulletins("g")
    numbers = {
        who: [n for page in pages(game, rows, who) for n in page.numbers]
        for who in (PUBLIC, "ann", "bob")
    }
    assert numbers == {PUBLIC: [1, 2, 3, 4, 5], "bob": [1, 2, 3, 4, 5], "ann": [1, 2, 3, 4, 0, 5]}


def test_a_last_order_is_taken_back_without_playing_the_game_again(house: House) -> None:
    for n in range(5):
        house.say("ann", f"add {n}")
    read = house.store.journal

    def later(game: str, after: int = 0) -> list[tuple[bytes, bytes]]:
        assert after > 0, "the whole journal is read"
        return read(game, after)

    house.store.journal = later  # type: ignore[method-assign]  # nobody may read all of it
    try:
        assert did(house.say("ann", "undo")) == "undo"
    finally:
        house.store.journal = read  # type: ignore[method-assign]  # as it was
    assert house.referee.memory["g"].table.world.total == 0 + 1 + 2 + 3
    house.again()
    house.say("ann", "add 9")
    house.again()
    assert did(house.say("ann", "undo")) == "undo", "from the journal, where no save is at hand"
    assert house.referee.memory["g"].table.world.total == 0 + 1 + 2 + 3
