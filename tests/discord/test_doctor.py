"""What the doctor says of Discord."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.discord import doctor
from bot.discord.channels import GameChannel, Memory
from tests.discord.server import Discord
from tests.discord.stage import Stage


async def test_a_bot_that_is_ready(stage: Stage) -> None:
    duel = await stage.duel()
    found = await doctor.examine(stage.discord.token, stage.door.memory)
    assert found.faults == []
    said = "\n".join(found.good)
    for text in (
        f"client_id={stage.world.bot.id}",
        "applications.commands",
        "permissions=",
        f"game {duel.game}: all rights in #lobby",
        "clock: agrees",
    ):
        assert text in said


async def test_what_is_wrong_is_named_with_what_to_do(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    duel, application = await stage.duel(), stage.world.application
    (everyone,) = stage.guild["roles"]
    everyone["permissions"] = str(1 << 10)
    stage.guild["owner_id"] = application["owner"]["id"]
    application["interactions_endpoint_url"] = "https://example.org"
    long_ago = datetime(2020, 1, 1, tzinfo=UTC)
    monkeypatch.setattr(doctor, "parsedate_to_datetime", lambda _: long_ago)
    memory = Memory()
    memory.places = dict(stage.places)
    for game, guild in (("gone99", 1), ("lost99", duel.place.guild)):
        memory.places[game] = GameChannel(game=game, guild=guild, channel=2, thread=3)
    said = "\n".join((await doctor.examine(stage.discord.token, memory)).faults)
    for text in (
        "Interactions Endpoint URL",
        "seconds off",
        f"game {duel.game}: in #lobby the bot lacks the right to",
        "send messages",
        "game gone99: the bot is no longer in its server",
        "game lost99: its channel is gone",
    ):
        assert text in said
    wrong = await doctor.examine("wrong", memory)
    assert any("does not know the token" in fault for fault in wrong.faults)


async def test_a_discord_that_is_not_there_is_said(tmp_path: Path) -> None:
    async with Discord() as discord:
        with discord.redirected():
            discord.fail("GET", "/users/@me$", status=404)
            found = await doctor.examine(discord.token, Memory())
            assert any("cannot be reached" in fault for fault in found.faults)


def test_without_a_token_the_commands_say_where_to_get_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("MEANWHILE_DISCORD_TOKEN", raising=False)
    for command in (["serve"], ["doctor", "--discord"]):
        said = CliRunner().invoke(main, command)
        assert said.exit_code == 2
        assert "docs/discord.md" in said.output
