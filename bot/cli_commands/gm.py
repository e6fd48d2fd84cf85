"""`meanwhile gm`: moderators' commands on the command line, run as the operator."""

import secrets
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import click

from bot import config, stored
from bot.local import remote
from bot.local.remote import tell_done
from bot.words import words
from engine.errors import DamagedFile, StoreError, UserError
from engine.messages import Message
from engine.referee import referee
from engine.referee.batch import Batch
from engine.referee.clock import Clock
from engine.referee.commands import verb_of
from engine.rulings.rulings import View
from engine.state import PUBLIC, REFEREE, Seat
from engine.store.journal import encode
from engine.store.rows import AuditEntry, GameRow
from engine.store.store import Store
from engine.table import GameTable

OPERATOR = "operator"
"""The door of the command line, for everybody who may write to the database."""


@click.command("gm", context_settings={"ignore_unknown_options": True})
@click.argument("game")
@click.argument("said", metavar="WORD...", nargs=-1, required=True)
@config.language_option
@config.database_option
def gm_command(game: str, said: Sequence[str], language: str, db: Path) -> None:
    """Act as a moderator of a stored GAME.

    Use the moderators' commands without `gm` in front; docs/reference/commands.md lists them. The
    players are told as soon as the database is served.

    \b
    Examples:
      meanwhile gm k3x9fa pause
      meanwhile gm k3x9fa replace bob bob@example.org
      meanwhile gm k3x9fa announce The server moves on Sunday.
    """
    tell_done(db, moderate, game=game, text=" ".join(said), at=Clock().now(), language=language)


def noted(batch: Batch, game: str, what: str, at: int) -> Iterator[str]:
    batch.acts.append(AuditEntry(at, OPERATOR, what, game, "{}"))
    yield from ()


def viewed(batch: Batch, game: str, what: str, seat: str, at: int) -> Iterator[str]:
    """Record that the operator looked at secrets of a game, and announce it if it is running."""
    opened = batch.game(game)
    if opened is not None and not opened.table.state.result:
        batch.acts.append(
            AuditEntry(at, OPERATOR, what, game, encode({"seat": seat} if seat else {}).decode())
        )
        batch.accounts.view(game, (OPERATOR, OPERATOR))
        batch.enter(opened, at, REFEREE, View(OPERATOR, OPERATOR, seat))
    yield from ()


def moderate(batch: Batch, game: str, text: str, at: int, language: str) -> Iterator[str]:
    if batch.game(game) is None:
        raise UserError(
            f"there is no game {game!r} in this database; `meanwhile games` lists those it has"
        )
    own, verb = verb_of(f"gm {text}"), verb_of(text)
    plain = own is None and verb is not None and "moderator" in verb.who
    message = Message(
        door=OPERATOR,
        id=secrets.token_hex(8),
        sender=OPERATOR,
        text=text if plain else f"gm {text}",
        at=at,
        game=game,
        name=OPERATOR,
        rank="operator",
    )
    receipt = referee.take(batch, message)
    said = words(language)
    if receipt.refusal is not None:
        raise UserError(said.refusal(receipt.refusal))
    yield said.did({**receipt.facts, "game": game, "seat": receipt.facts.get("seat", "")})
    if not batch.doors and receipt.facts["did"] not in ("gm audit", "gm look"):
        yield "nobody serves this database now: the players read of it when they look"


def note(store: Store, row: GameRow, what: str) -> None:
    """Record work on a running game. Raises ``UserError`` if that fails."""
    if row.result is not None:
        return
    at = int(time.time())
    try:
        if store.reading and not store.damaged:
            remote.there(store.path, noted, game=row.id, what=what, at=at)
        else:
            act = AuditEntry(at, OPERATOR, what, row.id, "{}")
            store.write(at, acts=[act])
    except StoreError as error:
        if not (store.damaged or isinstance(error, DamagedFile)):
            raise
        # Games must be rescued from a damaged file even if it can't be written.
        click.echo(f"game {row.id}: “{what}” is not noted in the audit log: {error}", err=True)


def viewing(store: Store, row: GameRow, what: str, seat: Seat = "") -> None:
    """Record a look at a running game, and announce it. Raises ``UserError`` if that fails."""
    if row.result is not None:
        return
    facts: dict[str, Any] = {"game": row.id, "what": what, "seat": seat, "at": int(time.time())}
    if store.reading:
        remote.there(store.path, viewed, **facts)
    else:
        remote.here(store, viewed, **facts)


def viewer_of(store: Store, row: GameRow, table: GameTable, seat: str | None, what: str) -> Seat:
    """Record that the operator looks as this seat (``None``: the public), and return it."""
    if seat is None:
        return PUBLIC
    viewer = stored.seat_of(table, seat)
    viewing(store, row, f"{what} of a seat", viewer)
    return viewer
