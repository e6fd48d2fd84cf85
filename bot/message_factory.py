"""Makes the messages of one run of the program."""

import secrets
from itertools import count
from typing import Any

from engine.messages import Message
from engine.referee.clock import Clock


class MessageFactory:
    """Gives every message an id. No two runs of the program share ids. Submit a message once."""

    def __init__(self, clock: Clock):
        self.clock, self.run, self.numbers = clock, secrets.token_hex(8), count(1)

    def message(self, door: str, sender: str, text: str, game: str | None, **more: Any) -> Message:
        """Return a message with the current time; ``more`` are its further fields."""
        id, at = f"{self.run}/{next(self.numbers)}", self.clock.now()
        return Message(
            door=door, id=id, sender=sender, text=text, at=at, game=game, fresh=True, **more
        )
