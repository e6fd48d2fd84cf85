"""What is said at the prompt beside orders: undo, help, talk, pictures; and what completes it."""

import asyncio
import re
from pathlib import Path

import pytest

from bot.play.people import TerminalPeople
from bot.play.plan import new_game
from bot.play.screens import PlainScreen
from bot.play.sitting import TerminalSeat, sit_down
from engine.games import find
from tests.bot.program import TWO
from tests.bot.test_people import said


def test_a_robot_agrees_at_once_that_an_order_is_taken_back(tmp_path: Path) -> None:
    text = said(tmp_path, "bomb bob d6", "undo", "history", arguments=(*TWO, "--robot", "bob"))
    _, _, after = text.partition("You bombed bob at 3 5")
    assert re.search(r"^ *\d+  .*\(taken back\) You bombed bob", after, re.MULTILINE)


def test_who_sits_at_the_same_terminal_agrees_that_an_order_is_taken_back(tmp_path: Path) -> None:
    text = said(tmp_path, "ann: pass", "bob: bomb ann e5", "ann: undo", "undo", "history")
    assert re.search(r"^ *\d+  .*\(taken back\) bob bombed ann", text, re.MULTILINE)


def test_a_word_of_the_terminal_an_order_and_a_rule_are_explained(tmp_path: Path) -> None:
    text = said(tmp_path, "help undo", "help pass", "help BB-16", "help juggling", "?")
    assert "undo, undo LINE: Take your last order back" in text
    assert re.search(r"^pass", text, re.MULTILINE)
    assert "BB-16" in text
    assert "The rules say nothing about “juggling”." in text
    assert "help WORD explains" in text


def test_a_word_of_the_rules_is_explained_by_the_lines_that_begin_with_it(tmp_path: Path) -> None:
    """The line of a table that has the word, and the rule; no headings alone, no marks."""
    text = said(tmp_path, "help bomb")
    assert re.search(r"^  bomb bob 3 5 +a bomb on Bob", text, re.MULTILINE)
    assert "BB-12 What a bomb does." in text
    assert "Before the first bomb" not in text
    assert "|" not in text[text.index("bomb bob 3 5") :]


def test_what_is_said_to_one_seat_is_echoed(tmp_path: Path) -> None:
    assert "ann to bob: Truce?" in said(tmp_path, "say bob Truce?")


def test_a_picture_is_shown_in_half_blocks(tmp_path: Path) -> None:
    text = said(tmp_path, "picture")
    rows = [line for line in text.splitlines() if "▄" in line]
    assert len(rows) > 20
    assert {row.count("▄") for row in rows} == {99}


@pytest.mark.parametrize(
    ("begun", "word", "meaning"),
    [
        ("", "undo", "Take your last order back"),
        ("gm p", "pause", "Pause the clock"),
        ("bomb ", "bob", "where most can be learnt"),
    ],
)
def test_completion_says_what_a_word_means(
    tmp_path: Path, begun: str, word: str, meaning: str
) -> None:
    screen = PlainScreen()
    people = TerminalPeople(TerminalSeat(tmp_path / "a.db", tmp_path, "en"), screen, reads=False)

    async def sit() -> dict[str, str]:
        plan = new_game(find("battleboard"), "ann,bob", [], {"order": "join"})
        async with sit_down(people.place, plan.setup.id, people.show) as sitting:
            await sitting.make("battleboard", plan.setup, plan.seats, plan.robots)
            await sitting.settle_in([])
            await people.play(sitting, resumed=False)
            return dict(people.complete(begun))

    assert meaning in asyncio.run(sit())[word]
