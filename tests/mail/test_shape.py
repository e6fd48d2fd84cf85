"""What every mail is: what is asked on top, narrow lines that flow, colours that can be read, one
subject, sensible orders.
"""

import re
from pathlib import Path

import pytest

from engine.testing.kit import Case
from mail.outgoing import page
from mail.outgoing.plain import columns
from tests.kit.each import each
from tests.kit.games import registered
from tests.mail.stage import (
    PEOPLE,
    SQUARES,
    address,
    asks,
    bomb,
    office,
    own_lines,
    prompt,
    reply,
    rows,
    seated,
    tells_the_end,
    text_of,
)
from tests.mail.test_replies_whole import examples, seated_at
from tests.mail.views import LANGUAGES, reports

GROUNDS = [
    *((page.INK, ground) for ground in (page.CARD, page.GROUND, page.CHIP, "#fdeeec")),
    *((page.DIM, ground) for ground in (page.GROUND, page.CHIP)),
    *((page.RED, ground) for ground in (page.GROUND, "#fdeeec")),
    (page.GREEN, page.GROUND),
    (page.INK, "#f3c21d"),
    *(("#f2f6f8", ground) for ground in ("#0d1720", "#1b2c39", "#3a1a18", "#22384a")),
    *(("#b3c5d1", ground) for ground in ("#0d1720", "#1b2c39")),
    *(("#ff9d92", ground) for ground in ("#0d1720", "#3a1a18")),
    ("#7fd8a4", "#0d1720"),
]


def light(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@each("ink, ground", GROUNDS)
def test_letters_stand_out_from_their_ground(ink: str, ground: str) -> None:
    """WCAG 2.2, 1.4.3: at least 4.5 to 1."""
    dark, bright = sorted([light(ink), light(ground)])
    assert (bright + 0.05) / (dark + 0.05) >= 4.5


def test_every_colour_of_the_dark_page_is_measured() -> None:
    measured = {colour for pair in GROUNDS for colour in pair}
    assert set(re.findall("#[0-9a-f]{6}", page.DARK)) - {"#2f4a5b"} <= measured  # a mere line


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", registered(), ids=lambda case: case.name)
def test_lines_are_narrow_and_none_begins_a_signature(
    case: Case, language: str, tmp_path: Path
) -> None:
    mail = reports(case, language, tmp_path)
    body = mail.get_body(("plain",))
    assert body is not None
    assert body.get_param("format") == "flowed"
    lines = str(body.get_content()).splitlines()
    assert [line for line in lines if columns(line) > 72] == []
    assert "-- " not in lines
    assert not [line for line in lines if line.startswith((">", "From "))]


async def test_one_subject_from_the_first_move_to_the_last(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        turns = {seat: iter(SQUARES) for seat in PEOPLE}
        while seat := await at.asked():
            await bomb(at, seat, next(turns[seat]))
        await at.quiet()
        for name in PEOPLE:
            mails = at.provider.to(address(name))
            begun = next(n for n, mail in enumerate(mails) if asks(mail) or n > 2)
            assert any(map(tells_the_end, mails))
            subjects = {str(mail["Subject"]) for mail in mails[begun:]}
            assert subjects == {"[g12] battleboard: Ann, Bob"}
            assert {str(mail["Thread-Topic"]) for mail in mails[begun:]} == subjects


async def test_nobody_is_proposed_to_bomb_themselves_or_to_give_up(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        for square in SQUARES[:4]:
            for seat, other in (("Ann", "Bob"), ("Bob", "Ann")):
                offered = examples(prompt(at, seat))
                assert "pass" in offered
                assert all(one.startswith(("pass", f"bomb {other}")) for one in offered)
                await bomb(at, seat, square)


def test_both_who_are_asked_in_secret_read_the_same_card(tmp_path: Path) -> None:
    async def play(at: object) -> None:
        mails = [prompt(at, seat) for seat in PEOPLE]  # type: ignore[arg-type]  # an office
        cards = {text_of(mail).partition("\n\n")[0] for mail in mails}
        assert cards == {
            "Ann and Bob: place your guns in contact forward or back, in secret.\n"
            "Otherwise they stand as before, new ones back."
        }

    seated_at(tmp_path, "desert", play)


async def test_who_wants_it_gets_no_receipt_for_what_was_simply_done(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        ann = PEOPLE["Ann"]
        await at.take(reply(prompt(at), "daily", ann))
        before = len(at.provider.to(address("Ann")))
        await at.take(reply(prompt(at), "bomb Bob 0 0", ann))
        assert len(at.provider.to(address("Ann"))) == before
        await bomb(at, "Bob", "0 0")
        told = await at.last(address("Ann"))
        assert any("You bombed Bob at 0 0" in line for line in own_lines(told))
        # what goes wrong is said all the same
        await at.take(reply(told, "bomb Bob 9 9", ann))
        assert rows(await at.last(address("Ann")), "NOT DONE") == ["bomb Bob 9 9"]


async def test_a_mistyped_word_is_answered_with_the_one_that_was_meant(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        await at.take(reply(prompt(at), "bmob Bob 0 0", PEOPLE["Ann"]))
        receipt = await at.last(address("Ann"))
        assert rows(receipt, "NOT DONE") == ["bmob Bob 0 0"]
        assert "Did you mean bomb?" in text_of(receipt)
        assert "withdraw" not in text_of(receipt)
