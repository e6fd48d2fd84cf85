"""Salts that nobody can choose to suit the others.

Each player, and the server, commits to a secret before seeing the others'. The server publishes the
hash of its secret with the game. Each seat publishes the hash of a salt, its *pledge*, when it
joins. All seats are taken before the first player opens a kept salt, and the game starts when all
are open. If somebody leaves after a kept salt was opened, the opened salts are void, because the
next player to join could choose a salt that suits them.

A salt that the referee drew for a player needs no opening. It stays secret until the game is over.
"""

from hashlib import sha256
from typing import ClassVar

from msgspec.structs import replace

from engine.play import Governed
from engine.rulings.rulings import Notice, Ruling, tag
from engine.state import Join, Seat, SeatHolder

PLEDGED = "pledged"


class Pledge(Join, frozen=True, tag=tag):
    """A ``Join`` with the salt's SHA-256 in hex. The salt is empty if the player keeps it."""

    pledge: str


class Pledged(Notice, frozen=True):
    """The player of ``seat`` keeps a salt with this SHA-256."""

    seat: Seat
    pledge: str


class Awaited(Notice, frozen=True):
    """All seats are taken. These players must open their salts before the game starts."""

    seats: tuple[Seat, ...]


class Opened(Notice, frozen=True):
    seat: Seat
    salt: str


class Void(Notice, frozen=True):
    """Somebody left after these players had opened their salts. They must pledge new ones."""

    seats: tuple[Seat, ...]


class Renew(Ruling, frozen=True):
    """A player whose salt is void pledges a new one."""

    tells: ClassVar = Pledged
    seat: Seat
    pledge: str

    def change(self, t: Governed) -> None:
        put(t, self.seat, pledge=self.pledge)

    def do(self, t: Governed) -> None:
        super().do(t)
        await_all(t)


class Open(Ruling, frozen=True):
    """A player opens the kept salt, which fits its pledge."""

    tells: ClassVar = Opened
    seat: Seat
    salt: str

    def change(self, t: Governed) -> None:
        put(t, self.seat, salt=self.salt)


ORDERS = (Pledge, Renew, Open)
EVENTS = (Pledged, Awaited, Opened, Void)


def hashed(salt: str) -> str:
    return sha256(salt.encode()).hexdigest()


def put(t: Governed, seat: Seat, **fields: str) -> None:
    """Change these fields of the holder of a seat."""
    chairs = t.state.chairs
    chairs[t.seats.index(seat)] = replace(chairs[t.seats.index(seat)], **fields)


def closed(t: Governed) -> tuple[Seat, ...]:
    """Return the seats whose salts must still be opened before the game can start."""
    pledged = t.setup.salts == PLEDGED
    return tuple(one.seat for one in t.state.chairs if pledged and not one.salt)


def holder(order: Join, number: int) -> SeatHolder:
    pledge = order.pledge if isinstance(order, Pledge) else ""
    kept = bool(pledge) and not order.salt
    return SeatHolder(
        seat=order.seat, name=order.name, number=number, salt=order.salt, pledge=pledge, kept=kept
    )


def joined(t: Governed, chair: SeatHolder) -> None:
    if chair.kept:
        t.tell(Pledged(chair.seat, chair.pledge))
    await_all(t)


def await_all(t: Governed) -> None:
    if len(t.seats) == t.state.places and (seats := closed(t)):
        t.tell(Awaited(seats))


def left(t: Governed) -> None:
    """Void the kept salts that are open."""
    opened = tuple(one.seat for one in t.state.chairs if one.kept and one.salt)
    for seat in opened:
        put(t, seat, salt="", pledge="")
    if opened:
        t.tell(Void(opened))
