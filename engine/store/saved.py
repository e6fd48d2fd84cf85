"""Decoding saved data completely or not at all.

Decoders skip unknown fields, so an older program would drop them at its next save. Therefore the
decoded data is encoded again and compared with the original bytes. If they differ, for instance
because a field was added later, both are compared field by field.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.json import Encoder

from engine.errors import Newer
from engine.game import AnyGame
from engine.state import Told

encode = Encoder(order="sorted").encode
"""Encode as JSON for storage and hashing. Equal data gives equal bytes, even after a round trip
through other programs.
"""


def whole(
    of: str, data: bytes, decode: Callable[[bytes], Any], encode: Callable[[Any], bytes] = encode
) -> Any:
    """Decode data completely. Raises ``Newer`` if something of it would be dropped."""
    try:
        found = decode(data)
    except msgspec.ValidationError as error:
        raise Newer(of, str(error)) from error
    written = encode(found)
    if written != data:
        lost = unknown(msgspec.json.decode(data), msgspec.json.decode(written))
        if lost is not None:
            raise Newer(of, f"unknown: `${lost}`")
    return found


def unknown(saved: Any, read: Any, at: str = "") -> str | None:
    """Return the path of the first value in ``saved`` that ``read`` lacks, if any."""
    if isinstance(saved, dict) and isinstance(read, dict):
        inner = ((value, read.get(name), f"{at}.{name}") for name, value in saved.items())
        lost = (f"{at}.{name}" for name in saved if name not in read)
    elif isinstance(saved, list) and isinstance(read, list):
        inner = ((*pair, f"{at}[{n}]") for n, pair in enumerate(zip(saved, read, strict=False)))
        lost = (f"{at}[{n}]" for n in range(len(read), len(saved)))
    else:
        return None
    found = (unknown(*one) for one in inner)
    return next(lost, None) or next((one for one in found if one is not None), None)


def told(game: AnyGame, body: bytes) -> tuple[Told, ...]:
    """Decode the events of a bulletin. Raises ``Newer`` if this version cannot read one."""
    try:
        return game.told_decoder.decode(body)
    except msgspec.ValidationError as error:
        raise Newer(game.name, str(error)) from error
