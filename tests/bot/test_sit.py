"""`meanwhile sit`: a seat at a terminal, in a game that others play as well. The
form is that of docs/line-protocol.md.
"""

import os
import signal
import stat
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot import sockets
from engine.errors import UserError
from engine.store.sqlite import SqliteStore
from tests.bot import program
from tests.bot.program import Program, of_kind, run
from tests.bot.test_people import at_a_terminal, cities

SERVE = (
    "import asyncio, sys; from pathlib import Path; from bot.local.host import LocalService; "
    "from bot.cli_commands.remote_commands import REMOTE_COMMANDS; "
    "from bot.cli_commands.serve import until_told; db = Path('meanwhile.db'); "
    "asyncio.run(until_told(db, [LocalService(db, remote_commands=REMOTE_COMMANDS)], ''))"
)
"""`meanwhile serve` with no door but the socket."""


@contextmanager
def served(folder: Path, code: str = SERVE) -> Iterator[Program]:
    process = Program(folder, "-c", code)
    # A socket that is bound and does not listen yet is there, and refuses.
    while (there := sockets.connected(sockets.path_of(folder / "meanwhile.db"))) is None:
        assert process.poll() is None
        time.sleep(0.02)
    there.close()
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        assert process.wait(60) == 0


class Guest(program.Running):
    def __init__(self, folder: Path, *arguments: str):
        self.process = Program(
            folder,
            *(program.MEANWHILE, "sit", *arguments, "--json"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def told(self, event: str) -> dict[str, Any]:
        return next(thing for thing in self.read() if thing.get("event") == event)


def made(folder: Path, *arguments: str) -> str:
    return str(program.objects(folder, [], *arguments)[0]["id"])


def test_while_nobody_serves_it_has_the_database_itself(tmp_path: Path) -> None:
    game = made(tmp_path)
    done = run(tmp_path, "sit", game, "--seat", "ann", stdin="bomb bob d6\nhistory\nquit\n")
    assert (done.returncode, done.stderr) == (0, "")
    assert "You bombed bob at 3 5: miss." in done.stdout
    assert f"To go on with this game: meanwhile sit {game} --seat ann" in done.stdout
    assert not sockets.path_of(tmp_path / "meanwhile.db").exists()


def test_two_terminals_play_one_game_whoever_serves(tmp_path: Path) -> None:
    """The first has the database; when it leaves, the second has it."""
    game = made(tmp_path)
    with Guest(tmp_path, game, "--seat", "ann") as ann:
        ann.until("game")
        with Guest(tmp_path, game, "--seat", "BOB") as bob:
            bob.until("game")
            assert ann.answer("ann: bomb bob d6")["order"] == "bomb bob 3 5"
            assert bob.told("Bombed")["text"] == "ann bombed bob at 3 5: miss."
            assert ann.end() == 0
            assert bob.until("refusal")["reason"] == "broken"
            bob.until("game")
            assert bob.answer("bob: pass")["order"] == "pass"
            assert bob.end() == 0
    assert "bob passed." in run(tmp_path, "history", game).stdout


def test_a_seat_reads_no_more_than_its_own(tmp_path: Path) -> None:
    """BB-8: nobody else is told where the cities of a seat lie."""
    game = made(tmp_path)
    with served(tmp_path), Guest(tmp_path, game, "--seat", "ann") as ann:
        assert ann.until("game")["seats"] == ["ann", "bob"]
        for line in ("bob?", "bob: pass"):
            ann.say(line)
            assert ann.until("refusal")["reason"] == "no-such-seat"
        ann.say("ann?")
        data = ann.until("view")["data"]
        text = msgspec.json.encode(data).decode()
        assert "[0,1]" in text
        assert "[2,2]" not in text
        assert "[9,7]" not in text
        ann.say("public?")
        assert "[0,1]" not in msgspec.json.encode(ann.until("view")["data"]).decode()


def test_a_shared_screen_shows_nobody_what_is_not_for_all(tmp_path: Path) -> None:
    game = made(tmp_path)
    with served(tmp_path):
        text = run(
            *(tmp_path, "sit", game, "--seat", "ann", "--seat", "bob"),
            stdin="bomb bob d6\npass\nboard\n",
        ).stdout
        assert cities(text) == 0
        assert "Your board has" not in text
        own = run(tmp_path, "sit", game, "--seat", "bob", stdin="view\n").stdout
    assert cities(own) >= 2


def test_a_free_seat_is_taken_once_and_taken_up_again(tmp_path: Path) -> None:
    game = made(tmp_path, "play", "battleboard", "--seats", "ann,bob", "--option", "order=join")
    with served(tmp_path):
        refused = run(tmp_path, "sit", game, "--seat", "carl")
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "The game has already begun." in refused.stderr
        assert run(tmp_path, "sit", "nosuch").returncode == 2
        first, again = (
            program.objects(tmp_path, [], "sit", game, "--seat", "ann") for _ in range(2)
        )
    assert of_kind(first, "game")[0]["seats"] == ["ann", "bob"]
    # What was shown once is not shown again.
    assert of_kind(again, "message") == []


def test_a_robot_goes_on_and_keeps_its_secrets(tmp_path: Path) -> None:
    """BB-8: nobody else is told where the cities of a seat lie, and a
    robot is nobody's at this terminal.
    """
    game = made(tmp_path, *program.TWO, "--robot", "bob")
    with served(tmp_path), Guest(tmp_path, game, "--seat", "ann") as ann:
        assert ann.until("game")["robots"] == ["bob"]
        ann.say("bob?")
        assert ann.until("refusal")["reason"] == "no-such-seat"
        assert ann.answer("ann: pass")["order"] == "pass"
        assert ann.told("Bombed")["data"]["by"] == "bob"


def made_new(folder: Path, *options: str) -> str:
    done = run(folder, "new", *options)
    assert done.returncode == 0, done.stderr
    listed = run(folder, "games").stdout.splitlines()
    (game,) = (line.split()[0] for line in listed if "waits for" in line)
    return game


def test_a_robot_that_is_given_a_seat_plays_where_the_game_is_served(tmp_path: Path) -> None:
    """Everybody reads that it is a robot."""
    game = made_new(tmp_path, "battleboard", "--option", "players=2", "--option", "order=join")
    with served(tmp_path), Guest(tmp_path, game, "--seat", "ann") as ann:
        ann.until("game")
        done = run(tmp_path, "gm", game, "robot bob level 2")
        assert done.returncode == 0, done.stderr
        while (joined := ann.told("Joined")["data"])["seat"] != "bob":
            pass
        assert joined["name"] == "bob (robot)"
        assert ann.answer("ann: pass")["order"] == "pass"
        assert ann.told("Bombed")["data"]["by"] == "bob"


def test_a_program_is_shown_as_one_and_gets_its_menu_when_it_is_asked(tmp_path: Path) -> None:
    game = made_new(tmp_path, "battleboard", "--option", "players=2", "--option", "order=join")
    with served(tmp_path), Guest(tmp_path, game, "--seat", "ann") as ann:
        ann.until("game")
        with Guest(tmp_path, game, "--seat", "bob") as bob:
            # What is told and what is asked come by two ways, either of them first.
            joined, asked = "", False
            while not joined or not asked:
                thing = next(ann.read())
                if thing["kind"] == "menu":
                    asked |= thing["asked"]
                if thing.get("event") == "Joined" and thing["data"]["seat"] == "bob":
                    joined = thing["data"]["name"]
            assert joined == "bob (program)"
            bob.until("game")
            assert ann.answer("ann: pass")["order"] == "pass"
            menu = bob.until("menu")
            assert (menu["seat"], menu["asked"]) == ("bob", True)
            assert bob.answer("bob: pass")["order"] == "pass"
            assert ann.until("menu")["asked"]


def test_a_person_at_a_terminal_is_not_marked(tmp_path: Path) -> None:
    game = made_new(tmp_path, "battleboard", "--option", "players=2")
    done = run(tmp_path, "sit", game, "--seat", "ann", stdin="quit\n")
    assert done.returncode == 0, done.stderr
    assert "(program)" not in run(tmp_path, "history", game).stdout


def test_a_program_takes_one_seat_of_a_game_with_others(tmp_path: Path) -> None:
    """Nobody runs a program beside a seat of their own; all the seats are nobody else's."""
    game = made_new(tmp_path, "battleboard", "--option", "players=3")
    two = ("sit", game, "--seat", "ann", "--seat", "bob", "--json")
    refused = run(tmp_path, *two)
    assert refused.returncode != 0
    assert "A program takes one seat of a game with others." in refused.stderr
    assert "ann" not in run(tmp_path, "history", game).stdout
    assert run(tmp_path, *two, "--seat", "carl").returncode == 0


def test_a_robot_that_was_asked_while_nobody_served_answers_when_somebody_does(
    tmp_path: Path,
) -> None:
    game = made_new(tmp_path, "battleboard", "--option", "players=2", "--option", "order=join")
    assert run(tmp_path, "gm", game, "robot bob").returncode == 0
    with served(tmp_path), Guest(tmp_path, game, "--seat", "ann") as ann:
        assert ann.told("Bombed")["data"]["by"] == "bob"


def test_a_robot_takes_no_seat_that_somebody_has(tmp_path: Path) -> None:
    game = made(tmp_path, *program.TWO)
    done = run(tmp_path, "gm", game, "robot bob")
    assert done.returncode != 0
    assert "Traceback" not in done.stderr


def test_a_private_game_is_open_to_who_has_the_database(tmp_path: Path) -> None:
    """docs/line-protocol.md: whoever may open that file is the operator of the
    games. Once seated he is a player.
    """
    game = made_new(tmp_path, "battleboard", "--option", "private=yes", "--option", "players=2")
    with (
        served(tmp_path),
        Guest(tmp_path, game, "--name", "ann") as ann,
        Guest(tmp_path, game, "--name", "bob") as bob,
    ):
        ann.until("game")
        bob.until("game")
        assert set(ann.told("TurnOrder")["data"]["seats"]) == {"ann", "bob"}
        ann.say("ann: gm look bob")
        assert ann.until("refusal")["reason"] == "not-moderator"


def test_who_takes_a_seat_over_relieves_who_sat_there(tmp_path: Path) -> None:
    game = made(tmp_path)
    with served(tmp_path), Guest(tmp_path, game, "--seat", "ann") as first:
        first.until("game")
        with Guest(tmp_path, game, "--seat", "ann") as second:
            second.until("game")
            assert first.until("refusal")["reason"] == "relieved"
            assert first.process.wait(30) == 0
            assert second.answer("ann: pass")["order"] == "pass"


def test_who_sits_waits_for_the_referee_to_come_back(tmp_path: Path) -> None:
    """The database is free in between, and what was typed then is not lost."""
    game = made(tmp_path)
    with served(tmp_path):
        ann = Guest(tmp_path, game, "--seat", "ann")
        ann.until("game")
        assert ann.answer("ann: pass")["kind"] == "receipt"
    with ann:
        assert ann.until("refusal")["reason"] == "broken"
        ann.say("ann: say * I am still here")
        time.sleep(0.7)
        assert ann.process.poll() is None
        SqliteStore(tmp_path / "meanwhile.db").close()
        with served(tmp_path):
            assert ann.until("game")["resumed"] is True
            assert ann.until("receipt")["did"] == "say"
            assert ann.end() == 0


def test_the_commands_that_look_work_while_a_game_is_served(tmp_path: Path) -> None:
    game = made(tmp_path)
    with served(tmp_path):
        assert f"{game}  battleboard" in run(tmp_path, "games").stdout
        assert "ann to move" in run(tmp_path, "show", game).stdout
        assert "ann has joined" in run(tmp_path, "history", game).stdout
        assert "bomb {target} {square}" in run(tmp_path, "menu", game, "ann").stdout
        assert run(tmp_path, "export", game).returncode == 0
    with SqliteStore(tmp_path / "meanwhile.db") as store:
        acts = [row[0] for row in store.db.execute("select action from audit order by id")]
    assert acts == ["menu of a seat", "export of a running game"]


def test_a_long_path_has_its_socket_elsewhere(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A socket's path has at most 108 bytes with Linux, 104 with others (unix(7))."""
    with tempfile.TemporaryDirectory() as short:
        monkeypatch.setattr("tempfile.tempdir", short)
        folder = tmp_path / ("long" * 30)
        folder.mkdir()
        path = sockets.path_of(folder / "games.db")
        assert len(os.fsencode(path)) < 104
        assert path != sockets.path_of(folder / "other.db")
        with sockets.listening(path):
            assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
            connection = sockets.connected(path)
            assert connection is not None
            connection.close()
        path.parent.chmod(0o755)
        with pytest.raises(UserError, match="not a folder of yours alone"):
            sockets.listening(path)


def test_what_is_no_socket_is_left_alone(tmp_path: Path) -> None:
    path = sockets.path_of(tmp_path / "games.db")
    path.write_text("diary")
    with pytest.raises(UserError, match="in the way"):
        sockets.listening(path)
    assert path.read_text() == "diary"


def test_a_program_may_open_the_socket_itself(tmp_path: Path) -> None:
    """As docs/line-protocol.md has it."""
    game = made(tmp_path)
    with served(tmp_path):
        connection = sockets.connected(sockets.path_of(tmp_path / "meanwhile.db"))
        assert connection is not None
        with connection:
            connection.sendall(
                f'{{"do":"sit","game":"{game}","seats":["ann"]}}\nann: pass\n'.encode()
            )
            connection.shutdown(1)
            found = [program.unnumbered(line) for line in connection.makefile("rb")]
    assert [found[0]["kind"], found[1]["kind"], found[-1]["kind"]] == ["welcome", "game", "end"]
    assert [thing["order"] for thing in of_kind(found, "receipt")] == ["pass"]


def test_a_request_that_is_none_gets_a_sentence(tmp_path: Path) -> None:
    made(tmp_path)
    lines = (b"hello", b"{}", b'{"do":"dance"}', b'{"do":"sit"}', b"\xff", b"x" * (1 << 21))
    with served(tmp_path):
        for line in lines:
            connection = sockets.connected(sockets.path_of(tmp_path / "meanwhile.db"))
            assert connection is not None
            with connection:
                connection.sendall(line + b"\n")
                connection.shutdown(1)
                answer = msgspec.json.decode(connection.makefile("rb").readline())
            assert answer["kind"] == "problem"
            assert "cannot be read" in answer["text"]


def test_a_terminal_has_the_same_screens(tmp_path: Path) -> None:
    game = made(tmp_path)
    with (
        served(tmp_path),
        at_a_terminal(tmp_path, "sit", game, "--seat", "ann", "--seat", "bob") as person,
    ):
        assert cities(person.read("ann>")) == 0
        person.type("bomb bob \t")
        person.plays("0", "\x15view bob", "For bob only.", "")
        assert cities(person.read("to hide this.")) == 2
        person.type("\r")
        person.type("pass\r")
        person.plays("bob>", "quit", "To go on with this game: meanwhile sit")
        assert person.process.wait(30) == 0


def test_a_fault_of_who_serves_is_said_and_ends_nothing_else(tmp_path: Path) -> None:
    game = made(tmp_path)
    fault = "import bot.play.people as people; people.TerminalPeople.introduce = None; "
    with served(tmp_path, fault + SERVE):
        done = run(tmp_path, "sit", game, "--seat", "ann")
        assert done.returncode == 2
        assert "broke the connection several times" in done.stderr
        assert "Traceback" not in done.stderr + done.stdout
        with Guest(tmp_path, game, "--seat", "ann") as ann:
            ann.until("game")


def test_a_person_is_told_that_the_referee_has_stopped_and_may_leave(tmp_path: Path) -> None:
    game = made(tmp_path)
    with (
        served(tmp_path) as process,
        at_a_terminal(tmp_path, "sit", game, "--seat", "ann") as person,
    ):
        person.read("ann>")
        process.send_signal(signal.SIGTERM)
        person.read("The referee has stopped.")
        assert person.leave() == 0
