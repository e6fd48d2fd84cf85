"""Refusals: every code has a sentence of its own; it says where, why and what would have worked."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import engine
import renderers
from engine.games.battleboard.frames import Turns
from engine.menu import Refusal, Refused
from tests.kit.each import each
from tests.renderers.views import board, view

ENGINE = Path(engine.__file__).parent
BESIDE = {ENGINE / "games" / name for name in ("contest", "derelict", "desert", "dicechess")}
"""Games whose refusals are read beside their own sentences."""
FACTS = (
    *(("count", 61), ("limit", 60), ("square", "d6"), ("since", "2026-11-01 00:00")),
    *(("sure", "do!"), ("target", "ann")),
)
"""What some refusals say beside the word."""


def spelled(path: Path) -> set[str]:
    nodes = ast.walk(ast.parse(path.read_text("utf-8")))
    words = [str(node.value) for node in nodes if isinstance(node, ast.Constant)]
    return {word for word in words if re.fullmatch("[a-z]+(-[a-z]+)+", word)}


def codes() -> Iterator[tuple[str, str]]:
    found = {("house", "incomplete"), ("house", "internal")}
    found |= {("ambush", code) for code in ("sealed", "occupied", "impassable")}
    for path in ENGINE.rglob("*.py"):
        if not BESIDE & {*path.parents}:
            kind = "ambush" if ENGINE / "games" / "ambush" in path.parents else "house"
            found |= {(kind, code) for code in spelled(path)}
    found.remove(("ambush", "next-round"))  # a word of an order
    yield from sorted(found)


def test_the_codes_are_found_in_the_engine() -> None:
    known = (
        "no-such-player off-board not-your-turn not-started not-playing game-over unknown-word "
        "too-much not-a-number not-one-of nothing-to-order not-on-the-menu no-such-step"
    )
    assert {*known.split()} - {code for _, code in codes()} == set()


@each("own", renderers.LANGUAGES)
@each("kind, code", codes())
def test_every_refusal_has_its_own_sentence(kind: str, code: str, own: str) -> None:
    said = renderers.sentences_in(own)
    why = Refusal(
        code=code,
        start=5,
        end=8,
        word="zed",
        wanted=("ann", "bob"),
        legal=("bomb ann 3 4", "pass"),
        rule="BB-16",
        facts=FACTS,
    )
    sentence = said.refusal(why, kind)
    assert said.translates(f"refusal-{code}") or said.translates(f"{kind}-refusal-{code}")
    assert code not in sentence or "-" not in code
    assert "BB-16" in sentence
    assert sentence.endswith(said.examples("wanted", ("ann", "bob")))
    assert "bomb ann" not in sentence, "what was wrong is one word: that is answered, and no more"
    bare = said.refusal(Refusal(code=code, facts=FACTS), kind)
    assert "{" not in bare, "what has neither place nor word can be said, too"


def test_refusals_name_place_reason_and_what_would_have_worked() -> None:
    seen = view(board("ann"), board("bob"), viewer="ann", turn="ann")
    with pytest.raises(Refused) as caught:
        Turns().menu(seen, "ann").parse("bomb zed 1 1")
    english, chinese = (
        renderers.sentences_in(own).refusal(caught.value.refusal) for own in ("en", "zh-TW")
    )
    assert english.startswith("There is no player “zed” to choose here (character 6).")
    assert english.endswith(" (Rule BB-16.) Possible here: ann, bob.")
    assert "「zed」（第 6 個字元）" in chinese


@each(
    "start, wanted, said",
    [
        (0, ("bomb", "pass"), "Possible orders, for example: bomb zed 3 4."),
        (5, (), "Possible orders, for example: bomb zed 3 4."),
        (5, ("zed", "bob"), "Possible here: zed, bob."),
        (5, tuple(f"w{n}" for n in range(25)), "w9 and more."),
    ],
)
def test_a_refusal_lists_what_is_possible_once(
    start: int, wanted: tuple[str, ...], said: str
) -> None:
    why = Refusal(code="not-one-of", start=start, wanted=wanted, legal=("bomb zed 3 4",))
    sentence = renderers.sentences_in("en").refusal(why)
    assert sentence.endswith(said)
    assert sentence.count("Possible") == 1
