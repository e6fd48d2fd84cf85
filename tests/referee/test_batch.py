"""A batch: making games, answers that robots have ready, doors that are behind, and what is kept of
the past.
"""

from collections.abc import Callable
from typing import Any, cast

import pytest

from engine.messages import Address
from engine.referee.accounts import SERVER_NOTES
from engine.referee.batch import PROMPT, Batch
from engine.referee.clock import Gap
from engine.referee.open_game import OpenGame
from engine.referee.referee import Referee
from engine.state import PUBLIC
from tests.kit.each import each
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, START, Box, House, Table, entries
from tests.referee.tale import tales


def batched(house: House, do: Callable[[Batch, OpenGame], Any]) -> Any:
    def job(batch: Batch) -> Any:
        opened = batch.game("g")
        assert opened is not None
        return do(batch, opened)

    (answer,) = house.take([job])
    if isinstance(answer, Exception):
        raise answer
    return answer


globals().update(tales(__file__))


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


# ---- doors that are behind


class Slow(Box):
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
