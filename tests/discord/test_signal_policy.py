"""A thousand turns of people who close their messages, open them, leave, come back, link another
account and wish to be told otherwise: nobody who must act is ever without one signal.

The model knows what the door knows, and the world what is true; it goes by the policy alone.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

import pytest

from bot.discord import notices
from bot.discord.notices import Reach
from bot.discord.post import Calling
from engine.referee.accounts import Signals

TURNS = 1_000
WISHES: tuple[Signals, ...] = ("", "private", "mention", "mail")


@dataclass
class Person:
    """What is true of somebody: whether their messages are open, they are on the server, and mail
    is linked; what the door knows: ``reach``, and whether something is ``owed``.
    """

    open: bool = True
    here: bool = True
    mail: bool = False
    reach: Reach = field(default_factory=Reach)
    owed: bool = False


def changed(person: Person, rng: random.Random) -> None:
    match rng.randrange(6):
        case 0:
            person.open = not person.open
        case 1:
            person.here = not person.here
        case 2:
            person.mail = not person.mail
            if not person.mail and person.reach.wish == "mail":
                person.reach = Reach(person.reach.direct)
        case 3:
            wish = rng.choice(WISHES)
            if wish != "mail" or person.mail:
                person.reach = Reach(person.reach.direct, wish)
        case 4:
            # Trying again, joining a game, or a message of theirs.
            person.reach = Reach(person.open and person.here, person.reach.wish)


def asked(person: Person, calling: Calling, rng: random.Random) -> bool:
    """A question is put to somebody; return whether a signal reaches them before it is answered.
    The card is posted, then the private message, then what is owed.
    """
    heard = person.mail
    if person.owed or notices.named(person.reach, calling):
        heard |= person.here
    person.owed = False
    if notices.written_to(person.reach, calling):
        if person.open and person.here:
            heard, person.reach = True, Reach(True, person.reach.wish)
        else:
            person.owed = notices.owed(person.reach, calling)
            person.reach = Reach(False, person.reach.wish)
    if person.owed and rng.random() < 0.5:
        # Nothing else is posted, so the card is, after a while; else the next post calls.
        person.owed = False
        heard |= person.here
    elif person.owed:
        heard |= person.here
    return heard


def unheard(seed: int) -> list[str]:
    rng, found = random.Random(seed), list[str]()
    people = {f"p{n}": Person() for n in range(8)}
    for turn in range(TURNS):
        changed(rng.choice(list(people.values())), rng)
        sealed = rng.random() < 0.4
        calling = Calling(sealed=sealed, secret=sealed and rng.random() < 0.7)
        for name in rng.sample(sorted(people), rng.choice((1, 1, 2))):
            person = people[name]
            reachable = person.here or person.mail
            if not asked(person, calling, rng) and reachable:
                found.append(f"turn {turn}: {name} {person} {calling}")
    return found


def test_nobody_who_must_act_is_without_a_signal_in_a_thousand_random_turns() -> None:
    assert [line for seed in range(5) for line in unheard(seed)] == []


def only_when_known_to_be_closed(reach: Reach, _: Calling) -> bool:
    return reach.direct is False


def never(_: Reach, __: Calling) -> bool:
    return False


@pytest.mark.parametrize(
    "planted",
    [
        {"named": only_when_known_to_be_closed, "owed": never},
        {"owed": never},
        {"named": never},
    ],
    ids=["decided before the message fails", "a failure has no consequence", "no name"],
)
def test_the_model_finds_planted_silence(
    planted: dict[str, Callable[[Reach, Calling], bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, function in planted.items():
        monkeypatch.setattr(notices, name, function)
    assert [line for seed in range(5) for line in unheard(seed)]


def test_where_questions_are_sealed_the_card_calls_all_who_are_asked_whatever_they_wish() -> None:
    wishes: tuple[Signals, ...] = (*WISHES, "silent")
    reaches = [Reach(direct, wish) for direct in (None, True, False) for wish in wishes]
    for secret in (False, True):
        assert {notices.named(reach, Calling(True, secret)) for reach in reaches} == {True}


def test_no_message_is_tried_to_whose_messages_are_known_to_be_closed() -> None:
    tried = {
        notices.written_to(Reach(False, wish), Calling(sealed, secret))
        for wish in WISHES
        for sealed in (False, True)
        for secret in (False, True)
    }
    assert tried == {False}
