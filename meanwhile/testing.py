"""The laws of games and doors, for their tests: ``pip install meanwhile[testing]``."""

import engine.testing
from engine.testing import *  # noqa: F403
from renderers.testing import PictureLaws

__all__ = ["PictureLaws"]
__all__ += engine.testing.__all__
