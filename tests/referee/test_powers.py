"""What people may do is a right of the person: not of an address of the moment,
and not of an owner who plays.
"""

import pytest

from engine.messages import Receipt
from engine.referee.commands import WORDS
from engine.rulings import rulings
from tests.referee.conftest import Player
from tests.referee.stage import POST, House, Table, events
from tests.referee.tale import tale

MAIL = "ann@example.org"


# ---- who has viewed does not play, who plays does not view

test_who_plays_does_not_view_by_an_address_that_was_theirs_a_moment_ago = tale("""
    ann in -: link                  -> let CODE=code
    post/{mail} in -: link {CODE}
    moderator ann
    post/{mail}: gm look            -> !plays-himself
    ann in -: unlink post
    moderator post/{mail}
    post/{mail}: gm look            -> !plays-himself; unchanged
    post/{mail}: gm look bob        -> !plays-himself; unchanged
""")

test_who_was_one_person_before_the_game_was_made_is_not_held_to_it = tale("""
    ann in -: link                                          -> let CODE=code
    post/{mail} in -: link {CODE}
    ann in -: unlink post
    wait 100s
    ann in -: new battleboard size=6x6 cities=2             -> let G=game
    ann in {G}: join                                        -> answered
    moderator post/{mail} in {G}
    post/{mail} in {G}: gm look                             -> answered
""")

test_who_has_viewed_never_takes_a_seat = tale(
    """
    moderator mia
    mia: gm look bob               -> answered
    mia: gm replace bob
"""
    + "".join(
        f"""
    # An offer seats nobody.
    mod: {offer}                   -> answered
    mia: join                      -> !has-viewed; unchanged
    mia: join bob                  -> !has-viewed; unchanged
"""
        for offer in ("talk", "gm replace bob mia", "gm replace bob box/mia", "invite mia")
    )
)

test_who_has_viewed_takes_no_seat_by_another_address_of_theirs = tale("""
    moderator mia
    mia: gm look bob
    mia: gm replace bob
    mia in -: link                  -> let CODE=code
    post/{mail} in -: link {CODE}   -> answered
    post/{mail}: join bob           -> !has-viewed
    mia in -: unlink post
    post/{mail}: join bob           -> !has-viewed
    # Whoever is nobody of this game may sit down, and a stranger may view.
    dan: join bob                   -> answered
    mod: gm look                    -> answered
""")


test_who_has_viewed_takes_no_seat_of_a_game_that_has_not_begun = tale("""
    mia in -: new battleboard size=6x6 cities=2   -> let G=game
    bob in {G}: join
    mia in {G}: gm look                           -> answered
    mia in {G}: join                              -> !has-viewed
    ann in {G}: join                              -> answered
""")

test_who_had_a_seat_takes_no_other_one = tale("""
    moderator mia
    mia: gm replace bob
    mia: gm replace ann
    bob: join ann         -> !had-a-seat
    # Back to their own.
    bob: join bob         -> answered
""")

test_nobody_gets_a_second_seat_by_unlinking = tale("""
    moderator mia
    ann in -: link                  -> let CODE=code
    post/{mail} in -: link {CODE}
    ann in -: unlink post
    mia: gm replace bob
    post/{mail}: join bob           -> !joined-before
    mia: gm replace bob ann         -> !joined-before
""")

test_a_viewer_and_a_seat_do_not_become_one_person_while_the_game_runs = tale("""
    moderator mia
    mia: gm look bob                -> answered
    mia: gm replace bob
    mia in -: link                  -> let CODE=code
    post/{mail}: join bob           -> answered
    post/{mail} in -: link {CODE}   -> !viewer-and-seat
    post/{mail} in -: link          -> let CODE=code
    mia in -: link {CODE}           -> !viewer-and-seat; person box/mia
    mia: gm close
    post/{mail} in -: link          -> let CODE=code
    mia in -: link {CODE}           -> answered
""")


# ---- an owner who plays is a player


SPOKEN = (
    *("gm remove bob", "gm default bob", "gm default", "gm replace bob", "gm replace bob cy"),
    *("gm rollback 5", "gm undo", "gm close", "gm deadline 2030-01-01", "gm resume"),
    *("gm moderator cy", "gm hand cy"),
)
"""What decides, shortens, uncovers or hands on the others' game: nobody agrees by silence."""
SILENT = ("gm pause", "gm extend 2h", "gm mute bob", "gm unmute bob", "gm rule It stands.")
POWERS = (*SPOKEN, *SILENT)


def tried(house: House, who: str, text: str) -> Receipt:
    if text == "gm resume":
        house.say("mia", "gm pause")
    return house.say(who, text)


def test_every_word_that_asks_others_is_tried() -> None:
    asking = {one.word() for one in WORDS if one.asks and one.by == "moderator"}
    assert {" ".join(text.split()[:2]) for text in POWERS} | {"gm look", "gm correct"} == asking


def test_a_power_over_a_rated_game_is_nobodys_who_plays_until_the_others_agree(
    played: Player,
) -> None:
    for text in POWERS:
        house = played(Table(clock="24h"))
        house.link()
        tried(house, "nobody", text)
        for receipt in (
            house.say("ann", text),
            house.say(MAIL, text, by=POST),
            house.say("ann", text, rank="moderator"),
        ):
            assert receipt.facts["did"] == "ask", text
        people = house.referee.memory["g"].table.state.people
        assert people.proposal is not None
        assert people.proposal.agreed == ("ann",)
        assert house.row().result is None
        assert house.store.acts("g", but="", most=50)[-1].action == "ask", "nothing else was done"
        assert house.say("bob", "agree").facts["did"] == "agree"
        assert rulings.Approved("ann", text) in events(house)
        done = [act.action for act in house.store.acts("g", but="", most=50)]
        assert done[-2:] == ["ask", " ".join(text.split()[:2])]


test_nothing_is_done_when_one_of_them_disagrees_or_it_is_taken_back = tale(
    *(
        f"""
    owner ann
    ann: gm remove bob   -> did=ask
    {who}: disagree      -> did=disagree
    # What was said is not kept.
    bob: agree           -> !nothing-proposed; people.removed=-; request=none
"""
        for who in ("bob", "ann")
    )
)


test_nobody_agrees_for_a_vacant_seat_but_to_its_being_replaced = tale("""
    owner ann
    moderator mia
    mia: gm replace bob
    ann: gm close it is late   -> !nobody-to-agree; row.result=none
    ann: gm replace bob        -> acts box/ann ask + box/ann gm replace
""")

test_who_has_given_their_seat_up_views_when_the_others_agree_and_never_plays_again = tale("""
    owner ann
    ann: gm look                               -> !plays-himself
    ann: gm replace ann
    # Until she takes it again, she has no power either.
    ann: gm default bob                        -> !own-game
    ann: gm look bob                           -> did=ask; no Viewed
    bob: agree                                 -> Viewed(ann, box, bob)
    ann: gm look                               -> did=gm look; seen.world.total=0
    ann: join ann                              -> !has-viewed
    ann: gm correct total = 5 because a slip   -> did=ask
    bob: agree                                 -> world.total=5
""")


@pytest.mark.parametrize(
    ("who", "table"),
    [("mia", Table(clock="24h")), ("ann", Table(clock="24h", rated=False))],
    ids=["a moderator who does not play", "the owner of a game that is not rated"],
)
def test_some_have_every_power(played: Player, who: str, table: Table) -> None:
    done = {text: tried(played(table), who, text).facts.get("did") for text in POWERS}
    assert {text for text, did in done.items() if did in (None, "ask")} == set()


test_who_plays_corrects_nothing_since_they_would_have_to_view_it = tale(
    *(
        f"""
    table rated={rated}
    owner ann
    moderator mia
    ann: gm correct total = 5 because a slip     -> !plays-himself; unchanged
    ann: gm correct nothing = 5 because a slip   -> !plays-himself; unchanged
    ann: gm look                                 -> !plays-himself; unchanged
    ann: gm look bob                             -> !plays-himself; unchanged
    mia: gm look
    mia: gm correct total = 5 because a slip     -> answered
"""
        for rated in ("yes", "no")
    )
)


test_before_a_game_begins_its_owner_may_name_a_moderator_and_free_seats = tale("""
    ann in -: new battleboard size=6x6 cities=2 players=3   -> let G=game
    ann in {G}: join
    bob in {G}: join
    ann in {G}: gm moderator cy                             -> answered
    ann in {G}: gm kick bob                                 -> answered
""")

test_a_game_is_made_not_to_count_and_everybody_is_told = tale("""
    ann in -: new dicechess rated=no   -> let G=game
    eve in {G}: observe                -> eve hears Unrated()
    ann in {G}: join white
    bob in {G}: join black
    bob in {G}: resign                 -> taken
    ann in -: rating                   -> ratings=-
""")
