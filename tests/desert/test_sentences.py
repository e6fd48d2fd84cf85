"""Everything that desert says has a sentence in both languages: events of whole
games, and reasons of refusals.
"""

import re

import pytest

import renderers
from engine.games.desert import slots
from engine.games.desert.events import Ended, Noticed, Vacated, Warned
from engine.menu import Refusal, Refused
from engine.state import PUBLIC, Event
from tests.desert.driven import Driven
from tests.desert.stage import game, told
from tests.kit.data import beside
from tests.kit.each import each
from tests.repo.tree import ROOT

DATA = beside(__file__)

CODES = re.compile(r'"([EW]-[A-Z]+)"')
TOLD = ("W-EMPTY", "W-SHARE", "W-GUARD", "W-GUNS")
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


@each(
    "language, cw, public, retreated",
    DATA["P23_who_has_moved_is_told_to_each_in_their_own_words"],
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


@each("order, wanted", DATA["a_refusal_says_what_is_missing"])
def test_a_refusal_says_what_is_missing(order: str, wanted: str) -> None:
    """4.4: names and numbers are filled in."""
    driven = game("both: pos all fwd; ok", "both: ok")
    with pytest.raises(Refused) as why:
        driven.play.table.menu("axis").parse(order)
    said = renderers.sentences_in("en").refusal(why.value.refusal, "desert")
    assert said.startswith(wanted)


@each(
    "event, wanted",
    [
        (Warned("W-GUARD", "B4", 1), "1 prisoner point in B4 has no guard."),
        (Warned("W-GUARD", "B4", 2), "2 prisoner points in B4 have no guard."),
        (Vacated(("C3",)), "No defender is left in C3."),
        (Vacated(("C3", "C4")), "No defender is left in C3, C4."),
        (Ended("", "over", {}), "The segment is over; it was played without a score."),
        (Ended("axis", "resigned", {}), "A side has given up. You have won."),
        (
            Ended("", "agreed", {"axis": 1, "cw": 2}),
            "The sides agree to a draw. A draw: Ann 1, Bob 2.",
        ),
    ],
)
def test_sentences_fit_what_they_are_about(event: Event, wanted: str) -> None:
    names = {"axis": "Ann", "cw": "Bob"}
    assert renderers.sentences_in("en").event("desert", event, "axis", names) == wanted
