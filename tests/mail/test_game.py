"""Whole games between people who have nothing but a mail client."""

import re
from pathlib import Path

import pytest

from engine.referee import personal
from engine.testing.kit import Case
from mail.outgoing import page
from mail.outgoing.plain import columns
from tests.ambush.test_boards import board
from tests.kit.each import each
from tests.kit.games import registered
from tests.kit.story import on
from tests.mail.nasty import positioned
from tests.mail.positions import answer
from tests.mail.stage import (
    ANN,
    BOB,
    PEOPLE,
    SQUARES,
    Office,
    about,
    address,
    asks,
    bomb,
    empty,
    ended,
    own_lines,
    played,
    playing,
    prompt,
    reply,
    rows,
    tells_the_end,
    text_of,
)
from tests.mail.test_replies_whole import examples
from tests.mail.test_whole import body_is_sound
from tests.mail.views import LANGUAGES, page_of, reports


@on(ended)
async def test_all_mails_of_a_seat_are_one_thread_with_one_subject_to_the_end(at: Office) -> None:
    for name in PEOPLE:
        mails = at.mails(name)
        assert any(map(tells_the_end, mails[-2:]))
        assert len({mail["Message-ID"] for mail in mails}) == len(mails)
        assert {mail["To"] for mail in mails} == {address(name)}
        # after the invitation
        assert len({mail["References"].split()[0] for mail in mails[1:]}) == 1
        begun = next(n for n, mail in enumerate(mails) if asks(mail) or n > 2)
        subjects = {str(mail["Subject"]) for mail in mails[begun:]}
        assert subjects == {"[g12] battleboard: Ann, Bob"}
        assert {str(mail["Thread-Topic"]) for mail in mails[begun:]} == subjects
    assert await at.one("select count(*) from finished") == 0


@on(played)
async def test_orders_stand_and_are_confirmed_though_nothing_can_be_said_of_them(
    at: Office, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who ordered hears what has become of the orders, the other that there is
    news; both may reply and play on.
    """

    def fails(*_: object) -> str:
        raise MemoryError("what is hidden")

    monkeypatch.setattr("renderers.Sentences.event", fails)
    assert (await at.says("Ann", "bomb Bob 0 0")).what == "accept"
    assert await at.asked() == "Bob"
    receipt, news = await at.latest("Ann"), await at.latest("Bob")
    assert rows(receipt) == ["bomb Bob 0 0"]
    assert receipt["In-Reply-To"]
    for mail in (receipt, news):
        assert "[g12]" in mail["Subject"]
        assert any("Please look at the board" in line for line in own_lines(mail))
        assert "what is hidden" not in mail.as_string()
    assert (await at.take(reply(news, "bomb Ann 1 1", BOB))).what == "accept"
    assert await at.asked() == "Ann"
    monkeypatch.undo()
    await at.take(reply(await at.latest("Ann"), "bomb Bob 1 1", ANN))
    news = await at.latest("Bob")
    assert "bomb Bob 0 0" not in text_of(news)
    told = [line for line in own_lines(news) if "bombed" in line]
    assert len(told) >= 3, "what could not be told is told with the next mail"


HILLS = board({"0404": '2 "woods:1;foliage_elev:2"', "0606": '0 "water:1"'}, 8, 8)


def test_SC_6_a_game_on_a_board_is_begun_and_played_by_mail(tmp_path: Path) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "hills.board").write_text(HILLS)

    async def play(at: Office) -> None:
        await at.take(reply(about(), "new ambush board=plains", ANN))
        assert "hills" in await at.heard("Ann")
        await at.take(reply(about(), "new ambush board=hills window=2h", ANN))
        made = await at.latest("Ann")
        (game,) = re.findall(r"Game (\w+) \(Ambush\) is ready", text_of(made))
        await at.take(reply(made, "join A", ANN))
        await at.take(reply(about(f"[{game}]"), "join B", BOB))
        assert (await at.table(game)).world.cell("0404").text() == "w2"
        deploy = [("Ann", "deploy A1 0401/3"), ("Bob", "deploy B1 0508/0")]
        if await at.asked(game) == "B":
            deploy.reverse()
        for name, orders in (*deploy, ("Ann", "hide AX 0404/3\nok"), ("Bob", "ok")):
            await at.take(reply(await at.latest(name), orders, PEOPLE[name]))
        units = (await at.table(game)).world.units
        assert [units[name].hex for name in ("A1", "B1")] == ["0401", "0508"]
        assert units["AX"].hex == "0404", "on the hill that the board has"

    empty(tmp_path, play)


# ---- people beside the game

OLGA = "olga@mail.example"


@on(played)
async def test_a_question_reaches_the_moderator_and_nobody_else(at: Office) -> None:
    await at.writer.run(lambda batch: batch.accounts.give_role("g12", ("mail", OLGA), "moderator"))
    before = len(at.mails("Bob"))
    await at.says("Ann", "ask May I bomb diagonally?")
    assert rows(await at.latest("Ann")) == ["ask May I bomb diagonally?"]
    told = text_of(await at.last(OLGA))
    assert "“May I bomb diagonally?”" in told
    assert "Ann" in told
    assert len(at.mails("Bob")) == before


@on(played)
async def test_without_moderators_who_operates_the_server_is_asked(at: Office) -> None:
    await at.says("Ann", "ask Hello?")
    assert rows(await at.latest("Ann"), "NOT DONE") == ["ask Hello?"]
    await at.writer.run(lambda batch: batch.accounts.operate([("mail", OLGA)]))
    await at.says("Ann", "ask Hello?")
    assert "“Hello?”" in text_of(await at.last(OLGA))


@on(played)
async def test_who_plays_is_told_why_they_cannot_be_forgotten_yet(at: Office) -> None:
    await at.says("Ann", "forget me yes")
    answer = (await at.heard("Ann")).replace("\n", " ")
    assert "in games that are not over" in answer
    assert "g12" in answer
    assert await at.writer.run(lambda batch: personal.wanted(batch.store)) == []


# ---- several orders in a mail


@pytest.mark.parametrize("text", ["bomb bob 3 5\nBOMB Bob 3 5", "pass\npass"])
@on(positioned, "battleboard")
async def test_an_answer_that_is_said_twice_is_played(at: Office, *, text: str) -> None:
    await at.take(answer(at, text))
    assert await at.asked() == "Bob"


@on(positioned, "dicechess")
async def test_moves_are_a_sequence_if_there_are_dice_for_all(at: Office) -> None:
    """White begins with dice for a pawn and for two moves of knights."""
    board = (await at.table()).world.fen
    await at.take(answer(at, "e4\nNf3\nNc3\nNa3"))
    assert (await at.table()).world.fen == board, "four moves, three dice"
    await at.take(answer(at, "e4\nNf3"))
    board = (await at.table()).world.fen
    assert board.startswith("rnbqkbnr/pppppppp/8/8/4P3/5N2/PPPP1PPP/RNBQKB1R w")
    await at.take(answer(at, "Nc3\nNa3"))
    assert (await at.table()).world.fen == board, "two moves, one die"
    await at.take(answer(at, "Nc3"))
    assert await at.asked() == "black"


@on(positioned, "derelict")
async def test_in_a_game_of_many_orders_a_turn_all_are_played(at: Office) -> None:
    await at.take(answer(at, "turn left\nturn right"))
    assert rows(await at.latest("Ann")) == ["turn left", "turn right"]


# ---- what reports look like


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", registered(), ids=lambda case: case.name)
def test_a_report_of_every_game(case: Case, language: str, tmp_path: Path) -> None:
    """Its lines are narrow and flow, and none begins a signature or a quotation."""
    mail = reports(case, language, tmp_path)
    assert body_is_sound(mail)
    assert "data:image/png;base64," in page_of(mail)
    assert "cid:" not in page_of(mail)
    body = mail.get_body(("plain",))
    assert body is not None
    assert body.get_param("format") == "flowed"
    lines = str(body.get_content()).splitlines()
    assert [line for line in lines if columns(line) > 72] == []
    assert "-- " not in lines
    assert not [line for line in lines if line.startswith((">", "From "))]


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


@on(played)
async def test_nobody_is_proposed_to_bomb_themselves_or_to_give_up(at: Office) -> None:
    for square in SQUARES[:4]:
        for seat, other in (("Ann", "Bob"), ("Bob", "Ann")):
            offered = examples(prompt(at, seat))
            assert offered
            assert all(one.startswith(f"bomb {other}") for one in offered)
            await bomb(at, seat, square)


@on(playing, "desert")
async def test_both_who_are_asked_in_secret_read_the_same_card(at: Office) -> None:
    cards = {text_of(prompt(at, seat)).partition("\n\n")[0] for seat in PEOPLE}
    asked = "Ann and Bob, place your guns in contact forward or back, in secret."
    assert cards == {f"{asked}\nNo time limit."}
