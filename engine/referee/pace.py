"""When answers leave in a process in which a game with sealed windows is played: at fixed times
after what they answer has come, so that nobody learns from the time of their own answer what
somebody else has just done in secret.

Held by the tests named IS-27.
"""

import math
from secrets import SystemRandom

STEP = 0.05
"""Seconds between two times at which an answer may leave."""
BLUR = 0.02
"""Seconds of which a random part is waited longer: even a processor that has just been awake wakes
sooner, and that would show.
"""
RANDOM = SystemRandom()


def leaves(arrived: float, now: float) -> float:
    """Return when an answer leaves that is ready ``now``: at the first whole multiple of ``STEP``
    after the arrival of what it answers. All times are seconds of one steady clock.
    """
    return arrived + STEP * max(1, math.ceil((now - arrived) / STEP))


def blurred(when: float) -> float:
    """Return a random time a little later."""
    return when + BLUR * RANDOM.random()
