"""The cases of the rules: as written, reloaded at every transition, and from their journals."""

from pathlib import Path

import pytest

from tests.ambush.scenarios import HERE, Case, Wrong, main, read, run
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

FILES = sorted((HERE / "cases").glob("*.toml"))
CASES = [case for path in FILES for case in read(path)]


@each("path", FILES)
def test_the_cases_of_a_file(path: Path) -> None:
    assert main([str(path)]) == 0


def test_every_case_has_a_name_of_its_own() -> None:
    assert len({case.id for case in CASES}) == len(CASES)


def test_every_executed_case_of_the_rules_is_there() -> None:
    executed = (
        "01 02 03 04 05 06 07 08 09 10 11 12 13 14 15 16 21 22 23 25 26 28 29 31 32 35 36 37 38 39"
        " 41 42 45"
    )
    hidden = "46 47 48 49 51 52 55 56 59a 59d"
    wanted = {f"T{n}" for n in (*executed.split(), *hidden.split(), "20a", "20b", "20c", "20d")}
    assert wanted <= {case.id for case in CASES}


@each("key, value", DATA["a_case_that_is_wrong_is_found"])
def test_a_case_that_is_wrong_is_found(key: str, value: object) -> None:
    case = next(case for case in CASES if case.id == "T47")
    wrong = Case(**{field: getattr(case, field) for field in case.__struct_fields__} | {key: value})
    with pytest.raises(Wrong):
        run(wrong)


def test_the_command_plays_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text(
        '[[case]]\nid = "X1"\nplay = ["A: move A1 run F"]\nend = { A1 = "0101/0" }\n', "utf-8"
    )
    assert main([str(bad)]) == 1
    assert "X1     WRONG" in capsys.readouterr().out
