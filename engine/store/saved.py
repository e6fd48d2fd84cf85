"""Reading what was saved: whole, or not at all.

A decoder passes over fields that it does not know, so that an older program would lose them with
its next save. So what was read is encoded once more, and must be the same bytes; only where it is
not, as with a field that has come since, the two are compared.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.json import Encoder

from engine.errors import Newer
from engine.game import AnyGame
from engine.state import Told

encode = Encoder(order="sorted").encode
"""JSON as it is stored and hashed: the same bytes for the same data, also after a
journey through other programs.
"""


def whole(
    of: str, data: bytes, decode: Callable[[bytes], Any], encode: Callable[[Any], bytes] = encode
) -> Any:
    """Return what was saved by the program that goes by the name ``of``. Raises ``Newer`` if this
    one would lose a part of it, and ``msgspec.DecodeError`` if it is no JSON.
    """
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
    """Return where the first thing stands that was saved and not read; ``None``: all was read."""
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
    """Return what a bulletin told. Raises ``Newer``."""
    try:
        return game.told_decoder.decode(body)
    except msgspec.ValidationError as error:
        raise Newer(game.name, str(error)) from error
