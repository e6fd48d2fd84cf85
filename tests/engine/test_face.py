"""What ``import engine`` gives: the names that authors write with, each explained and tried."""

import doctest
import re
import subprocess
import sys
from types import ModuleType

import engine

BOOK = engine.__doc__ or ""


def test_what_is_exported_is_all_there_is() -> None:
    found = {
        name
        for name, thing in vars(engine).items()
        if not name.startswith("_") and not isinstance(thing, ModuleType)
    }
    assert found == set(engine.__all__)


def test_names_are_sorted_and_stand_once() -> None:
    ordered = sorted(set(engine.__all__), key=lambda name: (not name.isupper(), name))
    assert ordered == engine.__all__, "constants first, as the linter has them"


def test_every_name_has_a_line_and_no_other_has() -> None:
    listed = re.findall(r"^``(\w+)``  +\S", BOOK, re.MULTILINE)
    assert sorted(listed) == sorted(engine.__all__)


def test_every_name_is_tried_in_an_example() -> None:
    tried = "".join(example.source for example in doctest.DocTestParser().get_examples(BOOK))
    assert [name for name in engine.__all__ if not re.search(rf"\b{name}\b", tried)] == []


def test_the_examples_say_what_happens() -> None:
    found = doctest.testmod(engine)
    assert found.attempted > 30
    assert found.failed == 0


def test_authors_pay_for_no_database_no_referee_and_no_pictures() -> None:
    heavy = ("sqlite3", "asyncio", "PIL", "pytest", "engine.referee", "engine.store", "renderers")
    program = f"import sys, engine; print([name for name in {heavy!r} if name in sys.modules])"
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (told.stdout, told.stderr) == ("[]\n", "")
