"""Corrections of one value of the world, checked like a loaded save."""

import re
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from engine.errors import Uncorrectable

STEP = re.compile(r"\.?([^.\[\]]+)|\[([0-9]+)\]")


def steps(path: str) -> list[str]:
    """Split ``units[3].hp`` or ``units.3.hp`` into words. Raises ``Uncorrectable``."""
    found, at = list[str](), 0
    while at < len(path):
        match = STEP.match(path, at)
        if match is None:
            raise Uncorrectable("bad-path", path)
        found.append(match[1] or match[2])
        at = match.end()
    if not found:
        raise Uncorrectable("bad-path", path)
    return found


def find_part(thing: Any, data: Any, step: str) -> tuple[Any, Any]:
    """Return the part that ``step`` names, and its key in ``data``. Raises ``LookupError``."""
    if isinstance(thing, Struct):
        place = thing.__struct_fields__.index(step) if step in thing.__struct_fields__ else None
        if place is None:
            raise LookupError(step)
        return getattr(thing, step), step if isinstance(data, dict) else place + (
            thing.__struct_config__.tag is not None
        )
    if isinstance(thing, dict):
        key = next((key for key in thing if str(key) == step), None)
        if key is None:
            raise LookupError(step)
        return thing[key], step
    if isinstance(thing, list | tuple) and step.isdecimal():
        return thing[int(step)], int(step)
    raise LookupError(step)


def corrected(world: Any, path: str, value: Any, check: Callable[[Any], None]) -> Any:
    """Return a copy of the world with another value at ``path``. Raises ``Uncorrectable``."""
    whole = data = msgspec.json.decode(msgspec.json.encode(world))
    *before, last = steps(path)
    thing = world
    try:
        for step in before:
            thing, key = find_part(thing, data, step)
            data = data[key]
        _, key = find_part(thing, data, last)
    except LookupError as error:
        raise Uncorrectable("bad-path", path) from error
    data[key] = value
    try:
        changed: Any = msgspec.json.decode(msgspec.json.encode(whole), type=type(world))
        check(changed)
    except (msgspec.ValidationError, ValueError, AssertionError, LookupError, TypeError) as error:
        raise Uncorrectable("bad-value", path) from error
    return changed
