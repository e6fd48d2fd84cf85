"""Everything that a viewer can read about a game, also if nobody asks for it in a pair.

A function that takes a ``GameView`` or a ``Replay`` makes something for a reader. ``reads`` finds
all such functions in the program, and a law wants each to be called in pairs.
"""

import ast
import random
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import CodeType
from typing import Any

import renderers
from bot import objects, queries, words
from bot.discord import contests, ways
from bot.discord import words as discord_words
from bot.discord.ids import ButtonNames
from bot.discord.pictures import Projector
from engine.game import answers
from engine.menu import Refused
from engine.referee import personal
from engine.referee.batch import Batch
from engine.referee.doors import GameView
from engine.state import PUBLIC, Seat
from renderers.reading import looking
from tests.pairs import composed
from tests.repo.tree import ROOT

PACKAGES = ("bot", "mail", "renderers", "engine/referee")
VIEWS = {"GameView", "Replay"}
UNSEEN = {"Menu", "Order", "bool", "GameView"}
"""What is returned to the program, and shown to nobody."""
LANGUAGE = "zh-TW"
MANY = 60
"""Continuations of orders that are tried at once."""


def unreached() -> set[str]:
    """Return the functions that no pair of the day reaches; fewer and fewer of them."""
    return set(Path(__file__).with_name("unreached.txt").read_text("utf-8").splitlines())


def reads() -> set[str]:
    """Return the functions that take a view of a game: ``bot/objects.py menu``."""
    found = set()
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                    taken = [one.annotation for one in (*node.args.args, *node.args.kwonlyargs)]
                    names = {part for one in taken if one for part in named_in(one)}
                    made = {*named_in(node.returns)} if node.returns else set()
                    if names & VIEWS and not made & UNSEEN:
                        found.add(f"{path.relative_to(ROOT)} {node.name}")
    return found


def named_in(annotation: ast.expr) -> Iterator[str]:
    for part in ast.walk(annotation):
        if isinstance(part, ast.Name | ast.Attribute):
            yield part.id if isinstance(part, ast.Name) else part.attr


@contextmanager
def reached() -> Iterator[set[str]]:
    """Collect the functions of the program that are called meanwhile."""
    codes, found = set[CodeType](), set[str]()
    sys.setprofile(lambda frame, event, _: codes.add(frame.f_code) if event == "call" else None)
    try:
        yield found
    finally:
        sys.setprofile(None)
        root = f"{ROOT}/"
        found |= {f"{one.co_filename.removeprefix(root)} {one.co_name}" for one in codes}


def shown(batch: Batch, game: str, viewer: Seat) -> Iterator[tuple[str, Any]]:
    """Yield all that this viewer could read now: the surface, and what is there."""
    opened = queries.opened_game(batch, game)
    seen = queries.seen_by(opened.table, viewer)
    kind, view, menu = seen.kind.name, seen.view, seen.menu
    yield (
        "view",
        [
            getattr(seen, name)
            for name in GameView.__struct_fields__
            if name not in ("kind", "menu")
        ],
    )
    for mode in ("", *renderers.modes(kind, view)):
        yield "board", renderers.scene_of(kind, view, LANGUAGE, mode)
        yield "board text", renderers.board_text(kind, view, LANGUAGE, mode)
        yield "alt text", renderers.alt_text(kind, view, LANGUAGE, mode)
    yield "menu", (objects.menu(seen, LANGUAGE), objects.view(seen), objects.offers(seen, 100))
    yield "completions", [objects.of_menu(seen, "parts? "), *completions(seen)]
    yield from composed.composed(seen)
    if kind == contests.KIND:
        setup, said = opened.table.setup, discord_words.words(LANGUAGE)
        yield "post", contests.post(said, ButtonNames("x"), seen, setup, None)
    offered = ways.Ways(seen)
    yield "suggestions", (offered.hints, menu.examples(3))
    picks = offered.picks(offered.walk(offered.beginning) or "")
    marks = {pick.word: pick.label for pick in picks}
    if renderers.are_places(kind, view, [*marks]):
        yield "numbered places", (marks, renderers.preview_of(kind, view, None, LANGUAGE, marks))
    else:
        yield "next words", picks
    rng = random.Random(seen.question)
    for choice in answers(menu)[:3]:
        order = choice.sample(rng)
        yield "preview", renderers.preview_of(kind, view, order, LANGUAGE)
    past = queries.replay(batch, game, viewer)
    for word in looking.LOOKS:
        for text in word.says:
            if (found := looking.look_of(text.split()[0])) is not None:
                with suppress(Refused):
                    yield f"look {text}", objects.looked(seen, found, batch.now, past, LANGUAGE)
    if past is not None:
        yield "history", words.told(past.pages, seen, LANGUAGE)
    if past is not None and past.pages and seen.result is None:
        yield "replay page", composed.at_once(Projector().page(0, past, LANGUAGE))
        yield "film", composed.at_once(Projector().draw(0, past, LANGUAGE))
    for who in contacts(opened, viewer):
        yield (
            "inbox",
            [(one.asks, one.answered, one.request) for one in queries.waiting(batch, who)],
        )
        yield "my data", personal.kept_about(batch, [who])
    yield "troubles", queries.troubles(batch, [game])


def contacts(opened: Any, viewer: Seat) -> list[tuple[str, str]]:
    readers = opened.addresses if viewer != PUBLIC else ()
    return [(one.door, one.sender) for one in readers if one.viewer == viewer]


def completions(seen: GameView) -> Iterator[Any]:
    """Yield what is offered while somebody types, word by word."""
    begun = [""]
    for text in begun:
        yield ways.typing(seen.menu, text, seen.question)
        yield objects.parts(seen, text)
        if len(begun) < MANY:
            begun += [f"{text} {word}".strip() for word in seen.menu.complete(f"{text} ".lstrip())]
