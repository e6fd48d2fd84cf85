"""Every fact of a view is in its picture and in its text, and every fact
of the picture is in the text.
"""

from msgspec import structs

import renderers
from engine.games.battleboard.events import Bombed, Passed, Result
from engine.games.battleboard.view import BoardView, Mark, View
from renderers.battleboard import lines
from renderers.toolkit.words import columns
from tests.kit.each import each
from tests.renderers.views import KIND, board, crowd, mark, showcase, view

MARKS = (mark(0, 0, "HIT"), mark(1, 0, "NEAR_MISS"), mark(3, 5, "MISS"))
ANN, BOB, CYD = board("Ann", MARKS), board("Bob", MARKS), board("Cyd")
BASE = view(ANN, BOB, CYD, viewer="Ann", own=[(2, 2), (5, 6)])
WAITING = view(ANN, viewer="Ann", own=[(2, 2)], open_seats=1)


def bob(**changed: object) -> View:
    return structs.replace(BASE, boards=(ANN, structs.replace(BOB, **changed), CYD))


def third(x: int, y: int, result: Result, wreck: bool | None = None) -> View:
    return bob(marks=(*MARKS[:2], mark(x, y, result, wreck)))


def base(**changed: object) -> View:
    return structs.replace(BASE, **changed)


def over(result: str) -> View:
    return base(turn=None, result=result)


BOMB = Bombed("Ann", "Bob", (3, 5), "MISS")
CHANGES: dict[str, tuple[View, View]] = {
    "View.viewer": (base(own=()), base(viewer="Bob", own=())),
    "View.width": (BASE, base(width=11)),
    "View.height": (BASE, base(height=9)),
    "View.wrecks": (BASE, base(wrecks="count")),
    "View.illegal": (BASE, base(illegal="pass")),
    "View.boards": (BASE, base(boards=(ANN, CYD, BOB))),
    "View.own": (BASE, base(own=((2, 2), (5, 7)))),
    "View.own, fewer": (BASE, base(own=((2, 2),))),
    "View.order": (BASE, base(order=("Ann", "Cyd", "Bob"))),
    "View.turn": (BASE, base(turn="Bob")),
    "View.open_seats": (WAITING, structs.replace(WAITING, open_seats=2)),
    "View.result": (over("won Bob"), over("won Ann")),
    "View.result, drawn": (over("won Bob"), over("drawn")),
    "View.last": (base(last=BOMB), base(last=Bombed("Cyd", "Bob", (1, 0), "NEAR_MISS"))),
    "View.last, a bomb": (base(last=Passed("Ann", "order")), base(last=BOMB)),
    "BoardView.seat": (BASE, structs.replace(bob(seat="Bob_2"), order=("Ann", "Bob_2", "Cyd"))),
    "BoardView.name": (BASE, bob(name="Bobby")),
    "BoardView.standing": (BASE, bob(standing="leaving")),
    "BoardView.standing, left": (bob(standing="leaving"), bob(standing="left")),
    "BoardView.standing, lost": (bob(standing="left"), bob(standing="lost")),
    "BoardView.left": (BASE, bob(left=1)),
    "BoardView.total": (BASE, bob(total=6)),
    "BoardView.stood": (BASE, bob(stood=((4, 4),))),
    "BoardView.marks": (BASE, bob(marks=MARKS[:2])),
    "Mark.x": (BASE, third(4, 5, "MISS")),
    "Mark.y": (BASE, third(3, 6, "MISS")),
    "Mark.result": (BASE, third(3, 5, "NEAR_MISS")),
    "Mark.result, hit": (BASE, third(3, 5, "HIT")),
    "Mark.result, last city": (third(3, 5, "HIT"), third(3, 5, "LOSS")),
    "Mark.result, on a wreck": (third(3, 5, "MISS", True), third(3, 5, "NEAR_MISS", True)),
    "Mark.wreck": (BASE, third(3, 5, "MISS", True)),
    "Mark.wreck, near": (third(3, 5, "NEAR_MISS"), third(3, 5, "NEAR_MISS", True)),
}


def test_every_field_of_the_view_is_tried() -> None:
    fields = {
        f"{kind.__name__}.{name}"
        for kind in (View, BoardView, Mark)
        for name in kind.__struct_fields__
    }
    assert {change.partition(",")[0] for change in CHANGES} == fields


@each("change", CHANGES)
@each("language", renderers.LANGUAGES)
def test_a_changed_fact_changes_picture_and_text(change: str, language: str) -> None:
    one, two = CHANGES[change]
    assert renderers.picture(KIND, one, language) != renderers.picture(KIND, two, language)
    assert renderers.board_text(KIND, one, language) != renderers.board_text(KIND, two, language)


def words(scene: lines.Scene) -> list[str]:
    said = [scene.banner, *scene.notes, *(sign.word for sign in scene.legend)]
    for panel in scene.panels:
        said += [panel.title, panel.tag, panel.badge, panel.line]
    return said


@each("name", showcase())
@each("language", renderers.LANGUAGES)
def test_every_word_of_the_picture_is_in_the_text(name: str, language: str) -> None:
    seen = showcase()[name]
    written = renderers.board_text(KIND, seen, language)
    shown = words(renderers.scene_of(KIND, seen, language))
    assert [word for word in shown if word not in written] == []


def test_BB_29_axes_are_on_every_board_with_the_origin_top_left() -> None:
    scene = renderers.scene_of(KIND, BASE)
    assert (scene.axes.top[0], scene.axes.left[0]) == ("0", "0")
    assert (scene.axes.top[-1], scene.axes.left[-1]) == ("9", "7")
    assert scene.axes.square(3, 5) == "3 5"
    written = renderers.board_text(KIND, BASE)
    assert written.count("0 1 2 3 4 5 6 7 8 9") == len(BASE.boards)


@each("language", renderers.LANGUAGES)
@each("size", [(2, 2), (10, 8), (26, 26)])
@each("players", [2, 3, 20])
def test_texts_are_at_most_100_columns_and_alt_texts_1024_characters(
    language: str, size: tuple[int, int], players: int
) -> None:
    seen = crowd(players, size)
    assert max(map(columns, renderers.board_text(KIND, seen, language).splitlines())) <= 100
    assert len(renderers.alt_text(KIND, seen, language)) <= 1024


@each("language", renderers.LANGUAGES)
@each("name", ["public", "private", "leaving", "open", "won", "drawn"])
def test_the_alt_text_says_how_it_stands_and_where_the_marks_are(name: str, language: str) -> None:
    seen = showcase()[name]
    scene, said = renderers.scene_of(KIND, seen, language), renderers.alt_text(KIND, seen, language)
    assert said.startswith(scene.banner)
    for panel in scene.panels:
        assert panel.title in said
        assert panel.line in said
        assert all(scene.axes.square(token.x, token.y) in said for token in panel.tokens)
