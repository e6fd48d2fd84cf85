"""The test kit for games and doors, shipped with the engine: ``pip install meanwhile[testing]``.

A game's contract test is a subclass of ``Laws`` (``engine.testing.laws`` has an example), a door's
of ``DoorLaws`` (``engine.testing.doors``). The kit plays without store and pictures. Laws for
sentences and pictures are in ``renderers.testing``.
"""

import pytest

pytest.register_assert_rewrite(
    *(f"engine.testing.{name}" for name in ("doors", "holds", "kit", "laws", "pairs")),
    "renderers.testing",
)

# These imports come after the registration, because assertions are rewritten at the first import.
from engine.testing.doors import DoorLaws  # noqa: E402
from engine.testing.kit import Case, Golden, Kit, Play, Setting, asked, begin, choose, fresh  # noqa: E402  # noqa: E402
from engine.testing.laws import Laws, ManyLaws  # noqa: E402
from engine.testing.self_play import SelfPlay  # noqa: E402

__all__ = [
    "Case",
    "DoorLaws",
    "Golden",
    "Kit",
    "Laws",
    "ManyLaws",
    "Play",
    "SelfPlay",
    "Setting",
    "asked",
    "begin",
    "choose",
    "fresh",
]
