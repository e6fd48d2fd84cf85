"""Salts that nobody can choose to suit the others.

1. The server publishes the hash of its secret with the game.
2. A player who keeps a salt publishes its hash, the *pledge*, by joining.
3. When all seats are taken, the referee draws salts for the other players and publishes their
   hashes. From now on, nobody can leave.
4. The players open the kept salts. The game starts when all are open.

So every salt is fixed before any kept one is known, and every kept one before any is drawn.
"""

from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import ClassVar

from msgspec import field
from msgspec.structs import replace

from engine.play import Governed
from engine.rulings.rulings import Notice, Ruling, tag
from engine.state import Join, Seat, SeatHolder, Start

PLEDGED = "pledged"


class Pledge(Join, frozen=True, tag=tag):
    pledge: str = ""  # SHA-256 in hex of the salt that the player keeps
    # random parts of salts; the last to join brings them for all
    drawn: dict[Seat, str] = field(default_factory=dict)


class Begin(Start, frozen=True, tag=tag):
    drawn: dict[Seat, str]


class Pledged(Notice, frozen=True):
    """The player of ``seat`` keeps a salt with this SHA-256."""

    seat: Seat
    pledge: str


class Awaited(Notice, frozen=True):
    seats: tuple[Seat, ...]


class Opened(Notice, frozen=True):
    seat: Seat
    salt: str


class Open(Ruling, frozen=True):
    tells: ClassVar = Opened
    seat: Seat
    salt: str

    def change(self, t: Governed) -> None:
        put(t, self.seat, salt=self.salt)


ORDERS = (Pledge, Begin, Open)
EVENTS = (Pledged, Awaited, Opened)


def hashed(salt: str) -> str:
    return sha256(salt.encode()).hexdigest()


def holder(order: Join, number: int) -> SeatHolder:
    chair = SeatHolder(seat=order.seat, name=order.name, number=number, salt=order.salt)
    if not isinstance(order, Pledge):
        return chair
    return replace(chair, pledge=order.pledge, source="kept" if order.pledge else "drawn")


def put(t: Governed, seat: Seat, **fields: str) -> None:
    chairs, k = t.state.chairs, t.seats.index(seat)
    chairs[k] = replace(chairs[k], **fields)


def closed(t: Governed) -> Iterator[Seat]:
    """Yield the seats without an open salt. The game can't start before."""
    for one in t.state.chairs if t.setup.salts == PLEDGED else ():
        if not one.pledge or not one.salt:
            yield one.seat


def filled(t: Governed, drawn: Mapping[Seat, str]) -> None:
    for chair in [one for one in t.state.chairs if one.seat in drawn]:
        salt = f"{chair.salt} {drawn[chair.seat]}".strip()
        put(t, chair.seat, salt=salt, pledge=hashed(salt))
    if drawn and (seats := tuple(closed(t))):
        t.tell(Awaited(seats))
