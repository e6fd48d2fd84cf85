"""What `make audit` makes of the answers that it gets, and of none."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.audit import __main__ as audit

FAULT = {"id": "CVE-2010-1", "fix_versions": ["2.4.2"]}
WELL: dict[str, Any] = {"dependencies": [{"name": "aa", "version": "1", "vulns": []}]}
ILL = {"dependencies": [*WELL["dependencies"], {"name": "bb", "version": "2", "vulns": [FAULT]}]}
LEFT_OUT = {"dependencies": [*WELL["dependencies"], {"name": "cc", "skip_reason": "not found"}]}


@pytest.mark.parametrize(
    ("found", "end", "said"),
    [
        (WELL, 0, "1 packages, 0 known faults"),
        (ILL, audit.FOUND, "bb 2: CVE-2010-1, mended in 2.4.2"),
        (LEFT_OUT, audit.UNKNOWN, "not audited: not found"),
        ({"dependencies": []}, audit.UNKNOWN, "not audited: its answer names no package"),
        ([], audit.UNKNOWN, "not audited: its answer names no package"),
    ],
)
def test_what_an_answer_comes_to(
    capsys: pytest.CaptureFixture[str], found: object, end: int, said: str
) -> None:
    assert audit.verdict(found) == end
    assert said in capsys.readouterr().out


def test_who_knows_of_no_fault_and_who_is_not_there_have_not_audited(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line says so, and no trace; nothing is asked about the lock files then."""
    program = played(tmp_path, {"pypi": WELL}, "Traceback\n  far\nConnectionError: no such host")
    assert audit.main([program]) == audit.UNKNOWN
    (line,) = capsys.readouterr().out.splitlines()
    assert line.startswith("not audited")
    assert "pypi: it does not know of the faults of jinja2" in line
    assert "osv: ConnectionError: no such host" in line
    assert (tmp_path / "asked").read_text().splitlines() == ["pypi 1", "osv 1"]


def test_who_answers_is_asked_about_every_lock_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert audit.main([played(tmp_path, {"pypi": ILL}, "")]) == audit.FOUND
    assert "2 packages, 1 known faults" in capsys.readouterr().out
    assert len(audit.locks()) >= 5
    assert (tmp_path / "asked").read_text().splitlines() == ["pypi 1", f"pypi {len(audit.locks())}"]


def played(folder: Path, answers: dict[str, Any], fault: str) -> str:
    (folder / "answers.json").write_text(json.dumps(answers))
    (folder / "play.py").write_text(
        f"""import json, pathlib, sys
here = pathlib.Path({str(folder)!r})
service = sys.argv[sys.argv.index("--vulnerability-service") + 1]
many = sum(word in ("-r", "--requirement") for word in sys.argv)
with (here / "asked").open("a") as file:
    print(service, many, file=file)
answers = json.loads((here / "answers.json").read_text())
sys.exit({fault!r}) if service not in answers else print(json.dumps(answers[service]))
"""
    )
    program = folder / "python"
    program.write_text(f'#!/bin/sh\nexec {sys.executable} {folder}/play.py "$@"\n')
    program.chmod(0o700)
    return str(program)
