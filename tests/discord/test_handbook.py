"""docs/discord.md names every command that there is, and none that there is not."""

import re

import discord

from bot.discord.app import DiscordClient
from bot.discord.door import DiscordDoor
from tests.kit.each import each
from tests.repo.tree import ROOT

HANDBOOK = (ROOT / "docs/discord.md").read_text("utf-8")


def offered() -> set[str]:
    tree = DiscordClient(DiscordDoor("secret")).tree
    typed = {
        f"/{one.qualified_name}"
        for one in tree.walk_commands()
        if isinstance(one, discord.app_commands.Command)
    }
    return typed | {
        f"*{one.name}*" for one in tree.get_commands(type=discord.AppCommandType.message)
    }


@each("name", sorted(offered()))
def test_the_handbook_names_a_command(name: str) -> None:
    assert (name if name.startswith("*") else f"`{name}`") in HANDBOOK


def test_the_handbook_names_no_command_that_there_is_not() -> None:
    named = set(re.findall(r"`(/[a-z]+(?: [a-z]+)*)`", HANDBOOK))
    groups = {name.rpartition(" ")[0] for name in offered()}
    assert named - offered() - groups == set()
