"""Finding a game, making one, asking others in, looking on; seats that are drawn; ratings."""

import itertools
import math
from collections import Counter

import msgspec

from bot.play.door import RobotDoor
from engine import dice
from engine.game_view import GameView
from engine.menu import Refusal
from engine.messages import Message, Receipt
from engine.referee.batch import Batch
from engine.referee.doors import ROBOT
from engine.state import PUBLIC, Roll, Setup
from engine.store.history import pages
from tests.kit.each import each
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, START, House, Table, code, made
from tests.referee.tale import tale, tales
from tests.stored import every_game


def loose(house: House, who: str, text: str) -> Receipt:
    return house.say(who, text, None)


globals().update(tales(__file__))


@each(
    "text, why",
    [
        ("new", "incomplete"),
        ("new chess", "no-such-game"),
        ("new battleboard size", "bad-option-pair"),
        ("new battleboard colour=red", "no-such-option"),
        ("new battleboard size=6", "bad-option"),
        ("new battleboard seats=random", "cannot-make"),
        ("new battleboard private=maybe", "bad-option"),
        ('new battleboard clock="every day"', "bad-plan"),
        ("new dicechess rated=perhaps", "bad-option"),
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
    assert (setup.clock.each, setup.clock.grace) == (86_400, 7_200)
    assert (setup.private, setup.seating) == (True, "random")


# ---- private games


def test_a_private_game_and_one_that_does_not_exist_are_answered_alike(house: House) -> None:
    id = made(house, "new dicechess private=yes")
    for text in (
        *("join", "observe", "talk", "kick white", "robot white", "gm look", "gm dance"),
        *("invite eve", "e2e4", "hello", "games"),
    ):
        answers = [house.say("eve", text, which) for which in (id, "nosuch")]
        assert answers[0] == answers[1]
    assert house.say("eve", "join", id).refusal == Refusal(code="no-game-of-yours")


@each(
    "who, meant",
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
    message = Message(door=meant[0], id=who, sender=meant[1], text="join", at=house.at, game=id)
    assert house.take([message])[0].status == "answered"


test_nobody_is_meant = tale(f"""
    olga in -: new dicechess        -> let G=game
    olga in {{G}}: invite no/where  -> !no-such-person
    olga in {{G}}: invite /         -> !no-such-person
    olga in {{G}}: invite {"x" * 500}   -> !no-such-person
""")


# ---- looking on


def test_spectators_get_what_everybody_gets(house: House) -> None:
    house.say("ann", "note blue")
    assert house.say("eve", "observe").facts == {"did": "observe", "seat": ""}
    house.box.news.clear()
    house.say("ann", "add 1")
    told = {news.sender: news for news in house.box.news}
    assert told["eve"].viewer == PUBLIC
    assert told["eve"].events == told["everybody"].events
    assert told["eve"].view.note is None


def test_an_admitted_reader_reads_the_seats_view_and_news_until_somebody_else_may_take_it(
    house: House,
) -> None:
    def read(batch: Batch) -> GameView:
        opened = batch.game("g")
        assert opened is not None
        return batch.beside(opened, opened.seen(PUBLIC), (DOOR, "eve"))

    house.give("moderator", (DOOR, "mod"))
    for who, text in (
        *(("ann", "note blue"), ("bob", "note red"), ("ann", "admit eve"), ("bob", "admit fay")),
        ("eve", "observe ann"),
    ):
        assert house.say(who, text).status == "answered" or text.startswith("note")
    (seen,) = house.take([read])
    assert seen.view == house.referee.memory["g"].table.view("ann")
    assert (seen.view.note, seen.viewer, seen.source, seen.is_asked) == (
        "blue",
        PUBLIC,
        "ann",
        False,
    )
    assert seen.menu.choices == ()
    house.say("mod", "gm replace ann")
    (seen,) = house.take([read])
    assert (seen.view.note, seen.source) == (None, PUBLIC)
    house.say("zoe", "join ann")
    assert code(house.say("eve", "observe ann")) == "not-admitted"


def test_a_newcomer_is_told_how_the_game_stands(house: House) -> None:
    house.say("ann", "add 4")
    house.box.news.clear()
    house.say("eve", "observe")
    (news,) = house.box.news
    found = pages(house.referee.memory["g"].table.game, house.store.bulletins("g"), PUBLIC)
    assert list(news.events) == [event for page in found for event in page.events]


# ---- finding


def test_ones_games_and_those_that_want_players(opened: Opener) -> None:
    house = opened(Table("g", options={"pace": 600}), Table("h", seats=("ann", "cy")))
    house.say("ann", "end", "h")
    hidden = made(house, "new dicechess private=yes")
    shown = made(house, "new dicechess")
    facts = loose(house, "ann", "games").facts
    common = {"kind": "relay", "seat": "ann", "role": "", "request": ""}
    assert facts["games"] == [
        common | {"game": "g", "asked": True, "due": START + 600, "result": ""},
        common | {"game": "h", "asked": False, "due": None, "result": "over"},
    ]
    assert facts["open"] == [
        {"game": shown, "kind": "dicechess", "taken": 0, "places": 2, "vacant": []}
    ]
    mine = [(game["game"], game["role"]) for game in loose(house, "olga", "games").facts["games"]]
    assert mine == [(shown, "owner"), (hidden, "owner")], "the newest first"


# ---- drawn seats


def drawn(opened: Opener, n: int) -> House:
    house = opened(Table("h"))
    secret = bytes([n]) * 32

    def make(batch: Batch) -> None:
        setup = Setup(id="d", secret=secret, options={}, scenario={}, at=START, seating="random")
        batch.make("dicechess", setup, [])

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
        bulletins = house.store.bulletins("d")
        rolls = [msgspec.json.decode(row.rolls, type=tuple[Roll, ...]) for row in bulletins]
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


def test_a_game_that_ends_moves_the_ratings_of_its_players(house: House) -> None:
    """EV-70 to EV-72. Weng and Lin, JMLR 12 (2011), algorithm 1: for two newcomers the skill moves
    by s^2 / 2c, with s^2 = (25/3)^2 + (25/300)^2 and c^2 = 2 s^2 + 2 (25/6)^2.
    """
    s2 = (25 / 3) ** 2 + (25 / 300) ** 2
    step = 40 * s2 / 2 / math.sqrt(2 * s2 + 2 * (25 / 6) ** 2)

    def own(who: str) -> tuple[int, int, int, int]:
        (row,) = loose(house, who, "rating").facts["ratings"]
        return row["place"], row["rating"], row["games"], row["won"]

    finished(house, "white")
    assert own("ann") == (0, round(1500 + step), 1, 1)
    assert own("bob") == (0, round(1500 - step), 1, 0)
    finished(house, "black")
    assert own("bob")[1] > 1500 > own("ann")[1], "the second game weighs as much, and is newer"
    assert loose(house, "olga", "rating dicechess").facts["ratings"] == [], "all are provisional"


def test_ratings_are_listed_once_they_are_sure(house: House) -> None:
    """EV-72: a rating is provisional while sigma is above 6, and the list goes by mu - 2 sigma."""
    winners = itertools.cycle(("white", "black"))
    while not loose(house, "olga", "rating dicechess").facts["ratings"]:
        finished(house, next(winners))
    rows = loose(house, "ann", "rating dicechess").facts["ratings"]
    assert [row["place"] for row in rows] == [1, 2]
    assert {row["name"]: row["you"] for row in rows} == {"Ann": True, "Bob": False}
    assert rows[0]["rating"] > rows[1]["rating"]
    assert rows[0]["margin"] <= 6 * 40
    assert 5 < rows[0]["games"] < 20


def test_a_robot_sits_on_a_free_seat_by_the_word_of_who_moderates(house: House) -> None:
    id = made(house, "new dicechess")
    house.say("ann", "join white", id, name="Ann")
    assert code(house.say("olga", "robot black", id)) == "no-robots-here"
    house.referee.doors = {DOOR: house.box, ROBOT: RobotDoor()}
    for who, text, why in (
        ("ann", "robot black", "not-moderator"),
        ("olga", "robot white", "seat-taken"),
        ("olga", "robot green", "no-such-seat"),
        ("olga", "robot black level 10", "no-such-seat"),
    ):
        assert code(house.say(who, text, id)) == why
    given = house.say("olga", "robot black level 2", id)
    assert given.facts == {"did": "robot", "seat": "black", "level": 2}
    homes = {(home.door, home.sender) for home in house.store.addresses(id)}
    assert homes >= {(DOOR, "ann"), (ROBOT, f"{id}/black:2")}
    assert code(house.say("olga", "robot black", id)) == "game-started"
    assert house.say("ann", "resign", id).status == "taken"
    assert loose(house, "ann", "rating").facts["ratings"] == [], "it does not count"
