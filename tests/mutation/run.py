"""One room: its mutants made by mutmut in a copy of the tree, tried one at a time, counted."""

import contextlib
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from msgspec import Struct

from tests.mutation.rooms import Room, Spared

ROOT = Path(__file__).parents[2]
SEED = 24
"""Of the sample, with the room's name."""
KILLED = {1, 3}
"""Exit codes of pytest: a test failed, or could not even run."""
ENDLESS = {-24, 24, 36, 152, 255}
"""Exit codes of a mutant that was stopped because it ran far longer than the program does."""
# A server would be one that all mutants share.
SETTINGS = """[mutmut]
source_paths=
{modules}
also_copy=
{folders}
pytest_add_cli_args_test_selection=
{tests}
pytest_add_cli_args=
    -p
    no:cacheprovider
    -k
    not postgres
do_not_mutate_patterns=
    ^\\s*log\\.
    ^\\s*raise (AssertionError|IndexError|RuntimeError|TypeError)\\(
timeout_constant=2.0
timeout_multiplier=4.0
use_git_change_detection=false
"""
NAME = re.compile(r"x(?:ǁ(?P<class>\w+)ǁ|_)(?P<function>\w+)__mutmut_(?P<number>\d+)$")


class Mutant(Struct, frozen=True, kw_only=True):
    module: str
    where: str
    was: str
    became: str
    code: int | None

    def spared(self, room: Room) -> Spared | None:
        """Return what the room says of this mutant; None: nothing."""
        said = (one for one in room.spared if (one.where, one.was) == (self.where, self.was))
        return next((one for one in said if self.became in one.became), None)

    def text(self) -> str:
        return f"{self.module} {self.where}\n    - {self.was}\n    + {self.became}"


class Outcome(Struct, frozen=True, kw_only=True):
    """What became of a room's mutants; ``made``: how many there are, tried or not."""

    name: str
    room: Room
    made: int
    mutants: list[Mutant]
    seconds: float

    def living(self) -> Iterator[tuple[Mutant, Spared | None]]:
        for mutant in self.mutants:
            if mutant.code not in KILLED | ENDLESS:
                yield mutant, mutant.spared(self.room)

    @property
    def percent(self) -> float:
        equal = sum(spared is not None and spared.equal for _, spared in self.living())
        counted = len(self.mutants) - equal
        killed = len(self.mutants) - sum(1 for _ in self.living())
        return 100.0 * killed / counted if counted else 100.0

    def text(self) -> str:
        living = list(self.living())
        endless = sum(mutant.code in ENDLESS for mutant in self.mutants)
        equal = [pair for pair in living if pair[1] is not None and pair[1].equal]
        lines = [
            f"{self.name}: {len(self.mutants)} of {self.made} mutants tried, "
            f"{len(self.mutants) - len(living)} killed ({endless} of them endless), "
            f"{len(living) - len(equal)} survived, {len(equal)} equivalent: "
            f"{self.percent:.1f} % killed, {self.seconds:.0f} CPU seconds"
        ]
        for mutant, spared in living:
            if spared is None or not spared.equal:
                lines.append(f"  survived: {mutant.text()}")
                if spared is not None:
                    lines.append(f"    {spared.why}")
        lines += [f"  no such mutant any more: {one.where}: {one.was}" for one in self.idle()]
        return "\n".join(lines)

    def idle(self) -> list[Spared]:
        met = [mutant.spared(self.room) for mutant in self.mutants]
        return [one for one in self.room.spared if one not in met and len(met) == self.made]


def run(name: str, room: Room, sample: int, only: str) -> Outcome:
    begun = spent()
    with tempfile.TemporaryDirectory(prefix="mutants-") as folder:
        copy_to(tree := Path(folder, "tree"), room)
        with contextlib.chdir(tree):
            made = list(names(room))
            chosen = [one for one in made if re.search(only, function_of(one))]
            if sample and sample < len(chosen):
                chosen = sorted(random.Random(f"{SEED}/{name}").sample(chosen, sample))
            said = call_mutmut(tree, chosen)
            mutants = list(results(room, set(chosen)))
            if left := sum(mutant.code is None for mutant in mutants):
                sys.exit("\n".join([f"mutmut left out {left} of {len(chosen)}:", *said]))
    return Outcome(name=name, room=room, made=len(made), mutants=mutants, seconds=spent() - begun)


def spent() -> float:
    """Return the CPU seconds that the processes started here have used."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def copy_to(tree: Path, room: Room) -> None:
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    files = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True).stdout.decode()
    for path in filter(None, files.split("\0")):
        if (ROOT / path).is_file():
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / path, tree / path)
    (tree / "mutants").mkdir()
    folders = sorted(entry.name for entry in tree.iterdir() if entry.name != "mutants")
    (tree / "setup.cfg").write_text(
        SETTINGS.format(
            modules=indented(room.modules), folders=indented(folders), tests=indented(room.tests)
        ),
        "utf-8",
    )


def indented(words: list[str]) -> str:
    return "\n".join(f"    {word}" for word in words)


def names(room: Room) -> Iterator[str]:
    from mutmut.mutation.file_mutation import mutate_file_contents
    from mutmut.utils.format_utils import get_mutant_name

    for module in room.modules:
        made = mutate_file_contents(module, Path(module).read_text("utf-8"))
        for name in made.mutant_names:
            yield get_mutant_name(Path(module), name)


def function_of(name: str) -> str:
    """Return the function that a mutant changes, with its class: ``Menu.parse``."""
    found = NAME.search(name)
    assert found is not None, name
    return ".".join(filter(None, (found["class"], found["function"])))


def call_mutmut(tree: Path, chosen: list[str]) -> list[str]:
    """Let mutmut try these mutants; return what it said. Stop the program if the tests fail without
    any.
    """
    ours = {**os.environ, "PYTHONPATH": str(tree / "mutants"), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [str(Path(sys.executable).with_name("mutmut")), "run", "--max-children", "1", *chosen]
    done = subprocess.run(
        ["nice", *command], cwd=tree, env=ours, capture_output=True, text=True, check=False
    )
    said = [line for line in f"{done.stdout}\n{done.stderr}".splitlines() if line[:1] < "⠋"]
    if "Running mutation testing" not in done.stdout:
        sys.exit("\n".join(["mutmut could not begin:", *said]))
    return said


def results(room: Room, chosen: set[str]) -> Iterator[Mutant]:
    from mutmut.mutation.diff_apply import get_diff_for_mutant

    for module in room.modules:
        meta = json.loads(Path("mutants", f"{module}.meta").read_text("utf-8"))
        for name, code in meta["exit_code_by_key"].items():
            if name not in chosen:
                continue
            lines = get_diff_for_mutant(name, path=module).splitlines()[2:]
            was, became = (
                " ".join(line[1:].strip() for line in lines if line.startswith(sign))
                for sign in "-+"
            )
            yield Mutant(module=module, where=function_of(name), was=was, became=became, code=code)
