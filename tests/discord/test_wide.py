"""A tall board is offered in a wide form, beside what happened last, as its reader may know it."""

import io

from PIL import Image

from bot.discord import pictures
from tests.discord.server.world import DiscordMessage
from tests.discord.stage import Stage

DESKTOP = 550, 350
"""Pixels in which Discord shows a picture on a desktop, at the most."""
WIDE = "Wide, with what happened last"


def shown_on_a_desktop(stage: Stage, message: DiscordMessage) -> tuple[float, float]:
    with Image.open(io.BytesIO(stage.data(message))) as image:
        scale = min(DESKTOP[0] / image.width, DESKTOP[1] / image.height)
        return image.width * scale, image.height * scale


async def test_a_tall_board_fills_a_desktop_in_its_wide_form_for_its_reader_alone(
    stage: Stage,
) -> None:
    duel = await stage.duel(kind="dicechess")
    count = len(duel.posts)
    board = (await duel.click(duel.ann, "Board")).shown
    assert shown_on_a_desktop(stage, board)[0] < DESKTOP[0] * 0.6
    before = board.json["attachments"][0]["description"]
    said = await stage.people.click(duel.ann, board, WIDE)
    assert said.shown is board
    assert board.only == duel.ann.id
    assert shown_on_a_desktop(stage, board) == DESKTOP
    alt = board.json["attachments"][0]["description"]
    assert alt.startswith(before)
    assert len(alt) > len(before)
    assert len(duel.posts) == count


async def test_cards_show_tall_boards_beside_the_news_where_the_server_wants_them(
    stage: Stage,
) -> None:
    duel = await stage.duel(kind="dicechess")
    assert shown_on_a_desktop(stage, duel.card)[0] < DESKTOP[0] * 0.6
    said = await stage.slash(stage.user("sam"), "mod settings", wide=True)
    assert "for desktops: yes" in said.text
    duel = await stage.duel(kind="dicechess", ann=duel.ann, bob=duel.bob)
    await duel.default(await stage.turn(duel.game))
    assert shown_on_a_desktop(stage, duel.card) == DESKTOP
    other = await stage.duel(ann=duel.ann, bob=duel.bob)
    alone = (await other.click(other.ann, "Board")).shown
    assert shown_on_a_desktop(stage, other.card) == shown_on_a_desktop(stage, alone)


async def test_the_tables_and_other_views_of_a_game_are_completed_and_shown_to_who_asks(
    stage: Stage,
) -> None:
    duel, board = await stage.duel(kind="ambush"), "game board"
    ann, zoe = duel.ann, stage.user("zoe")
    assert (await duel.slash(ann, board, focused="look", look="WEA")).choices == ["weapons"]
    usual = (await duel.slash(ann, board)).shown
    shown = (await duel.slash(ann, board, look="Weapons")).shown
    assert shown.only == ann.id
    assert shown.json["content"] == "**weapons**"
    assert "weapon" in shown.json["attachments"][0]["description"].casefold()
    assert stage.data(shown) != stage.data(usual)
    refused = (await duel.slash(zoe, board, look="near_X")).text
    assert "This game has no board view “near\\_X”." in refused
    assert "Possible here: board, board weapons, board hits" in refused
    assert len(duel.posts) == 1


def test_beside_a_board_stand_no_marks_of_discords_and_no_character_without_a_shape() -> None:
    assert pictures.plain(r"big\_ann: 0203 › 0209\*") == "big_ann: 0203 > 0209*"


def test_lines_are_broken_between_words_and_where_there_are_none_between_characters() -> None:
    assert pictures.wrapped("one two", 10_000) == ["one two"]
    for text, between in (("one two three four", " "), ("甲方移動一個單位到零三零四並且開火", "")):
        narrow = pictures.wrapped(text, 120)
        assert between.join(narrow) == text
        assert len(narrow) > 1
