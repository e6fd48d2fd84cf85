"""What a finished game leaves: its replay, which proves itself, and its line of the archive."""

import gzip
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from bot.pages import files
from bot.pages.facts import LogLine, Names, PublicGame
from bot.replay_page.checks import Checks
from bot.replay_page.contents import Contents
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


def replay_of(store: Store, row: GameRow, names: Names, until: int | None) -> Replay:
    """Return a game up to second ``until`` as everybody may see it, with the names that may be
    shown. Raises ``Unforgettable`` if the game would be another one without a name.
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
        game, rows, told = row, store.journal(row.id), store.bulletins(row.id)
    else:
        made = rewritten(store, row, hidden, gone)
        game, rows = made.game, [(one.entry, one.hash) for one in made.journal]
        told = [one.bulletin() for one in made.news if one.kind == "told"]
    if row.result is None:
        told = [one for one in told if one.at <= (until or 0)]
        rows = rows[: told[-1].n if told else 0]
    return Replay(kind, game.decoded_setup(), rows, told, PUBLIC)


def write(
    folder: Path, game: PublicGame, found: Contents, edition: int, language: str, at: int | None
) -> None:
    """Write a game's replay into its folder, and of a finished one its line of the archive."""
    if found.checks is not None:
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
        files.put(folder, f"games/{game.place}/game.json.gz", packed, game.at)
    page = written(found, language)
    files.put(folder, f"games/{game.place}/replay.html", page, at or game.at)


def at_of(folder: Path, place: str) -> int | None:
    """Return the second of the last news in the replay of a game, if there is one."""
    with suppress(FileNotFoundError):
        return int((folder / "games" / place / "replay.html").stat().st_mtime)
    return None


def drop(folder: Path, place: str) -> None:
    for name in ("replay.html", "game.json.gz"):
        files.drop(folder, f"games/{place}/{name}")


def archive(folder: Path, games: Iterable[PublicGame]) -> None:
    """Write the archive of these games: the lines that their folders hold, one after the other."""
    known = sorted(games, key=lambda game: (game.at, game.id))
    data = b"".join(files.read(folder, f"games/{game.place}/game.json.gz") for game in known)
    at = max((game.at for game in known), default=0)
    if data:
        files.put(folder, ARCHIVE, data, at)
        files.put(folder, SCHEMA, schema(), at)


def schema() -> bytes:
    made: dict[str, Any] = msgspec.json.schema(ArchivedGame)
    return msgspec.json.format(msgspec.json.encode(made), indent=1) + b"\n"
