"""`meanwhile person`: shows or erases everything stored about a person."""

from collections.abc import Iterator
from pathlib import Path

import click
import msgspec

from bot import config, files, stores
from bot.local.remote import done, tell_done
from engine.errors import UserError
from engine.referee import accounts, contacts, personal
from engine.referee.batch import Batch


@click.command("person")
@click.argument("who")
@click.option("--data", type=config.FILE, help="The file for everything that is stored about them.")
@click.option("--forget", is_flag=True, help="Erase their name, addresses and chat at once.")
@config.force_option
@config.database_option
def person_command(*, who: str, data: Path | None, forget: bool, force: bool, db: Path) -> None:
    """Write everything stored about a person into a file, or erase it.

    WHO is a mail address, or DOOR/NAME such as discord/80351110224678912. It is the
    same file that `my data` sends to a player; docs/privacy.md describes it. You can run this
    command while `meanwhile serve` runs.

    \b
    Example:
      meanwhile person ann@example.org --data ann.json
      meanwhile person ann@example.org --forget
    """
    if not stores.is_there(db):
        raise UserError(f"{db}: there is no such database; name another with --db")
    door, sender = account_of(who)
    if data is None and not forget:
        raise UserError("choose an action: --data FILE or --forget")
    (found,) = done(db, person_data, door=door, sender=sender)
    if data is not None:
        save(data, found, force=force)
    if forget:
        tell_done(db, person_forgotten, door=door, sender=sender)


def save(data: Path, found: str, *, force: bool) -> None:
    size = files.write(data, msgspec.json.format(found.encode(), indent=1) + b"\n", force=force)
    click.echo(f"{data}: {size:,} bytes")


def account_of(who: str) -> accounts.Account:
    door, slash, name = who.partition("/")
    if door not in contacts.names():
        for other, names in contacts.names().items():
            if sender := names.sender(who):
                return other, sender
    if not (door and slash and name):
        raise UserError(
            f"{who!r}: name a person as DOOR/NAME, such as mail/ann@example.org or"
            " discord/80351110224678912"
        )
    known = contacts.names().get(door)
    sender = known.checked(name) if known is not None else name
    if sender is None:
        raise UserError(f"{who!r}: nobody can be called that at {door}")
    return door, sender


def person_data(batch: Batch, door: str, sender: str) -> Iterator[str]:
    person = batch.accounts.person((door, sender))
    found = personal.kept_about(batch, person)
    if len(person) == 1 and not any(found[part] for part in ("games", "notes", "acts", "receipts")):
        raise UserError(f"nothing is kept about {door}/{sender}; `meanwhile games` lists the games")
    yield msgspec.json.encode(found).decode()


def person_forgotten(batch: Batch, door: str, sender: str) -> Iterator[str]:
    """Erase a person from the database. Raises ``UserError`` while a game needs them."""
    if games := personal.hindrances(batch, batch.accounts.person((door, sender))):
        raise UserError(
            f"{door}/{sender} has or had a seat in games that are not over, or looks after them:"
            f" {', '.join(games)}; when they have ended, try again"
        )
    stays = personal.forget(batch, (door, sender))
    batch.store.wipe()
    yield "forgotten: name, addresses and talk are erased"
    if stays:
        yield f"games that would not hold with another name, and keep it: {', '.join(stays)}"
