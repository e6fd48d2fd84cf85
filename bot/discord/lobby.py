"""The post in the channel that asks people in: who plays, how many seats are free, what is unusual
about the game, and its board small beside it.
"""

from typing import Any

import msgspec

from bot.discord import ids, limits, words
from bot.discord.channels import GameChannel
from bot.discord.ids import Act, ButtonNames
from bot.discord.limits import clipped
from bot.discord.post import Button, ButtonRow, HeadPart, Post, TextPart, escaped, laid_out
from engine.game import AnyGame
from engine.house import plan_text
from engine.referee.doors import Seen
from engine.state import Setup
from renderers import Sentences

OPTIONS = 400
"""Characters of options that are shown."""


def unusual(kind: AnyGame, setup: Setup) -> dict[str, Any]:
    """Return the options of a game that are not as usual, by name."""
    usual = msgspec.to_builtins(kind.options_type())
    found = {key: value for key, value in setup.options.items() if value != usual.get(key)}
    if setup.clock is not None:
        found["clock"] = plan_text.write(setup.clock)
    if not setup.rated:
        found["rated"] = "no"
    return found


def options_line(said: Sentences, kind: AnyGame, setup: Setup) -> str:
    """Return what is unusual about a game, in a line."""
    pairs = [f"{key}={value}" for key, value in unusual(kind, setup).items()]
    if not pairs:
        return said.say("discord-usual")
    shown = clipped(escaped(said.listed(pairs)), OPTIONS)
    return said.say("discord-unusual", options=shown)


def title(said: Sentences, seen: Seen) -> str:
    """Return what is looked for, or who plays against whom."""
    names = words.people(seen)
    sitting = [escaped(names.get(chair.seat, chair.seat)) for chair in seen.chairs]
    kind = seen.kind.name
    if not seen.open:
        return said.say("discord-lobby-running", kind=kind, names=words.together(said, sitting))
    free = seen.places - len(seen.chairs)
    who = words.together(said, sitting) or "none"
    return said.say("discord-lobby-open", kind=kind, who=who, free=free)


def lobby_post(
    said: Sentences, names: ButtonNames, seen: Seen, setup: Setup, place: GameChannel | None
) -> Post:
    """Return the post of a game; without a ``place`` it has no thread yet."""
    sitting = [chair.seat for chair in seen.chairs]
    players = words.names_of(said, seen, sitting) if sitting else said.say("discord-none")
    lines = [f"### {title(said, seen)}", said.say("discord-players", names=players)]
    if seen.open:
        lines.append(said.say("discord-seats", taken=len(sitting), places=seen.places))
    else:
        over = seen.result is not None
        lines.append(said.say("discord-over" if over else "discord-lobby-watch"))
    if place is not None and place.kept and seen.open:
        until = words.moment(place.kept_until, "f")
        kept = " ".join(f"<@{user}>" for user in place.kept)
        lines.append(said.say("discord-kept-for", names=kept, date=until))
    private = said.say("discord-lobby-private") if seen.private else ""
    small = f"-# {said.joined(said.say('discord-lobby-id', game=seen.game), private)}"
    buttons = list[Button]()
    if seen.open:
        buttons.append(ids.join_button(said, names, seen.game))
    elif seen.result is None:
        watch = names.write(Act.WATCH, seen.game, "", (0,))
        buttons += [Button(said.say("discord-button-watch"), watch)] if watch else []
    if place is not None:
        buttons.append(ids.thread_button(said, place.thread_link))
    parts = (
        HeadPart(clipped("\n".join((*lines, small)), limits.CONTENT)),
        TextPart(options_line(said, seen.kind, setup)),
        *((ButtonRow(tuple(buttons)),) if buttons else ()),
    )
    return laid_out(parts)
