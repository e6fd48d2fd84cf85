"""Limits how many mails go out in a time."""

from collections import deque
from collections.abc import Iterable, Sequence

Limits = Iterable[tuple[int, int]]
"""Pairs of a maximum number of mails and the seconds in which they may go out."""


def free_at(past: Sequence[int], limits: Limits, now: int) -> int:
    """Return the time from which one more mail may go out; ``now`` if at once. ``past`` are the
    times of sent mails in seconds, oldest first.
    """
    return max([now, *(past[-most] + span for most, span in limits if len(past) >= most)])


class Quota:
    """Limits for the mails sent per minute and per 24 hours; 0 means no limit. Chat gets at most
    half of that, so that reports never wait for it.
    """

    def __init__(self, per_minute: int = 0, per_day: int = 0):
        self.limits = [(most, span) for most, span in ((per_minute, 60), (per_day, 86_400)) if most]
        longest = max((most for most, _ in self.limits), default=0)
        self.past, self.chat = deque[int](maxlen=longest), deque[int](maxlen=longest)

    def free_at(self, now: int, *, chat: bool = False) -> int:
        at = free_at(self.past, self.limits, now)
        halves = [(max(1, most // 2), span) for most, span in self.limits]
        return free_at(self.chat, halves, at) if chat else at

    def count(self, now: int, *, chat: bool = False) -> None:
        self.past.append(now)
        if chat:
            self.chat.append(now)
