"""Every game that the laws are tried on: the registered ones, and the toys.

A registered game is described to the kit by ``KIT`` in
``tests/<game>/kit.py``; one without it fails.
"""

from importlib import import_module
from importlib.util import find_spec

from msgspec import Struct

from engine.game import AnyGame
from engine.games import editions, names
from engine.plan import ClockPlan
from engine.state import Setup
from tests.kit.described import Kit, Setting
from tests.kit.play import Play
from tests.kit.toys import kits


class Case(Struct, frozen=True):
    """One edition of one game, and its description."""

    name: str
    game: AnyGame
    kit: Kit


def described(name: str) -> Kit | None:
    """The description of a registered game, if there is one."""
    if find_spec(f"tests.{name}") is None or find_spec(f"tests.{name}.kit") is None:
        return None
    kit = import_module(f"tests.{name}.kit").KIT
    assert isinstance(kit, Kit), f"tests/{name}/kit.py: KIT is no Kit"
    return kit


def registered() -> list[Case]:
    """Every edition of every registered game; one that is not described fails a test of its own."""
    kits_of = {name: kit for name in names() if (kit := described(name)) is not None}
    return [
        Case(f"{name}-{edition}", game, kit)
        for name, kit in kits_of.items()
        for edition, game in editions(name).items()
    ]


def toys() -> list[Case]:
    """The games of the kit itself."""
    return [
        Case("barrage", kits.Barrage(), kits.BarrageKit()),
        Case("patrol", kits.Patrol(), kits.PatrolKit()),
    ]


def cases() -> list[Case]:
    """All of them."""
    return registered() + toys()


def begin(case: Case, setting: Setting, seed: int = 0, clock: ClockPlan | None = None) -> Play:
    """A game with all seats taken."""
    secret = seed.to_bytes(32, "big")
    options = setting.options if clock is None else {**setting.options, **case.kit.unclocked}
    setup = Setup(
        f"{case.name}-{seed}", secret, options, setting.scenario, 1_000, setting.loaded, clock=clock
    )
    play = Play(case.game, setup)
    play.join(setting.seats)
    return play


def fresh(case: Case, seed: int) -> Play:
    """A game begun in the way of this seed."""
    return begin(case, case.kit.setting(seed), seed)
