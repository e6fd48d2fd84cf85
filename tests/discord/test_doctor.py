"""What the doctor says of Discord."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from click.testing import CliRunner

from bot.cli import main
from bot.discord import doctor
from bot.discord.channels import GameChannel, Memory
from tests.discord.server import Discord
from tests.discord.stage import staged


async def test_a_bot_that_is_ready(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        game = await stage.game(stage.user("ann"), [stage.user("bob")])
        found = await doctor.examine(stage.discord.token, stage.door.memory)
        assert found.faults == []
        said = "\n".join(found.good)
        assert f"client_id={stage.world.bot.id}" in said
        assert "applications.commands" in said
        assert "permissions=" in said
        assert f"game {game}: all rights in #lobby" in said
        assert "clock: agrees" in said


async def test_what_is_wrong_is_named_with_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with staged(tmp_path) as stage:
        world = stage.world
        game = await stage.game(stage.user("ann"), [stage.user("bob")])
        (everyone,) = stage.guild["roles"]
        everyone["permissions"] = str(1 << 10)
        stage.guild["owner_id"] = world.application["owner"]["id"]
        world.application["interactions_endpoint_url"] = "https://example.org"
        monkeypatch.setattr(
            doctor, "parsedate_to_datetime", lambda _: datetime(2020, 1, 1, tzinfo=UTC)
        )
        memory = Memory()
        memory.places = dict(stage.door.memory.places)
        memory.places["gone99"] = GameChannel(game="gone99", guild=1, channel=2, thread=3)
        memory.places["lost99"] = GameChannel(
            game="lost99", guild=memory.places[game].guild, channel=2, thread=3
        )
        said = "\n".join((await doctor.examine(stage.discord.token, memory)).faults)
        assert "Interactions Endpoint URL" in said
        assert "seconds off" in said
        assert f"game {game}: in #lobby the bot lacks the right to" in said
        assert "send messages" in said
        assert "game gone99: the bot is no longer in its server" in said
        assert "game lost99: its channel is gone" in said
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
