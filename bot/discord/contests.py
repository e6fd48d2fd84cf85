"""Contests at Discord: their post, and the buttons of their post and cards."""

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from bot.discord import ids, limits, words
from bot.discord.channels import GameChannel
from bot.discord.ids import Act, ButtonNames
from bot.discord.post import (
    Button,
    ButtonRow,
    CardNews,
    HeadPart,
    Post,
    TextPart,
    escaped,
    laid_out,
)
from engine.games import contest as g
from engine.referee.doors import GameView
from engine.rulings import plan_text
from engine.state import Event, Setup
from renderers import Sentences, reading
from renderers.reading import plain

KIND = g.Contest.name
MINE, REST, OUT = 1, 2, 3
"""The path in the name of a contest's button."""
NAMED = 12
"""Maximum number of entrants whose names the post shows."""


def buttons(said: Sentences, names: ButtonNames, seen: GameView) -> tuple[Button, ...]:
    """Return the buttons of a contest: the same for everybody, so some refuse."""
    view: g.ContestView = seen.view
    scores = names.write(Act.BOARD, seen.game, "", (0,)) or ""
    found = [Button(said.say("discord-button-scores"), scores, "primary")]
    if seen.result is not None:
        fair = names.write(Act.FAIR, seen.game) or ""
        return (*found, Button(said.say("discord-button-fair"), fair))
    acts = {MINE: "own-game", REST: "rest", OUT: "withdraw"} if view.rounds else {}
    if not view.options.can_rest:
        acts.pop(REST, None)
    for act, label in acts.items():
        id = names.write(Act.CONTEST, seen.game, "", (act,)) or ""
        text = said.say(f"discord-button-{label}", winner="none")
        found.append(Button(text, id, "danger" if act == OUT else "secondary"))
    return tuple(found)


def card(
    said: Sentences, names: ButtonNames, seen: GameView, card: CardNews, events: Iterable[Event]
) -> CardNews:
    """Return the card of a contest. Each round has a new one, which mentions nobody."""
    drawn = any(isinstance(event, g.Paired) for event in events)
    question = plain(reading.banner(said, seen))
    pressed = buttons(said, names, seen)
    return replace(card, question=question, asked=(), fresh=drawn, buttons=pressed)


def post(
    said: Sentences, names: ButtonNames, seen: GameView, setup: Setup, place: GameChannel | None
) -> Post:
    """Return the post of a contest in its channel."""
    view: g.ContestView = seen.view
    entrants = [escaped(one.name) for one in view.entries if not one.out]
    more = len(entrants) - NAMED
    facts: dict[str, Any] = {
        "kind": view.options.game,
        "form": view.options.form,
        "count": len(entrants),
        "names": said.listed(entrants[:NAMED]) if entrants else "none",
        "more": max(0, more),
    }
    banner = words.at_discord(escaped(reading.banner(said, seen)))
    lines = [f"### {said.say('discord-contest', **facts)}", f"**{banner}**"]
    lines.append(said.say("discord-contest-entrants", **facts))
    small = f"-# {said.say('discord-lobby-id', game=seen.game)} {usual(said, setup)}"
    pressed = list(buttons(said, names, seen))
    if seen.open or (seen.result is None and seen.kind.enrols(view)):
        pressed.insert(0, ids.join_button(said, names, seen.game))
    pressed += ids.thread_link(said, place) if place is not None else ()
    rows = (ButtonRow(tuple(pressed[k : k + 5])) for k in range(0, len(pressed), 5))
    role = place.pinged if place is not None and seen.open else 0
    called = (TextPart(f"<@&{role}>"),) if role else ()
    text = limits.clipped("\n".join((*lines, small)), limits.CONTENT)
    return laid_out((*called, HeadPart(text), *rows))


def usual(said: Sentences, setup: Setup) -> str:
    """Return the options that differ from the usual, and those of the contest's game."""
    found = {
        key: value
        for key, value in setup.options.items()
        if key not in ("settings", "game", "form") and value != getattr(g.ContestOptions(), key)
    }
    if setup.clock is not None:
        found["clock"] = plan_text.write(setup.clock)
    return escaped(said.listed([f"{key}={value}" for key, value in found.items()]))
