"""What a typed line says, and to whom."""

import asyncio
import os
from itertools import count

import pytest

from bot.play.lines import (
    BadLine,
    addressed,
    asked_about,
    lines_of,
    stray,
    text_of,
    without_comment,
)
from engine.menu import LONGEST
from engine.state import PUBLIC
from tests.kit.each import each

SEATS = ("ann", "bob", "ann:b", "who?")


@each(
    "line, found",
    [
        ("ann: pass", ("ann", "pass")),
        ("ANN:pass", ("ann", "pass")),
        ("ann:b: pass", ("ann:b", "pass")),
        ("ann: b: pass", ("ann", "b: pass")),
        ("who?: pass", ("who?", "pass")),
        ("ann :pass", None),
        ("carl: pass", None),
        ("pass", None),
    ],
)
def test_an_order_is_addressed(line: str, found: tuple[str, str] | None) -> None:
    assert addressed(line, SEATS) == found


@each(
    "line, viewer",
    [
        ("ann?", "ann"),
        ("Bob?", "bob"),
        ("who??", "who?"),
        ("who?", None),
        ("public?", PUBLIC),
        ("PUBLIC?", PUBLIC),
    ],
)
def test_a_viewer_is_asked_about(line: str, viewer: str | None) -> None:
    assert asked_about(line, SEATS) == viewer


@each(
    "line, left",
    [
        ("# all", ""),
        ("ann: pass # later", "ann: pass"),
        ("ann: Qh5#", "ann: Qh5#"),
        ("ann: say bob # one", "ann: say bob # one"),
        ("say * we are # one", "say * we are # one"),
        ("# say * hello", ""),
    ],
)
def test_a_comment_is_left_out(line: str, left: str) -> None:
    assert without_comment(line) == left


@each(
    "line, code, word",
    [
        ("carl: pass", "no-such-seat", "carl"),
        ("carl?", "no-such-seat", "carl"),
        ("pass", "bad-line", "pass"),
        ("is it on?", "bad-line", "is"),
        ("?", "bad-line", "?"),
    ],
)
def test_a_stray_line_is_explained(line: str, code: str, word: str) -> None:
    bad = stray(line, SEATS)
    assert (bad.code, bad.word) == (code, word)
    assert bad.wanted


@each("line, code", [(b"x" * (LONGEST + 1), "too-long"), (b"ann: \xff", "bad-utf8")])
def test_bytes_that_are_no_line_are_refused(line: bytes, code: str) -> None:
    with pytest.raises(BadLine) as bad:
        text_of(line)
    assert bad.value.refusal.code == code


def read(pieces: list[bytes]) -> list[bytes]:
    async def all_of_it(fd: int) -> list[bytes]:
        return [line async for line in lines_of(fd)]

    out, into = os.pipe()
    for piece in pieces:
        os.write(into, piece)
    os.close(into)
    try:
        return asyncio.run(all_of_it(out))
    finally:
        os.close(out)


@each(
    "pieces, lines",
    [
        ([], []),
        ([b"a\nb\n"], [b"a", b"b"]),
        ([b"a\r\n", b"b"], [b"a\r", b"b"]),
        ([b"\n\n"], [b"", b""]),
        ([b"x" * 30_000, b"x" * 30_000, b"\nb\n"], [b"x" * (LONGEST + 1), b"b"]),
    ],
)
def test_lines_are_read(pieces: list[bytes], lines: list[bytes]) -> None:
    assert read(pieces) == lines


def test_more_lines_than_are_read_ahead_keep_their_order() -> None:
    lines = [str(n).encode() for n, _ in zip(count(), range(1000), strict=False)]
    assert read([b"\n".join(lines)]) == lines
