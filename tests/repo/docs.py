"""The documentation as the tests of the repository see it: pages, code blocks, and
the command line it talks about.

Two kinds of code block hold commands, and any kind may be a file:

    ```console   is run. `$ ` begins a command; what follows is what it must print, `...` standing
                 for whatever varies.
    ```sh        is shown only: what needs a network, a terminal, another account, or takes a while.
    ```python nim/rules.py   is written to that file, before the console blocks below it are run.

The files and console blocks of one page are written and run one after the other, in one folder
that is empty but for the config.example.toml. What ``pip install`` installs there goes into a
folder of the test. In both, every `make` target, every `meanwhile` command and
every option of one must exist.
"""

import re
import shlex
import subprocess
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import click
from msgspec import Struct

from tests.repo.tree import ROOT

BLOCK = re.compile(
    r"^(?P<indent> *)```(?P<kind>\w+)(?: (?P<file>\S+))?\n(?P<body>.*?)^(?P=indent)```",
    re.MULTILINE | re.DOTALL,
)

PLACE = re.compile(r"(?:bot|docs|engine|mail|renderers|tests)/")
MODULE = re.compile(r"(?:bot|engine|mail|renderers|tests)(?:\.\w+)+")
LINK = re.compile(r"\]\(([^)\s]+)\)")


class Command(Struct, frozen=True):
    """One command of a code block, and what it must print; None: not said."""

    line: str
    output: str | None = None


class File(Struct, frozen=True):
    """A code block that is a file: its path in the folder of the page, and what it holds."""

    path: str
    content: str


@cache
def changed() -> set[str] | None:
    """Return the files that differ from the commit before the last; None without such a commit."""
    command = ["git", "diff", "--name-only", "HEAD~1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", check=False)
    return None if done.returncode else set(done.stdout.splitlines())


def pages() -> list[Path]:
    return [
        *map(Path, ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
        *sorted(page.relative_to(ROOT) for page in (ROOT / "docs").rglob("*.md")),
    ]


def text(page: Path) -> str:
    return (ROOT / page).read_text(encoding="utf-8")


def blocks(markdown: str, kind: str) -> Iterator[str]:
    """Yield the bodies of the code blocks of one kind, without their indentation; those of files
    are not among them.
    """
    for block in BLOCK.finditer(markdown):
        if block["kind"] == kind and not block["file"]:
            yield re.sub(f"^{block['indent']}", "", block["body"], flags=re.MULTILINE)


def console(markdown: str) -> Iterator[Command]:
    """Yield the commands of the console blocks. Raise ``AssertionError`` where output
    stands before the first command.
    """
    yield from (step for step in steps(markdown) if isinstance(step, Command))


def steps(markdown: str) -> Iterator[Command | File]:
    """Yield what a page wants done: its commands and files, from the top."""
    for block in BLOCK.finditer(markdown):
        body = re.sub(f"^{block['indent']}", "", block["body"], flags=re.MULTILINE)
        if block["file"]:
            yield File(block["file"], body)
        elif block["kind"] == "console":
            yield from commands(body)


def commands(body: str) -> Iterator[Command]:
    before, *rest = re.split(r"^\$ ", body, flags=re.MULTILINE)
    assert not before.strip(), f"a console block begins with a command: {before!r}"
    for command in rest:
        line, _, output = command.replace("\\\n", "").partition("\n")
        yield Command(line.strip(), output if output.strip() else None)


def shown(markdown: str) -> Iterator[str]:
    yield from (command.line for command in console(markdown))
    for body in blocks(markdown, "sh"):
        for line in body.replace("\\\n", "").splitlines():
            if bare := " ".join(shlex.split(line, comments=True)):
                yield bare


def links(markdown: str) -> Iterator[str]:
    for target in LINK.findall(re.sub(r"^ *```.*?^ *```", "", markdown, flags=re.M | re.S)):
        if not re.match(r"[a-z]+:", target):
            yield target


def dangling(markdown: str) -> Iterator[str]:
    """Yield the files, tests, modules and names of ours that a page has in backticks and that are
    not there. A word in capitals stands for any: ``engine/games/NAME``.
    """
    for file, test in re.findall(r"`([\w/]+\.py)::(\w+)`", markdown):
        places = [ROOT / file, (ROOT / file).with_suffix(".toml")]
        text = "".join(path.read_text("utf-8") for path in places if path.is_file())
        if not re.search(rf"def {test}\b|(?m:^{test} = )", text):
            yield f"{file}::{test}"
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"`make ([a-z]+)", markdown):
        if not re.search(rf"^{target}:", makefile, re.MULTILINE):
            yield f"make {target}"
    for module in re.findall(r"`python -m ((?:bot|engine|mail|renderers|tests)\.[\w.]+)", markdown):
        path = ROOT / module.replace(".", "/")
        if not path.with_suffix(".py").is_file() and not (path / "__main__.py").is_file():
            yield f"python -m {module}"
    for name in re.findall(r"`([\w./-]+)`", markdown):
        if PLACE.match(name) and not re.search(r"\b[A-Z]{2,}\b", name.replace("RULES.md", "")):
            if not (ROOT / name).exists():
                yield name
        elif MODULE.fullmatch(name) and not imported(name):
            yield name


def imported(name: str) -> bool:
    path = ROOT / name.replace(".", "/")
    if path.is_dir() or path.with_suffix(".py").is_file():
        return True
    module, _, last = name.rpartition(".")
    try:
        return hasattr(import_module(module), last)
    except ImportError:
        return False


def anchors(markdown: str) -> set[str]:
    """Return the anchors of a page: its headings, as the places that show it make them."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        for heading in re.findall(r"^#+ (.*)$", markdown, re.MULTILINE)
    }


def tree(command: click.Command, path: str = "meanwhile") -> Iterator[tuple[str, click.Command]]:
    """Every command with its full name, the groups among them too;
    hidden ones are not for people.
    """
    yield path, command
    if isinstance(command, click.Group):
        for name, child in children(command).items():
            if not child.hidden:
                yield from tree(child, f"{path} {name}")


def children(group: click.Group) -> dict[str, click.Command]:
    context = click.Context(group)
    found = {name: group.get_command(context, name) for name in group.list_commands(context)}
    return {name: command for name, command in found.items() if command is not None}


def options(command: click.Command) -> set[str]:
    return {
        name
        for parameter in command.params
        if isinstance(parameter, click.Option) and not parameter.hidden
        for name in (*parameter.opts, *parameter.secondary_opts)
    }


def unknown(line: str, main: click.Command) -> list[str]:
    """What a command line names that does not exist: make targets, commands, options."""
    words = shlex.split(line)
    if "make" in words:
        targets = re.findall(
            r"^([a-z]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE
        )
        return [
            word
            for word in words[words.index("make") + 1 :]
            if word.isalpha() and word not in targets
        ]
    names = [Path(word).name for word in words]
    if "meanwhile" not in names:
        return []
    command, path = main, "meanwhile"
    missing = []
    for word in words[names.index("meanwhile") + 1 :]:
        if word in ("|", ">", "&", "&&", ";"):
            break
        if word.startswith("--"):
            known = options(command) | {"--help"}
            missing += [f"{path} {word}"] if word.partition("=")[0] not in known else []
        elif isinstance(command, click.Group) and not word.startswith("-"):
            if word not in children(command):
                return [*missing, f"{path} {word}"]
            command, path = children(command)[word], f"{path} {word}"
    return missing
