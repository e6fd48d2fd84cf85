"""A mail with more answers than its writer can give in a row: none is played before a YES."""

from pathlib import Path

import pytest

from tests.mail.nasty import answer, standing
from tests.mail.stage import PEOPLE, address, reply, rows, text_of

BOMBS = ("bomb bob 3 5", "bomb bob 1 1")


async def test_of_two_answers_neither_is_played_and_a_yes_plays_the_last(tmp_path: Path) -> None:
    async with standing(tmp_path / "m.db", "battleboard") as at:
        before = (await at.table()).save()
        await at.take(answer(at, "\n".join(BOMBS)))
        assert (await at.table()).save() == before
        question = await at.last(address("Ann"))
        assert "do you mean this?" in question["Subject"]
        assert "more orders than you can give in one turn" in text_of(question)
        await at.take(reply(question, "YES", PEOPLE["Ann"], id="<yes@mail.example>"))
        assert await at.asked() == "Bob"
        last = (await at.table()).world.last
        assert (last.target, last.square) == ("Bob", (1, 1))


@pytest.mark.parametrize("text", ["bomb bob 3 5\nBOMB Bob 3 5", "pass\npass"])
async def test_an_answer_that_is_said_twice_is_played(text: str, tmp_path: Path) -> None:
    async with standing(tmp_path / "m.db", "battleboard") as at:
        await at.take(answer(at, text))
        assert await at.asked() == "Bob"


async def test_moves_are_a_sequence_if_there_are_dice_for_all(tmp_path: Path) -> None:
    """White begins with dice for a pawn and for two moves of knights."""
    async with standing(tmp_path / "m.db", "dicechess") as at:
        board = (await at.table()).world.fen
        await at.take(answer(at, "e4\nNf3\nNc3\nNa3"))
        assert (await at.table()).world.fen == board, "four moves, three dice"
        await at.take(answer(at, "e4\nNf3"))
        board = (await at.table()).world.fen
        assert board.startswith("rnbqkbnr/pppppppp/8/8/4P3/5N2/PPPP1PPP/RNBQKB1R w")
        await at.take(answer(at, "Nc3\nNa3"))
        assert (await at.table()).world.fen == board, "two moves, one die"
        await at.take(answer(at, "Nc3"))
        assert await at.asked() == "black"


async def test_in_a_game_of_many_orders_a_turn_all_are_played(tmp_path: Path) -> None:
    async with standing(tmp_path / "m.db", "derelict") as at:
        await at.take(answer(at, "turn left\nturn right"))
        assert rows(await at.last(address("Ann"))) == ["turn left", "turn right"]
