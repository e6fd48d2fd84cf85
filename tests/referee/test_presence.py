"""Who is there and who is late: public where a question is, and counted when it
closes; a window counts for nobody.
"""

import pytest

from engine.plan import HOUR
from engine.rulings import rulings, times
from engine.state import PUBLIC, Event, People, Setup
from tests.desert.twins import scenario
from tests.referee.conftest import Opener
from tests.referee.stage import House, Table

LATE = "1h replace 2"
WINDOW = {"window": 60}


class Named(Table, frozen=True):
    """A game whose seats have names of their own."""

    def setup(self) -> Setup:
        made = super().setup()
        made.options.pop("players")
        return made


def people(house: House) -> People:
    """What concerns the people of the game."""
    found: People = house.referee.memory["g"].table.state.people
    return found


def notices(house: House) -> list[Event]:
    """What everybody was told of who was late and who is back."""
    kinds = times.Missed, times.Returned, rulings.Vacated
    return [
        event
        for news in house.box.news
        if news.viewer == PUBLIC
        for event in news.events
        if type(event) in kinds
    ]


def vanished(house: House) -> None:
    """Ann has missed two deadlines in a row; now Bob has called all to a question."""
    house.wait(HOUR)
    house.say("bob", "speak red")
    house.wait(HOUR)
    assert people(house).vacant == ("ann",)
    house.say("bob", "call")


def free(house: House) -> list[object]:
    """The games with free seats, as anybody may list them."""
    return list(house.say("zed", "games", game=None).facts["open"])


def test_an_answer_to_a_sealed_question_is_noticed_when_it_closes_and_not_before(
    opened: Opener,
) -> None:
    house = opened(Table(clock=LATE))
    vanished(house)
    before = free(house)
    house.say("ann", "vote blue")
    assert free(house) == before != []
    assert people(house).times.misses == {"ann": 2}
    house.say("bob", "vote blue")
    assert people(house).vacant == ()
    assert free(house) == []
    assert notices(house)[-1] == times.Returned("ann")


def test_silence_at_a_sealed_question_is_counted_when_it_closes(opened: Opener) -> None:
    house = opened(Table(clock=LATE))
    house.say("ann", "call")
    house.say("bob", "vote blue")
    house.wait(HOUR + 5)
    assert people(house).times.misses == {"ann": 1}
    assert notices(house) == [times.Missed(("ann",))]


@pytest.mark.parametrize(
    "answers", [(), ("ann",), ("bob",), ("ann", "bob")], ids=lambda seats: "+".join(seats)
)
def test_neither_an_answer_in_a_window_nor_silence_counts(
    opened: Opener, answers: tuple[str, ...]
) -> None:
    house = opened(Table(clock=LATE, options=WINDOW))
    vanished(house)
    known, told, listed = people(house).times.misses, notices(house), free(house)
    for seat in answers:
        house.say(seat, "vote blue")
        assert (people(house).times.misses, free(house)) == (known, listed)
    question = house.referee.memory["g"].table.state.question
    house.wait(90)
    assert house.referee.memory["g"].table.state.question == question + 1, "the window is closed"
    assert (people(house).times.misses, people(house).vacant) == (known, ("ann",))
    assert (notices(house), free(house)) == (told, listed)


def test_a_secret_note_and_an_order_filed_beforehand_show_nothing(opened: Opener) -> None:
    house = opened(Table(clock=LATE, options=WINDOW))
    vanished(house)
    listed = free(house)
    for text in ("note blue", "queue add always vote green", "cancel"):
        house.say("ann", text)
        assert free(house) == listed
        assert people(house).times.misses == {"ann": 2}


@pytest.mark.parametrize(("text", "did"), [("join", "join"), ("away none", "back")])
def test_who_is_listed_as_away_comes_back_by_a_public_word(
    opened: Opener, text: str, did: str
) -> None:
    house = opened(Table(clock=LATE, options=WINDOW))
    vanished(house)
    receipt = house.say("ann", text)
    assert (receipt.status, receipt.facts.get("did")) == ("answered", did)
    assert (people(house).vacant, people(house).times.misses) == ((), {})
    assert notices(house)[-1] == times.Returned("ann")
    assert house.say("zed", "join ann").status == "refused"


def test_who_is_answered_for_by_a_moderator_counts_neither_way(opened: Opener) -> None:
    house = opened(Table(clock=LATE))
    vanished(house)
    house.say("ann", "vote blue")
    house.say("max", "gm default ann", rank="moderator")
    house.say("bob", "vote blue")
    assert people(house).vacant == ("ann",)
    assert people(house).times.misses == {"ann": 2}


def test_who_takes_a_free_seat_begins_without_misses(opened: Opener) -> None:
    house = opened(Table(clock=LATE))
    vanished(house)
    assert house.say("zed", "join ann").status == "answered"
    assert people(house).times.misses == {}


def test_in_a_game_of_sealed_questions_alone_a_vanished_players_seat_becomes_free(
    opened: Opener,
) -> None:
    options = {"stages": 1, "timeout": "none"}
    house = opened(
        Named(kind="desert", seats=("axis", "cw"), options=options, scenario=scenario(), clock=LATE)
    )
    for _ in range(2):
        assert people(house).vacant == ()
        house.wait(HOUR + 5)
    assert set(people(house).vacant) <= {"axis", "cw"}
    for _ in range(6):
        house.wait(HOUR + 5)
    assert set(people(house).vacant) == {"axis", "cw"}
    assert rulings.Vacated("cw") in notices(house)
    assert house.say("zed", "join cw").status == "answered"
    assert people(house).vacant == ("axis",)


def test_who_types_a_roll_is_there_and_who_does_not_is_late(opened: Opener) -> None:
    options = {"stages": 1, "timeout": "none", "dice": "typed"}
    table = Named(
        kind="desert",
        seats=("axis", "cw"),
        options=options,
        scenario=scenario(),
        clock="1h replace 1",
    )
    house = opened(table)

    def until_a_roll() -> dict[str, int]:
        while house.referee.memory["g"].table.state.throw is None:
            house.wait(HOUR + 5)
        return dict(people(house).times.misses)

    before = until_a_roll()
    assert min(before.values()) > 0
    house.say("axis", "roll referee")
    assert people(house).times.misses == before, "not before it is thrown"
    house.wait(HOUR + 5)
    assert times.Returned("axis") in notices(house)
    assert notices(house)[-2:] == [times.Missed(("cw",)), times.Returned("axis")]
    assert people(house).times.misses == {"cw": before["cw"] + 1}
