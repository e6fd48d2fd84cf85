"""Whatever is said to the referee is answered in words: it never fails."""

import random

import pytest

from engine.messages import Message, Rank
from engine.referee import commands
from engine.referee.batch import Batch
from engine.referee.commands.request import Request
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, House, Table

WORDS = (
    *"ann bob * ann,bob eve mod <@12> x@y.z box/eve / box mail dicechess relay battleboard".split(),
    *'1 4 99999 0 -1 because = total notes.ann words[0] "x" {} [ null off none no ;'.split(),
    *"24h 9999d 2026-12-24 until to UTC 22:00-07:00 salt private=yes clock=24h size=6x6".split(),
    *"always add drop list all speak red ü \u202e \x00".split(" "),
    "a" * 300,
)
SENDERS: tuple[tuple[str, Rank], ...] = (
    *(("ann", ""), ("bob", ""), ("eve", "")),
    *(("mod", "moderator"), ("op", "operator"), ("ann", "moderator")),
)
ORDERS = ("add 1", "speak red", "call", "vote red")


def said(rng: random.Random) -> str:
    verb = rng.choice(list(commands.VERBS))
    if rng.random() < 0.1:
        verb = verb.upper()
    return " ".join([verb, *rng.choices(WORDS, k=rng.choice((0, 1, 1, 2, 2, 3, 5)))])


def sampled(house: House, rng: random.Random, sender: str, rank: Rank, game: str | None) -> str:
    verb, found = rng.choice(list(commands.VERBS.values())), list[str]()

    def sample(batch: Batch) -> None:
        opened = batch.game(game or "r")
        seat = opened.seat_of(DOOR, sender) if opened else None
        message = Message(
            door=DOOR, id="<?>", sender=sender, text=verb.word, at=house.at, game=game, rank=rank
        )
        choice = rng.choice(list(verb.choices(Request(batch, opened, seat, message))))
        found.append(choice.write(choice.sample(rng)))

    house.take([sample])
    return found[0] if found else verb.word


@pytest.mark.parametrize("seed", range(12))
def test_everything_is_answered(opened: Opener, seed: int) -> None:
    house = opened(Table("r", options={"pace": 600}), Table("o"))
    house.take([Table("w", seats=("1", "2", "3")).waiting])
    for done, where in (("join", "w"), ("add 1", "r"), ("look", "r"), ("end", "o")):
        house.say("ann", done, where)
    rng, answered = random.Random(seed), set[str]()
    for _ in range(120):
        sender, rank = rng.choice(SENDERS)
        game = rng.choice(("w", "r", "r", "r", "o", "nosuch", None))
        text = said(rng) if rng.random() < 0.4 else sampled(house, rng, sender, rank, game)
        receipt = house.say(sender, text, game, rank=rank)
        assert receipt.refusal is None or receipt.refusal.code != "internal", (sender, text)
        answered.add(receipt.status)
        if rng.random() < 0.2:
            house.say(rng.choice(("ann", "bob")), rng.choice(ORDERS), "r")
    assert answered == {"answered", "refused"}
