"""Several people at one screen: what one of them has tried in secret is
nothing for the next one's eyes.
"""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.play.asking import Asking
from bot.play.people import TerminalPeople
from bot.play.plan import new_game
from bot.play.sitting import TerminalSeat, sit_down
from engine.games import find


class Watched:
    """A screen that keeps what everybody at it could read, and what one person alone could."""

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

    async def play() -> None:
        people = TerminalPeople(
            TerminalSeat(tmp_path / "db", tmp_path / "pictures", "en"), screen, reads=True
        )
        plan = new_game(find("ambush"), "A,B", [], {"window": "local"})
        async with sit_down(people.place, plan.setup.id, people.show) as sitting:
            await sitting.make("ambush", plan.setup, plan.seats, plan.robots)
            await sitting.settle_in([])
            await people.play(sitting, resumed=False)

    asyncio.run(play())
    assert screen.erased[-1] == tried, "the question is one that is asked in secret"
    assert not [text for text in screen.public if f"“{quoted}" in text]
    assert any(f"“{quoted}" in text for text in screen.private), "who has said it is told why"


def test_who_is_asked_next_in_secret_is_handed_the_keyboard_before_the_question(
    tmp_path: Path,
) -> None:
    async def played(screen: Watched) -> None:
        place = TerminalSeat(tmp_path / "meanwhile.db", tmp_path / "pictures", "en")
        shown = TerminalPeople(place, screen, reads=True)
        plan = new_game(find("desert"), None, [], {})
        async with sit_down(place, plan.setup.id, shown.show) as sitting:
            await sitting.make(plan.game.name, plan.setup, plan.seats, plan.robots)
            await sitting.settle_in([])
            await shown.play(sitting, resumed=False)
        screen.seats = [*shown.people]

    screen = Watched(["auto", "auto"])
    asyncio.run(played(screen))
    one, two = screen.seats
    said = [k for k, text in enumerate(screen.public) if "hand the keyboard" in text]
    assert said
    line = screen.public[said[0]]
    assert f"to {two}. {one}, please look away" in line
    asked = [k for k, text in enumerate(screen.public) if text.startswith(f"▶ {two}")]
    assert said[0] < asked[0]
