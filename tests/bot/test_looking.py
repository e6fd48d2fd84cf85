"""`games`, `show`, `menu`, `history`: what there is, and how stored games stand."""

import asyncio
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result
from msgspec.structs import replace
from sqlite_utils import Database

from bot.cli import main
from bot.play.people import TerminalPeople
from bot.play.plan import new_game
from bot.play.sitting import TerminalSeat, sit_down
from engine.games import find, rules_of
from engine.store.sqlite import SqliteStore
from renderers.toolkit.words import columns
from tests.bot.program import TWO, objects
from tests.bot.screens import KINDS, LINES, TerminalKind, Watched, shown
from tests.bot.test_people import said
from tests.desert.worked import DICE, SAID
from tests.kit.each import each
from tests.kit.games import names


@pytest.fixture
def id(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    found: str = objects(tmp_path, ["ann: pass", "bob: bomb ann a2"])[0]["id"]
    monkeypatch.chdir(tmp_path)
    return found


def looked(*arguments: str) -> str:
    done: Result = CliRunner().invoke(main, arguments)
    assert done.exit_code == 0, done.output
    return done.output


def audited() -> list[tuple[str, str, str]]:
    db = Database("meanwhile.db")
    try:
        return list(db.execute("select actor, action, game from audit order by id"))
    finally:
        db.close()


def test_stored_games_are_listed(id: str) -> None:
    (line,) = [line for line in looked("games").splitlines() if id in line]
    assert "battleboard" in line
    assert "ann, bob: waits for ann" in line


@each("kind", names())
def test_a_kind_shows_its_options_in_columns_and_its_rules(kind: str) -> None:
    text = looked("show", kind)
    options = text.split("VALUE):\n")[1].split("\n\n")[0].splitlines()
    places = {[part.start() for part in re.finditer(r"(?<=  )\S", line)][-1] for line in options}
    assert len(places) == 1
    assert text.endswith(f" rules {kind}\n")
    assert looked("rules", kind).splitlines()[0] in rules_of(find(kind))
    if kind == "battleboard":  # BB-1: 2 to 20 players, 2 unless said otherwise
        (line,) = [line for line in options if line.strip().startswith("players")]
        assert (line.split()[1], line[-7:]) == ("2", " [2…20]")


def test_rules_about_an_order_are_those_that_its_row_names() -> None:
    assert "DL-4 Costs. A step forward" in looked("rules", "derelict", "move")
    refused = CliRunner().invoke(main, ["rules", "derelict", "juggling"])
    assert "say nothing about 'juggling'; topics: How" in " ".join(refused.output.split())


def test_a_stored_game_shows_its_public_board(id: str) -> None:
    text = looked("show", id)
    assert "waits for ann" in text
    assert "1 of 2 cities" in text
    assert "your city" not in text
    assert audited() == []


LOOKS = {
    "show ID --seat ANN": ("board of a seat", "what ann sees.", "C"),
    "menu ID ANN": ("menu of a seat", "what ann sees.", "bomb {target} {square}"),
    "history ID --seat ann": ("history of a seat", "what ann sees.", "cities are at 0 1, 5 3"),
    "replay ID 2 --seat ann": ("replay of a seat", "what ann sees.", ""),
    "show ID --stack": ("the stack", "everything.", '{"announced":true}'),
}
"""Commands; what the audit log notes, what the players are told, and what is shown."""


def history(id: str) -> list[str]:
    return [line.strip() for line in looked("history", id).splitlines()]


def test_a_look_at_what_is_hidden_is_noted_and_the_players_are_told(id: str) -> None:
    for command, (action, seen, wanted) in LOOKS.items():
        before, noted = history(id), audited()
        text = looked(*command.replace("ID", id).split())
        assert wanted in text
        assert "2 2" not in text or wanted == "C", "where a city of Bob is"
        assert audited() == [*noted, ("operator", action, id)]
        told = history(id)
        assert told[: len(before)] == before
        (line,) = told[len(before) :]
        assert f"operator (the command line) viewed hidden information: {seen}" in line


def test_a_public_board_can_be_a_picture_and_a_look_that_is_none_is_named(id: str) -> None:
    looked("show", id, "--picture", "board.png")
    assert Path("board.png").read_bytes().startswith(b"\x89PNG")
    wrong = CliRunner().invoke(main, ["show", id, "--look", "near"])
    assert (wrong.exit_code, "--look near" in wrong.output) == (2, True)


def test_the_public_history_is_for_all(id: str) -> None:
    lines = looked("history", id).splitlines()
    assert any("bob bombed ann at 0 1: hit." in line for line in lines)
    assert not any("cities are at" in line for line in lines)
    assert looked("history", id, "--from", "3").splitlines() == lines[2:]
    assert audited() == []


def test_a_finished_game_holds_no_secret_of_a_seat_any_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = objects(tmp_path, ["bob: withdraw", "ann: pass"])[0]["id"]
    monkeypatch.chdir(tmp_path)
    looked("history", id, "--seat", "ann")
    assert audited() == []


@pytest.mark.parametrize("arguments", [("menu", "ID", "carl"), ("history", "ID", "--seat", "carl")])
def test_an_unknown_seat_is_named_and_nothing_is_noted(id: str, arguments: tuple[str, ...]) -> None:
    done = CliRunner().invoke(main, [id if word == "ID" else word for word in arguments])
    assert done.exit_code == 2
    assert "'carl'; there are: ann, bob" in done.stderr
    assert audited() == []


def test_looking_needs_no_writing(id: str) -> None:
    """A folder stands where the lock would be, as good as a medium that is read-only."""
    Path("meanwhile.db.lock").unlink(missing_ok=True)
    Path("meanwhile.db.lock").mkdir()
    assert "bob bombed ann" in looked("history", id)
    assert "ann" in looked("show", id)
    assert id in looked("games")
    assert "bombed" in looked("replay", id, "4")


def test_looking_works_beside_a_game_that_is_played_and_what_is_audited_says_what_it_needs(
    id: str,
) -> None:
    with SqliteStore(Path("meanwhile.db")):
        assert "bob bombed ann" in looked("history", id)
        refused = CliRunner().invoke(main, ["show", id, "--seat", "ann"], standalone_mode=False)
    assert "`meanwhile play`; quit that one first" in str(refused.exception)
    assert "no game is called" not in str(refused.exception)


def test_a_kind_has_no_picture(id: str) -> None:
    refused = CliRunner().invoke(
        main, ["show", "ambush", "--picture", "x.png"], standalone_mode=False
    )
    assert "name a stored game by its id" in str(refused.exception)
    assert not Path("x.png").exists()


CODES = re.compile(r"\x1b\[[0-9;]*m|\x1b\]8;[^\x1b]*\x1b\\\\")


@pytest.mark.parametrize("kind", KINDS[::3], ids=lambda kind: kind.name)
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


def plain(game: str) -> str:
    return CODES.sub("", shown(game, KINDS[2]).file.getvalue())


def test_what_was_probably_meant_stands_in_the_line() -> None:
    asked, _, done = plain("battleboard").partition("Did you mean: bomb robot 4 4?")
    assert "You bombed" not in asked
    assert done.startswith("\nplayer> bomb robot 4 4\nYou bombed robot at 4 4")
    assert "A> deploy A1 0301/3\nA1 is deployed" in plain("ambush"), "the first suggestion"


def test_what_ends_a_game_is_not_done_by_one_word_and_a_legend_is_shown_once() -> None:
    text = plain("battleboard")
    assert text.count("X hit") == text.count("   0 1 2 3") // 2
    _, _, after = text.partition("player> withdraw\n")
    assert after.startswith("This ends the game for you.")
    assert "You passed." in after, "another order lets it go"


def played(
    screen: Watched, folder: Path, kind: str, options: dict[str, str], dice: Any = None
) -> None:
    async def play() -> None:
        place = TerminalSeat(folder / "meanwhile.db", folder / "pictures", "en")
        people = TerminalPeople(place, screen, reads=True)
        plan = new_game(find(kind), None, [], options)
        setup = replace(plan.setup, loaded=dice) if dice else plan.setup
        async with sit_down(place, setup.id, people.show) as sitting:
            await sitting.make(kind, setup, plan.seats, plan.robots)
            await sitting.settle_in([])
            await people.play(sitting, resumed=False)
        screen.seats = [*people.people]

    asyncio.run(play())


@pytest.mark.parametrize(
    ("tried", "quoted"),
    [("B: hide BX 0304/9", "0304/9"), ("B: hide BQ 0603/1", "BQ"), ("B: zzz 0304", "zzz")],
)
def test_a_refused_secret_order_is_gone_from_the_screen_like_one_that_was_taken(
    tmp_path: Path, tried: str, quoted: str
) -> None:
    """And so is what the refusal says of it, which quotes it."""
    begin = ["B: deploy B1 0612/0", "A: deploy A1 0601/3", "B: deploy B1 0612/0", "A: ok"]
    screen = Watched([*begin, tried])

    played(screen, tmp_path, "ambush", {"window": "local"})
    assert screen.erased[-1] == tried, "the question is one that is asked in secret"
    assert not [text for text in screen.public if f"“{quoted}" in text]
    assert any(f"“{quoted}" in text for text in screen.private), "who has said it is told why"


def test_who_is_asked_next_in_secret_is_handed_the_keyboard_before_the_question(
    tmp_path: Path,
) -> None:
    screen = Watched(["auto", "auto"])
    played(screen, tmp_path, "desert", {})
    one, two = screen.seats
    said = [k for k, text in enumerate(screen.public) if "hand the keyboard" in text]
    assert said
    line = screen.public[said[0]]
    assert f"to {two}. {one}, please look away" in line
    asked = [k for k, text in enumerate(screen.public) if text.startswith(f"▶ {two}")]
    assert said[0] < asked[0]


@pytest.mark.parametrize("line", ["axis: board charts", "axis: view", "board charts", "view axis"])
def test_a_look_of_one_of_several_people_is_for_that_one_alone(tmp_path: Path, line: str) -> None:
    """P6, P18: handout, dossier and the like open at a shared terminal as they do for one."""
    screen = Watched([line])
    played(screen, tmp_path, "desert", {})
    assert not [text for text in screen.public if "no board view" in text or "no order" in text]
    assert screen.private
    assert "For axis only. Press Enter to show it, and Enter again to hide it." in screen.public
    assert not any(screen.private[0].splitlines()[-1] in text for text in screen.public)


def test_a_look_that_a_seat_does_not_have_is_refused_with_those_it_has(tmp_path: Path) -> None:
    screen = Watched(["cw: board zzz"])
    played(screen, tmp_path, "desert", {})
    assert any("board charts" in text for text in screen.public)


def test_a_slip_and_enter_never_fire(tmp_path: Path) -> None:
    """While anti-armour fire is asked for, ``assault`` is an order of a later step."""
    lines = [f"{seat}: {text}" for seat, text in SAID]
    begin = lines[: lines.index("axis: aa C2")]
    screen = Watched([*begin, "axis: assault C2", "", "axis: done"])
    played(screen, tmp_path, "desert", {"stages": "1"}, DICE)
    (refused,) = screen.private
    assert "assault" in refused
    assert "Did you mean: aa C2?" in refused
    assert "Enter does it" not in refused
    assert "The phasing side fires no more." in " ".join(screen.public)


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


def test_looking_words_are_answered_at_a_terminal(tmp_path: Path) -> None:
    text = said(tmp_path, "status", "orders", "ping", "map", "history 3", "history x")
    assert "Waiting for: ann. No time limit." in text
    assert "Your answer to the open question so far:" in text
    assert "The referee heard you at " in text
    assert text.count("Legend:") >= 2
    assert re.search(r"^3  \d{4}-", text, re.MULTILINE)
    assert "“x” (character 9) should be a number." in text
    assert "no order" not in text


def test_a_word_of_the_rules_is_explained_by_the_lines_that_begin_with_it(tmp_path: Path) -> None:
    """The line of a table that has the word, and the rule; no headings alone, no marks."""
    text = said(tmp_path, "help bomb")
    assert re.search(r"^  bomb bob 3 5 +a bomb on Bob", text, re.MULTILINE)
    assert "BB-12 What a bomb does." in text
    assert "Before the first bomb" not in text
    assert "|" not in text[text.index("bomb bob 3 5") :]


def test_a_picture_is_shown_in_half_blocks(tmp_path: Path) -> None:
    text = said(tmp_path, "picture")
    rows = [line for line in text.splitlines() if "▄" in line]
    assert len(rows) > 20
    assert {row.count("▄") for row in rows} == {99}
