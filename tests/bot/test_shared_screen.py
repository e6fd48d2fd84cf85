"""Several people at one screen: what one of them has tried in secret is
nothing for the next one's eyes.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from bot.play.asking import Asking
from bot.play.people import TerminalPeople
from bot.play.plan import new_game
from bot.play.sitting import TerminalSeat, sit_down
from engine.games import find
from tests.desert.worked import DICE, SAID


class Watched:
    echoes, size = True, (100, 0)

    def __init__(self, lines: Sequence[str]):
        self.lines = list(lines)
        self.public: list[str] = []
        self.private: list[str] = []
        self.erased: list[str] = []
        self.seats: list[str] = []

    async def ask(self, asking: Asking) -> bytes | None:
        if not self.lines:
            return None
        line = self.lines.pop(0)
        (self.erased if asking.sealed else self.public).append(line)
        return line.encode()

    def say(self, text: str, style: str = "") -> None:
        self.public.append(text)

    def board(self, text: str, signs: Sequence[str]) -> None:
        self.public.append(text)

    def link(self, text: str, path: str) -> None:
        self.public.append(text)

    async def alone(self, ready: str, text: str, done: str) -> None:
        self.public += [ready, done]
        self.private.append(text)

    def renew(self, asking: Asking) -> None:
        pass


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
    assert "The phasing side fires no more." in screen.public
