"""Every fact of a view is in its picture and in its text, and every fact
of the picture is in the text.
"""

import re

from msgspec import structs

import renderers
from engine.games.battleboard.events import Bombed, Passed, Result
from engine.games.battleboard.slots import SquareSlot
from engine.games.battleboard.view import BoardView, Mark, View
from engine.games.desert.view import project
from engine.state import PUBLIC
from renderers.battleboard import SIGNS, lines
from renderers.desert.board import lattice
from renderers.toolkit.words import columns
from tests.derelict.stage import Stage as Ship
from tests.desert.stage import worked
from tests.dicechess.stage import Stage as Chess
from tests.kit.each import each
from tests.renderers import ambush_views, test_desert
from tests.renderers.views import KIND, board, crowd, mark, showcase, view

MARKS = (mark(0, 0, "HIT"), mark(1, 0, "NEAR_MISS"), mark(3, 5, "MISS"))
ANN, BOB, CYD = board("Ann", MARKS), board("Bob", MARKS), board("Cyd")
BASE = view(ANN, BOB, CYD, viewer="Ann", own=[(2, 2), (5, 6)])
WAITING = view(ANN, viewer="Ann", own=[(2, 2)], open_seats=1)


def bob(**changed: object) -> View:
    """The base view with another board of Bob's."""
    return structs.replace(BASE, boards=(ANN, structs.replace(BOB, **changed), CYD))


def third(x: int, y: int, result: Result, wreck: bool | None = None) -> View:
    """The base view with another third mark on Bob's board."""
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
    """Everything that is written somewhere in the picture."""
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


def grids(written: str, width: int) -> list[dict[tuple[int, int], str]]:
    """What a reader finds on the boards of a text: square by the
    labels above and beside it -> sign.
    """
    row = re.compile(rf" *(\d+) {{1,2}}(\S(?: {{1,2}}\S){{{width - 1}}})(?= |$)")
    found: list[dict[tuple[int, int], str]] = []
    first = 0
    for line in written.splitlines():
        for column, match in enumerate(row.finditer(line)):
            y = int(match[1])
            if y == 0:
                first = len(found) if column == 0 else first
                found.append({})
            for x, sign in enumerate(match[2].split()):
                found[first + column][x, y] = sign
    return found


@each("players, size", [(1, (10, 8)), (2, (10, 8)), (3, (2, 2)), (5, (10, 8)), (3, (26, 26))])
def test_the_text_has_every_sign_on_its_square(players: int, size: tuple[int, int]) -> None:
    seen = crowd(max(2, players), size, seed=players)
    boards = renderers.scene_of(KIND, seen).panels
    read = grids(renderers.board_text(KIND, seen), size[0])
    assert len(read) == len(boards)
    sea = {(x, y): "." for x in range(size[0]) for y in range(size[1])}
    for panel, grid in zip(boards, read, strict=True):
        assert grid == sea | {(one.x, one.y): SIGNS[one.sprite] for one in panel.tokens}


def test_signs_differ_and_one_is_left_for_the_sea() -> None:
    assert len({*SIGNS.values(), "."}) == len(SIGNS) + 1


@each(
    "result, wreck, word",
    [
        ("HIT", None, "hit"),
        ("LOSS", None, "hit, last city"),
        ("NEAR_MISS", None, "near miss"),
        ("MISS", None, "miss"),
        ("NEAR_MISS", True, "near miss on a wreck"),
        ("MISS", True, "miss on a wreck"),
    ],
)
def test_BB_12_BB_13_every_result_is_called_what_it_is_and_a_wreck_shows_beside_it(
    result: Result, wreck: bool | None, word: str
) -> None:
    scene = renderers.scene_of(KIND, third(3, 5, result, wreck))
    words = {sign.sprite: sign.word for sign in scene.legend}
    found = {(token.x, token.y): words[token.sprite] for token in scene.panels[1].tokens}
    assert found[3, 5] == word


def test_BB_29_axes_are_on_every_board_with_the_origin_top_left() -> None:
    scene = renderers.scene_of(KIND, BASE)
    assert (scene.axes.top[0], scene.axes.left[0]) == ("0", "0")
    assert (scene.axes.top[-1], scene.axes.left[-1]) == ("9", "7")
    assert scene.axes.square(3, 5) == "3 5"
    written = renderers.board_text(KIND, BASE)
    assert written.count("0 1 2 3 4 5 6 7 8 9") == len(BASE.boards)


def test_BB_29_labels_texts_and_suggestions_have_one_spelling_of_a_square() -> None:
    scene, words = renderers.scene_of(KIND, BASE), renderers.sentences_in("en")
    square = scene.axes.square(3, 5)
    assert SquareSlot(10, 8).write((3, 5)) == square
    told = words.event(KIND, Bombed("Ann", "Bob", (3, 5), "MISS"), PUBLIC, {})
    assert f"at {square}:" in told
    assert not re.search(r"\b[a-j][1-8]\b", renderers.board_text(KIND, BASE) + told)


@each("language", renderers.LANGUAGES)
@each("size", [(2, 2), (10, 8), (26, 26)])
@each("players", [2, 3, 20])
def test_texts_are_at_most_100_columns_and_alt_texts_1024_characters(
    language: str, size: tuple[int, int], players: int
) -> None:
    seen = crowd(players, size)
    assert max(map(columns, renderers.board_text(KIND, seen, language).splitlines())) <= 100
    assert len(renderers.alt_text(KIND, seen, language)) <= 1024


def test_long_names_everywhere_still_fit() -> None:
    names = [f"{'Ж' * 30}{number:02}" for number in range(20)]
    seen = view(*(board(name, MARKS, seat=f"{name[::-1]}") for name in names))
    assert len(renderers.alt_text(KIND, seen)) <= 1024
    assert max(map(columns, renderers.board_text(KIND, seen).splitlines())) <= 100
    renderers.picture(KIND, seen)


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


@each("players", [3, 12])
def test_an_alt_text_without_room_for_all_squares_keeps_every_state_and_says_so(
    players: int,
) -> None:
    seen = crowd(players, (26, 26))
    said = renderers.alt_text(KIND, seen)
    panels = renderers.scene_of(KIND, seen).panels
    assert all(f"{panel.title}: {panel.line}" in said for panel in panels)
    assert said.endswith("The text board marks more squares.")


def test_a_scene_says_who_plays_which_round_it_is_and_what_was_done_last() -> None:
    chess = Chess({"fen": "4k3/8/8/8/8/8/8/RN2KB2 w Q - 0 1"}).then("NBR", "white Nc3")
    seen: dict[str, View | object] = {
        "ambush": ambush_views.example(4).table.view(PUBLIC),
        "battleboard": BASE,
        "derelict": Ship("marine 4,6 N; alien 4,0 S", alone=True).view(),
        "desert": project(test_desert.world(), PUBLIC, []),
        "dicechess": chess.table.view(PUBLIC),
    }
    lasts = {}
    for kind, shown in seen.items():
        game = renderers.scene_of(kind, shown).game
        assert dict(game.people) == renderers.names(kind, shown)
        assert game.round == (None if kind == "battleboard" else 1)
        lasts[kind] = game.last.words
    assert lasts.pop("dicechess") == "Nc3 (b1-c3)"
    assert "A1" in lasts.pop("ambush")
    assert lasts == {"battleboard": "", "derelict": "", "desert": ""}


def test_scenes_of_derelict_say_what_was_done_last_and_where() -> None:
    ship = Ship("marine 4,6 N; alien 4,1 S", alone=True)
    ship.say("activate M1; move 4,5")
    last = renderers.scene_of("derelict", ship.view()).game.last
    assert last.words == "Last: M1 moved from 4,6 to 4,5."
    assert last.ways == (((4, 6),), ((4, 6), (4, 5)))
    ship.say("shoot A1")
    last = renderers.scene_of("derelict", ship.view()).game.last
    assert (last.words, last.ways) == ("Last: M1 fired at 4,1.", (((4, 5), (4, 1)),))
    assert last.words in renderers.board_text("derelict", ship.view())
    assert last.words in renderers.alt_text("derelict", ship.view())


def test_scenes_of_desert_say_what_was_done_last_and_where() -> None:
    """The same for both sides and for everybody else: they all were told."""
    played = worked("cw: retreat C2 D2")
    views = [played.play.table.view(seat) for seat in ("axis", "cw", PUBLIC)]
    lasts = {renderers.scene_of("desert", view).game.last for view in views}
    assert {last.words for last in lasts} == {"Last: close assault on C2."}
    assert [[len(way) for way in last.ways] for last in lasts] == [[1]]
    played.lines("cw: retreat C2 D2")
    view = played.play.table.view(PUBLIC)
    (way,) = renderers.scene_of("desert", view).game.last.ways
    spots = lattice(view.cells, view.pairs)
    assert way == (spots["C2"], spots["D2"])
    assert "Last: units retreated, C2-D2." in renderers.board_text("desert", view)
    assert "Last: units retreated, C2-D2." in renderers.alt_text("desert", view)
