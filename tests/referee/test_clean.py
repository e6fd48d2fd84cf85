"""What people write, and how they call themselves, can be shown to everybody:
whatever word it is said with.
"""

import unicodedata
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from engine.menu import Choice
from engine.messages import Address, Message
from engine.plaintext import LINES, clean, clean_name
from engine.referee.commands import VERBS
from engine.referee.commands.request import No, Request
from engine.state import PUBLIC
from renderers import sentences_in
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, House, Table
from tests.tables import audit, inbox, noted

EVIL = {
    "ESC": "\x1b[2J\x1b]0;t\x07",
    "back": "\x08\x7f\r",
    "C1": "\x9b31m\x85",
    "turned": "\u202e\u2066\u200f\u061c",
    "unseen": "\u200b\u200d\ufeff\u00ad\u2060\u3164\u115f\U000e0041",
    "lines": "\u2028\u2029\v\f\x1c",
}
FORBIDDEN = frozenset(
    "\x1b\x07\x08\x7f\r\x9b\x85\u202e\u2066\u200f\u061c\u2028\u2029\v\f\x1c"
).union(EVIL["unseen"])


def evil(text: str) -> str:
    """The text with everything that is forbidden between its words, at its ends,
    and in the middle of each word.
    """
    harm = "".join(EVIL.values())
    return " ".join(f"{word[:1]}{harm}{word[1:]}" for word in text.split()) + harm


def texts_in(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for inner in (*value, *value.values()):
            yield from texts_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from texts_in(inner)


def everything(house: House) -> Iterator[str]:
    """All that the house has stored, handed out and noted, as
    text, but for what was asked of it.
    """
    for outgoing in house.told:
        yield from texts_in(msgspec.json.decode(outgoing.payload))
    for id in house.store.ids():
        row = house.store.game(id)
        assert row is not None
        yield from texts_in(msgspec.json.decode(row.state))
        yield from texts_in(msgspec.json.decode(row.setup))
        for bulletin in house.store.bulletins(id):
            yield from texts_in(msgspec.json.decode(bulletin.told))
        yield from (
            text for said in house.store.talk(id) for text in (said.seat, said.receiver, said.text)
        )
    for message in inbox(house.store):
        yield from texts_in(msgspec.json.decode(message.receipt))
    for act in audit(house.store):
        yield from (act.actor, *texts_in(msgspec.json.decode(act.facts)))
    yield from noted(house.store)


def spellings(house: House, word: str, sender: str) -> list[str]:
    """What can be said with a word of the desk: an example of each of its spellings."""

    def look(batch: Any) -> list[str]:
        opened = batch.game("g")
        message = Message(
            door=DOOR,
            id="look",
            sender=sender,
            text=word,
            at=house.at,
            game="g",
            name="Ann",
            rank="operator",
        )
        request = Request(batch, opened, opened.seat_of(DOOR, sender), message)
        try:
            choices: list[Choice] = list(VERBS[word].choices(request))
        except No:
            return [word]
        from random import Random

        return [choice.write(choice.sample(Random(1))) for choice in choices]

    (found,) = house.take([look])
    return list(found)


def test_no_word_of_the_desk_takes_in_what_commands_a_terminal_or_cannot_be_seen(
    opened: Opener,
) -> None:
    """Each word in each of its spellings, by somebody with every
    right, under a name of that sort.
    """
    done = set[str]()
    for word in VERBS:
        house = opened(Table())
        house.say("ann", "add 1")
        for text in spellings(house, word, "ann"):
            for spoilt in (text + " " + evil("so it is"), evil(text), text):
                for sender in ("ann", "eve"):
                    receipt = house.say(sender, spoilt, name=evil("Ann Smith"), rank="operator")
                    if receipt.status == "answered":
                        done.add(word)
                    for language in ("en", "zh-TW"):
                        said = sentences_in(language)
                        shown = (
                            said.refusal(receipt.refusal)
                            if receipt.refusal
                            else said.did(receipt.facts)
                        )
                        assert not FORBIDDEN & set(shown), (word, text)
        for found in everything(house):
            assert not FORBIDDEN & set(found), (word, found)
    assert len(done) > len(VERBS) // 2, set(VERBS) - done
    assert done >= {
        "say",
        "talk",
        "games",
        "gm announce",
        "gm close",
        "gm audit",
        "gm look",
        "gm moderator",
    }


def test_talk_is_one_line_for_everybody_who_hears_it(house: House) -> None:
    house.take(
        [
            lambda batch: batch.rows_of("g").addresses.append(
                Address(door="none", sender="x", game="g", viewer=PUBLIC)
            )
        ]
    )
    house.say("ann", "say * hello\nThe game is over.\x1b[2J\u202ex")
    (said,) = house.store.talk("g")
    assert said.text == "hello The game is over. [2Jx"
    (heard,) = {msgspec.json.decode(p.payload)[4] for p in house.told if b"hello" in p.payload}
    assert heard == said.text


@pytest.mark.parametrize(
    "text",
    [
        "Ångström, naïve, Straße – “quoted” … 100 €",
        "下一步走 e4，好嗎？（全形）",
        "かな カナ 한국어 हिन्दी ไทย עברית العربية",
        "♔♕ 🎲 👍🏽 ❤️",
    ],
)
def test_what_people_write_stays_as_it_is(text: str) -> None:
    assert clean(text) == text
    assert clean_name(text) == text


def test_every_character_there_is_is_judged_by_its_kind() -> None:
    """By the categories of Unicode: controls and separators of lines
    become blanks, formats vanish.
    """
    for code in range(0x110000):
        character, kind = chr(code), unicodedata.category(chr(code))
        if kind in ("Cc", "Zl", "Zp"):
            assert clean(character) == " "
        elif kind == "Cf":
            assert clean(character) == ""
        elif kind == "Cs":
            assert clean(character) == "\ufffd"
        elif kind[0] in "LNPS" and clean(character) != character:
            assert character in "\u115f\u1160\u3164\uffa0\u2800"
    assert clean("a\nb\tc", LINES) == "a\nb\tc"


def test_names_come_in_clean_and_in_one_line(opened: Opener) -> None:
    house = opened(Table(seats=("ann", "bob", "cy")))
    house.take([Table(id="w").waiting])
    assert (
        house.say("eve", "join", "w", name="\x1b[31mEve\u202e\n@every\u200bone \t x").status
        == "answered"
    )
    house.say("zed", "join", "w", name="[zed](https://\u200bhttp://evil.example)")
    told = house.referee.memory["w"].table.state.chairs
    assert told[0].name == "[31mEve @everyone x"
    assert not any("//" in chair.name or "http" in chair.name for chair in told)
    assert all(seat.seat.isprintable() for seat in told)
