"""`meanwhile sentence`: finds the catalogue entry of a sentence."""

from collections.abc import Iterator
from importlib.metadata import entry_points
from importlib.util import find_spec
from pathlib import Path

import click
from fluent.syntax import FluentParser, ast
from msgspec import Struct

from engine.errors import UserError

PACKAGES = ("bot", "engine", "mail", "renderers")
GROUPS = ("meanwhile.games", "meanwhile.renderers", "meanwhile.doors")


class Found(Struct, frozen=True):
    path: Path
    line: int
    id: str
    text: str


@click.command("sentence")
@click.argument("words", nargs=-1, required=True)
def sentence_command(words: tuple[str, ...]) -> None:
    """Find the sentences that contain WORDS, or whose id does.

    For each it prints the catalogue, the line, the id and the text in every language that has
    these words. docs/how-to/sentences.md says how to change one.

    \b
    Example:
      meanwhile sentence has withdrawn
    """
    wanted = " ".join(words)
    found = [one for one in messages() if matches(one, wanted)]
    if not found:
        raise UserError(
            f"no sentence contains {wanted!r}; names and numbers are filled in later, so try"
            " fewer words"
        )
    for one in found:
        click.echo(f"{one.path}:{one.line}\n{one.text}\n")


def matches(one: Found, wanted: str) -> bool:
    return wanted.casefold() in " ".join(one.text.split()).casefold()


def messages() -> Iterator[Found]:
    for path in catalogues():
        text = path.read_text("utf-8")
        for entry in FluentParser().parse(text).body:
            if isinstance(entry, ast.Message) and entry.span is not None:
                line = text.count("\n", 0, entry.span.start) + 1
                written = text[entry.span.start : entry.span.end]
                yield Found(path, line, entry.id.name, written.rstrip())


def catalogues() -> list[Path]:
    points = (point for group in GROUPS for point in entry_points(group=group))
    names = {*PACKAGES, *(point.module.partition(".")[0] for point in points)}
    specs = (find_spec(name) for name in names)
    folders = {
        Path(folder) for spec in specs if spec for folder in spec.submodule_search_locations or ()
    }
    return sorted({path for folder in folders for path in folder.rglob("*.ftl")})
