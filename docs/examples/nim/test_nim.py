"""Nim keeps the laws of all games."""

from nim import Nim

from engine.testing import Case, Kit, Laws, Setting
from renderers.testing import PictureLaws


class NimKit(Kit):
    def setting(self, seed: int) -> Setting:
        return Setting(("ann", "bob"), {"sticks": 5 + seed % 9})


class TestNim(Laws, PictureLaws):
    case = Case("nim", Nim(), NimKit())
