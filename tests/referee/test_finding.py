"""Finding somebody: who plays whom, and who is called to a free seat."""

import random

from hypothesis import given
from hypothesis import strategies as st

from engine.plan import DAY, HOUR, MINUTE
from engine.referee.batch import Batch
from engine.referee.commands import finding
from engine.referee.commands.finding import GameSearch, Seeker, fits, groups
from engine.rulings.rulings import Invited
from engine.store.rows import ConductRow
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, POST, House, Table, code, made
from tests.stored import every_game

PEOPLE = "abcdefgh"
SEEKERS = st.lists(
    st.builds(
        lambda who, kind, since, places, needs, more: Seeker(
            who=(DOOR, who),
            kind=kind,
            search=GameSearch(
                since=since, options="", alike=str(places), places=places, needs=needs
            ),
            rating=more[0],
            margin=more[1],
            reliable=more[2],
            met=frozenset((DOOR, one) for one in more[3]),
        ),
        st.sampled_from(PEOPLE),
        st.sampled_from(("relay", "desert")),
        st.integers(0, 13 * DAY),
        st.sampled_from((2, 2, 3)),
        st.sampled_from((0, 90)),
        st.tuples(
            st.integers(1_000, 2_000),
            st.integers(50, 300),
            st.none() | st.integers(0, 100),
            st.sets(st.sampled_from(PEOPLE), max_size=2),
        ),
    ),
    max_size=14,
    unique_by=lambda one: (one.kind, one.who),
)


@given(SEEKERS, st.integers(0, 14 * DAY), st.integers())
def test_people_who_play_together_fit_and_no_two_who_fit_are_left(
    waiting: list[Seeker], now: int, seed: int
) -> None:
    made = list(groups(waiting, now))
    people = [one.who for found in made for one in found]
    assert len(people) == len(set(people))
    for found in made:
        assert len(found) == found[0].search.places
        assert all(fits(one, other, now) for one in found for other in found if one is not other)
    left = [one for one in waiting if one.who not in people and one.search.places == 2]
    assert not any(fits(one, other, now) for one in left for other in left)
    random.Random(seed).shuffle(waiting)
    assert list(groups(waiting, now)) == made, "the order in which they were read"


def look(house: House, seconds: int = 0) -> None:
    house.at += seconds
    house.take([finding.look])


def begun(house: House) -> list[str]:
    return [game.id for game in every_game(house.store) if game.id != "g"]


def called(house: House) -> list[str]:
    news = house.box.news
    return [one.sender for one in news if any(isinstance(each, Invited) for each in one.events)]


def test_two_who_seek_the_same_play_each_other_at_all_their_doors(opened: Opener) -> None:
    house = opened(doors=(DOOR, POST))
    assert house.link().status == "answered"
    for who, text in (
        ("ann", "seek dicechess clock=3d"),
        ("cy", "seek dicechess"),
        ("bob", "seek dicechess clock=72h"),
    ):
        receipt = house.say(who, text, None, name=who.title())
        assert receipt.status == "answered", receipt
    # The list says how many, and until when the sender waits. It says nobody's name.
    (row,) = house.say("eve", "seek", None).facts["waiting"]
    assert row == {"kind": "dicechess", "count": 3, "until": ""}
    look(house, 5 * MINUTE)
    assert not begun(house), "others can still come"
    look(house, 5 * MINUTE)
    (game,) = begun(house)
    house.again()
    seats = {(one.door, one.sender): one.viewer for one in house.store.addresses(game)}
    assert {seats[DOOR, "ann"], seats[DOOR, "bob"]} == {"white", "black"}
    assert seats[POST, "ann@example.org"] == seats[DOOR, "ann"]
    asked = {one.viewer for one in house.box.news if one.prompted and one.game == game}
    assert asked == {"white"}
    assert house.say("bob", "seek", None).facts["waiting"][0]["count"] == 1
    assert code(house.say("ann", "seek off", None)) == "not-seeking"
    look(house, 14 * DAY)
    assert not house.say("bob", "seek", None).facts["waiting"], "a search ends after two weeks"


def test_substitutes_are_called_in_turn_until_the_seat_is_taken(opened: Opener) -> None:
    house = opened(Table(seats=("ann", "bob", "cid"), clock="1h replace 1"))
    for who in ("dan", "eve", "fay"):
        kind = " battleboard" if who == "dan" else ""
        assert house.say(who, f"substitute{kind}", None).status == "answered"
    house.wait(HOUR)
    assert called(house) == ["eve"], "dan plays battleboard alone"
    look(house, 5 * HOUR)
    look(house, HOUR)
    assert called(house) == ["eve", "fay"]
    assert house.say("eve", "join").facts["seat"] == "ann"
    look(house, 7 * HOUR)
    assert code(house.say("gus", "substitute off", None)) == "not-substitute"


def test_a_table_may_need_reliable_people(opened: Opener) -> None:
    house = opened(Table())
    game = made(house, 'new dicechess needs="reliable 80"')
    assert code(house.say("olga", "new dicechess needs=much", None)) == "bad-option"

    def missed(batch: Batch) -> None:
        row = ConductRow(door=DOOR, sender="ann", day=batch.now // DAY, kept=20, missed=20)
        batch.rows_of("g").conduct.append(row)
        batch.game("g")

    house.take([missed])
    assert house.say("ann", "seek dicechess", None).status == "answered"
    house.at += DAY
    assert code(house.say("ann", "join", game)) == "not-reliable"
    assert house.say("new", 'seek dicechess needs="reliable 55"', None).status == "answered"
    look(house, HOUR)
    assert begun(house) == [game], "she is not reliable enough for the other"
    assert house.say("new", "join", game).status == "answered"
