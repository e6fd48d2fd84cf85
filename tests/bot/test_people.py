"""`meanwhile play` for people: plain lines, and a real terminal."""

import os
import pty
import re
import select
import subprocess
import termios
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document

from bot.play import screens, terminal
from bot.play.people import TerminalPeople
from bot.play.plan import new_game
from bot.play.sitting import TerminalSeat, sit_down
from engine.games import find
from tests.bot.program import ENVIRONMENT, MEANWHILE, SCENARIO, TWO, Program, run
from tests.kit.each import each

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b[=>]|\r")


def cities(text: str) -> int:
    """The cities that somebody sees on boards: `C` between other squares."""
    return sum(
        len(re.findall(r"(?<=\s)C(?=\s|$)", line))
        for line in text.splitlines()
        if re.match(r"\s*\d ", line)
    )


def said(folder: Path, *lines: str, arguments: tuple[str, ...] = TWO) -> str:
    done = run(folder, *arguments, stdin="".join(f"{line}\n" for line in lines))
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def test_without_a_terminal_two_robots_play_a_short_game(tmp_path: Path) -> None:
    text = said(tmp_path, arguments=("play",))
    assert " bombed " in text
    assert "has won" in text
    assert "Legend:" in text
    pictures = list((tmp_path / "pictures").glob("*/*.png"))
    assert pictures
    assert all(str(picture.relative_to(tmp_path)) in text for picture in pictures)


def test_nobody_is_shown_what_is_not_for_all_who_sit_there(tmp_path: Path) -> None:
    text = said(tmp_path, "ann: bomb bob d6", "pass", "board")
    assert cities(text) == 0
    assert "Your board has" not in text
    assert "ann: you have a private message (type view ann)" in text


def test_the_only_person_reads_as_that_person(tmp_path: Path) -> None:
    text = said(tmp_path, "bomb bob d6", arguments=(*TWO, "--robot", "bob"))
    assert "You bombed bob at 3 5: miss." in text
    assert "bob bombed your board" in text
    assert "your cities are at 0 1, 5 3" in text
    assert cities(text) >= 2


def test_people_can_say(tmp_path: Path) -> None:
    text = said(
        *(tmp_path, "help", "menu", "menu bob", "pass", "undo", "say bob Truce?", "say * Hello"),
        *("view bob", "history", "history bob", "juggle", "view carl", "carl: pass", "quit"),
        "pass",
    )
    assert "SEAT: ORDER" in text
    assert re.search(r"ann could order, for example:\n  bomb bob \d \d +one of 160\n  pass\n", text)
    assert "bob could order, for example:\n  withdraw\n" in text
    assert not re.search(r"[{}]", text), "examples and no patterns"
    assert "ann took back their last order." in text
    assert "ann: Truce?" in text
    assert "ann: Hello" in text
    assert "(taken back) ann passed." in text
    assert "Your board has 10 by 8 squares; your cities are at 2 2, 9 7" in text
    assert "There is no order “juggle” now (character 1)." in text
    assert text.count("This game has no seat “carl”. Seats: ann, bob") == 1
    assert "To go on with this game: meanwhile play --resume" in text
    assert text.count("ann: pass") == 1


def test_the_referees_words_are_said_like_orders_and_answered(tmp_path: Path) -> None:
    """docs/reference/commands.md: the words are the same everywhere."""
    text = said(
        *(tmp_path, "bob: queue add pass", "ann: queue list", "link", "away until yesterday"),
        "gm pause",
    )
    assert "Your standing orders: 1. pass" in text
    assert "You have no standing orders." in text
    assert re.search(r"send “link \w+-\w+” from your other account", text)
    assert "yesterday" in text
    assert "Only moderators of this game can do that." in text


def test_the_question_is_above_the_prompt_without_being_asked_for(tmp_path: Path) -> None:
    """As its one reader may read it, or as all who share the screen may."""
    derelict = said(
        tmp_path,
        *("view marine", "keep", "activate M1; juggle; pass"),
        arguments=("play", "derelict"),
    )
    assert "marine has to decide: roll the command die again, or keep it?" in derelict
    assert 0 < derelict.index("M1 is active, with 4 action") < derelict.index("no order “juggle”")
    assert re.search(
        r"▶ marine: you may roll the command die again\.\n"
        r"  The second roll counts\. The command die shows \d\.",
        derelict,
    )
    assert derelict.rindex("fuel ") < derelict.rindex("Action points: ")
    assert derelict.count("Action points: ") == 1
    alone = said(tmp_path, "pass", arguments=(*TWO, "--robot", "bob"))
    assert alone.count("▶ ann: bomb a square, or pass.") >= 2
    both = said(tmp_path, "pass")
    block = re.search(
        r"▶ ann: bomb a square, or pass\.\n  You have .* No time limit\.\n(.*)\n", both
    )
    assert block
    assert re.fullmatch(r"  Try  bomb bob \d \d · .*", block[1]), "the other's board, not the own"


def test_who_is_asked_in_secret_is_told_so_and_nothing_of_the_question(tmp_path: Path) -> None:
    """The same words whether or not there is anything to decide (rules of ambush, IS-5)."""
    for spot in ("0507/1", "0706/1"):
        text = ambush(tmp_path, f"B: hide BX {spot}", "B: ok", "A: move A1 run F F F F", begun=4)
        asked = re.findall(r"▶ B: .*, in secret\.\n", text)
        assert len(asked) == 2, "where to hide, and whether to shoot"
        assert "opportunity" not in text


BEGUN = (
    *("B: deploy B1 0612/0", "A: deploy A1 0601/3", "B: deploy B1 0612/0", "A: ok", "B: ok"),
    "A: move A1 run F F",
)
"""A game of ambush, whoever deploys first: who has to wait is refused once."""


def ambush(
    tmp_path: Path, *more: str, option: str = "window=local", begun: int | None = None
) -> str:
    dice = tmp_path / "dice.json"
    dice.write_text(
        '{"1/initiative/initiative:A": [2], "1/initiative/initiative:B": [5]}', encoding="utf-8"
    )
    battle = ("play", "ambush", "--option", option, "--dice", str(dice))
    return said(tmp_path, *BEGUN[:begun], *more, arguments=battle)


def test_WN_5_ambush_at_one_terminal_waits_for_answers_and_not_for_the_clock(
    tmp_path: Path,
) -> None:
    asked = ambush(tmp_path)
    assert "▶ B: you may interrupt A’s move of A1, in secret.\n" in asked
    assert "A1 enters 0603" not in asked
    answered = ambush(tmp_path, "view B", "B: noted", "board")
    assert "The window closes when everybody has answered: B." in answered
    assert "Last move of A1, on foot: 0601 0602 0603" in answered
    assert "Closes 2" not in answered


def test_WN_1_a_window_says_until_when_it_is_open(tmp_path: Path) -> None:
    text = ambush(tmp_path, "view B", "B: noted", "board", option="window=10m")
    text = re.sub(r"\n +", " ", text)
    assert len(re.findall(r"Closes \d{4}-\d\d-\d\d \d\d:\d\d UTC, in (9|10|11) minutes", text)) == 2
    assert "The window closes at its deadline, whether or not anybody reacts." in text
    assert "Last move of A1" not in text


def test_a_game_is_gone_on_with_as_it_says(tmp_path: Path) -> None:
    text = said(tmp_path, "pass", arguments=(*TWO, "--db", "my games.db"))
    found = re.search(r"meanwhile play --resume (\w+) --db 'my games.db'", text)
    assert found
    again = said(tmp_path, "pass", arguments=("play", "--resume", found[1], "--db", "my games.db"))
    assert "bob: pass" in again


def test_the_end_says_how_to_look_back(tmp_path: Path) -> None:
    text = said(tmp_path, "bob: withdraw!", "pass", *["never read"] * 1000)
    assert "ann has won." in text
    found = re.search(r"Full history: meanwhile history (\w+)", text)
    assert found
    assert "ann has won." in run(tmp_path, "history", found[1]).stdout


def test_help_names_the_other_looks_and_where_the_rules_are(tmp_path: Path) -> None:
    text = ambush(tmp_path, "help", "quit", begun=3)
    assert "board near A1 · board reach A1" in text
    assert "meanwhile show ambush" in text


def test_it_speaks_traditional_chinese(tmp_path: Path) -> None:
    text = said(
        *(tmp_path, "help", "menu", "view ann", "history", "quit"),
        arguments=(*TWO, "--language", "zh-TW"),
    )
    assert "座位" in text
    assert "To go on" not in text


@contextmanager
def at_a_terminal(
    folder: Path, *arguments: str, rows: int = 40, columns: int = 100
) -> Iterator["Typing"]:
    (folder / "two.toml").write_text(SCENARIO)
    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (rows, columns))
    environment = {
        **ENVIRONMENT,
        "COLUMNS": str(columns),
        "TERM": "xterm",
        "PROMPT_TOOLKIT_NO_CPR": "1",
    }
    process = Program(
        folder,
        *(MEANWHILE, *arguments, "--plain"),
        environment=environment,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
    )
    os.close(theirs)
    try:
        yield Typing(ours, process)
    finally:
        process.kill()
        process.wait()
        os.close(ours)


PATIENCE = 60
"""Seconds after which nothing more is waited for."""


class Typing:
    def __init__(self, fd: int, process: Program):
        self.fd, self.process, self.kept = fd, process, b""

    def type(self, text: str) -> None:
        os.write(self.fd, text.encode())

    def plays(self, *turns: str) -> None:
        """Wait for a text, type a line, wait for the next text, and so on."""
        for n, text in enumerate(turns):
            if n % 2:
                self.type(f"{text}\r")
            else:
                self.read(text)

    def leave(self) -> int:
        """Press Ctrl-D until the program ends; its code. While a terminal says something it takes
        the key for itself; whoever wants to leave presses it again.
        """
        while True:
            self.type("\x04")
            with suppress(subprocess.TimeoutExpired):
                return self.process.wait(0.5)

    def read(self, wanted: str) -> str:
        while True:
            text = ESCAPES.sub("", self.kept.decode(errors="ignore"))
            if wanted in text:
                self.kept = text[text.index(wanted) + len(wanted) :].encode()
                return text[: text.index(wanted) + len(wanted)]
            ready, _, _ = select.select([self.fd], [], [], PATIENCE)
            assert ready, f"does not say {wanted!r}: {text}"
            try:
                self.kept += os.read(self.fd, 65536)
            except OSError:
                raise AssertionError(f"ended without saying {wanted!r}: {text}") from None


def test_a_terminal_shows_a_seat_its_own_when_it_is_alone_and_hides_it_again(
    tmp_path: Path,
) -> None:
    with at_a_terminal(tmp_path, *TWO) as person:
        assert cities(person.read("ann>")) == 0
        person.type("view bob\r")
        person.read("For bob only.")
        person.type("\r")
        assert cities(person.read("to hide this.")) == 2
        person.type("\r")
        person.type("pass\r")
        assert cities(person.read("bob>")) == 0
        assert person.leave() == 0


def test_what_is_longer_than_the_screen_is_scrolled_and_hidden_again(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "play", "desert", "--hotseat", rows=24, columns=80) as person:
        person.plays("axis>", "view axis", "For axis only.", "")
        first = person.read("to hide this.")
        assert "guns in contact forward or back" in first, "what is asked stands first"
        person.type(" ")
        person.read("must be")
        person.type("q")
        person.read("axis>")
        person.type("quit\r")
        assert person.process.wait() == 0


def test_what_somebody_has_filed_is_shown_to_him_alone(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, *TWO) as person:
        person.plays(
            "ann>", "bob: queue add pass", "For bob only.", "", "Your standing orders: 1. pass", ""
        )
        person.type("quit\r")
        assert person.process.wait() == 0


def test_a_terminal_offers_five_games_with_a_line_each_and_robots_to_play_them(
    tmp_path: Path,
) -> None:
    with at_a_terminal(tmp_path, "play") as person:
        cards = person.read("game>")
        assert len(re.findall(r"^ *[1-5]  \w.* min$", cards, re.MULTILINE)) == 5
        person.type("chess\r")
        person.read("There is no game “chess”.")
        person.type("3\r")
        ways = person.read("who>")
        assert "against a robot, I play alien" in ways
        person.type("q\r")
        assert person.process.wait() == 0


def test_enter_plays_battleboard_against_a_robot_and_ctrl_c_clears_the_line(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "play") as person:
        person.plays("game>", "", "who>", "", "Seats: player, robot (robot).")
        person.read("player>")
        person.type("bomb rob")
        person.read("rob")
        person.type("\x03")
        person.read("player>")
        assert person.leave() == 0


OFFERED = {
    "": {
        *"bomb pass withdraw help rules menu board view".split(),
        *"history picture undo say quit status orders ping hint resign rematch new save".split(),
        "replay",
    },
    "bo": {"bomb", "board"},
    "aw": {"away"},
    "bomb ": {"ann", "bob"},
    "bomb bob 9 ": set("01234567"),
    "view ": {"ann", "bob"},
    "history b": {"bob"},
    "bob: ": {"withdraw"},
    "bob: bo": set(),
    "juggle ": set(),
}
MEANT = {
    ("", "undo"): "Take your last order back",
    ("gm p", "pause"): "Pause the clock",
    ("bomb ", "bob"): "where most can be learnt",
}


async def test_what_may_be_said_now_completes_the_word_and_says_what_it_means(
    tmp_path: Path,
) -> None:
    place = TerminalSeat(tmp_path / "a.db", tmp_path, "en")
    people = TerminalPeople(place, screens.PlainScreen(), reads=False)
    plan = new_game(find("battleboard"), "ann,bob", [], {"order": "join"})
    async with sit_down(place, plan.setup.id, people.show) as sitting:
        await sitting.make("battleboard", plan.setup, plan.seats, plan.robots)
        await sitting.settle_in([])
        await people.play(sitting, resumed=False)
        completer = terminal.WordCompleter(people.asking)
        for begun, offered in OFFERED.items():
            words = completer.get_completions_async(Document(begun), CompleteEvent())
            assert {word.text async for word in words} == offered, begun
        for (begun, word), meaning in MEANT.items():
            assert meaning in dict(people.complete(begun))[word]


@each(
    "text, signs, found",
    [
        (
            "X o to move\n\n> #1 ann\n   0 1\n 0 X o  1\n 1 . .  2\n\nSigns:   X hit   o near\n",
            "X o",
            ["X bold red"] * 2 + ["o yellow"] * 2,
        ),
        (
            "Trial\n\n    0 1 2 3\n  0 ##A21>[] 0\n\n"
            "Signs:   ## wall   A1 alien   1^ marine   [] closed door\n\n",
            "## A1 1^ []",
            [
                *("## bright_black", "## bright_black", "1> yellow", "1^ yellow"),
                *("A1 bold red", "A2 bold red", "[] cyan", "[] cyan"),
            ],
        ),
    ],
)
def test_signs_have_colours_on_a_board_and_in_its_legend(
    text: str, signs: str, found: list[str]
) -> None:
    shown = terminal.coloured(text, signs.split())
    styled = [(shown.plain[span.start : span.end], span.style) for span in shown.spans]
    assert (
        sorted(f"{sign} {style}" for sign, style in styled if style not in ("bold", "blue"))
        == found
    )


def test_a_line_of_a_sheet_is_confirmed_where_nothing_else_would_say_that_it_was_taken(
    tmp_path: Path,
) -> None:
    with at_a_terminal(tmp_path, "play", "desert") as person:
        person.read("Seats: axis, cw (robot).")
        person.plays(
            *("axis>", "pos ART-1 fwd", "Accepted: pos ART-1 fwd", "auto"),
            *("Accepted: auto", "quit"),
        )
        assert person.process.wait() == 0


def test_rules_are_read_at_the_prompt_whole_or_by_number(tmp_path: Path) -> None:
    """A refusal names a rule; whoever reads it must be able to look it up there."""
    text = said(tmp_path, "rules BB-16", "rules juggling")
    assert "BB-16" in text
    assert "BB-17" not in text
    assert "**" not in text
    assert "The rules say nothing about “juggling”. Possible here: " in text
    assert text.count("How to write an order") == 1, "among the topics that there are"
    assert "How to write an order" in said(tmp_path, "rules")
