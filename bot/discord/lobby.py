"""The post that invites players: who plays, free seats, unusual options, and a small board."""

from typing import Any

import msgspec

from bot.discord import contests, ids, limits, words
from bot.discord.channels import GameChannel
from bot.discord.ids import Act, ButtonNames
from bot.discord.limits import clipped
from bot.discord.post import Button, ButtonRow, HeadPart, Post, TextPart, escaped, laid_out
from engine.game import AnyGame
from engine.referee.doors import GameView
from engine.rulings import plan_text
from engine.state import Setup
from renderers import Sentences

OPTIONS = 400
"""Maximum characters of options that are shown."""


def unusual(kind: AnyGame, setup: Setup) -> dict[str, Any]:
    usual = msgspec.to_builtins(kind.options_type())
    found = {key: value for key, value in setup.options.items() if value != usual.get(key)}
    if setup.clock is not None:
        found["clock"] = plan_text.write(setup.clock)
    if not setup.rated:
        found["rated"] = "no"
    return found


def options_line(said: Sentences, kind: AnyGame, setup: Setup) -> str:
    pairs = [f"{key}={value}" for key, value in unusual(kind, setup).items()]
    if not pairs:
        return said.say("discord-usual")
    shown = clipped(escaped(said.listed(pairs)), OPTIONS)
    return said.say("discord-unusual", options=shown)


def title(said: Sentences, seen: GameView) -> str:
    sitting, kind = [chair.seat for chair in seen.chairs], seen.kind.name
    who = words.names_of(said, seen, sitting)
    if not seen.open:
        return said.say("discord-lobby-running", kind=kind, names=who)
    free = seen.places - len(seen.chairs)
    return said.say("discord-lobby-open", kind=kind, who=who or "none", free=free)


def lobby_post(
    said: Sentences, names: ButtonNames, seen: GameView, setup: Setup, place: GameChannel | None
) -> Post:
    if seen.kind.name == contests.KIND:
        return contests.post(said, names, seen, setup, place)
    sitting = [chair.seat for chair in seen.chairs]
    players = words.names_of(said, seen, sitting) if sitting else said.say("discord-none")
    lines = [f"### {title(said, seen)}", said.say("discord-players", names=players)]
    if seen.open:
        lines.append(said.say("reading-seats", taken=len(sitting), places=seen.places))
    else:
        over = seen.result is not None
        lines.append(said.say("discord-over" if over else "discord-lobby-watch"))
    if place is not None and place.kept and seen.open:
        until = words.moment(place.kept_until, "f")
        kept = " ".join(f"<@{user}>" for user in place.kept)
        lines.append(said.say("discord-kept-for", names=kept, date=until))
    small = f"-# {said.say('discord-lobby-id', game=seen.game)}"
    buttons = list[Button]()
    if seen.open:
        buttons.append(ids.join_button(said, names, seen.game))
    elif seen.result is None:
        watch = names.write(Act.WATCH, seen.game, "", (0,))
        buttons += [Button(said.say("discord-button-watch"), watch)] if watch else []
    if place is not None and place.thread:
        buttons.append(ids.thread_button(said, place.thread_link))
    role = place.pinged if place is not None and seen.open else 0
    parts = (
        *((TextPart(f"<@&{role}>"),) if role else ()),
        HeadPart(clipped("\n".join((*lines, small)), limits.CONTENT)),
        TextPart(options_line(said, seen.kind, setup)),
        *((ButtonRow(tuple(buttons)),) if buttons else ()),
    )
    return laid_out(parts)


def link_of(place: GameChannel | None) -> str:
    return place.link if place is not None and not place.lost else ""
