"""A tall board is offered in a wide form, beside what happened last, as its reader may know it."""

import io
from pathlib import Path

from PIL import Image

from bot.discord import wide
from tests.discord.server.world import DiscordMessage
from tests.discord.stage import Stage, staged

DESKTOP = 550, 350
"""Pixels in which Discord shows a picture on a desktop, at the most."""


def shown_on_a_desktop(stage: Stage, message: DiscordMessage) -> tuple[float, float]:
    (file,) = message.json["attachments"]
    with Image.open(io.BytesIO(stage.world.blobs[file["id"]])) as image:
        scale = min(DESKTOP[0] / image.width, DESKTOP[1] / image.height)
        return image.width * scale, image.height * scale


async def test_a_tall_board_fills_a_desktop_in_its_wide_form_for_its_reader_alone(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob], kind="dicechess")
        count = len(stage.in_channel(stage.thread(game)))
        board = (await stage.people.click(ann, stage.card(game), "Board")).shown
        assert shown_on_a_desktop(stage, board)[0] < DESKTOP[0] * 0.6
        before = board.json["attachments"][0]["description"]
        said = await stage.people.click(ann, board, "Wide, with what happened last")
        assert said.shown is board
        assert board.only == ann.id
        assert shown_on_a_desktop(stage, board) == DESKTOP
        alt = board.json["attachments"][0]["description"]
        assert alt.startswith(before)
        assert len(alt) > len(before)
        assert len(stage.in_channel(stage.thread(game))) == count


async def test_a_board_that_is_wide_has_no_other_form(tmp_path: Path) -> None:
    async with staged(tmp_path) as stage:
        ann, bob = stage.user("ann"), stage.user("bob")
        game = await stage.game(ann, [bob])
        board = (await stage.people.click(ann, stage.card(game), "Board")).shown
        width, height = shown_on_a_desktop(stage, board)
        assert ("Wide, with what happened last" in board.buttons) == (height > width)


async def test_the_tables_and_other_views_of_a_game_are_completed_and_shown_to_who_asks(
    tmp_path: Path,
) -> None:
    async with staged(tmp_path) as stage:
        ann, bob, zoe = stage.user("ann"), stage.user("bob"), stage.user("zoe")
        game = await stage.game(ann, [bob], kind="ambush")
        thread, board = stage.thread(game), "game board"
        offered = await stage.people.slash(ann, thread, board, focused="look", look="WEA")
        assert offered.choices == ["weapons"]
        usual = (await stage.people.slash(ann, thread, board)).shown
        shown = (await stage.people.slash(ann, thread, board, look="Weapons")).shown
        assert shown.only == ann.id
        assert shown.json["content"] == "**weapons**"
        assert "weapon" in shown.json["attachments"][0]["description"].casefold()
        assert picture_of(stage, shown) != picture_of(stage, usual)
        refused = await stage.people.slash(zoe, thread, board, look="near_X")
        assert "This game has no board view “near\\_X”." in refused.text
        assert "Possible here: board, board weapons, board hits" in refused.text
        assert len(stage.in_channel(thread)) == 1


def picture_of(stage: Stage, message: DiscordMessage) -> bytes:
    (file,) = message.json["attachments"]
    return stage.world.blobs[file["id"]]


def test_beside_a_board_stand_no_marks_of_discords_and_no_character_without_a_shape() -> None:
    assert wide.plain(r"big\_ann: 0203 › 0209\*") == "big_ann: 0203 > 0209*"


def test_lines_are_broken_between_words_and_where_there_are_none_between_characters() -> None:
    assert wide.wrapped("one two", 10_000) == ["one two"]
    narrow = wide.wrapped("one two three four", 120)
    assert " ".join(narrow) == "one two three four"
    assert len(narrow) > 1
    chinese = "甲方移動一個單位到零三零四並且開火"
    assert "".join(wide.wrapped(chinese, 120)) == chinese
    assert len(wide.wrapped(chinese, 120)) > 1
