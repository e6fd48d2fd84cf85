"""Whole games between people who have nothing but a mail client."""

import asyncio
import re
from pathlib import Path

import pytest

from engine.referee import personal
from engine.testing.kit import Case
from mail.outgoing import page
from mail.outgoing.plain import columns
from mail.parse.consent import consent
from tests.ambush.test_boards import board
from tests.kit.each import each
from tests.kit.games import registered
from tests.mail.nasty import answer, standing
from tests.mail.stage import (
    ANN,
    BOB,
    PEOPLE,
    SQUARES,
    address,
    asks,
    bomb,
    office,
    own_lines,
    parsed,
    prompt,
    reply,
    rows,
    seated,
    tells_the_end,
    text_of,
)
from tests.mail.test_lobby import FIRST
from tests.mail.test_replies_whole import examples, seated_at
from tests.mail.test_whole import body_is_sound
from tests.mail.views import LANGUAGES, page_of, reports
from tests.tables import sqlite


async def test_a_whole_game_by_mail(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        turns = {seat: iter(SQUARES) for seat in PEOPLE}
        while seat := await at.asked():
            await bomb(at, seat, next(turns[seat]))
        await at.quiet()
        for name in PEOPLE:
            mails = at.mails(name)
            assert any(tells_the_end(mail) for mail in mails[-2:])
            assert len({mail["Message-ID"] for mail in mails}) == len(mails)
            # one thread for each seat, after the invitation
            assert len({mail["References"].split()[0] for mail in mails[1:]}) == 1
            assert {mail["To"] for mail in mails} == {address(name)}
        unsent = await at.writer.run(
            lambda batch: sqlite(batch.store).one("select count(*) from finished")
        )
        assert unsent == (0,)


async def test_orders_stand_and_are_confirmed_though_nothing_can_be_said_of_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who ordered hears what has become of the orders, the other that there is
    news; both may reply and play on.
    """

    def fails(*_: object) -> str:
        raise MemoryError("what is hidden")

    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        monkeypatch.setattr("renderers.Sentences.event", fails)
        prompts = {seat: (await at.latest(seat)) for seat in PEOPLE}
        taken = await at.take(reply(prompts["Ann"], "bomb Bob 0 0", PEOPLE["Ann"]))
        assert (taken.what, await at.asked()) == ("accept", "Bob")
        receipt, news = await at.latest("Ann"), await at.latest("Bob")
        assert rows(receipt) == ["bomb Bob 0 0"]
        assert receipt["In-Reply-To"]
        for mail in (receipt, news):
            assert "[g12]" in mail["Subject"]
            assert any("Please look at the board" in line for line in own_lines(mail))
            assert "what is hidden" not in mail.as_string()
        assert (await at.take(reply(news, "bomb Ann 1 1", PEOPLE["Bob"]))).what == "accept"
        assert await at.asked() == "Ann"
        monkeypatch.undo()
        await at.take(reply(await at.latest("Ann"), "bomb Bob 1 1", PEOPLE["Ann"]))
        news = await at.latest("Bob")
        assert "bomb Bob 0 0" not in text_of(news)
        told = [line for line in own_lines(news) if "bombed" in line]
        assert len(told) >= 3, "what could not be told is told with the next mail"


HILLS = board({"0404": '2 "woods:1;foliage_elev:2"', "0606": '0 "water:1"'}, 8, 8)


def test_SC_6_a_game_on_a_board_is_begun_and_played_by_mail(tmp_path: Path) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "board" / "hills.board").write_text(HILLS)

    async def play() -> None:
        async with office(tmp_path / "m.db") as at:
            await at.take(reply(FIRST, "new ambush board=plains", ANN))
            assert "hills" in await at.heard("Ann")
            await at.take(reply(FIRST, "new ambush board=hills window=2h", ANN))
            made = await at.latest("Ann")
            (game,) = re.findall(r"Game (\w+) \(Ambush\) is ready", text_of(made))
            await at.take(reply(made, "join A", ANN))
            about = FIRST.as_bytes().replace(b"hello", f"[{game}]".encode(), 1)
            await at.take(reply(parsed(about), "join B", BOB))
            world = (await at.table(game)).world
            assert world.cell("0404").text() == "w2"
            deploy = {"A": ("Ann", "deploy A1 0401/3"), "B": ("Bob", "deploy B1 0508/0")}
            first = await at.asked(game)
            for name, orders in (
                deploy[first],
                deploy["B" if first == "A" else "A"],
                ("Ann", "hide AX 0404/3\nok"),
                ("Bob", "ok"),
            ):
                await at.take(reply(await at.latest(name), orders, PEOPLE[name]))
            world = (await at.table(game)).world
            assert (world.units["A1"].hex, world.units["B1"].hex) == ("0401", "0508")
            assert world.units["AX"].hex == "0404", "on the hill that the board has"

    asyncio.run(play())


OLGA = "olga@mail.example"


async def test_a_question_reaches_the_moderator_and_nobody_else(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        await at.writer.run(
            lambda batch: batch.accounts.give_role("g12", ("mail", OLGA), "moderator")
        )
        before = len(at.mails("Bob"))
        await at.says("Ann", "ask May I bomb diagonally?")
        assert rows(await at.latest("Ann")) == ["ask May I bomb diagonally?"]
        told = text_of(await at.last(OLGA))
        assert "“May I bomb diagonally?”" in told
        assert "Ann" in told
        assert len(at.mails("Bob")) == before


async def test_without_moderators_who_operates_the_server_is_asked(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        await at.says("Ann", "ask Hello?")
        assert rows(await at.latest("Ann"), "NOT DONE") == ["ask Hello?"]
        await at.writer.run(lambda batch: batch.accounts.operate([("mail", OLGA)]))
        await at.says("Ann", "ask Hello?", id="<2@mail.example>")
        assert "“Hello?”" in text_of(await at.last(OLGA))


YES = (
    "YES|Yes|Yes.|yes!|y|Yep|Yes please|Yes, it was me|Yes, that was me, thanks!|Yes, play it.|"
    "Hi, YES|ok|OK, go ahead|Confirm|👍|👍🏽|✅|Ja|Ja, bitte|Ja, das war ich|Oui|Oui, c'était moi|"
    "Sí|Sí, fui yo|Sì, grazie|Ja hoor|Tak|Да|Да, это я|是|是的|好|yes, I did. Cheers, Ann"
)
NO = (
    "No|no!|nope|No, that was not me!|It wasn't me|no thanks|Nein|Nein, das war ich nicht|Non|"
    "Non, ce n'était pas moi|Nee|Nie|Нет|不是|👎"
)
NEITHER = (
    "Yes?|Yes, but bomb Cy instead|Yes, wait|Yes and no|Great game!|Thanks!|I'll see|help|maybe|"
    "Yes, if Bob agrees|bomb Bob 1 1|Ann|"
)


@each("want, all_of_them", [("yes", YES), ("no", NO), ("", NEITHER)])
def test_people_say_yes_and_no_in_many_ways(want: str, all_of_them: str) -> None:
    for line in all_of_them.split("|"):
        assert consent([line] if line else [], ["ann"]) == want, line


@each("below", [["Ann"], ["Thanks", "Ann"], ["Sent from my iPhone"], ["LG Ann"]])
def test_a_signature_below_a_yes_does_not_matter(below: list[str]) -> None:
    assert consent(["Yes please", *below], ["ann"]) == "yes"


def test_what_takes_a_yes_back_is_heard() -> None:
    for line in ("Actually, I don't know", "wait until tomorrow", "on second thought: no", "?"):
        assert consent(["YES", line], ["ann"]) != "yes"


async def test_what_is_kept_is_mailed_to_the_registered_address(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        await at.says("Ann", "my data")
        answer = await at.heard("Ann")
        assert "This is everything that is kept about you." in answer
        assert f'"name": "{address("Ann")}"' in answer
        assert '"seat": "Ann"' in answer
        assert address("Bob") not in answer


async def test_who_plays_is_told_why_they_cannot_be_forgotten_yet(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        await at.says("Ann", "forget me yes")
        answer = (await at.heard("Ann")).replace("\n", " ")
        assert "in games that are not over" in answer
        assert "g12" in answer
        assert await at.writer.run(lambda batch: personal.wanted(batch.store)) == []


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


BOMBS = ("bomb bob 3 5", "bomb bob 1 1")


async def test_of_two_answers_neither_is_played_and_a_yes_plays_the_last(tmp_path: Path) -> None:
    async with standing(tmp_path / "m.db", "battleboard") as at:
        before = (await at.table()).save()
        await at.take(answer(at, "\n".join(BOMBS)))
        assert (await at.table()).save() == before
        question = await at.latest("Ann")
        assert "do you mean this?" in question["Subject"]
        assert "more orders than you can give in one turn" in text_of(question)
        await at.take(reply(question, "YES", PEOPLE["Ann"], id="<yes@mail.example>"))
        assert await at.asked() == "Bob"
        last = (await at.table()).world.last
        assert (last.target, last.square) == ("Bob", (1, 1))


@pytest.mark.parametrize("text", ["bomb bob 3 5\nBOMB Bob 3 5", "pass\npass"])
async def test_an_answer_that_is_said_twice_is_played(text: str, tmp_path: Path) -> None:
    async with standing(tmp_path / "m.db", "battleboard") as at:
        await at.take(answer(at, text))
        assert await at.asked() == "Bob"


async def test_moves_are_a_sequence_if_there_are_dice_for_all(tmp_path: Path) -> None:
    """White begins with dice for a pawn and for two moves of knights."""
    async with standing(tmp_path / "m.db", "dicechess") as at:
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


async def test_in_a_game_of_many_orders_a_turn_all_are_played(tmp_path: Path) -> None:
    async with standing(tmp_path / "m.db", "derelict") as at:
        await at.take(answer(at, "turn left\nturn right"))
        assert rows(await at.latest("Ann")) == ["turn left", "turn right"]


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


async def test_one_subject_from_the_first_move_to_the_last(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        turns = {seat: iter(SQUARES) for seat in PEOPLE}
        while seat := await at.asked():
            await bomb(at, seat, next(turns[seat]))
        await at.quiet()
        for name in PEOPLE:
            mails = at.mails(name)
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
                assert offered
                assert all(one.startswith(f"bomb {other}") for one in offered)
                await bomb(at, seat, square)


def test_both_who_are_asked_in_secret_read_the_same_card(tmp_path: Path) -> None:
    async def play(at: object) -> None:
        mails = [prompt(at, seat) for seat in PEOPLE]  # type: ignore[arg-type]  # an office
        cards = {text_of(mail).partition("\n\n")[0] for mail in mails}
        assert cards == {"Ann and Bob, place your guns in contact forward or back, in secret."}

    seated_at(tmp_path, "desert", play)


async def test_who_wants_it_gets_no_receipt_for_what_was_simply_done(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        ann = PEOPLE["Ann"]
        await at.take(reply(prompt(at), "daily", ann))
        before = len(at.mails("Ann"))
        await at.take(reply(prompt(at), "bomb Bob 0 0", ann))
        assert len(at.mails("Ann")) == before
        await bomb(at, "Bob", "0 0")
        told = await at.latest("Ann")
        assert any("You bombed Bob at 0 0" in line for line in own_lines(told))
        # what goes wrong is said all the same
        await at.take(reply(told, "bomb Bob 9 9", ann))
        assert rows(await at.latest("Ann"), "NOT DONE") == ["bomb Bob 9 9"]


async def test_a_mistyped_word_is_answered_with_the_one_that_was_meant(tmp_path: Path) -> None:
    async with office(tmp_path / "m.db") as at:
        await seated(at, order="join")
        await at.says("Ann", "bmob Bob 0 0")
        receipt = await at.latest("Ann")
        assert rows(receipt, "NOT DONE") == ["bmob Bob 0 0"]
        assert "Did you mean bomb?" in text_of(receipt)
        assert "withdraw" not in text_of(receipt)
