"""Programs written from the protocol page of 2006 alone, at `meanwhile line battleboard`.

They know what that page says and nothing of our extensions, and stop at a line that it does not
have. How the game has ended they find out as the page has it: one player is left.
"""

import asyncio
import random
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.battleboard.line import HOST, served

RESULTS = {"MISS", "NEAR_MISS", "HIT", "LOSS"}


class Unknown(Exception):
    """A line that is not on the page."""


class Old:
    """One program: ``cue`` is the message on which it moves, ``quits`` in which turn it leaves."""

    def __init__(self, port: int, name: str, seed: int, cue: str, quits: int = 0):
        self.name, self.cue, self.quits = name, cue, quits
        self.rng = random.Random(seed)
        self.connection = socket.create_connection((HOST, port), timeout=20)
        self.lines = self.connection.makefile("r", encoding="ascii", newline="\n")
        self.players: list[str] = []
        self.turns = 0
        self.heard: list[str] = []

    def say(self, line: str) -> None:
        self.connection.sendall(f"{line}\n".encode("ascii"))

    def hear(self) -> list[str]:
        line = self.lines.readline()
        assert line.endswith("\n"), "the server has hung up before the end"
        self.heard.append(line)
        return line.split()

    def join(self) -> None:
        self.say(f"join {self.name}")
        while (answer := self.hear()) == ["already-joined"]:
            self.name += "x"
            self.say(f"join {self.name}")
        assert answer[0] == "ok"
        self.width, self.height, cities, *places = map(int, answer[1:])
        assert len(places) == 2 * cities

    def play(self) -> str:
        verb, *self.players = self.hear()
        assert verb == "turn-order"
        while len(self.players) > 1:
            match self.hear():
                case ["your-move"]:
                    self.move("your-move")
                case ["move-started", player]:
                    assert player in self.players
                    if player == self.name:
                        self.move("move-started")
                case ["move-ended", _, "pass"]:
                    pass
                case ["move-ended", _, "bomb", target, x, y, result] if result in RESULTS:
                    assert (x.isdigit(), y.isdigit()) == (True, True)
                    if result == "LOSS":
                        self.players.remove(target)
                case ["withdraw", player]:
                    self.players.remove(player)
                case line:
                    raise Unknown(" ".join(line))
        return self.players[0]

    def move(self, cue: str) -> None:
        if cue != self.cue or self.name not in self.players:
            return
        self.turns += 1
        if self.turns == self.quits:
            self.say("withdraw")
        elif self.rng.random() < 0.1:
            self.say("pass")
        else:
            target = self.rng.choice([one for one in self.players if one != self.name])
            x, y = self.rng.randrange(self.width), self.rng.randrange(self.height)
            self.say(f"move {target} {x} {y}")

    def close(self) -> None:
        self.lines.close()
        self.connection.close()


@pytest.mark.parametrize(
    ("players", "names"),
    [
        ("your-move your-move", "ann bob"),
        ("move-started your-move", "ann bob"),
        ("your-move your-move/3 your-move", "ann bob cy"),
        ("your-move your-move your-move your-move", "ann ann ann ann"),
    ],
    ids=["two", "by move-started", "three, one leaves", "four, one name"],
)
async def test_a_program_from_the_page_of_2006_works_unchanged(
    path: Path, players: str, names: str
) -> None:
    async with served(path, players=len(names.split()), size="4x4") as port:

        def all_of_it() -> list[str]:
            programs = []
            for n, (player, name) in enumerate(zip(players.split(), names.split(), strict=True)):
                cue, _, quits = player.partition("/")
                programs.append(Old(port.number, name, n, cue, int(quits or 0)))
            for program in programs:
                program.join()
            with ThreadPoolExecutor(len(programs)) as pool:
                left = list(pool.map(Old.play, programs))
            for program in programs:
                program.close()
            assert len({program.name for program in programs}) == len(programs)
            return left

        left = await asyncio.to_thread(all_of_it)
        assert len(set(left)) == 1, "all agree on who has won"
