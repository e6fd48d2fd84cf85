"""Places, such as threads, of games that the referee itself makes.

A door with places keeps the note ``place/GAME`` for each. The note ``wanted/GAME`` asks it for a
new one: the kind of the game, a blank, and where. That is ``place/CONTEST``, beside a contest, or
the ``Message.place`` of a search. The door makes the place once it has something to show there.
"""

from engine.messages import Address
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.state import PUBLIC


def beside(batch: Batch, contest: OpenGame, game: str, kind: str) -> list[Address]:
    """Ask for a place wherever a contest has one, and return the addresses there."""
    found = []
    for door in sorted({one.door for one in contest.addresses if one.viewer == PUBLIC}):
        notes = batch.notes_of(door)
        _, _, where = (notes.get(f"wanted/{contest.id}") or "").partition(" ")
        if not where and notes.get(name := f"place/{contest.id}"):
            where = name
        if where:
            found.append(want(batch, door, game, kind, where))
    if (venue := batch.accounts.venue(contest.id)) is not None:
        batch.accounts.hold(game, venue)
    return found


def want(batch: Batch, door: str, game: str, kind: str, where: str) -> Address:
    batch.notes_of(door).put(f"wanted/{game}", f"{kind} {where}")
    return Address(door=door, sender=f"place/{game}", game=game, viewer=PUBLIC)
