"""A release is the same whoever builds it, needs no network, and is played on every Python that
it names.
"""

import os
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest
from PIL import Image

from tests.repo.installed import GAMES, build, built_wheel, played, run
from tests.repo.tree import ROOT

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
        "-m",
        "pip",
        "--disable-pip-version-check",
        "--quiet",
        "install",
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
