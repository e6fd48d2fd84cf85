"""The repository holds what belongs in it, and says nothing about the machine it was written on."""

import ast
import os
import re
import subprocess
import tomllib
from collections.abc import Iterator
from pathlib import Path

from fontTools.ttLib import TTFont
from msgspec import Struct
from packaging.licenses import canonicalize_license_expression
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.kit.each import each
from tests.nightly.shifts import shifts
from tests.repo.docs import links
from tests.repo.tree import PACKAGES, ROOT, files, parsed, texts

LONGEST_FILE = 500
TOP_LEVEL = {
    *(*PACKAGES, "tests", "docs", ".ci", ".github"),
    *("README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
    *("Makefile", "config.example.toml", ".gitignore", ".pre-commit-config.yaml"),
    *("pyproject.toml", "hatch_build.py", "requirements.lock", "requirements-dev.lock"),
}

LEFT_OUT = re.compile(
    r"(?:pytest|unittest|mark)(?:\.mark)?\.(skip|skipif|skipIf|skipUnless|xfail|importorskip)$"
)
NIGHTLY = re.compile(r"^\s*(@|.*marks=)pytest\.mark\.nightly\b", re.MULTILINE)


def python() -> Iterator[tuple[Path, str]]:
    return ((path, text) for path, text in texts() if path.suffix == ".py")


def test_the_top_level_holds_only_what_belongs_there() -> None:
    assert {path.parts[0] for path in files()} - TOP_LEVEL == set()


def test_no_python_file_is_two_rooms() -> None:
    lines = {str(path): len(text.splitlines()) for path, text in python()}
    assert {path: n for path, n in lines.items() if n > LONGEST_FILE} == {}


def bare_skips(source: str) -> list[int]:
    if "skip" not in source and "xfail" not in source:
        return []
    tree = parsed(source)
    reasoned: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and (match := LEFT_OUT.search(ast.unparse(node.func))):
            said = [word.value for word in node.keywords if word.arg == "reason"]
            if match[1] not in ("skipif", "xfail", "importorskip"):
                said += node.args[1:] if match[1] in ("skipIf", "skipUnless") else node.args[:1]
            if any(not isinstance(reason, ast.Constant) or reason.value for reason in said):
                reasoned.add(id(node.func))
    return [
        node.lineno
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and node.attr.startswith(("skip", "xfail", "importorskip"))
        and LEFT_OUT.search(ast.unparse(node))
        and id(node) not in reasoned
    ]


def test_every_skip_has_a_reason() -> None:
    assert [f"{path}:{line}" for path, source in python() for line in bare_skips(source)] == []


@each(
    "source, lines",
    [
        ("@pytest.mark.skip\ndef test(): ...", [1]),
        ("@pytest.mark.skip()\ndef test(): ...", [1]),
        ("@pytest.mark.skipif(windows)\ndef test(): ...", [1]),
        ("@pytest.mark.xfail(strict=True)\ndef test(): ...", [1]),
        ("def test():\n    pytest.skip('')", [2]),
        ("tests = [pytest.param(1, marks=pytest.mark.xfail)]", [1]),
        ("@pytest.mark.skip(reason='needs a display')\ndef test(): ...", []),
        ("@pytest.mark.skipif(windows, reason='no sockets')\ndef test(): ...", []),
        ("def test():\n    pytest.skip('no fonts')", []),
    ],
)
def test_a_planted_skip_is_found(source: str, lines: list[int]) -> None:
    assert bare_skips(source) == lines


def pins(lock: str) -> dict[str, Requirement]:
    """Package to pinned requirement, of a lock file. Raises
    AssertionError at an entry without a hash.
    """
    entries = re.split(r"\n(?=\w)", (ROOT / lock).read_text(encoding="utf-8").strip())
    assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", entry) for entry in entries)
    requirements = [Requirement(entry.split("\\")[0].strip()) for entry in entries]
    assert all(str(requirement.specifier).startswith("==") for requirement in requirements)
    return {canonicalize_name(requirement.name): requirement for requirement in requirements}


def test_the_locks_hold_what_pyproject_asks_for() -> None:
    pyproject = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for lock, wanted in {
        "requirements.lock": pyproject["project"]["dependencies"],
        "requirements-dev.lock": pyproject["project"]["dependencies"]
        + pyproject["dependency-groups"]["dev"],
    }.items():
        pinned = pins(lock)
        for requirement in map(Requirement, wanted):
            version = str(pinned[canonicalize_name(requirement.name)].specifier).removeprefix("==")
            assert requirement.specifier.contains(version), (
                f"{lock}: {requirement.name} {version}; run `make lock`"
            )


def test_every_lock_has_versions_and_hashes() -> None:
    """What is installed is what was locked, or nothing is."""
    locks = [path for path in files() if path.name.endswith(".lock") and path.parts[0] != "docs"]
    assert len(locks) >= 4
    assert all(pins(str(path)) for path in locks)
    install = (ROOT / "Makefile").read_text("utf-8") + (
        ROOT / "docs" / "deploy" / "Containerfile"
    ).read_text("utf-8")
    loose = [
        line
        for line in install.splitlines()
        if " install " in line and ".lock" in line and "--require-hashes" not in line
    ]
    assert loose == []


def test_every_lock_is_audited() -> None:
    """And one that has known faults, so that an index that knows none is noticed."""
    command = ["make", "--dry-run", "--old-file=.venv/audit/.stamp", "audit"]
    told = subprocess.run(command, cwd=ROOT, capture_output=True, check=True, text=True).stdout
    locks = [str(path) for path in files() if path.name.endswith(".lock")]
    assert [name for name in (*locks, "build/known.txt") if f"-r {name}" not in told] == []


def test_both_locks_pin_the_same_versions() -> None:
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


def test_the_checks_of_a_change_run_what_a_person_runs() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text(encoding="utf-8")


def test_what_make_quick_and_make_test_leave_out_is_there() -> None:
    """Else a test that was renamed would come back into it, or a misspelt one never leave."""
    tops = ("tests", "engine", "renderers")
    texts = [text for path, text in python() if path.parts[0] in tops]
    there = {name for text in texts for name in re.findall(r"\b(?:def|class) (\w+)", text)}
    slow, night = (
        (ROOT / "tests" / name).read_text("utf-8").splitlines()
        for name in ("slow.txt", "at_night.txt")
    )
    assert [slow, night] == [sorted(set(slow)), sorted(set(night))]
    for entry in [*slow, *night]:
        file, *names = entry.partition("[")[0].split("::")
        assert (ROOT / file).exists(), entry
        assert there.issuperset(names), entry


def test_every_test_of_the_night_belongs_to_one_shift() -> None:
    """What `make test` leaves out and no shift runs would never run."""
    left_out = (ROOT / "tests" / "at_night.txt").read_text("utf-8").splitlines()
    night = {ROOT / entry.partition("::")[0] for entry in left_out}
    night |= {ROOT / path for path, text in python() if NIGHTLY.search(text)}
    listed = [ROOT / path for what in shifts().values() if isinstance(what, list) for path in what]
    assert [path for path in [*night, *listed] if not path.exists()] == []
    shift_of = {path: [one for one in listed if one in (path, *path.parents)] for path in night}
    assert {path: found for path, found in shift_of.items() if len(found) != 1} == {}
    assert set(listed) == {one for found in shift_of.values() for one in found}, "nothing to do"


def test_make_quick_runs_folders_that_are_there() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    (folders,) = re.findall(r"^QUICK := (.*)$", makefile, re.MULTILINE)
    assert [name for name in folders.split() if not (ROOT / "tests" / name).is_dir()] == []


OWN = "GPL-3.0-or-later"
COPYRIGHT, LICENCE = 0, 13
"""Where a font says whose it is, and under which licence."""


class Annotation(Struct, frozen=True):
    paths: tuple[str, ...]
    holders: str
    licence: str

    def names(self, path: Path) -> bool:
        return any(pattern(one).fullmatch(path.as_posix()) for one in self.paths)


def pattern(glob: str) -> re.Pattern[str]:
    """Return what a path is matched with: two stars stand for any number of folders, too."""
    escaped = re.escape(glob).replace(r"\*\*", ".*")
    return re.compile(escaped.replace(r"\*", "[^/]*"))


def annotations() -> list[Annotation]:
    found = tomllib.loads((ROOT / "docs" / "REUSE.toml").read_text("utf-8"))
    return [
        Annotation(
            tuple(one["path"]), str(one["SPDX-FileCopyrightText"]), one["SPDX-License-Identifier"]
        )
        for one in found["annotations"]
    ]


def said(path: Path) -> Annotation | None:
    """Return what is said of a file: the last word holds."""
    return next((one for one in reversed(annotations()) if one.names(path)), None)


def parts(expression: str) -> set[str]:
    return set(expression.split(" AND "))


def test_every_file_has_a_licence() -> None:
    known = annotations()
    assert [str(path) for path in files() if not any(one.names(path) for one in known)] == []


def test_nothing_is_said_of_files_that_are_not_there() -> None:
    idle = [
        glob
        for one in annotations()
        for glob in one.paths
        if not any(pattern(glob).fullmatch(path.as_posix()) for path in files())
    ]
    assert idle == []


def test_what_others_have_made_is_named_file_by_file() -> None:
    foreign = [one for one in annotations() if one.licence != OWN]
    assert len(foreign) == 3
    assert [glob for one in foreign for glob in one.paths if "*" in glob] == []
    named = {glob for one in foreign for glob in one.paths}
    assert {path.as_posix() for path in files() if path.suffix == ".ttf"} <= named
    assert {path.as_posix() for path in files() if ".LICENSE" in path.name} <= named


def test_each_licence_is_one_of_the_list_and_its_text_is_linked() -> None:
    page = (ROOT / "docs" / "licences.md").read_text("utf-8")
    for one in annotations():
        assert canonicalize_license_expression(one.licence) == one.licence
        for name in parts(one.licence):
            (row,) = (line for line in page.splitlines() if line.startswith("| `") and name in line)
            (text,) = links(row)
            assert (ROOT / "docs" / text).is_file()


@each("path", [path for path in files() if path.suffix == ".ttf"])
def test_a_font_says_the_same_of_itself(path: Path) -> None:
    found = said(path)
    assert found is not None
    names = TTFont(ROOT / path)["name"]
    assert re.search(found.holders.split()[1].strip(",'"), str(names.getName(COPYRIGHT, 3, 1)))
    words = {"Apache-2.0": "Apache License, Version 2.0", "LicenseRef-Arev": "Arev"}
    told = str(names.getName(LICENCE, 3, 1))
    assert [word for name, word in words.items() if (name in found.licence) != (word in told)] == []


def test_the_package_names_the_licences_of_what_is_in_the_wheel() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    inside = [path for path in files() if path.parts[0] in PACKAGES]
    assert parts(project["license"]) == {
        name for path in inside if (found := said(path)) for name in parts(found.licence)
    }
    brought = {
        path.as_posix()
        for glob in project["license-files"]
        for path in files()
        if pattern(glob).fullmatch(path.as_posix())
    }
    assert brought == {"LICENSE", *(str(path) for path in inside if "LICENSE" in path.name)}
