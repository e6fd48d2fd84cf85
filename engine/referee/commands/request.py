"""A command with its sender: their seat, their rights, and their rate limits."""

from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from engine.game import Gather
from engine.menu import Refusal
from engine.messages import Message, Receipt
from engine.plan import HOUR
from engine.referee import stakes
from engine.referee.accounts import Account, Accounts
from engine.referee.batch import Batch
from engine.referee.open_game import OpenGame
from engine.state import REFEREE, Order, Seat
from engine.store.rows import AuditEntry

MOST = 60
"""The maximum number of notices from one person to others per hour, for all commands together.
Orders don't count, and chat has its own limits.
"""
VOUCHED = 600
"""The same limit for a person with a rank from the door, who may moderate many games at once."""

Who = Literal["anybody", "seat", "seat or moderator", "moderator"]
"""The people who may use a command.

``anybody`` is everybody who can reach the game. A ``seat`` is a player. A ``moderator`` is the
owner, a moderator of the game, or a person with a rank from the door (a moderator of the server, an
operator).
"""


class No(Exception):
    """A command is refused. The code gives the reason, and ``wanted`` what would have worked."""

    def __init__(self, code: str, *wanted: str, word: str = "", start: int = 0, end: int = 0):
        super().__init__(code)
        self.refusal = Refusal(code=code, start=start, end=end, word=word, wanted=wanted)


@dataclass(frozen=True)
class Request:
    """A command, the game it is about, if any, and the sender's seat there."""

    batch: Batch
    found: OpenGame | None
    seat: Seat | None
    message: Message
    agreed: Literal["", "silent", "spoken"] = ""  # how all others have agreed to it

    @property
    def opened(self) -> OpenGame:
        """The game. Raises ``No`` if there is none."""
        if self.found is None:
            raise No("no-game-of-yours")
        return self.found

    @property
    def sender(self) -> Account:
        return self.message.door, self.message.sender

    @property
    def accounts(self) -> Accounts:
        return self.batch.accounts

    @property
    def now(self) -> int:
        """The time of the message, or of the batch if that is later."""
        return max(self.message.at, self.batch.now)

    def moderates(self) -> bool:
        """Return whether the sender may moderate this game, by a role in it or in its contest, or
        by a rank. Only operators moderate games of a contest in which they have a side.
        """
        rank, who = self.message.rank, self.sender
        if rank == "operator" or self.accounts.operates(who):
            return True
        contest = self.batch.known(self.opened.table.setup.contest)
        if contest is not None and stakes.rivals(self.batch, contest, who, ranked=bool(rank)):
            return False
        games = [self.opened.id, *([contest.id] if contest is not None else [])]
        return bool(rank) or any(self.accounts.role(game, who) for game in games)

    def allowed(self, who: Who) -> None:
        if who == "seat":
            self.seated()
        elif who == "seat or moderator" and self.seat is None and not self.moderates():
            raise No("not-joined")
        elif who == "moderator" and not self.moderates():
            raise No("not-moderator")

    def seated(self) -> Seat:
        if self.seat is None:
            raise No("not-joined")
        return self.seat

    def going_on(self) -> None:
        if self.opened.table.state.result:
            raise No("game-over")

    def begun(self) -> None:
        self.going_on()
        if isinstance(self.opened.table.state.stack[0], Gather):
            raise No("not-started")

    def audit(self, action: str, **facts: Any) -> None:
        """Log the sender's act permanently. ``facts`` must not contain secrets of the game."""
        actor = "/".join(self.sender)
        self.batch.acts.append(AuditEntry.of(self.now, actor, action, self.opened.id, **facts))

    def done(self, **facts: Any) -> Receipt:
        game = self.found.id if self.found else None
        return Receipt(status="answered", game=game, seat=self.seat, facts=facts)

    def enter(self, order: Order) -> None:
        self.batch.enter(self.opened, self.message.at, REFEREE, order)

    def play_as_referee(self, order: Order) -> None:
        self.batch.play_as_referee(self.opened, self.message.at, order)

    def times(self, what: str, within: int, who: Account | None = None) -> list[int]:
        """Return the seconds at which ``who`` did this within the last ``within`` seconds."""
        return self.accounts.times(what, who or self.sender, self.now - within)

    def count(self, what: str, within: int, who: Account | None = None) -> None:
        self.accounts.note_time(what, who or self.sender, self.now, self.now - within)

    @property
    def person(self) -> Account:
        """The account that represents all of the sender's accounts."""
        return min(self.accounts.person(self.sender))

    def may_notify(self) -> None:
        """Raises ``No``, with the minutes to wait, if the sender has notified others too often."""
        told = self.times("notices", HOUR, self.person)
        most = VOUCHED if self.message.rank else MOST
        if len(told) >= most:
            raise No("too-many-notices", word=str(ceil((told[-most] + HOUR - self.now) / 60)))
