"""Views of ambush: of the worked example of the rules (3.8), of the scenarios, of random games."""

import random
import tomllib
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files
from typing import Any

import msgspec

import engine.games.ambush
import renderers
from engine.games.ambush import EDITIONS, world
from engine.games.ambush.view import View
from engine.state import PUBLIC, Setup
from engine.testing.kit import Play, choose
from renderers import ambush
from renderers.ambush.board import HexScene
from tests.ambush.scenarios import HERE, Case, Run

GAME = EDITIONS[-1]
FOLDER = files(engine.games.ambush)
VIEWERS = (PUBLIC, "A", "B")
NAMES = (
    *("example 4 *", "example 5 B", "sealed A"),
    *("raid deploy", "raid movement", "raid weapons", "raid over"),
)
"""Situations that differ most from each other."""
SECRETIVE = 8
"""The seed of a raid in which somebody keeps an allowance for hiding."""


@lru_cache(maxsize=2)
def said(language: str) -> renderers.Sentences:
    sentences = renderers.Sentences(language)
    sentences.read(FOLDER / "locale" / f"{language}.ftl")
    return sentences


def scene(view: View, look: str = "", language: str = "en") -> HexScene:
    return ambush.board(view, said(language).say, look)


def picture(view: View, look: str = "", language: str = "en") -> bytes:
    return ambush.png(scene(view, look, language))


def board(view: View, look: str = "", language: str = "en") -> str:
    return ambush.text(scene(view, look, language), language)


def example(lines: int, window: str = "0", unit: tuple[dict[str, Any], ...] = ()) -> Run:
    """The worked example after so many of its orders; ``unit``: units that are otherwise."""
    cases = tomllib.loads((HERE / "cases" / "example.toml").read_text("utf-8"))["case"]
    case = msgspec.convert(next(case for case in cases if case["id"] == "T59d"), Case)
    case.options, case.unit = {"window": window}, list(unit)
    run = Run(case)
    for line in [line for line in case.play if not line.startswith("=")][:lines]:
        run.line(line)
        if window != "0" and line.startswith(("A: move", "B: avoid", "B: continue")):
            run.line("tick")
    return run


def sealed() -> Run:
    """The worked example while B1's avoiding move waits in its window: A
    has an opportunity, B has none.
    """
    run = example(4, "10m")
    run.line("B: avoid yes B1 run F F F F")
    return run


def seated(name: str, scenario: dict[str, Any], **options: Any) -> Play:
    given = {"window": "0"} | options
    play = Play(GAME, Setup(id=name, secret=bytes(32), options=given, scenario=scenario, at=1_000))
    play.join(("A", "B"))
    return play


def scenario(name: str, seed: int = 4) -> Play:
    text = (FOLDER / "scenarios" / f"{name}.toml").read_text("utf-8")
    return seated(f"{name}-{seed}", tomllib.loads(text))


def played(play: Play, seed: int, most: int) -> Iterator[Play]:
    rng = random.Random(seed)
    for _ in range(most):
        if play.over:
            return
        play.enter(*choose(play, rng))
        yield play


@lru_cache(maxsize=1)
def showcase() -> dict[str, View]:
    views: dict[str, View] = {}
    for lines in (3, 4, 5, 6, 7):
        views |= {
            f"example {lines} {viewer}": example(lines).table.view(viewer) for viewer in VIEWERS
        }
    window = sealed()
    views |= {f"sealed {viewer}": window.table.view(viewer) for viewer in VIEWERS}
    window.world.rules = msgspec.structs.replace(window.world.rules, window=world.LOCAL)
    views |= {f"local {viewer}": window.table.view(viewer) for viewer in VIEWERS}
    for seed in (4, SECRETIVE):
        for play in played(scenario("raid"), seed, 400):
            view = play.table.view("B")
            views.setdefault(f"raid {view.phase}", view)
    return views
