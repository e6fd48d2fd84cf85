"""The games of which pairs are played: each by the description that the kit has of it."""

from engine.games import editions
from engine.testing.kit import Case
from tests.ambush import dark
from tests.kit.games import described, names


def case_of(name: str) -> Case:
    kit = described(name)
    assert kit is not None, f"tests/{name}/kit.py is missing"
    found = editions(name)
    return Case(name, found[max(found)], kit)


CASES = {name: case_of(name) for name in names()}
CASES["ambush-blind"] = Case("ambush", CASES["ambush"].game, dark.KIT)
