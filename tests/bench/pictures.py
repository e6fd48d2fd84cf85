"""Pictures of every game: what drawing and encoding one costs when everything that can be kept
is kept, and how large it is.
"""

import io
import statistics
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from PIL import Image

import renderers
from engine.referee.batch import Batch
from engine.referee.referee import Referee
from engine.state import PUBLIC
from tests.bench import ambush, derelict, desert, dicechess, stage
from tests.bench.meter import milliseconds
from tests.bench.table import Row

GOALS = {"ambush": 40.0, "battleboard": 8.0, "derelict": 15.0, "desert": 40.0, "dicechess": 15.0}
"""Milliseconds."""
KIB, ROUNDS, VIEWS = 150.0, 5, 8
ROW = 3
"""Boards of BattleBoard that stand side by side."""


def battles(folder: Path) -> list[Any]:
    found: list[Any] = []
    with stage.open_store(folder, 1) as store:
        referee, said = Referee(store, {}), stage.orders(0)

        def look(batch: Batch) -> None:
            opened = batch.game("g0")
            assert opened is not None
            view = opened.table.view(PUBLIC)
            row = view.boards[:ROW]
            if view.turn in [board.seat for board in row]:
                found.append(msgspec.structs.replace(view, boards=row))

        for n in range(60):
            referee.take([stage.message(0, n, said(n)), look], stage.MADE)
    return found[-VIEWS:]


def views(folder: Path) -> Iterator[tuple[str, list[Any]]]:
    yield "ambush", [ambush.moving(seed)[0].table.view(PUBLIC) for seed in (1, 2)]
    yield "battleboard", battles(folder)
    yield "derelict", [table.view(PUBLIC) for table in derelict.tables("hive", VIEWS)]
    yield "desert", [desert.planning("sidi-rahal").table.view("axis")]
    yield "dicechess", [table.view(PUBLIC) for table in dicechess.openings(VIEWS)]


def blank(size: tuple[int, int]) -> None:
    Image.new("P", size).save(io.BytesIO(), "PNG")


def rows(folder: Path) -> list[Row]:
    found = []
    for kind, seen in views(folder):
        drawn = [renderers.picture(kind, view) for view in seen]
        with Image.open(io.BytesIO(drawn[0])) as image:
            size = image.size
        each = [milliseconds(partial(renderers.picture, kind, view), ROUNDS + 1) for view in seen]
        floor = milliseconds(partial(blank, size), ROUNDS)
        note = f"{size[0]} x {size[1]}; a blank one {floor:.1f} ms"
        found += [
            Row(f"picture, {kind}", statistics.median(each), "ms", GOALS[kind], True, note),
            Row("  its size, the largest", max(map(len, drawn)) / 1024, "KiB", KIB, below=True),
        ]
    return found
