"""A budget for the texts and presses of each person, so that nobody delays the others.

The cost of a text is counted by its length alone, so that nobody learns anything from a delay.
"""

import asyncio

from engine.referee.accounts import Account

BURST, RATE = 600.0, 40.0
"""Units that a person may spend at once, and units a second."""
PER_UNIT = 64
"""Characters of a unit. A message costs one more."""
MOST = 10_000
"""People who are remembered before those with a full budget are forgotten."""


class Shares:
    """The budgets of all people. ``spent`` holds the second at which a budget is full again."""

    def __init__(self) -> None:
        self.spent: dict[Account, float] = {}

    def wait(self, who: Account, size: int, now: float) -> float:
        """Count a text of this size, and return for how many seconds it must wait."""
        if len(self.spent) >= MOST:
            self.spent = {one: until for one, until in self.spent.items() if until > now}
        until = max(now, self.spent.get(who, now)) + (1 + size / PER_UNIT) / RATE
        self.spent[who] = until
        return max(0.0, until - now - BURST / RATE)

    async def turn(self, who: Account, size: int) -> None:
        """Count a text, and wait until it may be handled."""
        if (wait := self.wait(who, size, asyncio.get_running_loop().time())) > 0:
            await asyncio.sleep(wait)
