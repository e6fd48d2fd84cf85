"""What is installed from a wheel, away from the checkout, is the whole program."""

import os
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

from tests.repo.tree import PACKAGES, ROOT, files


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this checkout, built without a network by the locked backend."""
    folder = tmp_path_factory.mktemp("wheel")
    run(
        [
            sys.executable,
            "-m",
            "hatchling",
            "build",
            "--target",
            "wheel",
            "--directory",
            str(folder),
        ],
        ROOT,
    )
    (built,) = folder.glob("meanwhile-*.whl")
    return built


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `meanwhile` command of a new environment with this wheel
    and the locked libraries in it.
    """
    home = tmp_path_factory.mktemp("installed")
    venv.create(home, with_pip=False)
    python = home / "bin" / "python"
    run(
        [
            sys.executable,
            "-m",
            "pip",
            f"--python={python}",
            "install",
            "--no-deps",
            "--no-index",
            str(wheel),
        ],
        home,
    )
    # The libraries lie after the wheel on the path, and .pth files among them
    # (the checkout's own) are not read.
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(home)}))
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home / "bin" / "meanwhile"


def run(command: list[str], folder: Path) -> str:
    """What a command says when it has no terminal, no settings and no checkout around
    it. Fails unless it ends well.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "MEANWHILE"))
    }
    done = subprocess.run(
        command,
        cwd=folder,
        env={**kept, "HOME": str(folder)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}"
    return done.stdout


def test_the_wheel_holds_every_file_of_the_packages_and_no_tests(wheel: Path) -> None:
    inside = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    assert inside == {path.as_posix() for path in files() if path.parts[0] in PACKAGES}


@pytest.mark.parametrize(
    "kind", ["*/RULES.md", "*.ftl", "*.ttf", "*/py.typed", "*.dist-info/licenses/LICENSE"]
)
def test_the_wheel_brings_its_data(wheel: Path, kind: str) -> None:
    assert [name for name in zipfile.ZipFile(wheel).namelist() if Path(name).match(kind)] != []


def test_a_font_travels_with_its_licence(wheel: Path) -> None:
    names = [Path(name) for name in zipfile.ZipFile(wheel).namelist()]
    fonts = {name.parent for name in names if name.suffix in (".ttf", ".otf")}
    licences = {
        name.parent for name in names if name.name.startswith(("OFL", "LICENSE", "LICENCE"))
    }
    assert fonts <= licences


def test_the_installed_packages_are_the_wheels_own(program: Path, tmp_path: Path) -> None:
    asked = (
        f"import {', '.join(PACKAGES)}; print(*(p.__file__ for p in ({', '.join(PACKAGES)})),"
        " sep=chr(10))"
    )
    places = run([str(program.with_name("python")), "-c", asked], tmp_path).splitlines()
    assert len(places) == len(PACKAGES)
    assert all(Path(place).is_relative_to(program.parents[1]) for place in places)


def test_the_installed_program_explains_itself(program: Path, tmp_path: Path) -> None:
    assert "play" in run([str(program), "--help"], tmp_path)


def test_the_installed_program_knows_its_games(program: Path, tmp_path: Path) -> None:
    assert "battleboard" in run([str(program), "games"], tmp_path)


def test_two_robots_play_a_game_to_its_end(program: Path, tmp_path: Path) -> None:
    robots = ["--robot", "ann", "--robot", "bob", "--seats", "ann,bob"]
    said = run([str(program), "play", "battleboard", *robots], tmp_path)
    assert "ann" in said
    assert "bob" in said
