"""Packages of somebody else, installed as pip would install them: their files, and a note of
their entry points.
"""

import os
import shutil
import subprocess
import sys
import sysconfig
import tomllib
import venv
from pathlib import Path

from tests.repo.tree import ROOT

EXAMPLES = ROOT / "docs" / "examples"
MEANWHILE = ("-m", "meanwhile")


def note(folder: Path, name: str, points: dict[str, dict[str, str]]) -> Path:
    """Note in ``folder`` that a package of this name has these entry points."""
    info = folder / f"{name.replace('-', '_')}-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = [
        f"[{group}]\n" + "".join(f"{key} = {value}\n" for key, value in named.items())
        for group, named in points.items()
    ]
    (info / "entry_points.txt").write_text("\n".join(lines))
    return folder


def installed(folder: Path, *packages: Path) -> Path:
    """Install packages from their folders, tests and all; return ``folder``."""
    for package in packages:
        project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
        shutil.copytree(
            package, folder, dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__")
        )
        note(folder, project["name"], project["entry-points"])
    return folder


def environment(folder: Path) -> dict[str, str]:
    """Return where Python finds what is installed in ``folder``, beside the product."""
    path = os.pathsep.join([str(folder), str(ROOT)])
    return {**os.environ, "PYTHONPATH": path, "HOME": str(folder)}


def run(folder: Path, *command: str, said: str = "") -> subprocess.CompletedProcess[str]:
    """Run Python with what is installed in ``folder``."""
    return subprocess.run(
        [sys.executable, *command],
        cwd=folder,
        env=environment(folder),
        input=said,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=240,
        check=False,
    )


def environment_of_wheels(folder: Path, *packages: Path) -> Path:
    """Build packages and install them into a new environment, without a network and with the
    libraries of this one behind them; return where it is.
    """
    home, source, wheels = folder / "venv", folder / "source", folder / "wheels"
    venv.create(home, with_pip=False)
    pip = (sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check")
    offline = ("--no-deps", "--no-build-isolation", "--no-index")
    for package in packages:
        ours = source / package.name
        shutil.copytree(package, ours, ignore=shutil.ignore_patterns("__pycache__", ".*", "venv"))
        subprocess.run([*pip, "wheel", *offline, f"--wheel-dir={wheels}", str(ours)], check=True)
    python = home / "bin" / "python"
    built = sorted(map(str, wheels.glob("*.whl")))
    subprocess.run([*pip, f"--python={python}", "install", *offline[::2], *built], check=True)
    # The libraries lie after the wheels on the path, and .pth files among them (the checkout's
    # own) are not read.
    own = Path(sysconfig.get_path("purelib", vars={"base": str(home)}))
    (own / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", "utf-8")
    return home
