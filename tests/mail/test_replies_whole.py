"""Replies through the whole referee: what is done, what is asked about, and what is named."""

import base64
import re
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.store.notes import Notes
from mail import sent
from mail.outgoing.envelope import Mail
from mail.parse.runs import packed, runs_of
from tests.kit.data import beside
from tests.kit.story import on
from tests.mail.stage import (
    ANN,
    START,
    Office,
    played,
    playing,
    prompt,
    reply,
    rows,
    text_of,
)

DATA = beside(__file__)


def quoting(to: EmailMessage, sender: str, lines: list[str]) -> bytes:
    head = reply(to, "", sender).partition(b"\r\n\r\n")[0]
    return head + b"\r\n\r\n" + "\r\n".join(lines).encode()


def examples(mail: EmailMessage) -> list[str]:
    return re.findall(r"^ {5}(\S.*?)  ", text_of(mail), re.M)


@on(played)
async def test_an_example_below_an_unmarked_quotation_waits_for_a_yes(at: Office) -> None:
    report = prompt(at)
    order = next(one for one in examples(report) if one.startswith("bomb Bob"))
    lines = ["On 22/11/2026 07:30, Referee wrote:", *text_of(report).splitlines(), order]
    await at.take(quoting(report, ANN, lines))
    assert await at.asked() == "Ann"
    question = await at.latest("Ann")
    assert f"“{order}”" in text_of(question)
    await at.take(reply(question, "YES", ANN))
    assert await at.asked() == "Bob"
    assert rows(await at.latest("Ann")) == [order]


@on(played)
async def test_what_is_doubtful_beside_other_orders_is_named(at: Office) -> None:
    report = prompt(at)
    order = next(one for one in examples(report) if one.startswith("bomb Bob"))
    lines = ["bomb Bob 3 0", "", "Referee wrote:", *text_of(report).splitlines(), order]
    await at.take(quoting(report, ANN, lines))
    receipt = await at.latest("Ann")
    assert rows(receipt) == ["bomb Bob 3 0"]
    assert f"Not done, because your mail may only quote it: {order}." in text_of(receipt)


@on(played)
async def test_an_order_in_the_subject_of_an_empty_mail_is_read(at: Office) -> None:
    raw = reply(prompt(at), "", ANN).partition(b"\r\n\r\n")[0]
    raw = re.sub(rb"Subject: [^\r]*", b"Subject: bomb Bob 3 0", raw) + b"\r\n\r\n\r\n"
    await at.take(raw)
    assert rows(await at.latest("Ann")) == ["bomb Bob 3 0"]


@pytest.mark.parametrize(
    "lead", ["Ez egy gépi üzenet: Re: ", "Mashine majibu：", "[EXT] Nipo likizo: "]
)
@on(played)
async def test_what_may_be_a_programs_in_any_language_is_asked_about(
    at: Office, *, lead: str
) -> None:
    raw = reply(prompt(at), "bomb Bob 3 0", ANN)
    await at.take(raw.replace(b"Subject: Re: ", f"Subject: {lead}".encode()))
    assert "cannot tell" in await at.heard("Ann")
    assert await at.asked() == "Ann"


@pytest.mark.parametrize(
    "lead", ["RE: ", "AW: AW: ", "[EXTERN] Antw: ", "Re[2]: ", "回覆: ", "", "Hi "]
)
@on(played)
async def test_what_stands_before_the_subject_of_a_reply_is_no_doubt(
    at: Office, *, lead: str
) -> None:
    raw = reply(prompt(at), "bomb Bob 3 0", ANN)
    await at.take(raw.replace(b"Subject: Re: ", f"Subject: {lead}".encode()))
    assert rows(await at.latest("Ann")) == ["bomb Bob 3 0"]


TEXT = "Content-Type: text/plain\r\n\r\nbomb Bob 3 0\r\n"
OPAQUE = DATA["opaque"]
READABLE = {
    "S/MIME": ("signed", "application/pkcs7-signature; name=smime.p7s"),
    "PGP/MIME": ("signed", "application/pgp-signature; name=signature.asc"),
}


def of_type(to: EmailMessage, body: str) -> bytes:
    head = reply(to, "", ANN).partition(b"\r\n\r\n")[0]
    head = head.replace(b"\r\nContent-Type: text/plain; charset=utf-8", b"")
    return head + b"\r\n" + body.encode()


@pytest.mark.parametrize("name", OPAQUE)
@on(played)
async def test_who_writes_what_cannot_be_read_is_told_what_to_do(at: Office, *, name: str) -> None:
    await at.take(of_type(prompt(at), OPAQUE[name]))
    receipt = await at.heard("Ann")
    assert "Please send it again as plain text, without encryption." in receipt
    assert await at.asked() == "Ann"


@pytest.mark.parametrize("name", READABLE)
@on(played)
async def test_a_signature_beside_the_text_does_no_harm(at: Office, *, name: str) -> None:
    subtype, kind = READABLE[name]
    signature = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\n\r\nMIAG"
    parts = f"--b\r\n{TEXT}\r\n--b\r\n{signature}\r\n--b--\r\n"
    body = f"Content-Type: multipart/{subtype}; boundary=b\r\n\r\n{parts}"
    await at.take(of_type(prompt(at), body))
    assert rows(await at.latest("Ann")) == ["bomb Bob 3 0"]


@pytest.mark.parametrize("kind", DATA["sequences"])
def test_orders_that_follow_from_those_above_them_are_not_set_aside(
    kind: str, tmp_path: Path
) -> None:
    """What cannot be done is refused by its name; nothing that looks like an order is passed
    over in silence.
    """
    orders, below = DATA["sequences"][kind]

    async def play(at: Office) -> None:
        await at.take(quoting(prompt(at), ANN, [*orders, "", *below]))
        receipt = await at.latest("Ann")
        told = " ".join(line for mark in ("DONE", "NOT DONE") for line in rows(receipt, mark))
        assert [order for order in orders if order not in told] == []

    playing(tmp_path, play, kind)


def sent_mail(id: str, text: str) -> Mail:
    runs = packed(runs_of(text))
    return Mail(envelope="", to="ann@x.example", id=id, raw=b"", at=START, runs=runs)


def test_what_somebody_else_was_sent_is_nothing_to_go_by() -> None:
    """How a reply is read would tell what stands in the mail of another player."""
    notes = Notes.nothing("mail")
    sent.keep(notes, sent_mail("<1@x>", "the unit is hidden in 0305"))
    assert sent.answered(notes, "bob@y.example", ["<1@x>"]) is None
    found = sent.answered(notes, "ann@x.example", ["<0@x>", "<1@x>"])
    assert found is not None
    assert found.runs >= runs_of("is hidden in 0305")


def test_what_was_sent_is_known_of_the_last_two_hundred_mails() -> None:
    notes, numbers = Notes.nothing("mail"), range(sent.MOST + 2)
    for n in numbers:
        sent.keep(notes, sent_mail(f"<{n}@x>", f"mail number {n} of many"))
    known = [n for n in numbers if sent.answered(notes, "ann@x.example", [f"<{n}@x>"])]
    assert known == [*numbers[2:]]


def test_hashes_that_0_1_0_has_stored_are_read() -> None:
    runs = bytes(range(256))
    assert sent.as_bytes(base64.b85encode(runs).decode()) == runs
    assert sent.as_bytes(sent.written(runs)) == runs
