"""The prompt of an open question (4.4) names the figures of what it asks, and what is missing."""

import renderers
from engine.menu import Refused
from engine.state import Retract
from engine.testing.kit import asked
from renderers.desert.prompts import ASKED
from tests.desert.stage import game, view, wandering
from tests.desert.twins import scenario
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

FIGURES = DATA["figures"]
"""Why a sheet is not done, and the facts of the refusal that the prompt has said already."""


def test_a_forced_retreat_names_the_hexes_that_are_open() -> None:
    """D17: three hexes from the hex that had to be assaulted; the ways are
    checked by hand on the map of 5.1.
    """
    dry = [{"id": unit["id"], "ammo": 0} for unit in scenario()["unit"] if unit["side"] == "cw"]
    driven = game(
        "to move",
        "both: ok",
        "to obligations",
        change={"unit": dry, "set": {"dump": []}},
        options={"stages": 1},
    )
    text = " ".join(renderers.asked_text("desert", view(driven, "cw")).split())
    assert "had to be assaulted and was not: the units in" in text
    assert "exactly 3 from it. Open to them: " in text


def test_who_is_asked_learns_the_figures_before_they_are_refused() -> None:
    met: set[str] = set()
    for play in wandering(0):
        for seat in asked(play.table):
            try:
                play.table.menu(seat).parse("ok")
            except Refused as why:
                facts, code = dict(why.refusal.facts), why.refusal.code
                figures = (str(facts[name]) for name in FIGURES.get(code, "").split())
                words = [word for figure in figures for word in figure.split(", ")]
                for language in renderers.LANGUAGES:
                    text = renderers.asked_text("desert", play.table.view(seat), language)
                    assert [word for word in words if word not in text] == [], f"{code}: {text}"
                met.add(code)
    assert {"E-MISS", "E-IDLE", "E-MUST", "E-RAW"} <= met, met


def test_each_question_without_a_choice_says_what_it_is_about() -> None:
    """4.3.2: both are always asked; five "say ok" in a row must not read alike."""
    dry = {"unit": [{"id": name, "ammo": 0} for name in ("ART-1", "ART-2", "PAK-1")]}
    driven = game("both: auto", change=dry)
    said: dict[str, str] = {}
    while len(asked(driven.play.table)) > 1:
        seen = view(driven, "axis")
        said[seen.step] = renderers.sentences_in("en").asked("desert", seen).private
        driven.lines("both: auto")
    alike = [text.partition(":")[0] for text in said.values() if "Say ok" in text]
    assert len({*alike}) == len(alike) >= 2
    for language in renderers.LANGUAGES:
        say = renderers.sentences_in(language).say
        assert len({say("desert-ask-nothing", step=step, alone="no") for step in ASKED}) == 8


@each("seed", [1, 3])
def test_the_written_lines_of_a_sheet_make_it_again(seed: int) -> None:
    met = set[str]()
    for play in wandering(seed):
        for seat in asked(play.table):
            seen = play.table.view(seat)
            if seen.sheet is None or not (lines := play.game.written(seen)):
                continue
            copy = play.table.load(play.table.save())
            copy.take(copy.state.now, seat, Retract())
            for line in lines:
                copy.take(copy.state.now, seat, copy.menu(seat).parse(line))
            assert copy.view(seat).sheet == seen.sheet, lines
            met.add(type(seen.sheet).__name__)
    assert {"Positions", "Plan", "Assigned", "Losses", "Ways"} <= met
