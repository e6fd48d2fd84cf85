"""Nothing in a mail makes the reader fall over, work without bound, or
believe that somebody else wrote it.
"""

import email
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from mail.incoming.precedence import head_of
from mail.parse import charsets, quotes, reading
from mail.parse.quotes import What
from mail.parse.reading import Reading, Unreadable, read
from mail.parse.subtract import TRIED, said_in
from tests.kit.data import beside
from tests.kit.each import each
from tests.mail.hostile import HOSTILE, mail, nested, written_by
from tests.mail.quoting import OURS, RUNS, what

CALLS = 150_000
"""Calls of Python functions that reading one mail may take at the most; an
ordinary reply takes some 500.
"""


@contextmanager
def counted(limit: int) -> Iterator[list[int]]:
    calls = [0]

    def note(_frame: FrameType, event: str, _arg: Any) -> None:
        calls[0] += event == "call"
        assert calls[0] <= limit

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(None)


def tried(raw: bytes) -> Reading | None:
    try:
        return read(raw)
    except Unreadable:
        return None


@pytest.mark.parametrize("each", [5, 1])
def test_a_hostile_mail_is_read_or_refused_with_bounded_work(
    monkeypatch: pytest.MonkeyPatch, each: int
) -> None:
    """No more than 128 kilobytes of any reach the parser, and few lines the menu."""
    parsed, asked = list[int](), list[str]()

    def menu(line: str) -> What:
        asked.append(line)
        return what(line)

    parse = email.message_from_bytes

    def watched(raw: bytes, **more: Any) -> Any:
        parsed.append(len(raw))
        return parse(raw, **more)

    monkeypatch.setattr(email, "message_from_bytes", watched)
    for name, raw in list(HOSTILE.items())[::each]:
        with counted(CALLS) as calls:
            said = tried(raw)
        assert calls[0] > 0
        body = said.body if said is not None else ""
        for known in (RUNS, None):
            asked.clear()
            with counted(CALLS):
                got = said_in(body, known, OURS, menu)
            assert len(got.own) + len(got.aside) <= quotes.WRITTEN, name
            assert max(len(asked), len(got.doubtful)) <= TRIED, name
        if said is not None:
            shown = (*said.lines, *said.aside)
            assert len(shown) <= quotes.WRITTEN, name
            assert [one for one in shown if len(one) > quotes.WIDTH or not one.isprintable()] == []
            assert len(said.subject) <= charsets.HEADER, name
            assert len(said.thread) <= reading.THREAD, name
            assert len(said.receivers) <= reading.ADDRESSES, name
            assert len(said.attachments) <= reading.NAMES, name
    assert max(parsed) == charsets.KEPT


def test_the_bound_on_work_bites() -> None:
    with pytest.raises(AssertionError), counted(20):
        read(mail())


@pytest.mark.parametrize(
    "raw",
    [
        nested(5_000),
        mail(content=b"multipart/mixed; boundary=b", body=b"--b\r\n\r\n" * 2_000),
        mail(b"X: y\r\n" * 1_000),
        mail(b"X: " + b"y" * 65_000 + b"\r\n"),
        b"From: a@x.example\r\n" + b"Content-Type: message/rfc822\r\n\r\n" * 30,
    ],
    ids=["nested", "parts", "headers", "long header", "enclosed"],
)
def test_what_would_be_too_much_for_the_parser_never_reaches_it(
    raw: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(email, "message_from_bytes", lambda *_, **__: pytest.fail("it was parsed"))
    with pytest.raises(Unreadable):
        read(raw)


def expressions() -> Iterator[tuple[str, re.Pattern[str]]]:
    for module in ("quotes", "reading", "kinds", "charsets"):
        for name, value in vars(sys.modules[f"mail.parse.{module}"]).items():
            if isinstance(value, re.Pattern) and isinstance(value.pattern, str):
                yield f"{module}.{name}", value


@each("name, pattern", expressions())
def test_no_expression_has_two_open_ends_side_by_side(name: str, pattern: re.Pattern[str]) -> None:
    """What makes an expression take the square of its text or worse: one without bound within
    another, or two that take the same signs one after the other.
    """
    assert not re.search(r"\([^()]*[^\\(][*+]\)[*+{]", pattern.pattern)
    assert not re.search(r"\.[*+].{0,3}\.[*+]", pattern.pattern)


@each("header, sender", beside(__file__)["senders"])
def test_one_plain_address_or_nobody_and_both_readers_agree(header: str, sender: str) -> None:
    raw = written_by(header.encode())
    assert read(raw).sender == (sender or None)
    assert head_of(raw.partition(b"\r\n\r\n")[0]).sender == sender.casefold()


def test_a_zero_is_no_part_of_an_address() -> None:
    assert read(written_by(b"ann@x.example\0")).sender == "ann@x.example"


def test_two_senders_are_nobody() -> None:
    assert read(mail(b"From: eve@z.example\r\n")).sender is None


def test_what_is_in_the_headers() -> None:
    raw = mail(
        b"Message-ID: <1@x.example>\r\nReferences: <a@b> <c@d>\r\nIn-Reply-To: <a@b>\r\n"
        b"Delivered-To: r+g.1@y.example\r\n"
        b"Date: Tue, 3 Nov 2026 21:14:05 +0100\r\nAuthentication-Results: mx; dmarc=pass\r\n"
    )
    said = read(raw)
    assert (said.id, said.thread, said.date) == ("<1@x.example>", ("<c@d>", "<a@b>"), 1793736845)
    assert said.receivers == ("r+g.1@y.example", "r@y.example")
    assert (said.verdicts, said.name, said.subject) == (("mx; dmarc=pass",), "Ann", "s")


def test_a_mail_without_a_name_is_known_by_its_bytes() -> None:
    assert read(mail()).id == read(mail()).id != read(mail(body=b"ho")).id
    assert read(mail(b"Message-ID: <a b>\r\n")).id.startswith("sha256:")
