"""Missions, mission files, and missions brought from the original game (DL-1, DL-17)."""

import msgspec
import pytest

from engine.games.derelict import importer, missions, view
from engine.games.derelict.board import around, board
from engine.testing.kit import Setting, begin
from tests.derelict.stage import CASE, GAME
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

ORIGINAL = """
# a small mission
segment hall 2x3
1 1 1
1 0 1
endsegment
segment way 1x2
11
endsegment
mission: trial
board: 6
instances:
 h1: hall pos=(0,0) rot=0
 w1: way pos=(3,0) rot=90
tokens:
 m1: marine_flame pos=(0,0) rot=270 attrs={"flamerAmmo": 4}
 x1: deactivated pos=(0,0) rot=0
 b1: blip_2 pos=(2,1) rot=0
 s1: marine_start pos=(3,1) rot=90
rules:
 turn: 3
 activeplayer: 2
 commandpoints: 2
 flamerfuel: 5
"""


@each("name", missions.MISSIONS)
def test_DL_1_missions_of_the_house_hang_together(name: str) -> None:
    one = missions.mission(name)
    drawn = missions.assemble(one)
    cells = set(board(drawn.grid, drawn.segs).corridors)
    waiting = [next(iter(cells))]
    reached = set(waiting)
    while waiting:
        more = {cell for cell in around(waiting.pop()) if cell in cells} - reached
        reached |= more
        waiting += more
    assert reached == cells
    placed = missions.tokens(one, (len(drawn.grid[0]), len(drawn.grid)))
    drop = {token.cell for token in placed if token.kind == "drop_marine"}
    assert all(token.cell in cells | drop for token in placed if token.name or token.kind == "door")
    assert one.title
    assert one.about


def test_segments_turn_clockwise_about_their_box() -> None:
    """Section 3: local x,y of a w x h segment goes to h-1-y,x; w-1-x,h-1-y; y,w-1-x."""
    rows = ("#..", "...")
    assert missions.rotated(rows, 0) == rows
    assert missions.rotated(rows, 90) == (".#", "..", "..")
    assert missions.rotated(rows, 180) == ("...", "..#")
    assert missions.rotated(rows, 270) == ("..", "..", "#.")


PARTS: dict[str, object] = {"grid": (), "size": (3, 1), "segments": {"a": ("..",)}}


@each(
    "change, said",
    [
        ({"grid": (), "instances": ("a 0,0",)}, "needs a grid, or size"),
        ({"grid": ("..", ".")}, "grid[1]: has 1 cells"),
        ({"grid": (".x",)}, "neither # (wall) nor . (corridor)"),
        ({"tokens": ("marin 0,0",)}, "'marin' is no token; there are: marine,"),
        ({"tokens": ("marine 9,0",)}, "needs a cell X,Y from 0,0 to 1,0"),
        ({"tokens": ("marine 0,0 up",)}, "is none of N E S W"),
        ({"tokens": ("marine 0,0", "alien 0,0")}, "a unit stands at 0,0 already"),
        (PARTS | {"instances": ("a 2,0",)}, "off the map of 3 x 1"),
        (PARTS | {"instances": ("a 0,0", "a 1,0")}, "must not overlap"),
        (PARTS | {"instances": ("b 0,0",)}, "there are: a"),
        (PARTS | {"instances": ("a 0,0 45",)}, "such as 'hall 3,4 90'"),
    ],
)
def test_a_wrong_mission_file_is_refused_with_the_place(
    change: dict[str, object], said: str
) -> None:
    data = {"grid": ("..",), "tokens": (), **change}
    with pytest.raises(ValueError, match="scenario") as error:
        GAME.setup(GAME.options_type(), msgspec.convert(data, missions.DerelictScenario))
    assert said in str(error.value)


def test_a_mission_of_the_original_game_is_read() -> None:
    """Section 3: the format, rotation and rules."""
    one = importer.imported(missions.DerelictScenario(original=ORIGINAL))
    drawn = missions.assemble(one)
    assert drawn.grid == ("....##", ".#..##", "######", "######", "######", "######")
    assert drawn.segs[0] == "aaab.."
    assert one.tokens == (
        "marine_flame 0,0 270 +deactivated ammo=4",
        "blip_2 2,1",
        "start_marine 3,1 90",
    )
    assert (one.rules.turn, one.rules.side, one.rules.command, one.rules.fuel) == (3, "alien", 2, 5)
    assert begin(CASE, Setting(view.SEATS, {}, {"original": ORIGINAL})).table.world.turn == 3


@each(
    "old, new, said",
    DATA["a_wrong_mission_of_the_original_game_is_refused_with_its_line"],
)
def test_a_wrong_mission_of_the_original_game_is_refused_with_its_line(
    old: str, new: str, said: str
) -> None:
    assert old in ORIGINAL
    with pytest.raises(importer.BadMission) as error:
        importer.read(ORIGINAL.replace(old, new))
    assert said in str(error.value)
