"""Setups of games and messages with the fields that most tests give, in a line."""

from typing import Any

from engine.messages import Message
from engine.state import Setup


def setup_of(
    id: str,
    secret: bytes,
    options: dict[str, Any] | None = None,
    scenario: dict[str, Any] | None = None,
    at: int = 0,
    **more: Any,
) -> Setup:
    return Setup(
        id=id, secret=secret, options=options or {}, scenario=scenario or {}, at=at, **more
    )


def message_of(door: str, id: str, sender: str, text: str, at: int, **more: Any) -> Message:
    return Message(door=door, id=id, sender=sender, text=text, at=at, **more)
