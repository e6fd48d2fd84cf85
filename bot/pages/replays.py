"""What a finished game leaves: its replay, which proves itself, and its line of the archive."""

import gzip
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bot.pages import files
from bot.pages.facts import LogLine, Names, PublicGame
from bot.replay_page.checks import Checks
from bot.replay_page.contents import contents
from bot.replay_page.page import written
from bot.replaying import Replay
from engine.games import find
from engine.messages import Address
from engine.referee.personal import NOBODY, rewritten
from engine.state import PUBLIC
from engine.store.rows import GameRow
from engine.store.store import Store

ARCHIVE, SCHEMA = "archive.jsonl.gz", "archive.schema.json"


class ArchivedGame(Struct, frozen=True, kw_only=True):
    """A finished public game: a line of the archive. Times are Unix seconds."""

    id: str
    kind: str
    edition: int
    began: int
    ended: int
    players: tuple[str, ...]
    result: str
    log: tuple[LogLine, ...]
    checks: Checks


def replay_of(store: Store, row: GameRow, names: Names) -> Replay:
    """Return a finished game as everybody may see it, with the names that may be shown. Raises
    ``Unforgettable`` if the game would be another one without a name.
    """
    readers = store.readers(row.id)
    named = names.named(readers)
    kind = find(row.kind, row.edition)
    chairs = kind.codec[1].decode(row.state).chairs
    hidden = [
        Address(door=NOBODY, sender="", game=row.id, viewer=chair.seat, key=b"")
        for chair in chairs
        if chair.seat not in named
    ]
    former = [
        (one.door, one.sender) for one in readers if one.viewer != PUBLIC and one.until is not None
    ]
    gone = {names.accounts.name(who) for who in former if who not in names.listed}
    if not hidden and not gone:
        rows, told = store.journal(row.id), store.bulletins(row.id)
        return Replay(kind, row.decoded_setup(), rows, told, PUBLIC)
    made = rewritten(store, row, hidden, gone)
    rows = [(one.entry, one.hash) for one in made.journal]
    told = [one.bulletin() for one in made.news if one.kind == "told"]
    return Replay(kind, made.game.decoded_setup(), rows, told, PUBLIC)


def write(folder: Path, game: PublicGame, replay: Replay, edition: int, language: str) -> None:
    """Write a game's replay and its line of the archive into its folder."""
    found = contents(replay, language)
    assert found.checks is not None
    line = ArchivedGame(
        id=game.id,
        kind=game.kind,
        edition=edition,
        began=game.began,
        ended=game.at,
        players=tuple(player.name for player in game.players),
        result=game.banner,
        log=game.log,
        checks=found.checks,
    )
    packed = gzip.compress(msgspec.json.encode(line) + b"\n", mtime=0)
    files.put(folder, f"games/{game.id}/game.json.gz", packed, game.at)
    files.put(folder, f"games/{game.id}/replay.html", written(found, language), game.at)


def is_made(folder: Path, game: str) -> bool:
    return (folder / "games" / game / "replay.html").exists()


def drop(folder: Path, game: str) -> None:
    for name in ("replay.html", "game.json.gz"):
        files.drop(folder, f"games/{game}/{name}")


def archive(folder: Path, games: Iterable[PublicGame]) -> None:
    """Write the archive of these games: the lines that their folders hold, one after the other."""
    known = sorted(games, key=lambda game: (game.at, game.id))
    data = b"".join(files.read(folder, f"games/{game.id}/game.json.gz") for game in known)
    at = max((game.at for game in known), default=0)
    if data:
        files.put(folder, ARCHIVE, data, at)
        files.put(folder, SCHEMA, schema(), at)


def schema() -> bytes:
    made: dict[str, Any] = msgspec.json.schema(ArchivedGame)
    return msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"
