"""Orders worth considering, with what speaks for each, in all games."""

import random
from collections.abc import Iterator
from math import sqrt
from typing import Any

import pytest

from engine.game import answers
from engine.games import find, names, rules_of
from engine.state import Seat
from engine.testing.kit import Case, Play, asked, choose, fresh
from renderers import rules, sentences
from tests.bench import advice
from tests.kit.games import registered

SAID = [sentences.sentences_in(own) for own in sentences.LANGUAGES]
CASES = pytest.mark.parametrize("case", registered(), ids=lambda case: case.name)


def questions(case: Case, games: int = 2, most: int = 120) -> Iterator[tuple[Play, Seat]]:
    for seed in range(games):
        play, rng = fresh(case, seed), random.Random(seed)
        for _ in range(most):
            if play.over:
                break
            waiting = [seat for seat in asked(play.table) if seat not in play.table.state.answers]
            for seat in waiting:
                yield play, seat
            order = followed(play, waiting, rng)
            due = play.table.state.due
            at = play.now if due is None else min(play.now, due - 1)
            play.enter(*(choose(play, rng) if order is None else (at, waiting[0], order)))


def followed(play: Play, waiting: list[Seat], rng: random.Random) -> Any:
    """Return the first hint of the first seat that waits, now and then ``None``."""
    if not waiting or rng.random() < 0.3:
        return None
    table = play.table
    return next(iter(play.game.hints(table.view(waiting[0]), table.menu(waiting[0]))), None)


@CASES
def test_every_question_has_hints_that_answer_it_and_say_why_in_both_languages(case: Case) -> None:
    hints_are_good(case, 1)


@pytest.mark.nightly
@CASES
def test_every_question_of_many_games_has_hints(case: Case) -> None:
    hints_are_good(case, 6)


def hints_are_good(case: Case, games: int) -> None:
    kind = case.game.name
    reasons = set[str]()
    for play, seat in questions(case, games):
        view, menu = play.table.view(seat), play.table.menu(seat)
        hints = play.game.hints(view, menu)
        assert hints or not answers(menu), menu
        assert len({menu.write(hint) for hint in hints}) == len(hints), "the same twice"
        assert not any(getattr(hint, "confirmed", False) for hint in hints), "gives the game up"
        for hint in hints:
            english, chinese = (said.reason(kind, view, hint) for said in SAID)
            assert bool(english) == bool(chinese), (hint, english, chinese)
            assert len(english) <= 80, english
            reasons.add(english)
    assert len(reasons - {""}) >= 2, reasons


def obeyed(kind: str, games: int) -> None:
    game = advice.obedient(find(kind))
    roles = game.roles(game.options_type())
    seats = roles if isinstance(roles, tuple) else ("a", "b")
    for seat in seats:
        score, usual = (
            advice.points(game, seats, seat, level, games) for level in (advice.OBEYS, 1)
        )
        print(f"{kind}: {seat} obeys: {score:g} of {games}; level 1: {usual:g}")
        assert score >= usual - sqrt(games), (seat, score, usual)


@pytest.mark.parametrize("kind", ["battleboard", "derelict"])
def test_obeying_suggestions_is_as_good_as_the_robot(kind: str) -> None:
    obeyed(kind, 10)


@pytest.mark.nightly
@pytest.mark.parametrize("kind", names())
def test_obeying_suggestions_for_two_hundred_games_is_as_good_as_the_robot(kind: str) -> None:
    obeyed(kind, 40 if kind == "desert" else 200)


def test_what_is_asked_of_the_rules_is_found_in_the_plural_too() -> None:
    page = rules_of(find("ambush"))
    assert rules.about(page, "objective") != []
    assert rules.about(page, "objective") == rules.about(page, "objectives")
    assert rules.about(page, "objecti") == []
