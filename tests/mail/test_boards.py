"""Ambush by mail on a map in the ``.board`` format that lies beside the database (SC-5, SC-6)."""

import asyncio
import re
from pathlib import Path

from tests.ambush.test_boards import board
from tests.mail.stage import ANN, BOB, PEOPLE, address, office, parsed, reply, text_of
from tests.mail.test_lobby import FIRST

HILLS = board({"0404": '2 "woods:1;foliage_elev:2"', "0606": '0 "water:1"'}, 8, 8)


def test_SC_6_a_game_on_a_board_is_begun_and_played_by_mail(tmp_path: Path) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "hills.board").write_text(HILLS)

    async def play() -> None:
        async with office(tmp_path / "m.db") as at:
            await at.take(reply(FIRST, "new ambush board=plains", ANN))
            assert "hills" in text_of(await at.last(address("Ann")))
            await at.take(reply(FIRST, "new ambush board=hills window=2h", ANN))
            made = await at.last(address("Ann"))
            (game,) = re.findall(r"Game (\w+) \(Ambush\) is ready", text_of(made))
            await at.take(reply(made, "join A", ANN))
            about = FIRST.as_bytes().replace(b"hello", f"[{game}]".encode(), 1)
            await at.take(reply(parsed(about), "join B", BOB))
            world = (await at.table(game)).world
            assert world.cell("0404").text() == "w2"
            deploy = {"A": ("Ann", "deploy A1 0401/3"), "B": ("Bob", "deploy B1 0508/0")}
            first = await at.asked(game)
            for name, orders in (
                deploy[first],
                deploy["B" if first == "A" else "A"],
                ("Ann", "hide AX 0404/3\nok"),
                ("Bob", "ok"),
            ):
                await at.take(reply(await at.last(address(name)), orders, PEOPLE[name]))
            world = (await at.table(game)).world
            assert (world.units["A1"].hex, world.units["B1"].hex) == ("0401", "0508")
            assert world.units["AX"].hex == "0404", "on the hill that the board has"

    asyncio.run(play())
