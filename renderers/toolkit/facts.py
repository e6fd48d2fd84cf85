"""The arguments of sentences, from the fields of events."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.state import Event, Seat
from renderers import fonts

Facts = dict[str, str | int]


def yes(so: object) -> str:
    return "yes" if so else "no"


def who(seat: Seat, viewer: Seat, names: Mapping[Seat, str]) -> Facts:
    return {"name": names.get(seat, seat), "role": "actor" if seat == viewer else "other"}


def joined(players: Mapping[Seat, str]) -> dict[Seat, str]:
    return {seat: fonts.tidy(name).strip() or seat for seat, name in players.items()}


def plain(value: Any) -> str | int | None:
    """Return a word or a number unchanged, a flag as yes or no, and ``None`` for anything else."""
    if isinstance(value, bool):
        return yes(value)
    return value if isinstance(value, str | int) else None


def fields_of(thing: Any) -> dict[str, Any]:
    return {name: getattr(thing, name) for name in getattr(thing, "__struct_fields__", ())}


def fields(
    event: Event,
    viewer: Seat,
    names: Mapping[Seat, str],
    seats: tuple[str, ...] = ("by", "seat"),
    said: Callable[[Any], str | int | None] = plain,
) -> Facts:
    """Return the fields of an event as arguments, and :func:`who` about the last field in
    ``seats``.

    Field names take precedence. ``said`` turns a value into an argument, or returns ``None``.
    """
    about: Facts = {}
    for field in seats:
        if (seat := getattr(event, field, None)) is not None:
            about = who(seat, viewer, names)
    worded = {name: said(value) for name, value in fields_of(event).items()}
    return about | {name: word for name, word in worded.items() if word is not None}
