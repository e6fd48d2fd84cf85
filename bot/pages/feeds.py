"""Entries of the feeds: of the club, the beginnings and ends of games; of a game, its news."""

from collections.abc import Callable, Iterable
from itertools import islice

from msgspec import Struct

from bot.pages.facts import LogLine, Moment, PublicGame
from renderers import Sentences

MOST = 30
"""The number of entries of a feed."""


class FeedEntry(Struct, frozen=True):
    """``name`` is the part of its address below that of the club, and never changes."""

    name: str
    at: int
    title: str
    lines: tuple[LogLine, ...]


MakeEntry = Callable[[PublicGame, Sentences], FeedEntry]


def club(games: Iterable[PublicGame], said: Sentences) -> list[FeedEntry]:
    """Return the newest entries. The first of a game also counts its free seats."""
    known = [*games]
    found: list[tuple[int, PublicGame, MakeEntry]] = [(game.began, game, began) for game in known]
    found += [(game.at, game, ended) for game in known if game.state == "over"]
    newest = sorted(found, key=lambda one: (-one[0], one[1].place))[:MOST]
    return [make(game, said) for _, game, make in newest]


def began(game: PublicGame, said: Sentences) -> FeedEntry:
    free = [said.say("pages-free", n=game.free)] if game.free else []
    title = f"{game.title} {game.id}: {said.say('pages-began')}"
    return entry(f"{place_of(game)}#began", game.began, title, [players(game, said), *free])


def ended(game: PublicGame, said: Sentences) -> FeedEntry:
    title = f"{game.title} {game.id}: {game.banner}"
    return entry(f"{place_of(game)}#ended", game.at, title, [players(game, said), game.banner])


def players(game: PublicGame, said: Sentences) -> str:
    names = said.say("pages-between").join(player.name for player in game.players)
    return names or said.say("pages-nobody")


def place_of(game: PublicGame) -> str:
    return f"games/{game.place}/index.html"


def entry(name: str, at: int, title: str, lines: Iterable[str]) -> FeedEntry:
    return FeedEntry(name, at, title, tuple(LogLine(at, line) for line in lines))


def of_game(game: PublicGame, moments: Iterable[Moment]) -> list[FeedEntry]:
    """Return the newest entries of a game, from the moments of its log, newest first."""
    return [
        FeedEntry(f"{place_of(game)}#{at}", at, lines[0].text, lines)
        for at, lines in islice(moments, MOST)
    ]
