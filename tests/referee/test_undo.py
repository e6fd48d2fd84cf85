"""Undo: by one's own right while nothing has come of it; beyond that if all agree. What decides is
public.
"""

from engine.state import PUBLIC
from engine.store.history import pages
from tests.referee.stage import House
from tests.referee.tale import alike, tale

test_what_others_have_filed_in_secret_changes_nothing = alike(
    """
    ann at 1s: add 1
    ? bob at 2s: note green
    ann at 3s: undo           -> facts=did:undo; Undone(ann)
""",
    but="bob",
)

test_a_sealed_answer_changes_nothing = alike(
    """
    ann at 1s: add 1
    ann at 2s: call
    ? bob at 3s: vote red
    # Whether he has voted is his secret; so it is asked of all, whether or not he has.
    ann at 4s: undo           -> facts=did:propose+line:4; Proposed(ann, 4)
""",
    but="bob",
)

test_secrets_are_still_filed_after_an_undo = tale("""
    ann: add 1
    bob: note green
    ann: note blue
    ann: undo
        -> world.total=0; world.notes=bob:green+ann:blue; bob hears Undone(ann)
        -> bob hears Noted(green); journal ann/Undo bob/Note ann/Note
""")


test_beyond_that_all_must_agree = tale("""
    table seats=ann,bob,cy
    ann: add 1
    ann: look
    ann: undo    -> facts=did:propose+line:5
    bob: agree   -> did=agree
    # Once; and the proposer has.
    bob: agree   -> !nothing-proposed
    ann: agree   -> !nothing-proposed
    # Something had come to light, and that is said.
    cy: agree    -> did=undo; RolledBack(consent, 5, yes); world.total=1
    cy: agree    -> !nothing-proposed
""")

test_a_proposal_is_over_when_the_game_goes_on = tale("""
    ann: look
    ann: undo
    ann: add 1
    bob: agree   -> !nothing-proposed
""")

test_seats_that_are_out_are_not_asked = tale("""
    table seats=ann,bob,cy
    mod: gm remove cy
    ann: look
    ann: undo
    bob: agree   -> did=undo
""")

test_back_to_a_line_that_is_named = tale("""
    ann: add 1
    ann: add 2
    ann: add 3
    bob: undo 4   -> facts=did:propose+line:4
    ann: agree    -> did=undo; RolledBack(consent, 4, no); world.total=1
    ann: undo 1   -> !before-the-start
""")

test_what_moderators_say_between_is_nobodys_order = tale("""
    ann: add 1
    op: gm announce hello
    op: gm mute bob
    op: gm replace bob dan
    # Only the order is taken back.
    ann: undo
        -> did=undo; world.total=0; chairs.1.name=dan; people.hushed=-
        -> history Said~ Announced Hushed Replaced Undone
""")

test_what_changes_the_position_ends_the_right_to_undo = tale("""
    ann: add 1
    mod: gm look
    mod: gm correct total = 5 because typo
    ann: undo                                -> did=propose
""")

test_what_concerns_people_is_not_taken_back = tale("""
    ann: look
    op: gm replace bob dan
    ann: undo
    dan: agree              -> history Seen~ Replaced Proposed Agreed RolledBack
    ann: add 1
    mod: gm remove bob
    ann: undo               -> people.removed=bob
""")


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
