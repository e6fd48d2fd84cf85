"""A batch: making games, answers that robots have ready, doors that are behind, and what is kept of
the past.
"""

from collections.abc import Callable
from typing import Any, cast

import pytest

from engine.messages import Address
from engine.referee import open_game
from engine.referee.accounts import SERVER_NOTES
from engine.referee.batch import PROMPT, Batch, Fresh
from engine.referee.clock import Gap
from engine.referee.open_game import OpenGame
from engine.referee.referee import Referee
from engine.rulings import times
from engine.state import PUBLIC, Tick
from tests.kit.each import each
from tests.referee.conftest import Opener
from tests.referee.relay import Call, Counted, Say, Vote
from tests.referee.stage import DOOR, START, Box, House, Table, entries
from tests.referee.tale import tale, with_robots


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

test_robots_answer_a_secret_question_when_nobody_else_is_missing = tale("""
    table seats=ann,bob,cy
    ann: call
    robots bob=blue cy=green
    ann at 9s: vote red
        -> journal ann/Vote@9s bob/Vote@9s cy/Vote@9s; Counted(blue+green+red, -)
""")

test_robots_wait_for_every_person_who_is_missing = tale("""
    table seats=ann,bob,cy
    ann: call
    robots bob=blue
    ann: vote red       -> journal ann/Vote; no Counted
    cy: vote red        -> Counted(blue+red+red, -)
""")

test_in_a_window_robots_answer_when_it_closes_and_at_that_second = tale("""
    table window=60s
    ann at 0s: call
    robots bob=blue
    ann: vote green     -> journal ann/Vote
    wait 1000s          -> journal bob/Vote@60s /Tick@60s; Counted(blue+green, -)
""")

test_a_deadline_that_passes_has_robots_answer_and_then_nothing_is_missed_of_them = tale("""
    table clock=1h seats=ann,bob,cy
    ann at 0s: call
    robots bob=blue
    wait 4000s          -> journal bob/Vote@1h /Tick@1h; Counted(blue+red+red, ann+cy)
""")

test_robots_that_are_the_last_close_the_question_at_its_deadline = tale("""
    table clock=1h
    ann at 0s: call
    robots ann=green bob=blue
    # No tick is left.
    wait 3700s          -> journal ann/Vote@1h bob/Vote@1h; Counted(blue+green, -)
""")

test_what_a_robot_may_not_say_is_not_said = tale("""
    ann: call
    robots bob=purple
    ann: vote green     -> journal ann/Vote
""")

test_who_has_answered_is_not_answered_for_again = tale("""
    ann: call
    robots ann=blue bob=blue
    ann: vote green     -> journal ann/Vote bob/Vote; Counted(blue+green, -)
""")


def test_a_question_in_the_open_is_answered_by_nobody_but_its_seat(house: House) -> None:
    with_robots(house, range(9), ann=Say("red"), bob=Say("red"))
    house.say("ann", "speak blue")
    assert [seat for _, seat, _ in entries(house)] == ["ann"]


def test_who_enters_an_order_hears_what_the_last_answer_to_it_has_brought(house: House) -> None:
    found = batched(house, lambda batch, game: batch.enter(game, house.at, "ann", Call()))
    assert found.asked is not None
    assert found.asked.seats == ("ann", "bob"), "nobody has one ready"
    with_robots(house, [found.question], bob=Vote("blue"))
    found = batched(house, lambda batch, game: batch.enter(game, house.at, "ann", Vote("red")))
    assert found.events(PUBLIC) == [Counted(("blue", "red"), ())]


# ---- making games


def test_a_game_is_stored_as_it_was_made_and_belongs_to_its_maker(house: House) -> None:
    def make(batch: Batch) -> tuple[Any, ...]:
        address = Address(door=DOOR, sender="eve", game="h", viewer=PUBLIC)
        batch.make("relay", Table("h").setup(), [address], (DOOR, "eve"))
        return tuple(batch.accounts.role("h", (DOOR, who)) for who in ("eve", "ann"))

    assert house.take([make]) == [("owner", None)]
    row = house.row("h")
    assert (row.kind, row.edition, row.created, row.result) == ("relay", 1, START, None)
    assert [address.viewer for address in house.store.addresses("h")] == [PUBLIC]


def test_of_one_id_there_is_one_game(house: House) -> None:
    error, receipt = house.take(
        [Table(seats=("eve",)).make, house.message("ann", "speak red")],
    )
    assert isinstance(error, ValueError)
    assert str(error) == "there is a game 'g' already"
    assert receipt.status == "taken"
    assert house.referee.memory["g"].table.seats == ("ann", "bob")


# ---- doors that are behind


class Slow(Box):
    """A door that says how far it has read."""

    def __init__(self, read_before: int) -> None:
        super().__init__()
        self.read_before = read_before

    def look_again(self) -> None:
        """Nothing to do."""


@each("late, at", [(PROMPT, 60), (PROMPT + 1, 61 + PROMPT)])
def test_half_a_minute_that_a_door_takes_to_read_moves_no_question(
    opened: Opener, late: int, at: int
) -> None:
    assert PROMPT == 30
    house = opened(Table(options={"pace": 60}))
    house.referee = Referee(house.store, {DOOR: Slow(START + 60)})
    house.wait(60 + late)
    assert entries(house) == [(at, "", "Tick")]


def test_how_far_a_door_has_read_is_noted_for_a_process_that_works_without_it(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = Slow(START + 7)

    def read() -> list[int]:
        return cast(list[int], batched(house, lambda batch, game: batch.read_before(game)))

    def noted(batch: Batch, game: OpenGame) -> dict[str, str | None]:
        batch.note_doors()
        return batch.notes_of(SERVER_NOTES).fresh

    house.referee = Referee(house.store, {})
    assert read() == [], "nobody has heard of such a door"
    house.referee = Referee(house.store, {DOOR: slow})
    assert read() == [START + 7]
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


def test_the_past_of_a_game_is_read_from_where_it_is_asked(house: House) -> None:
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
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_of_the_past_four_states_are_kept_in_memory(house: House) -> None:
    kept = list[list[int]]()
    for _ in range(8):
        house.say("ann", "add 1")
        kept.append(sorted(house.referee.memory["g"].saves))
    last = house.referee.memory["g"].n
    assert kept[-1] == [last - 3, last - 2, last - 1, last]
    assert max(map(len, kept)) == 4


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

    def job(batch: Batch) -> tuple[str, int]:
        batch.gaps = [Gap((START + 10, START + 40_010))]
        found = batch.game("g")
        assert found is not None
        return found.id, found.table.world.total

    monkeypatch.setattr(Batch, "make_good", failing)
    assert house.take([job]) == [("g", 0)]


def test_an_entry_at_a_time_that_has_passed_happens_now_unless_the_clock_makes_it(
    opened: Opener,
) -> None:
    house = opened(Table(clock="1h"))
    house.at = START + 500
    pause, tick = times.Pause("x"), Tick()
    batched(house, lambda batch, game: batch.play_as_referee(game, START, pause))
    batched(house, lambda batch, game: batch.play_as_referee(game, START, tick))
    assert entries(house) == [(500, "", "house-Pause"), (500, "", "Tick")]


def test_who_has_just_ordered_openly_and_is_asked_again_is_asked_again(house: House) -> None:
    def reasons() -> list[str]:
        """Return why everybody was written to since this was asked last."""
        found = [news.reason for news in house.box.news if news.viewer == PUBLIC]
        house.box.news.clear()
        return found

    reasons()
    for seat, text, expected in (
        ("ann", "add 1", ["again"]),
        ("ann", "speak red", ["asked"]),
        ("bob", "speak red", ["asked"]),
        ("ann", "call", ["asked"]),
        ("bob", "vote red", []),
        # A secret question was none in the open.
        ("ann", "vote red", ["asked"]),
    ):
        house.say(seat, text)
        assert reasons() == expected, text
    batched(house, lambda batch, game: batch.play_as_referee(game, house.at, times.Pause("x")))
    assert reasons() == ["told"]
