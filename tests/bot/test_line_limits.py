"""Connections that say nothing keep nobody out of a line port."""

import json
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.bot.program import MEANWHILE, Program

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


def test_too_many_of_one_address_are_told_so(tmp_path: Path) -> None:
    with port(tmp_path, "--option", "players=2", *LIMITS, "600") as (number, _):
        waiting = [connect(number) for _ in range(6)]
        other = connect(number, "127.0.0.9")
        seventh = connect(number)
        assert to_the_end(waiting[0]) == "error too-many-connections\n"
        assert said(other, "join Ann").startswith("ok 10 8"), "another address is not concerned"
        assert said(seventh, "join Bob").startswith("ok 10 8")
        for one in (*waiting, other, seventh):
            one.close()
