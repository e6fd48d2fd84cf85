"""A clock that jumps – forward a day, back an hour, by a leap second – takes no turn from anybody,
and nothing is told twice for it.
"""

import asyncio
from random import Random

import pytest

from engine.plan import DAY, HOUR
from engine.referee import open_game
from engine.referee.clock import BEAT, SHARE
from engine.rulings import times, votes
from engine.state import PUBLIC, Tick
from tests.referee.conftest import Opener
from tests.referee.office import Office, at_work
from tests.referee.stage import DOOR, House, Table
from tests.referee.test_downtime import read
from tests.referee.test_forgotten import forget


def test_a_clock_that_was_wrong_for_a_night_has_no_letter_refused_when_it_is_right(
    house: House,
) -> None:
    old = house.message("ann", "speak red", at=5 * DAY, written=5 * DAY)
    house.take([old])
    assert forget(house, 335 * DAY) == 1
    assert house.say("bob", "speak blue", at=6 * DAY, written=6 * DAY).refusal is None
    (again,) = house.take([old])
    assert again.refusal.code == "too-old", "what was forgotten is still not played twice"


@pytest.mark.parametrize("how", ["the referee is stopped", "the clock jumps"])
@pytest.mark.parametrize("clock", ["", "30d"])
async def test_nobody_agrees_by_silence_while_the_referee_is_away(
    opened: Opener, how: str, clock: str
) -> None:
    """What an owner who plays asks for is done when nobody has objected for three days."""
    house = opened(Table(clock=clock))

    def muted() -> bool:
        table = open_game.table_of(house.row())
        return "bob" in table.state.people.hushed

    async with at_work(house) as office:
        await asked(office)
        await office.later(HOUR)
        if how == "the clock jumps":
            office.clock.jump(4 * DAY)
            await office.later(HOUR)
    house.opens = office.clock.now() + (4 * DAY if how != "the clock jumps" else 0)
    async with at_work(house) as office:
        await office.later(2 * BEAT)
        assert not muted(), "they had an hour or two to object"
        await office.say("bob", "disagree")
        await office.later(votes.PATIENCE)
        assert not muted(), "they have objected"
        await asked(office)
        await office.later(votes.PATIENCE - 1)
        assert not muted()
        await office.later(2)
        assert muted()


async def asked(office: Office) -> None:
    await office.writer.run(lambda batch: batch.accounts.give_role("g", (DOOR, "ann"), "owner"))
    receipt = await office.say("ann", "gm mute bob")
    assert receipt.facts["did"] == "ask", receipt
    await office.quiet()


# ---- anything may happen to the clock


JUMPS = (-DAY, -HOUR, -61, -1, 1, 2, 61, HOUR, DAY, 40 * DAY)
"""Seconds by which a clock is set: to another time of day or year, for daylight saving by mistake,
by a leap second.
"""
LENGTH, WINDOW = DAY, 3_600
STEPS = 60


class Story:
    """Games with deadlines and windows, whose referee has a clock that jumps. ``passed`` are the
    seconds that have really passed; ``opened``: when the open question of a game was, by its
    number; ``jumped``: how often the clock was set or the process stopped since.
    """

    def __init__(self, house: House, seed: int):
        self.house, self.rng, self.seed = house, Random(seed), seed
        self.passed, self.missed, self.jumps = 0, 0, 0
        self.asked: dict[str, tuple[int, int, int]] = {}
        self.entries = {"g": 0, "h": 0}

    def look(self) -> None:
        for game in self.entries:
            row = self.house.row(game)
            fresh = read(self.house, game)[self.entries[game] :]
            self.entries[game] += len(fresh)
            for entry in fresh:
                if isinstance(entry.order, Tick):
                    self.missed += 1
                    _, since, jumps = self.asked[game]
                    length = WINDOW if game == "h" else LENGTH
                    enough = length * (1 - 1 / SHARE) ** jumps if game == "g" else length
                    assert self.passed - since >= enough - (jumps + 2) * BEAT, (
                        f"seed {self.seed}: {game} had {self.passed - since} of {length} seconds"
                    )
            question = row.n if fresh else self.asked.get(game, (-1, 0, 0))[0]
            if game not in self.asked or any(
                not isinstance(entry.order, times.Downtime) for entry in fresh
            ):
                self.asked[game] = question, self.passed, 0

    def jumped(self) -> None:
        self.jumps += 1
        self.asked = {game: (n, at, jumps + 1) for game, (n, at, jumps) in self.asked.items()}

    async def process(self) -> None:
        async with at_work(self.house) as office:
            for _ in range(self.rng.randrange(1, STEPS)):
                await self.step(office)
            self.house.opens = office.clock.now()

    async def step(self, office: Office) -> None:
        match self.rng.choice(("pass", "pass", "pass", "jump", "say", "call")):
            case "pass":
                for _ in range(self.rng.randrange(1, 40)):
                    seconds = self.rng.choice((BEAT, BEAT, 7))
                    self.passed += seconds
                    await office.later(seconds)
                    self.look()
            case "jump":
                office.clock.jump(self.rng.choice(JUMPS))
                self.jumped()
                await office.quiet()
            case "say":
                await office.say(self.rng.choice(("ann", "bob")), "speak red", "g")
            case _:
                await office.say(self.rng.choice(("ann", "bob")), "call", "h")
        self.look()


TABLES = Table("g", clock="24h"), Table("h", options={"window": WINDOW})


def test_no_turn_is_lost_to_a_jump_and_nothing_is_told_twice(opened: Opener) -> None:
    story = jumping(opened(*TABLES), 0)
    assert story.jumps > 5
    assert story.missed > 1, "clocks that jump stop no clock"


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(1, 63))
def test_no_turn_is_lost_to_any_jump(opened: Opener, seed: int) -> None:
    jumping(opened(*TABLES), seed)


def jumping(house: House, seed: int) -> Story:
    """A story of several processes, after which the clock is right and everything goes on."""
    story = Story(house, seed)
    story.look()
    for _ in range(3):
        asyncio.run(story.process())
        house.opens += story.rng.choice((0, 5, HOUR, -HOUR, 2 * DAY))
        story.jumped()
    marks = [out.mark for out in house.box.sent]
    assert len(set(marks)) == len(marks), "told twice"
    reminded = [
        (told.seen.game, told.seen.viewer, told.seen.question)
        for told in house.box.news
        if told.news.reason == "reminder" and told.seen.viewer != PUBLIC
    ]
    assert max((reminded.count(one) for one in reminded), default=0) <= 2, "a day and three hours"
    return story
