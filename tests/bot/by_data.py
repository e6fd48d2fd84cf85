"""Whole games that programs play which know the protocol and the offers alone.

``python -m tests.bot.by_data GAME [GAMES]`` plays, and writes what came of it.
"""

import asyncio
import importlib.util
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time
from typing import Any

from tests.battleboard.line import HOST
from tests.battleboard.test_line_json import laid
from tests.kit.games import names
from tests.repo.tree import ROOT

CLIENT = ROOT / "docs" / "examples" / "player" / "player.py"
OPTIONS = {"battleboard": {"size": "4x4", "order": "join"}}
"""So that a game is short, and seats are asked in an order that is fixed."""

Object = dict[str, Any]


def client() -> Callable[..., list[Object]]:
    """``play`` of the example."""
    spec = importlib.util.spec_from_file_location("player", CLIENT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    play: Callable[..., list[Object]] = module.play
    return play


async def game(path: Path, kind: str, seed: int, options: dict[str, str]) -> list[list[Object]]:
    play = client()
    seats = "ann,bob" if kind == "battleboard" else None
    async with laid(path, kind, seats, **options) as table:
        return await asyncio.gather(
            *(
                asyncio.to_thread(play, HOST, table.port, token, random.Random(f"{seed} {seat}"))
                for seat, token in table.tokens.items()
            )
        )


def of_kind(read: Sequence[Sequence[Object]], kind: str) -> list[Object]:
    return [thing for seat in read for thing in seat if thing["kind"] == kind]


def main(kind: str, games: int) -> None:
    counted = Counter[str]()
    most = listed = 0
    begun = process_time()
    for seed in range(games):
        with TemporaryDirectory() as folder:
            read = asyncio.run(game(Path(folder) / "db", kind, seed, {}))
        assert all(seat[-1]["kind"] == "result" for seat in read)
        counted["decisions"] += len(of_kind(read, "receipt")) - len(read)
        counted["parts"] += len(of_kind(read, "parts"))
        refusals = of_kind(read, "refusal")
        counted["refusals"] += len(refusals)
        for one in refusals:
            print("refused:", one)
        menus = [menu for menu in of_kind(read, "menu") if menu["asked"]]
        counted["menus"] += len(menus)
        counted["unlisted"] += sum(
            any(one["role"] != "anytime" for one in menu["unlisted"]) for menu in menus
        )
        listed += sum(menu["count"] for menu in menus)
        most = max([most, *(menu["count"] for menu in menus)])
    spent = process_time() - begun
    mean = listed / counted["menus"]
    print(f"{kind}: {games} games, {dict(counted)}, offers {mean:.1f} (most {most}), {spent:.0f} s")


if __name__ == "__main__":
    for name in [sys.argv[1]] if sys.argv[1:] and sys.argv[1] != "all" else names():
        main(name, int(sys.argv[2]) if sys.argv[2:] else 100)
