"""What people can say by mail, said as they would: at the top of a reply."""

import re
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from engine.referee import open_game
from tests.kit.data import beside
from tests.kit.story import on
from tests.mail.stage import (
    ANN,
    BOB,
    MX,
    PEOPLE,
    SQUARES,
    Office,
    address,
    asks,
    bomb,
    office,
    own_lines,
    parsed,
    played,
    prompt,
    reply,
    said,
    text_of,
)
from tests.tables import sqlite

DATA = beside(__file__)

Play = Callable[[Office], Awaitable[None]]


# ---- one mail, one receipt


@on(played)
async def test_one_mail_of_many_lines_gets_one_receipt_with_a_number(at: Office) -> None:
    text = await said(
        at, "Hi!\nsay Bob hello\nbomb Bob 0 0\nWhat a great game so far!\nping\nCheers\nAnn"
    )
    assert "Receipt 2 of yours" in text  # the first was for joining
    lines = text.splitlines()
    wanted = [
        "DONE      say Bob hello Sent.",
        "DONE      bomb Bob 0 0",
        "The referee heard you at",
    ]
    places = [next(i for i, line in enumerate(lines) if line.startswith(part)) for part in wanted]
    assert places == sorted(places)
    assert "SET ASIDE Hi! / What a great game so far! / Cheers / Ann 4 lines" in text
    assert "Receipt 3 of yours" in await said(at, "ping")


@on(played)
async def test_numbers_of_receipts_stand_in_their_names(at: Office) -> None:
    await said(at, "bomb Bob 0 0")
    assert re.search(r"\.c2\.[a-z2-7]{12}@", (await at.latest("Ann"))["Message-ID"])


@on(played)
async def test_what_came_of_an_order_stands_in_its_receipt(at: Office) -> None:
    text = await said(at, "bomb Bob 0 0")
    told = text.partition("Since the last mail")[2]
    assert "bombed" in told
    assert "Waiting for" not in told  # the board is for those who are asked


@on(played)
async def test_one_mail_for_each_change_of_turn(at: Office) -> None:
    """Ann's receipt and Bob's report, and nothing else; a third of
    three players is not written to.
    """
    for seat, square in (("Ann", "0 0"), ("Bob", "1 1"), ("Ann", "2 2")):
        before = len(at.provider.mails)
        await bomb(at, seat, square)
        sent = [receiver for _, receiver, _ in at.provider.mails[before:]]
        assert sorted(sent) == sorted(map(address, PEOPLE))


async def test_what_happened_between_two_turns_is_told_in_one_mail(tmp_path: Path) -> None:
    people = {**PEOPLE, "Cat": "Cat <cat@post.example>"}
    async with office(tmp_path / "m.db") as at:
        await at.make(players=3, order="join")
        for sender in people.values():
            own = sender.partition("<")[2].rstrip(">")
            await at.door.invite("g12", own)
            await at.take(reply(await at.last(own), "join", sender))
        cats = "cat@post.example"
        before = len(at.provider.to(cats))
        for seat, square in (("Ann", "0 0"), ("Bob", "1 1")):
            latest = [m for m in at.mails(seat) if asks(m)][-1]
            await at.take(reply(latest, f"bomb Cat {square}", people[seat]))
        (report,) = at.provider.to(cats)[before:]
        assert asks(report)
        assert text_of(report).count("bombed your board") == 2


# ---- looking


@on(played)
async def test_words_that_only_look(at: Office) -> None:
    wrong = {}
    for text, wanted in DATA["words_that_only_look"]:
        at.clock.advance(3_600)
        answer = await said(at, text)
        if not re.search(wanted, answer, re.M | re.S):
            wrong[text] = answer
    assert wrong == {}
    assert await at.asked() == "Ann"
    assert (await at.table()).state.orders.get("Ann", 0) == 0


@on(played)
async def test_talk_to_one_and_to_all(at: Office) -> None:
    await said(at, "say to Bob: hello\nSAY ALL good day")
    talk = [text_of(m) for m in at.mails("Bob") if "message from" in m["Subject"]]
    assert "Ann to you only:\n“hello”" in talk[0]
    assert "Ann to everybody:\n“good day”" in talk[1]


@on(played)
async def test_a_history_found_out_beside_the_writer_is_the_same(
    at: Office, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    for square in SQUARES[:2]:
        await bomb(at, "Ann", square)
        await bomb(at, "Bob", square)
    for text in ("history", "history 3", "history 0", "history 999"):
        found = []
        for near in (open_game.NEAR, 0):
            monkeypatch.setattr(open_game, "NEAR", near)
            found.append((await said(at, text)).partition("History")[2].partition("\n\nReceipt")[0])
        assert found[0] == found[1] != ""


@pytest.mark.parametrize("near", [open_game.NEAR, 0])
def test_how_the_game_stood_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, near: int
) -> None:
    """REPORT 2 shows the board as it was when question 2 was put, and nothing that came to light
    later; whether that is found out by the writer, or beside it.
    """
    monkeypatch.setattr(open_game, "NEAR", near)

    async def play(at: Office) -> None:
        first = text_of(prompt(at))
        for square in SQUARES[:3]:
            await bomb(at, "Ann", square)
            await bomb(at, "Bob", square)
        then = (await said(at, "report 2")).partition("Legend:")[2]
        grid = first.partition("Legend:")[2].split("\n\n")[1]
        assert grid in then
        assert "To answer, reply" not in then

    played(tmp_path, play)


@on(played, timeout="2d")
async def test_times_are_told_where_the_reader_lives(at: Office) -> None:
    """UTC is eight hours behind Taipei, the whole year."""
    text = await said(at, "zone Asia/Taipei\nstatus")
    due = re.search(r"Due \w+ \d+ Nov, (\d\d):(\d\d) \(Taipei\)", text)
    other = re.search(r"Due \w+ \d+ Nov, (\d\d):(\d\d) \(UTC\)", text_of(at.mails("Ann")[-2]))
    assert due
    assert other
    assert (int(other[1]) + 8) % 24 == int(due[1])
    assert due[2] == other[2]
    assert "Taipei" not in text_of(at.mails("Bob")[-1])


@on(played, timeout="2d")
async def test_the_zone_of_ones_hours_counts(at: Office) -> None:
    """HOURS is the desk's, and says where somebody lives."""
    text = await said(at, "hours Asia/Taipei 22:00-07:00\nstatus")
    assert re.search(r"Due \w+ \d+ \w+, \d\d:\d\d \(Taipei\)", text)


@on(played)
async def test_everybody_reads_his_own_language(at: Office) -> None:
    async def bomb_in_chinese(at: Office) -> None:
        assert "DONE      bomb Bob 0 0" in await said(at, "bomb Bob 0 0")

    assert "你的信用 zh-TW 寫" in (await said(at, "language zh-TW")).replace("從現在起，", "")
    await bomb_in_chinese(at)
    assert text_of(at.mails("Bob")[-1]).startswith("Bob, bomb a square, or pass.")
    await bomb(at, "Bob", "0 0")
    assert "輪到你了。" in text_of(at.mails("Ann")[-1])


async def test_quiet_for_who_wants_it(tmp_path: Path) -> None:
    """A watcher is told once a day at the most, and at the end;
    not even that, who has said MUTE.
    """
    async with office(tmp_path / "m.db") as at:
        await at.make(watching="eve@mail.example", order="join")
        await at.quiet()
        first = len(at.provider.to("eve@mail.example"))
        assert first == 1
        for seat, sender in PEOPLE.items():
            await at.door.invite("g12", address(seat))
            await at.take(reply(await at.latest(seat), "join", sender))
        await bomb(at, "Ann", "0 0")
        assert len(at.provider.to("eve@mail.example")) == first
        at.clock.advance(86_400)
        await bomb(at, "Bob", "0 0")
        told = at.provider.to("eve@mail.example")
        assert len(told) == first + 1
        lines = [line for line in own_lines(told[-1]) if " bombed" in line and line[0] == " "]
        assert [line.split()[0] for line in lines] == ["Ann", "Bob"]
        await at.take(reply(told[-1], "mute", "Eve <eve@mail.example>"))
        at.clock.advance(86_400)
        await bomb(at, "Ann", "1 1")
        assert [m["Subject"] for m in at.provider.to("eve@mail.example")[first + 1 :]] == [
            "[g12] battleboard: Ann, Bob"
        ]


# ---- what waits for a YES


@on(played)
async def test_withdrawing_is_confirmed(at: Office) -> None:
    before = len(at.mails("Ann"))
    await at.says("Ann", "withdraw")
    (question,) = at.mails("Ann")[before:]
    assert "This ends your part in that game." in text_of(question)
    assert (await at.table()).state.result is None
    assert (await at.take(reply(question, "YES", BOB))).what == "drop"
    assert (await at.take(reply(question, "yes", ANN))).what == "accept"
    assert "withdrew" in await at.heard("Bob") or (await at.table()).state.result is not None
    assert (await at.take(reply(question, "yes", ANN))).what == "again"


@on(played)
async def test_what_waits_stands_in_the_receipt_beside_what_was_done(at: Office) -> None:
    before = len(at.mails("Ann"))
    await at.says("Ann", "bomb Bob 0 0\nwithdraw")
    question, receipt = at.mails("Ann")[before:]
    assert "did you write this?" in question["Subject"]
    assert "DONE      bomb Bob 0 0\nSET ASIDE withdraw Waits for your YES" in text_of(receipt)


@on(played)
async def test_cancel_forgets_what_waits(at: Office) -> None:
    before = len(at.mails("Ann"))
    await at.says("Ann", "withdraw")
    question = at.mails("Ann")[before]
    assert "Orders that waited for your YES have been dropped: 1." in await said(at, "cancel")
    assert (await at.take(reply(question, "yes", ANN))).what == "again"
    assert (await at.table()).state.result is None


@on(played)
async def test_another_address_needs_a_yes_from_both(at: Office) -> None:
    new = "ann@new.example"
    old_prompt, before = prompt(at), len(at.mails("Ann"))
    await at.take(reply(old_prompt, f"address {new}", ANN))
    at_old = at.mails("Ann")[before]
    assert at.provider.to(new) == []
    assert (await at.take(reply(at_old, "YES", f"Ann <{new}>"))).what == "drop"
    assert (await at.take(reply(at_old, "YES", ANN))).what == "accept"
    (at_new,) = at.provider.to(new)
    assert (await at.take(reply(at_new, "YES", ANN))).what == "drop"
    assert (await at.take(reply(at_new, "YES", f"Ann <{new}>"))).what == "accept"
    for own in (new, address("Ann")):
        assert "your new address" in (await at.last(own))["Subject"]
    # tags of the old mails are void, and the old address has no game any more
    assert (await at.take(reply(old_prompt, "bomb Bob 0 0", ANN))).what == "help"
    await at.take(reply(await at.last(new), "bomb Bob 0 0", f"Ann <{new}>"))
    assert await at.asked() == "Bob"
    await bomb(at, "Bob", "0 0")
    assert asks(await at.last(new))


@on(played)
async def test_a_yes_is_for_the_question_that_was_open_then(at: Office) -> None:
    """Orders that somebody has sent while another seat was asked are
    not played for a later question.
    """
    await bomb(at, "Ann", "0 0")
    before = len(at.mails("Ann"))
    assert (await at.take(reply(prompt(at), "pass", "Ann <ann@new.example>"))).what == "confirm"
    (question,) = at.mails("Ann")[before:]
    await bomb(at, "Bob", "0 0")
    assert (await at.take(reply(question, "YES", ANN))).what == "stale"
    assert await at.asked() == "Ann"


@on(played)
async def test_what_only_looks_needs_no_yes(at: Office) -> None:
    """Whoever asks, the answer goes to the registered address."""
    before = len(at.provider.mails)
    await at.take(reply(prompt(at), "status", "Eve <eve@evil.example>"))
    assert [receiver for _, receiver, _ in at.provider.mails[before:]] == [address("Ann")]


# ---- old questions, late mails, the end


@on(played, timeout="5m")
async def test_a_mail_that_comes_after_the_time_is_up_answers_an_old_question(at: Office) -> None:
    """Ticks come first: the clock may not have rung yet."""
    due, old = (await at.table()).state.due, prompt(at)
    assert due is not None
    while at.clock.now() < due - 30:
        at.clock.advance(30)
        await at.quiet()
    # Time goes by, and nothing has rung.
    at.clock.passed += due + 1 - at.clock.time
    at.clock.time = at.door.read_before = due + 1
    await at.door.take(reply(old, "bomb Bob 0 0", ANN), at.clock.now())
    assert await at.asked() == "Bob"
    assert (await at.table()).state.orders.get("Ann", 0) == 0
    assert "It is not your turn." in await at.heard("Ann")


@on(played)
async def test_an_old_mail_can_still_be_answered_with_words(at: Office) -> None:
    old = prompt(at)
    await bomb(at, "Ann", "0 0")
    await bomb(at, "Bob", "0 0")
    text = await said(at, "history\nsay Bob hello\npass", to=old)
    assert "answers question 2 of game g12, which is closed" in text
    assert "1) " in text
    assert "DONE      say Bob hello Sent." in text
    assert "NOT DONE  pass" in text
    assert await at.asked() == "Ann"


@on(played)
async def test_after_the_end_there_is_an_answer(at: Office) -> None:
    turns = {seat: iter(SQUARES) for seat in PEOPLE}
    while seat := await at.asked():
        await bomb(at, seat, next(turns[seat]))
    await at.quiet()
    for text in ("bomb Bob 0 0", "status", "history"):
        answer = await said(at, text)
        assert "The game is over." in answer
        assert "history lists everything that happened" in answer
    assert re.search(r"\d+\) .* Dice seed revealed: [0-9a-f]{64}", answer)
    # a mail that names no game is for the running one, if there is but one
    await at.make("g13", order="join")
    await at.door.invite("g13", address("Ann"))
    await at.take(reply(await at.latest("Ann"), "join", ANN))
    plain = parsed(
        b"Subject: x\r\nReply-To: referee@play.example\r\nMessage-ID: <1@x>\r\n\r\nhello"
    )
    assert "g13" in await said(at, "status", to=plain)


@on(played)
async def test_a_program_that_answers_is_answered_three_times_an_hour(at: Office) -> None:
    before = len(at.mails("Ann"))
    for _ in range(5):
        await at.says("Ann", "I am not in the office today")
    assert len(at.mails("Ann")) == before + 3
    # and it stands in the audit log
    noted = await at.writer.run(
        lambda b: sqlite(b.store).one(
            "select count(*) from audit where action = 'too many answers'"
        )
    )
    assert noted == (2,)
    # what is asked for in so many words is answered again
    assert "Legend:" in await said(at, "status")
    assert "Legend:" in await said(at, "status")


@on(played)
async def test_a_mail_of_hundreds_of_words_does_twenty_of_them(at: Office) -> None:
    before = len(at.mails("Bob"))
    text = await said(at, "\n".join(f"say Bob {n // 2}" for n in range(200)))
    assert len(at.mails("Bob")) == before + 20
    assert text.count(" Sent.") == 20
    assert "NOT DONE  say Bob 10" in text


@on(played)
async def test_somebody_with_several_games_is_told_which(at: Office) -> None:
    await at.make("g13", order="join")
    await at.door.invite("g13", address("Ann"))
    await at.take(reply(await at.latest("Ann"), "join", ANN))
    plain = parsed(
        b"Subject: x\r\nReply-To: referee@play.example\r\nMessage-ID: <1@x>\r\n\r\nhello"
    )
    text = await said(at, "status", to=plain)
    assert "[g12] BattleBoard: your turn, as Ann" in text
    assert "[g13] BattleBoard: you play, as Ann" in text
    assert MX not in text


@on(played)
async def test_the_list_of_games_has_times_of_the_readers_zone(at: Office) -> None:
    """Who has said where they live need not count from UTC."""
    await at.make("g13", timeout="24h", order="join")
    for name, sender in (("Ann", ANN), ("Bob", BOB)):
        await at.door.invite("g13", address(name))
        await at.take(reply(await at.latest(name), "join", sender))
    line = r"g13 \(BattleBoard\), Ann: your turn, due (\S+ \d\d:\d\d) (\S+)"
    (utc, zone) = re.findall(line, await said(at, "games"))[0]
    assert zone == "UTC"
    (there, zone) = re.findall(line, await said(at, "zone Asia/Taipei\ngames"))[0]
    assert zone == "Asia/Taipei"
    ahead = datetime.fromisoformat(there) - datetime.fromisoformat(utc)
    assert timedelta(hours=8) <= ahead < timedelta(hours=8, minutes=5)
