"""Games of Derelict that are told line by line: a board, orders, and what comes of them.

    == DL-12.7 an attacker that loses to a defender that faces it is removed
    board: marine 4,4 N; alien 4,3 S
    dice: assault/ 1 3 1 1
    activate M1; assault -> Settled(winner=A1); no M1; active=-; ap=0

A case begins with ``==`` and its title. ``board``, ``dice``, ``grid``, ``segs`` and ``with`` set it
up: rules and options, ``alone``, or a ``crowd`` of aliens, as ``Stage`` takes them. If there are
rows of a table, which begin with ``|``, it is played once for each, with ``{NAME}`` filled in.

A line holds orders of the side that is asked, or of ``marine:`` or ``alien:``. ``wait N`` lets
seconds pass; ``let NAME=N`` and ``mark UNIT MARKER`` change the world. ``marine sends: …`` is a
message to a referee, ``marine types: …`` one from a person. After ``->`` stands what comes of the
last order:

    Event(field=value); no Event       the one event of its kind that everybody is told
    every Event.field: A B             a field of all events of a kind, in order
    Event before Event                 the order of two kinds
    ap=0; M1.cell=4,3; asked=alien     a value of the world, a unit, the table or a receipt
    no M1                              the unit is gone
    offers move 3,2 for 1              an order that is offered, and its cost; also ``no offer …``
    all move: 3,2 4,2                  everything that is offered of a verb
    may A B; may only A; may not A     verbs that are offered, or are not
    !code RULE; says …                 the order is refused, and has changed nothing
    taken, refused, stopped, answered  the status of a receipt
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec import Struct

import renderers
from engine.games.derelict import events
from engine.games.derelict.board import COMPASS, Token
from engine.games.derelict.view import SEATS, in_words
from engine.menu import Refusal
from engine.messages import Receipt
from engine.referee.referee import Referee
from engine.state import PUBLIC, Event
from engine.store.sqlite import SqliteStore
from tests.derelict.stage import OPEN, Stage
from tests.kit.made import message_of

HEADS = ("board", "dice", "grid", "segs", "with")
RULES = ("side", "turn", "last_turn", "command", "fuel")
EVENT = re.compile(r"([A-Z]\w+)\((.*)\)")
UNIT = re.compile(r"[MAB]\d+")
SAID = re.compile(r"(?:(marine|alien)( sends| types)?: )?(.*)")


class Tale(Struct):
    title: str
    setup: dict[str, str]
    lines: list[str]


def read(path: Path) -> list[Tale]:
    _, *texts = re.split(r"^== ", path.read_text("utf-8"), flags=re.MULTILINE)
    return [tale for text in texts for tale in told(text)]


def told(text: str) -> Iterator[Tale]:
    title, *lines = [line.strip() for line in text.splitlines() if line.strip()]
    table = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line[0] == "|"
    ]
    lines = [line for line in lines if line[0] != "|"]
    for row in table[1:] or [[]]:
        filled = lines
        for name, cell in zip(table[0] if table else [], row, strict=True):
            filled = [line.replace(f"{{{name}}}", cell) for line in filled]
        setup = {
            head: rest.strip()
            for head, _, rest in (line.partition(":") for line in filled)
            if head in HEADS
        }
        steps = [line for line in filled if line.partition(":")[0] not in HEADS]
        yield Tale(" | ".join([title, *row]), setup, steps)


def dice(text: str) -> dict[str, list[int | str]]:
    parts = [part.split() for part in text.split(";") if part.strip()]
    return {key: list(map(int, faces)) for key, *faces in parts}


def staged(setup: dict[str, str]) -> Stage:
    grid = tuple(setup["grid"].split()) if "grid" in setup else OPEN
    segs = tuple(setup["segs"].split()) if "segs" in setup else ()
    given = dict(pair.partition("=")[::2] for pair in setup.get("with", "").split())
    number = {name: int(text) if text.isdigit() else text for name, text in given.items()}
    crowd = int(number.pop("crowd", 0))
    stage = Stage(
        setup["board"],
        dice(setup.get("dice", "")),
        grid,
        segs * len(grid) if len(segs) == 1 else segs,
        {name: number.pop(name) for name in RULES if name in number},
        number.pop("alone", None) is not None,
        **number,
    )
    free = [(x, y) for y in (4, 5, 6) for x in range(10)]
    free = [cell for cell in free if cell not in stage.world.position.units]
    stage.world.tokens += [
        Token(kind="alien", x=x, y=y, rot=0, name=stage.world.name("A")) for x, y in free[:crowd]
    ]
    return stage


class Post:
    def __init__(self, stage: Stage, path: Path):
        self.setup = stage.play.setup
        self.store = SqliteStore(path)
        self.referee, self.at = Referee(self.store, {}), self.setup.at
        self.referee.take([lambda batch: batch.make("derelict", self.setup, [])], self.at)
        for seat in SEATS:
            assert self.send(seat, f"join {seat}").status == "answered"

    def send(self, sender: str, text: str, *, careful: bool = False) -> Receipt:
        self.at += 1
        message = message_of(
            "test", str(self.at), sender, text, at=self.at, game=self.setup.id, careful=careful
        )
        (receipt,) = self.referee.take([message], self.at).answers
        assert isinstance(receipt, Receipt)
        return receipt


class Teller:
    def __init__(self, tale: Tale, folder: Path):
        self.tale = tale
        self.stage = staged(tale.setup)
        sends = any(re.match(r"\w+ (sends|types): ", line) for line in tale.lines)
        self.post = Post(self.stage, folder / "game.db") if sends else None
        self.receipt: Receipt | None = None
        self.refusal: Refusal | None = None

    def play(self) -> None:
        try:
            for line in self.tale.lines:
                orders, _, checks = line.partition("->")
                parts = [part.strip() for part in checks.split(";") if part.strip()]
                if orders.strip():
                    self.act(orders.strip(), refused=any(part[0] == "!" for part in parts))
                for part in parts:
                    assert self.holds(part), f"{line}\n{part}: {self.found(part)}"
        finally:
            if self.post:
                self.post.store.close()

    def act(self, text: str, *, refused: bool) -> None:
        said = SAID.fullmatch(text)
        assert said is not None
        seat, manner, orders = said.groups()
        verb, _, rest = text.partition(" ")
        if manner:
            assert self.post is not None
            orders = orders.replace(" / ", "\n")
            self.receipt = self.post.send(seat, orders, careful=manner == " types")
            self.refusal = self.receipt.refusal
        elif verb == "wait":
            self.stage.play.ticks(self.stage.play.now + int(rest))
        elif verb == "let":
            name, _, number = rest.partition("=")
            setattr(self.stage.world, name, int(number))
        elif verb == "mark":
            unit, marker = rest.split()
            self.stage.world.mark(unit, marker)  # type: ignore[arg-type]  # a marker
        else:
            *first, last = orders.split(";")
            for order in first if refused else ():
                self.stage.say(order, seat or "")
            if refused:
                self.refusal = self.stage.refused(last, seat or "")
            else:
                self.stage.say(orders, seat or "")

    @property
    def events(self) -> list[Event]:
        return self.stage.play.bulletins[-1].events(PUBLIC)

    def of_kind(self, kind: str) -> list[Event]:
        assert hasattr(events, kind), f"no event is called {kind}"
        return [event for event in self.events if type(event).__name__ == kind]

    def offered(self, verb: str) -> set[str]:
        offers = [offer.partition(" ") for offer in self.stage.offers()]
        return {what for first, _, what in offers if first == verb}

    def holds(self, check: str) -> bool:
        word, _, rest = check.partition(" ")
        if found := EVENT.fullmatch(check):
            same = self.of_kind(found[1])
            return len(same) == 1 and all(
                brief(name, getattr(same[0], name)) == value for name, value in fields(found[2])
            )
        match word:
            case "every":
                path, _, wanted = rest.partition(":")
                kind, _, name = path.partition(".")
                values = [brief(name, getattr(event, name)) for event in self.of_kind(kind)]
                return values == wanted.split()
            case "no" if UNIT.fullmatch(rest):
                return self.stage.gone(rest)
            case "no" if rest.startswith("offer "):
                return rest.removeprefix("offer ") not in self.stage.offers()
            case "no":
                return not self.of_kind(rest)
            case "offers":
                text, _, cost = rest.partition(" for ")
                offers = self.stage.offers()
                return text in offers and cost in ("", str(offers[text]))
            case "all":
                verb, _, wanted = rest.partition(":")
                return self.offered(verb) == set(wanted.split())
            case "may":
                first, *others = rest.split() or [""]
                verbs = self.stage.verbs()
                match first:
                    case "only":
                        return verbs == set(others)
                    case "not":
                        return verbs.isdisjoint(others)
                return verbs >= set(rest.split())
            case "says":
                assert self.refusal is not None
                said = renderers.sentences_in("en").refusal(self.refusal, "derelict")
                return said.startswith(rest)
            case "taken" | "refused" | "stopped" | "answered":
                assert self.receipt is not None
                return self.receipt.status == word
        if word[0] == "!":
            assert self.refusal is not None
            rule = self.refusal.rule or "-"
            return self.refusal.code == word[1:] and rest in ("", rule)
        if rest.startswith("before "):
            kinds = [type(event).__name__ for event in self.events]
            return kinds.index(word) < kinds.index(rest.removeprefix("before "))
        path, equals, wanted = check.partition("=")
        assert equals, "is no check"
        return brief(path.rpartition(".")[2], self.value(path)) == wanted

    def value(self, path: str) -> Any:
        first, *rest = path.split(".")
        value = self.named(first)
        for name in rest:
            value = value[name] if isinstance(value, dict) else getattr(value, name)
        return value

    def named(self, name: str) -> Any:
        stage, position = self.stage, self.stage.world.position
        if UNIT.fullmatch(name):
            return stage.unit(name)
        if self.receipt is not None and hasattr(self.receipt, name):
            return getattr(self.receipt, name)
        match name:
            case "asked":
                return stage.asked
            case "shown":
                return stage.view().shown
            case "result":
                return stage.play.table.state.result
            case "rolls":
                return [roll.key for roll in stage.play.bulletins[-1].rolls]
            case "aliens":
                return len(position.of("alien"))
            case "doors" | "flames":
                return [in_words(cell) for cell in sorted(getattr(position, name))]
            case "open":
                doors = sorted(position.doors.items())
                return [in_words(cell) for cell, door in doors if door.kind == "dooropen"]
        return getattr(stage.world, name)

    def found(self, check: str) -> str:
        return f"{self.events}; offered {self.stage.offers()}; {self.receipt or self.refusal}"


def fields(text: str) -> list[tuple[str, str]]:
    return re.findall(r"(\w+)=(.*?)(?= \w+=|$)", text)


def brief(name: str, value: Any) -> str:
    if name == "rot":
        return COMPASS[value]
    if name == "cell":
        return in_words(value)
    if name == "done":
        return ", ".join(done.order for done in value)
    if name in ("dropped", "meant"):
        return ", ".join(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return " ".join(map(str, value)) or "-"
    return "-" if value in (None, "") else str(value)
