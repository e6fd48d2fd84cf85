"""Replies through the whole referee: what is done, what is asked about, and what is named."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from email.message import EmailMessage
from pathlib import Path

import pytest

from engine.referee.batch import Batch
from mail import sent
from mail.memberships import DOOR
from mail.outgoing.envelope import Mail
from mail.parse.runs import packed, runs_of
from tests.kit.data import beside
from tests.kit.story import on
from tests.mail.quoting import FOOTERS, rewrapped
from tests.mail.stage import (
    ANN,
    PEOPLE,
    START,
    Office,
    address,
    asks,
    office,
    played,
    prompt,
    reply,
    rows,
    said,
    text_of,
)

DATA = beside(__file__)

Play = Callable[[Office], Awaitable[None]]
KINDS = ("ambush", "battleboard", "derelict", "desert", "dicechess")


def seated_at(path: Path, kind: str, play: Play) -> None:
    async def all_of_it() -> None:
        async with office(path / "m.db") as at:
            await at.make_other(kind)
            for seat, sender in PEOPLE.items():
                await at.door.invite("g12", address(seat))
                await at.take(reply(await at.latest(seat), "join", sender))
            await play(at)

    asyncio.run(all_of_it())


def quoting(to: EmailMessage, sender: str, lines: list[str]) -> bytes:
    head = reply(to, "", sender).partition(b"\r\n\r\n")[0]
    return head + b"\r\n\r\n" + "\r\n".join(lines).encode()


def examples(mail: EmailMessage) -> list[str]:
    return re.findall(r"^ {5}(\S.*?)  ", text_of(mail), re.M)


def done(mail: EmailMessage) -> list[str]:
    return rows(mail)


@pytest.mark.parametrize("kind", KINDS)
def test_ends_of_wrapped_lines_are_read_as_nothing(kind: str, tmp_path: Path) -> None:
    """A client that marks what it quotes and wraps then leaves ends of lines without a mark."""

    async def play(at: Office) -> None:
        before = (await at.table()).save()
        for seat, sender in PEOPLE.items():
            asked = [m for m in at.mails(seat) if asks(m)]
            for width in (58, 66, 72, 76) if asked else ():
                quoted = rewrapped(text_of(asked[-1]).splitlines(), width, "> ")
                lines = [
                    "Thanks! I shall answer tomorrow.",
                    "",
                    "On 22/11/2026 07:30, Referee wrote:",
                ]
                count = len(at.provider.mails)
                await at.take(quoting(asked[-1], sender, [*lines, *quoted]))
                (answer,) = at.provider.mails[count:] or [("", "", b"")]
                assert b"g12" not in answer[2] or not done(await at.latest(seat))
                refused = rows(await at.latest(seat), "NOT DONE")
                assert not [line for line in refused if "Thanks" not in line]
        assert (await at.table()).save() == before

    seated_at(tmp_path, kind, play)


@pytest.mark.parametrize("width", [58, 66, 76, 200])
@on(played)
async def test_an_order_above_a_wrapped_quotation_is_done_alone(at: Office, *, width: int) -> None:
    report = prompt(at)
    (order,) = [one for one in examples(report) if one.startswith("bomb Bob")][:1]
    quoted = rewrapped(text_of(report).splitlines(), width, "> ")
    await at.take(quoting(report, ANN, [order, "", "Referee wrote:", *quoted]))
    assert done(await at.latest("Ann")) == [order]


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
    assert done(await at.latest("Ann")) == [order]


@on(played)
async def test_what_is_doubtful_beside_other_orders_is_named(at: Office) -> None:
    report = prompt(at)
    order = next(one for one in examples(report) if one.startswith("bomb Bob"))
    lines = ["bomb Bob 3 0", "", "Referee wrote:", *text_of(report).splitlines(), order]
    await at.take(quoting(report, ANN, lines))
    receipt = await at.latest("Ann")
    assert done(receipt) == ["bomb Bob 3 0"]
    assert f"Not done, because your mail may only quote it: {order}." in text_of(receipt)


@on(played)
async def test_an_order_in_answer_to_a_chat_waits_for_a_yes(at: Office) -> None:
    """It may be an answer to whoever said something."""
    await said(at, "say Ann shall I wait, or pass?", "Bob")
    chat = await at.latest("Ann")
    await at.take(reply(chat, "pass", ANN))
    assert await at.asked() == "Ann"
    question = await at.latest("Ann")
    assert "“pass”" in text_of(question)
    await at.take(reply(question, "YES", ANN))
    assert await at.asked() == "Bob"


def test_everyday_footers_void_no_sheet(tmp_path: Path) -> None:
    """Desert: a mail to a sheet is taken as a whole or not at all."""

    async def play(at: Office) -> None:
        report = [m for m in at.mails("Ann") if asks(m)][-1]
        (order,) = [one for one in examples(report) if one.startswith("pos")][:1]
        for footer in FOOTERS:
            at.clock.advance(3_600)
            await at.take(reply(report, f"{order}\n\n{footer}".replace("\n", "\r\n"), ANN))
            receipt = await at.latest("Ann")
            assert done(receipt) == [order], footer
            assert "NOT DONE" not in text_of(receipt)

    seated_at(tmp_path, "desert", play)


@on(played)
async def test_an_order_in_the_subject_of_an_empty_mail_is_read(at: Office) -> None:
    raw = reply(prompt(at), "", ANN).partition(b"\r\n\r\n")[0]
    raw = re.sub(rb"Subject: [^\r]*", b"Subject: bomb Bob 3 0", raw) + b"\r\n\r\n\r\n"
    await at.take(raw)
    assert done(await at.latest("Ann")) == ["bomb Bob 3 0"]


@on(played)
async def test_the_button_for_leaving_a_list_mutes_whatever_its_program_writes(at: Office) -> None:
    """RFC 2369, 3.2: the subject is ours; the words of the mail are the program's."""
    raw = reply(prompt(at), "This message was sent by your mail program.", ANN)
    raw = re.sub(rb"Subject: [^\r]*", b"Subject: mute", raw)
    await at.take(raw.partition(b"\r\nOn 03/11")[0] + b"\r\n")
    receipt = await at.heard("Ann")
    assert "only when it needs your answer" in receipt
    assert "SET ASIDE This message was sent by your mail program." in receipt


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
    assert done(await at.latest("Ann")) == ["bomb Bob 3 0"]


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
    assert done(await at.latest("Ann")) == ["bomb Bob 3 0"]


# ---- what is kept of what was sent


def mail_to(to: str, id: str, text: str, at: int = START) -> Mail:
    runs = packed(runs_of(text))
    return Mail(envelope="", to=to, id=id, raw=b"", at=at, runs=runs)


def kept(path: Path, look: Callable[[Batch], None]) -> None:
    async def all_of_it() -> None:
        async with office(path / "m.db") as at:
            await at.writer.run(look)

    asyncio.run(all_of_it())


def test_what_somebody_else_was_sent_is_nothing_to_go_by(tmp_path: Path) -> None:
    """How a reply is read would tell what stands in the mail of another player."""

    def look(batch: Batch) -> None:
        notes = batch.notes_of(DOOR)
        sent.keep(notes, mail_to("ann@x.example", "<1@x>", "the unit is hidden in 0305"))
        assert sent.answered(notes, "bob@y.example", ["<1@x>"]) is None
        found = sent.answered(notes, "ann@x.example", ["<0@x>", "<1@x>"])
        assert found is not None
        assert found.runs >= runs_of("is hidden in 0305")

    kept(tmp_path, look)


def test_what_was_sent_is_known_of_the_last_two_hundred_mails(tmp_path: Path) -> None:
    def look(batch: Batch) -> None:
        notes = batch.notes_of(DOOR)
        for n in range(sent.MOST + 2):
            sent.keep(notes, mail_to("ann@x.example", f"<{n}@x>", f"mail number {n} of many"))
        known = [
            n for n in range(sent.MOST + 2) if sent.answered(notes, "ann@x.example", [f"<{n}@x>"])
        ]
        assert known == list(range(2, sent.MOST + 2))

    kept(tmp_path, look)


SCRIPTS = {
    "derelict": (["keep", "activate M1", "move 6,2", "turn left", "guard"], ["Cheers", "Ann"]),
    "dicechess": (["e4", "Bc4", "d3", "Be3"], ["-- ", "Ann"]),
}
"""Orders of which most can be given only after those above them, and what stands below."""


@pytest.mark.parametrize("kind", SCRIPTS)
def test_orders_that_follow_from_those_above_them_are_not_set_aside(
    kind: str, tmp_path: Path
) -> None:
    """What cannot be done is refused by its name; nothing that looks like an order is passed
    over in silence.
    """
    orders, below = SCRIPTS[kind]

    async def play(at: Office) -> None:
        report = prompt(at)
        await at.take(quoting(report, ANN, [*orders, "", *below]))
        receipt = await at.latest("Ann")
        said = [line for mark in ("DONE", "NOT DONE") for line in rows(receipt, mark)]
        for order in orders:
            assert any(order in line for line in said), (order, said)

    seated_at(tmp_path, kind, play)
