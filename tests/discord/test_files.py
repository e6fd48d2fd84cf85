"""Files that a game is made with, attached to `/game new`: a scenario, and
tables of one's own (Desert, 1.2).
"""

from importlib.resources import files
from typing import Any

import msgspec
import pytest

from bot.discord import new_games as discord_games
from engine.referee import new_games
from engine.referee.clock import HandClock
from tests.ambush.test_boards import board
from tests.discord.server.world import User
from tests.discord.stage import Stage

REFEREE = files("engine.games.desert")
CHARTS = REFEREE.joinpath("charts", "house-1.toml").read_bytes().replace(b'"house-1"', b'"mine"')
SCENARIO = REFEREE.joinpath("scenarios", "halim-road.toml").read_bytes()


async def new(stage: Stage, kind: str = "desert", by: User | None = None, **given: Any) -> str:
    said = await stage.slash(by or stage.user("ann"), "game new", kind=kind, join=False, **given)
    blobs = [stage.world.blobs[file["id"]].decode() for file in said.shown.json["attachments"]]
    return "\n".join([said.text, *blobs])


def scenario_in(stage: Stage) -> dict[str, Any]:
    row = stage.door.writer.referee.store.game(stage.only_game)
    assert row is not None
    kept: dict[str, Any] = msgspec.json.decode(row.setup)["scenario"]
    return kept


async def test_charts_that_are_attached_are_kept_in_the_game(stage: Stage) -> None:
    assert "is here" in await new(stage, charts=("mine.toml", CHARTS))
    assert scenario_in(stage) == {"chart_file": CHARTS.decode()}
    row = b'"-2" = ["-", "-", "-", '
    odd = CHARTS.replace(row + b'"-", "11-51", "52-66"', row + b'"11-51", "52-66", "-"')
    assert odd != CHARTS
    said = await new(stage, charts=("odd.toml", odd))
    assert "is here" in said
    assert "morale" in said, "taken with a warning (1.2.5)"


async def test_a_scenario_that_is_attached_is_played(stage: Stage) -> None:
    scenario, charts = ("road.toml", SCENARIO), ("mine.toml", CHARTS)
    assert "is here" in await new(stage, scenario=scenario, charts=charts)
    kept = scenario_in(stage)
    assert kept["meta"]["id"] == "halim-road"
    assert kept["chart_file"] == CHARTS.decode()


async def test_SC_5_a_board_that_is_attached_is_the_map_of_the_game(stage: Stage) -> None:
    hills = board({"0404": '2 "woods:1"'}, 8, 8)
    assert "is here" in await new(stage, "ambush", scenario=("hills.board", hills.encode()))
    assert scenario_in(stage) == {"board": hills}
    bad = hills.replace("woods:1", "lava:1").encode()
    said = await new(stage, "ambush", scenario=("bad.BOARD", bad))
    assert "line 29" in said
    assert "lava:1" in said


async def test_a_file_that_is_wrong_is_explained_line_by_line(stage: Stage) -> None:
    bad = CHARTS.replace(b"ratio = 2", b'ratio = "x"')
    bad = bad.replace(b"overrun_from = 11", b"overrun_from = 1.5")
    said = await new(stage, charts=("bad.toml", bad))
    for line, text in enumerate(bad.decode().splitlines(), 1):
        if text.startswith(("ratio", "overrun_from")):
            assert f"line {line}" in said
    assert "UTF-8" in await new(stage, charts=("bad.toml", b"\xff"))
    assert "not valid TOML" in await new(stage, scenario=("bad.toml", b"hexes = ["))
    assert "meta" in await new(stage, scenario=("bad.toml", b"[meta]\nid = 'x'"))
    large = b"#" * (new_games.LONGEST_FILE + 1)
    assert "256 KiB" in await new(stage, charts=("large.toml", large))
    assert not [one for one in stage.discord.requests if "attachments" in one.path], (
        "it was not even fetched"
    )
    assert "takes no file of charts" in await new(stage, "battleboard", charts=("x.toml", CHARTS))
    assert not stage.places


async def test_a_file_that_cannot_be_fetched_is_asked_for_again(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    attach = stage.people.attach

    def gone(*given: Any) -> dict[str, Any]:
        file = attach(*given)
        del stage.world.blobs[file["id"]]
        return file

    monkeypatch.setattr(stage.people, "attach", gone)
    assert "attach it again" in await new(stage, charts=("mine.toml", CHARTS))


async def test_the_operators_charts_go_by_their_name(stage: Stage) -> None:
    assert "no such file" in await new(stage, options="charts=ours")
    folder = stage.path.with_name("charts")
    folder.mkdir()
    (folder / "ours.toml").write_bytes(CHARTS)
    assert "Possible here: ours" in await new(stage, options="charts=../ours")
    assert "is here" in await new(stage, options="charts=ours")
    assert scenario_in(stage) == {"chart_file": CHARTS.decode()}


async def test_files_are_counted_a_person(stage: Stage, clock: HandClock) -> None:
    ann, bad, good = stage.user("ann"), ("x.bad", b"a" * 300_000), ("road.toml", SCENARIO)
    for _ in range(discord_games.MOST_FILES):
        assert "is not possible" in await new(stage, by=ann, scenario=bad)
    assert "within an hour" in await new(stage, by=ann, scenario=good)
    assert "is here" in await new(stage, "battleboard", ann), "files alone are counted"
    clock.advance(3_601)
    assert "is here" in await new(stage, by=ann, scenario=good)
