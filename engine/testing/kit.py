"""What the laws need to know of a game, and how its games are begun in tests."""

import random
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from types import MappingProxyType
from typing import Any
from unittest.mock import patch

from msgspec import Struct

from engine import commitments
from engine.game import AnyGame
from engine.plan import ClockPlan
from engine.state import PUBLIC, Event, House, Roll, Seat, Setup
from engine.table import GameTable
from engine.testing.play import Play


class Setting(Struct, frozen=True):
    """How a game is begun. ``seats`` join in this order."""

    seats: tuple[Seat, ...]
    options: dict[str, Any] = {}
    scenario: dict[str, Any] = {}
    loaded: dict[str, list[int | str]] = {}


class Golden(Struct, frozen=True):
    """A game that is written down: ``letters`` are the seconds since it was made, the seat, and
    what it writes.

    A letter of the house is an order, or None: only the time passes.
    """

    name: str
    setting: Setting
    letters: tuple[tuple[int, Seat, Any], ...]


class Kit:
    """What the laws need to know of a game."""

    orders = 400
    """Random legal play is over after so many entries."""
    size = 20_000
    """No save has more bytes."""
    golden: tuple[Golden, ...] = ()
    """Games that are written down and reviewed."""
    owner: Seat = ""
    """In pairs of worlds: the seat whose secrets differ. The others play the same orders in both.
    "": the game has no secrets, and there are no pairs.
    """
    pairs = 30
    """Pairs of worlds that are played each time; thousands are at night."""
    viewers: tuple[Seat, ...] = (PUBLIC,)
    """In pairs of worlds: who must see no difference."""
    private: tuple[type, ...] = ()
    """In pairs of worlds: anytime orders of the owner that nobody else is told of."""
    unclocked: Mapping[str, Any] = MappingProxyType({})
    """The options with which the game itself has no deadline, so that it can have a clock."""
    probes: tuple[str, ...] = ()
    """Orders that a viewer may try; what they are answered must be equal too."""
    silent = False
    """Every order brings something to light or is sealed, so that none can be taken back."""
    leaks: tuple[Callable[[], AbstractContextManager[Any]], ...] = ()
    """Planted leaks, each of which the pairs must notice."""

    def setting(self, seed: int) -> Setting:
        """Return a way to begin; all options come up over some seeds."""
        raise NotImplementedError

    def house(self, table: GameTable, rng: random.Random) -> House | None:
        """Return an order of the referee that might come in now, None for none."""
        return None

    def dice_key(self, roll: Roll) -> bytes:
        """Return K of the dice scheme for a roll, as the rules of the game say: written down once
        more.
        """
        text = f"{roll.epoch}/{roll.key}".encode()
        return len(text).to_bytes(4, "big") + text

    def pair(self, seed: int) -> tuple[Setting, Setting]:
        """Return two ways to begin that differ only in what the viewers may not know."""
        raise NotImplementedError

    def blind(self) -> AbstractContextManager[Any]:
        """Return what takes out, while pairs of worlds are played, what differs by design and tells
        nothing: of a commitment, which is a hash with a secret salt, how many leaves it has is
        left. A kit that takes out more takes this out too.
        """
        return patch.object(commitments, "root", lambda leaves: f"{len(leaves):064x}")

    def reveals(self, event: Event) -> bool:
        """Return whether worlds may differ from this event on; it is the viewer's own copy."""
        raise NotImplementedError


class Case(Struct, frozen=True):
    """One edition of one game, and its description."""

    name: str
    game: AnyGame
    kit: Kit


def begin(case: Case, setting: Setting, seed: int = 0, clock: ClockPlan | None = None) -> Play:
    """Return a game with all seats taken."""
    secret = seed.to_bytes(32, "big")
    options = setting.options if clock is None else {**setting.options, **case.kit.unclocked}
    setup = Setup(
        id=f"{case.name}-{seed}",
        secret=secret,
        options=options,
        scenario=setting.scenario,
        at=1_000,
        loaded=setting.loaded,
        clock=clock,
    )
    play = Play(case.game, setup)
    play.join(setting.seats)
    return play


def fresh(case: Case, seed: int) -> Play:
    """Return a game begun in the way of this seed."""
    return begin(case, case.kit.setting(seed), seed)
