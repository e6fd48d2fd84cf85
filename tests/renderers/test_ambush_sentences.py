"""Sentences of ambush: every prompt and banner, in both languages, without a raw word."""

import re

from msgspec.structs import replace

import renderers
from renderers import ambush
from tests.kit.each import each
from tests.renderers.ambush_views import said, showcase

RAW = re.compile(r"[{}$|]|\b(None|none|other|yes|no_|ambush-|actor|ahead|edge_kills)\b|  ")


@each("language", renderers.LANGUAGES)
def test_every_question_has_a_prompt_and_every_state_a_banner(language: str) -> None:
    say = said(language).say
    prompts, banners = {}, {}
    for view in showcase().values():
        state = ambush.state(view)
        prompts[state] = said(language).prompt("ambush", view)
        banners[state] = say("ambush-banner", **ambush.said(view, say))
        for words in (prompts[state], banners[state]):
            assert RAW.search(words) is None
            assert words.strip() == words != ""
    over = prompts.keys() & {"won", "drawn"}
    assert len({prompts[state] for state in prompts.keys() - over}) == len(prompts) - len(over)
    assert len(set(banners.values())) == len(banners)


def test_WN_2_a_prompt_says_that_it_is_the_only_one_and_for_whom_a_window_waits() -> None:
    say = said("en").say
    prompts = {
        name: said("en").joined(*ambush.prompt(view, say).why) for name, view in showcase().items()
    }
    assert (
        "You are asked only once about this order: your standing orders decide later opportunities."
        in prompts["sealed A"]
    )
    assert prompts["local A"].startswith("The window closes when everybody has")
    assert "answered: A, B. Your opportunity" in prompts["local A"]
    assert "The window closes at its deadline" in prompts["sealed A"]


def test_the_question_of_a_sealed_window_is_the_same_for_all_who_are_asked() -> None:
    """House rules of fair play: subjects and previews say what the public question says."""
    say = said("en").say
    for window in ("sealed", "local"):
        mine, theirs = (ambush.prompt(showcase()[f"{window} {seat}"], say) for seat in "AB")
        assert mine.more == theirs.more
        assert mine.private != theirs.private


def test_an_opportunity_on_the_way_of_a_unit_says_where_it_stands_now() -> None:
    view = next(view for view in showcase().values() if view.chance)
    assert view.chance is not None
    say, mover = said("en").say, view.units[view.chance.mover]
    for hex, passed in ((view.chance.hex, False), ("0101", True)):
        units = view.units | {mover.id: replace(mover, hex=hex)}
        private = said("en").joined(*ambush.prompt(replace(view, units=units), say).why)
        assert ("That was on its way: it stands in 0101 now." in private) == passed
