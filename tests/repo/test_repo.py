"""The repository holds what belongs in it, and says nothing about the machine it was written on."""

import ast
import io
import os
import re
import tokenize
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.kit.each import each
from tests.nightly.shifts import shifts
from tests.repo.tree import PACKAGES, ROOT, files, texts

LONGEST_FILE = 560
"""Lines of at most a hundred make a file of the same content a seventh longer than the 500 of
lines of 120 were.
"""
TOP_LEVEL = {
    *(*PACKAGES, "tests", "docs", ".ci"),
    *("README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"),
    *("Makefile", "config.example.toml", ".gitignore"),
    *("pyproject.toml", "requirements.lock", "requirements-dev.lock"),
}

# Classes of one letter keep these patterns from finding themselves.
MACHINE_PATH = re.compile(
    r"(?<![\w.:/<-])/(?:[r]oot|[h]ome|[U]sers|[w]ork|[t]mp|[m]nt|[w]orkspace)/|\b[A-Z]:\\[U]sers\\"
)
REGISTRY = re.compile(
    r"\b(?:pypi\.[o]rg|pythonhosted\.[o]rg|piwheels\.[o]rg|anaconda\.[o]rg|npmjs\.[a-z]+|crates\.[i]o"
    r"|proxy\.golang\.[o]rg|ghcr\.[i]o|docker\.[i]o|quay\.[i]o)\b|file:/{2}|--(?:extra-)?index-[u]rl|--find-[l]inks"
)
UNFINISHED = re.compile(r"\b(?:T[O]DO|F[I]XME)\b|^(?:<{7} |>{7} )")
REASONED_IGNORE = re.compile(r"#\s*type:\s*ignore\[[\w, -]+\]\s+#\s*\w")
ANY_IGNORE = re.compile(r"#\s*(?:type|mypy):\s*ignore")
LEFT_OUT = re.compile(
    r"(?:pytest|unittest|mark)(?:\.mark)?\.(skip|skipif|skipIf|skipUnless|xfail|importorskip)$"
)
NIGHTLY = re.compile(r"^\s*(@|.*marks=)pytest\.mark\.nightly\b", re.MULTILINE)
STOPWATCH = re.compile(
    r"\b(?:perf_counter|process_time|thread_time|timeit)(?:_ns)?\b"
    r"|\.speeds\b|\bspeed\(|assert .*\bmonotonic\("
)


def found(pattern: re.Pattern[str], texts: Iterator[tuple[Path, str]]) -> list[str]:
    """`file:line: text` of every line that matches."""
    return [
        f"{path}:{number}: {line.strip()}"
        for path, text in texts
        for number, line in enumerate(text.splitlines(), 1)
        if pattern.search(line)
    ]


def python() -> Iterator[tuple[Path, str]]:
    return ((path, text) for path, text in texts() if path.suffix == ".py")


@pytest.mark.parametrize(
    "pattern", [MACHINE_PATH, REGISTRY, UNFINISHED], ids=["machine path", "registry", "unfinished"]
)
def test_no_file_says(pattern: re.Pattern[str]) -> None:
    assert found(pattern, texts()) == []


@each(
    "pattern, line",
    [
        (MACHINE_PATH, "open('/{}/ann/game')".format("home")),
        (MACHINE_PATH, "see /{}/x".format("tmp")),
        (REGISTRY, "from https://{}.org/simple".format("pypi")),
        (REGISTRY, "{}:///wheels".format("file")),
        (UNFINISHED, "# {}: later".format("TO" + "DO")),
        (UNFINISHED, "<" * 7 + " HEAD"),
    ],
)
def test_a_planted_line_is_found(pattern: re.Pattern[str], line: str) -> None:
    assert found(pattern, iter([(Path("planted"), line)])) != []


@each(
    "pattern, line",
    [
        (MACHINE_PATH, "#!/usr/bin/env bash"),
        (MACHINE_PATH, "https://example.org/{}/index.html".format("home")),
        (REGISTRY, "the package index"),
        (UNFINISHED, "what is left to do"),
    ],
)
def test_an_innocent_line_is_left_alone(pattern: re.Pattern[str], line: str) -> None:
    assert found(pattern, iter([(Path("innocent"), line)])) == []


def test_the_top_level_holds_only_what_belongs_there() -> None:
    assert {path.parts[0] for path in files()} - TOP_LEVEL == set()


def test_no_python_file_is_two_rooms() -> None:
    long = {
        str(path): lines
        for path, text in python()
        if (lines := len(text.splitlines())) > LONGEST_FILE
    }
    assert long == {}


def bare_ignores(source: str) -> list[str]:
    if not ANY_IGNORE.search(source):
        return []
    comments = [
        token.string
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type == tokenize.COMMENT
    ]
    return [
        text for text in comments if ANY_IGNORE.search(text) and not REASONED_IGNORE.search(text)
    ]


def test_every_type_ignore_names_the_error_and_the_reason() -> None:
    assert [(str(path), text) for path, source in python() for text in bare_ignores(source)] == []


@each("comment", ["# type: ignore", "# type: ignore[misc]", "# type: ignore[misc]  #"])
def test_a_planted_ignore_is_found(comment: str) -> None:
    assert bare_ignores(f"x = 1  {comment}\n") == [comment]


def test_an_ignore_with_a_reason_is_left_alone() -> None:
    assert bare_ignores("x = 1  # type: ignore[misc]  # the library has no types\n") == []


def bare_skips(source: str) -> list[int]:
    if "skip" not in source and "xfail" not in source:
        return []
    tree = ast.parse(source)
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
        and LEFT_OUT.search(ast.unparse(node))
        and id(node) not in reasoned
    ]


def test_every_skip_has_a_reason() -> None:
    assert [f"{path}:{line}" for path, source in python() for line in bare_skips(source)] == []


@pytest.mark.parametrize(
    ("source", "lines"),
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


def test_no_test_reads_a_stopwatch() -> None:
    """A machine that is slow today is not a mistake in the program; `make bench` measures.
    How much CPU an answer takes is measured in `tests/kit/prompt.py` alone.
    """
    here = Path(__file__).relative_to(ROOT)
    timed = (
        (path, text) for path, text in python() if path.name.startswith("test_") and path != here
    )
    assert found(STOPWATCH, timed) == []


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


def test_both_locks_pin_the_same_versions() -> None:
    assert pins("requirements.lock").items() <= pins("requirements-dev.lock").items()


def test_the_checks_of_a_change_run_what_a_person_runs() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert "make test" in script.read_text(encoding="utf-8")


def test_what_make_quick_and_make_test_leave_out_is_there() -> None:
    """Else a test that was renamed would come back into it, or a misspelt one never leave."""
    sources = [text for path, text in python() if path.parts[0] in ("tests", "engine", "renderers")]
    slow, night = (
        (ROOT / "tests" / name).read_text("utf-8").splitlines()
        for name in ("slow.txt", "at_night.txt")
    )
    assert [slow, night] == [sorted(set(slow)), sorted(set(night))]
    for entry in [*slow, *night]:
        file, *names = entry.partition("[")[0].split("::")
        assert (ROOT / file).exists(), entry
        for name in names:
            assert any(re.search(rf"(?:def|class) {name}\b", text) for text in sources), entry


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
