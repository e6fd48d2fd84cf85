"""What the moderators of a game can do so far. Discord shows them the commands; the game's own list is asked again."""

from functools import partial

import discord
import msgspec

from bot.discord import looks, words
from bot.discord.answer import Turn
from bot.discord.limits import CONTENT, lines_within
from bot.discord.post import Post, encode, escaped, fitted
from engine.batch import Batch
from engine.state import PUBLIC
from engine.store import Act

NEWEST = 50
"""Acts that are listed."""


async def moderated(turn: Turn, game: str | None) -> str | Post:
    """The game that is meant, if this person is one of its moderators here; else what to say."""
    which = await turn.which(game)
    place = turn.door.memory.places.get(which or "")
    if which is None or place is None or place.guild != turn.interaction.guild_id:
        return turn.no_game()
    guild = turn.interaction.guild
    if turn.user.id not in place.moderators and (guild is None or turn.user.id != guild.owner_id):
        return Post(turn.said.say("discord-not-moderator"))
    return which


async def announce(turn: Turn, game: str | None, text: str) -> Post:
    """Say something in the thread, as the moderators."""
    which = await moderated(turn, game)
    if isinstance(which, Post):
        return which
    language = turn.door.memory.places[which].language
    payload = encode(
        fitted(Post(words.words(language).say("discord-announcement") + escaped(text)), "announcement.txt")
    )
    await turn.door.writer.look(partial(tell, which, payload, act(turn, "announce", which, {"text": text})))
    return Post(turn.said.say("discord-announced"))


def act(turn: Turn, action: str, game: str, facts: dict[str, str]) -> Act:
    """A line of the audit log."""
    actor = f"{looks.DOOR}/{turn.user.id}"
    return Act(turn.door.writer.clock.now(), actor, action, game, msgspec.json.encode(facts).decode())


def tell(game: str, payload: bytes, done: Act, batch: Batch) -> None:
    """Put a message for the thread into the outbox, and note who has said it."""
    opened = batch.game(game)
    if opened is None:
        return
    for address in opened.addresses:
        if address.door == looks.DOOR and address.viewer == PUBLIC:
            batch.post(opened, address, payload)
    batch.acts.append(done)


async def audit(turn: Turn, game: str | None) -> Post:
    """What moderators and operators have done with a game."""
    which = await moderated(turn, game)
    if isinstance(which, Post):
        return which
    sql = "select at, actor, action, facts from audit where game = ? order by id desc limit ?"
    rows = await turn.door.writer.look(lambda batch: batch.store.db.execute(sql, (which, NEWEST)).fetchall())
    if not rows:
        return Post(turn.said.say("discord-no-audit"))
    lines = []
    for at, actor, action, facts in reversed(rows):
        door, _, id = actor.partition("/")
        who = f"<@{id}>" if door == looks.DOOR else escaped(actor)
        lines.append(f"{words.moment(at, 'f')} {who} {escaped(action)} {escaped(facts)}")
    text, _ = lines_within(lines, CONTENT - 100)
    return Post(f"{turn.said.say('discord-audit')}\n{text}")


async def close(turn: Turn, game: str | None) -> Post:
    """Lock the thread of a game, for everybody but moderators of the server."""
    which = await moderated(turn, game)
    if isinstance(which, Post):
        return which
    client = turn.door.client
    thread = await client.fetch_channel(turn.door.memory.places[which].thread) if client else None
    if not isinstance(thread, discord.Thread):
        return turn.no_game()
    try:
        await thread.edit(locked=True, archived=True)
    except discord.Forbidden:
        right = turn.said.say("discord-right-manage")
        return Post(turn.said.say("discord-no-right", right=right))
    await turn.door.memory.change(which, over=True)
    done = act(turn, "close", which, {})
    await turn.door.writer.look(lambda batch: batch.acts.append(done))
    return Post(turn.said.say("discord-closed"))
