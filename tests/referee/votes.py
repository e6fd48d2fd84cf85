"""Votes at random, by people with every interest against each other.

``python -m tests.referee.votes --votes 100000`` plays so many.

Ann owns the game and plays; Bob and Cy play. Dan is Ann's friend: she names him a moderator before
the start. Eve takes seats that are free, and Mia moderates for the server. Ann has a second
account. Players vanish, return, go away and pause. A book of its own keeps
what each has heard and said. Every act is compared with it and with the table of powers.
"""

import argparse
import logging
import random
import tempfile
import time
from collections import Counter, defaultdict
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import Struct

from engine.messages import Receipt
from engine.plan import DAY, HOUR
from engine.referee.batch import Batch
from engine.referee.commands import consent, verb_of
from engine.referee.doors import ROBOT
from engine.referee.open_game import OpenGame
from engine.referee.scheduler import tick
from engine.rulings import agreement, rulings, times, votes
from engine.state import Event, People, Seat
from tests.pairs.drive import memory
from tests.referee.stage import DOOR, POST, House, Table

SEATS = ("ann", "bob", "cy")
SECOND = "ann@example.org"
ASKING = (
    *("gm remove {}", "gm default {}", "gm default", "gm replace {}", "gm replace {} eve"),
    *("gm rollback 3", "gm undo", "gm close", "gm deadline 2030-01-01", "gm resume", "gm look"),
    *("gm moderator fay", "gm hand dan", "gm look {}", "gm correct total = 5 because so"),
    *("gm pause", "gm extend 2h", "gm mute {}", "gm unmute {}", "gm rule It stands."),
)
VOTING = (
    *("pause", "resume", "extend 2h", "pause no", "extend no", "undo", "undo 3", "resume no"),
    "disagree",
)
PLAYING = ("add 1", "speak red", "roll", "call", "vote red")
AWAY = ("away until 1970-01-{}", "away none", "hours UTC 22:00-07:00", "hours none")
SEATING = ("join {}", "join", "hand eve", "hand {}", "gm replace {}", "gm remove {}", "agree")
NEUTRAL = ("gm replace {}", "gm pause", "gm resume", "gm unmute {}", "gm extend 5h")
CLOCKS = ("", "1h replace 1", "6h replace 2", "24h", "bank 3h + 1h")
KINDS = {"ask": 5, "vote": 3, "say": 6, "play": 4, "away": 1, "sit": 2, "hear": 4, "wait": 4}
STEPS = 120
SLACK = HOUR
"""Seconds of silence by which the book, which looks once an hour, may be wrong."""


class Before(Struct, frozen=True):
    people: People
    robots: frozenset[Seat]
    seats: tuple[Seat, ...]


class Walk:
    """One game. ``faults`` is what should not have happened, ``counts`` what has."""

    def __init__(self, seed: int, folder: Path):
        self.rng, self.counts, self.faults = random.Random(seed), Counter[str](), list[str]()
        self.seed, self.read, self.rated = seed, 0, self.rng.random() < 0.8
        self.asked: Any = None
        self.yes, self.unsure = set[Seat](), set[Seat]()
        self.silence = dict[Seat, int]()
        self.wishes = defaultdict[str, set[Seat]](set)
        self.had = defaultdict[str, set[Seat]](set)
        self.looked = set[str]()
        self.sided = {"dan"}  # who acts for a player without a seat
        seats = SEATS[: self.rng.choice((2, 3))]
        table = Table(seats=seats, clock=self.rng.choice(CLOCKS), rated=self.rated)
        self.house = House(folder / f"{seed}.db", doors=(DOOR, POST))
        self.house.take([table.waiting])
        self.house.give("owner", (DOOR, "ann"))
        self.house.say("ann", "gm moderator dan")
        for seat in seats:
            self.house.say(seat, f"join {seat}")
        if len(seats) > 2 and self.rng.random() < 0.3:
            self.house.take([self.robot])
        if self.rng.random() < 0.3:
            self.house.link("ann", SECOND)
        self.settle()
        self.read = len(self.house.box.news)

    def robot(self, batch: Batch) -> None:
        opened = batch.known("g")
        assert opened is not None
        (cy,) = (one for one in opened.addresses if one.sender == "cy")
        batch.part(opened, [cy])
        batch.settle(opened, type(cy)(door=ROBOT, sender="r", game="g", viewer="cy"))

    @property
    def opened(self) -> OpenGame:
        return self.house.referee.memory["g"]

    @property
    def people(self) -> People:
        return self.opened.table.state.people

    # ---- what people do

    def play(self) -> None:
        for _ in range(STEPS):
            if self.opened.table.state.result is not None or self.faults:
                break
            (kind,) = self.rng.choices(list(KINDS), list(KINDS.values()))
            self.counts[kind] += 1
            getattr(self, "play_on" if kind == "play" else kind)()
        self.house.close()

    def somebody(self, *more: str) -> str:
        return self.rng.choice((*self.opened.table.seats, *more))

    def text(self, texts: tuple[str, ...]) -> str:
        return self.rng.choice(texts).format(self.somebody())

    def ask(self) -> None:
        if self.rng.random() < 0.05:
            self.speak("mia", self.text(NEUTRAL), rank="moderator")
        else:
            self.speak(self.somebody("ann", "dan", "dan", SECOND), self.text(ASKING))

    def vote(self) -> None:
        self.speak(self.somebody(SECOND), self.text(VOTING))

    def say(self) -> None:
        self.speak(self.somebody("eve", SECOND), "agree" if self.rng.random() < 0.8 else "disagree")

    def play_on(self) -> None:
        ask = self.opened.table.ask()
        if ask is not None and ask.seats:
            self.speak(self.rng.choice(ask.seats), self.text(PLAYING))

    def away(self) -> None:
        day = self.house.at // DAY + 1 + self.rng.randrange(1, 9)
        self.speak(self.somebody(), self.rng.choice(AWAY).format(f"{min(day, 31):02}"))

    def sit(self) -> None:
        who = self.somebody("eve", "eve")
        self.speak(who, self.rng.choice(SEATING).format(self.rng.choice((who, self.somebody()))))

    def hear(self) -> None:
        seat, proposal = self.somebody(), self.people.proposal
        if proposal is not None:
            heard = votes.request_of(proposal)
            self.take([partial(consent.hear, game="g", seats=[seat], asked=heard)])
            if seat in self.people.proposal.heard:  # type: ignore[union-attr]  # nothing has ended it
                self.heard(seat)

    def heard(self, seat: Seat) -> None:
        self.silence.setdefault(seat, 0)
        self.unsure.discard(seat)

    def wait(self) -> None:
        """Time passes, an hour at a time; the clock comes when it means to."""
        for _ in range(self.rng.choice((1, 3, 10, 30, 80))):
            self.pass_by(HOUR - self.house.at % HOUR)
            store = self.house.store
            if store.due(self.house.at, 9) or store.reminders(self.house.at, 9):
                self.take([partial(tick, id="g", now=self.house.at)])

    def pass_by(self, seconds: int) -> None:
        now, their = self.house.at, self.people.times
        for seat in self.silence if their.paused is None else ():
            away = any(start <= now < end for start, end in their.away.get(seat, ()))
            night = seat in their.hours and not 7 * HOUR <= now % DAY < 22 * HOUR
            self.silence[seat] += 0 if away or night else seconds
        self.house.at += seconds

    # ---- what comes of it

    def speak(self, who: str, text: str, **more: Any) -> None:
        self.pass_by(0)
        before = self.before()
        door = POST if who == SECOND else DOOR
        answer = self.house.say(who, text, by=door, **more)
        events = self.news()
        self.check(before, events)
        self.powers(who, text, answer, events, neutral="rank" in more)
        self.settle()

    def take(self, jobs: list[Any]) -> None:
        before = self.before()
        self.house.take(jobs)
        events = self.news()
        self.check(before, events)
        self.settle()

    def before(self) -> Before:
        robots = frozenset(one.viewer for one in self.opened.addresses if one.door == ROBOT)
        return Before(self.people, robots, self.opened.table.seats)

    def news(self) -> list[Event]:
        new = [one for one in self.house.box.news[self.read :] if one.viewer == "*"]
        self.read = len(self.house.box.news)
        return [event for one in new for event in one.events]

    def fault(self, what: str) -> None:
        self.faults.append(f"game {self.seed}: {what}")

    def settle(self) -> None:
        for one in self.opened.addresses:
            if one.viewer in self.opened.table.seats:
                self.had[one.sender].add(one.viewer)

    def request(self, event: Event | None) -> None:
        """Another request is open, or none: whoever has heard the last one may answer that."""
        self.unsure |= set(self.silence) - self.yes
        self.asked, self.yes, self.silence = event, set(), {}

    def check(self, before: Before, events: list[Event]) -> None:
        for event in events:
            match event:
                case rulings.AskedFor() | rulings.Proposed():
                    self.request(event)
                    self.yes |= before.robots
                case rulings.Agreed(by):
                    if by in self.unsure:
                        self.fault(f"{by} agreed to another request than they had heard")
                    self.yes.add(by)
                case rulings.Disagreed():
                    self.request(None)
                case rulings.Approved() | rulings.RolledBack("consent"):
                    self.consented(before)
                    self.request(None)
                    what = getattr(event, "what", "")
                    if what.startswith("gm look"):
                        self.looked |= {"dan", getattr(event, "by", ""), SECOND}
                    if what == "gm hand dan":
                        self.sided.discard("dan")
                case rulings.RolledBack():
                    self.request(None)
                case rulings.Replaced(seat):
                    self.yes.discard(seat)
                    self.unsure.discard(seat)
                    self.silence.pop(seat, None)
                    for seats in self.wishes.values():
                        seats.discard(seat)
                case times.Wished(seat, what, seconds, on):
                    for name, seats in self.wishes.items():
                        if name.split()[0] == what:
                            seats.discard(seat)
                    if on:
                        self.wishes[agreement.wish(what, seconds)].add(seat)
                case times.Opposed(seat, what, seconds, over):
                    if over:
                        self.wishes[agreement.wish(what, seconds)].clear()
                case times.Paused(times.CONSENT) | times.Unpaused(times.CONSENT):
                    what = "pause" if isinstance(event, times.Paused) else "resume"
                    self.voted(before, what, all)
                case times.Extended(seconds, times.CONSENT):
                    self.voted(before, agreement.wish("extend", seconds), most)

    def voted(self, before: Before, what: str, enough: Any) -> None:
        self.counts["votes that carried"] += 1
        gone = {*before.people.removed, *before.people.vacant}
        if not enough([seat in self.wishes[what] for seat in before.seats if seat not in gone]):
            self.fault(f"{what} with the votes of {sorted(self.wishes[what])} alone")

    def consented(self, before: Before) -> None:
        """Everybody must have agreed, as the table of powers says."""
        asked, people = self.asked, before.people
        what = getattr(asked, "what", "undo")
        verb = verb_of(what)
        assert verb is not None
        kind = verb.kinds[0].asks
        if what.startswith("gm replace") and not asked.spoken:
            kind, seat = "silent", what.split()[2]
            if seat in {*self.people.vacant} - {*people.vacant}:
                self.fault(f"{seat} had come back and lost the seat by silence")
        self.counts[f"{kind} agreement"] += 1
        passed = {*people.removed, *before.robots, *self.yes}
        if not getattr(asked, "deputy", False):
            passed.add(asked.by)
        for seat in set(before.seats) - passed:
            long = self.silence.get(seat, -1) >= votes.PATIENCE - SLACK
            now, their = self.house.at, people.times
            away = any(start <= now < end for start, end in their.away.get(seat, ()))
            if kind == "silent" and (seat in people.vacant or (long and not away)):
                self.counts["silence or vacancy agreed"] += 1
            else:
                self.fault(f"“{what}” by {asked.by} without {seat}: {self.silence}, {people}")

    def powers(
        self, who: str, text: str, receipt: Receipt, events: list[Event], *, neutral: bool
    ) -> None:
        """Nobody on a player's side decides anything alone, and what is done alone is marked."""
        did, verb = receipt.facts.get("did"), verb_of(text)
        if did == "agree again":
            assert receipt.seat is not None
            self.heard(receipt.seat)
        if receipt.status != "answered" or neutral or verb is None or did != verb.word:
            return
        one, seats = verb.kinds[0], [word for word in text.split() if word in SEATS]
        if not text.startswith("gm ") or not one.asks or set(seats[:1]) & self.had[who]:
            return
        if did == "gm look" and who in self.looked:
            return
        side = bool(self.had[who]) or who in self.sided
        marked = any(isinstance(event, rulings.ActedAlone) for event in events)
        if side and self.rated:
            self.fault(f"“{text}” by {who} alone")
        elif self.had[who]:
            self.counts["marked"] += marked
            if not marked:
                self.fault(f"“{text}” by {who} is not marked")


def most(votes: list[bool]) -> bool:
    return sum(votes) * 2 > len(votes)


def walk(wanted: int, seed: int = 0) -> tuple[Counter[str], list[str]]:
    """Play games with this many requests, votes and answers; return counts and faults."""
    counts, faults = Counter[str](), list[str]()
    while sum(counts[kind] for kind in ("ask", "vote", "say")) < wanted:
        with tempfile.TemporaryDirectory(dir=memory()) as folder:
            game = Walk(seed, Path(folder))
            game.play()
        counts += game.counts + Counter(games=1)
        faults += game.faults
        seed += 1
    return counts, faults


def main() -> None:
    from tests.faults.lives import relay

    parser = argparse.ArgumentParser(prog="python -m tests.referee.votes", description=__doc__)
    parser.add_argument("--votes", type=int, default=1_000)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    logging.disable(logging.CRITICAL)
    with relay():
        counts, faults = walk(asked.votes, asked.seed)
    print(*faults[:20], sep="\n")
    print(f"{len(faults)} faults; {dict(counts)}; {time.process_time():,.0f} CPU seconds")


if __name__ == "__main__":
    main()
