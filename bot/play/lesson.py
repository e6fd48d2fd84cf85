"""`meanwhile tutorial`: a game whose course is written down, played by the real rules. Its opponent
answers as written; the person types what each hint says, and may look at everything beside it.
"""

import asyncio
import tempfile
from collections import defaultdict
from importlib.resources import files
from pathlib import Path
from typing import Any

import click
import msgspec
from msgspec import Struct

from bot.config import language_option
from bot.places import command
from bot.play.people import TerminalPeople
from bot.play.plan import GamePlan, new_game
from bot.play.screens import Screen, at_terminal, screen
from bot.play.sitting import Sitting, TerminalSeat, sit_down
from engine.games import find
from engine.menu import Refused
from engine.referee.doors import Seen
from engine.state import Order, Seat

FOLDER = files("bot.play") / "lessons"
NAMES = sorted(path.name.removesuffix(".toml") for path in FOLDER.iterdir())
"""The games that have a lesson."""


class LessonStep(Struct, forbid_unknown_fields=True, kw_only=True, rename={"zh_tw": "zh-TW"}):
    """One order of a seat; of the person's, what it is for in each language, the rule that it
    shows, and what another seat says right before it, unasked.
    """

    order: str
    seat: Seat = ""
    rule: str = ""
    first: dict[Seat, str] = {}
    en: str = ""
    zh_tw: str = ""

    def hint(self, language: str) -> str:
        """Return what the person is told before this order."""
        return " ".join((self.zh_tw if language == "zh-TW" else self.en).split())


class Lesson(Struct, forbid_unknown_fields=True, kw_only=True):
    """A game and its course. ``seats``: the person's first. A step without a seat is theirs."""

    seats: list[Seat]
    step: list[LessonStep]
    seed: str
    options: dict[str, str] = {}
    dice: dict[str, list[int | str]] = {}

    def plan(self, kind: str) -> GamePlan:
        """Return the game as it is made, with a robot at each seat but the first."""
        made = new_game(
            find(kind), ",".join(self.seats), self.seats[1:], self.options, seed=self.seed
        )
        setup = msgspec.structs.replace(made.setup, loaded=self.dice)
        return msgspec.structs.replace(made, setup=setup)

    def orders(self) -> dict[Seat, list[LessonStep]]:
        """Return what each seat does, in order."""
        found = defaultdict[Seat, list[LessonStep]](list)
        for step in self.step:
            found[step.seat or self.seats[0]].append(step)
        return found


def lesson_of(kind: str) -> Lesson:
    return msgspec.toml.decode((FOLDER / f"{kind}.toml").read_bytes(), type=Lesson)


class Pupil(TerminalPeople):
    """The form in which a lesson is played: says what to type, and lets only that be done.
    ``hinted`` is the step of which that was said last.
    """

    def __init__(self, place: TerminalSeat, screen: Screen, lesson: Lesson, kind: str):
        super().__init__(place, screen, reads=True)
        self.lesson, self.kind = lesson, kind
        self.course = lesson.orders()
        self.steps = self.course.pop(lesson.seats[0])
        self.total = len(self.steps)
        self.hinted: LessonStep | None = None

    async def begin(self, sitting: Sitting, plan: GamePlan) -> None:
        """Make the game, and play it to the end of the lesson."""
        sitting.answer_of_robot = self.answer_of_robot
        await sitting.make(plan.game.name, plan.setup, plan.seats, plan.robots)
        await sitting.settle_in([])
        await self.play(sitting, resumed=False)

    async def answer_of_robot(self, now: Seen) -> Order:
        """Return what the lesson says; where it says nothing, what a robot thinks."""
        if not (steps := self.course.get(now.viewer)):
            return await self.sitting.think(now)
        step = steps.pop(0)
        for other, said in step.first.items():
            await self.sitting.submit(other, said)
        order: Order = now.menu.parse(step.order)
        return order

    def put_question(self) -> None:
        """Say what is asked, and then what to answer."""
        super().put_question()
        if self.acting and self.steps and self.hinted is not self.steps[0]:
            self.tell_step()

    def tell_step(self) -> None:
        """Say what the next order is for, and what to type."""
        self.hinted = step = self.steps[0]
        facts = {"hint": step.hint(self.place.language), "rule": step.rule, "order": step.order}
        number = str(self.total - len(self.steps) + 1)
        self.tell("lesson-step", "cyan", number=number, total=str(self.total), **facts)

    async def order(self, seat: Seat, text: str) -> None:
        """Give the order that the lesson wants; of another, say which is wanted."""
        step, menu = self.steps[0], (await self.sitting.see(seat)).menu
        try:
            fits = menu.parse(text) == menu.parse(step.order)
        except Refused as refused:
            self.refuse(refused.refusal)
            fits = False
        if not fits:
            self.tell("lesson-again", "cyan", order=step.order)
            return
        await super().order(seat, step.order)
        del self.steps[0]
        if self.steps:
            await self.refresh()
        else:
            self.gone.set()

    def part(self) -> None:
        """Say what to do next."""
        over = "lesson-over" if not self.steps else "lesson-left"
        called = command()
        self.tell(over, "bold", play=f"{called} play {self.kind}", kind=self.kind)


async def teach(kind: str, place: TerminalSeat, shown: Screen) -> Pupil:
    """Play the lesson of a game, and return how far it came."""
    pupil = Pupil(place, shown, lesson_of(kind), kind)
    plan = pupil.lesson.plan(kind)
    async with sit_down(place, plan.setup.id, pupil.show) as sitting:
        await pupil.begin(sitting, plan)
    return pupil


@click.command("tutorial")
@click.argument("game", type=click.Choice(NAMES, case_sensitive=False))
@language_option
def tutorial_command(*, game: str, **given: Any) -> None:
    """Learn GAME in a few minutes: a short game with hints, and an interrupt.

    You type what the hints say, or look around: `help`, `rules`, `board` and `view` work as in
    every game. Nothing of it is kept.

    \b
    Examples:
      meanwhile tutorial battleboard
      meanwhile tutorial ambush --language zh-TW
    """
    with tempfile.TemporaryDirectory(prefix="meanwhile-") as folder:
        here = Path(folder)
        place = TerminalSeat(here / "lesson.db", here / "pictures", given["language"])
        asyncio.run(teach(game, place, screen(terminal=at_terminal())))
