"""Runs commands that only look, such as `status` and `history`, at Discord."""

import asyncio
from collections.abc import Iterable

from msgspec.structs import replace

from bot import queries
from bot.discord import limits, words
from bot.discord.answer import Declined
from bot.discord.door import DiscordDoor
from bot.discord.post import Post, escaped
from engine.menu import Refused
from engine.referee import commands
from engine.referee.doors import GameView
from renderers import Sentences
from renderers.reading.looking import LookingWord, Onlooker
from renderers.reading.parts import (
    BoardPart,
    HistoryPart,
    HistoryRow,
    ListingPart,
    Part,
    RulesPart,
    SayingPart,
    StatusPart,
)


async def looked(door: DiscordDoor, said: Sentences, seen: GameView, word: LookingWord) -> Post:
    """Answer a command that only looks. Raises ``Declined`` if the referee refuses it."""
    found = await look(door, said, seen, word)
    post = laid(said, seen, found)
    for part in found:
        if isinstance(part, BoardPart):
            picture, alt = await door.show.drawn(seen, said.language, mode=part.mode)
            post = replace(post, picture=picture, alt=alt)
    return post


async def look(
    door: DiscordDoor, said: Sentences, seen: GameView, word: LookingWord
) -> tuple[Part, ...]:
    past = await door.writer.run(queries.replay, seen.game, seen.source) if word.past else None
    now = door.writer.clock.now()
    by = Onlooker(said=said, seen=seen, now=now, past=past, referee=commands.WORDS)
    try:
        return await asyncio.to_thread(word.parts, by)
    except Refused as refused:
        why = escaped(said.refusal(refused.refusal, seen.kind.name))
        raise Declined("discord-problem", why=limits.clipped(why, words.SHOWN)) from refused


def laid(said: Sentences, seen: GameView, parts: Iterable[Part]) -> Post:
    lines = list[str]()
    for part in parts:
        match part:
            case SayingPart(told):
                lines += [words.line(said, text) for text in told]
            case StatusPart():
                lines.append(words.status(said, seen))
            case BoardPart(mode):
                lines.append(f"**{mode}**" if mode else words.status(said, seen))
            case ListingPart(head, rows, dense=True):
                terms = " · ".join(words.line(said, term) for term, _ in rows)
                lines.append(f"{words.line(said, head)} {terms}")
            case ListingPart(head, rows):
                pairs = [[words.line(said, text) for text in row if text] for row in rows]
                lines += filter(None, (words.line(said, head), *map(": ".join, pairs)))
            case RulesPart(head, rules):
                lines += [f"**{words.line(said, head)}**", *map(escaped, rules)]
            case HistoryPart(rows):
                told_rows = history(said, rows) or [said.say("reading-nothing-told")]
                text, more = limits.lines_within(told_rows, limits.CONTENT)
                whole = "\n".join(told_rows) + "\n" if more else ""
                return Post(text, file=whole, file_name="history.txt")
    return Post("\n".join(lines))


def history(said: Sentences, rows: Iterable[HistoryRow]) -> list[str]:
    lines = []
    for row in rows:
        text = words.line(said, row.text)
        number = f"`{row.number}` " if row.number else ""
        told = f"~~{text}~~" if row.undone else text
        lines.append(f"{number}{words.line(said, (row.at,))} {told}")
    return lines
