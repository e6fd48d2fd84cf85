"""What people can say by mail, said as they would: at the top of a reply. More of it is told in
tales/verbs.toml.
"""

import re

import pytest

from engine.referee import open_game
from tests.kit.data import beside
from tests.kit.story import on
from tests.mail.stage import (
    ANN,
    PEOPLE,
    SQUARES,
    Office,
    about,
    asks,
    bomb,
    empty,
    ended,
    own_lines,
    played,
    prompt,
    reply,
    said,
    seat_all,
    text_of,
)

DATA = beside(__file__)


# ---- one mail, one receipt


@on(empty)
async def test_what_happened_between_two_turns_is_told_in_one_mail(at: Office) -> None:
    await at.make(players=3, order="join")
    cats = "cat@post.example"
    await seat_all(at, senders=[*PEOPLE.values(), f"Cat <{cats}>"])
    before = len(at.provider.to(cats))
    await at.says("Ann", "bomb Cat 0 0")
    await at.says("Bob", "bomb Cat 1 1")
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
async def test_the_past_is_the_same_found_out_by_the_writer_or_beside_it(
    at: Office, *, monkeypatch: pytest.MonkeyPatch
) -> None:
    """REPORT 2 shows the board as it was when question 2 was put, and nothing that came to light
    later.
    """
    first = text_of(prompt(at)).partition("Legend:")[2].split("\n\n")[1]
    for square in SQUARES[:3]:
        await bomb(at, "Ann", square)
        await bomb(at, "Bob", square)
    for text in ("history", "history 3", "history 0", "history 999", "report 2"):
        found = []
        for near in (open_game.NEAR, 0):
            monkeypatch.setattr(open_game, "NEAR", near)
            head = "Legend:" if text == "report 2" else "History"
            found.append((await said(at, text)).partition(head)[2].partition("\n\nReceipt")[0])
        assert found[0] == found[1] != ""
    assert first in found[0]
    assert "To answer, reply" not in found[0]


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


@on(empty)
async def test_quiet_for_who_wants_it(at: Office) -> None:
    """A watcher is told once a day at the most, and at the end;
    not even that, who has said MUTE.
    """
    eves = "eve@mail.example"
    await at.make(watching=eves, order="join")
    await at.quiet()
    first = len(at.provider.to(eves))
    assert first == 1
    await seat_all(at)
    await bomb(at, "Ann", "0 0")
    assert len(at.provider.to(eves)) == first
    at.clock.advance(86_400)
    await bomb(at, "Bob", "0 0")
    told = at.provider.to(eves)
    assert len(told) == first + 1
    lines = [line for line in own_lines(told[-1]) if " bombed" in line and line[0] == " "]
    assert [line.split()[0] for line in lines] == ["Ann", "Bob"]
    await at.take(reply(told[-1], "mute", f"Eve <{eves}>"))
    at.clock.advance(86_400)
    await bomb(at, "Ann", "1 1")
    subjects = [mail["Subject"] for mail in at.provider.to(eves)[first + 1 :]]
    assert subjects == ["[g12] battleboard: Ann, Bob"]


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


@on(ended)
async def test_after_the_end_there_is_an_answer(at: Office) -> None:
    for text in ("bomb Bob 0 0", "status", "history"):
        answer = await said(at, text)
        assert "The game is over." in answer
        assert "history lists everything that happened" in answer
    assert re.search(r"\d+\) .* Dice seed revealed: [0-9a-f]{64}", answer)
    # a mail that names no game is for the running one, if there is but one
    await at.make("g13", order="join")
    await seat_all(at, "g13", [ANN])
    assert "g13" in await said(at, "status", to=about())


# ---- too much


@on(played)
async def test_a_program_that_answers_is_answered_three_times_an_hour(at: Office) -> None:
    before = len(at.mails("Ann"))
    for _ in range(5):
        await at.says("Ann", "I am not in the office today")
    assert len(at.mails("Ann")) == before + 3
    # and it stands in the audit log
    sql = "select count(*) from audit where action = 'too many answers'"
    assert await at.one(sql) == 2
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
