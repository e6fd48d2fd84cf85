"""Orders filed beforehand: used when their seat is asked, and seen by nobody else."""

from typing import Any

import pytest

from engine.errors import NotStored
from engine.referee.standing_orders import LONGEST, MOST
from engine.rulings.times import FiledPlayed
from engine.state import PUBLIC, Seat
from tests.referee.checks import orders
from tests.referee.conftest import Opener
from tests.referee.stage import START, House, Table

THREE = ("ann", "bob", "cy")


def filed(house: House, seat: Seat) -> list[str]:
    """What a seat has filed."""
    found: list[str] = house.say(seat, "queue").facts["orders"]
    return found


def words(house: House) -> list[str]:
    """What was said in the game."""
    found: list[str] = house.referee.memory["g"].table.world.words
    return found


def test_what_is_filed_is_listed_and_dropped(house: House) -> None:
    assert filed(house, "bob") == []
    house.say("bob", "queue add speak red")
    assert house.say("bob", "queue add  always   note blue").facts["orders"] == [
        "speak red",
        "always note blue",
    ]
    house.say("bob", "queue add speak red")
    assert filed(house, "bob") == ["speak red", "always note blue"], "the same thing once"
    assert filed(house, "ann") == [], "they belong to their owner alone"
    assert house.say("bob", "queue drop 1").facts["orders"] == ["always note blue"]
    assert house.say("bob", "queue drop all").facts["orders"] == []
    assert house.say("bob", "queue list").facts == {"did": "queue", "orders": []}


def test_it_is_played_when_its_seat_is_asked_and_then_it_is_gone(house: House) -> None:
    house.say("bob", "queue add speak blue")
    receipt = house.say("ann", "speak red", at=START + 5)
    assert receipt.done[0].n == 1
    assert words(house) == ["red", "blue"]
    assert orders(house.store, "g") == [("ann", START + 5), ("bob", START + 5)]
    assert filed(house, "bob") == []
    assert [
        event for news in house.box.news if news.viewer == "bob" for event in news.events
    ].count(FiledPlayed("speak blue")) == 1


def test_what_is_always_wanted_stays_and_is_used_once_for_each_order_of_a_person(
    house: House,
) -> None:
    """Two that answer each other do not play on for ever."""
    for seat, word in (("ann", "green"), ("bob", "blue")):
        house.say(seat, f"queue add always speak {word}")
    house.say("ann", "speak red")
    assert words(house) == ["red", "blue", "green"]
    house.say("bob", "speak red")
    assert words(house) == ["green", "red", "green", "blue"]
    assert filed(house, "ann") == ["always speak green"]


def test_the_first_that_is_legal_is_played(house: House) -> None:
    for text in ("fly away", "vote red", "note red", "speak green", "speak blue"):
        house.say("bob", f"queue add {text}")
    house.say("ann", "speak red")
    assert words(house) == ["red", "green"]
    assert filed(house, "bob") == ["fly away", "vote red", "note red", "speak blue"], (
        "the others wait for their time"
    )


def test_it_is_played_after_a_tick_too(opened: Opener) -> None:
    house = opened(Table(clock="24h"))
    house.say("bob", "queue add speak blue")
    house.wait(86_400)
    assert words(house) == ["red", "blue"]


def test_who_has_filed_an_answer_gets_no_prompt(house: House) -> None:
    house.say("bob", "queue add speak blue")
    house.box.news.clear()
    house.say("ann", "speak red")
    prompts = [(news.viewer, news.question) for news in house.box.news if news.prompted]
    assert [viewer for viewer, _ in prompts] == ["ann"], "it is her turn again"
    fresh = [row for row in house.store.news("g") if b'"asks":true' in row.about]
    assert len({row.question for row in fresh[-2:]}) == 2, "that he was asked is public"


def test_nothing_is_played_by_itself_after_an_undo(house: House) -> None:
    house.say("bob", "queue add always speak blue")
    house.say("ann", "speak red")
    assert words(house) == ["red", "blue"]
    house.say("bob", "undo")
    assert words(house) == ["red"], "he wants to say something else"
    house.say("bob", "speak green")
    assert words(house) == ["red", "green"]


def seen(house: House, by: set[Seat]) -> list[Any]:
    """All that these are told, with its time, and how many messages there were."""
    news = [
        (n.viewer, n.at, n.events, n.question, n.prompted, n.asks, n.asked, n.due, n.mine)
        for n in house.box.news
    ]
    rows = [(out.sender, out.payload) for out in house.told]
    return [what for what in news if what[0] in by] + [row for row in rows if row[0] in by]


@pytest.mark.parametrize("options", [{}, {"window": 600}])
def test_nobody_else_learns_that_an_answer_came_of_itself(
    opened: Opener, options: dict[str, Any]
) -> None:
    """Two worlds: in one of them bob has filed his answer to the question that all are
    asked; in the other he gives it by hand, later. Everybody else sees the same, at the same
    times, until it closes and after.
    """
    worlds = []
    for name in ("filed", "by hand"):
        house = opened(Table(seats=THREE, options=options, clock="24h"), name=name)
        if name == "filed":
            house.say("bob", "queue add vote blue", at=START + 1)
        house.say("ann", "call", at=START + 10)
        early = seen(house, {"ann", "cy", "everybody", PUBLIC})
        if name == "by hand":
            house.say("bob", "vote blue", at=START + 100)
        house.say("cy", "vote red", at=START + 200)
        house.say("ann", "vote red", at=START + 300)
        house.say("ann", "speak red", at=START + 1_000)
        worlds.append((early, seen(house, {"ann", "cy", "everybody", PUBLIC})))
    assert worlds[0] == worlds[1]
    assert len(worlds[0][1]) > 20


def test_filing_shows_nowhere(opened: Opener) -> None:
    """Nor in what others may undo, nor in what is asked of them."""
    worlds = []
    for name in ("files", "does not"):
        house = opened(Table(clock="24h"), name=name)
        house.say("ann", "speak red", at=START + 10)
        if name == "files":
            house.say("ann", "queue add speak green", at=START + 11)
        answer = house.say("ann", "undo", at=START + 12)
        worlds.append((answer.facts, seen(house, {"bob", "everybody", PUBLIC}), house.row().due))
    assert worlds[0] == worlds[1]


def test_what_cannot_be_filed(house: House) -> None:
    for text in ("queue add", "queue drop", "queue drop 99", "queue order"):
        refusal = house.say("bob", text).refusal
        assert refusal is not None
        assert refusal.code == "bad-queue"
    refusal = house.say("bob", "queue drop 1").refusal
    assert refusal is not None
    assert refusal.code == "no-such-queued"
    for n in range(MOST):
        house.say("bob", f"queue add add {n}")
    refusal = house.say("bob", "queue add add 5 please").refusal
    assert refusal is not None
    assert refusal.code == "too-many-queued"
    house.say("bob", "queue drop all")
    house.say("bob", f"queue add {'x' * 2 * LONGEST}")
    assert len(filed(house, "bob")[0]) == LONGEST
    assert house.say("eve", "queue add speak red").refusal is not None


def test_what_was_filed_survives_a_restart_and_a_crash(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.say("bob", "queue add speak blue")
    house.again()

    def broken(*_: Any, **__: Any) -> None:
        raise OSError("gone")

    message = house.message("ann", "speak red")
    with monkeypatch.context() as disk:
        disk.setattr(house.store, "write", broken)
        with pytest.raises(NotStored, match="gone"):
            house.take([message])
    house.take([message])
    assert words(house) == ["red", "blue"]
