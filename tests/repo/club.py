"""docs/reference/commands.md: every word to the referee, who may use it, and how it is typed by
mail, in Discord and on the command line.

``python -m tests.repo.club`` writes the page.
"""

import tempfile
from pathlib import Path
from typing import Any

import discord

from bot.discord import app, door
from engine.messages import Address, Message
from engine.referee import commands, referee
from engine.referee.batch import Batch
from engine.referee.commands.request import Request
from engine.referee.commands.word import Verb, spelling
from engine.state import REFEREE, Join, Setup
from engine.store.sqlite import SqliteStore
from renderers import sentences_in
from tests.repo.tree import ROOT

PAGE = ROOT / "docs" / "reference" / "commands.md"
TOP = """# Commands in a game

Everything you can say to the referee besides the orders of a game. Type these commands on lines of
their own in a mail, or at the prompt of `meanwhile sit` or `meanwhile play`. In Discord, use the
slash command. Operators can run moderators' commands on the command line, without `gm`:
`meanwhile gm GAME pause`.

If a word is marked *silent* or *spoken*, a player who uses it in a rated game that has begun asks
all others first ([moderation](../moderation.md)); with *silent*, 72 hours without an answer agree,
too. *all* and *most* are votes of all players, or of more than half.

Replace the words in capitals. `WHO` is a mention in Discord (`<@123>`), a mail address, a seat, or
a name that people see where you are writing. `python -m tests.repo.club` writes this page.

"""
HEAD = "| By mail, or at a prompt | Who | In Discord | What it does |\n" + "| --- " * 4 + "|\n"
DISCORD = """
## Only on Discord

Without the option `game`, a command is for the game of the thread, or else for the game that asks
you. The *Apps* menu of a message has *Orders of this game* and *Report to moderators*.

"""
DISCORD_HEAD = "| Command | Options | What it does |\n| --- | --- | --- |\n"
WHO = {
    "anybody": "anybody",
    "seat": "players",
    "seat or moderator": "players, moderators",
    "moderator": "moderators",
}


def on_discord(verb: Verb) -> list[str]:
    """The commands that say this word in Discord; anything can be said with ``/order``."""
    found = [f"/{command}" for one in verb.kinds if (command := one.command())]
    return found or [f"/order {verb.word}"]


def offered() -> list[discord.app_commands.Command[Any, ..., Any]]:
    tree = app.DiscordClient(door.DiscordDoor("token")).tree
    return [one for one in tree.walk_commands() if isinstance(one, discord.app_commands.Command)]


def there() -> set[str]:
    return {f"/{command.qualified_name}" for command in offered()}


def discord_only() -> str:
    """The commands of Discord that say no word to the referee."""
    words = {text for verb in commands.VERBS.values() for text in on_discord(verb)}
    rows = []
    for command in sorted(offered(), key=lambda one: one.qualified_name):
        name = f"/{command.qualified_name}"
        if name not in words:
            given = " ".join(f"`{one.name}`" for one in command.parameters)
            rows.append(f"| `{name}` | {given} | {command.description} |\n")
    return DISCORD_HEAD + "".join(rows)


def row(verb: Verb, request: Request) -> str:
    spelt = dict.fromkeys(spelling(choice) for choice in verb.choices(request))
    said = "<br>".join(f"`{text}`" for text in spelt)
    does = "<br>".join(dict.fromkeys(sentences_in("en").say(one.message()) for one in verb.kinds))
    asks = [one.asks for one in verb.kinds if one.asks]
    slash = "<br>".join(f"`{text}`" for text in on_discord(verb))
    who = ", ".join(dict.fromkeys([WHO[verb.who], *(f"*{a}*" for a in asks)]))
    return f"| {said} | {who} | {slash} | {does} |\n"


def table() -> str:
    found: list[str] = []

    def ask(batch: Batch) -> None:
        setup = Setup(id="g", secret=bytes(32), options={"players": 2}, scenario={}, at=0)
        addresses = [
            Address(door="discord", sender=seat, game="g", viewer=seat) for seat in ("ann", "bob")
        ]
        opened = batch.make("battleboard", setup, addresses)
        for seat in ("ann", "bob"):
            batch.enter(opened, 0, REFEREE, Join(seat, seat, "salt"))
        request = Request(
            batch,
            opened,
            "ann",
            Message(door="discord", id="<1>", sender="ann", text="undo", at=0, game="g"),
        )
        found.extend(row(verb, request) for verb in commands.VERBS.values())

    with tempfile.TemporaryDirectory() as folder, SqliteStore(Path(folder) / "db") as store:
        (answer,) = referee.Referee(store, {}).take([ask], 0).answers
    if isinstance(answer, Exception):
        raise answer
    return HEAD + "".join(found)


def page() -> str:
    return TOP + table() + DISCORD + discord_only()


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
