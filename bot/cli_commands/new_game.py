"""The command `new-game`: writes a package from which you develop a new game."""

import keyword
import re
import tempfile
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path, PurePosixPath

import click

from engine.errors import UserError
from engine.games import names

KIND, TITLE, ENDING = "newgame", "NewGame", ".txt"
"""The name of the game in the templates, its class, and the suffix of the templates' files."""
NAME = re.compile("[a-z][a-z0-9]{0,30}")


@click.command("new-game")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path),
    help="Folder of the package; by default NAME in the current folder.",
)
def new_game_command(*, name: str, folder: Path | None) -> None:
    """Create the package of a new game called NAME.

    It contains rules with an interrupt, sentences in two languages, a board, and tests, which
    pass at once. Change it into your own game.

    \b
    Examples:
      meanwhile new-game foxhunt
      meanwhile new-game foxhunt --folder ~/games/foxhunt
    """
    folder = folder or Path(name)
    checked(name)
    write(name, folder)
    click.echo(f"{folder}: the game {name}. Install it, test it, play it:")
    click.echo(f"  cd {folder}")
    click.echo("  pip install --no-deps --editable .")
    click.echo("  pytest")
    click.echo(f"  meanwhile play {name}")


def checked(name: str) -> None:
    if not NAME.fullmatch(name) or keyword.iskeyword(name):
        raise UserError(
            f"{name!r}: no game can be called that; use a word of small letters and digits,"
            " for example foxhunt"
        )
    if name in names():
        raise UserError(f"{name}: there is a game of that name; choose another")
    if find_spec(name) is not None or find_spec(f"test_{name}") is not None:
        raise UserError(f"{name}: Python has a module of that name; choose another")


def write(name: str, folder: Path) -> None:
    if folder.exists():
        raise UserError(f"{folder}: is there already; name another place with --folder")
    try:
        folder.absolute().parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.absolute().parent) as place:
            for path, text in package(name):
                file = Path(place) / "package" / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, "utf-8")
            (Path(place) / "package").rename(folder)
    except OSError as error:
        raise UserError(f"{folder}: {error.strerror}") from error


def package(name: str) -> Iterator[tuple[PurePosixPath, str]]:

    def named(text: str) -> str:
        return text.replace(KIND, name).replace(TITLE, name.capitalize())

    for path, file in every(files("bot") / "templates" / "game", PurePosixPath()):
        yield PurePosixPath(named(str(path)).removesuffix(ENDING)), named(file.read_text("utf-8"))


def every(folder: Traversable, at: PurePosixPath) -> Iterator[tuple[PurePosixPath, Traversable]]:
    for one in sorted(folder.iterdir(), key=lambda one: one.name):
        if one.is_dir():
            yield from every(one, at / one.name)
        elif one.name.endswith(ENDING):
            yield at / one.name, one
