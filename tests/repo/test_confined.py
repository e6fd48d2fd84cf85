"""The installed program as the container file runs it: by its commands, as a user without rights,
with one folder to write in. No engine for containers is needed, nor an image.
"""

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from configparser import ConfigParser
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from bot.cli import main
from mail.sandbox.host import Host
from tests.mail.test_sandbox import with_host
from tests.repo import confined, docs
from tests.repo.installed import build, built_wheel, environment, run
from tests.repo.tree import ROOT

FILE = (ROOT / "docs" / "deploy" / "Containerfile").read_text("utf-8")
SETTINGS = """
log = "-"
[health]
port = {port}
[mail]
address = "referee@meanwhile.test"
[mail.imap]
host = "127.0.0.1"
port = {imap}
security = "plain"
user = "referee"
[mail.smtp]
host = "127.0.0.1"
port = {smtp}
security = "plain"
user = "referee"
"""
PASSWORD = "correct horse battery"


def steps() -> tuple[list[str], list[str]]:
    """Return what the container file runs: the program, and the look at its health."""
    (command,) = re.findall(r"^CMD (\[.*\])$", FILE, re.MULTILINE)
    (health,) = re.findall(r'^ +python -c "(.*)"$', FILE, re.MULTILINE)
    return json.loads(command), ["python", "-c", health]


class Container:
    """What stands for one: the installed program, and its folder."""

    def __init__(self, program: Path, data: Path):
        self.program, self.data, self.port = program, data, free_port()

    def set_up(self, imap: int, smtp: int) -> None:
        said = SETTINGS.format(port=self.port, imap=imap, smtp=smtp)
        (self.data / "config.toml").write_text(said, "utf-8")

    def command(self, words: list[str]) -> list[str]:
        """Return how a command of the container is run, with its folder and port for `/data` and
        8080.
        """
        said = [w.replace("/data", str(self.data)).replace("8080", str(self.port)) for w in words]
        program = shutil.which(said[0], path=str(self.program.parent)) or said[0]
        mount = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
        shut_in = [sys.executable, str(confined.__file__), str(self.data)]
        return [*mount, *shut_in, program, *said[1:]]

    def says(self, *words: str, fails: int = 0) -> str:
        return run(self.command(list(words)), self.data, fails)

    @contextmanager
    def serving(self) -> Iterator["subprocess.Popen[bytes]"]:
        command, health = steps()
        path = f"{self.program.parent}{os.pathsep}{os.environ['PATH']}"
        told = {"HOME": str(self.data), "PATH": path, "MEANWHILE_MAIL_PASSWORD": PASSWORD}
        with (self.data / "log").open("ab") as log:
            serving = subprocess.Popen(
                self.command(command), env=told, stderr=log, start_new_session=True
            )
        try:
            tries = iter(range(100))
            while subprocess.run(self.command(health), capture_output=True, check=False).returncode:
                alive = serving.poll() is None and next(tries, None) is not None
                assert alive, (self.data / "log").read_text()
                time.sleep(0.2)
            yield serving
            if serving.poll() is None:
                serving.terminate()
                assert serving.wait(60) == 0, (self.data / "log").read_text()
        finally:
            with suppress(ProcessLookupError):
                os.killpg(serving.pid, signal.SIGKILL)
            serving.wait()


def test_the_container_is_made_of_no_more_than_the_wheel_is(tmp_path: Path) -> None:
    """Settings and databases of the checkout are in none of its layers."""
    source = tmp_path / "src"
    for line in re.findall(r"^COPY (?!--from)(.*)$", FILE, re.MULTILINE):
        *names, into = line.split()
        for name in names:
            if into == "./":
                assert (ROOT / name).is_file()
                source.mkdir(exist_ok=True)
                shutil.copy(ROOT / name, source)
            else:
                assert into == name
                shutil.copytree(ROOT / name, source / into)
    there = {path.name for path in source.iterdir()}
    assert not there & {".git", ".venv", "config.toml", "tests"}
    (wheel,) = build(source, tmp_path / "a", "wheel")
    assert wheel.read_bytes() == built_wheel(tmp_path / "b").read_bytes()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as found:
        port: int = found.getsockname()[1]
    return port


@pytest.fixture
def container(tmp_path: Path) -> Container:
    alone = ["unshare", "--mount", "--map-root-user", "true"]
    if shutil.which("unshare") is None or subprocess.run(alone, check=False).returncode:
        pytest.skip("no namespaces can be made on this machine")
    home, data = tmp_path / "opt", tmp_path / "data"
    home.mkdir()
    data.mkdir(mode=0o700)
    return Container(environment(built_wheel(tmp_path / "wheel"), home), data)


@pytest.mark.nightly
def test_it_serves_is_killed_and_goes_on_with_one_folder_to_write_in(container: Container) -> None:
    who = container.says("python", "-c", "import os; print(os.getuid(), open('x', 'w').name)")
    assert who.split() == [str(confined.USER), "x"]
    rights = container.says("grep", "CapEff", "/proc/self/status").split()
    assert rights == ["CapEff:", "0" * 16]
    for elsewhere in (container.program, container.data.parent / "planted", Path("/usr/planted")):
        assert "Read-only file system" in container.says("touch", str(elsewhere), fails=1)
    with_host(partial(twice, container), Host(password=PASSWORD))
    assert PASSWORD not in (container.data / "log").read_text("utf-8")
    assert {oct(path.stat().st_mode & 0o77) for path in container.data.glob("*.db*")} == {"0o0"}


def twice(container: Container, imap: int, smtp: int) -> None:
    container.set_up(imap, smtp)
    with container.serving() as serving:
        made = container.says("meanwhile", "new", "battleboard")
        (game,) = re.findall(r"^(\w+): a game", made, re.MULTILINE)
        os.killpg(serving.pid, signal.SIGKILL)
        serving.wait()
    with container.serving():
        assert game in container.says("meanwhile", "games")
        assert container.says("meanwhile", "doctor").endswith("all is well\n")
        container.says("meanwhile", "show", game, "--picture", "board.png")
        container.says("meanwhile", "backup", "copy.db")


FOLDER = ROOT / "docs" / "deploy"
RUNS = "/bin/meanwhile "
UNITS = sorted(path for path in FOLDER.iterdir() if path.suffix in (".service", ".timer"))


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
    assert [missing for command in found for missing in docs.unknown(command, main)] == []


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


def test_units_are_no_more_exposed_than_the_page_says(tmp_path: Path) -> None:
    for name, most in (("meanwhile.service", 1.1), ("meanwhile-backup.service", 0.2)):
        assert exposure(FOLDER / name) <= most
        text = (FOLDER / name).read_text("utf-8").replace("ProtectSystem=strict\n", "")
        (tmp_path / name).write_text(text, "utf-8")
        assert exposure(tmp_path / name) > most, "without a wall"


def test_what_the_container_is_made_from_exists() -> None:
    text = (FOLDER / "Containerfile").read_text("utf-8")
    named = set(re.findall(r"-r (\S+)", text)) | set(re.findall(r"-f (\S+)", text))
    assert named == {"requirements.lock", "requirements-dev.lock", "docs/deploy/Containerfile"}
    assert [name for name in named if not (ROOT / name).is_file()] == []
    assert 'CMD ["meanwhile", "serve", "--db", "/data/meanwhile.db"]' in text
    assert docs.unknown("meanwhile serve --db FILE", main) == []


def test_every_file_is_described() -> None:
    page = (ROOT / "docs" / "operations.md").read_text("utf-8")
    described = {path.name for path in FOLDER.iterdir() if f"deploy/{path.name}" in page}
    # The timer's own service is described with the timer.
    assert {path.name for path in FOLDER.iterdir()} - described == {"meanwhile-backup.service"}
