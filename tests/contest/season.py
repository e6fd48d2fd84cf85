"""A season without a moderator: ``python -m tests.contest.season PEOPLE DAYS SEED``.

People log in now and then, look for opponents, enter contests, answer, and some are gone one day.
The referee alone begins games and rounds. The last lines say what came of it.
"""

import heapq
import random
import statistics
import sys
import tempfile
from collections import Counter
from pathlib import Path

import msgspec
from msgspec import Struct

from bot import queries
from engine.games import contest as g
from engine.plan import DAY, HOUR, MINUTE
from engine.referee import contests
from engine.referee.commands import finding
from engine.referee.doors import GameView, News
from engine.rulings import calendar, plan_text
from engine.rulings.rulings import Invited, Replaced, Vacated
from engine.store import journal
from engine.store.notes import Notes
from tests.referee.stage import DOOR, Box, House, made
from tests.stored import every_game

LOOK = 10 * MINUTE
"""Seconds between two looks of the referee; the scheduler looks every minute."""
CONTESTS = (
    (1, 'form=swiss rounds=5 each=7d closes="{}" clock="1d replace 1"'),
    (2, 'form=swiss rounds=6 starts="18:00 UTC mon" each=6d closes="{}" clock="1d replace 1"'),
    (3, 'form=league division=8 open=2 closes="{}" clock="1d replace 1"'),
    (4, 'form=league division=6 each=5d closes="{}" clock="1d replace 1"'),
    (9, 'form=robin entrants=8 each=4d closes="{}" clock="12h replace 2"'),
    (12, 'form=knockout closes="{}" clock="1d replace 1"'),
)
"""Day of making, and options. Sign-up lasts three days."""
SOUGHT = (
    "dicechess clock=1d",
    'dicechess clock="2d replace 1"',
    'battleboard clock="1d replace 1"',
)


class Person(Struct):
    name: str
    pause: float  # mean seconds between two logins
    wish: int  # games at once
    gone: int  # the second from which they never come back
    enters: bool
    seeks: dict[str, int] = {}


class Ears(Box):
    """A door that remembers invitations and seats that fell free."""

    looks = False

    def __init__(self) -> None:
        super().__init__()
        self.invited: dict[str, set[str]] = {}
        self.free: dict[tuple[str, str, int], int] = {}  # second of the substitute, or 0

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        for event in news.events:
            match event:
                case Invited():
                    self.invited.setdefault(news.sender, set()).add(seen.game)
                case Vacated(seat=seat):
                    self.free.setdefault((seen.game, seat, news.at), 0)
                case Replaced(seat=seat):
                    for key in self.free:
                        if key[:2] == (seen.game, seat) and not self.free[key]:
                            self.free[key] = news.at
        return None


class Season:
    def __init__(self, path: Path, people: int, days: int, seed: int):
        self.rng = random.Random(seed)
        self.house = House(path)
        self.ears = self.house.doors[DOOR] = Ears()
        self.begin = self.house.at = plan_text.moment("2027-03-01", "UTC")
        self.end = self.begin + days * DAY
        self.people = [self.person(f"p{k}") for k in range(people)]
        self.tally: Counter[str] = Counter()
        self.waits: list[int] = []
        self.contests: list[str] = []
        self.order = 0
        self.agenda: list[tuple[float, int, object]] = []

    def person(self, name: str) -> Person:
        rng = self.rng
        return Person(
            name=name,
            pause=DAY / rng.choice((1.2, 2, 3, 5)),
            wish=rng.choice((1, 2, 3)),
            gone=self.begin + int(rng.uniform(0.1, 1) * (self.end - self.begin))
            if rng.random() < 0.2
            else self.end,
            enters=rng.random() < 0.35,
        )

    def plan(self, at: float, what: object) -> None:
        self.order += 1
        heapq.heappush(self.agenda, (at, self.order, what))

    def play(self) -> None:
        for one in self.people:
            self.plan(self.begin + self.rng.uniform(0, one.pause), one)
            if self.rng.random() < 0.3:
                self.house.say(one.name, "substitute", None)
        for day, options in CONTESTS:
            self.plan(self.begin + day * DAY, options)
        self.plan(self.begin + LOOK, None)
        while self.agenda and self.agenda[0][0] < self.end:
            at, _, what = heapq.heappop(self.agenda)
            self.house.at = max(self.house.at, int(at))
            match what:
                case Person():
                    self.login(what)
                case str():
                    closes = calendar.format_time(self.house.at + 3 * DAY)
                    self.contests.append(made(self.house, f"new contest {what.format(closes)}"))
                case _:
                    self.house.wait(0)
                    self.house.take([finding.look])
                    while True in self.house.take([contests.look]):
                        pass
                    self.plan(at + LOOK, None)

    def login(self, one: Person) -> None:
        if self.house.at >= one.gone:
            return
        self.plan(self.house.at + self.rng.expovariate(1 / one.pause), one)
        for game in self.ears.invited.pop(one.name, ()):
            if self.rng.random() < 0.8:
                self.tally["joined"] += self.say(one, "join", game)
        for id in self.contests:
            if one.enters and self.house.row(id).n < 400 and self.rng.random() < 0.5:
                self.tally["entered"] += self.say(one, "join", id)
        (waiting,) = self.house.take([lambda batch: queries.waiting(batch, (DOOR, one.name))])
        games = [each for each in waiting if each.seen.kind.name != "contest"]
        for each in games:
            if each.asks:
                self.answer(one, each.seen)
        for kind in [kind for kind in one.seeks if self.found(one, kind)]:
            self.waits.append(self.house.at - one.seeks.pop(kind))
        if len(games) + len(one.seeks) < one.wish:
            text = self.rng.choice(SOUGHT)
            kind = text.split()[0]
            if kind not in one.seeks and self.say(one, f"seek {text}", None):
                one.seeks = {**one.seeks, kind: self.house.at}

    def found(self, one: Person, kind: str) -> bool:
        facts = self.house.say(one.name, "seek", None).facts
        return not any(row["kind"] == kind and row["until"] for row in facts["waiting"])

    def answer(self, one: Person, seen: GameView) -> None:
        leaves = {"dicechess": "resign", "battleboard": "withdraw"}[seen.kind.name]
        orders = list(seen.menu.examples(seen.question))
        text = leaves if self.rng.random() < 0.06 else self.rng.choice(orders)
        self.tally["orders"] += self.say(one, text, seen.game)

    def say(self, one: Person, text: str, game: str | None) -> bool:
        receipt = self.house.say(one.name, text, game, name=one.name.title())
        return receipt.status in ("taken", "answered", "stopped")

    # ---- what came of it

    def report(self) -> int:
        """Print what came of it, and return the number of rounds that began late."""
        house, rows = self.house, every_game(self.house.store)
        setups = {row.id: row.decoded_setup() for row in rows}
        of = Counter("contests" if setups[row.id].contest else row.kind for row in rows)
        running = sum(row.result is None for row in rows)
        print(dict(self.tally), dict(of), "still running", running)
        print("median wait of a search, to the next login, hours", hours(self.waits))
        known = {
            key: at
            for key, at in self.ears.free.items()
            if key[2] < self.end - DAY
            and not setups[key[0]].contest
            and key[0] not in self.contests
        }
        soon = sum(0 < at <= key[2] + DAY for key, at in known.items())
        print(
            "free seats", len(known), "refilled in 24 h", soon, f"{soon / max(1, len(known)):.0%}"
        )
        late = total = 0
        for row in rows:
            if row.kind != "contest":
                continue
            kind, setup = g.Contest(), setups[row.id]
            entries = journal.read(kind, setup, house.store.journal(row.id))
            at = [one.at for one in entries if isinstance(one.order, g.Pair)]
            options = msgspec.convert(setup.options, g.ContestOptions)
            found = lateness(options, at)
            late, total = late + sum(one > LOOK for one in found), total + len(found)
            print(
                row.id,
                options.form,
                "rounds",
                len(at),
                "games",
                sum(one.contest == row.id for one in setups.values()),
                "most minutes late",
                max(found, default=0) // 60,
                row.result or "runs",
            )
        print("rounds", total, "late", late)
        return late


def lateness(options: g.ContestOptions, at: list[int]) -> list[int]:
    """Return how many seconds each round began later than it should have at the latest."""
    closes = plan_text.moment(options.closes, "UTC")
    found = []
    for k, now in enumerate(at):
        last = at[k - 1] if k else closes
        if options.starts:
            due = calendar.slot(last, plan_text.read(options.starts))
            due = (
                due if k == 0 else max(due, calendar.slot(due - 1, plan_text.read(options.starts)))
            )
        elif k == 0:
            due = closes
        elif options.each == "none":
            continue
        else:
            due = last + plan_text.seconds(options.each)
        found.append(max(0, now - due))
    return found


def hours(seconds: list[int]) -> float:
    return round(statistics.median(seconds) / HOUR, 1) if seconds else 0.0


def main(people: int, days: int, seed: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        season = Season(Path(folder) / "db", people, days, seed)
        season.play()
        season.report()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:4]))
