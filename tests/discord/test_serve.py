"""`meanwhile serve` as its operator runs it: a process of its own, which ends when it is told
to.
"""

import asyncio
import signal
import sys
from pathlib import Path

import pytest

from tests.discord.server import Discord
from tests.discord.stage import GENEROUS, until

PROGRAM = """
import sys, discord, yarl
discord.http.Route.BASE = sys.argv[1] + "/api/v10"
discord.gateway.DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(sys.argv[2])
from bot.cli import main
main(["serve", "--db", sys.argv[3]])
"""


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_it_serves_until_it_is_told_to_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sign: signal.Signals
) -> None:
    monkeypatch.chdir(tmp_path)

    async def play() -> None:
        async with Discord(GENEROUS) as discord:
            monkeypatch.setenv("MEANWHILE_DISCORD_TOKEN", discord.token)
            guild = discord.world.guild("Wargamers")
            lobby, ann = discord.world.channel(guild, "lobby"), discord.world.user("ann", guild)
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-c", PROGRAM, discord.http, discord.gateway.address, "games.db"),
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
            await until(lambda: discord.gateway.sessions, 60)
            made = await discord.people.slash(ann, lobby, "game new", kind="battleboard", wait=30)
            assert "is here" in made.text
            process.send_signal(sign)
            said, complained = await asyncio.wait_for(process.communicate(), 60)
            assert process.returncode == 0, complained.decode()
            assert b"serving games.db" in said
            assert complained == b""

    asyncio.run(play())


def test_a_token_that_is_wrong_or_does_not_get_through_is_said_on_the_screen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("MEANWHILE_DISCORD_TOKEN", "wrong.token.here")

    async def begun(http: str, gateway: str) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *(sys.executable, "-c", PROGRAM, http, gateway, "games.db"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )

    async def play() -> None:
        async with Discord(GENEROUS) as discord:
            process = await begun(discord.http, discord.gateway.address)
            complained = (await asyncio.wait_for(process.communicate(), 60))[1].decode()
            assert process.returncode != 0
            assert "does not accept the bot token" in complained
            assert "meanwhile doctor" in complained
            assert complained.count("\n") == 1
            http, gateway = discord.http, discord.gateway.address
        # Nobody listens there any more.
        process = await begun(http, gateway)
        assert process.stderr is not None
        first = (await asyncio.wait_for(process.stderr.readline(), 60)).decode()
        log = Path("meanwhile.log")
        await until(lambda: log.exists() and log.read_text().count("is begun again") > 1, 60)
        process.send_signal(signal.SIGTERM)
        more = (await asyncio.wait_for(process.communicate(), 60))[1].decode()
        assert first.startswith("Discord does not work and is tried again: "), first
        assert "meanwhile.log has more" in first
        assert "doctor` to look for the cause" in first
        assert more == "", "once is enough"

    asyncio.run(play())
