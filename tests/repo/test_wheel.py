"""What is installed from a wheel, away from the checkout, is the whole program."""

import zipfile
from pathlib import Path

import pytest
from PIL import Image

from tests.repo.installed import built_wheel, environment, played, run
from tests.repo.shell import COMPLETIONS, FOLDER, MANUAL
from tests.repo.tree import PACKAGES, files


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The `meanwhile` command of a new environment with this wheel
    and the locked libraries in it.
    """
    return environment(wheel, tmp_path_factory.mktemp("installed"))


def test_the_wheel_holds_every_file_of_the_packages_and_no_tests(wheel: Path) -> None:
    inside = {
        name
        for name in zipfile.ZipFile(wheel).namelist()
        if ".dist-info/" not in name and ".data/" not in name
    }
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


def test_the_manual_and_the_completions_lie_where_man_and_shells_look(program: Path) -> None:
    share = program.parents[1] / "share"
    installed = [path for path in share.rglob("*") if path.is_file()]
    assert {path.relative_to(share).as_posix(): path.read_text("utf-8") for path in installed} == {
        place: (FOLDER / name).read_text("utf-8")
        for place, name in {
            "man/man1/meanwhile.1": MANUAL,
            "bash-completion/completions/meanwhile": COMPLETIONS["bash"],
            "zsh/site-functions/_meanwhile": COMPLETIONS["zsh"],
            "fish/vendor_completions.d/meanwhile.fish": COMPLETIONS["fish"],
        }.items()
    }


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


def test_a_game_is_played_to_its_end_looked_at_and_found_well(
    program: Path, tmp_path: Path
) -> None:
    id = played(program, tmp_path, "battleboard")
    run([str(program), "show", id, "--picture", "board.png"], tmp_path)
    with Image.open(tmp_path / "board.png") as board:
        assert min(board.size) > 100
    said = run([str(program), "doctor"], tmp_path)
    assert "1 game, 0 running" in said
    kept = tmp_path / ".local" / "state" / "meanwhile" / "meanwhile.db"
    assert f"the database {kept}, " in said
    assert kept.parent.stat().st_mode & 0o777 == 0o700
    assert {path.name for path in tmp_path.iterdir()} == {".cache", ".local", "board.png"}
    assert said.endswith("all is well\n")
