"""`/time`: deadlines, pauses, and the time that players have."""

from bot.discord.commands import desk_words
from bot.discord.commands.slash import group

GROUP = group("time")
desk_words.add(GROUP, desk_words.TIME)
