"""What waits for one person, by due time, and what there is to help them."""

from bot import queries
from bot.discord import told, words
from bot.discord.answer import Turn
from bot.discord.ids import Name
from bot.discord.open_games import link_of
from bot.discord.post import Button, LinePart, Part, Post, TextPart, laid_out
from bot.queries import WaitingGame
from engine.state import PUBLIC

FIT = 10
"""Games that fit into one message."""
NEVER = 1 << 62


async def inbox(turn: Turn) -> Post:
    """Return all games that wait for somebody, soonest first, with a link each and what happens
    otherwise; and what waits for others.
    """
    found = await turn.run(queries.waiting, turn.who)
    mine = [one for one in found if one.asks or one.request is not None]
    mine.sort(key=lambda one: one.seen.due if one.seen.due is not None else NEVER)
    others = [one for one in found if one not in mine]
    head = turn.say("discord-inbox", all=len(found), others=len(others))
    parts: list[Part] = [TextPart(head)]
    parts += [line(turn, one) for one in mine[:FIT]]
    if len(mine) > FIT:
        parts.append(TextPart(turn.say("discord-inbox-more", count=len(mine) - FIT)))
    if not mine:
        new = turn.door.memory.mention("game new")
        parts.append(TextPart(turn.say("discord-inbox-empty", new=new)))
    if others:
        named = ", ".join(place_of(turn, one) for one in others[: 3 * FIT])
        parts.append(TextPart(turn.say("discord-inbox-others", games=named)))
    parts.append(told.buttons(turn))
    return laid_out(tuple(parts))


async def pressed(turn: Turn, name: Name) -> Post:  # noqa: ARG001
    """Return the same for who has pressed a button of all."""
    return await inbox(turn)


def line(turn: Turn, one: WaitingGame) -> Part:
    """Return one game that waits for its reader."""
    seen, place = one.seen, turn.door.memory.places.get(one.seen.game)
    said = turn.said
    text = words.own_question(said, seen)
    if one.request is not None:
        text = "\n".join((text, *words.sentences(said, seen, [one.request])))
    if (otherwise := words.deadline(said, seen.menu, seen.due)) and seen.is_asked:
        text += f"\n-# {otherwise}"
    if one.answered:
        text += f"\n-# {turn.say('discord-inbox-answered')}"
    link = link_of(place)
    return (
        LinePart(text, Button(turn.say("discord-button-open"), url=link))
        if link
        else (TextPart(text))
    )


def place_of(turn: Turn, one: WaitingGame) -> str:
    """Return a game that waits for others, as a link if it is at Discord."""
    title = f"{turn.said.title(one.seen.kind.name)} `{one.seen.game}`"
    link = link_of(turn.door.memory.places.get(one.seen.game))
    return f"[{title}]({link})" if link else title


async def helped(turn: Turn) -> Post:
    """Return the commands that matter most, to press; for the game that is shown here its rules."""
    mention = turn.door.memory.mention
    seen = await turn.seen(turn.here)
    lines = [turn.say("discord-help")]
    for name in HELPED:
        key = f"discord-help-{name.replace(' ', '-')}"
        lines.append(f"- {mention(name)} — {turn.say(key)}")
    if turn.interaction.permissions.manage_guild:
        lines.append(f"- {mention('mod list')} — {turn.say('discord-help-mod-list')}")
        lines.append(f"- {mention('mod settings')} — {turn.say('discord-help-mod-settings')}")
    if seen is not None:
        playing = "no" if seen.viewer == PUBLIC else "yes"
        lines.append(turn.say("discord-help-here", kind=seen.kind.name, playing=playing))
    return Post("\n".join(lines))


HELPED = ("inbox", "menu", "order", "game new", "game list", "game rules", "undo", "appeal")
"""Commands that everybody needs."""
