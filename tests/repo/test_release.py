"""A release is the same whoever builds it, needs no network, and is played on every Python that
it names.
"""

import os
import shutil
import subprocess
import tomllib
import zipfile
from pathlib import Path

import pytest
from PIL import Image

from tests.repo.installed import GAMES, build, built_wheel, environment, played, run
from tests.repo.shell import COMPLETIONS, FOLDER, MANUAL
from tests.repo.tree import PACKAGES, ROOT, files

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
PREFIX = "Programming Language :: Python :: "
VERSIONS = [
    line.removeprefix(PREFIX)
    for line in PYPROJECT["project"]["classifiers"]
    if line.startswith(f"{PREFIX}3.")
]
"""The Pythons that the package names."""
NEXT = f"3.{int(VERSIONS[-1].partition('.')[2]) + 1}"
"""The one after those: it may be on this machine already."""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return built_wheel(tmp_path_factory.mktemp("wheel"))


def exported(folder: Path, umask: int) -> Path:
    folder.mkdir()
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True)
    command = ["tar", "--extract", "--no-same-permissions", "--touch"]
    subprocess.run(command, cwd=folder, input=archive.stdout, check=True, umask=umask)
    return folder


@pytest.mark.nightly
def test_two_builds_of_a_commit_have_the_same_bytes_and_so_has_one_of_the_sdist(
    tmp_path: Path,
) -> None:
    first = build(exported(tmp_path / "a", 0o022), tmp_path / "first")
    second = build(exported(tmp_path / "elsewhere", 0o077), tmp_path / "second")
    assert [path.suffix for path in first] == [".whl", ".gz"]
    assert [path.name for path in first] == [path.name for path in second]
    assert [path.read_bytes() for path in first] == [path.read_bytes() for path in second]
    shutil.unpack_archive(first[1], tmp_path / "unpacked")
    (source,) = (tmp_path / "unpacked").iterdir()
    (third,) = build(source, tmp_path / "third", "wheel")
    assert third.read_bytes() == first[0].read_bytes()


@pytest.mark.nightly
def test_make_release_builds_a_commit_at_the_time_of_the_commit(tmp_path: Path) -> None:
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), str(clone)], check=True)
    at = run(["git", "log", "-1", "--format=%ct"], clone).strip()
    # Nothing of the checkout's own environment is made anew for this.
    told = ["make", "--old-file=setup", f"BIN={ROOT / '.venv' / 'bin'}"]
    run([*told, "release"], clone)
    made = sorted((clone / "dist").iterdir())
    expected = build(exported(tmp_path / "a", 0o022), tmp_path / "expected", at=at)
    assert [path.read_bytes() for path in made] == [path.read_bytes() for path in expected]
    (clone / "README.md").write_text("changed", "utf-8")
    assert "not committed" in run([*told, "release"], clone, fails=2)


def interpreter(version: str) -> str | None:
    root = Path(os.environ.get("PYENV_ROOT", "~/.pyenv")).expanduser()
    found = [shutil.which(f"python{version}"), *root.glob(f"versions/{version}.*/bin/python")]
    asks = "import ensurepip, sys, venv; print('%d.%d' % sys.version_info[:2])"
    for path in filter(None, found):
        asked = [str(path), "-c", asks]
        done = subprocess.run(asked, capture_output=True, encoding="utf-8", check=False)
        if done.stdout.strip() == version:
            return str(path)
    return None


@pytest.mark.nightly
@pytest.mark.parametrize("version", [*VERSIONS, NEXT])
def test_every_game_is_played_on_each_python(wheel: Path, tmp_path: Path, version: str) -> None:
    """Each in a new environment, away from the checkout, with the locked libraries."""
    python = interpreter(version)
    if python is None:
        pytest.skip(f"there is no Python {version} on this machine")
    run([python, "-m", "venv", "environment"], tmp_path)
    programs = tmp_path / "environment" / "bin"
    pip = [
        str(programs / "python"),
        *("-m", "pip", "--disable-pip-version-check", "--quiet", "install"),
    ]
    run([*pip, "--require-hashes", "-r", str(ROOT / "requirements.lock")], tmp_path)
    run([*pip, "--no-deps", "--no-index", str(wheel)], tmp_path)
    run([*pip[:-1], "check"], tmp_path)
    for kind in GAMES:
        id = played(programs / "meanwhile", tmp_path, kind)
        run([str(programs / "meanwhile"), "show", id, "--picture", f"{kind}.png"], tmp_path)
        with Image.open(tmp_path / f"{kind}.png") as board:
            assert min(board.size) > 100
    said = run([str(programs / "meanwhile"), "doctor"], tmp_path)
    assert "5 games, 0 running" in said
    assert said.endswith("all is well\n")


def test_the_package_names_every_python_from_the_oldest_that_it_needs() -> None:
    oldest = PYPROJECT["project"]["requires-python"].removeprefix(">=")
    assert VERSIONS[0] == oldest
    minors = [int(version.partition(".")[2]) for version in VERSIONS]
    assert minors == list(range(minors[0], minors[-1] + 1))


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


def test_a_game_is_played_to_its_end_looked_at_and_found_well(
    program: Path, tmp_path: Path
) -> None:
    assert "battleboard" in run([str(program), "games"], tmp_path)
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
