"""How many mails may go out in how long."""

from collections import deque
from collections.abc import Iterable, Sequence

Limits = Iterable[tuple[int, int]]
"""So many mails at the most in so many seconds."""


def free_at(past: Sequence[int], limits: Limits, now: int) -> int:
    """Return the second from which on one more mail may go out, after those that went out at the
    seconds ``past``, the oldest first; ``now`` if it may at once.
    """
    return max([now, *(past[-most] + span for most, span in limits if len(past) >= most)])


class Quota:
    """How many mails may be handed over in a minute and in 24 hours; 0: as many as there are.
    What players say to each other has no more than half of that, so that reports never wait for
    it.
    """

    def __init__(self, per_minute: int = 0, per_day: int = 0):
        self.limits = [(most, span) for most, span in ((per_minute, 60), (per_day, 86_400)) if most]
        longest = max((most for most, _ in self.limits), default=0)
        self.past, self.chat = deque[int](maxlen=longest), deque[int](maxlen=longest)

    def free_at(self, now: int, *, chat: bool = False) -> int:
        """Return the second from which on one more may go out."""
        at = free_at(self.past, self.limits, now)
        halves = [(max(1, most // 2), span) for most, span in self.limits]
        return free_at(self.chat, halves, at) if chat else at

    def count(self, now: int, *, chat: bool = False) -> None:
        """Count one that goes out at second ``now``."""
        self.past.append(now)
        if chat:
            self.chat.append(now)
