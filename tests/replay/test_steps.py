"""Whatever was asked for, agreed, refused and ruled in a game: its page has one board a step for
each viewer, every line is beside its board, and the page's script comes to its proof.
"""

import random
from bisect import bisect_right
from collections import Counter
from pathlib import Path

import msgspec
import pytest
from PIL import Image

import renderers
from bot.replay_page.contents import UNCOVERED, Contents, called, contents
from bot.replay_page.page import written
from bot.replaying import Replay
from engine.store import history, journal, sqlite
from engine.table import GameTable
from engine.testing.kit import Case
from tests.kit.games import registered
from tests.replay import stored, taken_back
from tests.replay.browser import Browser, Tab

SEEDS = 6
ENTRIES = 30
LOOKED_AT = 2
"""Lines of each viewer whose boards are worked out once more."""


@pytest.fixture(params=registered(), ids=lambda case: case.name)
def case(request: pytest.FixtureRequest) -> Case:
    found: Case = request.param
    return found


def wandered(folder: Path, case: Case, seed: int) -> tuple[Replay, Counter[str]]:
    with sqlite.SqliteStore(folder / f"{seed}.db") as store:
        one = taken_back.Wanderer(store, case, seed)
        one.play(ENTRIES)
        return stored.reel_of(store, "g"), one.done


def hold(reel: Replay, found: Contents, rng: random.Random) -> None:
    shown, game = found.shown, reel.game
    table = journal.replay(game, reel.setup, reel.entries)[0]
    viewers = ("*", *table.seats)
    listed = [viewer for viewer, _ in found.viewers]
    assert [one for one in listed if one != UNCOVERED] == [called(viewer) for viewer in viewers]
    assert found.first == listed[0]
    pages = {viewer: history.pages(game, reel.bulletins, viewer) for viewer in viewers}
    told = {page.entry for seen in pages.values() for page in seen}
    happened = [0, *(entry.n for entry in journal.effective(reel.entries))]
    steps = [n for n in happened if n in told]
    assert found.steps == len(steps)
    assert all(0 <= step < len(steps) for step, _ in shown.marked)
    if UNCOVERED in listed:
        uncovered(reel, found, steps)
    for viewer in viewers:
        at, boards = shown.at[viewer], shown.boards[viewer]
        assert len(at) == len(steps), viewer
        assert sorted({*at}) == [*range(len(boards))]
        assert len(shown.board_texts[viewer]) == len(boards)
        texts = [shown.texts[shown.board_texts[viewer][place]] for place in at]
        assert texts[-1] == renderers.board_text(game.name, table.view(viewer))
        wanted = {max(0, bisect_right(steps, page.entry) - 1) for page in pages[viewer]}
        assert {line[0] for line in shown.lines[viewer]} <= wanted
        standing = [page for page in pages[viewer] if page.entry in happened]
        for page in rng.sample(standing, min(LOOKED_AT, len(standing))):
            view = history.position(game, reel.setup, reel.entries, page, viewer)
            there = texts[steps.index(page.entry)]
            assert there == renderers.board_text(game.name, view), (viewer, page.entry)


def uncovered(reel: Replay, found: Contents, steps: list[int]) -> None:
    """What a seat saw of its own is there; it is made of what seats saw, and of nothing else."""
    shown, game = found.shown, reel.game
    table = GameTable.new(game, reel.setup)
    for n in history.played(table, reel.entries):
        if n in steps:
            own = {seat: table.view(seat) for seat in reel.table.seats}
            view = game.uncovered(table.view("*"), own)
            text = shown.texts[shown.board_texts[UNCOVERED][shown.at[UNCOVERED][steps.index(n)]]]
            assert text == renderers.board_text(game.name, view)
            known, hidden = msgspec.to_builtins(view), msgspec.to_builtins([*own.values()])
            for kind in ("units", "leaders"):
                every = {i: one for seen in hidden for i, one in seen.get(kind, {}).items()}
                assert known.get(kind, {}).keys() == every.keys()
    assert len(shown.at[UNCOVERED]) == len(steps)


def test_there_is_one_board_a_step_for_every_viewer(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is drawn here: how many boards there are, and of what, is all that counts."""
    monkeypatch.setattr(renderers, "image", lambda *_: Image.new("P", (8, 8)))
    done, mixed = Counter[str](), 0
    for seed in range(SEEDS):
        if mixed and done["undo"] and done["disagree"] and done["gm rollback"] + done["gm undo"]:
            break
        reel, beside = wandered(tmp_path, case, seed)
        done += beside
        hold(reel, contents(reel, "en"), random.Random(seed))
        pages, happened = history.pages(reel.game, reel.bulletins, "*"), {0}
        happened |= {entry.n for entry in journal.effective(reel.entries)}
        mixed += sum(page.entry not in happened and not page.undone for page in pages)
    assert done["undo"] > 0, done
    assert done["disagree"] > 0, done
    assert done["gm rollback"] + done["gm undo"] > 0, done
    assert mixed > 0, "no request was told on the way to an undo"


def test_the_script_of_the_page_comes_to_its_proof(
    case: Case, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(renderers, "image", lambda *_: Image.new("P", (8, 8)))
    games = (wandered(tmp_path, case, seed) for seed in range(SEEDS))
    reel = next(reel for reel, done in games if done["undo"])
    found = contents(reel, "en")
    (tmp_path / "page.html").write_bytes(written(found, "en"))

    async def look(tab: Tab) -> None:
        await tab.open(tmp_path / "page.html")
        for n in range(len(found.viewers)):
            await tab.key(str(n), str(n))
            await tab.key("Home")
            assert await tab.value("document.querySelector('#title').checkVisibility()")
            for _ in range(await tab.value("stops.length")):
                await tab.key("ArrowRight")
                assert await tab.value("document.querySelector('canvas').width") > 0
        assert await tab.value("document.body.dataset.proof") == "right"
        assert tab.problems == []

    with Browser(tmp_path / "browser") as browser:
        browser.show(look)
