"""The seats in whose favour somebody could rule: their own present or former ones, and those of the
players who made them a moderator.
"""

from collections.abc import Iterable

from engine.game import Gather
from engine.referee.accounts import Account
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.state import Seat


def kin(batch: Batch, opened: OpenGame, who: Account) -> list[Account]:
    return batch.accounts.kin(who, opened.table.setup.at)


def seats_had(batch: Batch, opened: OpenGame, accounts: Iterable[Account]) -> set[Seat]:
    """Return these accounts' seats in the game, including former ones since the start."""
    found = {
        batch.accounts.sat(opened.id, account) or opened.seat_of(*account) for account in accounts
    }
    return {seat for seat in found if seat is not None}


def begun_rated(opened: OpenGame) -> bool:
    state = opened.table.state
    begun = not state.result and not isinstance(state.stack[0], Gather)
    return opened.table.setup.rated and begun


def held(batch: Batch, opened: OpenGame, who: Account) -> set[Seat]:
    """Return the seats that keep this person from ruling over the others."""
    return seats_had(batch, opened, kin(batch, opened, who)) if begun_rated(opened) else set()


def sponsors(batch: Batch, opened: OpenGame, who: Account) -> set[Seat]:
    """Return the seats of the players who made this person a moderator of a rated game alone,
    directly or through others. The person then rules in the name of these players.
    """
    if not begun_rated(opened) or batch.accounts.operates(who):
        return set()
    found, seen, left = set[Seat](), set[Account](), [who]
    while left:
        for account in kin(batch, opened, left.pop()):
            by = batch.accounts.named_by(opened.id, account)
            if by is not None and by not in seen:
                seen.add(by)
                left.append(by)
                found |= seats_had(batch, opened, kin(batch, opened, by))
    return found


def rivals(batch: Batch, contest: OpenGame, who: Account, *, ranked: bool) -> bool:
    """Return whether this person plays in a contest, or moderates it for somebody who does. All its
    games concern them.
    """
    own = seats_had(batch, contest, kin(batch, contest, who))
    return bool(own or (not ranked and sponsors(batch, contest, who)))
