"""The umpire's sheet (4.4, D1 to D18): who is asked sees what they choose from, what it means, what
the enemy is told, and what happens without an answer, at whatever they look.
"""

import random
from contextlib import suppress

import renderers
from bot import queries
from bot.discord import words
from engine import PUBLIC, Refused
from engine.testing.kit import asked
from mail.names import MailNames
from mail.outgoing import situation
from mail.outgoing.plain import text_of
from mail.outgoing.sentences import Writing
from renderers.desert import prompts, umpire
from renderers.toolkit.scene import WHOLE
from renderers.toolkit.words import columns
from tests.desert.stage import view, wandering, worked
from tests.kit.each import each


def squeezed(text: str) -> str:
    return " ".join(text.split())


def test_whoever_is_asked_has_a_sheet_and_nobody_else() -> None:
    """D1 to D18: the sheet exists at every question, in each language, and is as wide as promised;
    the public never has one.
    """
    met, rng = set[str](), random.Random(0)
    for play in wandering(0):
        if play.table.world.step in met and rng.random() < 0.7:
            continue
        assert "sheet" not in renderers.modes("desert", play.table.view(PUBLIC))
        for seat in asked(play.table):
            seen = play.table.view(seat)
            for language in renderers.LANGUAGES:
                text = renderers.board_text("desert", seen, language, "sheet")
                assert max(map(columns, text.splitlines())) <= WHOLE.width
            met.add(seen.step)
    assert {*umpire.SHEETS} == {*prompts.ASKED}
    assert met >= {"position", "firing", "plan", "apply", "retreat", "assign", "aa_loss", "ca_loss"}


def test_the_sheet_says_the_same_in_mail_chat_text_and_picture() -> None:
    """D13, D14: one source for all outlets; the figures are those of 5.2."""
    driven = worked("cw: lose HUSSARS 2")
    driven.lines("cw: lose HUSSARS 1")
    table, said = driven.play.table, renderers.sentences_in("en")
    seen = queries.seen_by(table, "cw")
    written = text_of(situation.own(Writing(MailNames(bytes(32), "referee@play.example")), seen))
    texts = [
        renderers.asked_text("desert", seen.view),
        renderers.board_text("desert", seen.view, "en", "sheet"),
        written,
    ]
    for row in (
        "2-RIFLES cw_inf HUSSARS cruiser",
        "2-RIFLES 6 3 0 0 HUSSARS 4 4 1 4",
        "chosen 4 / 8",
    ):
        assert row in squeezed(words.sheet_block(said, seen, words.SHEET_TOLD))
    for text in map(squeezed, texts):
        for row in ("HUSSARS cruiser 4 4 1 4", "2-RIFLES cw_inf 6 3 0 0", "chosen 4 / 8"):
            assert row in text
    whole = renderers.scene_of("desert", seen.view, "en", "sheet")
    assert whole.tables[0].filled == (4, 8)
    assert renderers.picture("desert", seen.view, "en", "sheet") != renderers.picture(
        "desert", worked("cw: lose HUSSARS 2").play.table.view("cw"), "en", "sheet"
    )


def test_a_hint_says_what_the_sheet_then_comes_to() -> None:
    """D13, D14: two tanks of 4 are 8 of 8; one gun of 6 is enough for 4; D15: 4 of 4."""
    said, found = renderers.sentences_in("en"), {}
    for until in ("cw: lose HUSSARS 2", "cw: give HUSSARS 1"):
        driven = worked(until)
        menu = driven.play.table.menu("cw")
        for text in ("lose HUSSARS 2", "gun FIELD-RGT 1", "lose 2-RIFLES 1", "give HUSSARS 1"):
            with suppress(Refused):
                found[text] = said.reason("desert", view(driven, "cw"), menu.parse(text))
    assert found == {
        "lose HUSSARS 2": "then 8 of 8 are chosen",
        "gun FIELD-RGT 1": "then 6 of 4 are chosen",
        "lose 2-RIFLES 1": "then 3 of 8 are chosen",
        "give HUSSARS 1": "then 4 of 4 are chosen",
    }


@each("until", ["cw: lose HUSSARS 2", "cw: give HUSSARS 1", "axis: repl 1 PZ-B B2"])
def test_question_and_map_say_which_assault_they_are_about(until: str) -> None:
    """P35: assaults are made one by one; the question is the same for all, at every step."""
    driven, said = worked(until), renderers.sentences_in("en")
    questions = set()
    for seat in ("axis", "cw", PUBLIC):
        seen = view(driven, seat)
        names = renderers.names("desert", seen)
        questions.add(said.public_question("desert", seen, names).question)
        for language in renderers.LANGUAGES:
            assert "C2" in renderers.board_text("desert", seen, language)
    (question,) = questions
    assert "C2" in question
