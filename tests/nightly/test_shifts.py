"""The night runs modules that exist and says what it did."""

from pathlib import Path

import pytest

from tests.nightly.shifts import ROOT, Done, report, said, shifts, work


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
