"""A batch: making games, answers that robots have ready, doors that are behind, and what is kept of
the past.
"""

from collections.abc import Callable, Mapping
from typing import Any, cast

import pytest

from engine.messages import Address
from engine.referee import open_game
from engine.referee.accounts import SERVER_NOTES
from engine.referee.batch import PROMPT, Batch, Fresh
from engine.referee.clock import Gap
from engine.referee.doors import ROBOT
from engine.referee.open_game import OpenGame
from engine.referee.referee import Referee
from engine.rulings import times
from engine.state import PUBLIC, Order, Seat, Tick
from tests.referee.conftest import Opener
from tests.referee.relay import Call, Counted, Say, Vote
from tests.referee.stage import DOOR, START, Box, House, Table, entries, told

THREE = Table(seats=("ann", "bob", "cy"))


class Robots(Box):
    """A door that has answers ready: to this question of this game, and no other."""

    def __init__(self) -> None:
        super().__init__()
        self.ready: dict[tuple[str, int], dict[Seat, Order]] = {}

    def prepared(self, game: str, question: int) -> Mapping[Seat, Order]:
        """Return what is ready."""
        return self.ready.get((game, question), {})


def opened_game(house: House) -> OpenGame:
    """The game, as it is in memory."""
    return house.referee.memory["g"]


def with_robots(house: House, **ready: Order) -> None:
    """Everybody is asked at once, and robots have these answers ready."""
    house.say("ann", "call")
    robots = Robots()
    question = opened_game(house).table.state.question
    robots.ready["g", question] = ready
    house.referee = Referee(house.store, {DOOR: house.box, ROBOT: robots})


def batched(house: House, do: Callable[[Batch, OpenGame], Any]) -> Any:
    """Do this with the game in a batch of its own; what came of it."""

    def job(batch: Batch) -> Any:
        opened = batch.game("g")
        assert opened is not None
        return do(batch, opened)

    (answer,) = house.take([job])
    if isinstance(answer, Exception):
        raise answer
    return answer


# ---- what robots have ready


def test_robots_answer_a_secret_question_when_nobody_else_is_missing(opened: Opener) -> None:
    house = opened(THREE)
    with_robots(house, bob=Vote("blue"), cy=Vote("green"))
    house.say("ann", "vote red")
    now = house.at - START
    assert entries(house)[1:] == [(now, seat, "Vote") for seat in ("ann", "bob", "cy")]
    assert told(house, PUBLIC, Counted) == [Counted(("blue", "green", "red"), ())]


def test_robots_wait_for_every_person_who_is_missing(opened: Opener) -> None:
    house = opened(THREE)
    with_robots(house, bob=Vote("blue"))
    house.say("ann", "vote red")
    assert [seat for _, seat, _ in entries(house)] == ["ann", "ann"], "nothing tells of an answer"
    house.say("cy", "vote red")
    assert told(house, PUBLIC, Counted) == [Counted(("blue", "red", "red"), ())]


def test_in_a_window_robots_answer_when_it_closes_and_at_that_second(opened: Opener) -> None:
    house = opened(Table(options={"window": 60}))
    with_robots(house, bob=Vote("blue"))
    house.say("ann", "vote green")
    asked = entries(house)[0][0]
    assert [seat for _, seat, _ in entries(house)] == ["ann", "ann"]
    house.wait(1000)
    assert entries(house)[2:] == [(asked + 60, "bob", "Vote"), (asked + 60, "", "Tick")]
    assert told(house, PUBLIC, Counted) == [Counted(("blue", "green"), ())]


def test_a_deadline_that_passes_has_robots_answer_and_then_nothing_is_missed_of_them(
    opened: Opener,
) -> None:
    house = opened(Table(clock="1h", seats=("ann", "bob", "cy")))
    with_robots(house, bob=Vote("blue"))
    asked = entries(house)[0][0]
    house.wait(4000)
    assert entries(house)[1:3] == [(asked + 3600, "bob", "Vote"), (asked + 3600, "", "Tick")]
    assert told(house, PUBLIC, Counted) == [Counted(("blue", "red", "red"), ("ann", "cy"))]


def test_robots_that_are_the_last_close_the_question_at_its_deadline(opened: Opener) -> None:
    house = opened(Table(clock="1h"))
    with_robots(house, ann=Vote("green"), bob=Vote("blue"))
    house.wait(3700)
    assert told(house, PUBLIC, Counted) == [Counted(("blue", "green"), ())]
    assert [kind for _, _, kind in entries(house)] == ["Call", "Vote", "Vote"], "no tick is left"


def test_what_a_robot_may_not_say_is_not_said(opened: Opener) -> None:
    house = opened(Table(clock="1h"))
    with_robots(house, bob=Say("blue"))
    house.say("ann", "vote green")
    assert [kind for _, _, kind in entries(house)] == ["Call", "Vote"]


def test_who_has_answered_is_not_answered_for_again(opened: Opener) -> None:
    house = opened()
    with_robots(house, ann=Vote("blue"), bob=Vote("blue"))
    house.say("ann", "vote green")
    assert [seat for _, seat, _ in entries(house)] == ["ann", "ann", "bob"]
    assert told(house, PUBLIC, Counted) == [Counted(("blue", "green"), ())]


def test_a_question_in_the_open_is_answered_by_nobody_but_its_seat(opened: Opener) -> None:
    house = opened()
    robots = Robots()
    robots.ready = {("g", n): {"ann": Say("red"), "bob": Say("red")} for n in range(9)}
    house.referee = Referee(house.store, {DOOR: house.box, ROBOT: robots})
    house.say("ann", "speak blue")
    assert [seat for _, seat, _ in entries(house)] == ["ann"]


def test_who_enters_an_order_hears_what_the_last_answer_to_it_has_brought(opened: Opener) -> None:
    house = opened()
    found = batched(house, lambda batch, game: batch.enter(game, house.at, "ann", Call()))
    assert found.asked is not None
    assert found.asked.seats == ("ann", "bob"), "nobody has one ready"
    robots = Robots()
    robots.ready["g", found.question] = {"bob": Vote("blue")}
    house.referee = Referee(house.store, {DOOR: house.box, ROBOT: robots})
    found = batched(house, lambda batch, game: batch.enter(game, house.at, "ann", Vote("red")))
    assert found.events(PUBLIC) == [Counted(("blue", "red"), ())]


# ---- making games


def test_a_game_is_stored_as_it_was_made(opened: Opener) -> None:
    house = opened()
    row = house.row()
    assert (row.kind, row.edition, row.created, row.result) == ("relay", 1, START, None)
    assert sorted(address.viewer for address in house.store.addresses("g")) == [
        PUBLIC,
        "ann",
        "bob",
    ]


def test_of_one_id_there_is_one_game(opened: Opener) -> None:
    house = opened()
    (answer,) = house.take([Table(seats=("eve",)).make])
    assert isinstance(answer, ValueError)
    assert str(answer) == "there is a game 'g' already"
    assert house.referee.memory["g"].table.seats == ("ann", "bob")


def test_who_makes_a_game_owns_it(opened: Opener) -> None:
    house = opened()

    def make(batch: Batch) -> tuple[Any, ...]:
        setup = Table("h").setup()
        address = Address(door=DOOR, sender="eve", game="h", viewer=PUBLIC)
        batch.make("relay", setup, [address], (DOOR, "eve"))
        return tuple(batch.accounts.role("h", (DOOR, who)) for who in ("eve", "ann"))

    (roles,) = house.take([make])
    assert roles == ("owner", None)


# ---- doors that are behind


class Slow(Box):
    """A door that says how far it has read."""

    read_before: int = START

    def look_again(self) -> None:
        """Nothing to do."""


@pytest.mark.parametrize(("late", "at"), [(PROMPT, 60), (PROMPT + 1, 61 + PROMPT)])
def test_half_a_minute_that_a_door_takes_to_read_moves_no_question(
    opened: Opener, late: int, at: int
) -> None:
    assert PROMPT == 30
    house = opened(Table(options={"pace": 60}))
    slow = Slow()
    slow.read_before = START + 60
    house.referee = Referee(house.store, {DOOR: slow})
    house.wait(60 + late)
    assert entries(house) == [(at, "", "Tick")]


def test_a_door_that_has_not_read_all_that_came_in_time_keeps_the_question_open(
    opened: Opener,
) -> None:
    house = opened(Table(options={"pace": 60}))
    slow = Slow()
    slow.read_before = START + 59
    house.referee = Referee(house.store, {DOOR: slow})
    house.at = START + 100
    assert batched(house, lambda batch, opened: batch.tick(opened, START + 100)) is True
    assert entries(house) == []
    slow.read_before = START + 60
    assert batched(house, lambda batch, opened: batch.tick(opened, START + 100)) is False
    assert [kind for _, _, kind in entries(house)] == ["Tick"]


def test_how_far_a_door_has_read_is_noted_for_a_process_that_works_without_it(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, slow = opened(), Slow()
    slow.read_before = START + 7

    def read() -> list[int]:
        return cast(list[int], batched(house, lambda batch, game: batch.read_before(game)))

    house.referee = Referee(house.store, {})
    assert read() == [], "nobody has heard of such a door"
    house.referee = Referee(house.store, {DOOR: slow})
    assert read() == [START + 7]

    def noted(batch: Batch, game: OpenGame) -> dict[str, str | None]:
        batch.note_doors()
        return batch.notes_of(SERVER_NOTES).fresh

    name = f"fetches/{DOOR}"
    assert batched(house, noted) == {name: "0"}
    assert batched(house, noted) == {}, "it is known"
    monkeypatch.setattr(type(house.store), "shared", True, raising=False)
    assert batched(house, noted) == {name: str(START + 7)}, "another process works beside this"
    house.referee = Referee(house.store, {})
    assert read() == [START + 7]
    house.referee = Referee(house.store, {DOOR: house.box})
    assert read() == [], "a door that fetches nothing is never behind"


# ---- the past


def test_the_past_of_a_game_is_read_from_where_it_is_asked(opened: Opener) -> None:
    house = opened()
    for n in range(3):
        house.say("ann", f"add {n}")

    def read(batch: Batch, game: OpenGame) -> None:
        fresh = Fresh(batch, game)
        assert len(fresh.journal("g", game.n - 2)) == 2
        assert [row.n for row in fresh.bulletins("g", game.n - 2)] == [game.n - 1, game.n]
        assert len(fresh.journal("g")) == game.n
        assert len(fresh.bulletins("g")) == game.n + 1

    batched(house, read)


def test_what_is_long_ago_is_found_out_beside_the_writer_if_that_is_possible(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opened()
    for n in range(8):
        house.say("ann", f"add {n}")

    def look(batch: Batch, game: OpenGame) -> None:
        monkeypatch.setattr(open_game, "NEAR", game.n - 1)
        before = batch.save_at(game, 3)
        batch.answers = open_game.DeferredResults()
        with pytest.raises(open_game.Deferred) as aside:
            batch.save_at(game, 3)
        assert aside.value.key == ("save", "g", 3)
        monkeypatch.setattr(open_game, "NEAR", game.n)
        assert batch.save_at(game, 3) == before

    batched(house, look)


# ---- entries


def test_time_that_was_lost_is_made_good_once_in_each_game(opened: Opener) -> None:
    house = opened(Table(clock="24h"))

    def job(batch: Batch) -> None:
        batch.gaps = [Gap((START + 10, START + 40_010))]
        for _ in range(2):
            assert batch.game("g") is not None
        assert batch.game("nobody made this") is None

    house.take([job])
    assert [kind for _, _, kind in entries(house)] == ["house-Downtime"]


def test_a_game_in_which_lost_time_cannot_be_made_good_is_as_it_was_stored(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = opened(Table(clock="24h"))

    def failing(batch: Batch, game: OpenGame, span: object) -> None:
        game.table.world.total = 99
        raise RuntimeError("the rules stumble")

    monkeypatch.setattr(Batch, "make_good", failing)

    def job(batch: Batch) -> tuple[str, int]:
        batch.gaps = [Gap((START + 10, START + 40_010))]
        found = batch.game("g")
        assert found is not None
        return found.id, found.table.world.total

    assert house.take([job]) == [("g", 0)]


def test_an_entry_at_a_time_that_has_passed_happens_now_unless_the_clock_makes_it(
    opened: Opener,
) -> None:
    house = opened(Table(clock="1h"))
    house.at = START + 500
    batched(
        house,
        lambda batch, opened: batch.play_as_referee(opened, START + 10, times.Pause("x")),
    )
    batched(house, lambda batch, opened: batch.play_as_referee(opened, START + 20, Tick()))
    assert entries(house) == [(500, "", "house-Pause"), (500, "", "Tick")]


def reasons(house: House, viewer: Seat) -> list[str]:
    """Why somebody was written to since this was asked last."""
    found = [news.reason for news in house.box.news if news.viewer == viewer]
    house.box.news.clear()
    return found


def test_who_has_just_ordered_openly_and_is_asked_again_is_asked_again(opened: Opener) -> None:
    house = opened()
    house.box.news.clear()
    said = {}
    for seat, text in (
        ("ann", "add 1"),
        ("ann", "speak red"),
        ("bob", "speak red"),
        ("ann", "call"),
        ("bob", "vote red"),
        ("ann", "vote red"),
    ):
        house.say(seat, text)
        said[seat, text] = reasons(house, PUBLIC)
    assert said == {
        ("ann", "add 1"): ["again"],
        ("ann", "speak red"): ["asked"],
        ("bob", "speak red"): ["asked"],
        ("ann", "call"): ["asked"],
        ("bob", "vote red"): [],
        ("ann", "vote red"): ["asked"],
    }, "a secret question was none in the open"
    batched(
        house,
        lambda batch, opened: batch.play_as_referee(opened, house.at, times.Pause("x")),
    )
    assert reasons(house, PUBLIC) == ["told"]


def test_who_has_filed_an_answer_to_a_secret_question_is_not_called_to_it(opened: Opener) -> None:
    house = opened()
    house.say("bob", "queue add vote blue")
    house.box.news.clear()
    house.say("ann", "call")
    asked = {news.viewer for news in house.box.news if news.prompted}
    assert asked == {"ann"}


def test_what_was_filed_is_played_at_the_second_in_which_its_question_opened(
    opened: Opener,
) -> None:
    house = opened(Table(clock="1h"))
    house.say("bob", "queue add speak blue")
    house.wait(5000)
    assert [entry for entry in entries(house) if entry[2] in ("Tick", "Say")] == [
        (3600, "", "Tick"),
        (3600, "bob", "Say"),
    ]
    assert [at for at, _, kind in entries(house) if kind == "house-FileOrders"][-1] == 3600


def test_who_has_filed_an_order_for_always_reads_that_it_was_played(opened: Opener) -> None:
    house = opened()
    house.say("bob", "queue add always speak blue")
    house.say("ann", "speak red")
    assert told(house, "bob", times.FiledPlayed) == [times.FiledPlayed("speak blue")]


def test_what_was_filed_before_the_order_that_is_taken_back_is_not_filed_twice(
    opened: Opener,
) -> None:
    house = opened()
    house.say("bob", "note blue")
    house.say("ann", "add 1")
    house.say("bob", "note green")
    house.say("ann", "undo")
    assert [kind for _, _, kind in entries(house)] == ["Note", "Add", "Note", "Undo", "Note"]


def test_of_the_past_four_states_are_kept_in_memory(opened: Opener) -> None:
    house = opened()
    kept = list[list[int]]()
    for _ in range(8):
        house.say("ann", "add 1")
        kept.append(sorted(opened_game(house).saves))
    last = opened_game(house).n
    assert kept[-1] == [last - 3, last - 2, last - 1, last]
    assert max(map(len, kept)) == 4
