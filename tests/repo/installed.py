"""Meanwhile as it is installed: archives built from the checkout, environments with them, and
what the program says there.
"""

import os
import re
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from tests.repo.tree import ROOT

GAMES = {
    "ambush": ("A", "B"),
    "battleboard": ("ann", "bob"),
    "derelict": ("marine", "alien"),
    "desert": ("axis", "cw"),
    "dicechess": ("white", "black"),
}
"""Each kind of game, with the seats that two robots take."""
SHORT = {"battleboard": ["--seats", "ann,bob", "--option", "size=5x4"]}
"""What makes a game of some kinds a short one."""
OFFLINE = """
import runpy, sys

def refused(event, args):
    if event in ("socket.connect", "socket.getaddrinfo"):
        raise OSError(f"no network here: {event} {args}")

sys.addaudithook(refused)
sys.argv = ["hatchling", *sys.argv[1:]]
runpy.run_module("hatchling", run_name="__main__")
"""
"""The build backend, from which every connection is kept away."""


def run(command: list[str], folder: Path, fails: int = 0, **variables: str) -> str:
    """Return what a command says when it has no terminal, no settings and no checkout around
    it. Fails unless it ends with ``fails``.
    """
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "MEANWHILE", "XDG"))
    }
    done = subprocess.run(
        command,
        cwd=folder,
        env={**kept, "HOME": str(folder), **variables},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=900,
        check=False,
    )
    assert done.returncode == fails, f"{command}\n{done.stdout}"
    return done.stdout


def build(source: Path, folder: Path, *targets: str, at: str = "1700000000") -> list[Path]:
    """Build archives of a source tree with the locked backend, without a network, and return them
    in the order of their names. ``at`` is the time that stands in them.
    """
    wanted = [word for target in targets for word in ("--target", target)]
    backend = [sys.executable, "-c", OFFLINE, "build", *wanted, "--directory", str(folder)]
    run(backend, source, SOURCE_DATE_EPOCH=at)
    return sorted(path for path in folder.iterdir() if path.name.startswith("meanwhile-"))


def built_wheel(folder: Path) -> Path:
    (built,) = build(ROOT, folder, "wheel")
    return built


def environment(wheel: Path, home: Path) -> Path:
    """Make an environment with this wheel and the locked libraries in it, without a network;
    return its `meanwhile` command.
    """
    venv.create(home, with_pip=False)
    pip = [sys.executable, "-m", "pip", f"--python={home / 'bin' / 'python'}"]
    run([*pip, "install", "--no-deps", "--no-index", str(wheel)], home)
    # The libraries lie after the wheel on the path, and .pth files among them
    # (the checkout's own) are not read.
    packages = Path(sysconfig.get_path("purelib", vars={"base": str(home)}))
    (packages / "libraries.pth").write_text(sysconfig.get_path("purelib") + "\n", encoding="utf-8")
    return home / "bin" / "meanwhile"


def played(program: Path, folder: Path, kind: str) -> str:
    robots = [word for seat in GAMES[kind] for word in ("--robot", f"{seat}:0")]
    said = run([str(program), "play", kind, *robots, *SHORT.get(kind, [])], folder)
    found = re.search(r"verify (\w+)$", said, re.MULTILINE)
    assert found, said
    return found[1]
