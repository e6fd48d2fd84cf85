"""What shells and `man` know of `meanwhile`: completions and a manual page, from the commands.

``python -m tests.repo.shell --write`` writes the files of ``docs/shell``, which the wheel installs.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from inspect import cleandoc
from pathlib import Path

import click
from click.shell_completion import BashComplete, get_completion_class

from bot.cli import main
from tests.repo import docs, tree

FOLDER = tree.ROOT / "docs" / "shell"
MANUAL = "meanwhile.1"
COMPLETIONS = {"bash": "meanwhile.bash", "zsh": "_meanwhile", "fish": "meanwhile.fish"}
"""The file of each shell."""
FILES = (
    (
        "config.toml, else ~/.config/meanwhile/config.toml",
        "The settings: of the current folder, else of the user.",
    ),
    ("~/.local/state/meanwhile/", "The database and the log."),
    ("~/.cache/meanwhile/pictures/", "Pictures of boards."),
)
"""Where the manual says that files lie."""
STATUS = (
    ("0", "It was done."),
    ("2", "It could not be done; why is said on standard error, and nothing has changed."),
)


def roff(text: str) -> str:
    plain = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^([.'])", r"\\&\1", plain, flags=re.MULTILINE)


def paragraphs(text: str) -> Iterator[str]:
    for part in cleandoc(text).split("\n\n"):
        if part.startswith("\b\n"):
            yield f".PP\n.nf\n{roff(part.removeprefix(chr(8)).strip(chr(10)))}\n.fi\n"
        else:
            yield f".PP\n{roff(' '.join(part.split()))}\n"


def tagged(name: str, text: str) -> str:
    return f".TP\n\\fB{roff(name)}\\fR\n{roff(' '.join(text.split()))}\n"


def options(command: click.Command, context: click.Context) -> Iterator[str]:
    for option in command.get_params(context):
        if isinstance(option, click.Option) and (record := option.get_help_record(context)):
            yield tagged(*record)


def commands() -> Iterator[str]:
    for path, command in docs.tree(main):
        if command is main:
            continue
        context = click.Context(command, info_name=path, parent=whole())
        usage = " ".join(command.collect_usage_pieces(context))
        yield f'.SS "{roff(path)}"\n.PP\n\\fB{roff(path)}\\fR {roff(usage)}\n'
        yield from paragraphs(command.help or "")
        yield from options(command, context)


def whole() -> click.Context:
    return click.Context(main, info_name="meanwhile", **main.context_settings)


def manual() -> str:
    version = tomllib.loads((tree.ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]
    summary, *more = paragraphs(main.help or "")
    return "".join(
        [
            "'\\\" -*- coding: utf-8 -*-\n",
            f'.TH MEANWHILE 1 "" "Meanwhile {version}" "User Commands"\n',
            f".SH NAME\nmeanwhile \\- {summary.removeprefix('.PP').strip().rstrip('.')}\n",
            ".SH SYNOPSIS\n\\fBmeanwhile\\fR [OPTIONS] COMMAND [ARGS]...\n",
            ".SH DESCRIPTION\n",
            *more,
            ".SH OPTIONS\n",
            *options(main, whole()),
            ".SH COMMANDS\n",
            *commands(),
            ".SH FILES\n",
            *(tagged(*entry) for entry in FILES),
            ".SH EXIT STATUS\n",
            *(tagged(*entry) for entry in STATUS),
        ]
    )


def completion(shell: str) -> str:
    complete = get_completion_class(shell)
    assert complete is not None
    if issubclass(complete, BashComplete):
        # Which bash is installed where the file is written says nothing of where it is used.
        return complete.source_template % {
            "complete_func": "_meanwhile_completion",
            "complete_var": "_MEANWHILE_COMPLETE",
            "prog_name": "meanwhile",
        }
    return complete(main, {}, "meanwhile", "_MEANWHILE_COMPLETE").source()


def contents() -> dict[Path, str]:
    made = {FOLDER / file: completion(shell) for shell, file in COMPLETIONS.items()}
    made[FOLDER / MANUAL] = manual()
    return {path: f"{text.strip()}\n" for path, text in made.items()}


if __name__ == "__main__" and sys.argv[1:] == ["--write"]:
    for path, text in contents().items():
        path.write_text(text, encoding="utf-8")
