"""The cases of section 5.3 of the rules, and those of our own, as data."""

from pathlib import Path

import pytest

from tests.desert.cases import HERE, Case, main, read, run

CASES = [case for path in sorted((HERE / "cases").glob("*.toml")) for case in read(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.id)
def test_case(case: Case) -> None:
    run(case)


def test_no_two_cases_have_one_id() -> None:
    ids = [case.id for case in CASES]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize(
    "case",
    [case for case in CASES if case.check and isinstance(case.check[0]["is"], int)],
    ids=lambda case: case.id,
)
def test_a_check_that_is_wrong_is_found(case: Case) -> None:
    wrong = {**case.check[0], "is": case.check[0]["is"] + 1}
    with pytest.raises(AssertionError):
        run(Case(case.id, check=[wrong]))


def test_the_command_plays_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('[[case]]\nid = "X1"\ncheck = [{what="actual", raw=25, is=2}]\n', "utf-8")
    assert main([str(HERE / "cases" / "arithmetic.toml"), str(bad)]) == 1
    said = capsys.readouterr().out
    assert "59     ok" in said
    assert "X1     WRONG" in said
