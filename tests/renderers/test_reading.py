"""What one person reads of a game: the laws of its parts, and that no door loses one."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.discord import words
from bot.play import question
from engine.referee.doors import Seen
from engine.state import PUBLIC
from engine.testing.doors import standing_of
from engine.testing.kit import Case, choose, fresh
from mail.names import MailNames
from mail.outgoing import situation
from mail.outgoing.sentences import Writing
from renderers import LANGUAGES, reading
from renderers.reading import Asked, OwnQuestion, Situation, Text
from tests.kit.games import registered

ENTRIES = 14
HOSTILE = "*A_n`n* <@1> @everyone"
MAILS = MailNames(bytes(32), "referee@play.example")


def stands(case: Case, seed: int = 1) -> Iterator[tuple[int, dict[str, Seen]]]:
    """Yield how a game stands for each reader, after each entry, now and then with a deadline."""
    play, rng = fresh(case, seed), random.Random(seed)
    while not play.over and len(play.entries) < ENTRIES:
        play.enter(*choose(play, rng))
        standing, due = standing_of(play), play.now + 90_000 if len(play.entries) % 2 else None
        yield (
            play.now,
            {
                viewer: replace(
                    (seen := standing.seen(viewer)),
                    due=None if seen.result else due,
                    chairs=tuple(replace(c, name=f"{HOSTILE}{c.seat}") for c in seen.chairs),
                )
                for viewer in (PUBLIC, *play.table.seats)
            },
        )


@pytest.fixture(params=registered(), ids=lambda case: case.name, scope="module")
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def texts(of: Asked | OwnQuestion) -> list[Text]:
    """All texts of a part."""
    own = of.lines if isinstance(of, OwnQuestion) else ()
    found: list[Any] = list(msgspec.structs.asdict(of).values())
    return [*own, *(one for one in found if isinstance(one, tuple) and one and own is not one)]


def test_what_is_asked_in_public_is_the_same_for_every_reader(case: Case) -> None:
    for _, seen in stands(case):
        for language in LANGUAGES:
            said = words.words(language)
            found = {reading.asked(said, one) for one in seen.values()}
            assert len(found) == 1, "a reader could tell from the question who reads it"


def test_a_deadline_and_what_is_done_without_an_answer_are_said_together_or_not_at_all(
    case: Case,
) -> None:
    for _, seen in stands(case):
        for one in seen.values():
            asked = reading.asked(words.words("en"), one)
            if asked is not None:
                assert bool(asked.due) == (one.due is not None)
                assert asked.due or not asked.otherwise


def test_parts_are_plain_data(case: Case) -> None:
    for _, seen in stands(case):
        for one in seen.values():
            found = reading.situation(words.words("en"), one)
            data = msgspec.json.encode(found)
            assert msgspec.json.decode(data, type=Situation) == found


def test_names_are_never_prose_so_that_every_door_escapes_them_once(case: Case) -> None:
    for _, seen in stands(case):
        for one in seen.values():
            asked = reading.asked(words.words("en"), one)
            for text in (asked.what, asked.yours, asked.due) if asked else ():
                assert not any(isinstance(span, str) and HOSTILE in span for span in text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_door_loses_a_part(case: Case, language: str) -> None:
    """Terminal, mail and Discord each say all sentences of the question to who is asked."""
    said, writing = words.words(language), Writing(MAILS, language)
    for now, seen in stands(case):
        for one in filter(lambda one: one.is_asked and not one.answered, seen.values()):
            found = reading.situation(said, one)
            assert found.asked is not None
            assert found.own is not None
            hand = question.TerminalHand(question_words(language), now)
            shown = [*question.asked(question_words(language), one, hand, alone=True)]
            holds(" ".join(line for line, _ in shown), found, hand)
            post = " ".join((words.own_question(said, one), *words.asked_parts(said, one)))
            holds(post, found, words.DiscordHand(said))
            blocks = [situation.card(writing, one, now), *situation.own(writing, one)]
            mail = " ".join(line for block in blocks for line in block.lines)
            holds(
                mail,
                found,
                situation.MailHand(writing, now),
                situation.MailHand(writing, now, ticked=False),
            )


def question_words(language: str) -> Any:
    from bot.words import words as terminal

    return terminal(language)


def holds(said: str, found: Situation, *hands: Any) -> None:
    """Are all sentences there, of a question that is put to one of them?"""
    assert found.asked is not None
    assert found.own is not None
    phrase = reading.written(found.asked.yours, hands[0]).rstrip(".。")
    whole = " ".join(said.split())
    for text in (*found.own.lines, found.asked.due):
        ways = [" ".join(reading.written(text, hand).split()) for hand in hands]
        assert any(way in whole for way in ways), (ways, whole)
    assert (
        phrase.split("（")[0].split(", in secret")[0].split("you may ")[-1].split("你可以")[-1]
        in whole
    )
