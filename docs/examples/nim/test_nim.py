"""Nim keeps the laws of all games."""

from nim import Nim

from meanwhile.testing import Case, Kit, Laws, PictureLaws, Setting


class NimKit(Kit):
    def setting(self, seed: int) -> Setting:
        return Setting(("ann", "bob"), {"sticks": 5 + seed % 9})


class TestNim(Laws, PictureLaws):
    case = Case("nim", Nim(), NimKit())
