"""Messages of which nobody knows whether they have arrived: this program, or its connection,
broke off between Discord's taking a message and the note of it.

It can be no more than the last one to each receiver: the next one goes out when the one before
is noted. A repetition within minutes bears the same nonce, and Discord knows it. After that the
channel is read from the last message on that is noted.
"""

import discord
from msgspec import Struct

FAR = 50
"""Messages that are read back."""


class LastSent(Struct, frozen=True, array_like=True):
    """The last message that was sent to a receiver: its mark, and what Discord calls it."""

    mark: str = ""
    message: int = 0


async def arrived(
    channel: discord.PartialMessageable, me: int, text: str, last: LastSent
) -> int | None:
    """Return the message with this text that is there behind the last one that is noted. Raises
    what Discord says.
    """
    after = discord.Object(last.message) if last.message else None
    async for message in channel.history(limit=FAR, after=after, oldest_first=False):
        if message.author.id == me and same(message.content, text):
            return message.id
    return None


def same(shown: str, text: str) -> bool:
    """Return whether this is the text. Those who are asked may be named on top of it;
    Discord takes blanks off the ends.
    """
    return shown.strip() == text.strip() or shown.endswith("\n" + text.strip())
