"""The cases of section 5.3 of the rules, and those of our own, as data."""

import pytest
from msgspec import structs

from tests.desert.cases import HERE, Case, read, run
from tests.desert.driven import Wrong, three_times
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

CASES = [case for path in sorted((HERE / "cases").glob("*.toml")) for case in read(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    """P39, P40, P41, P44, P45, P47, P48, P49, P50: case 5.2 has each total and modifier of both its
    assaults.
    """
    run(case)


@pytest.mark.nightly
@pytest.mark.parametrize("case", [one for one in CASES if one.play], ids=lambda case: case.id)
def test_case_by_reloads_and_from_its_journal(case: Case) -> None:
    run(case, three_times)


def test_the_worked_segment_by_reloads_and_from_its_journal() -> None:
    run(next(case for case in CASES if case.id == "5.2"), three_times)


def test_every_case_of_the_rules_is_there_once() -> None:
    """5.3, and the worked segment."""
    ids = [case.id for case in CASES]
    assert len(ids) == len(set(ids))
    numbers = (
        "1 3 4 6 7 9 10 11 12 14 15 16 19 20 22 23 24 25 26 28 29 31 32 34 35 37 38 40 42 44 45 46"
        " 48 50"
    )
    assert {*numbers.split(), *"53 54 55 56 57 59 64 65 5.2".split()} <= set(ids)


CASE = next(case for case in CASES if case.id == "54")


@each(
    "line",
    DATA["a_line_that_is_wrong_is_found"],
)
def test_a_line_that_is_wrong_is_found(line: str) -> None:
    with pytest.raises(Wrong):
        run(structs.replace(CASE, play=[CASE.play[0], line]))


def test_a_leak_and_a_pair_without_a_difference_are_found() -> None:
    pair = next(case for case in CASES if case.id == "64")
    with pytest.raises(Wrong, match="received"):
        run(structs.replace(pair, alike="cw"))
    with pytest.raises(Wrong, match="no difference"):
        run(structs.replace(pair, variant=None))
