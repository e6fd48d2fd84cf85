"""The names that packages from outside use; nothing else is promised to them.

``meanwhile``          to write a game: ``Game``, ``Frame``, ``Menu``, ``Order``, ``Event``, ...
                       (``python -m pydoc engine`` explains and tries each).
``meanwhile.board``    to draw a game.
``meanwhile.doors``    to reach players through a channel of your own.
``meanwhile.testing``  to test games and doors, and to train robots.
``meanwhile.zoo``      to let programs play through PettingZoo.

``python -m meanwhile`` is the command ``meanwhile``.
"""

import engine
from engine import *  # noqa: F403
from engine.slots import Miss, Reader

__all__ = ["Miss", "Reader"]
__all__ += engine.__all__
