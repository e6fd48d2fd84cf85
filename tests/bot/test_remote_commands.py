"""Remote commands of the operator are the same whether or not somebody serves the database."""

import asyncio
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import click
import pytest

from bot import arguments, sockets
from bot.cli import COMMANDS, main
from bot.cli_commands.new import make
from bot.cli_commands.remote_commands import REMOTE_COMMANDS
from bot.local.host import LocalService
from bot.local.remote import done
from bot.service.mail import mail_invite, mail_strict
from bot.service.supervisor import serve
from engine.errors import InUse, UserError
from engine.referee.accounts import SERVER_NOTES, Accounts
from engine.referee.batch import Batch
from engine.referee.new_games import game_called
from engine.state import Setup
from engine.store import counts
from engine.store.journal import encode
from engine.store.notes import Notes
from engine.store.sqlite import SqliteStore
from tests.bot.program import run
from tests.repo.tree import modules
from tests.stored import every_game

SETTINGS = {"language": "en", "address": "referee@play.example", "pattern": "", "shown": "Referee"}


@pytest.fixture(params=["alone", "served"])
def here(request: pytest.FixtureRequest) -> Callable[[Path, Callable[[], None]], None]:
    """How what is done to a database is done: alone with it, or while it is served."""

    def alone(_path: Path, act: Callable[[], None]) -> None:
        act()

    def served(path: Path, act: Callable[[], None]) -> None:
        async def all_of_it() -> None:
            stopping, service = asyncio.Event(), LocalService(path, remote_commands=REMOTE_COMMANDS)
            serving = asyncio.create_task(serve(path, [service], stopping))
            while service.server.server is None and not serving.done():
                await asyncio.sleep(0.005)
            try:
                with pytest.raises(InUse):
                    SqliteStore(path)
                await asyncio.to_thread(act)
            finally:
                stopping.set()
                await serving

        asyncio.run(all_of_it())

    return served if request.param == "served" else alone


def made() -> Setup:
    return arguments.setup(game_called("battleboard"), 0, {})


def test_a_game_is_made_and_somebody_is_invited(tmp_path: Path, here: Callable[..., None]) -> None:
    path, game = tmp_path / "a.db", made()

    def act() -> None:
        assert game.id in done(path, make, kind="battleboard", setup=encode(game).decode())[0]
        assert (
            "ann@mail.example"
            in done(path, mail_invite, game=game.id, receiver="ann@mail.example", **SETTINGS)[0]
        )
        done(path, mail_strict, game=game.id, on=True)

    here(path, act)
    with SqliteStore(path) as store:
        assert [row.id for row in every_game(store)] == [game.id]
        waiting = store.db.execute("select game, door, sender from finished").fetchall()
        assert waiting == [(game.id, "mail", "ann@mail.example")]
        assert store.notes("mail")[f"strict/{game.id}"] == "yes"
        acts = store.db.execute("select actor, action, game from audit order by id").fetchall()
        assert acts[-2:] == [("operator", "invite", game.id), ("operator", "mail strict", game.id)]


@pytest.mark.parametrize(
    ("game", "receiver", "said"),
    [
        ("nogame", "ann@mail.example", "no game"),
        ("", "ann@mail.example, eve@evil.example", "one mail address"),
    ],
)
def test_what_cannot_be_done_changes_nothing(
    tmp_path: Path, here: Callable[..., None], game: str, receiver: str, said: str
) -> None:
    path, there = tmp_path / "a.db", made()
    done(path, make, kind="battleboard", setup=encode(there).decode())

    def act() -> None:
        with pytest.raises(UserError, match=said):
            done(path, mail_invite, game=game or there.id, receiver=receiver, **SETTINGS)

    here(path, act)
    with SqliteStore(path) as store:
        assert (counts.waiting(store), counts.lost(store)) == ([], [])
        assert [name for name in store.notes("mail") if name != "key"] == []


def test_nobody_is_invited_into_a_game_without_a_free_seat(tmp_path: Path) -> None:
    run(tmp_path, "play", "battleboard", "--seats", "ann,bob", stdin="quit\n")
    path = tmp_path / "meanwhile.db"
    with SqliteStore(path) as store:
        (game,) = (row.id for row in every_game(store))
    with pytest.raises(UserError, match="no seat"):
        done(path, mail_invite, game=game, receiver="ann@mail.example", **SETTINGS)


@pytest.mark.parametrize("here", ["served"], indirect=True)
def test_a_process_of_another_version_says_so(tmp_path: Path, here: Callable[..., None]) -> None:
    def juggle(_batch: Batch) -> Iterator[str]:
        yield "done"

    def act() -> None:
        with pytest.raises(UserError, match="another version"):
            done(tmp_path / "a.db", juggle)

    here(tmp_path / "a.db", act)


def test_every_remote_command_is_known_to_who_serves_by_its_own_name() -> None:
    run_by_commands = {
        name
        for module, source in modules("bot")
        if module.startswith("bot.cli_commands.")
        for name in re.findall(
            r"(?:done|here|there)\(\s*(?:db|store|store\.path), (?:\w+\.)?(\w+)", source
        )
    }
    assert run_by_commands == set(REMOTE_COMMANDS)
    assert {name: remote_command.__name__ for name, remote_command in REMOTE_COMMANDS.items()} == {
        n: n for n in REMOTE_COMMANDS
    }


def test_every_command_is_found_where_the_table_says_and_has_that_name() -> None:
    context = click.Context(main)
    assert {name: main.get_command(context, name).name for name in COMMANDS} == {  # type: ignore[union-attr]  # a command that is not there is the failure
        name: name for name in COMMANDS
    }


def test_a_new_game_belongs_to_whom_is_named(tmp_path: Path) -> None:
    game = run(tmp_path, "new", "battleboard", "--owner", "mail/ann@mail.example").stdout.split(
        ":"
    )[0]
    with SqliteStore(tmp_path / "meanwhile.db") as store:
        assert (
            Accounts(Notes(store, SERVER_NOTES)).role(game, ("mail", "ann@mail.example")) == "owner"
        )
    wrong = run(tmp_path, "new", "battleboard", "--owner", "ann")
    assert (wrong.returncode, "DOOR/NAME" in wrong.stderr) == (2, True)


async def test_who_serves_says_so_once_its_socket_takes_connections(tmp_path: Path) -> None:
    """`meanwhile serve` waits for each service to be ready before it prints a word."""
    path = tmp_path / "meanwhile.db"
    stopping, service = asyncio.Event(), LocalService(path, remote_commands=REMOTE_COMMANDS)
    begun = asyncio.create_task(service.ready())
    await asyncio.sleep(0)
    assert not begun.done(), "nobody serves yet"
    serving = asyncio.create_task(serve(path, [service], stopping))
    await begun
    connection = sockets.connected(sockets.path_of(path))
    assert connection is not None
    connection.close()
    stopping.set()
    await serving
