"""Whole games that programs play which know the protocol and the offers alone."""

import asyncio
import importlib.util
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from tests.battleboard.line import HOST
from tests.battleboard.test_line_json import laid
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
