"""Messages of which nobody knows whether they have arrived: this program, or its connection,
broke off between Discord's taking a message and the note of it.

A repetition within minutes bears the same nonce, and Discord knows it. After that the channel
is read back: the last of what is there is compared with the last of what was sent.
"""

import discord

from bot.discord import post
from engine.letters import Outgoing
from engine.referee.batch import Batch

FAR = 50
"""Messages that are read back."""

Receiver = tuple[str, str]


class DeliveryCheck:
    """``first`` is the number of the first message that this process has made."""

    def __init__(self) -> None:
        self.first = 0
        self.sure: set[Receiver] = set()

    def about(self, outgoing: Outgoing) -> bool:
        """May this message be there already?"""
        before = outgoing.id < self.first and (outgoing.sender, outgoing.game) not in self.sure
        return outgoing.tries > 0 or before

    def settle(self, outgoing: Outgoing, *, there: bool) -> None:
        """It is there, or not: if not, neither is what was to follow it."""
        if not there:
            self.sure.add((outgoing.sender, outgoing.game))


def sent_before(batch: Batch, outgoing: Outgoing) -> list[str]:
    """The texts that were sent to the same reader before, the last one first."""
    return [post.decode(payload).text for payload in batch.store.sent_before(outgoing, FAR)]


async def arrived(
    channel: discord.PartialMessageable, me: int, text: str, before: list[str]
) -> bool:
    """Is this text there once more than it was sent ``before``? Raises what Discord says."""
    repeated = next((n for n, earlier in enumerate(before) if not same(earlier, text)), len(before))
    boundary = before[repeated] if repeated < len(before) else None
    found = 0
    async for message in channel.history(limit=FAR):
        if message.author.id != me:
            continue
        if boundary is not None and same(message.content, boundary):
            break
        found += same(message.content, text)
    return found > repeated


def same(shown: str, text: str) -> bool:
    """Is this the text? Those who are asked may be named on top of it;
    Discord takes blanks off the ends.
    """
    return shown.strip() == text.strip() or shown.endswith("\n" + text.strip())
