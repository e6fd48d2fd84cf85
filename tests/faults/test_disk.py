"""What was acknowledged stays, whatever the disk does; and whatever it does is said in words."""

import os
from pathlib import Path

import msgspec
import pytest

from tests.faults import disk, lives

STEP = "47"
"""An ordinary run tries one point in so many; from night to night all are tried."""


@pytest.fixture(autouse=True)
def needs() -> None:
    if why := disk.missing():
        if os.environ.get("CI"):
            pytest.fail(f"{why}, and CI must have it")
        pytest.skip(why)


def found(folder: Path, program: str, *arguments: str) -> lives.Found:
    return msgspec.json.decode(disk.run(folder, program, *arguments), type=lives.Found)


def test_a_disk_that_fails_anywhere_loses_nothing_and_recovers(tmp_path: Path) -> None:
    games = found(tmp_path, "lives", STEP)
    assert games.wrong == []
    assert games.lives > 45
    assert games.failed > games.lives / 2
    assert games.refused > 60


def test_power_that_goes_at_any_moment_takes_nothing_that_was_acknowledged(tmp_path: Path) -> None:
    games = found(tmp_path, "losses", STEP)
    assert games.wrong == []
    assert games.lives > 20
    assert games.failed > 30, "syncs"


@pytest.mark.nightly
@pytest.mark.parametrize(("program", "least"), [("lives", 2_000), ("losses", 900)])
def test_every_operation_fails_once(tmp_path: Path, program: str, least: int) -> None:
    games = found(tmp_path, program, "1")
    print(f"{program}: {games.lives:,} lives, {games.failed:,} operations that failed")
    assert games.wrong == []
    assert games.lives > least


def test_a_store_that_takes_what_failed_for_written_is_found_out(tmp_path: Path) -> None:
    wrong = found(tmp_path, "lives", "197", "careless").wrong
    assert any("was acknowledged and is lost" in line for line in wrong), wrong[:5]


@pytest.mark.parametrize("pragma", ["synchronous = off", "synchronous = normal"])
def test_a_store_that_does_not_wait_for_the_disk_is_found_out(tmp_path: Path, pragma: str) -> None:
    wrong = found(tmp_path, "losses", "7", pragma).wrong
    assert any("was acknowledged and is lost" in line for line in wrong), wrong[:5]
