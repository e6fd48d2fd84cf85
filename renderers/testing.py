"""Laws for sentences and pictures: a renderer's contract test is a subclass of ``PictureLaws``.

::

    class TestNimPictures(PictureLaws):
        case = Case("nim", Nim(), NimKit())
"""

import random
from typing import ClassVar

import renderers
from engine.state import PUBLIC
from engine.testing import Case, Play, choose, fresh
from renderers.toolkit.scene import WHOLE, TextLayout
from renderers.toolkit.words import ALT, columns, explained

LONGEST_GAME = 60
"""Entries of a game after which enough pictures have been checked."""

NARROW = 60
"""Columns of the narrowest terminal that boards must fit."""


class RendererContract:
    """Test helpers for the pictures and sentences of a game."""

    case: ClassVar[Case]

    def drawn(self, play: Play, viewer: str) -> tuple[bytes, str]:
        view, kind = play.table.view(viewer), self.case.game.name
        return renderers.picture(kind, view), renderers.board_text(kind, view)

    def over_games(self, seeds: range, every: int) -> dict[str, bytes]:
        """Return text and picture of some views of some games. Raises ``AssertionError`` if equal
        views look different.
        """
        seen: dict[str, bytes] = {}
        for seed in seeds:
            play, rng = fresh(self.case, seed), random.Random(seed)
            for k in range(LONGEST_GAME):
                if k % every == 0 or play.over:
                    for viewer in (PUBLIC, rng.choice(play.table.seats)):
                        picture, text = self.drawn(play, viewer)
                        play.reload()
                        assert self.drawn(play, viewer) == (picture, text)
                        assert seen.setdefault(text, picture) == picture, (
                            f"the text does not say what the picture shows:\n{text}"
                        )
                if play.over:
                    break
                play.enter(*choose(play, rng))
        return seen


class PictureLaws(RendererContract):
    """The laws of every renderer, tested on some games each time."""

    def test_equal_views_look_equal_and_texts_say_what_pictures_show(self) -> None:
        """Law 8."""
        assert len(self.over_games(range(3), every=15)) > 3

    def test_texts_are_of_the_promised_size(self) -> None:
        play, rng, kind = fresh(self.case, 0), random.Random(0), self.case.game.name
        while not play.over and len(play.entries) < LONGEST_GAME:
            for viewer in (PUBLIC, *play.table.seats):
                view = play.table.view(viewer)
                text = renderers.board_text(kind, view)
                assert text.endswith("\n")
                assert max(map(columns, text.splitlines())) <= WHOLE.width
                scene = renderers.scene_of(kind, view)
                narrow = renderers.laid_out(kind, scene, "en", TextLayout(NARROW))
                assert max(map(columns, narrow.splitlines())) <= NARROW
                known = frozenset((*map(explained, scene.text_signs), *scene.below))
                brief = renderers.laid_out(kind, scene, "en", TextLayout(known=known))
                lines = text.splitlines()
                assert [*filter(lines.__contains__, brief.splitlines())] == brief.splitlines()
                assert not {*scene.below} & {*brief.splitlines()}
                assert 0 < len(renderers.alt_text(kind, view)) <= ALT
            play.enter(*choose(play, rng))

    def test_all_that_is_told_and_asked_has_sentences_for_every_reader(self) -> None:
        """Every language is tested. Messages missing from a catalogue fall back to English."""
        for language in renderers.LANGUAGES:
            said, kind = renderers.sentences_in(language), self.case.game.name
            play, rng = fresh(self.case, 0), random.Random(0)
            while not play.over and len(play.entries) < LONGEST_GAME:
                play.enter(*choose(play, rng))
                for viewer in (PUBLIC, *play.table.seats):
                    view = play.table.view(viewer)
                    names = renderers.names(kind, view)
                    for event in play.bulletins[-1].events(viewer):
                        text = said.event(kind, event, viewer, names)
                        assert text.strip() == text != "", event
                ask = play.table.ask()
                for seat in () if ask is None else ask.seats:
                    assert said.prompt(kind, play.table.view(seat), (), play.table.menu(seat).why)

    def test_what_is_asked_in_public_is_the_same_from_every_view_and_said_in_each_language(
        self,
    ) -> None:
        """It depends on no private fact."""
        kind, asked = self.case.game.name, 0
        play, rng = fresh(self.case, 0), random.Random(0)
        while not play.over and len(play.entries) < LONGEST_GAME:
            play.enter(*choose(play, rng))
            if (ask := play.table.ask()) is None or not ask.seats:
                continue
            names = {seat: seat.upper() for seat in play.table.seats}
            for language in renderers.LANGUAGES:
                said = renderers.sentences_in(language)
                views = [play.table.view(viewer) for viewer in (PUBLIC, *play.table.seats)]
                (found,) = {said.public_question(kind, view, names) for view in views}
                assert found.question.strip() == found.question != ""
                asked += 1
        assert asked


class ManyPictureLaws(RendererContract):
    """The same laws for many games. It takes minutes, so it runs at night."""

    def test_many_views_look_equal_and_texts_say_what_pictures_show(self) -> None:
        assert len(self.over_games(range(100, 112), every=1)) > 100
