"""The contract test of an outside game, as its author writes it."""

from engine.testing import Case, Kit, Laws, Setting
from renderers.testing import PictureLaws
from tests.outside.sticks import Nim


class NimKit(Kit):
    def setting(self, seed: int) -> Setting:
        return Setting(("ann", "bob"), {"sticks": 5 + seed % 9})


class TestNim(Laws, PictureLaws):
    case = Case("nim", Nim(), NimKit())
