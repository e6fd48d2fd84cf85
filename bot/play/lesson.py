"""`meanwhile tutorial`: a scripted game, played by the real rules.

The opponent's answers are scripted. The player types the order in each hint, and may look at
everything at any time.
"""

from collections import defaultdict
from importlib.resources import files

import msgspec
from msgspec import Struct

from bot.places import command
from bot.play.asking import ShownQuestion
from bot.play.people import TerminalPeople
from bot.play.plan import GamePlan, new_game
from bot.play.screens import PART, Screen
from bot.play.sitting import Sitting, TerminalSeat, sit_down
from engine import Order, Refused, Seat
from engine.games import find
from engine.messages import Receipt
from engine.referee.doors import GameView

FOLDER = files("bot.play") / "lessons"


class LessonStep(Struct, forbid_unknown_fields=True, kw_only=True):
    """One order of a seat. The player's orders have a hint by language, and the number of the rule
    they show.
    """

    order: str
    seat: Seat = ""
    rule: str = ""
    first: dict[Seat, str] = {}  # unrequested orders that other seats give just before
    hints: dict[str, str] = {}

    def hint(self, language: str) -> str:
        return " ".join(self.hints.get(language, self.hints.get("en", "")).split())


class Lesson(Struct, forbid_unknown_fields=True, kw_only=True):
    """A game and its script. The pupil has the first seat, and the steps without a seat."""

    seats: list[Seat]
    step: list[LessonStep]
    seed: str
    options: dict[str, str] = {}
    dice: dict[str, list[int | str]] = {}

    def plan(self, kind: str) -> GamePlan:
        made = new_game(
            find(kind), ",".join(self.seats), self.seats[1:], self.options, seed=self.seed
        )
        setup = msgspec.structs.replace(made.setup, loaded=self.dice)
        return msgspec.structs.replace(made, setup=setup)

    def orders(self) -> dict[Seat, list[LessonStep]]:
        found = defaultdict[Seat, list[LessonStep]](list)
        for step in self.step:
            found[step.seat or self.seats[0]].append(step)
        return found


def lesson_of(kind: str) -> Lesson:
    return msgspec.toml.decode((FOLDER / f"{kind}.toml").read_bytes(), type=Lesson)


class Pupil(TerminalPeople):
    """A lesson at a terminal. ``hinted`` is the step of the latest hint."""

    def __init__(self, place: TerminalSeat, screen: Screen, lesson: Lesson, kind: str):
        super().__init__(place, screen, reads=True, places_new=screen.echoes)
        self.lesson, self.kind = lesson, kind
        self.course = lesson.orders()
        self.steps = self.course.pop(lesson.seats[0])
        self.total = len(self.steps)
        self.hinted: LessonStep | None = None

    async def begin(self, sitting: Sitting, plan: GamePlan) -> None:
        sitting.answer_of_robot = self.answer_of_robot
        await sitting.make(plan.game.name, plan.setup, plan.seats, plan.robots)
        await sitting.settle_in([])
        async with self.opened():
            await self.play(sitting, resumed=False)

    async def answer_of_robot(self, now: GameView) -> Order:
        """Return the scripted order, or a robot's if the script has none."""
        if not (steps := self.course.get(now.viewer)):
            return await self.sitting.think(now)
        step = steps.pop(0)
        for other, said in step.first.items():
            await self.sitting.submit(other, said)
        order: Order = now.menu.parse(step.order)
        return order

    def put_question(self) -> None:
        """Show the question, then the hint."""
        super().put_question()
        if self.acting and self.steps and self.hinted is not self.steps[0]:
            self.hinted = self.steps[0]
            if not self.screen.stays:
                self.screen.say(self.step_text(), "cyan")

    def step_text(self) -> str:
        """Return the purpose of the next order, and its text."""
        step, number = self.steps[0], str(self.total - len(self.steps) + 1)
        facts = {"hint": step.hint(self.place.language), "rule": step.rule, "order": step.order}
        return self.said.say("terminal-lesson-step", number=number, total=str(self.total), **facts)

    def question(self, now: GameView, *, secret: bool) -> ShownQuestion:
        """Return the question; in panes with the step, whose order is the only one suggested."""
        asked = super().question(now, secret=secret)
        if not self.steps or not self.screen.stays:
            return asked
        step = self.steps[0]
        return msgspec.structs.replace(
            asked, lines=(*asked.lines[:1], self.step_text()), tries=((step.order, ""),)
        )

    async def order(self, seat: Seat, text: str) -> Receipt | None:
        """Play the order of the script; for any other one, repeat the hint."""
        if not self.steps:
            return await super().order(seat, text)
        step, menu = self.steps[0], (await self.sitting.see(seat)).menu
        try:
            fits = menu.parse(text) == menu.parse(step.order)
        except Refused as refused:
            self.refuse(refused.refusal)
            fits = False
        if not fits:
            self.tell("lesson-again", "cyan", order=step.order)
            self.screen.propose(step.order)
            return None
        del self.steps[0]  # so that the next question has the next step
        receipt = await super().order(seat, step.order)
        if not self.steps and self.lasting:
            self.tell("lesson-on", "bold")
        elif not self.steps:
            self.gone.set()
        return receipt

    def part(self) -> None:
        over = "lesson-over" if not self.steps else "lesson-left"
        self.tell(over, PART, play=f"{command()} play {self.kind}")


async def teach(kind: str, place: TerminalSeat, shown: Screen) -> Pupil:
    pupil = Pupil(place, shown, lesson_of(kind), kind)
    plan = pupil.lesson.plan(kind)
    async with sit_down(place, plan.setup.id, pupil.show) as sitting:
        await pupil.begin(sitting, plan)
    return pupil
