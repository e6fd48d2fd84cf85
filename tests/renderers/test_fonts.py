"""Names are drawn or replaced, and nothing is ever drawn that the fonts lack."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from PIL import ImageFont

import renderers
from renderers import fonts
from renderers.battleboard import lines, paint
from tests.kit.each import each
from tests.renderers.subset import CATALOGUES, ROOT
from tests.renderers.views import KIND, board, showcase, view

HERE = Path(fonts.__file__).parent
FACES = {
    ("DejaVu Sans", "Book"): "DejaVuSans",
    ("DejaVu Sans", "Bold"): "DejaVuSans-Bold",
    ("Droid Sans Fallback", "Regular"): "DroidSansFallback-Words",
}


def cmap(name: str) -> set[str]:
    return set(map(chr, TTFont(HERE / f"{name}.ttf").getBestCmap()))


def test_the_coverage_file_says_what_the_faces_have() -> None:
    covered = fonts._coverage()
    assert covered["DejaVuSans"] == cmap("DejaVuSans") & cmap("DejaVuSans-Bold")
    assert covered["DroidSansFallback-Words"] == cmap("DroidSansFallback-Words")


@each("path", [path for pattern in CATALOGUES for path in sorted(ROOT.glob(pattern))])
def test_every_character_of_every_chinese_catalogue_has_a_glyph(path: Path) -> None:
    wanted = {character for character in path.read_text("utf-8") if ord(character) >= 0x80}
    assert sorted(wanted - cmap("DejaVuSans") - cmap("DroidSansFallback-Words")) == []


def strings(scene: lines.Scene) -> Iterator[str]:
    yield from (scene.banner, *scene.notes, *(sign.word for sign in scene.legend))
    for panel in scene.panels:
        yield from (panel.title, panel.tag, panel.badge, panel.line)


def test_no_glyph_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: set[tuple[str, str]] = set()
    real = fonts.runs

    def noted(text: str, px: int, bold: bool) -> Iterator[tuple[str, ImageFont.FreeTypeFont]]:
        for run, face in real(text, px, bold=bold):
            family, style = face.getname()
            assert family is not None
            assert style is not None
            drawn.update((FACES[family, style], character) for character in run)
            yield run, face

    for cache in (paint.background, paint.legend, fonts.width, fonts.fit):
        cache.cache_clear()
    monkeypatch.setattr(fonts, "runs", noted)
    for seen in showcase().values():
        for language in renderers.LANGUAGES:
            renderers.picture(KIND, seen, language)
            assert all(map(fonts.can_draw, strings(renderers.scene_of(KIND, seen, language))))
    have = {face: cmap(face) for face in FACES.values()}
    assert drawn
    assert {(face, character) for face, character in drawn if character not in have[face]} == set()


@each("name", ["王小明", "😀", "さくら", "한글", "علي", "Z̷a", "a\u2060王", "\u3164"])
def test_other_names_get_an_alias_that_the_text_explains(name: str) -> None:
    seen = view(board("Ann"), board(name), turn=name)
    scene = renderers.scene_of(KIND, seen)
    assert scene.panels[1].title == "Player 2"
    assert scene.banner == "Player 2 to move"
    shown = fonts.tidy(name)
    explained = [line for line in renderers.board_text(KIND, seen).splitlines() if shown in line]
    assert len(explained) == 1
    assert "Player 2" in explained[0]


def test_an_alias_is_never_somebody_elses_name() -> None:
    seen = view(board("player 2", seat="player_2"), board("王小明"), board("PLAYER 2'", seat="x"))
    titles = [panel.title for panel in renderers.scene_of(KIND, seen).panels]
    assert titles == ["player 2 [player_2]", "Player 2''", "PLAYER 2' [x]"]


def test_characters_that_steer_others_are_never_shown() -> None:
    tricky = "Bob\u202egnp\u200b\u2066"
    scene = renderers.scene_of(KIND, view(board("Ann"), board(tricky, seat="Bob")))
    assert scene.panels[1].title == "Bobgnp [Bob]"


def test_BB_3_a_display_name_stands_beside_the_name_for_orders() -> None:
    for name, seat, title in (("Big Bob", "Big_Bob", "Big Bob [Big_Bob]"), ("Ann", "ann", "Ann")):
        assert renderers.scene_of(KIND, view(board(name, seat=seat))).panels[0].title == title
    seen = view(board("小 美", seat="小_美"))
    assert "Player 1 is 小 美; in orders: 小_美." in renderers.board_text(KIND, seen)
