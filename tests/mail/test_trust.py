"""Whoever may have written it: nothing is done without the registered address hearing of it,
and nothing that somebody wrote is lost without a word. More of it is told in tales/trust.toml.
"""

import re
from email.message import EmailMessage
from itertools import accumulate, product

import pytest

from engine.referee.batch import Batch
from engine.store import aging, counts
from engine.store.rows import Age
from mail.incoming import confirmations, rate_limit
from mail.parse import quotes
from tests.kit.story import on
from tests.mail.stage import (
    ANN,
    EVE,
    IDS,
    START,
    Office,
    bomb,
    orders_of,
    played,
    prompt,
    reply,
    rows,
    seat_all,
    text_of,
)

HOUR, DAY = 3_600, 86_400
ROUNDABOUT = ["Precedence: list", "Precedence: bulk", "List-Id: <x.example>"]
"""What mails bear that came through a list, or say so."""
NOT_WHOLE = "Your mail was too long to be read to the end"


def forged(text: str) -> bytes:
    head = f"From: {ANN}\r\nTo: referee@play.example\r\nSubject: [g12] hi"
    return f"{head}\r\nMessage-ID: <{next(IDS)}@evil>\r\n\r\n{text}\r\n".encode()


async def takes(at: Office, raw: bytes) -> list[EmailMessage]:
    """Return what Ann is told of a mail."""
    before = len(at.mails("Ann"))
    await at.take(raw)
    return at.mails("Ann")[before:]


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
async def test_a_mail_through_a_list_that_asks_for_nothing_is_not_answered(at: Office) -> None:
    for header in ROUNDABOUT:
        at.clock.advance(HOUR)
        above = f"{header}\r\n".encode()
        for text in ("I am away until Monday, and will answer then.", "Thanks!"):
            assert await takes(at, above + reply(prompt(at), text, ANN)) == []
        (answer,) = await takes(at, above + reply(prompt(at), "bomb Bob 9 9", ANN))
        assert "NOT DONE  bomb Bob 9 9" in text_of(answer)


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
async def test_a_sheet_of_any_length_waits_and_is_quoted(at: Office) -> None:
    lines = [f"bomb Bob {n % 4} {n % 3}" for n in range(60)]
    (question,) = await takes(at, reply(prompt(at), "\r\n".join(lines), ANN, "fail"))
    text = text_of(question)
    assert re.findall("^“(.*)”$", text, re.M) == lines
    assert "more lines" not in text
    assert NOT_WHOLE not in text
    (answer,) = await takes(at, reply(question, "YES", ANN))
    assert f"DONE  {lines[0]}" in text_of(answer)


@on(played)
async def test_of_a_mail_beyond_the_budget_the_beginning_is_quoted_and_the_question_says_so(
    at: Office,
) -> None:
    lines = [f"bomb Bob {n % 4} {n % 3} and a long explanation {n}" for n in range(60)]
    (question,) = await takes(at, reply(prompt(at), "\r\n".join(lines), ANN, "fail"))
    text = text_of(question)
    quoted = re.findall("^“(.*)”$", text, re.M)
    assert 0 < len(quoted) < len(lines)
    assert quoted == lines[: len(quoted)]
    assert NOT_WHOLE in text
    (answer,) = await takes(at, reply(question, "YES", ANN))
    assert f"NOT DONE  {lines[0]}" in text_of(answer)


@on(played)
async def test_of_a_mail_without_measure_the_question_says_how_much_it_does_not_quote(
    at: Office,
) -> None:
    """What waits is as long as what is read: the lines within 12,000 characters."""
    lines = ["status", *(f"{n} {'x' * 490}" for n in range(240))]
    (question,) = await takes(at, reply(prompt(at), "\r\n".join(lines), ANN, "fail"))
    text = text_of(question)
    shown = len(re.findall(r"^“", text, re.M))
    read = sum(total <= quotes.TYPED for total in accumulate(map(len, lines)))
    assert len(text) < 25_000
    assert f"and {read - shown} more lines. A YES plays all of them." in text
    assert NOT_WHOLE in text
    (answer,) = await takes(at, reply(question, "YES", ANN))
    assert "Legend:" in text_of(answer)


@on(played)
async def test_mails_of_strangers_use_up_nothing_of_what_carries_the_address_of_the_report(
    at: Office,
) -> None:
    """Whether they forge the name alone, or have seen an address that was forwarded."""
    (kept,) = await takes(at, reply(prompt(at), "bomb Bob 0 0", ANN, "fail"))
    for n in range(2 * confirmations.MOST):
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
    to = prompt(at)
    for n in range(rate_limit.PLAYER[0]):
        await at.take(forged(f"history {n}"))
        await at.take(reply(to, f"history {n}", EVE))
    (answer,) = await takes(at, reply(prompt(at), "bomb Bob 9 9", ANN))
    assert "NOT DONE  bomb Bob 9 9" in text_of(answer)


@pytest.mark.parametrize(
    ("tagged", "most"), [(False, rate_limit.STRANGER[0]), (True, rate_limit.PLAYER[0])]
)
@on(played)
async def test_questions_are_bounded_and_the_last_one_says_so(
    at: Office, *, tagged: bool, most: int
) -> None:
    before, to = len(at.mails("Ann")), prompt(at)
    for n in range(most + 5):
        text = f"bomb Bob 2 2 for the {n}. time"
        what = (await at.take(reply(to, text, EVE) if tagged else forged(text))).what
        assert what == ("confirm" if n < most else "too many")
    asked = at.mails("Ann")[before:]
    assert len(asked) == most
    told = ["last mail of this kind that we keep for now" in text_of(mail) for mail in asked]
    assert told == [False] * (most - 1) + [True]
    at.clock.advance(HOUR)
    assert (await at.take(forged("bomb Bob 1 1"))).what == "confirm"


# ---- Message-IDs


@on(played)
async def test_a_yes_plays_the_mail_it_was_asked_about_and_no_other_of_the_same_id(
    at: Office,
) -> None:
    same = "<predictable-2@x>"
    (mine,) = await takes(at, reply(prompt(at), "bomb Bob 0 0", ANN, "fail", id=same))
    (hers,) = await takes(at, reply(prompt(at), "bomb Bob 0 0", EVE, id=same))
    assert mine["Reply-To"] != hers["Reply-To"]
    assert "eve@evil.example" in text_of(hers)


# ---- several games in one mail


@on(played)
async def test_a_mail_to_two_games_is_done_and_answered_in_both(at: Office) -> None:
    one = at.mails("Ann")[-1]
    await at.make("h34", order="join")
    await seat_all(at, "h34")
    two = prompt(at)
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


def plain(at: Office, id: str, written: int | None, text: str = "pass", by: str = ANN) -> bytes:
    """A mail to the address of the referee alone: nothing in it names a question."""
    raw = reply(prompt(at), text, by, id=id, written=written).decode()
    raw = re.sub(r"\r\n(?:In-Reply-To:|References:|>|On 03)[^\r]*", "", raw)
    raw = re.sub(r"(?<=\r\nTo: )[^\r]*", "referee@play.example", raw)
    return re.sub(r"(?<=\r\nSubject: )[^\r]*", "[g12]", raw).encode()


async def forget(at: Office) -> None:
    age = Age(what="receipts", before=at.clock.now() - 60 * DAY)
    await at.writer.run(lambda batch: aging.forget(batch.store, age, (), 10_000))


@pytest.mark.parametrize("date", [None, -70 * DAY, 30 * DAY])
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
    for days in (1, 59, 2, 300):
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
    raw = plain(at, "<n@x>", START, "new battleboard", EVE).replace(b"[g12]", b"")
    before = await at.writer.run(lambda batch: counts.game_counts(batch.store))
    handled = await at.take(raw)
    assert handled.what == "too old"
    assert [mail.to for mail in handled.direct] == ["eve@evil.example"]
    assert await at.writer.run(lambda batch: counts.game_counts(batch.store)) == before
