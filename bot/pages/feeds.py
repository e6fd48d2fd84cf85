"""Entries of the feeds: of the club, the beginnings and ends of games; of a game, its news."""

from collections.abc import Iterable
from itertools import groupby

from msgspec import Struct

from bot.pages.facts import LogLine, PublicGame
from renderers import Sentences

MOST = 30
"""The number of entries of a feed."""


class FeedEntry(Struct, frozen=True):
    """``name`` is the part of its address below that of the club, and never changes."""

    name: str
    at: int
    title: str
    lines: tuple[LogLine, ...]


def club(games: Iterable[PublicGame], said: Sentences) -> list[FeedEntry]:
    """Return the newest entries. The first of a game also counts its free seats."""
    found = list[FeedEntry]()
    for game in games:
        place, name = f"games/{game.id}/index.html", f"{game.title} {game.id}"
        players = said.say("pages-between").join(player.name for player in game.players)
        players = players or said.say("pages-nobody")
        lines = [players, *([said.say("pages-free", n=game.free)] if game.free else [])]
        found.append(
            entry(f"{place}#began", game.began, f"{name}: {said.say('pages-began')}", lines)
        )
        if game.state == "over":
            found.append(
                entry(f"{place}#ended", game.at, f"{name}: {game.banner}", [players, game.banner])
            )
    return sorted(found, key=lambda one: (-one.at, one.name))[:MOST]


def entry(name: str, at: int, title: str, lines: Iterable[str]) -> FeedEntry:
    return FeedEntry(name, at, title, tuple(LogLine(at, line) for line in lines))


def of_game(game: PublicGame) -> list[FeedEntry]:
    log = sorted(game.log, key=lambda line: line.at)
    moments = [(at, tuple(lines)) for at, lines in groupby(log, key=lambda line: line.at)]
    return [
        FeedEntry(f"games/{game.id}/index.html#{at}", at, lines[0].text, lines)
        for at, lines in reversed(moments[-MOST:])
    ]
