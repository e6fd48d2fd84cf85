"""An order with many blanks inside is answered at once, whichever way it
comes; nobody else has to wait.
"""

import asyncio
import sys
from pathlib import Path

import msgspec

from tests.battleboard.test_line_json import Player
from tests.bot.program import objects, of_kind
from tests.discord.stage import staged
from tests.kit.prompt import alarm

BLANKS = "e4" + 40 * " " + "x"
AT_ONCE = 20.0
"""Seconds within which even a machine with much else to do has answered."""
OPENING = {"turn/1": ["P", "P", "P"]}
SEATS = ("--seats", "white,black", "--dice", "dice.json")


def test_many_blanks_are_answered_at_once_by_play(tmp_path: Path) -> None:
    (tmp_path / "dice.json").write_bytes(msgspec.json.encode(OPENING))
    lines = [f"white: {BLANKS}", f"white: 1.{40 * ' '}e4{40 * ' '}!!"]
    found = objects(tmp_path, lines, "play", "dicechess", *SEATS)
    (refusal,) = of_kind(found, "refusal")
    assert (refusal["reason"], refusal["place"]) == ("too-much", [42, 43])
    assert [receipt["order"] for receipt in of_kind(found, "receipt")] == ["e4"]


def test_many_blanks_are_answered_at_once_by_the_line_protocol(tmp_path: Path) -> None:
    asyncio.run(by_line(tmp_path))


async def by_line(folder: Path) -> None:
    """One player sends the order, and the other asks."""
    (folder / "dice.json").write_bytes(msgspec.json.encode(OPENING))
    command = ("-c", "from bot.cli import main; main()", "line", "dicechess", "--json", *SEATS)
    server = await asyncio.create_subprocess_exec(
        sys.executable, *command, cwd=folder, stdout=asyncio.subprocess.PIPE
    )
    assert server.stdout is not None
    try:
        begun = msgspec.json.decode(await server.stdout.readline())
        white, black = [
            await Player.seated(begun["port"], begun["tokens"][seat]) for seat in ("white", "black")
        ]
        for player in (white, black):
            await player.until("receipt")
        await white.until("menu")
        async with asyncio.timeout(AT_ONCE):
            await white.send(BLANKS)
            await black.send("?")
            (*_, refusal) = await white.until("refusal")
            await black.until("board")
        assert refusal["reason"] == "too-much"
        await white.close()
        await black.close()
    finally:
        server.kill()
        await server.wait()


def test_many_blanks_are_answered_at_once_in_discord(tmp_path: Path) -> None:
    asyncio.run(in_discord(tmp_path))


async def in_discord(folder: Path) -> None:
    async with staged(folder) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob], kind="dicechess")
        thread, asked = stage.thread(game), {"white": ann, "black": bob}[await stage.turn(game)]
        with alarm():
            said = await stage.people.slash(asked, thread, "order", text=BLANKS)
            offered = await stage.people.slash(asked, thread, "order", focused="text", text=BLANKS)
        assert "“x”" in said.text, said.text
        assert offered.choices == []
        assert await stage.turn(game) == "white"
