"""The data of a replay page. Only the content of this struct gets into the page."""

import re
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

import renderers
from bot.replay_page.checks import Checks, NotingTable, Place, checks, for_the_log
from bot.replaying import Replay
from bot.words import words
from engine.game import Game
from engine.state import PUBLIC, Seat
from engine.store import history, journal
from engine.table import GameTable
from renderers.atlas import Atlas, Tiled, changes
from renderers.toolkit.scene import WHOLE, GameScene

HASH = re.compile(r"\b([0-9a-f]{8})[0-9a-f]{56}\b")
EVERYBODY = "*"
"""The name of the public viewer in the page."""
UNCOVERED: Seat = "+"
"""The viewer of a finished game who sees what every seat saw of its own."""

Shown = Callable[[Iterable[Any]], Iterable[Any]]
"""Passes things on, and may show how many are done."""
Board = tuple[int, int, list[int]]
"""Width and height in pixels, and the difference from the viewer's previous board."""
Line = tuple[int, int, int, int, bool]
"""A line of the log: step, number, text, line, undone.

The number is that in the public history, or 0 for private lines. The last part tells whether it was
taken back.
"""


class ShownGame(Struct, frozen=True, kw_only=True):
    """The parts of a game that are shown, by viewer. Texts are referred to by their index."""

    texts: list[str]
    boards: dict[str, list[Board]]
    board_texts: dict[str, list[int]]
    at: dict[str, list[int]]
    lines: dict[str, list[Line]]
    marked: list[tuple[int, int]]  # step and text of each line that may have a proof


class Contents(Struct, frozen=True, kw_only=True):
    title: str
    card: tuple[str, ...]  # lines of the title card
    viewers: tuple[tuple[str, str], ...]  # each with a label
    first: str  # the viewer shown first
    steps: int
    atlas: bytes
    shown: ShownGame
    checks: Checks | None  # the proof of a finished game


class Gathering:
    def __init__(self, replay: Replay, language: str, progress: Shown):
        self.progress = progress
        self.replay, self.language, self.said = replay, language, words(language)
        self.table = replay.table
        self.over = self.table.state.result is not None
        self.viewers = (PUBLIC, *self.table.seats) if self.over else (replay.viewer,)
        self.pages = {
            viewer: history.pages(replay.game, replay.bulletins, viewer) for viewer in self.viewers
        }
        if self.over and type(replay.game).uncovered is not Game.uncovered:
            self.viewers = (UNCOVERED, *self.viewers)
            self.pages[UNCOVERED] = self.pages[PUBLIC]
        self.told = {page.entry for pages in self.pages.values() for page in pages}
        # The entries that are steps of the page; boards and lines use this one list.
        self.steps = list[int]()
        self.texts, self.lines, self.thrown = (
            dict[str, int](),
            dict[Place, int](),
            dict[int, tuple[int, ...]](),
        )
        self.marked: list[tuple[int, int]] = []
        # the last scene of each viewer, with its board and text
        self.last: dict[Seat, tuple[Any, tuple[Tiled, int]]] = {}

    def text(self, text: str) -> int:
        return self.texts.setdefault(text, len(self.texts))

    def log(self, viewer: Seat) -> list[Line]:
        viewer = PUBLIC if viewer == UNCOVERED else viewer
        names = renderers.names(self.replay.game.name, self.table.view(viewer))
        found = list[Line]()
        for page in self.pages[viewer]:
            step = max(0, bisect_right(self.steps, page.entry) - 1)
            for event, number, place in zip(page.events, page.numbers, page.places, strict=True):
                if not for_the_log(event):
                    continue
                sentence = self.said.event(self.replay.game.name, event, viewer, names)
                text = self.text(HASH.sub(r"\1…", sentence))
                line = self.lines.setdefault((page.entry, place), len(self.lines))
                if line == len(self.marked):
                    self.marked.append((step, text))
                found.append((step, number, text, line, page.undone))
        return found

    def boards(self, shown: ShownGame, atlas: Atlas) -> None:
        """Play the steps, and draw each viewer's board at each, unless it hasn't changed."""
        views: dict[Seat, Any] = {}
        tiled: dict[Seat, Tiled] = {}
        table = NotingTable.new(self.replay.game, self.replay.setup)
        every = 1 + len([*journal.effective(self.replay.entries)])
        played = history.played(table, self.replay.entries)
        for n, _ in zip(played, self.progress(range(every)), strict=True):
            self.thrown[n] = table.noted
            if n not in self.told:
                continue
            self.steps.append(n)
            for viewer, view in self.views(table):
                who = called(viewer)
                if view != views.get(viewer):
                    views[viewer], before = view, tiled.get(viewer)
                    tiled[viewer], text = self.draw(atlas, view, viewer)
                    found = changes(tiled[viewer], before)
                    shown.boards[who].append((*tiled[viewer].size, found))
                    shown.board_texts[who].append(text)
                shown.at[who].append(len(shown.boards[who]) - 1)

    def views(self, table: GameTable) -> Iterator[tuple[Seat, Any]]:
        found = {viewer: table.view(viewer) for viewer in self.viewers if viewer != UNCOVERED}
        if UNCOVERED in self.viewers:
            seats = {seat: view for seat, view in found.items() if seat != PUBLIC}
            found[UNCOVERED] = self.replay.game.uncovered(found[PUBLIC], seats)
        yield from found.items()

    def draw(self, atlas: Atlas, view: Any, viewer: Seat) -> tuple[Tiled, int]:
        """Return a view's board and the index of its text; the last scene isn't drawn again."""
        name, language = self.replay.game.name, self.language
        scene = renderers.scene_of(name, view, language)
        found = next((known for old, known in self.last.values() if old == scene), None)
        if found is None:
            near = self.last.get(viewer) or self.last.get(PUBLIC)
            same = (
                known[0] for old, known in self.last.values() if pictured(old) == pictured(scene)
            )
            board = next(same, None) or atlas.add(renderers.image(name, scene), near and near[1][0])
            text = renderers.laid_out(name, scene, language, WHOLE)
            found = board, self.text(text)
        self.last[viewer] = scene, found
        return found

    def contents(self) -> Contents:
        atlas = Atlas()
        everybody = [called(viewer) for viewer in self.viewers]
        shown = ShownGame(
            texts=[],
            boards={who: [] for who in everybody},
            board_texts={who: [] for who in everybody},
            at={who: [] for who in everybody},
            lines={},
            marked=self.marked,
        )
        self.boards(shown, atlas)
        shown.lines.update({called(viewer): self.log(viewer) for viewer in self.viewers})
        shown.texts.extend(self.texts)
        seats = {chair.seat: chair.name or chair.seat for chair in self.table.state.chairs}
        names = {
            UNCOVERED: self.said.say("page-uncovered"),
            PUBLIC: self.said.say("page-everybody"),
        }
        names |= seats
        card = self.replay.card(self.language)
        return Contents(
            title=f"{card[0]} · {self.replay.setup.id} · {card[1]}",
            card=card,
            viewers=tuple((called(viewer), names[viewer]) for viewer in self.viewers),
            first=called(self.viewers[0] if self.replay.viewer == PUBLIC else self.replay.viewer),
            steps=len(self.steps),
            atlas=atlas.png(),
            shown=shown,
            checks=checks(self.replay, self.lines, self.thrown) if self.over else None,
        )


def pictured(scene: Any) -> Any:
    return scene.drawn if isinstance(scene, GameScene) else scene


def called(viewer: Seat) -> str:
    return EVERYBODY if viewer == PUBLIC else viewer


def contents(replay: Replay, language: str, shown: Shown = iter) -> Contents:
    """Return the data of the page. A finished game includes all seats' views and the proof. A
    running one includes only the news of the replay's viewer.
    """
    return Gathering(replay, language, shown).contents()
