"""Games in memory are a cache: how many are kept changes nothing."""

from collections.abc import Callable

import pytest

from engine.messages import Receipt
from engine.referee import unit_of_work
from tests.referee.conftest import Opener
from tests.referee.stage import House, Table
from tests.stored import every_game

GAMES = 6
ORDERS = (
    "add 1",
    "speak red",
    "stumble",
    "say * hello",
    "undo",
    "add 2; speak blue",
    "nonsense",
    "look; add 1",
    "call; vote red",
)


def story(house: House, together: Callable[[int], int]) -> list[Receipt]:
    """The same messages to several games by turns, in batches of some size."""
    messages = [
        house.message(
            ("ann", "bob")[n // GAMES % 2], ORDERS[(n // GAMES + n) % len(ORDERS)], f"g{n % GAMES}"
        )
        for n in range(120)
    ]
    messages += [house.message("ann", "add 1", None), house.message("solo", "add 2", None)]
    receipts: list[Receipt] = []
    while messages:
        size = together(len(receipts))
        receipts += house.take(messages[:size])
        del messages[:size]
    return receipts


def tables() -> list[Table]:
    """Six tables for two, and one for one."""
    return [*(Table(f"g{n}") for n in range(GAMES)), Table("s", seats=("solo",))]


@pytest.mark.parametrize("kept", [1, 2, 500])
@pytest.mark.parametrize("together", [lambda _: 1, lambda n: 1 + n % 7, lambda _: 200])
def test_how_many_are_kept_and_how_letters_come_together_changes_nothing(
    opened: Opener,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    kept: int,
    together: Callable[[int], int],
) -> None:
    caplog.set_level("CRITICAL")
    plain = opened(*tables())
    expected = story(plain, lambda _: 1)
    assert {receipt.status for receipt in expected} == {"taken", "refused", "answered", "stopped"}
    monkeypatch.setattr(unit_of_work, "KEPT", kept)
    house = opened(*tables())
    assert story(house, together) == expected
    assert every_game(house.store) == every_game(plain.store)
    assert [house.store.journal(f"g{n}") for n in range(GAMES)] == [
        plain.store.journal(f"g{n}") for n in range(GAMES)
    ]


def test_no_more_games_are_kept_than_that(opened: Opener, monkeypatch: pytest.MonkeyPatch) -> None:
    house = opened(*tables())
    house.again()
    monkeypatch.setattr(unit_of_work, "KEPT", 2)
    for n in range(GAMES):
        house.say("ann", "add 1", f"g{n}")
    assert list(house.referee.memory) == ["g4", "g5"]
    house.say("ann", "add 1", "g4")
    house.say("ann", "add 1", "g0")
    assert list(house.referee.memory) == ["g4", "g0"], "those that were used last"
