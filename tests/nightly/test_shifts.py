"""No nightly test is left out of the night, and the night says what it did."""

import re
from pathlib import Path

import pytest

from tests.nightly.shifts import ROOT, Done, report, said, shifts, work

MARKED = re.compile(r"^\s*(@|.*marks=)pytest\.mark\.nightly\b", re.MULTILINE)


def test_every_nightly_test_belongs_to_one_shift() -> None:
    left_out = (ROOT / "tests/at_night.txt").read_text("utf-8").splitlines()
    sampled = {ROOT / test.partition("::")[0] for test in left_out}
    marked = [
        path
        for path in sorted((ROOT / "tests").rglob("test_*.py"))
        if path in sampled or MARKED.search(path.read_text("utf-8"))
    ]
    listed = [ROOT / path for what in shifts().values() if isinstance(what, list) for path in what]
    assert all(path.exists() for path in listed)
    for path in marked:
        shifts_of = [one for one in listed if path == one or one in path.parents]
        assert len(shifts_of) == 1, path
    for one in listed:
        assert any(path == one or one in path.parents for path in marked), f"{one}: nothing to do"


def test_modules_of_shifts_can_be_run() -> None:
    for what in shifts().values():
        if isinstance(what, str):
            module = what.split()[0].replace(".", "/")
            assert (ROOT / module / "__main__.py").exists(), what


@pytest.mark.parametrize(("program", "passed"), [("platform", True), ("json.tool nowhere", False)])
def test_a_shift_says_what_it_printed_and_whether_it_failed(
    tmp_path: Path, program: str, passed: bool
) -> None:
    done = work("a try", program, tmp_path)
    assert done.passed is passed
    assert done.said
    assert "".join((tmp_path / "a-try.log").read_text().split()) == "".join(
        "".join(done.said).split()
    )


def test_what_tests_print_is_told_and_how_many_passed() -> None:
    text = """..
==== PASSES ====
____ test_pairs ____
---- Captured stdout call ----
ambush: 300 pairs
_ TestMuch.test_more_with_a_long_name[x] _
---- Captured stdout call ----
desert: 3 pairs
==== 2 passed in 7.00s ====
"""
    assert list(said(text, tests=True)) == [
        "ambush: 300 pairs",
        "desert: 3 pairs",
        "==== 2 passed in 7.00s ====",
    ]


def test_the_report_counts_what_failed() -> None:
    done = [Done("one", True, 60, 30, ["3 passed"]), Done("other", False, 90, 90, ["1 failed"])]
    told = report(done, 120).splitlines()
    assert told[-1] == "2 shifts, 1 failed: 2.0 min, 2.0 CPU min"
    assert told[0].startswith("ok ")
    assert told[2].startswith("FAILED ")
