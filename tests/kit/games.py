"""Every game that the laws are tried on: those of this project, and the toys of the kit.

A game is described to the kit by ``KIT`` in ``tests/<game>/kit.py``; one without it fails. What
others have installed beside them is theirs to test.
"""

from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.util import find_spec

from engine.games import editions
from engine.testing.kit import Case, Kit
from tests.kit.toys import kits


@cache
def names() -> list[str]:
    points = entry_points(group="meanwhile.games")
    return sorted(point.name for point in points if point.module.startswith("engine.games."))


def described(name: str) -> Kit | None:
    if find_spec(f"tests.{name}") is None or find_spec(f"tests.{name}.kit") is None:
        return None
    kit = import_module(f"tests.{name}.kit").KIT
    assert isinstance(kit, Kit), f"tests/{name}/kit.py: KIT is no Kit"
    return kit


def registered() -> list[Case]:
    """Return the newest edition of each game. Older ones have their own contract tests."""
    kits_of = {name: kit for name in names() if (kit := described(name)) is not None}
    newest = {name: max(editions(name).items()) for name in kits_of}
    return [
        Case(f"{name}-{edition}", game, kits_of[name]) for name, (edition, game) in newest.items()
    ]


def toys() -> list[Case]:
    return [
        Case("barrage", kits.Barrage(), kits.BarrageKit()),
        Case("patrol", kits.Patrol(), kits.PatrolKit()),
    ]


def cases() -> list[Case]:
    return registered() + toys()
