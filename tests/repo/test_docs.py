"""What the documentation says is so: its commands run, and it names every
command, option and setting there is.
"""

import doctest
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from packaging.version import Version

from bot.cli import main
from bot.config import Config
from tests.kit.each import each
from tests.repo import docs
from tests.repo.docs import Command, blocks, links, pages, steps, text
from tests.repo.tree import ROOT

TRIED_ELSEWHERE = {
    "docs/desert-files.md": "tests/desert/test_scenarios.py",
}
"""Pages whose blocks of code a test of their own reads."""
SECTIONS = {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_a_command_of_a_console_block_is_found_with_its_output() -> None:
    page = "A\n```console\n$ one --two \\\n  three\nsaid\n$ four\n```\n```sh\nmake it  # so\n```\n"
    assert list(docs.console(page)) == [Command("one --two   three", "said\n"), Command("four")]
    assert list(docs.shown(page)) == ["one --two   three", "four", "make it"]


def test_a_block_that_names_a_file_is_a_file() -> None:
    page = "```python a/b.py\nx = 1\n```\n```console\n$ one\n```\n```toml\ny = 2\n```\n"
    assert list(steps(page)) == [docs.File("a/b.py", "x = 1\n"), Command("one")]


def is_due(page: Path) -> bool:
    """Return whether the commands of a page run by day: they do if the page, or a file that it
    names, has changed since the commit before the last.
    """
    now = docs.changed()
    return now is None or not now.isdisjoint({str(page), *re.findall(r"`([\w./-]+)`", text(page))})


@pytest.mark.parametrize(
    "page",
    [
        pytest.param(page, marks=() if is_due(page) else pytest.mark.at_night, id=str(page))
        for page in pages()
        if list(steps(text(page)))
    ],
)
def test_the_commands_of_a_page_run(page: Path, tmp_path: Path) -> None:
    here, packages = tmp_path / "here", tmp_path / "packages"
    here.mkdir()
    shutil.copy(ROOT / "config.example.toml", here)
    for step in steps(text(page)):
        if isinstance(step, docs.File):
            (here / step.path).parent.mkdir(parents=True, exist_ok=True)
            (here / step.path).write_text(step.content, encoding="utf-8")
        else:
            run(step, here, packages)


def run(command: Command, here: Path, packages: Path) -> None:
    """Run one command of a page, and compare what it prints. What it installs goes into
    ``packages``, without a network.
    """
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    found = os.pathsep.join([*map(str, (packages, here)), os.environ.get("PYTHONPATH", str(ROOT))])
    pip = {"TARGET": str(packages), "NO_INDEX": "1", "NO_DEPS": "1", "NO_BUILD_ISOLATION": "0"}
    done = subprocess.run(
        ["bash", "-c", command.line],
        cwd=here,
        env={
            **os.environ,
            **{f"PIP_{name}": value for name, value in pip.items()},
            "PIP_UPGRADE": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "PYTHONPATH": found,
            "PATH": path,
            "HOME": str(here),
            "COLUMNS": "100",
            "NO_COLOR": "1",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"$ {command.line}\n{done.stdout}"
    if command.output is not None:
        rules = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
        same = doctest.OutputChecker().check_output(command.output, done.stdout, rules)
        assert same, (
            f"$ {command.line}\nthe page says\n{command.output}\nthe program says\n{done.stdout}"
        )


@each("page", pages())
def test_every_block_of_code_of_a_page_is_tried(page: Path) -> None:
    """Files are written and used by the commands of their page; settings are settings."""
    if elsewhere := TRIED_ELSEWHERE.get(str(page)):
        assert page.name in (ROOT / elsewhere).read_text("utf-8")
        return
    assert list(blocks(text(page), "python")) == []
    for block in blocks(text(page), "json"):
        assert all(msgspec.json.decode(line) for line in block.splitlines())
    for block in blocks(text(page), "toml"):
        msgspec.convert(tomllib.loads(block), Config)


def test_a_block_without_a_file_is_found() -> None:
    page = "```toml a.toml\nx = 1\n```\n  ```toml\n  y = 2\n  ```\n```json\n{}\n```\n"
    assert list(blocks(page, "toml")) == ["y = 2\n"]


@each("page", pages())
def test_what_a_page_links_and_names_is_there(page: Path) -> None:
    assert list(docs.dangling(text(page))) == []
    assert [
        missing for line in docs.shown(text(page)) for missing in docs.unknown(line, main)
    ] == []
    dead = []
    for link in links(text(page)):
        path, _, anchor = link.partition("#")
        target = (ROOT / page.parent / path).resolve() if path else ROOT / page
        if not target.exists() or (
            anchor and anchor not in docs.anchors(target.read_text("utf-8"))
        ):
            dead.append(link)
    assert dead == []


def test_a_planted_name_is_found() -> None:
    page = (
        "`engine/tabel.py` `engine/games/NAME/x` `engine.slots.Miss` `engine.slots.Mist` `bot.x.y`"
        " `tests/repo/docs.py::links` `tests/repo/docs.py::test_x` `make test` `make tea`"
        " `python -m tests.nowhere 3` `python -m tests.bench mail`"
    )
    gone = ["tests/repo/docs.py::test_x", "make tea", "python -m tests.nowhere"]
    gone += ["engine/tabel.py", "engine.slots.Mist", "bot.x.y"]
    assert list(docs.dangling(page)) == gone


def test_the_links_and_anchors_of_a_page_are_found() -> None:
    page = "[a](b.md#c)\n```sh\n[x](y)\n```\n[d](https://e.example) ![f](g.png)\n## `H i` – J!\n"
    assert list(links(page)) == ["b.md#c", "g.png"]
    assert docs.anchors(page) == {"h-i--j"}


def test_what_players_of_other_programs_complain_of_is_answered_here() -> None:
    rows = tomllib.loads((ROOT / "tests/repo/complaints.toml").read_text("utf-8"))["complaint"]
    assert [row["said"] for row in rows if not row["tests"] and not row.get("here")] == []
    named = "\n".join(f"`{test}`" for row in rows for test in row["tests"])
    assert named.count("\n") > 60
    assert list(docs.dangling(named)) == []


def test_the_index_names_every_page() -> None:
    linked = {Path("docs", link.partition("#")[0]) for link in links(text(Path("docs/README.md")))}
    listed = {Path(os.path.normpath(page)) for page in linked}
    assert set(pages()) - listed == {Path("docs/README.md")}


@each(
    "line", ["make tea", "meanwhile juggle", "meanwhile play --juggle", "meanwhile --juggle games"]
)
def test_a_planted_command_is_found(line: str) -> None:
    assert docs.unknown(line, main) != []


def settings(struct: type[Struct], prefix: str = "") -> Iterator[str]:
    for field in msgspec.structs.fields(struct):
        inner = [
            kind for kind in (field.type, *getattr(field.type, "__args__", ())) if is_struct(kind)
        ]
        for kind in inner:
            yield from settings(kind, f"{prefix}{field.encode_name}.")
        if not inner:
            yield prefix + field.encode_name


def is_struct(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, Struct)


def keys(table: dict[str, Any], prefix: str = "") -> Iterator[str]:
    for name, value in table.items():
        if isinstance(value, dict) and value:
            yield from keys(value, f"{prefix}{name}.")
        else:
            yield prefix + name


def example() -> str:
    """The example with the settings that are shown commented out (`#token =
    "…"`: they have no default) put in.
    """
    return re.sub(r"^#(?=\w+ = )", "", text(Path("config.example.toml")), flags=re.MULTILINE)


def test_the_example_holds_every_setting_and_no_other() -> None:
    assert set(keys(tomllib.loads(example()))) == set(settings(Config))


def test_the_example_holds_the_defaults() -> None:
    assert msgspec.convert(tomllib.loads(text(Path("config.example.toml"))), Config) == Config()


def test_every_setting_of_the_example_says_why() -> None:
    lines = example().splitlines()
    mute = [
        line
        for above, line in zip(["", *lines], lines, strict=False)
        if re.match(r"\w+ = ", line) and "#" not in line and not above.startswith("# ")
    ]
    assert mute == []


def test_the_changelog_is_well_formed() -> None:
    """Keep a Changelog: what is not released first, then releases, the newest first;
    every section has a known name.
    """
    headings = re.findall(r"^## (.*)$", text(Path("CHANGELOG.md")), re.MULTILINE)
    assert headings[0] == "Unreleased"
    releases = [
        re.fullmatch(r"(\d+\.\d+\.\d+) - \d{4}-\d\d-\d\d", heading) for heading in headings[1:]
    ]
    assert all(releases), headings
    versions = [Version(release[1]) for release in releases if release]
    assert versions == sorted(set(versions), reverse=True)
    assert set(re.findall(r"^### (.*)$", text(Path("CHANGELOG.md")), re.MULTILINE)) <= SECTIONS


def test_the_newest_release_of_the_changelog_is_the_version() -> None:
    released = re.findall(r"^## (\d\S+)", text(Path("CHANGELOG.md")), re.MULTILINE)
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"][
        "version"
    ]
    assert released[:1] in ([], [version])
