"""What fuzzing has kept is read, or refused as it should be."""

from tests.fuzz.targets import CORPUS, TARGETS, accepted, seeds
from tests.kit.each import each


@each("name", TARGETS)
def test_every_kept_input_is_taken_or_refused_and_both_come_up(name: str) -> None:
    assert {accepted(name, file.read_bytes()) for file in seeds(name)} == {True, False}


def test_every_kept_input_belongs_to_a_target() -> None:
    assert {folder.name for folder in CORPUS.iterdir()} == set(TARGETS)
