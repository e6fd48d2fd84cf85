"""The conversations of the line protocol, given ones and our own, over real sockets;
and the runner that holds them.
"""

import asyncio
from pathlib import Path

import pytest

from tests.battleboard.line import served
from tests.battleboard.transcripts import Conversation, Differs, hold, main, read
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

HERE = Path(__file__).parent
GIVEN = HERE.parent / "data" / "battleboard-transcripts.txt"
OWN = HERE / "cases" / "conversations.txt"

TURN = """== X planted
@board 0,1 5,3
@board 2,2 9,7
C[a]: join Ann
S[a]: ok 10 8 2 0 1 5 3
C[b]: join Bob
S[b]: ok 10 8 2 2 2 9 7
S[*]: turn-order Ann Bob
S[*]: move-started Ann
S[a]: your-move
C[a]: pass
S[*]: move-ended Ann pass
S[*]: move-started Bob
S[b]: your-move
"""


def conversations(file: Path) -> list[Conversation]:
    return read(file.read_text("utf-8"))


@each("conversation", conversations(GIVEN))
async def test_a_given_conversation(conversation: Conversation) -> None:
    """BB-8 and BB-9 (T02, T16), BB-13 (T17), BB-14 (T23, T24), BB-19 (T28), BB-20 (T30, T32), BB-22
    (T39), and more.
    """
    await hold(conversation)


@each("conversation", conversations(OWN))
async def test_a_conversation(conversation: Conversation) -> None:
    await hold(conversation)


def test_all_given_conversations_are_there() -> None:
    names = "1 2 3 4 5 6 7 9 10 12 13 14 16 17 19 20 21 23 24 26 27 28 30 32 34 35 37 39".split()
    assert [c.name for c in conversations(GIVEN)] == [f"T{int(name):02}" for name in names]


@each("line, planted, where", DATA["a_planted_difference_is_found"])
async def test_a_planted_difference_is_found(
    line: str, planted: str, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tests.battleboard.line.PATIENCE", 1)
    with pytest.raises(Differs) as difference:
        await hold(read(TURN.replace(line, planted))[0])
    assert where in str(difference.value)


async def test_the_command_talks_to_a_server_that_is_up(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "some.txt"
    file.write_text(
        "== Z\nC[a]: join Ann\nS[a]: ok 2 2 1 1 1\nC[b]: pass\nS[b]: error not-joined\n"
    )
    async with served(path, size="2x2", cities=1, scenario={"boards": [[[1, 1]]]}) as port:
        place = f"127.0.0.1:{port.number}"
        assert await asyncio.to_thread(main, [str(file), "--connect", place]) == 0
