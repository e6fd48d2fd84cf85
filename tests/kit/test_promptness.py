"""A law for all games, commands to the referee and clock plans: any text up to the longest
message is answered within 50 ms of CPU, whatever it says.
"""

import random
import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from itertools import takewhile
from pathlib import Path

import pytest

from engine.menu import LONGEST, Menu, Refused
from engine.messages import ECHO, Message
from engine.referee import open_game, referee
from engine.referee.batch import Batch
from engine.referee.commands import VERBS
from engine.referee.commands.request import Request
from engine.rulings import plan_text
from engine.testing.kit import Case, Play, asked, fresh, go_on
from tests.kit.each import each
from tests.kit.games import cases
from tests.kit.prompt import MOST, STALL, Try, seconds
from tests.referee.stage import DOOR, House, Table

ENOUGH = 5
"""Slow texts after which the search ends."""
UNITS = (
    " |\t|\xa0|\n|\r\n|+|!|.|-|=|:|#|x|Q|1|0-|o|,|;|/|\"|'|“|(|)|{|[|*|%|\\|ep| ep|(e.p.|"
    'e.p.)| ,| ;|1.|1 .|1 |. |a |a b |" | "|"a" |1,1 |A1 |M1 |9|1h|1:|00:00,|24h |+ |- |'
    "e4 |a8/|/Q|/ Q |(Q) |♘|\u200b|\u0301|\u0327\u0301|½|ﬁ|\ufdfa|ß|İ|漢|🎲|\x00|Europe/|a@|"
    "<@1> |$ "
).split("|")
"""What is repeated."""
TAILS = ("", "x", " Z9", "\n")

PLANS = {
    plan_text.read: ("", "24h ", "18:00 Europe/Berlin ", "bank 3d + ", "24h remind ", "18:00,"),
    plan_text.hours: ("", "Europe/Berlin ", "Asia/Taipei 22:00-07:00 "),
    partial(plan_text.moment, zone_name="Asia/Taipei"): ("", "2026-12-24 "),
}


def texts(
    heads: Sequence[str], rng: random.Random, mixed: int, units: int = len(UNITS)
) -> Iterator[str]:
    """Heads, then units repeated up to the longest message, then tails; for each head some or
    all of the units. And so many ``mixed`` ones, of two or three units one after the other.
    """
    for head in heads:
        for unit in rng.sample(UNITS, units):
            yield filled(head, (unit,), rng.choice(TAILS))
    for _ in range(mixed):
        yield filled(
            rng.choice(heads), tuple(rng.choices(UNITS, k=rng.choice((2, 2, 3)))), rng.choice(TAILS)
        )


def filled(head: str, units: tuple[str, ...], tail: str) -> str:
    room = (LONGEST - len(head) - len(tail)) // len(units)
    return head + "".join(unit * (room // len(unit)) for unit in units) + tail


def slow(act: Try, it: Iterable[str]) -> list[tuple[float, str, str]]:
    """The texts that take too long, worst first; a stall ends the search, or a
    few. The worst of all is printed if it takes a fifth of what it may.
    """
    found, worst = [], (0.0, "")
    for text in it:
        assert len(text) <= LONGEST
        took = seconds(act, text)
        worst = max(worst, (took, text))
        if took > MOST:
            found.append((round(took, 3), text[:60], text[-20:]))
        if took >= STALL or len(found) == ENOUGH:
            break
    if worst[0] > MOST / 5:
        print(f"worst: {1000 * worst[0]:.1f} ms, {worst[1][:40]!r}")
    return sorted(found, reverse=True)


def heads_of(menu: Menu, rng: random.Random) -> list[str]:
    """What stands before: nothing, the beginnings of orders, and whole orders."""
    examples = rng.sample(menu.examples(0), min(4, len(menu.examples(0))))
    verbs = {choice.parts[0] for choice in menu.choices if not choice.parts[0].startswith("{")}
    said = [*examples, *(example.rpartition(" ")[0] for example in examples)]
    return ["", *dict.fromkeys(f"{head} " for head in [*sorted(verbs), *said] if head), *said[:2]]


def reading(play: Play, menu: Menu) -> Try:
    def act(text: str) -> None:
        for part in play.game.split(text)[:2]:
            with suppress(Refused):
                menu.parse(part, play.table.state.question)
        menu.complete(text)

    return act


def slow_in(case: Case, seed: int, entries: int, mixed: int) -> list[tuple[float, str, str]]:
    play, rng = fresh(case, seed), random.Random(seed)
    go_on(play, rng, entries)
    menu = play.table.menu(rng.choice(asked(play.table) or play.table.seats))
    heads = heads_of(menu, rng)
    return slow(reading(play, menu), texts(rng.sample(heads, min(6, len(heads))), rng, mixed))


CASES = pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)


@CASES
def test_every_order_is_read_at_once_however_long(case: Case) -> None:
    assert slow_in(case, seed=4, entries=25, mixed=20) == []


@pytest.mark.nightly
@CASES
def test_every_order_is_read_at_once_in_many_positions(case: Case) -> None:
    for seed in range(20):
        assert slow_in(case, seed, entries=3 * seed, mixed=1000) == [], seed


@each("read", PLANS)
def test_every_plan_is_read_at_once_however_long(read: Try) -> None:
    def act(text: str) -> None:
        with suppress(plan_text.BadPlan):
            read(text)

    assert slow(act, texts(PLANS[read], random.Random(1), mixed=60)) == []


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    made = House(tmp_path / "db", Table(kind="battleboard"))
    yield made
    made.close()


def slow_at_the_desk(house: House, units: int, mixed: int) -> list[tuple[float, str, str]]:
    """The slow texts among those that begin with a command to the referee,
    said by a player who operates it.
    """
    rng = random.Random(5)

    def message(text: str) -> Message:
        return Message(
            door=DOOR, id="", sender="ann", text=text, at=2_000, game="g", rank="operator"
        )

    def batch() -> Batch:
        return Batch(house.store, {DOOR: house.box}, open_game.OpenGames(), 2_000)

    heads = [f"{word} " for word in VERBS]
    for verb in VERBS.values():
        made = batch()
        for choice in verb.choices(Request(made, made.game("g"), "ann", message(verb.word))):
            heads.append(
                " ".join(takewhile(lambda part: not part.startswith("{"), choice.parts)) + " "
            )
            heads.append(choice.write(choice.sample(rng)) + " ")
    return slow(
        lambda text: referee.take(batch(), message(text)),
        texts(list(dict.fromkeys(heads)), rng, mixed, units),
    )


def test_every_word_of_the_house_is_answered_at_once_however_long(house: House) -> None:
    assert slow_at_the_desk(house, units=2, mixed=60) == []


def test_a_longer_text_is_refused_unread_and_changes_nothing(house: House) -> None:
    before = house.row()
    for text in ("pass" + " " * LONGEST, "say bob " + "x" * LONGEST, "x" * 200_000):
        receipt = house.say("ann", text)
        assert receipt.refusal is not None
        assert receipt.refusal.code == "too-long"
        assert len(receipt.order) == ECHO
    after = house.row()
    assert (after.n, after.hash) == (before.n, before.hash)


def test_the_law_notices_a_stall_and_what_is_merely_slow() -> None:
    def stalls(text: str) -> None:
        re.fullmatch(r"(?:x+)+y", text)

    def dawdles(text: str) -> None:
        for _ in range(len(text) * 4_000):
            pass

    assert slow(stalls, ["x" * 60])[0][0] == STALL
    assert MOST < slow(dawdles, ["x" * LONGEST])[0][0] < STALL
    assert slow(len, ["x" * LONGEST]) == []
