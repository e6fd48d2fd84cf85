"""Maps in the ``.board`` format, written by hand for these tests (SC-5, SC-6)."""

import re
from pathlib import Path
from typing import Any, get_args

import pytest
from click.testing import CliRunner

from bot.cli import main
from engine.games.ambush.board_file import board_rows
from engine.games.ambush.hexes import named
from engine.games.ambush.scenario import (
    AmbushOptions,
    AmbushScenario,
    Battle,
    MapTable,
    new_world,
)
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)


def board(cells: dict[str, str], width: int = 3, height: int = 2) -> str:
    """A board on which all other hexes are clear; a cell is ``LEVEL "TERRAIN"``."""
    lines = [f"size {width} {height}"]
    for r in range(1, height + 1):
        for c in range(1, width + 1):
            cell = cells.get(named(c, r), '0 ""')
            lines.append(f'hex {named(c, r)} {cell} ""')
    return "\n".join([*lines, "end", ""])


TERRAINS = """
.      0 ""                       .3     3 ""
w-2    -2 "woods:1;foliage_elev:2"  W      0 "woods:2"
W      0 "woods:3"                w1     1 "jungle:1"
r      0 "rough:2"                r      0 "rubble:4"
r      0 "swamp:1"                .      0 "water:0"
1      0 "water:1"                2      0 "water:4;rapids:1"
I      0 "ice:1;water:2"          P      0 "pavement:1"
P      0 "road:1:36"              w      0 "road:1:9;woods:1"
w      0 "WOODS:1; Rough:1"       .      0 "sand:1"
r      0 "snow:2"                 #      0 "impassable:1;woods:1"
L15h1  0 "building:1"
M45h3@2  2 "bldg_elev:3;building:2:80;bldg_cf:45"
H90h4  0 "building:3;bldg_elev:9;bldg_cf:90;bldg_class:1"
H120h1  0 "building:4;bldg_cf:120"
"""
"""The code of a cell in a scenario, and what a board has for it."""


@each("code, cell", re.findall(r'(\S+) +(-?\d+ "[^"]*")', TERRAINS))
def test_SC_5_terrain_of_a_board_is_that_of_the_game(code: str, cell: str) -> None:
    assert board_rows(board({"0202": cell})) == (". . .", f". {code} .")


def test_SC_5_a_hex_stands_where_its_number_says_whatever_the_order_of_lines() -> None:
    lines = board({"0301": '0 "woods:1"', "0102": '1 ""'}).splitlines()
    first, *hexes, last = lines
    mixed = "\n".join(
        ["# by hand", "option x y", first, "", *reversed(hexes), last, "what follows"]
    )
    assert board_rows(mixed) == (". . w", ".1 . .")


@each(
    "cells, why",
    DATA["SC_5_what_is_wrong_with_a_board_is_named_with_its_line"],
)
def test_SC_5_what_is_wrong_with_a_board_is_named_with_its_line(
    cells: dict[str, str] | str, why: str
) -> None:
    with pytest.raises(ValueError, match=r"^board") as refused:
        board_rows(cells if isinstance(cells, str) else board(cells))
    assert re.search(why, str(refused.value)), refused.value


def test_SC_6_a_battle_of_the_house_is_fought_across_a_board() -> None:
    made = AmbushScenario(board=board({"0504": '0 "impassable:1"'}, 9, 8))
    for battle in get_args(Battle):
        world = new_world(AmbushOptions(battle=battle), made)
        assert (len(world.rows), len(world.rows[0].split())) == (8, 9)
        (goal,) = world.objectives
        assert goal.hex == "0403", "the first beside to the middle that can be entered"
        zones = [*world.deploy.values(), *world.ambush.values()]
        assert sorted(hex for zone in zones for hex in zone) == sorted(
            named(c, r) for c in range(1, 10) for r in range(1, 9)
        )


@each(
    "more, why",
    [
        ({}, "too few for a built-in battle; at least 6 by 6"),
        ({"map": MapTable("1x1", (".",))}, "the scenario has a map too; leave one of the two out"),
    ],
)
def test_SC_6_a_board_that_does_not_fit_is_refused(more: dict[str, Any], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        new_world(AmbushOptions(), AmbushScenario(board=board({}), **more))


def test_SC_5_the_command_takes_a_board_and_names_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("hills.board").write_text(board({"0303": '2 "woods:1"'}, 8, 8))
    Path("board").mkdir()
    Path("board/club.board").write_text(board({}, 7, 9))
    Path("bad.board").write_text(board({"0303": '2 "lava:1"'}, 8, 8))

    for arguments, code, said in (
        ("--board hills.board", 0, ""),
        ("--option board=club --option battle=ice", 0, ""),
        ("--board bad.board", 2, "bad.board:\nboard, line 20: hex 0303: lava:1"),
        ("--option board=none", 2, "club"),
    ):
        done = CliRunner().invoke(main, ["new", "ambush", *arguments.split()])
        assert done.exit_code == code, done.output
        assert said in done.output
