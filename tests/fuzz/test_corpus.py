"""What fuzzing has kept is read, or refused as it should be, and costs little."""

from tests.fuzz import cost
from tests.fuzz.targets import CORPUS, TARGETS, accepted, seeds
from tests.kit import prompt
from tests.kit.each import each


@each("name", TARGETS)
def test_every_kept_input_is_taken_or_refused_and_both_come_up(name: str) -> None:
    assert {accepted(name, file.read_bytes()) for file in seeds(name)} == {True, False}


@each("name", TARGETS)
def test_no_kept_input_costs_more_than_its_budget(name: str) -> None:
    for file in seeds(name):
        data = file.read_bytes()
        # What C does is not counted: where it does too much, it stalls.
        assert cost.seconds(name, data) < prompt.STALL, file
        assert cost.calls(name, data) <= cost.CALLS, file
        assert cost.memory(name, data) <= cost.MEMORY, file


def test_every_kept_input_belongs_to_a_target() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} == set(TARGETS)
