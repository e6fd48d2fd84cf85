"""docs/reference/commands.md: every word to the referee, who may use it, and how it is typed by
mail, in Discord and on the command line.

docs/reference/powers.md: who must agree to each.

``python -m tests.repo.club`` writes the pages.
"""

import tempfile
from pathlib import Path
from textwrap import fill
from typing import Any

import discord

from bot.discord import app, door
from engine.messages import Address, Message
from engine.referee import commands, referee, signals
from engine.referee.batch import Batch
from engine.referee.commands.request import Request
from engine.referee.commands.word import Verb, Word, spelling
from engine.rulings.agreement import AGREEMENTS, Agreement, Consent
from engine.state import REFEREE, Join, Setup
from engine.store.sqlite import SqliteStore
from renderers import sentences_in
from tests.repo.tree import ROOT

PAGE = ROOT / "docs" / "reference" / "commands.md"
TOP = """# Commands in a game

Everything you can say to the referee besides the orders of a game. Type these commands on lines of
their own in a mail, or at the prompt of `meanwhile sit` or `meanwhile play`. In Discord, use the
slash command. Operators can run moderators' commands on the command line, without `gm`:
`meanwhile gm GAME pause`. [Moderation](../moderation.md) says when the other players must agree.

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


POWERS = ROOT / "docs" / "reference" / "powers.md"
POWERS_TOP = """# Powers

For players and moderators: the commands that affect others, and who must agree to them.
[Moderation](../moderation.md) explains the rules. `python -m tests.repo.club` writes this page.

## Agreement

In a rated game that has begun, a player asks the others before using a command that needs
agreement, except for their own seat. Some moderators don't play but were named by a player without
a vote. They ask in the name of that player, who must agree, too. Nobody else needs agreement:
owners who don't play, operators, moderators of a Discord server, moderators that all players have
agreed to. In a game with `rated=no` moderators decide alone; everybody reads it if they play.

| Agreement | Who must say yes | Does silence count? | A seat without a player |
| --- | --- | --- | --- |
"""
SILENCE = (
    "after 72 hours from the delivery of the request to that player, without absences, quiet "
    "hours, pauses and downtime of the server"
)
POWERS_MIDDLE = """
Robots agree at once. Removed seats are never asked. A request waits for everybody it hasn't
reached.

## Commands

After each piece of news: *ping* is a message that mentions the people concerned, *message* is one
without a sound. Other news is in the history, the cards and the mails.

| Command | Agreement | Rated game | News |
| --- | --- | --- | --- |
"""
RATED = {"": "", "counts": "still counts", "void": "no longer counts"}
LOUD = {"silent": "", "quiet": " (message)", "ping": " (ping)"}


def agreement(name: Consent, kind: Agreement) -> str:
    who = "more than half of the players" if kind.most else "all other players"
    there = "is not asked" if kind.vacancy else "can't agree, so the request is refused"
    return f"| {name} | {who} | {SILENCE if kind.silence else 'no'} | {there} |\n"


def news_of(one: type[Word]) -> str:
    """Return the news of a word with their signals: `Removed`, `Announced` (message)."""
    loud = [signals.SIGNALS.get(kind, signals.SILENT).loud for kind in one.tells]
    return ", ".join(
        f"`{kind.__name__}`{LOUD[how]}" for kind, how in zip(one.tells, loud, strict=True)
    )


def powers() -> str:
    kinds = "".join(agreement(name, kind) for name, kind in AGREEMENTS.items() if name)
    rows = [
        f"| `{one.key()}` | {one.asks} | {RATED[one.rating]} | {news_of(one)} |\n"
        for one in commands.WORDS
        if one.asks or one.tells or one.rating
    ]
    own = ", ".join(
        one.key() for one in commands.WORDS if not (one.asks or one.tells or one.rating)
    )
    rest = f"\nThese need nobody and have no such news:\n\n```text\n{fill(own, 100)}\n```\n"
    return POWERS_TOP + kinds + POWERS_MIDDLE + "".join(rows) + rest


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
    slash = "<br>".join(f"`{text}`" for text in on_discord(verb))
    return f"| {said} | {WHO[verb.who]} | {slash} | {does} |\n"


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
    POWERS.write_text(powers(), "utf-8")
