"""The recorder of ``tests.discord.day``, at the test server; and the test server beside a recording
of the real Discord, where there is one.
"""

import json
from pathlib import Path

import pytest

from tests.discord.day import Recorder, lacking, shapes
from tests.discord.stage import Stage, staged

RECORDED = Path(__file__).parents[1] / "data" / "discord-day.jsonl"


async def played(stage: Stage) -> None:
    duel = await stage.duel()
    for _ in range(2):
        await duel.order()
    await duel.click(duel.ann, "Board")


async def test_a_recording_has_requests_and_answers_and_neither_tokens_nor_ids(
    tmp_path: Path,
) -> None:
    recorder, path = Recorder(), tmp_path / "day.jsonl"
    with recorder.recording():
        async with staged(tmp_path) as stage:
            await played(stage)
    recorder.write(path)
    text, found = path.read_text(), shapes(recorder.lines)
    for secret in (stage.discord.token, *stage.world.users, *stage.world.channels, "token0"):
        assert secret not in text
    assert "content" in found["POST", "/channels/{channel_id}/messages", 200]
    assert lacking(found, found) == []
    less = {one: keys - {"content"} for one, keys in found.items()}
    assert "POST /channels/{channel_id}/messages 200: content" in lacking(found, less)


@pytest.mark.skipif(not RECORDED.exists(), reason="nobody has recorded a day at Discord yet")
async def test_the_test_server_answers_with_all_that_discord_does(tmp_path: Path) -> None:
    recorder = Recorder()
    with recorder.recording():
        async with staged(tmp_path) as stage:
            await played(stage)
    lines = [json.loads(line) for line in RECORDED.read_text().splitlines()]
    assert lacking(shapes(lines), shapes(recorder.lines)) == []
