"""`meanwhile tutorial`: every lesson is played as it says, to its end."""

import asyncio
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from bot.play.asking import Asking
from bot.play.lesson import NAMES, Pupil, lesson_of, teach
from bot.play.sitting import TerminalSeat
from engine.games import find, names, rules_of
from tests.bot.program import run
from tests.bot.test_people import at_a_terminal
from tests.kit.each import each
from tests.repo.lint import offences


class Typed:
    echoes, size = False, (100, 0)

    def __init__(self, lines: Iterable[str]) -> None:
        self.lines, self.shown = list(lines), list[str]()

    async def ask(self, asking: Asking) -> bytes | None:
        return self.lines.pop(0).encode() if self.lines else None

    def say(self, text: str, style: str = "") -> None:
        self.shown.append(text)

    def board(self, text: str, signs: Sequence[str]) -> None:
        self.shown.append(text)

    def link(self, text: str, path: str) -> None:
        self.shown.append(text)

    async def alone(self, ready: str, text: str, done: str) -> None:
        self.shown.append(text)

    def renew(self, asking: Asking) -> None:
        pass


def taught(
    kind: str, folder: Path, lines: Iterable[str], language: str = "en"
) -> tuple[Pupil, str]:
    screen = Typed(lines)
    place = TerminalSeat(folder / "l.db", folder / "pictures", language)
    pupil = asyncio.run(teach(kind, place, screen))
    return pupil, "\n".join(screen.shown)


def own(kind: str) -> list[str]:
    lesson = lesson_of(kind)
    return [step.order for step in lesson.orders()[lesson.seats[0]]]


def test_every_game_has_a_lesson() -> None:
    assert names() == NAMES


@pytest.mark.parametrize("language", ["en", "zh-TW"])
@pytest.mark.parametrize("kind", NAMES)
def test_who_types_what_a_lesson_says_comes_to_its_end(
    kind: str, language: str, tmp_path: Path
) -> None:
    pupil, shown = taught(kind, tmp_path, own(kind), language)
    assert pupil.steps == []
    assert {seat: steps for seat, steps in pupil.course.items() if steps} == {}
    lesson = lesson_of(kind)
    hints = [step.hint(language) for step in lesson.orders()[lesson.seats[0]]]
    assert all(hints)
    assert [hint for hint in hints if shown.count(hint) != 1] == []


@each("kind", NAMES)
def test_each_step_names_a_rule_of_its_game_in_words_that_people_use(kind: str) -> None:
    lesson, page = lesson_of(kind), rules_of(find(kind))
    for step in lesson.orders()[lesson.seats[0]]:
        assert f"**{step.rule} " in page
        # A wreck has doors; nothing else that people read has.
        english = step.en.replace("door", "") if kind == "derelict" else step.en
        assert list(offences(english, "help")) == []
        assert list(offences(step.zh_tw, "zh-TW")) == []


def test_another_order_is_not_played_and_the_wanted_one_is_named(tmp_path: Path) -> None:
    pupil, shown = taught("battleboard", tmp_path, ["bomb cleo a1", "bomb nobody", "undo"])
    assert len(pupil.steps) == len(own("battleboard"))
    assert shown.count("For this lesson, type: bomb ben 2 2") == 3
    assert "You bombed" not in shown


def test_a_lesson_leaves_nothing_behind(tmp_path: Path) -> None:
    done = run(tmp_path, "tutorial", "battleboard", stdin="quit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Step 1 of 4." in done.stdout
    assert [path.name for path in tmp_path.iterdir()] == ["two.toml"]  # what `run` lays there


def test_who_begins_a_game_is_told_what_it_is_about(tmp_path: Path) -> None:
    for kind in ("battleboard", "dicechess", "ambush", "desert"):
        played = run(tmp_path, "play", kind, stdin="quit\n")
        assert "\nGoal: " in played.stdout, kind


def test_who_is_new_to_a_game_is_taught_it_from_the_list_of_ways_to_play(tmp_path: Path) -> None:
    with at_a_terminal(tmp_path, "play") as person:
        person.read("game>")
        person.type("\r")
        ways = person.read("who>")
        lesson = next(line for line in ways.splitlines() if "learn it first" in line)
        person.type(f"{lesson.split()[0]}\r")
        person.read("Step 1 of")
        assert person.leave() == 0
