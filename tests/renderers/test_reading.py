"""What one person reads of a game: the laws of its parts, and that no door loses one."""

import random
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from msgspec import Struct
from msgspec.structs import replace

from bot.discord import looking as discord_looking
from bot.discord import words
from bot.play import acts, question
from bot.words import words as terminal_words
from engine import PUBLIC, Refused, Seat
from engine.referee import commands, doors
from engine.store.history import Page, Past, PastQuestion
from engine.testing.doors import standing_of
from engine.testing.kit import Case, Play, choose, fresh
from mail.incoming import verbs
from mail.names import MailNames
from mail.outgoing import situation
from mail.outgoing.sentences import Writing
from renderers import LANGUAGES, Sentences, reading
from renderers.reading import Moment, OrderText, Person, Situation, looking, parts
from renderers.reading.looking import LookingWord, Onlooker
from renderers.reading.parts import BoardPart
from renderers.reading.text import Span
from tests.kit.games import registered

ENTRIES, PLAYED = 14, 120
HOSTILE = "*A_n`n* <@1> @everyone"
MAILS = MailNames(bytes(32), "referee@play.example")


def stands(case: Case, seed: int = 1) -> Iterator[tuple[int, dict[str, doors.GameView]]]:
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
    said, writing = words.words(language), Writing(MAILS, language)
    for now, seen in stands(case):
        for one in filter(lambda one: one.is_asked and not one.answered, seen.values()):
            found = reading.situation(said, one)
            assert found.asked is not None
            assert found.own is not None
            hand = question.TerminalHand(terminal_words(language), now)
            shown = question.asked(terminal_words(language), one, hand, alone=True)
            holds(" ".join(shown), found, hand)
            post = " ".join((words.own_question(said, one), *words.asked_parts(said, one)))
            holds(post, found, words.DiscordHand(said))
            blocks = [situation.card(writing, one, now), *situation.own(writing, one)]
            mail = " ".join(line for block in blocks for line in block.lines)
            hands = (situation.MailHand(writing, now, ticked=on) for on in (True, False))
            holds(mail, found, *hands)


def holds(said: str, found: Situation, *hands: Any) -> None:
    assert found.asked is not None
    assert found.own is not None
    phrase = reading.written(found.asked.yours, hands[0]).rstrip(".。")
    whole = " ".join(said.split())
    for text in (*found.own.lines, found.asked.due):
        ways = [" ".join(reading.written(text, hand).split()) for hand in hands]
        assert any(way in whole for way in ways), (ways, whole)
    phrase = phrase.split("（")[0].split(", in secret")[0]
    assert phrase.split("you may ")[-1].split("你可以")[-1] in whole


# ---- looking words


@pytest.mark.parametrize("case", registered(), ids=lambda case: case.name)
def test_a_private_sentence_is_in_its_readers_history_with_the_answer(case: Case) -> None:
    said, rng, play = Sentences("en"), random.Random(5), fresh(case, 5)
    told = dict[tuple[Seat, int], list[str]]()
    while not play.over and len(play.entries) < PLAYED:
        ask, table = play.table.ask(), play.table
        for seat in ask.seats if ask else ():
            part = reading.own(said, standing_of(play).seen(seat))
            if (
                part.private
                and not table.state.answers
                and (seat, table.state.question) not in told
            ):
                lines = [reading.written(line, reading.PlainHand()) for line in part.lines]
                told.setdefault((seat, table.state.question), lines)
        at, seat, order = choose(play, rng)
        if seat in table.seats and ask is not None and ask.sealed:
            text = table.menu(seat).write(order)
            told.setdefault((seat, table.state.question), []).append(text)
        play.enter(at, seat, order)
    last = play.table.state.question
    for viewer in (PUBLIC, *play.table.seats):
        past = Past(play.game, play.setup, play.rows, (), viewer)
        seen = standing_of(play).seen(viewer)
        past_rows = parts.history(said, seen, (), 0, past.asked()).rows
        whole = [reading.written(row.text, reading.PlainHand()) for row in past_rows]
        mine = {key: texts for key, texts in told.items() if key[0] == viewer and key[1] != last}
        missing = [t for texts in mine.values() for t in texts if not any(t in w for w in whole)]
        assert missing == []
        assert viewer != PUBLIC or whole == []


class PlayedPast:
    def __init__(self, play: Play, viewer: Seat):
        self.pages = [*told(play, viewer)]

    def asked(self) -> list[PastQuestion]:
        return []

    def said_to(self, question: int) -> list[str]:
        return ["first order", "second order"]


def told(play: Play, viewer: Seat) -> Iterator[Page]:
    for n, bulletin in enumerate(play.bulletins):
        copies = [copy for one in bulletin.told if (copy := one.copy(viewer)) is not None]
        if copies:
            yield Page(
                at=bulletin.at,
                events=tuple(copies),
                undone=n % 2 == 1,
                entry=n,
                public=True,
                numbers=tuple(range(n, n + len(copies))),
            )


def onlookers(case: Case, said: Sentences) -> Iterator[Onlooker]:
    play, rng = fresh(case, 3), random.Random(3)
    while not play.over and len(play.entries) < ENTRIES:
        play.enter(*choose(play, rng))
    for viewer in (PUBLIC, *play.table.seats):
        seen = standing_of(play).seen(viewer)
        due = None if seen.result else play.now + 90_000
        yield Onlooker(
            said=said,
            seen=replace(seen, due=due),
            now=play.now,
            past=PlayedPast(play, viewer),
            referee=commands.WORDS,
            own=[("quit", "leave this door")],
        )


def pieces(part: Any) -> Iterator[str | Span]:
    if isinstance(part, Moment | Person | OrderText):
        yield part
    elif isinstance(part, Struct):
        for value in msgspec.structs.astuple(part):
            yield from pieces(value)
    elif isinstance(part, tuple):
        for one in part:
            yield from pieces(one)
    elif isinstance(part, str):
        yield part


@pytest.mark.parametrize("word", looking.LOOKS, ids=lambda word: word.word())
def test_no_door_loses_a_part_of_a_looking_word(case: Case, word: type[LookingWord]) -> None:
    said, terminal, writing = words.words("en"), terminal_words("en"), Writing(MAILS, "en")
    for by in onlookers(case, said):
        found = [part for part in word().parts(by) if not isinstance(part, BoardPart)]
        hands: dict[str, Any] = {
            "terminal": question.TerminalHand(terminal, by.now),
            "mail": situation.MailHand(writing, by.now, ticked=False),
            "discord": words.DiscordHand(said),
        }
        session: Any = SimpleNamespace(writing=writing, at=by.now)
        replies = [verbs.laid(session, part) for part in found]
        post = discord_looking.laid(said, by.seen, found)
        blocks = [block for reply in replies for block in reply.blocks]
        shown = {
            "terminal": "\n".join(acts.laid(terminal, part, hands["terminal"]) for part in found),
            "mail": "\n".join(line for one in blocks for line in (*one.lines, *map(str, one.rows))),
            "discord": post.file or post.text,
        }
        for door, text in shown.items():
            if door == "mail" and any(reply.shows for reply in replies):
                continue  # the mail shows the whole report
            told = [piece for part in found for piece in pieces(part)]
            said_here = [
                reading.written((one,), hands[door]) for one in told if not isinstance(one, Moment)
            ]
            lost = [one for one in said_here if flat(one) not in flat(text)]
            assert lost == [], door


def flat(text: str) -> str:
    return "".join(text.split())


def test_looking_words_are_reserved_and_say_what_they_do() -> None:
    for word in looking.LOOKS:
        assert word.words() <= commands.RESERVED
        assert all(words.words(language).translates(word.message()) for language in LANGUAGES)


def test_what_cannot_be_looked_at_is_refused_with_what_can(case: Case) -> None:
    by = next(onlookers(case, words.words("en")))
    codes = {"board x": "no-look", "history x": "not-a-number", "rules zzq": "no-topic"}
    for text, code in codes.items():
        word = looking.look_of(text)
        assert word is not None
        with pytest.raises(Refused) as refused:
            word.parts(by)
        assert refused.value.refusal.code == code
        assert refused.value.refusal.wanted
