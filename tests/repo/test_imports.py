"""Arrows point inwards only, and rules see no clock, network, database or chance."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import engine
from tests.kit.data import beside
from tests.kit.each import each
from tests.repo.docs import BLOCK
from tests.repo.tree import PACKAGES, ROOT, Import, imports, modules, parsed, texts

DATA = beside(__file__)

# What rules may not see. A clock, a die or a file in the rules would make a replay another game.
WORLDLY = (
    *"asyncio calendar concurrent datetime multiprocessing random secrets".split(),
    *"select selectors socket sqlite3 subprocess threading time urllib uuid http".split(),
    *"os pathlib shutil signal ssl tempfile".split(),
)
# Whole programs of their own; the engine is used without them.
OUTSIDE = (
    *"PIL aiohttp aioimaplib aiosmtplib click discord email fluent imaplib".split(),
    *"prompt_toolkit rich smtplib".split(),
)
DRIVERS = ("sqlite3", "pysqlite3", "sqlite_utils", "aiosqlite", "psycopg")
# The kit with which games are tested, and what it needs: installed by who asks for it.
KIT = ("engine.testing", "renderers.testing", "meanwhile.testing", "meanwhile.zoo")
TESTERS = ("hypothesis", "pytest")
# What games are written with.
TOOLS = (
    *(
        "engine.errors",
        "engine.game",
        "engine.menu",
        "engine.guesses",
        "engine.offers",
        "engine.lenient",
        "engine.refusals",
    ),
    *("engine.rolls", "engine.slots", "engine.plaintext", "engine.play", "engine.state"),
    *(f"engine.{name}" for name in engine.__all__),
)

# What the house adds to a table: it replays like the rules, and no game knows of it.
REFEREE = (
    "engine.plan",
    "engine.rulings.agreement",
    "engine.rulings.corrections",
    "engine.rulings.rulings",
    "engine.rulings.salts",
    "engine.rulings.times",
    "engine.rulings.physical_dice",
)
# What can be recomputed when the game is over; the table uses it, and no game.
PROOFS = ("engine.commitments", "engine.dice")
# How the house's own events are read: times as people write them.
READ = (
    "engine.languages",
    "engine.messages",
    "engine.game_view",
    *REFEREE,
    "engine.rulings.calendar",
    "engine.rulings.plan_text",
)

# Pages for people who change Meanwhile itself.
INSIDE = ("referee-words", "clock-rules")

GAMES = tuple(path.parent.name for path in (ROOT / "engine" / "games").glob("*/__init__.py"))
# What the renderer of a game is made with.
SHARED = ("renderers.toolkit", "renderers.registry", "renderers.sentences", "renderers.fonts")


def is_rules(module: str) -> bool:
    """Rules: the games, and the parts of the engine that they are written with."""
    return module in (*TOOLS, *REFEREE, *PROOFS, "engine.table") or game_of(module) != ""


def game_of(module: str) -> str:
    """The game a module belongs to: `engine.games.toy.world` to `toy`; no game: an empty string."""
    parts = module.split(".")
    return (
        parts[2] if parts[:2] == ["engine", "games"] and parts[2:] not in ([], ["__init__"]) else ""
    )


def drawn_game(module: str) -> str:
    """The game whose renderer a module belongs to; no game: an empty string."""
    parts = module.split(".")
    own = parts[1] if parts[0] == "renderers" and parts[1:] else ""
    return own if own in GAMES else ""


def wrong(module: str, name: Import) -> str:
    top, game = module.split(".", maxsplit=1)[0], game_of(module)
    store = module.startswith("engine.store")
    if not store and (name.within(*DRIVERS) or name.name == "engine.store.sqlite.sqlite3"):
        return "no database is spoken to outside of the store"
    if name.within("tests"):
        return "what is shipped does not import its tests"
    if name.within(*KIT, *TESTERS) and not module.startswith(KIT):
        return "what people run does without the kit, and without what it is made of"
    if top == "engine" and name.within("bot", "mail", "renderers", *OUTSIDE):
        return "the engine knows no doors, no pictures and no mail"
    if top == "renderers" and name.within("bot", "mail"):
        return "renderers know views and nothing of doors"
    if (
        top == "renderers"
        and name.within("engine")
        and not name.within("engine.games", *TOOLS, *READ)
        and not (module.startswith(KIT) and name.within("engine.testing"))
    ):
        return "renderers import views, not the workings of the referee"
    shown = drawn_game(module)
    if name.within("renderers") and shown and not name.within(*SHARED, f"renderers.{shown}"):
        return "a game's renderer is made with the toolkit and knows no other game's"
    if name.within("engine.games") and shown and not name.within(f"engine.games.{shown}"):
        return "a game's renderer knows the views of that game alone"
    if module.startswith("renderers.toolkit") and name.within(
        "engine.games", *(f"renderers.{game}" for game in GAMES)
    ):
        return "the toolkit knows no game"
    if top == "mail" and name.within("bot"):
        return "the doors do not know each other"
    if game and name.within("engine") and not name.within(f"engine.games.{game}", *TOOLS):
        return f"a game is written with {', '.join(TOOLS)} and nothing else of the engine"
    if (
        is_rules(module)
        and not game
        and name.within("engine")
        and not name.within(*TOOLS, *REFEREE, *PROOFS)
    ):
        return "rules do not reach the outside through the tools they are written with"
    own = name.name.split(".")[0]
    if game and own not in (*sys.stdlib_module_names, "chess", "engine", "msgspec", "networkx"):
        return "rules use msgspec, the rules of chess, networkx and the standard library"
    if is_rules(module) and name.within(*WORLDLY) and name.name not in ("random", "random.Random"):
        return "rules see no clock, network, database or chance"
    return ""


def drawn(module: str, source: str) -> Iterator[int]:
    """Lines that make chance. A `Random` may be handed to rules, to sample a menu or for a
    robot; a menu's own examples are drawn with the question's number as seed.
    """
    if "random" not in source.casefold():
        return
    for node in ast.walk(parsed(source)):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == "random"
            and node.attr != "Random"
        ):
            yield node.lineno
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("random.Random", "Random"):
            seeded = module == "engine.menu" and node.args
            yield from () if seeded else (node.lineno,)


def smuggled(source: str) -> Iterator[int]:
    if not any(word in source for word in ("__import__", "import_module", "exec", "eval")):
        return
    for node in ast.walk(parsed(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in (
            "__import__",
            "import_module",
            "exec",
            "eval",
        ):
            yield node.lineno


def offences(module: str, source: str) -> list[str]:
    found = [
        f"{module}:{name.line} imports {name.name}: {why}"
        for name in imports(module, source)
        if (why := wrong(module, name))
    ]
    if is_rules(module):
        found += [f"{module}:{line} imports by name" for line in smuggled(source)]
        found += [f"{module}:{line} draws a random number" for line in drawn(module, source)]
    return found


def test_arrows_point_inwards() -> None:
    assert [
        line for module, source in modules(*PACKAGES) for line in offences(module, source)
    ] == []


def outside() -> Iterator[tuple[str, str]]:
    """Yield the sources that authors start from: examples, the template, files of pages."""
    for path, text in texts():
        if re.match(r"docs/examples/.*\.py$|bot/templates/.*\.py\.txt$", path.as_posix()):
            yield str(path), text
        elif path.suffix == ".md" and path.stem not in INSIDE:
            for block in BLOCK.finditer(text):
                if block["kind"] == "python" and block["file"]:
                    yield f"{path}: {block['file']}", block["body"]


def test_authors_import_meanwhile_alone_and_nothing_of_ours_does() -> None:
    found = dict(outside())
    assert len(found) > 20
    ours = tuple(name for name in PACKAGES if name != "meanwhile")
    beyond = [
        f"{place}: {name.name}"
        for place, source in found.items()
        for name in imports(place, source)
        if name.within(*ours)
    ]
    assert beyond == []
    inward = [module for module, source in modules(*ours) if "meanwhile" in tops_of(module, source)]
    assert inward == []


def tops_of(module: str, source: str) -> set[str]:
    return {name.name.split(".")[0] for name in imports(module, source)}


def test_one_module_of_the_app_at_most_starts_the_mail_door() -> None:
    starters = {
        module
        for module, source in modules("bot")
        for name in imports(module, source)
        if name.within("mail")
    }
    assert len(starters) <= 1, starters


@each("module, source", DATA["a_planted_arrow_is_found"])
def test_a_planted_arrow_is_found(module: str, source: str) -> None:
    assert offences(module, source) != []


@each("module, source", DATA["an_allowed_arrow_is_left_alone"])
def test_an_allowed_arrow_is_left_alone(module: str, source: str) -> None:
    assert offences(module, source) == []


def test_what_is_imported_is_declared_and_what_is_declared_is_used() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    declared = {canonicalize_name(Requirement(line).name) for line in project["dependencies"]}
    extra = project["optional-dependencies"]["testing"]
    assert {canonicalize_name(Requirement(line).name) for line in extra} == set(TESTERS)
    # The driver of a server is loaded only where the settings name one.
    extras = project["optional-dependencies"]
    declared |= {
        canonicalize_name(Requirement(line).name)
        for line in (*extras["postgres"], *extras["zoo"])
        if Requirement(line).name not in TESTERS
    }
    tops = {
        name.name.split(".")[0]
        for module, source in modules(*PACKAGES)
        for name in imports(module, source)
        if not name.within(*TESTERS)
    }
    homes = packages_distributions()
    used = set()
    for top in tops.difference(sys.stdlib_module_names, PACKAGES):
        candidates = {canonicalize_name(home) for home in homes.get(top, [top])}
        used |= candidates & declared or candidates
    # Nobody imports the rules of time zones: the standard library's zoneinfo reads
    # them where the machine has none.
    assert used | {"tzdata"} == declared
