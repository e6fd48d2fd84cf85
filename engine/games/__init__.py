"""The games shipped with the engine, and access to all installed ones.

Each is named in the entry point group ``meanwhile.games``. Other packages may add games there.
"""

import sys
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable

from engine.errors import UnknownGame
from engine.game import AnyGame

GROUP = "meanwhile.games"
CONTEST = EntryPoint("contest", "engine.games.contest:EDITIONS", GROUP)
"""The game that the referee makes of a contest. ``find`` finds it, and no list of games has it."""


@cache
def editions(name: str) -> dict[int, AnyGame]:
    """Return the editions of one game, oldest first. Raises ``UnknownGame`` if there is none."""
    for entry in (*entry_points(group=GROUP), CONTEST):
        if entry.name == name:
            return {
                game.edition: game for game in sorted(entry.load(), key=lambda game: game.edition)
            }
    raise UnknownGame(f"no game is called {name!r}; there are: {', '.join(names())}")


def find(name: str, edition: int | None = None) -> AnyGame:
    """Return a game by name: the given edition, or the newest. Raises ``UnknownGame`` if it is not
    installed.
    """
    found = editions(name)
    if edition is None:
        return found[max(found)]
    if edition not in found:
        raise UnknownGame(
            f"{name} has no edition {edition}; there are: {', '.join(map(str, found))}; update the"
            " program, or install the version that has it"
        )
    return found[edition]


def names() -> list[str]:
    """Return the names of all games that people can choose, in alphabetical order."""
    return sorted(entry.name for entry in entry_points(group=GROUP))


def makeable() -> list[str]:
    """Return the names of all games and of contests, for ``new``."""
    return [*names(), CONTEST.name]


def rules_file(game: AnyGame) -> Traversable | None:
    """Return the rules for players, ``RULES.md`` beside the game's module, if there are any."""
    package = type(game).__module__.rpartition(".")[0]
    page = files(package) / "RULES.md" if package else None
    return page if page is not None and page.is_file() else None


def rules_of(game: AnyGame) -> str:
    """Return the rules for players as text: ``RULES.md``, otherwise the docstring of the game's
    module.
    """
    page = rules_file(game)
    if page is not None:
        return page.read_text("utf-8")
    return (sys.modules[type(game).__module__].__doc__ or game.name).strip() + "\n"
