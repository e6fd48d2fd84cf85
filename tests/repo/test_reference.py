"""Every public name, and every hook that an author may fill in, stands in the reference."""

import re
from inspect import isfunction
from typing import Any

import engine
from bot.service.entries import DoorEntry, Tells
from bot.service.supervisor import Service
from engine.game import Frame, Game, Script
from engine.play import Table
from engine.referee.contacts import DoorNames
from engine.referee.doors import Door, Fetches, Gathers, Proves
from engine.slots import Slot
from engine.testing import Kit
from renderers.registry import HasModes, HasSentences, HasThrows, Renderer
from renderers.toolkit.grid import GridRenderer
from tests.kit.each import each
from tests.repo.reference import PAGE, page

HEADING = re.compile(r"^#{3,4} `([\w.]+)`$", re.MULTILINE)
SUBCLASSED = (
    *(Game, Frame, Slot, Table, Renderer, HasModes, HasThrows, HasSentences, GridRenderer),
    *(Door, Gathers, Proves, Fetches, DoorNames, DoorEntry, Tells, Service, Kit, Script),
)


def headings() -> list[str]:
    return HEADING.findall(PAGE.read_text(encoding="utf-8"))


def hooks(kind: type[Any]) -> list[str]:
    """Return the methods that a class itself has, each as ``Class.method``."""
    base = [name for name in dir(kind.__mro__[1]) if kind in (Gathers, Proves, Fetches, Script)]
    return [
        f"{kind.__name__}.{name}"
        for name, found in vars(kind).items()
        if isfunction(found) and not name.startswith("_") and name not in base
    ]


def test_every_public_name_has_a_heading() -> None:
    assert set(engine.__all__) - set(headings()) == set()


@each("kind", SUBCLASSED)
def test_every_hook_has_a_heading(kind: type[Any]) -> None:
    assert kind.__name__ in headings()
    assert set(hooks(kind)) - set(headings()) == set()


def test_hooks_are_found() -> None:
    assert "Game.setup" in hooks(Game)
    assert hooks(Slot) == ["Slot.read", "Slot.write", "Slot.sample", "Slot.few"]


def test_nothing_has_two_headings() -> None:
    found = headings()
    assert [name for name in set(found) if found.count(name) > 1] == []


def test_the_reference_is_current() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), (
        "write it anew: python -m tests.repo.reference --write"
    )
