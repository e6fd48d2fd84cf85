"""What the line server does with connections: which break, come back, talk at
once, do not read, or make noise.
"""

import asyncio
import socket
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from bot.line import battles, server
from engine.referee.commands import talk
from engine.store.sqlite import SqliteStore
from tests.battleboard.line import Port, Program, served


async def test_BB_25_many_take_over_at_once_and_one_has_the_seat(two: Port) -> None:
    _, bob = await two.playing("Ann", "Bob", Ann="s")
    those = [await two.connect() for _ in range(8)]
    await asyncio.gather(*(one.send("resume Ann s") for one in those))
    while len(two.battles.visits) > 2:
        await asyncio.sleep(0)
    await bob.asks("say Ann hello", "said Bob hello")
    heard = [await everything(one, until="said Bob hello") for one in those]
    assert [lines for lines in heard if len(lines) > 1] == [["resumed 4", "said Bob hello"]]
    assert all(lines in ([], ["resumed 4"]) for lines in heard if len(lines) < 2)


async def everything(program: Program, until: str) -> list[str]:
    found: list[str] = []
    while found[-1:] != [until] and (line := await program.hear()) is not None:
        found.append(line)
    return found


async def test_one_name_is_taken_once_by_all_who_want_it_at_once(three: Port) -> None:
    rivals = [await three.connect() for _ in range(10)]
    await asyncio.gather(*(rival.send("join Ann") for rival in rivals))
    answers = sorted([str(await rival.hear()) for rival in rivals])
    assert answers == ["already-joined"] * 9 + ["ok 10 8 1 0 0"]


async def test_a_history_is_a_copy_of_exactly_what_was_sent_before_it(path: Path) -> None:
    """BB-24, whatever happens in the game while it is asked for."""
    async with served(path, cities=80) as port:
        ann, bob = await port.playing("Ann", "Bob")
        assert sum(await asyncio.gather(follow(ann, "Bob", 60), follow(bob, "Ann", 60))) >= 120


async def follow(me: Program, rival: str, turns: int) -> int:
    told, copy = list(me.heard), list[str]()
    right = ended = 0
    if told[-1] == "your-move":
        await me.send(f"move {rival} 0 0")
    while ended < turns or right < turns:
        line = await me.hear()
        assert line is not None
        words = line.split(" ", 2)
        if line == "history end":
            assert copy == told
            right += 1
        elif words[0] == "history":
            copy = [*copy, words[2]] if len(words) == 3 else []
        else:
            told.append(line)
            if line.startswith("move-ended"):
                ended += 1
                await me.send(*["history"] * (ended <= turns))
            if line == "your-move" and ended < turns:
                await me.send(f"move {rival} {ended % 10} 0")
    return right


async def test_a_line_of_a_megabyte_is_dropped_and_the_connection_stays(two: Port) -> None:
    ann = await two.connect()
    await ann.send_bytes(b"join " + b"A" * (1 << 20) + b"\n")
    await ann.send_bytes(b"join \xff\xfe\njoin \xed\xa0\x80\njoin Ann\n")
    await ann.hears("error too-long", "error bad-utf8", "error bad-utf8", "ok 10 8 1 0 1")


async def test_a_program_that_does_not_read_is_cut_off(
    two: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "UNREAD", 1 << 14)
    monkeypatch.setattr(talk, "LIMITS", ((10_000, 3_600),))
    ann, bob = await two.playing("Ann", "Bob")
    narrow(two, bob)
    bob.stop_reading()
    while len(two.battles.visits) == 2:
        await ann.send("say * " + "x" * 500)
        assert await ann.hear() in ("said Ann " + "x" * 500, "withdraw Bob")


def narrow(port: Port, program: Program) -> None:
    program.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    for one in port.battles.visits:
        one.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4096)


async def test_too_many_connections_are_turned_away(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "Limits", partial(server.Limits, most=2))
    async with served(path) as port:
        ann, bob = await port.playing("Ann", "Bob")
        late = await port.connect()
        await late.hears("error too-many-connections")
        await late.is_hung_up()
        await port.unheard(bob)
        await ann.hears("withdraw Bob")
        await (await port.connect()).hears_nothing_else()


async def test_what_the_disk_does_not_take_has_not_happened_and_can_be_sent_again(
    three: Port, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, bob, _ = await three.playing("Ann", "Bob", "Cy", Cy="s")
    back = await three.connect()
    with monkeypatch.context() as full:
        full.setattr(SqliteStore, "write", full_disk)
        for line in ("pass", "withdraw", "move Bob 0 0"):
            await ann.asks(line, "error not-stored")
        await back.asks("resume Cy s", "error not-stored")
        places = [visit.place for visit in three.battles.visits.values()]
        (sender,) = [place.sender for place in places if place and place.viewer == "Bob"]
        bob.hang_up()
        while sender not in three.battles.waiting:
            await asyncio.sleep(0)
    await ann.asks("pass", "move-ended Ann pass", "move-started Bob")
    three.clock.advance(battles.AGAIN)
    await ann.hears("withdraw Bob", "move-ended Bob pass", "move-started Cy")
    again = await three.connect()
    await again.asks("resume Cy s", "resumed 9")
    await again.asks("pass", "move-ended Cy pass", "move-started Ann")


def full_disk(*_: object) -> None:
    raise sqlite3.OperationalError("database or disk is full")


async def test_the_next_game_begins_when_one_is_full(path: Path) -> None:
    async with served(path, games=2) as port:
        first = await port.playing("Ann", "Bob", Ann="s")
        late = await port.connect()
        await late.asks("join Big Cy", "error bad-name")
        second = await port.playing("Ann", "Bob", Ann="t")
        await late.asks("join Cy", "error game-started")
        await first[0].asks("pass", "move-ended Ann pass", "move-started Bob")
        await second[0].hears_nothing_else()
        await late.asks("resume Ann t", "resumed 4")
        await second[0].is_hung_up()
        await first[0].hears_nothing_else()
