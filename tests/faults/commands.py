"""Commands on a disk that fails: ``python -m tests.faults.commands FOLDER STEP``, under the library
of ``disk.c``. Every STEPth operation of a kind fails while a command runs.

It prints, as JSON, how many runs there were, and what does not hold: a command that ends well has
done what it does on a disk that is whole, or says what is lost, else it says what is wrong and what
helps, in a sentence; afterwards the database is as it was.
"""

import logging
import os
import shutil
import sys
from pathlib import Path

import msgspec
from click.testing import Result

from engine.store import record, sqlite
from tests.faults.disk import TROUBLES, Disk, Trouble
from tests.faults.lives import HELPS, Found
from tests.kit.data import beside
from tests.records.test_all import call, club
from tests.referee.checks import faults
from tests.stored import every_game

DATA = beside(__file__)

COMMANDS = DATA["commands"]


def exported(db: Path) -> dict[str, bytes]:
    with sqlite.SqliteStore(db) as store:
        assert faults(store) == []
        return {row.id: record.write(record.export(store, row)) for row in every_game(store)}


def made(folder: Path) -> dict[str, bytes]:
    out = folder / "out"
    if out.is_dir():
        return {file.name: file.read_bytes() for file in out.glob("*.json")}
    if not out.exists():
        return {}
    data = out.read_bytes()
    return exported(out) if data.startswith(b"SQLite") else {"": data}


class Run:
    def __init__(self, root: Path, disk: Disk, trouble: Trouble | None, n: int, name: str):
        self.folder = root / "life"
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir()
        shutil.copy(root / "club.db", self.folder / "db")
        os.chdir(self.folder)
        disk.mend()
        if trouble is not None:
            disk.fail(trouble, n)
        db = "out" if name == "import" else "db"
        self.result: Result = call(*COMMANDS[name], "--db", db)
        self.seen = {one.kind: disk.seen(one.kind) for one in TROUBLES}
        self.failed = disk.mend()
        self.made = made(self.folder) if self.result.exit_code == 0 else {}
        self.games = self.before = exported(self.folder / "db")

    def wrong(self, plain: "Run") -> list[str]:
        said, error = self.result.output, self.result.exception
        found = []
        if error is not None and not isinstance(error, SystemExit):
            found.append(repr(error))
        if "fault of the program" in said or "Traceback" in said:
            found.append(said)
        if self.result.exit_code == 0:
            if self.made != plain.made and "are lost" not in said:
                found.append(f"it made something else: {said}")
        elif not any(word in said for word in HELPS):
            found.append(f"nothing helps: {said}")
        if self.games not in (plain.games, plain.before):
            found.append("the database is another one")
        return found


def ran(root: Path, every: int) -> Found:
    found, disk = Found(), Disk(root / "life")
    club(root)
    (root / "life").mkdir()
    assert call("export", "g1", "-o", root / "one", "--db", root / "club.db").exit_code == 0
    before = exported(root / "club.db")
    for name in COMMANDS:
        plain = Run(root, disk, None, 0, name)
        plain.before = before
        assert plain.result.exit_code == 0, plain.result.output
        for trouble in TROUBLES:
            for n in range(1, plain.seen[trouble.kind] + 1, every):
                one = Run(root, disk, trouble, n, name)
                found.lives += 1
                found.failed += one.failed
                found.refused += one.result.exit_code != 0
                place = f"{name}: {trouble.name}, {n} of {plain.seen[trouble.kind]}"
                found.wrong += [f"{place}: {line}" for line in one.wrong(plain)]
    return found


def main(root: str, every: str) -> None:
    logging.disable(logging.CRITICAL)
    found = ran(Path(root), int(every))
    sys.stdout.write(msgspec.json.encode(found).decode())


if __name__ == "__main__":
    main(*sys.argv[1:])
