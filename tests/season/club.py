"""A season: a club plays for years on one database, by a clock that is moved hour by hour.

People learn of a game only by what their door hands over. Processes are stopped and killed, the
disk fails, doors cannot be reached, the clock is set. Everything follows from one seed.
"""

import asyncio
import heapq
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from engine.errors import NotStored, TryLater
from engine.games import find
from engine.menu import Refused
from engine.messages import Address, Message, Outgoing, Receipt
from engine.plan import DAY, HOUR, MINUTE
from engine.referee import clock, writer
from engine.referee.batch import Batch
from engine.referee.commands import time as desk_time
from engine.referee.commands.request import No
from engine.referee.doors import Door, GameView, News, Repeats
from engine.rulings import calendar, plan_text
from engine.rulings.times import MODERATOR, Extend, Force
from engine.state import PUBLIC, REFEREE, Join, Seat, Setup
from engine.store.notes import Notes
from engine.store.sqlite import SqliteStore
from engine.store.store import Store
from engine.table import GameTable
from tests.kit.games import described, names
from tests.referee.office import alarms_of
from tests.season.people import DAILY, DOORS, Pace, Person, person
from tests.stored import every_game

BEGIN = plan_text.moment("2026-11-01", "UTC")
REPENTS, FILES, AGREES = 0.03, 0.01, 0.8
"""How often somebody takes back what he has said, files it for the next time too, or lets others
take theirs back.
"""
ELSEWHERE = "@elsewhere"
"""Ends the name of somebody's account at the other door."""


class ClubDoor(Door):
    """A door of the club. While ``down`` it cannot be reached."""

    def __init__(self, name: str, deliver: Callable[[Outgoing], None]):
        self.name, self.deliver, self.down = name, deliver, False
        self.looks, self.shares = False, False
        self.repeats: Repeats = "dropped"

    def compose(self, news: News, seen: GameView, notes: Notes) -> bytes | None:
        assert news.reason != "neutral", f"a message to {news.sender} could not be composed"
        told = [type(event).__name__ for event in news.events]
        reminds = news.reason == "reminder"
        what = (seen.viewer, seen.question, news.prompted, reminds, news.at, seen.due, told)
        return msgspec.json.encode(what) if news.events or news.prompted else None

    def send(self, outgoing: Outgoing) -> Awaitable[None] | None:
        if self.down:
            raise TryLater("not now")
        self.deliver(outgoing)
        return None


class Club:
    """A season of ``days`` days with so many games and people, on a store that ``opens``.
    ``delivered`` counts what was handed over, by mark; ``again`` is what was handed over once more
    after a process had died.
    """

    def __init__(
        self,
        opens: Callable[[], Store],
        seed: int,
        games: int,
        people: int,
        days: int,
        pace: Pace = DAILY,
    ):
        self.opens, self.seed, self.rng = opens, seed, random.Random(f"{seed}/club")
        self.pace = pace
        self.end = BEGIN + days * DAY
        self.people = {f"p{n}": person(n, seed, pace, BEGIN, self.end) for n in range(people)}
        self.agenda: list[tuple[int, int, Callable[[], Awaitable[None]]]] = []
        self.ids, self.order = count(1), count(1)
        self.clock = clock.HandClock(BEGIN)
        self.doors = {name: ClubDoor(name, self.hand_over) for name in DOORS}
        self.delivered: Counter[str] = Counter()
        self.again: set[str] = set()
        self.since_crash: set[str] = set()
        self.reminders: Counter[tuple[str, str, Seat, int, int | None]] = Counter()
        self.planned: set[tuple[str, Seat, int]] = set()
        self.looking: set[tuple[str, Seat]] = set()
        self.players: dict[tuple[str, Seat], str] = {}
        self.happened: Counter[str] = Counter()
        self.doomed = False
        self.failed: BaseException | None = None
        self.plan_season(games, days)

    # ---- what is going to happen

    def at(self, when: int, act: Callable[[], Awaitable[None]]) -> None:
        if when < self.end:
            heapq.heappush(self.agenda, (when, next(self.order), act))

    def plan_season(self, games: int, days: int) -> None:
        rng = self.rng
        for n in range(games):
            self.at(BEGIN + n * days * DAY * 3 // (4 * games), partial(self.begin_game, n))
        for someone in self.people.values():
            for start, end in someone.holidays if someone.announces else ():
                told = start - rng.choice((DAY, DAY, HOUR, -HOUR, -DAY))
                self.at(max(BEGIN, told), partial(self.goes_away, someone, start, end))
            if someone.linked:
                self.at(BEGIN + rng.randrange(days * DAY // 2), partial(self.links, someone))
        step = self.pace.quiet // DAILY.quiet
        for day in range(1, days, step):
            self.at(BEGIN + day * DAY, self.moderate)
        trouble: list[tuple[int, Callable[[], Awaitable[None]]]] = [
            (20, self.stops),
            (10, self.is_doomed),
            (8, self.disk_fails),
            (6, self.door_fails),
            (60, self.clock_is_set),
            (50, self.everybody_pauses),
        ]
        for every, act in trouble:
            for day in range(2, days, every * step):
                self.at(BEGIN + day * DAY + rng.randrange(every * step * DAY), act)

    # ---- the process

    async def live(self) -> None:
        season = asyncio.current_task()
        assert season is not None

        def fails(_: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
            self.failed = context.get("exception")
            season.cancel(context["message"])

        asyncio.get_running_loop().set_exception_handler(fails)
        await self.open()
        while self.agenda:
            when = self.agenda[0][0]
            alarm = self.writer.scheduler.alarm.when
            if alarm is not None and self.clock.now() < alarm < when:
                when = alarm
            self.clock.advance(max(0, when - self.clock.now()))
            await self.quiet()
            while self.agenda and self.agenda[0][0] <= self.clock.now():
                await heapq.heappop(self.agenda)[2]()
        for _ in range(30):
            self.clock.advance(HOUR)
            await self.quiet()
        await self.writer.stop()

    async def open(self) -> None:
        self.store = self.opens()
        self.clock = clock.HandClock(self.clock.now())
        self.writer = writer.Writer(self.store, self.doors, self.clock)
        await self.writer.start()
        await self.quiet()

    async def quiet(self) -> None:
        for _ in range(2):
            for alarm in alarms_of(self.writer):
                if alarm.ringing is not None and not alarm.ringing.done():
                    await asyncio.wait([alarm.ringing])
            self.writer.dispatcher.flush()
            await self.look(lambda _: None)
            await asyncio.sleep(0)

    async def look(self, act: Callable[..., Any], *args: Any) -> Any:
        for _ in range(3):
            try:
                return await self.writer.run(act, *args)
            except NotStored:
                continue
        raise AssertionError("the disk fails for ever")

    async def stops(self) -> None:
        self.happened["stopped"] += 1
        await self.writer.stop()
        await self.another()

    async def is_doomed(self) -> None:
        self.doomed = True

    async def killed(self) -> None:
        """The process ends at once. What it had not written yet, the next one does not know:
        what was handed over, for instance.
        """
        self.happened["killed"] += 1
        self.doomed = False
        self.writer.working = self.writer.dispatcher.working = False
        self.writer.scheduler.working = False
        for alarm in alarms_of(self.writer):
            alarm.stop()
        self.writer.delivered.clear()
        await self.writer.resting.wait()
        self.writer.delivered.clear()
        self.since_crash = set(self.delivered)
        await self.another()

    async def another(self) -> None:
        self.store.close()
        self.clock.advance(self.rng.choice((5, 5 * MINUTE, 3 * HOUR, 20 * HOUR, 3 * DAY)))
        await self.open()

    async def disk_fails(self) -> None:
        write = self.store.write
        store = self.store

        def fails(*what: Any, **more: Any) -> None:
            store.write = write  # type: ignore[method-assign]  # the fault is taken out
            self.happened["the disk has failed"] += 1
            raise OSError("gone")

        store.write = fails  # type: ignore[method-assign]  # the planted fault

    async def door_fails(self) -> None:
        door = self.doors[self.rng.choice(DOORS)]
        door.down = True
        self.happened["a door was down"] += 1

        async def back() -> None:
            door.down = False

        self.at(min(self.end - 1, self.clock.now() + self.rng.randrange(HOUR, DAY)), back)

    async def clock_is_set(self) -> None:
        self.happened["the clock was set"] += 1
        self.clock.jump(self.rng.choice((-2 * HOUR, -MINUTE, MINUTE, 2 * HOUR, DAY)))
        await self.quiet()

    # ---- the club

    async def begin_game(self, n: int) -> None:
        rng, id = random.Random(f"{self.seed}/game/{n}"), f"g{n}"
        kind = names()[n % len(names())]
        seats, setup = self.agreed(kind, id, rng)
        sitting = dict(zip(seats, rng.sample(sorted(self.people), len(seats)), strict=True))

        def make(batch: Batch) -> None:
            addresses = [
                Address(door=self.people[who].door, sender=who, game=id, viewer=seat)
                for seat, who in sitting.items()
            ]
            opened = batch.make(
                kind,
                setup,
                [*addresses, Address(door=DOORS[n % 2], sender=f"#{id}", game=id, viewer=PUBLIC)],
            )
            for seat, who in sitting.items():
                batch.enter(opened, self.clock.now(), REFEREE, Join(seat, who, f"salt of {who}"))

        for seat, who in sitting.items():
            self.players[id, seat] = who
        await self.look(make)
        for who in sitting.values():
            await self.say(
                self.people[who], f"hours {plan_text.write_hours(self.people[who].hours)}"
            )

    def agreed(self, kind: str, id: str, rng: random.Random) -> tuple[tuple[Seat, ...], Setup]:
        """Return what people agree on before a game: most let it wait for them, as long as their
        clock says; few take an option that brings deadlines of its own.
        """
        kit = described(kind)
        assert kit is not None
        while True:
            setting = kit.setting(rng.randrange(1_000))
            setup = Setup(
                id=id,
                secret=rng.randbytes(32),
                options=setting.options,
                scenario=setting.scenario,
                at=self.clock.now(),
                loaded=setting.loaded,
            )
            plan = plan_text.read(rng.choice(self.pace.plans))
            clocked = msgspec.structs.replace(setup, clock=plan)
            try:
                GameTable.new(find(kind), clocked)
            except ValueError:
                if rng.random() < self.pace.hurried:
                    return setting.seats, setup
            else:
                return setting.seats, clocked

    async def links(self, someone: Person) -> None:
        code = (await self.say(someone, "link")).facts["code"]
        linked = await self.say(someone, f"link {code}", elsewhere=True)
        self.happened["linked"] += linked.facts.get("did") == "linked"

    async def goes_away(self, someone: Person, start: int, end: int) -> None:
        start = max(start, self.clock.now())
        if start < end:
            zone = someone.hours.zone
            await self.say(
                someone,
                f"away {calendar.format_time(start, zone)} to {calendar.format_time(end, zone)}",
            )

    async def say(
        self, someone: Person, text: str, game: str | None = None, *, elsewhere: bool = False
    ) -> Receipt:
        """A message, sent again until it is taken; the answer. ``elsewhere``: from the account at
        the other door.
        """
        id, (door, other) = f"<{next(self.ids)}>", (someone.door, another_door(someone.door))
        for _ in range(3):
            try:
                message = Message(
                    door=other if elsewhere else door,
                    id=id,
                    sender=someone.name + ELSEWHERE * elsewhere,
                    text=text,
                    at=self.clock.now(),
                    game=game,
                )
                # Not by ``submit``: in some games that waits a quarter of a second,
                # and this clock is another one.
                receipt: Receipt = await self.writer.put(message)
            except NotStored:
                continue
            else:
                if self.doomed:
                    await self.killed()
                self.happened[
                    f"{receipt.status} {receipt.refusal.code if receipt.refusal else ''}".strip()
                ] += 1
                return receipt
        raise AssertionError("the disk fails for ever")

    def hand_over(self, outgoing: Outgoing) -> None:
        self.delivered[outgoing.mark] += 1
        if self.delivered[outgoing.mark] > 1 and outgoing.mark in self.since_crash:
            self.again.add(outgoing.mark)
        viewer, question, prompted, reminder, _, due, _ = msgspec.json.decode(outgoing.payload)
        if reminder:
            self.reminders[outgoing.sender, outgoing.game, viewer, question, due] += 1
        if (
            prompted
            and viewer != PUBLIC
            and (outgoing.game, viewer, question) not in self.planned
            and (outgoing.game, viewer) not in self.looking
        ):
            self.planned.add((outgoing.game, viewer, question))
            someone = self.people[outgoing.sender.removesuffix(ELSEWHERE)]
            rng = random.Random(f"{self.seed}/{outgoing.game}/{viewer}/{question}")
            when = someone.answers_at(rng, self.clock.now())
            if when < someone.gone:
                self.looks(when, someone, outgoing.game, viewer, rng)

    def looks(self, when: int, someone: Person, game: str, seat: Seat, rng: random.Random) -> None:
        self.looking.add((game, seat))
        self.at(when, partial(self.answer, someone, game, seat, rng))

    async def answer(self, someone: Person, game: str, seat: Seat, rng: random.Random) -> None:
        self.looking.discard((game, seat))
        text = await self.look(suggestion, game, seat, rng)
        if text is None or self.players[game, seat] != someone.name:
            return
        elsewhere = someone.linked and rng.random() < 0.5
        taken = (await self.say(someone, text, game, elsewhere=elsewhere)).status == "taken"
        if taken and rng.random() < FILES:
            filed = await self.say(someone, f"queue add {text}", game, elsewhere=elsewhere)
            self.happened["filed"] += filed.facts.get("did") == "queue"
        if taken and rng.random() < REPENTS:
            await self.repents(someone, game, rng)
        more = taken and await self.look(suggestion, game, seat, rng) is not None
        if more and (game, seat) not in self.looking:
            self.looks(self.clock.now() + rng.randrange(MINUTE, HOUR), someone, game, seat, rng)

    async def repents(self, someone: Person, game: str, rng: random.Random) -> None:
        did = (await self.say(someone, "undo", game)).facts.get("did")
        if did == "propose":
            for other in [who for (g, _), who in sorted(self.players.items()) if g == game]:
                if other != someone.name:
                    word = "agree" if rng.random() < AGREES else "disagree"
                    did = (await self.say(self.people[other], word, game)).facts.get("did")
        self.happened["undone"] += did == "undo"

    async def everybody_pauses(self) -> None:
        running = sorted({game for game, _ in self.players})
        if not running:
            return
        game = self.rng.choice(running)
        for verb, later in (("pause", 0), ("resume", self.rng.randrange(1, 9) * DAY)):
            for other, seat in sorted(self.players):
                if other == game:
                    act = partial(self.say, self.people[self.players[other, seat]], verb, game)
                    self.at(self.clock.now() + later, partial(ignore, act))

    async def moderate(self) -> None:
        """Once a day somebody looks after games that wait, seats that are free, and
        tables that have fallen asleep.
        """
        for game in sorted({game for game, _ in self.players}):
            waiting, vacant, asked, quiet_since = await self.look(standing_of, game)
            if waiting:
                await self.look(extends, game, 2 * DAY, self.clock.now())
                self.happened["a moderator has given more time"] += 1
            elif asked and quiet_since < self.clock.now() - self.pace.quiet * DAY:
                await self.look(forces, game, asked, self.clock.now())
                self.happened["a moderator has forced a default"] += 1
            for seat in vacant:
                free = sorted(
                    set(self.people) - {who for (g, _), who in self.players.items() if g == game}
                )
                someone = self.people[self.rng.choice(free)]
                if (await self.say(someone, f"join {seat}", game)).status == "answered":
                    self.players[game, seat] = someone.name
                    self.happened["a seat was taken over"] += 1


def another_door(door: str) -> str:
    return DOORS[1 - DOORS.index(door)]


async def ignore(act: Callable[[], Awaitable[Receipt]]) -> None:
    await act()


def suggestion(batch: Batch, game: str, seat: Seat, rng: random.Random) -> str | None:
    opened = batch.game(game)
    assert opened is not None
    table = opened.table
    ask = table.ask()
    if ask is None or seat not in ask.seats or seat in table.state.answers:
        return None
    menu, view = table.menu(seat), table.view(seat)
    try:
        return menu.write(table.game.robot(view, menu, rng))
    except (Refused, IndexError):
        return menu.write(menu.default) if menu.default is not None else None


def standing_of(batch: Batch, game: str) -> tuple[bool, tuple[Seat, ...], tuple[Seat, ...], int]:
    """Return whether a game waits for a moderator, its free seats, and who is asked."""
    opened = batch.game(game)
    assert opened is not None
    state, ask = opened.table.state, opened.table.ask()
    asked = (
        ask.seats
        if ask is not None and ask.window is None and state.people.times.paused is None
        else ()
    )
    return (
        state.people.times.waiting,
        state.people.vacant if not state.result else (),
        asked,
        state.now,
    )


def extends(batch: Batch, game: str, seconds: int, now: int) -> None:
    opened = batch.game(game)
    assert opened is not None
    desk_time.rule(batch, opened, now, Extend(seconds, MODERATOR))


def forces(batch: Batch, game: str, seats: tuple[Seat, ...], now: int) -> None:
    opened = batch.game(game)
    assert opened is not None
    for seat in seats:
        try:
            desk_time.rule(batch, opened, now, Force(seat, MODERATOR))
        except No:
            return


def in_file(folder: Path) -> Store:
    """Open a file that is not waited for: nothing takes the power away."""
    store = SqliteStore(folder / "db")
    store.db.execute("pragma synchronous = off")
    return store


def play_season(opens: Callable[[], Store], **how: Any) -> Club:
    club = Club(opens, **how)
    try:
        asyncio.run(club.live())
    except asyncio.CancelledError as error:
        raise AssertionError(f"what nobody waited for has failed: {error}") from club.failed
    return club


def journals(store: Store) -> dict[str, bytes]:
    """The hash at the end of every game's journal: all that came in, when, from whom."""
    return {row.id: row.hash for row in every_game(store)}
