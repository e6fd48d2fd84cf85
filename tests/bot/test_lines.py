"""What a typed line says, and to whom."""

import asyncio
import copy
import json
import os
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from bot.play import lines as inputs
from engine.menu import LONGEST
from engine.state import PUBLIC
from tests.bot.by_data import CLIENT, OPTIONS, game, of_kind
from tests.bot.program import MEANWHILE, Program, objects
from tests.kit.data import beside
from tests.kit.each import each
from tests.kit.games import names
from tests.repo.schema import schema

DATA = beside(__file__)

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
    assert inputs.addressed(line, SEATS) == found


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
    assert inputs.asked_about(line, SEATS) == viewer


@each(
    "line, left",
    DATA["a_comment_is_left_out"],
)
def test_a_comment_is_left_out(line: str, left: str) -> None:
    assert inputs.without_comment(line) == left


@each(
    "line, code, word",
    DATA["a_stray_line_is_explained"],
)
def test_a_stray_line_is_explained(line: str, code: str, word: str) -> None:
    bad = inputs.stray(line, SEATS)
    assert (bad.code, bad.word) == (code, word)
    assert bad.wanted


@each("line, code", [(b"x" * (LONGEST + 1), "too-long"), (b"ann: \xff", "bad-utf8")])
def test_bytes_that_are_no_line_are_refused(line: bytes, code: str) -> None:
    with pytest.raises(inputs.BadLine) as bad:
        inputs.text_of(line)
    assert bad.value.refusal.code == code


def read(pieces: list[bytes]) -> list[bytes]:
    async def all_of_it(fd: int) -> list[bytes]:
        return [line async for line in inputs.lines_of(fd)]

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


JSON = ("--json", "--seats", "ann,bob")
LIMITS = ("--connections", "12", "--per-address", "6", "--join-within")


@contextmanager
def port(folder: Path, *arguments: str) -> Iterator[tuple[int, dict[str, str]]]:
    """A process that listens: its port, and the tokens of its seats."""
    process = Program(folder, MEANWHILE, "line", "battleboard", *arguments, stdout=subprocess.PIPE)
    try:
        assert process.stdout is not None
        line = process.stdout.readline().decode()
        if "--json" in arguments:
            said: dict[str, Any] = json.loads(line)
            yield said["port"], said["tokens"]
        else:
            yield int(line.partition(",")[0].rpartition(":")[2]), {}
    finally:
        process.terminate()
        process.communicate(timeout=60)


def connect(port: int, address: str = "127.0.0.1") -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=20, source_address=(address, 0))


def heard(connection: socket.socket, lines: int = 1) -> list[str]:
    with connection.makefile("r", encoding="utf-8", newline="\n") as file:
        return [line.strip() for line in (file.readline() for _ in range(lines)) if line]


def to_the_end(connection: socket.socket) -> str:
    found = b""
    while data := connection.recv(4096):
        found += data
    return found.decode()


def said(connection: socket.socket, line: str) -> str:
    connection.sendall(f"{line}\n".encode())
    return heard(connection)[0]


def joins(connection: socket.socket, token: str) -> bool:
    connection.sendall(f"join {token}\n".encode())
    return [json.loads(line)["kind"] for line in heard(connection, 2)] == ["hello", "receipt"]


def in_time(port: int, line: str, answer: str) -> socket.socket:
    """A connection on which a line was answered so: another one, where a busy machine was so slow
    that the line came too late.
    """
    while True:
        connection = connect(port)
        got = said(connection, line)
        if got != "error too-late":
            assert got.startswith(answer)
            return connection
        connection.close()


@pytest.mark.parametrize("from_one", [True, False], ids=["one address", "many addresses"])
def test_an_idle_flood_keeps_no_player_out(tmp_path: Path, from_one: bool) -> None:
    """However many there are, from one address or from many: who comes later and
    says who he is gets in, and stays.
    """
    with port(tmp_path, *JSON, *LIMITS, "600") as (number, tokens):
        ann = connect(number)
        assert joins(ann, tokens["ann"])
        flood = [
            connect(number, "127.0.0.1" if from_one else f"127.0.0.{n + 2}") for n in range(40)
        ]
        assert json.loads(to_the_end(flood[0]).splitlines()[-1])["reason"] == "too-many-connections"
        bob = connect(number)
        assert joins(bob, tokens["bob"])
        flood += [
            connect(number, "127.0.0.1" if from_one else f"127.0.0.{n + 2}") for n in range(40)
        ]
        for player in (ann, bob):
            assert said(player, "public?"), "who has joined is not hung up on"
        for one in (*flood, ann, bob):
            one.close()


def test_who_does_not_join_in_time_is_told_in_one_line_and_hung_up_on(tmp_path: Path) -> None:
    with port(tmp_path, "--option", "players=2", *LIMITS, "1") as (number, _):
        ann = in_time(number, "join Ann", "ok 10 8")
        silent, leaving = connect(number), in_time(number, "key secret", "key-ok")
        assert to_the_end(silent) == "error too-late\n"
        assert to_the_end(leaving) == "error too-late\n"
        # Ann came before both, and so is here for longer than they were given.
        assert said(ann, "history 1") == "history 1", "who has joined has all the time there is"
        bob = in_time(number, "join Bob", "ok 10 8")
        for one in (ann, silent, leaving, bob):
            one.close()


def closed(part: Any) -> Any:
    if isinstance(part, list):
        return [closed(one) for one in part]
    if not isinstance(part, dict):
        return part
    made = {name: closed(one) for name, one in part.items()}
    return {**made, "additionalProperties": False} if "properties" in made else made


def checked(things: list[dict[str, Any]], *open_kinds: str) -> None:
    """Everything is as the schema says, and has no field more; of ``open_kinds`` it may."""
    strict, loose = closed(schema()), schema()
    kinds: dict[str, Any] = {}
    for name, part in loose["$defs"].items():
        for kind in part["properties"].get("kind", {}).get("enum", ()):
            kinds[kind] = (name, loose if kind in open_kinds else strict)
    for kind, (name, whole) in kinds.items():
        own = copy.deepcopy(whole)
        del own["oneOf"]
        validator = jsonschema_rs.Draft202012Validator({**own, "$ref": f"#/$defs/{name}"})
        for thing in things:
            if thing["kind"] == kind:
                validator.validate(thing)
    assert {thing["kind"] for thing in things} <= set(kinds)


def test_the_published_schema_is_one() -> None:
    assert jsonschema_rs.meta.is_valid(schema())


@pytest.mark.parametrize("kind", names())
def test_a_client_plays_by_offers_alone_and_is_never_refused(tmp_path: Path, kind: str) -> None:
    read = asyncio.run(game(tmp_path / "db", kind, 1, OPTIONS.get(kind, {})))
    for seat in read:
        assert seat[-1]["kind"] == "result"
        assert [thing["number"] for thing in seat] == list(range(1, len(seat) + 1))
        marks = [thing["mark"] for thing in seat if "mark" in thing]
        assert marks, "every message has a mark"
        checked(seat)
    assert of_kind(read, "refusal") == []


def test_what_play_and_refusals_say_is_as_the_schema_says(tmp_path: Path) -> None:
    lines = ["ann: jump", "ann?", "ann: offers? 100", "ann: parts? bomb", "ann: score", "nobody"]
    found = objects(tmp_path, lines)
    checked(found, "receipt")
    assert {thing["kind"] for thing in found} >= {"game", "refusal", "menu", "offers", "parts"}


def test_a_schema_that_is_closed_finds_a_field_that_nobody_has_described() -> None:
    with pytest.raises(jsonschema_rs.ValidationError):
        checked([{"kind": "result", "result": "won", "secret": "", "more": 1}])


def test_the_example_is_short_and_needs_the_standard_library_alone() -> None:
    text = CLIENT.read_text("utf-8")
    code = [line for line in text.splitlines() if line.strip() and not line.strip().startswith("#")]
    assert len(code) <= 50
    imported = {line.split()[1] for line in text.splitlines() if line.startswith("import ")}
    assert imported == {"json", "random", "socket", "sys"}
