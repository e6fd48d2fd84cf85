"""Finding a game, making one, asking others in, looking on; seats that are drawn; ratings."""

import math
from collections import Counter
from typing import Any

import msgspec
import pytest

from bot.play.door import RobotDoor
from engine import dice
from engine.menu import Refusal
from engine.messages import Message, Receipt
from engine.referee.batch import Batch
from engine.referee.doors import ROBOT
from engine.referee.ratings import FIRST, STEP, expected
from engine.rulings import rulings
from engine.state import PUBLIC, Roll, Setup
from engine.store.history import pages
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, START, House, Table, code, made
from tests.stored import every_game


def loose(house: House, who: str, text: str, **more: Any) -> Receipt:
    return house.say(who, text, None, **more)


# ---- making


def test_who_makes_a_game_owns_it_and_joins_like_everybody(house: House) -> None:
    id = made(house, "new battleboard size=6x6 cities=2")
    assert house.store.game(id) is not None
    assert house.say("olga", "gm announce welcome", id).status == "answered"
    assert code(house.say("eve", "gm announce welcome", id)) == "not-moderator"
    assert house.say("olga", "join", id).seat == "olga"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("new", "incomplete"),
        ("new chess", "no-such-game"),
        ("new battleboard size", "bad-option-pair"),
        ("new battleboard colour=red", "no-such-option"),
        ("new battleboard size=6", "bad-option"),
        ("new battleboard seats=random", "cannot-make"),
        ("new battleboard private=maybe", "bad-option"),
        ('new battleboard clock="every day"', "bad-plan"),
    ],
)
def test_what_cannot_be_made(house: House, text: str, why: str) -> None:
    before = len(every_game(house.store))
    assert code(loose(house, "olga", text)) == why
    assert len(every_game(house.store)) == before


def test_a_game_is_made_with_a_clock(house: House) -> None:
    id = made(house, 'new dicechess clock="24h grace 2h" private=yes seats=random')
    setup = house.row(id).decoded_setup()
    assert setup.clock is not None
    assert (setup.clock.each, setup.clock.grace, setup.private, setup.seating) == (
        86_400,
        7_200,
        True,
        "random",
    )


def test_nobody_fills_the_house_with_games(house: House) -> None:
    for _ in range(10):
        made(house, "new dicechess")
    assert code(loose(house, "olga", "new dicechess")) == "too-many-games"
    assert made(house, "new dicechess", "pia")


# ---- private games


def test_a_private_game_and_one_that_does_not_exist_are_answered_alike(house: House) -> None:
    id = made(house, "new dicechess private=yes")
    for text in (
        "join",
        "observe",
        "talk",
        "kick white",
        "robot white",
        "gm look",
        "gm dance",
        "invite eve",
        "e2e4",
        "hello",
        "games",
    ):
        answers = [house.say("eve", text, which) for which in (id, "nosuch")]
        assert answers[0] == answers[1]
    assert house.say("eve", "join", id).refusal == Refusal(code="no-game-of-yours")


def test_who_is_invited_may_join_and_is_told(house: House) -> None:
    id = made(house, "new dicechess private=yes")
    house.box.news.clear()
    assert house.say("olga", "invite eve", id).facts == {"did": "invite", "who": "eve"}
    assert [(news.sender, news.viewer, news.events) for news in house.box.news] == [
        ("eve", PUBLIC, (rulings.Invited(""),))
    ]
    assert house.say("eve", "join", id).status == "answered"
    assert code(house.say("eve", "invite fay", id)) == "not-moderator"
    assert house.say("fay", "join", id).refusal == Refusal(code="no-game-of-yours")
    house.box.news.clear()
    house.say("olga", "invite fay", id)
    house.say("olga", "invite fay", id)
    assert len(house.box.news) == 1, "once"


def test_nobody_invites_the_whole_world(house: House) -> None:
    for n in range(2):
        id = made(house, "new battleboard private=yes players=9")
        found = [house.say("olga", f"invite guest{n}-{k}", id).status for k in range(30)]
        assert found == ["answered"] * (30 if n == 0 else 20) + ["refused"] * (10 * n)
    house.at += 86_400
    assert house.say("olga", "invite another", id).status == "answered"


def test_the_operator_sees_private_games(house: House) -> None:
    id = made(house, "new dicechess private=yes")
    assert house.say("op", "gm announce hello", id, rank="operator").status == "answered"


@pytest.mark.parametrize(
    ("who", "meant"),
    [
        ("<@123>", ("discord", "123")),
        ("<@!123>", ("discord", "123")),
        ("Fay@Example.org", ("mail", "fay@example.org")),
        ("box/fay", (DOOR, "fay")),
        ("fay", (DOOR, "fay")),
    ],
)
def test_how_people_are_named(house: House, who: str, meant: tuple[str, str]) -> None:
    id = made(house, "new dicechess private=yes")
    assert house.say("olga", f"invite {who}", id).status == "answered"
    message = Message(door=meant[0], id="<x>", sender=meant[1], text="join", at=house.at, game=id)
    assert house.take([message])[0].status == "answered"


@pytest.mark.parametrize("who", ["no/where", "/", "x" * 500])
def test_nobody_is_meant(house: House, who: str) -> None:
    id = made(house, "new dicechess")
    assert code(house.say("olga", f"invite {who}", id)) == "no-such-person"


# ---- looking on


def test_spectators_get_what_everybody_gets(house: House) -> None:
    house.say("ann", "note blue")
    assert house.say("eve", "observe").facts == {"did": "observe"}
    house.box.news.clear()
    house.say("ann", "add 1")
    told = {news.sender: news for news in house.box.news}
    assert told["eve"].viewer == PUBLIC
    assert told["eve"].events == told["everybody"].events
    assert told["eve"].view.note is None
    assert code(house.say("eve", "add 2")) == "no-game-of-yours"
    assert code(house.say("eve", "say * hello")) == "not-joined"
    assert house.say("eve", "observe off").status == "answered"
    assert code(house.say("eve", "observe off")) == "not-observing"
    house.box.news.clear()
    house.say("ann", "add 1")
    assert "eve" not in {news.sender for news in house.box.news}


def test_who_plays_does_not_look_on(house: House) -> None:
    assert code(house.say("ann", "observe")) == "joined-before"


def test_a_spectator_may_take_a_seat(opened: Opener) -> None:
    house = opened(Table("h"))
    house.take([Table("g", seats=("1", "2")).waiting])
    house.say("eve", "observe")
    assert house.say("eve", "join").seat == "eve"
    assert [a.viewer for a in house.store.addresses("g") if a.sender == "eve"] == ["eve"]


# ---- finding


def test_ones_games_and_those_that_want_players(opened: Opener) -> None:
    house = opened(Table("g", options={"pace": 600}), Table("h", seats=("ann", "cy")))
    house.say("ann", "end", "h")
    hidden = made(house, "new dicechess private=yes")
    shown = made(house, "new dicechess")
    facts = loose(house, "ann", "games").facts
    assert facts["games"] == [
        {
            "game": "g",
            "kind": "relay",
            "seat": "ann",
            "role": "",
            "asked": True,
            "request": "",
            "due": START + 600,
            "result": "",
        },
        {
            "game": "h",
            "kind": "relay",
            "seat": "ann",
            "role": "",
            "asked": False,
            "request": "",
            "due": None,
            "result": "over",
        },
    ]
    assert facts["open"] == [
        {"game": shown, "kind": "dicechess", "taken": 0, "places": 2, "vacant": []}
    ]
    mine = loose(house, "olga", "games").facts["games"]
    assert [(game["game"], game["role"]) for game in mine] == [
        (shown, "owner"),
        (hidden, "owner"),
    ], "the newest first"


def test_vacant_seats_are_found(house: House) -> None:
    house.say("mod", "gm replace bob", rank="moderator")
    assert loose(house, "eve", "games").facts["open"] == [
        {"game": "g", "kind": "relay", "taken": 2, "places": 2, "vacant": ["bob"]}
    ]


# ---- drawn seats


def drawn(opened: Opener, n: int) -> House:
    house = opened(Table("h"), name=f"drawn-{n}")

    def make(batch: Batch) -> None:
        batch.make(
            "dicechess",
            Setup(
                id="d", secret=bytes([n]) * 32, options={}, scenario={}, at=START, seating="random"
            ),
            [],
        )

    house.take([make])
    return house


def test_seats_are_drawn_with_dice_that_anybody_can_recompute(opened: Opener) -> None:
    """The dice scheme of the design, section 6: HMAC of secret, game id
    and key; no salts are fixed yet.
    """
    found = Counter[str]()
    for n in range(12):
        house = drawn(opened, n)
        assert code(house.say("ann", "join white", "d")) == "seats-are-drawn"
        seat = house.say("ann", "join", "d").seat
        numbers = dice.stream(bytes([n]) * 32, (b"d",), b"\0\0\0\x08" + b"0/seat/1")
        assert seat == ("white", "black")[dice.face(numbers, 2)]
        rolls = [
            msgspec.json.decode(row.rolls, type=tuple[Roll, ...])
            for row in house.store.bulletins("d")
        ]
        assert [roll.key for some in rolls for roll in some] == ["seat/1"]
        found[str(seat)] += 1
        assert {house.say("bob", "join", "d").seat, seat} == {"white", "black"}
    assert set(found) == {"white", "black"}


def test_nobody_draws_again_by_leaving(opened: Opener) -> None:
    house = drawn(opened, 1)
    first = house.say("ann", "join", "d").seat
    for _ in range(5):
        house.say("ann", "leave", "d")
        assert house.say("ann", "join", "d").seat == first


# ---- ratings


def finished(house: House, winner: str) -> None:
    id = made(house, "new dicechess")
    house.say("ann", "join white", id, name="Ann")
    house.say("bob", "join black", id, name="Bob")
    loser = {"white": "bob", "black": "ann"}[winner]
    assert house.say(loser, "resign", id).status == "taken"


def test_ratings_are_those_of_elo(house: House) -> None:
    """Arpad Elo, The Rating of Chessplayers, 1.6: the expectation is 1 / (1
    + 10^(-d/400)); the sum stays.
    """
    assert math.isclose(expected(1613, 1609), 0.506, abs_tol=0.001)
    assert math.isclose(expected(1613, 1477), 0.686, abs_tol=0.001)
    finished(house, "white")
    rows = loose(house, "ann", "rating dicechess").facts["ratings"]
    assert [(row["name"], row["rating"], row["won"], row["you"]) for row in rows] == [
        ("Ann", FIRST + STEP / 2, 1, True),
        ("Bob", FIRST - STEP / 2, 0, False),
    ]
    finished(house, "black")
    rows = loose(house, "ann", "rating dicechess").facts["ratings"]
    assert sum(row["rating"] for row in rows) == 2 * FIRST
    assert rows[0]["name"] == "Bob", "who wins against a stronger one gains more"
    assert [
        (row["kind"], row["games"]) for row in loose(house, "ann", "rating").facts["ratings"]
    ] == [("dicechess", 2)]


def test_games_that_were_closed_do_not_count(house: House) -> None:
    id = made(house, "new dicechess")
    house.say("ann", "join white", id)
    house.say("bob", "join black", id)
    house.say("olga", "gm close", id)
    assert loose(house, "ann", "rating").facts["ratings"] == []


def test_a_robot_sits_on_a_free_seat_by_the_word_of_who_moderates(house: House) -> None:
    id = made(house, "new dicechess")
    house.say("ann", "join white", id)
    assert code(house.say("olga", "robot black", id)) == "no-robots-here"
    house.referee.doors = {DOOR: house.box, ROBOT: RobotDoor()}
    assert code(house.say("ann", "robot black", id)) == "not-moderator"
    assert code(house.say("olga", "robot white", id)) == "seat-taken"
    assert code(house.say("olga", "robot green", id)) == "no-such-seat"
    assert code(house.say("olga", "robot black level 10", id)) == "no-such-seat"
    given = house.say("olga", "robot black level 2", id)
    assert given.facts == {"did": "robot", "seat": "black", "level": 2}
    assert {(home.door, home.sender) for home in house.store.addresses(id)} >= {
        (DOOR, "ann"),
        (ROBOT, f"{id}/black:2"),
    }
    assert code(house.say("olga", "robot black", id)) == "game-started"


def test_who_joins_as_a_program_is_shown_as_one(house: House) -> None:
    id = made(house, "new dicechess")
    house.say("ann", "join white", id, name="Ann")
    assert house.say("eve", "join black as program", id, name="Deep").facts["seat"] == "black"
    opened = house.referee.memory[id]
    assert [chair.name for chair in opened.table.state.chairs] == ["Ann", "Deep (program)"]


def test_games_with_a_robot_do_not_count(house: House) -> None:
    house.referee.doors = {DOOR: house.box, ROBOT: RobotDoor()}
    id = made(house, "new dicechess")
    house.say("ann", "join white", id)
    house.say("olga", "robot black", id)
    assert house.say("ann", "resign", id).status == "taken"
    assert loose(house, "ann", "rating").facts["ratings"] == []


def test_a_newcomer_is_told_how_the_game_stands(house: House) -> None:
    house.say("ann", "add 4")
    house.box.news.clear()
    house.say("eve", "observe")
    (news,) = house.box.news
    game = house.referee.memory["g"].table.game
    public = [
        event for page in pages(game, house.store.bulletins("g"), PUBLIC) for event in page.events
    ]
    assert list(news.events) == public
