"""The line protocol as pure translation (section 4 of the rules)."""

import random

from hypothesis import given
from hypothesis import strategies as st

from bot.line.protocol import LONGEST, Splitter, read
from tests.kit.each import each


def test_a_line_of_512_bytes_is_read_and_one_of_513_is_too_long() -> None:
    assert read(b"say bob " + b"x" * 504).fault == ""
    assert read(b"say bob " + b"x" * 505).fault == "too-long"
    assert read(b"say bob " + "é".encode() * 252 + b"x").fault == "too-long"


@given(st.binary(max_size=3000), st.integers(0, 2**32))
def test_bytes_in_pieces_give_the_same_lines_as_at_once(data: bytes, seed: int) -> None:
    rng, splitter, found = random.Random(seed), Splitter(), list[bytes]()
    rest = data
    while rest:
        n = rng.randint(1, 700)
        found += splitter.feed(rest[:n])
        rest = rest[n:]
        assert len(splitter.begun) <= LONGEST + 2
    whole = [line.removesuffix(b"\r") for line in data.split(b"\n")[:-1]]
    assert [line if len(line) <= LONGEST else line[: LONGEST + 1] for line in whole] == found


@given(st.binary(max_size=LONGEST))
def test_any_bytes_are_a_command_or_have_a_fault(data: bytes) -> None:
    command = read(data)
    assert command.verb or command.fault in ("bad-utf8", "empty")


@each(
    "text",
    ["a\rmove-ended Bob pass", "a\x1b[2J", "a\u2028said Bob b", "\x85a", "a\x0b\x0c\x1cb\x00"],
)
def test_what_is_said_cannot_look_like_a_line_of_the_server(text: str) -> None:
    """BB-27: talk is never mixed with orders; no reader may take a
    part of it for a line of its own.
    """
    command = read(f"say bob {text}".encode())
    assert command.fault == ""
    assert len(command.text.splitlines()) == 1
    assert command.text.isprintable()
