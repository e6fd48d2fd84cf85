"""Laws 10 and 14, and the words of the desk: what is held by reading sources, menus and rules."""

import ast
import random
import re
from pathlib import Path

from engine.menu import Choice
from engine.referee.commands import RESERVED
from engine.slots import slot_name
from engine.testing.kit import Case, choose, fresh
from tests.kit import data, games
from tests.kit.each import each
from tests.repo.tree import ROOT, modules

DATA = data.beside(__file__)

WHOLE = ("t", "table", "w", "world", "state")
"""Names under which a function would get more than a view."""


def wrong(source: str) -> list[str]:
    """What rules do in this module that rules may not do: law 14."""
    tree = ast.parse(source)
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    frames = {"Frame"}
    while (
        more := {
            c.name
            for c in classes
            if {ast.unparse(base).split(".")[-1] for base in c.bases} & (frames | {"Script"})
        }
        - frames
    ):
        frames |= more
    found = [
        f"line {node.lineno}: rules read .{node.attr}"
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and (
            node.attr in ("stack", "secret")
            or (node.attr == "setup" and ast.unparse(node.value) in WHOLE)
        )
    ]
    for frame in classes:
        for part in frame.body if frame.name in frames else ():
            if (
                isinstance(part, ast.AnnAssign)
                and set(re.findall(r"\w+", ast.unparse(part.annotation))) & frames
            ):
                found.append(f"line {part.lineno}: {frame.name} holds a frame")
            if isinstance(part, ast.FunctionDef) and part.name in ("menu", "show"):
                arguments = [argument.arg for argument in part.args.args]
                if arguments != (
                    ["self", "view", "seat"] if part.name == "menu" else ["self", "viewer"]
                ):
                    found.append(
                        f"line {part.lineno}: {frame.name}.{part.name} takes {', '.join(arguments)}"
                    )
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and makes_menus(node):
            args = [a.arg for a in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs)]
            free = {name.id for name in ast.walk(node) if isinstance(name, ast.Name)}
            found += [
                f"line {node.lineno}: {node.name} makes a menu and sees {x}"
                for x in WHOLE
                if x in {*args, *free}
            ]
    return found


def makes_menus(function: ast.FunctionDef) -> bool:
    calls = (node.func for node in ast.walk(function) if isinstance(node, ast.Call))
    return any(getattr(f, "attr", getattr(f, "id", "")) in ("Menu", "Choice") for f in calls)


def test_frames_read_no_other_frames_and_menus_are_made_from_views() -> None:
    places = [
        *(
            (module, source)
            for module, source in modules("engine")
            if module.startswith("engine.games.")
        ),
        *(
            (module, source)
            for module, source in modules("tests")
            if module in ("tests.kit.toys.sealed", "tests.kit.toys.patrol", "tests.kit.toys.field")
        ),
    ]
    assert len(places) > 5
    assert [f"{module}: {line}" for module, source in places for line in wrong(source)] == []


@each(
    "source",
    DATA["a_planted_offence_is_found"],
)
def test_a_planted_offence_is_found(source: str) -> None:
    assert wrong(source) != []


def verbs(case: Case) -> set[str]:
    found: set[str] = set()
    for seed in range(2):
        play, rng = fresh(case, seed), random.Random(seed)
        while not play.over and len(play.entries) < 80:
            for seat in play.table.seats:
                found |= {first_word(choice, rng) for choice in play.table.menu(seat).choices}
            play.enter(*choose(play, rng))
    return found


def first_word(choice: Choice, rng: random.Random) -> str:
    """The verb; of an order that begins with a slot, the first word of an example."""
    if slot_name(choice.parts[0]) is None:
        return choice.parts[0]
    return choice.write(choice.sample(rng)).split()[0].casefold()


@each("case", games.cases())
def test_no_game_uses_a_word_of_the_desk(case: Case) -> None:
    found = verbs(case)
    assert len(found) > 1
    assert found & RESERVED == set()


@each("name", games.names())
def test_a_registered_game_has_its_rules_its_kit_and_its_golden_games(name: str) -> None:
    for path in (
        Path("engine/games") / name / "RULES.md",
        Path("tests") / name / "kit.py",
        Path("tests") / name / "golden",
    ):
        assert (ROOT / path).exists(), f"{path} is missing"
    assert list((ROOT / "tests" / name / "golden").glob("*.txt"))
