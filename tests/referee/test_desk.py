"""The desk: taking a seat, leaving it, starting, talking, taking an order back."""

import msgspec
import pytest

from engine.letters import Letter, Receipt
from engine.menu import Refusal
from engine.state import PUBLIC, Roll, Undone
from engine.store.history import pages
from tests.referee.conftest import Opener
from tests.referee.relay import Said
from tests.referee.stage import DOOR, House, Table


def code(receipt: Receipt) -> str:
    assert receipt.status == "refused"
    assert receipt.refusal is not None
    return receipt.refusal.code


@pytest.fixture
def lobby(opened: Opener) -> House:
    house = opened(Table("h"))
    house.take([Table("g", seats=("1", "2", "3")).waiting])
    return house


# ---- join, leave, start


def test_a_seat_is_called_as_one_says_or_else_like_its_player(lobby: House) -> None:
    assert lobby.say("ann", "join Annie").facts == {"did": "join", "seat": "Annie"}
    assert lobby.say("bob", "JOIN", name="Bob the Great").seat == "Bob_the_Great"
    assert lobby.say("cy", "join").seat == "cy"
    assert lobby.say("Annie", "speak red", "g").refusal == Refusal(code="no-game-of-yours"), (
        "the seat is not the sender"
    )
    assert lobby.say("ann", "speak red", "g").status == "taken"


def test_the_salt_goes_into_the_dice(lobby: House) -> None:
    lobby.say("ann", "join Annie salt of the earth", name="A")
    lobby.say("bob", "join", name="Bob")
    chairs = lobby.referee.memory["g"].table.state.chairs
    assert [(chair.seat, chair.name, chair.number, chair.salt) for chair in chairs] == [
        ("Annie", "A", 1, "of the earth"),
        ("Bob", "Bob", 2, "Bob"),
    ]


def test_doubles_get_a_number_unless_the_name_was_asked_for(lobby: House) -> None:
    lobby.say("ann", "join", name="X")
    assert lobby.say("bob", "join", name="x").seat == "x2"
    assert code(lobby.say("cy", "join X")) == "already-joined"


@pytest.mark.parametrize(
    ("text", "wanted"), [("join", "joined-before"), ("join other", "joined-before")]
)
def test_who_has_a_seat_joins_no_more(lobby: House, text: str, wanted: str) -> None:
    lobby.say("ann", "join")
    assert code(lobby.say("ann", text)) == wanted


def test_a_bad_name_is_refused(lobby: House) -> None:
    assert code(lobby.say("ann", "join *")) == "bad-name"


def test_join_after_the_start_and_after_the_end(house: House) -> None:
    assert code(house.say("eve", "join")) == "game-started"
    house.say("ann", "end")
    assert code(house.say("eve", "join")) == "game-started"


def test_leave_frees_the_seat_and_who_has_left_has_none(lobby: House) -> None:
    lobby.say("ann", "join")
    assert lobby.say("ann", "leave").facts == {"did": "leave", "seat": "ann"}
    assert code(lobby.say("ann", "leave")) == "not-joined"
    assert lobby.store.addresses("g")[0].viewer == PUBLIC
    assert len(lobby.store.addresses("g")) == 1
    assert lobby.say("bob", "join ann").seat == "ann"
    assert lobby.referee.memory["g"].table.state.chairs[0].number == 2, (
        "numbers of joins are never used again"
    )


def test_leave_after_the_start(house: House) -> None:
    assert code(house.say("ann", "leave")) == "game-started"


def test_join_and_leave_and_join_in_one_batch_is_as_in_three(lobby: House) -> None:
    lobby.take(
        [lobby.letter("ann", text) for text in ("join", "leave", "join a2", "leave", "join a3")]
    )
    before = lobby.referee.memory["g"].addresses
    lobby.again()
    assert lobby.store.addresses("g") == before
    assert [address.viewer for address in before] == [PUBLIC, "a3"]
    lobby.take([lobby.letter("ann", text) for text in ("leave", "join a4", "leave")])
    assert [address.viewer for address in lobby.store.addresses("g")] == [PUBLIC]


def test_start_with_fewer_seats(lobby: House) -> None:
    assert code(lobby.say("ann", "start")) == "not-joined"
    lobby.say("ann", "join")
    assert code(lobby.say("ann", "start")) == "too-few-seats"
    lobby.say("bob", "join")
    assert lobby.say("ann", "start").facts == {"did": "start"}
    assert code(lobby.say("ann", "start")) == "game-started"
    assert code(lobby.say("cy", "join")) == "game-started"
    assert lobby.say("ann", "speak red", "g").status == "taken"


def test_orders_before_the_start(lobby: House) -> None:
    lobby.say("ann", "join")
    assert code(lobby.say("ann", "speak red")) == "not-started"


@pytest.mark.parametrize("text", ["leave", "start", "say * hello", "undo"])
def test_strangers_may_do_nothing_at_the_desk(house: House, text: str) -> None:
    before = house.store.game("g"), house.store.talk("g")
    assert code(house.say("eve", text)) == "not-joined"
    assert (house.store.game("g"), house.store.talk("g")) == before


# ---- talk


def heard(house: House, text: str) -> list[str]:
    return [outgoing.sender for outgoing in house.told if text.encode() in outgoing.payload]


def test_talk_reaches_those_it_is_for_and_its_speaker(opened: Opener) -> None:
    house = opened(Table(seats=("ann", "bob", "cy")))
    assert house.say("ann", "say BOB psst").facts == {"did": "say", "to": "bob"}
    assert house.say("ann", "say * hello all").facts == {"did": "say", "to": "*"}
    assert heard(house, "psst") == ["ann", "bob"]
    assert heard(house, "hello all") == ["everybody", "ann", "bob", "cy"]
    assert [(said.seat, said.receiver, said.text) for said in house.store.talk("g")] == [
        ("ann", "bob", "psst"),
        ("ann", "*", "hello all"),
    ]


def test_talk_is_no_order_and_no_history(house: House) -> None:
    before = house.row(), house.store.journal("g"), house.store.bulletins("g")
    house.say("bob", "say ann hello")
    row = msgspec.structs.replace(house.row(), told=before[0].told)
    assert (row, house.store.journal("g"), house.store.bulletins("g")) == before


def test_one_may_talk_again_and_again(house: House) -> None:
    """Every message has a mark of its own, also when nothing has
    happened in the game between two.
    """
    for _ in range(3):
        house.take(
            [house.letter("ann", "say * same words"), house.letter("bob", "say * same words")]
        )
    marks = [outgoing.mark for outgoing in house.told]
    assert len(set(marks)) == len(marks)
    assert len(heard(house, "same words")) == 6 * 3


def test_talk_after_the_end(house: House) -> None:
    house.say("ann", "end")
    assert house.say("bob", "say * well played").status == "answered"


@pytest.mark.parametrize(
    ("text", "wanted", "place"),
    [
        ("say", ("*", "ann", "bob"), (3, 3)),
        ("say bob", ("say TO TEXT",), (7, 7)),
        ("say bob   ", ("say TO TEXT",), (10, 10)),
        ("say nobody hello", ("*", "ann", "bob"), (4, 10)),
        ("say hello", ("*", "ann", "bob"), (4, 9)),
    ],
)
def test_talk_to_nobody_or_of_nothing(
    house: House, text: str, wanted: tuple[str, ...], place: tuple[int, int]
) -> None:
    receipt = house.say("ann", text)
    assert code(receipt) == "bad-say"
    assert receipt.refusal is not None
    assert receipt.refusal.wanted == wanted
    assert (receipt.refusal.start, receipt.refusal.end) == place
    assert house.store.talk("g") == []


# ---- undo


def history(house: House, viewer: str) -> list[tuple[str, bool]]:
    """What a viewer reads, and whether it was taken back."""
    game = house.referee.memory["g"].table.game
    found = pages(game, house.store.bulletins("g"), viewer)
    return [
        (str(getattr(event, "what", type(event).__name__)), page.undone)
        for page in found
        for event in page.events
    ]


def test_undo_takes_the_last_order_back(house: House) -> None:
    house.say("ann", "add 1")
    house.say("ann", "add 5")
    asked = house.referee.memory["g"].table.state.question
    receipt = house.say("ann", "undo")
    after = house.referee.memory["g"].table.state
    assert receipt.facts == {"did": "undo"}
    assert after.world.total == 1
    assert after.question == asked + 1, "the question is a new one"
    assert after.orders == {"ann": 2}
    assert [done.n for done in house.say("ann", "add 2").done] == [3], "the numbers of orders go on"


def test_what_was_taken_back_stays_in_the_history_as_such(house: House) -> None:
    for text in ("add 1", "add 5", "undo", "add 2"):
        house.say("ann", text)
    read = history(house, "bob")
    assert read[-4:] == [("1", False), ("5", True), ("Undone", False), ("2", False)]
    assert read == history(house, PUBLIC)


def test_everybody_is_told_of_an_undo(house: House) -> None:
    house.say("ann", "speak red")
    house.say("ann", "undo")
    told = [(news.viewer, news.prompted) for news in house.box.news if Undone("ann") in news.events]
    assert told == [("*", False), ("ann", True), ("bob", False)]


def test_dice_after_an_undo_are_other_dice(opened: Opener) -> None:
    house = opened(*(Table(f"g{n}", secret=bytes([n]) * 32) for n in range(1, 7)))
    different = 0
    for n in range(1, 7):
        for who, text in (("ann", "roll"), ("ann", "undo"), ("bob", "agree"), ("ann", "roll")):
            house.say(who, text, f"g{n}")
        found = [
            msgspec.json.decode(row.rolls, type=list[Roll])
            for row in house.store.bulletins(f"g{n}")
        ]
        (first,), (second,) = [rolls for rolls in found if rolls]
        assert (first.epoch, second.epoch) == (0, 3), (
            "the epoch is the number of the question that was open"
        )
        assert first.key == second.key
        different += first.dice != second.dice
    assert different, "six dice fell like six others"


def test_undo_of_an_undo_and_of_somebody_elses_order(house: House) -> None:
    house.say("ann", "speak red")
    assert code(house.say("bob", "undo")) == "nothing-to-undo"
    house.say("ann", "undo")
    assert code(house.say("ann", "undo")) == "nothing-to-undo", (
        "one step, not a way back to the beginning"
    )
    house.say("ann", "speak blue")
    house.say("bob", "add 1")
    assert house.say("ann", "undo").facts["did"] == "propose", "bob has answered"


def test_no_undo_of_what_cannot_be_taken_back(house: House) -> None:
    assert code(house.say("ann", "undo")) == "nothing-to-undo", "nothing was ordered yet"
    house.say("ann", "look")
    assert house.say("ann", "undo").facts["did"] == "propose", "something final was told"


def test_no_undo_once_a_window_is_open(opened: Opener) -> None:
    house = opened(Table(options={"window": 30}))
    house.say("ann", "call")
    assert house.say("ann", "undo").facts["did"] == "propose"
    house.say("ann", "vote red")
    assert house.say("ann", "undo").facts["did"] == "propose"


def test_no_undo_after_the_end(house: House) -> None:
    house.say("ann", "end")
    assert code(house.say("ann", "undo")) == "game-over"


def test_undo_in_one_batch_with_what_it_undoes(house: House) -> None:
    answers = house.take(
        [house.letter("ann", text) for text in ("add 1", "add 5", "undo", "add 2", "undo")]
    )
    assert [answer.status for answer in answers] == [
        "taken",
        "taken",
        "answered",
        "taken",
        "answered",
    ]
    assert house.referee.memory["g"].table.world.total == 1
    house.again()
    assert house.say("ann", "add 3").status == "taken"
    assert house.referee.memory["g"].table.world.total == 4


def test_an_undone_question_gets_a_new_due_time(opened: Opener) -> None:
    house = opened(Table(options={"pace": 60}))
    house.say("ann", "add 1", at=1_010)
    house.say("ann", "undo", at=1_030)
    assert house.row("g").due == 1_090


def test_words_of_the_desk_are_read_in_any_case_and_need_a_game(house: House) -> None:
    assert house.say("ann", "SAY * Hello").status == "answered"
    assert house.take([Letter(door=DOOR, id="<x>", sender="bob", text="say * hello", at=2_000)])[
        0
    ].refusal == Refusal(code="no-game-of-yours")
    assert Said("ann", "here") in [event for news in house.box.news for event in news.events]
