"""The files for systemd and containers run what there is."""

import os
import re
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from bot.cli import main
from tests.kit.each import each
from tests.repo.docs import unknown
from tests.repo.tree import ROOT

FOLDER = ROOT / "docs" / "deploy"
RUNS = "/bin/meanwhile "
UNITS = sorted(path for path in FOLDER.iterdir() if path.suffix in (".service", ".timer"))


FILTERS = {"SystemCallFilter"}
"""What a unit may say twice: the second line takes away from the first."""


def unit(path: Path) -> ConfigParser:
    found = ConfigParser(interpolation=None, strict=False)
    found.optionxform = str  # type: ignore[assignment,method-assign]  # configparser's way to keep capitals
    found.read_string(path.read_text("utf-8"))
    return found


def commands(path: Path) -> list[str]:
    lines = [value for name, value in unit(path).items("Service") if name.startswith("Exec")]
    found = [
        re.sub(r"\S*/meanwhile (--config \S+ )?", "meanwhile ", line, count=1)
        for line in lines
        if RUNS in line
    ]
    return [line[line.index("meanwhile ") :].strip("'") for line in found]


def test_what_units_run_exists() -> None:
    found = [command for path in UNITS if path.suffix == ".service" for command in commands(path)]
    assert len(found) == 2
    assert [missing for command in found for missing in unknown(command, main)] == []


@each("path", [path for path in UNITS if path.suffix == ".timer"])
def test_a_timer_has_its_service(path: Path) -> None:
    assert path.with_suffix(".service") in UNITS


@each("path", UNITS)
def test_a_unit_says_nothing_twice(path: Path) -> None:
    names = re.findall(r"^(\w+)=", path.read_text("utf-8"), re.MULTILINE)
    assert {name for name in names if names.count(name) > 1} <= FILTERS


def exposure(path: Path) -> float:
    """Return how exposed systemd thinks a unit is, of 10. Without systemd that is left out, which
    the end of the run says; where ``CI`` is set, that is a failure.
    """
    program = shutil.which("systemd-analyze")
    if program is None:
        why = "systemd-analyze: not here (apt-get install systemd)"
        if os.environ.get("CI"):
            pytest.fail(why)
        pytest.skip(why)
    command = [program, "security", "--offline=true", "--no-pager", str(path)]
    said = subprocess.run(command, check=True, capture_output=True, encoding="utf-8").stdout
    return float(re.findall(r"Overall exposure level for \S+: ([\d.]+)", said)[0])


def figures() -> dict[str, float]:
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    return {name: float(of) for name, of in re.findall(r"\| `(\S+\.service)` \| ([\d.]+) ", page)}


def test_units_are_no_more_exposed_than_that() -> None:
    said = figures()
    assert set(said) == {path.name for path in UNITS if path.suffix == ".service"}
    found = {name: exposure(FOLDER / name) for name in said}
    assert [name for name, of in found.items() if of > said[name]] == [], found


def test_a_unit_that_gives_up_a_wall_is_more_exposed(tmp_path: Path) -> None:
    (name, of), *_ = figures().items()
    found = (FOLDER / name).read_text("utf-8").replace("ProtectSystem=strict\n", "")
    (tmp_path / name).write_text(found, "utf-8")
    assert exposure(tmp_path / name) > of


def test_what_the_container_is_made_from_exists() -> None:
    text = (FOLDER / "Containerfile").read_text("utf-8")
    named = set(re.findall(r"-r (\S+)", text)) | set(re.findall(r"-f (\S+)", text))
    assert named == {"requirements.lock", "requirements-dev.lock", "docs/deploy/Containerfile"}
    assert [name for name in named if not (ROOT / name).is_file()] == []
    assert 'CMD ["meanwhile", "serve", "--db", "/data/meanwhile.db"]' in text
    assert unknown("meanwhile serve --db FILE", main) == []


def test_every_file_is_described() -> None:
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    described = {path.name for path in FOLDER.iterdir() if f"deploy/{path.name}" in page}
    # The timer's own service is described with the timer.
    assert {path.name for path in FOLDER.iterdir()} - described == {"meanwhile-backup.service"}
