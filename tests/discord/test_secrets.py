"""Nobody reads what only somebody else may know: not in a text, a name,
a picture, a count, or an edit.

Two games are played that differ in one thing alone, where Bob's city is. Everybody gives the
same orders. Until somebody bombs near it, all that Ann, Eve and a passer-by get must be the
same in both, byte for byte; what Bob gets must not be.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bot.discord import answer
from engine.referee import new_games
from engine.referee.clock import HandClock
from engine.state import Setup
from tests.discord.eyes import reading, trace
from tests.discord.opportunities import run
from tests.discord.server.world import User
from tests.discord.stage import Stage, staged
from tests.kit.planted import unhashed

HERE, THERE = (0, 0), (5, 5)
"""Bob's city, in the one game and in the other; nobody bombs near either."""
SPELLED = {HERE: "0 0", THERE: "5 5"}
ANN, EVE = (4, 1), (1, 4)


def fixed(city: tuple[int, int]) -> Callable[..., Setup]:
    scenario = {"boards": [[list(ANN)], [list(city)], [list(EVE)]], "order": [0, 1, 2]}
    make = new_games.setup

    def setup(game: Any, at: int, options: Any, *_: Any, **more: Any) -> Setup:
        made = make(game, 1_700_000_000, options, secret=bytes(32))
        return msgspec.structs.replace(made, id="secret", scenario=scenario)

    return setup


async def played(
    path: Path, city: tuple[int, int], rounds: int
) -> tuple[dict[str, dict[str, Any]], dict[str, str]]:
    path.mkdir(exist_ok=True)
    async with staged(path, HandClock(1_700_000_000)) as stage:
        people = {"ann": stage.user("ann"), "bob": stage.user("bob"), "eve": stage.user("eve")}
        people |= {"passer-by": stage.user("zoe")}
        ann, bob, eve, _ = people.values()
        await stage.wishes(ann, "private")
        game, options = "secret", "size=6x6 cities=1 players=3"
        await stage.people.slash(
            ann, stage.lobby, "game new", kind="battleboard", options=options, join=False
        )
        await stage.quiet()
        lobby = stage.world.messages[str(stage.door.memory.places[game].lobby)]
        for user in (ann, bob, eve):
            await stage.people.click(user, lobby, "Join")
            await stage.quiet()
        await turns(stage, ann, bob, eve, game, rounds)
        shown = {name: trace(stage.world, user) for name, user in people.items()}
        return shown, {name: reading(stage.world, user) for name, user in people.items()}


OWN: tuple[tuple[str, dict[str, Any]], ...] = (
    ("standing add", {"order": "bomb nobody 9 9"}),
    ("standing always", {"order": "bomb ann 5 5"}),
    ("standing list", {}),
    ("standing drop", {}),
    ("standing add", {"order": "b", "focused": "order"}),
    ("standing now", {"order": "nonsense"}),
    ("game mine", {}),
    ("game talk", {}),
    ("me rating", {}),
    ("time cancel", {}),
    ("mod look", {"seat": "eve"}),
    ("mod audit", {}),
)
"""What Bob asks for himself; none of it is anybody else's business. He
manages the server, and may not look.
"""


async def turns(stage: Stage, ann: User, bob: User, eve: User, game: str, rounds: int) -> None:
    thread, people = stage.thread(game), stage.people
    orders = ((ann, "bomb eve 3 1"), (bob, "bomb ann 1 1"), (eve, "pass"), (ann, "bomb bob 3 2"))
    for user, order in orders[:rounds]:
        said = await people.slash(user, thread, "order", text=order)
        assert "Accepted" in said.text, said.text
        await stage.quiet()
        for name in ("game board", "game history", "game status", "menu"):
            await people.slash(bob, thread, name)
        await people.slash(bob, stage.lobby, "game list")
        for name, values in OWN:
            await people.slash(bob, thread, name, **values)
        said = await people.click(bob, stage.card(game), "Orders")
        while "Back" in said.shown.buttons:
            said = await people.click(bob, said.shown, "Back")
        await people.pick(bob, said.shown, "withdraw")
        await people.slash(bob, thread, "order", text="bomb nobody 9 9")
        await people.slash(bob, thread, "order", focused="text", text="bomb ")
        await people.slash(eve, thread, "game board")
        await people.slash(ann, thread, "game history")
        await stage.quiet()
    await people.slash(bob, thread, "say", to="*", words="hello all")
    await people.slash(bob, thread, "say", to="ann", words="hello ann")
    await stage.quiet()


def both(
    path: Path, monkeypatch: pytest.MonkeyPatch, rounds: int
) -> list[tuple[dict[str, dict[str, Any]], dict[str, str]]]:
    found = []
    for name, city in (("here", HERE), ("there", THERE)):
        with monkeypatch.context() as patch:
            patch.setattr(new_games, "setup", fixed(city))
            with unhashed():
                found.append(run(played(path / name, city, rounds)))
    return found


def test_nobody_else_sees_where_bobs_city_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (here, said_here), (there, said_there) = both(tmp_path, monkeypatch, 4)
    for name in ("ann", "eve", "passer-by"):
        assert here[name] == there[name]
        assert SPELLED[HERE] not in said_here[name]
        assert SPELLED[THERE] not in said_there[name]
    assert here["bob"] != there["bob"]
    assert SPELLED[HERE] in said_here["bob"]
    assert SPELLED[THERE] in said_there["bob"]
    # The comparison has eyes: it has read boards, edits, direct messages and private answers.
    assert {"lobby", "direct", "BattleBoard secret"} <= set(here["ann"])
    assert any(one["files"] for one in here["passer-by"]["BattleBoard secret"])


def leak_publicly(patch: pytest.MonkeyPatch) -> None:
    async def acknowledge(interaction: Any, *, update: bool = False) -> bool:
        await interaction.response.defer(ephemeral=False, thinking=True)
        return True

    patch.setattr(answer, "acknowledge", acknowledge)


def test_a_planted_answer_to_everybody_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    leak_publicly(monkeypatch)
    (here, _), (there, _) = both(tmp_path, monkeypatch, 1)
    assert here["passer-by"] != there["passer-by"]
