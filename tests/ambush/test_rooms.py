"""The rooms of ambush: the folder reads like the rules, and arrows point one way."""

from tests.kit.each import each
from tests.repo.tree import imports, modules

GAME = "engine.games.ambush"
FLOORS = (
    ("hexes",),
    ("units", "board_file"),
    ("sight",),
    ("world", "orders"),
    ("view",),
    ("events",),
    ("damage",),
    ("windows",),
    ("routes",),
    ("moves", "weapons"),
    ("skids",),
    ("rounds",),
    ("deployment", "scenario"),
    ("judgement",),
    ("hints",),
    ("game",),
)
"""From the ground up: what stands on a floor imports from its own and from those before it."""


def climbs(sources: dict[str, str]) -> list[str]:
    """Return the imports that point up, and the modules that stand on no floor."""
    floor = {f"{GAME}.{room}": n for n, rooms in enumerate(FLOORS) for room in rooms}

    def of(module: str) -> int | None:
        return floor.get(".".join(module.split(".")[:4]))

    found = []
    for module, source in sources.items():
        own = of(module)
        if own is None:
            found.append(module)
            continue
        for line in imports(module, source):
            other = of(line.name)
            if other is not None and other > own:
                found.append(f"{module} -> {line.name}")
    return found


def test_the_rooms_of_ambush_import_in_one_direction() -> None:
    sources = dict(modules("engine"))
    own = {name: text for name, text in sources.items() if name.startswith(f"{GAME}.")}
    assert climbs({name: text for name, text in own.items() if name != f"{GAME}.__init__"}) == []


@each(
    "module, source, count",
    [
        (f"{GAME}.sight", f"from {GAME}.world import World", 1),
        (f"{GAME}.windows", f"from {GAME} import moves", 1),
        (f"{GAME}.moves", f"from {GAME}.windows import watch", 0),
        (f"{GAME}.acts", "", 1),
    ],
)
def test_a_planted_climb_is_found(module: str, source: str, count: int) -> None:
    assert len(climbs({module: source})) == count
