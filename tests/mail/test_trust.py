"""Whoever may have written it: nothing is done without the registered address hearing of it,
and nothing that somebody wrote is lost without a word.
"""

import re
from email.message import EmailMessage
from itertools import product

import pytest

from engine.referee.batch import Batch
from engine.store import aging, counts
from engine.store.rows import Age
from mail.incoming import confirmations, rate_limit
from tests.kit.story import on
from tests.mail.stage import (
    ANN,
    BOB,
    IDS,
    PEOPLE,
    START,
    Office,
    address,
    bomb,
    orders_of,
    played,
    prompt,
    reply,
    rows,
    text_of,
)

EVE = "Eve <eve@evil.example>"
HOUR = 3_600
ROUNDABOUT = ["Precedence: list", "Precedence: bulk", "List-Id: <x.example>"]
"""What mails bear that came through a list, or say so."""


def forged(text: str, sender: str = ANN, to: str = "referee@play.example", *headers: str) -> bytes:
    return "\r\n".join(
        [
            *headers,
            *(f"From: {sender}", f"To: {to}", "Subject: [g12] hi"),
            *(f"Message-ID: <{next(IDS)}@evil>", "", text, ""),
        ]
    ).encode()


def to(at: Office, seat: str) -> list[EmailMessage]:
    return at.mails(seat)


def questions(at: Office, since: int = 0) -> list[EmailMessage]:
    return [mail for mail in to(at, "Ann")[since:] if "did you write this?" in mail["Subject"]]


async def takes(at: Office, raw: bytes) -> list[EmailMessage]:
    before = len(to(at, "Ann"))
    await at.take(raw)
    return to(at, "Ann")[before:]


# ---- a receipt for every order


@pytest.mark.parametrize("header", ROUNDABOUT)
@pytest.mark.parametrize("verdict", ["pass", None])
@on(played)
async def test_an_order_is_confirmed_to_the_registered_address_whatever_the_headers(
    at: Office, *, header: str, verdict: str | None
) -> None:
    if verdict is None:
        at.door.authserv_id = ""  # nobody was ever vouched for, and nobody is now
        await forget_that_anybody_passed(at)
    raw = f"{header}\r\n".encode() + reply(prompt(at), "pass", ANN, verdict)
    (receipt,) = await takes(at, raw)
    assert "DONE      pass" in text_of(receipt)
    assert await at.asked() == "Bob"


@on(played)
async def test_what_a_program_has_written_is_no_order(at: Office) -> None:
    """Neither played nor answered (RFC 3834)."""
    for header in ("Auto-Submitted: auto-replied", "Precedence: junk", "X-Autoreply: yes"):
        assert await takes(at, f"{header}\r\n".encode() + reply(prompt(at), "pass", ANN)) == []
    assert await orders_of(at, "Ann") == 0


@on(played)
async def test_a_mail_through_a_list_that_asks_for_nothing_is_not_answered(at: Office) -> None:
    for header in ROUNDABOUT:
        at.clock.advance(HOUR)
        above = f"{header}\r\n".encode()
        for text in ("I am away until Monday, and will answer then.", "Thanks!"):
            assert await takes(at, above + reply(prompt(at), text, ANN)) == []
        (answer,) = await takes(at, above + reply(prompt(at), "bomb Bob 9 9", ANN))
        assert "NOT DONE  bomb Bob 9 9" in text_of(answer)


@pytest.mark.parametrize("header", ROUNDABOUT)
@on(played)
async def test_a_mail_through_a_list_that_nobody_vouches_for_waits(
    at: Office, *, header: str
) -> None:
    (question,) = await takes(at, f"{header}\r\n".encode() + reply(prompt(at), "pass", ANN, "fail"))
    assert (
        await at.take(f"{header}\r\n".encode() + reply(question, "YES", ANN, "fail"))
    ).what == "accept"
    assert await at.asked() == "Bob"


@on(played)
async def test_no_mail_for_a_seat_is_lost_and_none_is_played_without_a_word(at: Office) -> None:
    """Every verdict, way of addressing, sender and sort of mail: the registered
    address hears of whatever comes from there, or to an address that was told there;
    and of every order by its receipt.
    """
    old = prompt(at)
    await bomb(at, "Ann", "0 0")
    await bomb(at, "Bob", "0 0")
    now = prompt(at)
    played_before = await orders_of(at, "Ann")
    reports = (True, now), (True, old), (False, now)
    for verdict, (tagged, asked), header, sender in product(
        ("pass", "fail", None), reports, ("", ROUNDABOUT[0]), (ANN, EVE)
    ):
        raw = reply(asked, "say Bob hello\r\nbomb Bob 9 9", sender, verdict)
        raw = raw if tagged else raw.replace(now["Reply-To"].encode(), b"referee@play.example")
        at.clock.advance(6 * HOUR)  # nothing of this is about how much is answered
        heard = await takes(at, f"{header}\r\n".encode() * bool(header) + raw)
        assert bool(heard) == (sender == ANN or tagged), (verdict, tagged, header, sender)
        assert await orders_of(at, "Ann") == played_before


async def forget_that_anybody_passed(at: Office) -> None:
    def forget(batch: Batch) -> None:
        notes = batch.notes_of("mail")
        for who in notes.below("passed"):
            notes.put(f"passed/{who}", None)

    await at.writer.run(forget)


# ---- a YES for every mail


@on(played)
async def test_each_mail_that_nobody_vouches_for_waits_with_a_yes_of_its_own(at: Office) -> None:
    """The correction is not lost: each question quotes the orders that its YES plays."""
    for square in ("0 0", "1 1", "2 2"):
        (question,) = await takes(at, reply(prompt(at), f"bomb Bob {square}", ANN, "fail"))
        assert f"“bomb Bob {square}”" in text_of(question)
    asked = questions(at)
    assert len({mail["Reply-To"] for mail in asked}) == 3
    assert (await at.take(reply(asked[-1], "YES", ANN, None))).what == "accept"
    assert "DONE      bomb Bob 2 2" in await at.heard("Ann")
    assert await orders_of(at, "Ann") == 1


@on(played)
async def test_a_yes_at_its_secret_address_needs_no_verdict(at: Office) -> None:
    """It was mailed to the registered mailbox alone: whose mails are broken
    on their way for good can play.
    """
    for verdict, seat in (("fail", "Ann"), (None, "Ann"), ("none", "Ann")):
        (question,) = await takes(at, reply(prompt(at), "pass", ANN, "fail"))
        assert (await at.take(reply(question, "YES", ANN, verdict))).what == "accept"
        assert await at.asked() == "Bob"
        await bomb(at, "Bob", f"{await orders_of(at, 'Bob')} 1")
        assert await at.asked() == seat


@on(played)
async def test_a_yes_to_nothing_is_answered_once(at: Office) -> None:
    (question,) = await takes(at, reply(prompt(at), "pass", ANN, "fail"))
    await at.take(reply(question, "YES", ANN, "fail"))
    again = reply(question, "yes", ANN, "fail")
    (answer,) = await takes(at, again)
    assert "There is nothing left to confirm" in text_of(answer)
    assert await takes(at, again) == []
    assert await orders_of(at, "Ann") == 1


@on(played)
async def test_something_else_said_to_a_question_that_is_over_is_a_mail_like_others(
    at: Office,
) -> None:
    (question,) = await takes(at, reply(prompt(at), "pass", ANN, "fail"))
    await at.take(reply(question, "YES", ANN, "fail"))
    (answer,) = await takes(at, reply(question, "say Bob it was me", ANN))
    assert "Sent." in text_of(answer)
    (other,) = await takes(at, reply(question, "say Bob it was me after all", ANN, "fail"))
    assert "“say Bob it was me after all”" in text_of(other)
    assert "did you write this?" in other["Subject"]


@on(played)
async def test_a_sheet_of_any_length_waits_and_is_quoted(at: Office) -> None:
    lines = [f"bomb Bob {n % 4} {n % 3} and a long explanation {n}" for n in range(60)]
    (question,) = await takes(at, reply(prompt(at), "\r\n".join(lines), ANN, "fail"))
    text = text_of(question)
    assert [line for line in lines if f"“{line}”" not in text] == []
    assert "more lines" not in text
    (answer,) = await takes(at, reply(question, "YES", ANN))
    assert f"NOT DONE  {lines[0]}" in text_of(answer)


@on(played)
async def test_of_a_mail_without_measure_the_question_says_how_much_it_does_not_quote(
    at: Office,
) -> None:
    """What waits is as long as a mail can be."""
    lines = ["status", *(f"{n} {'x' * 490}" for n in range(240))]
    (question,) = await takes(at, reply(prompt(at), "\r\n".join(lines), ANN, "fail"))
    text = text_of(question)
    shown = len(re.findall(r"^“", text, re.M))
    assert len(text) < 25_000
    assert f"and {241 - shown} more lines. A YES plays all of them." in text
    (answer,) = await takes(at, reply(question, "YES", ANN))
    assert "Legend:" in text_of(answer)
    assert "That is 240 orders at once: the limit is 60." in text_of(answer)


@on(played)
async def test_mails_of_strangers_use_up_nothing_of_what_carries_the_address_of_the_report(
    at: Office,
) -> None:
    """Whether they forge the name alone, or have seen an address that was forwarded."""
    first = reply(prompt(at), "bomb Bob 0 0", ANN, "fail")
    (kept,) = await takes(at, first)
    for n in range(4 * confirmations.MOST):
        await at.take(forged(f"bomb Bob 2 2 for the {n}. time"))
        await at.take(reply(prompt(at), f"bomb Bob 2 1 for the {n}. time", EVE))
        at.clock.advance(HOUR // 10)
    (question,) = await takes(at, reply(prompt(at), "bomb Bob 1 1", ANN, "fail"))
    assert "“bomb Bob 1 1”" in text_of(question)
    (question,) = await takes(at, reply(prompt(at), "bomb Bob 1 0", ANN, None))
    assert "“bomb Bob 1 0”" in text_of(question)
    # nor have they put away what waited
    assert (await at.take(reply(kept, "YES", ANN, None))).what == "accept"
    assert "DONE      bomb Bob 0 0" in await at.heard("Ann")


@on(played)
async def test_questions_to_look_at_the_game_use_up_no_answers_to_the_player(at: Office) -> None:
    """What only looks is answered at the registered address, whoever asks."""
    for n in range(rate_limit.PLAYER[0]):
        await at.take(forged(f"history {n}"))
        await at.take(reply(prompt(at), f"history {n}", EVE))
    (answer,) = await takes(at, reply(prompt(at), "bomb Bob 9 9", ANN))
    assert "NOT DONE  bomb Bob 9 9" in text_of(answer)


@pytest.mark.parametrize(
    ("tagged", "most"), [(False, rate_limit.STRANGER[0]), (True, rate_limit.PLAYER[0])]
)
@on(played)
async def test_questions_are_bounded_and_the_last_one_says_so(
    at: Office, *, tagged: bool, most: int
) -> None:
    before = len(to(at, "Ann"))
    for n in range(most + 5):
        text = f"bomb Bob 2 2 for the {n}. time"
        what = (await at.take(reply(prompt(at), text, EVE) if tagged else forged(text))).what
        assert what == ("confirm" if n < most else "too many")
    asked = questions(at, before)
    assert len(asked) == most
    told = ["last mail of this kind that we keep for now" in text_of(mail) for mail in asked]
    assert told == [False] * (most - 1) + [True]
    at.clock.advance(HOUR)
    assert (await at.take(forged("bomb Bob 1 1"))).what == "confirm"


@on(played)
async def test_what_nobody_vouches_for_and_has_no_orders_is_said_to_have_none(at: Office) -> None:
    (answer,) = await takes(at, reply(prompt(at), "Hi,\r\n\r\nThanks!\r\nAnn", ANN, "fail"))
    assert "No orders were found." in text_of(answer)


# ---- Message-IDs


@on(played)
async def test_a_message_id_that_somebody_else_has_used_takes_nothing_away(at: Office) -> None:
    """Another player's, by chance; a forger's, who knows how a program makes them."""
    same = "<predictable-1@x>"
    bobs = to(at, "Bob")[-1]
    assert (await at.take(reply(bobs, "status", BOB, id=same))).what == "accept"
    for verdict in (None, "none", "fail"):
        await at.says("Ann", "bomb Bob 2 2", verdict, id=same)
    await at.take(reply(prompt(at), "bomb Bob 2 2", EVE, id=same))
    raw = reply(prompt(at), "bomb Bob 0 0", ANN, id=same)
    (receipt,) = await takes(at, raw)
    assert "DONE      bomb Bob 0 0" in text_of(receipt)
    # and what was done once is not done, nor asked about, again
    assert await takes(at, raw) == []
    assert await takes(at, reply(prompt(at), "bomb Bob 0 0", ANN, "fail", id=same)) == []


@on(played)
async def test_a_yes_plays_the_mail_it_was_asked_about_and_no_other_of_the_same_id(
    at: Office,
) -> None:
    same = "<predictable-2@x>"
    (mine,) = await takes(at, reply(prompt(at), "bomb Bob 0 0", ANN, "fail", id=same))
    (hers,) = await takes(at, reply(prompt(at), "bomb Bob 0 0", EVE, id=same))
    assert mine["Reply-To"] != hers["Reply-To"]
    assert "eve@evil.example" in text_of(hers)


# ---- CANCEL


@on(played)
async def test_cancel_is_offered_where_it_can_work_and_nowhere_else(at: Office) -> None:
    """In BattleBoard an order closes its question; what waits for a YES can be taken back. That
    something of another mail waits is no reason.
    """
    (receipt,) = await takes(at, reply(prompt(at), "say Bob hello\nbomb Bob 0 0", ANN))
    assert "CANCEL" not in text_of(receipt)
    assert "If you did not send this, tell the operator of the game." in text_of(receipt)
    await bomb(at, "Bob", "0 0")
    _, receipt = await takes(at, reply(prompt(at), "say Bob bye\nwithdraw", ANN))
    assert "answer with the one word cancel" in text_of(receipt)
    (receipt,) = await takes(at, reply(receipt, "CANCEL", ANN))
    assert "Orders that waited for your YES have been dropped: 1." in text_of(receipt)
    assert "CANCEL" not in text_of(receipt)
    for square in ("1 1", "2 2"):
        (question,) = await takes(at, reply(prompt(at), f"bomb Bob {square}", ANN, "fail"))
    (receipt,) = await takes(at, reply(question, "YES", ANN, "fail"))
    assert "DONE " in text_of(receipt)
    assert "CANCEL" not in text_of(receipt)


# ---- several games in one mail


@on(played)
async def test_a_mail_to_two_games_is_done_and_answered_in_both(at: Office) -> None:
    await at.make("h34", order="join")
    for seat, sender in PEOPLE.items():
        await at.door.invite("h34", address(seat))
        await at.take(reply(await at.latest(seat), "join", sender))
    one = next(mail for mail in reversed(to(at, "Ann")) if "[g12]" in mail["Subject"])
    two = next(mail for mail in reversed(to(at, "Ann")) if "[h34]" in mail["Subject"])
    raw = reply(one, "pass", ANN).replace(
        b"\r\nSubject", f"\r\nCc: {two['Reply-To']}\r\nSubject".encode(), 1
    )
    receipts = await takes(at, raw)
    assert sorted(mail["Subject"][:5] for mail in receipts) == ["[g12]", "[h34]"]
    assert all(rows(mail) == ["pass"] for mail in receipts)
    assert (await at.asked("g12"), await at.asked("h34")) == ("Bob", "Bob")
    # each copy of it that comes is the same mail
    assert await takes(at, f"Delivered-To: {two['Reply-To']}\r\n".encode() + raw) == []
    # a question for each game where nobody vouches for it
    raw = raw.replace(b"dmarc=pass", b"dmarc=fail").replace(
        b"Message-ID: <", b"Message-ID: <other-"
    )
    assert len(await takes(at, raw)) == 2


DAY = 86_400


def plain(at: Office, id: str, written: int | None, text: str = "pass", by: str = ANN) -> bytes:
    """A mail to the address of the referee alone: nothing in it names a question."""
    raw = reply(prompt(at), text, by, id=id, written=written).decode()
    lines = [
        "To: referee@play.example"
        if line.startswith("To:")
        else "Subject: [g12]"
        if line.startswith("Subject:")
        else line
        for line in raw.split("\r\n")
        if not line.startswith(("In-Reply-To:", "References:", ">", "On 03"))
    ]
    return "\r\n".join(lines).encode()


async def forget(at: Office) -> None:
    age = Age(what="receipts", before=at.clock.now() - 60 * DAY)
    await at.writer.run(lambda batch: aging.forget(batch.store, age, (), 10_000))


@pytest.mark.parametrize("date", [None, 0, -3 * DAY, -70 * DAY, 300, 30 * DAY, 400 * DAY])
@on(played)
async def test_no_mail_is_played_twice_whatever_its_date_says(
    at: Office, *, date: int | None
) -> None:
    """``date`` is how far its date is from the moment at which it came first."""
    raw = plain(at, "<1@x>", None if date is None else START + date)
    assert (await at.take(raw)).what == "accept"
    assert await orders_of(at, "Ann") == 1
    await at.says("Bob", "pass")
    assert await at.asked() == "Ann"
    for days in (1, 59, 2, 30, 300, 70, 400):
        at.clock.advance(days * DAY)
        await forget(at)
        assert (await at.take(raw)).what in ("again", "too old")
        assert await orders_of(at, "Ann") == 1
    # A mail of today is played.
    assert (await at.take(plain(at, "<2@x>", at.clock.now()))).what == "accept"
    assert await orders_of(at, "Ann") == 2


@on(played)
async def test_who_sends_an_old_mail_is_told_so_once(at: Office) -> None:
    at.clock.advance(100 * DAY)
    await forget(at)
    raw = plain(at, "<old@x>", START)
    assert (await at.take(raw)).what == "too old"
    answer = await at.heard("Ann")
    assert "2023-11-14" in answer
    assert "Write it again as a new message" in answer.replace("\n", " ")
    count = len(at.provider.mails)
    assert (await at.take(raw)).what == "again"
    assert len(at.provider.mails) == count
    assert await orders_of(at, "Ann") == 0


@on(played)
async def test_an_old_mail_of_a_stranger_does_nothing_and_is_answered(at: Office) -> None:
    at.clock.advance(100 * DAY)
    await forget(at)
    raw = plain(at, "<n@x>", START, "new battleboard", "eve@else.example")
    raw = raw.replace(b"[g12]", b"")
    before = await at.writer.run(lambda batch: counts.game_counts(batch.store))
    handled = await at.take(raw)
    assert handled.what == "too old"
    assert [mail.to for mail in handled.direct] == ["eve@else.example"]
    assert await at.writer.run(lambda batch: counts.game_counts(batch.store)) == before
