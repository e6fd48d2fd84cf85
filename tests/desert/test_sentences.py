"""Everything that desert says has a sentence in both languages: events of whole games, and reasons of refusals."""

import random
import re

import pytest

import renderers
from engine.games.desert import slots
from engine.menu import Refusal, Refused
from engine.state import PUBLIC
from tests.desert.kit import KIT
from tests.desert.stage import game
from tests.house.tree import ROOT
from tests.kit.described import Setting
from tests.kit.games import begin, registered
from tests.kit.play import Play, asked, choose

CODES = re.compile(r'"([EW]-[A-Z]+)"')
TOLD = ("W-EMPTY", "W-SHARE", "W-GUARD")
"""Warnings: events and no refusals."""


def codes() -> list[str]:
    """The codes that stand in the sources."""
    sources = (ROOT / "engine" / "games" / "desert").glob("*.py")
    return sorted({code for path in sources for code in CODES.findall(path.read_text("utf-8"))} - set(TOLD))


@pytest.mark.parametrize("language", renderers.LANGUAGES)
def test_every_reason_has_a_sentence(language: str) -> None:
    said = renderers.sentences_in(language)
    assert len(codes()) > 55
    assert [code for code in codes() if not said.translates(f"desert-refusal-{code}")] == []


@pytest.mark.parametrize("language", renderers.LANGUAGES)
def test_words_that_name_nothing_are_refused_in_a_sentence(language: str) -> None:
    said = renderers.sentences_in(language)
    for code in ("E-UNIT", "E-NOGUN", "E-TARGET", "E-HEX"):
        bar = slots.unknown(code, "nobody")
        assert "nobody" in said.refusal(Refusal(code, 0, 6, "nobody", facts=bar.facts), "desert")


def heard(play: Play, texts: dict[str, set[str]]) -> None:
    """Write down what every viewer is told, in every language."""
    view = {viewer: play.table.view(viewer) for viewer in (PUBLIC, *play.table.seats)}
    for language in renderers.LANGUAGES:
        said = renderers.sentences_in(language)
        for bulletin in (play.first, *play.bulletins):
            for viewer, seen in view.items():
                for event in bulletin.events(viewer):
                    text = said.event(event, viewer, renderers.names("desert", seen))
                    assert text.strip()
                    texts.setdefault(type(event).__name__, set()).add(text)


def told_why(refusal: Refusal) -> set[str]:
    """A refusal can be said in every language; its code."""
    for language in renderers.LANGUAGES:
        assert renderers.sentences_in(language).refusal(refusal, "desert").strip()
    return {refusal.code}


def test_whole_games_are_told_in_both_languages() -> None:
    """And every refusal that comes up on the way."""
    (case,) = [case for case in registered() if case.name == "desert-1"]
    texts: dict[str, set[str]] = {}
    refused: set[str] = set()
    for seed in range(3):
        play = begin(case, Setting(("axis", "cw"), {"stages": 1, "profile": ("issue", "book")[seed % 2]}), seed)
        rng = random.Random(seed)
        while not play.over:
            at, seat, order = choose(play, rng, beside=0)
            if seat in asked(play.table):
                words = play.table.menu(seat).write(order).split()
                rng.shuffle(words)
                try:
                    play.table.menu(seat).parse(" ".join(words))
                except Refused as why:
                    refused |= told_why(why.refusal)
            play.enter(at, seat, order)
        heard(play, texts)
    assert len(texts) > 25, sorted(texts)
    assert len(refused) > 4, refused


def test_a_refusal_says_what_is_missing() -> None:
    """4.4: names and numbers are filled in."""
    driven = game("both: pos all fwd; ok", "both: ok")
    with pytest.raises(Refused) as why:
        driven.play.table.menu("axis").parse('bar "Nr1 Inf": ART-2')
    assert renderers.sentences_in("en").refusal(why.value.refusal, "desert").startswith("ART-2 is not adjacent to C1.")
    assert KIT.golden
