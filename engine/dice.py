"""Fair dice: every roll has its own key, and everybody can recompute it once the secret is
published.

The scheme is the whole of this file::

    block i = HMAC-SHA256(secret, F(game id) + F(salt of seat 1) + ... + F(salt of seat n)
                          + K + uint32be(i))
    F(x)    = uint32be(len(x)) + x
    a die of k faces: take the next byte b of the blocks, reject it if b >= 256 - 256 % k,
                      else face b % k
"""

import hmac
from collections.abc import Iterator, Sequence
from itertools import count

FACES = 256


def field(data: bytes) -> bytes:
    """Return ``data`` with its length in front, so that different fields give different bytes."""
    return len(data).to_bytes(4, "big") + data


def stream(secret: bytes, fields: Sequence[bytes], key: bytes) -> Iterator[int]:
    """Yield the endless bytes (0 to 255) of one roll. ``key`` is K of the dice scheme."""
    head = b"".join(map(field, fields)) + key
    for block in count():
        yield from hmac.digest(secret, head + block.to_bytes(4, "big"), "sha256")


def face(numbers: Iterator[int], faces: int) -> int:
    """Return the next die of ``faces`` faces (1 to 256), as a number from 0, without bias. Raises
    ``ValueError`` if the number of faces is out of range.
    """
    if not 1 <= faces <= FACES:
        raise ValueError(f"a die has 1 to {FACES} faces, not {faces}")
    limit = FACES - FACES % faces
    while (number := next(numbers)) >= limit:
        pass
    return number % faces
