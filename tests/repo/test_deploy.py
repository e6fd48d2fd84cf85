"""The files for systemd and containers run what there is."""

import re
from configparser import ConfigParser
from pathlib import Path

import pytest

from bot.cli import main
from tests.repo.docs import unknown
from tests.repo.tree import ROOT

FOLDER = ROOT / "docs" / "deploy"
RUNS = "/bin/meanwhile "
UNITS = sorted(path for path in FOLDER.iterdir() if path.suffix in (".service", ".timer"))


def unit(path: Path) -> ConfigParser:
    found = ConfigParser(interpolation=None, strict=True)
    found.optionxform = str  # type: ignore[assignment,method-assign]  # configparser's way to keep capitals
    found.read_string(path.read_text("utf-8"))
    return found


def commands(path: Path) -> list[str]:
    """What a unit runs of ours, as it would be typed."""
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


@pytest.mark.parametrize(
    "path", [path for path in UNITS if path.suffix == ".timer"], ids=lambda path: path.name
)
def test_a_timer_has_its_service(path: Path) -> None:
    assert path.with_suffix(".service") in UNITS


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
