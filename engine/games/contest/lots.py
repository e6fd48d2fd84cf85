"""The draw: one seed a round, thrown with the dice to which the contest is committed.

The scheme is the whole of this file. The seed is 32 dice of 256 faces, thrown under the key
``draw/ROUND/HASH`` with all salts. HASH is the hex SHA-256 of the record so far: a list of rounds,
each a list of tables, as JSON without blanks. A table has the keys ``group`` (if not 0), ``how``
(if not empty), ``places`` (if any) and ``seats``, in this order. Lots are::

    lot(e)    = SHA-256(seed + uint32be(e))
    lot(a, b) = first 4 bytes of SHA-256(seed + uint32be(min) + uint32be(max))

Rules: EV-10, EV-11.
"""

import hashlib
import hmac
from collections.abc import Iterable

import msgspec

from engine.games.contest.record import Place, Rounds

BYTES = 32
encode = msgspec.json.Encoder(order="sorted").encode


def key(number: int, rounds: Rounds) -> str:
    """Return the key of the dice for the seed of a round. Ids of games are left out of the hash,
    because the referee could choose them.

    Rule: EV-13.
    """
    record = [[Place(one.seats, one.places, one.how, one.group) for one in some] for some in rounds]
    return f"draw/{number}/{hashlib.sha256(encode(record)).hexdigest()}"


def lot(seed: bytes, *entrants: int) -> bytes:
    """Return the lot of an entrant, or of several together."""
    return hashlib.sha256(seed + b"".join(one.to_bytes(4, "big") for one in entrants)).digest()


def pair_lot(seed: bytes, a: int, b: int) -> int:
    """Return the lot of a pair, a number of 32 bits. ``b`` is 0 for a free round."""
    return int.from_bytes(lot(seed, min(a, b), max(a, b))[:4], "big")


def drawn(seed: bytes, entrants: Iterable[int]) -> list[int]:
    """Return entrants in the order of their lots."""
    return sorted(entrants, key=lambda one: (lot(seed, one), one))


def dice_id(contest: str, epoch: int, number: int, index: int, attempt: int = 0) -> str:
    """Return the id in the dice of a table's game (EV-14). ``contest`` is the contest's own id in
    its dice, ``number`` the round from 1, ``index`` the table from 0.
    """
    again = f"/{attempt}" if attempt else ""
    return f"{contest}/{epoch}/{number}/{index}{again}"


def game_secret(secret: bytes, named: str) -> bytes:
    """Return the secret of a game, from the contest's secret and the game's ``dice_id``.

    Rule: EV-14.
    """
    return hmac.digest(secret, f"game/{named}".encode(), "sha256")
