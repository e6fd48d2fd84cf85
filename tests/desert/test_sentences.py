"""Everything that desert says has a sentence in both languages: events of whole
games, and reasons of refusals.
"""

import random
import re

import pytest

import renderers
from engine.games.desert import slots
from engine.games.desert.events import Ended, Noticed, Vacated, Warned
from engine.menu import Refusal, Refused
from engine.state import PUBLIC, Event
from engine.testing.kit import Play, Setting, asked, begin, choose
from tests.desert.driven import Driven
from tests.desert.kit import KIT
from tests.desert.stage import game, told, worked
from tests.kit.each import each
from tests.kit.games import registered
from tests.repo.tree import ROOT

CODES = re.compile(r'"([EW]-[A-Z]+)"')
AXIS = (
    "II-FALKE",
    "FALKE",
    "I-FALKE",
    "PZ-A",
    "III-FALKE",
    "MG-1",
    "PZ-B",
    "ART-1",
    "ART-2",
    "PAK-1",
    "RECCE",
)
TOLD = ("W-EMPTY", "W-SHARE", "W-GUARD")
"""Warnings: events and no refusals."""


def codes() -> list[str]:
    sources = (ROOT / "engine" / "games" / "desert").rglob("*.py")
    return sorted(
        {code for path in sources for code in CODES.findall(path.read_text("utf-8"))} - set(TOLD)
    )


@each("language", renderers.LANGUAGES)
def test_every_reason_has_a_sentence(language: str) -> None:
    said = renderers.sentences_in(language)
    assert len(codes()) > 55
    assert [code for code in codes() if not said.translates(f"desert-refusal-{code}")] == []


@each("language", renderers.LANGUAGES)
def test_words_that_name_nothing_are_refused_in_a_sentence(language: str) -> None:
    said = renderers.sentences_in(language)
    for code in ("E-UNIT", "E-NOGUN", "E-TARGET", "E-HEX"):
        bar = slots.unknown(code, "nobody")
        assert "nobody" in said.refusal(
            Refusal(code=code, start=0, end=6, word="nobody", facts=bar.facts), "desert"
        )


def heard(play: Play, texts: dict[str, set[str]]) -> None:
    view = {viewer: play.table.view(viewer) for viewer in (PUBLIC, *play.table.seats)}
    for language in renderers.LANGUAGES:
        said = renderers.sentences_in(language)
        for bulletin in (play.first, *play.bulletins):
            for viewer, seen in view.items():
                for event in bulletin.events(viewer):
                    text = said.event("desert", event, viewer, renderers.names("desert", seen))
                    assert text.strip()
                    texts.setdefault(type(event).__name__, set()).add(text)


def said_twice(play: Play, language: str) -> list[str]:
    said = renderers.sentences_in(language)
    found = []
    for happening in (happening for bulletin in play.bulletins for happening in bulletin.told):
        for viewer, copy in happening.copies.items():
            if copy is not None and happening.event is not None:
                names = renderers.names("desert", play.table.view(viewer))
                if said.event("desert", copy, viewer, names) == said.event(
                    "desert", happening.event, viewer, names
                ):
                    found.append(f"{viewer}: {copy}")
    return found


@each("language", renderers.LANGUAGES)
def test_a_copy_of_ones_own_says_more_than_everybodys(language: str) -> None:
    driven = worked()
    assert said_twice(driven.play, language) == []
    driven = game(
        "to end",
        options={"stages": 1},
        change={"without": [unit for unit in AXIS if unit != "ART-1"]},
    )
    assert said_twice(driven.play, language) == []


@each(
    "language, cw, public, retreated",
    [
        (
            "en",
            "You have left C4. You have entered D3, D4.",
            "cw has left C4. cw has entered D3, D4.",
            " Only units that retreated there stand in C3.",
        ),
        (
            "zh-TW",
            "你已離開 C4。你已進入 D3、D4。",
            "cw 已離開 C4。cw 已進入 D3、D4。",
            "C3 只有撤退到那裡的單位。",
        ),
    ],
)
def test_P23_who_has_moved_is_told_to_each_in_their_own_words(
    language: str, cw: str, public: str, retreated: str
) -> None:
    """4.1: that only retreated units stand in a hex is told to the phasing seat alone."""
    said = renderers.sentences_in(language)

    def heard_by(viewer: str, driven: Driven) -> list[str]:
        names = renderers.names("desert", driven.play.table.view(viewer))
        return [
            said.event("desert", event, viewer, names) for event in told(driven, viewer, Noticed)
        ]

    driven = game(
        "to retreat",
        "cw: rba 3-RIFLES C3-D3; rba AT-RGT C3-D3; rba DUMMY C3-D3; rba HW-COY C4-D3-C3",
        "cw: rba 4-RIFLES C4-D4; ok",
        "cw? retreated = []",
        "all? retreated = []",
        options={"rulings": "R-ZZ=friendly"},
    )
    assert heard_by("cw", driven) == [cw]
    assert heard_by(PUBLIC, driven) == [public]
    assert heard_by("axis", driven) == [public + retreated]
    still = game("to retreat", "cw: ok")
    for viewer in (PUBLIC, "axis", "cw"):
        assert heard_by(viewer, still)[0].strip() == heard_by(viewer, still)[0] != ""


def told_why(refusal: Refusal) -> set[str]:
    for language in renderers.LANGUAGES:
        assert renderers.sentences_in(language).refusal(refusal, "desert").strip()
    return {refusal.code}


def test_whole_games_are_told_in_both_languages() -> None:
    (case,) = [case for case in registered() if case.name == "desert-1"]
    texts: dict[str, set[str]] = {}
    refused: set[str] = set()
    for seed in range(2):
        play = begin(
            case,
            Setting(("axis", "cw"), {"stages": 1, "profile": ("issue", "book")[seed % 2]}),
            seed,
        )
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
    assert len(refused) > 3, refused


def test_a_refusal_says_what_is_missing() -> None:
    """4.4: names and numbers are filled in."""
    driven = game("both: pos all fwd; ok", "both: ok")
    with pytest.raises(Refused) as why:
        driven.play.table.menu("axis").parse('bar "Nr1 Inf": ART-2')
    assert (
        renderers.sentences_in("en")
        .refusal(why.value.refusal, "desert")
        .startswith("ART-2 is not adjacent to C1.")
    )
    assert KIT.golden


def test_sentences_fit_what_they_are_about() -> None:
    said = renderers.sentences_in("en")

    def told_of(event: Event) -> str:
        return said.event("desert", event, "axis", {"axis": "Ann", "cw": "Bob"})

    assert told_of(Warned("W-GUARD", "B4", 1)) == "1 prisoner point in B4 has no guard."
    assert told_of(Warned("W-GUARD", "B4", 2)) == "2 prisoner points in B4 have no guard."
    assert told_of(Vacated(("C3",))) == "No defender is left in C3."
    assert told_of(Vacated(("C3", "C4"))) == "No defender is left in C3, C4."
    assert told_of(Ended("", "over", {})) == "The segment is over; it was played without a score."
    assert told_of(Ended("axis", "resigned", {})) == "A side has given up. You have won."
    assert (
        told_of(Ended("", "agreed", {"axis": 1, "cw": 2}))
        == "The sides agree to a draw. A draw: Ann 1, Bob 2."
    )
    driven = game("both: pos all fwd; ok", "both: ok")
    for order, wanted in (
        ("aim KESTREL Nr1-Inf", "KESTREL is not one of your units that can barrage."),
        ("ok", "Neither target nor HOLD: "),
    ):
        with pytest.raises(Refused) as why:
            driven.play.table.menu("axis").parse(order)
        assert said.refusal(why.value.refusal, "desert").startswith(wanted)
