"""What a person sees: the question above the prompt, in terminals of every size and kind."""

import re

import pytest

from renderers.toolkit.words import columns
from tests.bot.screens import KINDS, LINES, TerminalKind, shown
from tests.kit.each import each

CODES = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\\\")


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
@pytest.mark.parametrize("game", LINES)
def test_question_and_orders_are_on_the_screen_at_the_first_prompt_and_no_line_is_broken(
    game: str, kind: TerminalKind
) -> None:
    screen = shown(game, kind)
    visible = CODES.sub("", screen.visible[0])
    mark = ">>" if kind.name == "dumb" else "▶"
    assert re.search(rf"^{mark} ", visible, re.MULTILINE), visible
    assert "  Try  " in visible
    assert "No time limit." in re.sub(r"\n *", " ", visible)
    text = CODES.sub("", screen.file.getvalue())
    lines = [line for line in text.split("\n") if "/" not in line]
    assert max(map(columns, lines)) <= kind.columns


@each("kind", KINDS)
def test_colours_are_shown_where_there_are_colours(kind: TerminalKind) -> None:
    text = shown("battleboard", kind).file.getvalue()
    coloured = bool(re.search(r"\x1b\[(\d+;)*3\d", text))
    assert coloured == (
        kind.environment.get("TERM") != "dumb" and "NO_COLOR" not in kind.environment
    )
    assert ("\x1b]8;" in text) == (kind.name != "dumb"), "the picture is a link"


@pytest.fixture(scope="module")
def battleboard() -> str:
    return CODES.sub("", shown("battleboard", KINDS[2]).file.getvalue())


def test_enter_does_what_was_probably_meant(battleboard: str) -> None:
    asked, _, done = battleboard.partition("Did you mean: bomb robot 4 4? Enter does it.")
    assert "You bombed" not in asked
    assert "You bombed robot at 4 4" in done


def test_what_ends_a_game_is_not_done_by_one_word(battleboard: str) -> None:
    _, _, after = battleboard.partition("player> withdraw\n")
    assert after.startswith("This ends the game for you.")
    assert "You passed." in after, "another order lets it go"


def test_the_legend_is_shown_once_where_there_is_room() -> None:
    text = CODES.sub("", shown("battleboard", KINDS[2]).file.getvalue())
    assert text.count("X hit") == 1
    assert text.count("Last bomb") > 1
