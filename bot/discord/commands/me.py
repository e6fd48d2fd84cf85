"""`/me`: what is kept about oneself."""

from bot.discord.commands import desk_words
from bot.discord.commands.slash import group

GROUP = group("me")
desk_words.add(GROUP, desk_words.ME)
