"""The page of the command line, made from the help of every command."""

from collections.abc import Iterator
from inspect import cleandoc

import click

from bot.cli import main
from tests.repo.docs import tree
from tests.repo.shell import FILES, STATUS, whole

HEAD = """# Command line

Every command of `meanwhile` with its options. `meanwhile COMMAND --help` prints the same, and
`man meanwhile` shows this page in a terminal."""


def page() -> str:
    parts = [HEAD, paragraphs(main), options(main, whole())]
    for path, command in tree(main):
        if command is not main:
            context = click.Context(command, info_name=path, parent=whole())
            usage = " ".join([path, *command.collect_usage_pieces(context)])
            parts += [f"## `{path}`", f"```text\n{usage}\n```", paragraphs(command)]
            parts.append(options(command, context))
    parts += ["## Files", table("file", ((f"`{name}`", text) for name, text in FILES))]
    parts += ["## Exit status", table("status", STATUS)]
    return "\n\n".join(part for part in parts if part) + "\n"


def paragraphs(command: click.Command) -> str:
    """Return the help of a command; a block that keeps its lines is one here, too."""
    found = []
    for part in cleandoc(command.help or "").split("\n\n"):
        block = part.startswith("\b\n")
        found.append(f"```text\n{part[2:]}\n```" if block else " ".join(part.split()))
    return "\n\n".join(found)


def options(command: click.Command, context: click.Context) -> str:
    rows = []
    for option in command.get_params(context):
        if isinstance(option, click.Option) and (record := option.get_help_record(context)):
            rows.append((f"`{record[0]}`", " ".join(record[1].split())))
    return table("option", rows) if rows else ""


def table(
    head: str, rows: Iterator[tuple[str, str]] | list[tuple[str, str]] | tuple[tuple[str, str], ...]
) -> str:
    cells = [
        (head, ""),
        ("---", "---"),
        *((a.replace("|", "\\|"), b.replace("|", "\\|")) for a, b in rows),
    ]
    return "\n".join(f"| {a} | {b} |" for a, b in cells)
