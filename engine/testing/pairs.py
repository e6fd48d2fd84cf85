"""Law 5: a viewer of two worlds that differ only in other players' secrets gets the same texts,
lists, numbers and times.

Both worlds of a pair are played with the same orders at the same times, except for the secret
orders of the secrets' owner. Everything that a viewer receives is compared, up to the first event
by which the rules reveal the difference.
"""

import random
from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import zip_longest
from typing import Any, Literal, Self

import msgspec
from msgspec import Struct

from engine.game import answers
from engine.menu import Menu, Refused
from engine.plan import ClockPlan
from engine.referee.commands.lobby import lacks_players
from engine.state import PUBLIC, REFEREE, Bulletin, Event, Line, Seat, Tick
from engine.table import GameTable
from engine.testing.kit import Case, Play, Setting, asked, begin

QUESTIONS = 24
"""The number of questions played in each world."""
encode = msgspec.json.Encoder(order="deterministic", enc_hook=repr).encode


class Abandoned(Exception):
    """The owner's secrets forbid an order that the others would have expected to be legal."""


class Row(Struct, frozen=True):
    """Everything that one viewer received with one bulletin."""

    at: int
    events: tuple[Event, ...]
    rest: tuple[Any, ...]  # everything that the viewer could look up then


class World(Struct):
    """The recorded rows of each viewer of a world."""

    rows: dict[Seat, list[Row]]
    prompts: int = 0  # sealed questions to the owner of secrets
    rolls: int = 0


class PairOutcome(Struct, frozen=True):
    """The result of a pair: equal to the end or to a reveal, or the place where it differs."""

    kind: Literal["equal", "revealed", "differs", "abandoned"]
    where: str = ""
    prompts: int = 0
    rolls: int = 0


SECRET_TIMES = {"holding", "spoken", "standing"}
"""Secret fields of ``Times``."""


def known_of_people(table: GameTable) -> bytes:
    """Return the public facts about players and their lateness. The list of games with free seats,
    joining, consent, deadlines and banks depend on them.
    """
    people = msgspec.to_builtins(table.state.people)
    known = {
        name: value for name, value in people.get("times", {}).items() if name not in SECRET_TIMES
    }
    return encode({**people, "times": known, "free": lacks_players(table)})


def looked_up(play: Play, viewer: Seat, probes: tuple[str, ...]) -> tuple[Any, ...]:
    """Return everything that a viewer can look up now without giving an order."""
    table = play.table
    menu = table.menu(viewer)
    return (
        encode(table.view(viewer)),
        menu.help(),
        encode(menu.default),
        encode(menu.why),
        menu.idle,
        menu.examples(table.state.question),
        [menu.complete(head) for head in heads(probes)],
        [answered(menu, probe, table.state.question) for probe in (*probes, *map(kindly, probes))],
    )


def kindly(text: str) -> str:
    """Return an order as people write it, for the lenient reading."""
    return f"Please {text.replace(' ', ', ')}!"


@cache
def heads(texts: tuple[str, ...]) -> tuple[str, ...]:
    """Return the beginnings of these orders, word by word, each once."""
    typed = [text.split() for text in texts]
    every = [" ".join([*words[:k], ""]) for words in typed for k in range(len(words) + 1)]
    return tuple(dict.fromkeys(every))


def answered(menu: Menu, text: str, seed: int) -> str:
    """Return the answer that the sender of this order would get."""
    try:
        return repr(menu.parse(text, seed))
    except Refused as refused:
        return repr(refused.refusal)


class Driver:
    """Plays one world of a pair. Random choices have keys, so that they don't shift others."""

    def __init__(
        self, case: Case, setting: Setting, seed: int, secret: int, clock: ClockPlan | None = None
    ):
        self.case, self.seed, self.secret, self.turn = case, seed, secret, 0
        self.world, self.undone = World({viewer: [] for viewer in case.kit.viewers}), 0
        self.rolled_back = 0
        self.play = begin(
            case, Setting((), setting.options, setting.scenario, setting.loaded), seed, clock
        )
        self.before: Any = None
        self.play.look = self.look
        self.look(self.play.first)
        self.seated = len(setting.seats)
        self.play.join(setting.seats)

    def run(self) -> Self:
        while self.go_on():
            pass
        return self

    def go_on(self) -> bool:
        """Play one question, and perhaps undo something. Return ``False`` at the end."""
        if self.play.over or self.turn == QUESTIONS:
            return False
        self.turn += 1
        self.question()
        back = self.play.table.state.back
        if back is not None and self.chance("undo").random() < 0.1:
            self.undone += 1
            self.play.take_back(back)
        elif self.chance("rollback").random() < 0.04:
            self.roll_back()
        return True

    def roll_back(self) -> None:
        """Undo to a position after a public event, as if all had agreed."""
        seated = self.seated
        told = [
            n
            for n, bulletin in enumerate(self.play.bulletins, 1)
            if bulletin.events(PUBLIC) and n > seated
        ]
        if len(told) > 1 and not self.play.over:
            k = self.chance("line").randrange(len(told) - 1)
            self.rolled_back += 1
            self.look(self.play.undo(self.play.now, REFEREE, told[k + 1] - 1))

    def look(self, bulletin: Bulletin) -> None:
        """Record a row for every viewer who gets a message, or sees another status of the game."""
        self.world.rolls += len(bulletin.rolls)
        table = self.play.table
        status = (
            bulletin.question,
            bulletin.asked,
            bulletin.due,
            table.state.back,
            known_of_people(table),
        )
        for viewer in self.case.kit.viewers:
            events = tuple(bulletin.events(viewer))
            if events or bulletin.fresh or bulletin.commitments or status != self.before:
                rest = (
                    *status,
                    bulletin.fresh,
                    [(c.seat, c.epoch, c.question, c.root) for c in bulletin.commitments],
                    *looked_up(self.play, viewer, self.case.kit.probes),
                )
                self.world.rows[viewer].append(Row(bulletin.at, events, rest))
        self.before = status

    def chance(self, purpose: str, seat: Seat = "") -> random.Random:
        """Return a random generator that is the same in both worlds."""
        return random.Random(f"{self.seed}/{self.turn}/{purpose}/{seat}")

    def own(self, purpose: str) -> random.Random:
        """Return a random generator that differs between the worlds."""
        return random.Random(f"{self.secret}/{self.turn}/{purpose}/secret")

    def question(self) -> None:
        table, play, kit = self.play.table, self.play, self.case.kit
        self.beside()
        ask, due = table.ask(), table.state.due
        if ask is None:
            return
        if due is not None and (
            not ask.seats or due <= play.now or self.chance("late").random() < 0.1
        ):
            play.write(max(due, play.now), REFEREE, Tick())
        elif (
            len(ask.seats) > 1 or ask.window is not None or (ask.secret and kit.owner in ask.seats)
        ):
            self.sealed(ask.seats, ask.window, due)
        else:
            (seat,) = ask.seats
            secret = kit.dark and seat == kit.owner
            view = table.view(PUBLIC if seat == kit.owner and not secret else seat)
            rng = self.own("order") if secret else self.chance("order", seat)
            order = pick(table.state.stack[-1].menu(view, seat), rng)
            if not table.menu(seat).allows(order):
                raise Abandoned
            at = play.now + self.chance("time").randrange(900)
            play.enter(at if due is None else min(at, due - 1), seat, order)

    def sealed(self, seats: tuple[Seat, ...], window: int | None, due: int | None) -> None:
        """Send the orders of all seats to a sealed question. The owner's are random per world, and
        its last one comes last if it closes the question.
        """
        play, owner = self.play, self.case.kit.owner
        self.world.prompts += owner in seats
        end = play.now + 10 + self.chance("end").randrange(900)
        end = end if due is None else min(end, due - 1)
        said: list[tuple[int, Seat]] = []
        for seat in seats:
            chance = self.own("times") if seat == owner else self.chance("times", seat)
            if window is not None and chance.random() < 0.3:
                continue
            said += sorted(
                (chance.randint(play.now, max(play.now, end - 1)), seat)
                for _ in range(chance.randint(1, 5))
            )
            if window is None and seat == owner:
                said.append((end, seat))
        rngs = {
            seat: self.own("words") if seat == owner else self.chance("words", seat)
            for seat in seats
        }
        last = {seat: k for k, (_, seat) in enumerate(sorted(said, key=lambda one: one[0]))}
        number = play.table.state.question
        for k, (at, seat) in enumerate(sorted(said, key=lambda one: one[0])):
            if play.table.state.question != number or seat not in asked(play.table):
                break
            menu, final = play.table.menu(seat), k == last[seat]
            if (
                final
                or seat != owner
                or window is not None
                or any(issubclass(c.order, Line) for c in menu.offered)
            ):
                play.write(at, seat, pick(menu, rngs[seat], lines=not final))
        if play.table.state.question == number and play.table.state.due is not None:
            play.write(max(play.table.state.due, play.now), REFEREE, Tick())

    def beside(self) -> None:
        """Now and then play an order that is always possible. The owner's differ by world."""
        table, play, kit = self.play.table, self.play, self.case.kit
        if table.state.due is not None and table.state.due <= play.now:
            return
        own = self.own("beside")
        private = [
            choice for choice in table.menu(kit.owner).offered if choice.order in kit.private
        ]
        if private and own.random() < 0.4:
            play.write(play.now, kit.owner, own.choice(private).sample(own))
        chance = self.chance("beside")
        if chance.random() < 0.04 and table.ask() is not None:
            seat = chance.choice(table.seats)
            offered = self.case.game.anytime(
                table.view(PUBLIC if seat == kit.owner else seat), seat
            ).offered
            choices = [choice for choice in offered if choice.order not in kit.private]
            if choices:
                play.write(play.now, seat, chance.choice(choices).sample(chance))


def pick(menu: Menu, rng: random.Random, *, lines: bool = False) -> Any:
    """Return a random answer, or with ``lines`` a line of a sheet, if there are any."""
    found = answers(menu)
    fitting = [choice for choice in found if issubclass(choice.order, Line) == lines]
    return rng.choice(fitting or found).sample(rng)


def compare(
    case: Case, seed: int, clock: ClockPlan | None = None, driver: Callable[..., Driver] = Driver
) -> PairOutcome:
    """Play one pair of worlds side by side, and compare everything that the viewers receive until a
    reveal. ``driver`` makes the player and recorder of a world.
    """
    beginnings = case.kit.pair(seed)
    try:
        with case.kit.blind():
            a, b = (
                driver(case, setting, seed, 2 * seed + k, clock)
                for k, setting in enumerate(beginnings, 1)
            )
            where, revealed = side_by_side(case, a, b)
    except Abandoned:
        return PairOutcome("abandoned")
    if where:
        return PairOutcome("differs", f"{case.name}, pair {seed}, {where}")
    both = a.world, b.world
    return PairOutcome(
        "revealed" if revealed else "equal",
        "",
        sum(w.prompts for w in both),
        sum(w.rolls for w in both),
    )


def side_by_side(case: Case, a: Driver, b: Driver) -> tuple[str, bool]:
    """Return the first difference for a viewer before a reveal, or "", and whether there was a
    reveal. The rest of the game is neither played nor compared.
    """
    compared = dict.fromkeys(case.kit.viewers, 0)
    revealed, going = False, True
    while going and compared:
        went = a.go_on(), b.go_on()
        going = any(went)
        for viewer, start in list(compared.items()):
            rows = [driver.world.rows[viewer][start:] for driver in (a, b)]
            fresh = min(map(len, rows)) if going else max(map(len, rows))
            where, reveal = difference(case, rows[0][:fresh], rows[1][:fresh], start)
            if where:
                return f"viewer {viewer}: {where}", False
            compared[viewer] += fresh
            if reveal:
                revealed = True
                del compared[viewer]
    return "", revealed


def difference(case: Case, a: list[Row], b: list[Row], start: int = 0) -> tuple[str, bool]:
    """Return the first difference between two lists of rows before a reveal, in words, or "", and
    whether there was a reveal. ``start`` is the number of the first row.
    """
    for k, (x, y) in enumerate(zip_longest(a, b), start):
        if x is None or y is None:
            return f"row {k}: one world says nothing, the other {x or y}", False
        if x.at != y.at:
            return f"row {k}: at {x.at} and at {y.at}", False
        for one, other in zip_longest(x.events, y.events):
            if one != other:
                if any(event is not None and case.kit.reveals(event) for event in (one, other)):
                    return "", True
                return f"row {k}: {one} and {other}", False
        if x.rest != y.rest:
            parts = next((p, q) for p, q in zip(x.rest, y.rest, strict=True) if p != q)
            return f"row {k}: {parts[0]} and {parts[1]}", False
    return "", False


class Power(Struct, frozen=True):
    """The result of comparing a number of pairs."""

    pairs: int
    kinds: dict[str, int]
    prompts: int
    rolls: int
    found: tuple[str, ...]

    def __str__(self) -> str:
        compared = max(1, self.pairs - self.kinds.get("abandoned", 0))
        per = 1000 / compared
        return (
            f"{self.pairs} pairs, {self.kinds.get('abandoned', 0)} abandoned; per thousand:"
            f" {self.prompts * per:.0f} prompts, {self.kinds.get('revealed', 0) * per:.0f} reveals,"
            f" {self.rolls * per:.0f} rolls; {len(self.found)} differ"
            f" ({len(self.found) / compared:.0%})"
        )

    @property
    def share(self) -> float:
        """The share of pairs that differ."""
        return len(self.found) / max(1, self.pairs - self.kinds.get("abandoned", 0))


def measure(
    case: Case,
    seeds: range,
    enough: int | None = None,
    clock: ClockPlan | None = None,
    driver: Callable[..., Driver] = Driver,
) -> Power:
    """Compare the pairs of these seeds, or stop once ``enough`` of them differ."""
    outcomes: list[PairOutcome] = []
    found: list[str] = []
    for seed in seeds:
        outcomes.append(compare(case, seed, clock, driver))
        if outcomes[-1].kind == "differs":
            found.append(outcomes[-1].where)
        if enough is not None and len(found) >= enough:
            break
    kinds = Counter[str](outcome.kind for outcome in outcomes)
    return Power(
        len(outcomes),
        dict(kinds),
        sum(o.prompts for o in outcomes),
        sum(o.rolls for o in outcomes),
        tuple(found),
    )
