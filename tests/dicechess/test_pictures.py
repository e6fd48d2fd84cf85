"""Sections 5.2 and 5.4: the board as a picture and as text, turned to its reader."""

import io
import re

from msgspec.structs import replace
from PIL import Image

import renderers
from engine.state import PUBLIC
from renderers import fonts
from renderers.dicechess import board
from renderers.toolkit.words import columns
from tests.dicechess.stage import Stage
from tests.kit.data import beside
from tests.kit.each import each

DATA = beside(__file__)

KIND = "dicechess"
VIEWERS = ("white", "black", PUBLIC)


def interrupted() -> Stage:
    """DC-01 while Black owes the reply."""
    return Stage({"fen": "4k3/8/8/8/8/8/8/RN2KB2 w Q - 0 1"}).then("NBR", "white Nc3, Bb5+")


def scene(stage: Stage, viewer: str, language: str = "en") -> board.ChessScene:
    made = renderers.scene_of(KIND, stage.table.view(viewer), language)
    assert isinstance(made, board.ChessScene)
    return made


def written(stage: Stage, viewer: str = PUBLIC) -> str:
    return renderers.board_text(KIND, stage.table.view(viewer))


@each("language", renderers.LANGUAGES)
def test_5_2_every_reason_to_act_has_its_own_prompt(language: str) -> None:
    stage = interrupted()
    said = renderers.sentences_in(language)
    why = ("opening", "opening_in_check", "dice", "check", "counter_check", "resumed")
    view = stage.table.view("black")
    prompts = {said.prompt(KIND, replace(view, why=one)) for one in why}
    assert len(prompts) == len(why)


def test_5_2_a_banner_is_there_while_a_reply_is_owed_and_gone_after_it() -> None:
    stage = interrupted()
    for viewer in VIEWERS:
        shown = scene(stage, viewer)
        assert shown.alarm
        assert shown.banner == "White’s ♖ on hold. Black must answer the check."
        assert shown.banner in written(stage, viewer)
    stage.order("black", "Kf7")
    for viewer in VIEWERS:
        assert not scene(stage, viewer).alarm
        assert "on hold" not in written(stage, viewer)


def test_5_4_the_board_is_turned_to_its_reader_and_white_is_below_in_public() -> None:
    stage = Stage().then("PPN")
    for viewer, files, ranks in (
        ("white", "abcdefgh", "87654321"),
        ("black", "hgfedcba", "12345678"),
    ):
        shown = scene(stage, viewer)
        assert (shown.files, shown.ranks) == (files, ranks)
        own = [piece.at[1] for piece in shown.pieces if piece.colour == viewer]
        assert min(own) == 6
    public = scene(stage, PUBLIC)
    assert public == replace(scene(stage, "white"), moves=public.moves)


def test_5_4_all_moves_since_the_reader_last_moved_are_marked() -> None:
    stage = interrupted()
    black = scene(stage, "black")
    assert len(black.game.last.ways) == 2
    assert black.moves == "Since your last move: Nc3 (b1-c3), Bb5+ (f1-b5)"
    stage.order("black", "Kf7")
    assert scene(stage, "white").moves == "Since your last move: Kf7 (e8-f7)"
    stage.order("white", "Rd1")
    assert scene(stage, "black").moves == "Since your last move: Rd1 (a1-d1)"


def test_5_4_the_text_has_every_piece_on_its_square_and_the_fen() -> None:
    stage = interrupted()
    view = stage.view
    text = written(stage)
    rows = re.findall(r"^ ([1-8])  ((?:\S ){7}\S)  \1(?: {3}|$)", text, re.MULTILINE)
    placed = "/".join(row.replace(" ", "") for _, row in rows)
    fen = re.sub(r"\d", lambda digits: "." * int(digits[0]), view.fen.split()[0])
    assert placed == fen
    assert view.line in text
    assert max(map(columns, text.splitlines())) <= 100


@each("language", renderers.LANGUAGES)
@each("viewer", VIEWERS)
def test_5_4_the_picture_is_a_small_palette_png_with_large_labels(
    viewer: str, language: str
) -> None:
    stage = interrupted()
    data = renderers.picture(KIND, stage.table.view(viewer), language)
    assert data == renderers.picture(KIND, stage.table.view(viewer), language)
    image = Image.open(io.BytesIO(data))
    assert (image.format, image.mode, image.size) == ("PNG", "P", (board.WIDTH, board.HEIGHT))
    assert len(data) < 200_000
    assert board.LABEL * 350 / board.WIDTH > 11
    shown = scene(stage, viewer, language)
    assert all(map(fonts.can_draw, (shown.banner, shown.head, shown.status, shown.moves)))
    assert len(renderers.alt_text(KIND, stage.table.view(viewer), language)) <= 1024


@each(
    "fields",
    DATA["a_changed_fact_changes_picture_and_text"],
)
@each("language", renderers.LANGUAGES)
def test_a_changed_fact_changes_picture_and_text(fields: dict[str, object], language: str) -> None:
    one = interrupted().view
    two = replace(one, **fields)
    assert renderers.picture(KIND, one, language) != renderers.picture(KIND, two, language)
    assert renderers.board_text(KIND, one, language) != renderers.board_text(KIND, two, language)


def test_each_square_that_was_left_has_the_number_of_its_move_and_so_has_its_die() -> None:
    stage = interrupted()
    shown = scene(stage, "black")
    assert shown.numbers == (1, 2)
    assert [(die.kind, die.order) for die in shown.dice] == [("N", "1"), ("B", "2"), ("R", "")]
    stage.order("black", "Kf7")
    stage.order("white", "Ra2")
    assert scene(stage, "black").numbers == (4,), "the reply was the third move of the turn"
    assert board.draw(shown).tobytes() != board.draw(replace(shown, numbers=())).tobytes()


def test_each_player_stands_on_their_own_side_with_what_they_have_taken_and_their_lead() -> None:
    stage = Stage({"fen": "k7/8/8/3pp3/2B5/8/8/K6R w - - 0 1"}).then("BBB", "white Bxd5+")
    view = replace(stage.view, players={"white": "Ann", "black": "Bob"})
    for viewer, order in ((PUBLIC, ("Bob", "Ann")), ("black", ("Ann", "Bob"))):
        shown = renderers.scene_of(KIND, replace(view, viewer=viewer))
        assert isinstance(shown, board.ChessScene)
        assert tuple(bar.name for bar in shown.bars) == order
        own = {bar.name: bar for bar in shown.bars}
        assert (own["Ann"].taken, own["Ann"].lead, own["Ann"].acts) == ("P", 7, False)
        assert (own["Bob"].taken, own["Bob"].lead, own["Bob"].acts) == ("", -7, True)
    assert "White has taken ♟. White is ahead by 7." in renderers.board_text(KIND, view)
