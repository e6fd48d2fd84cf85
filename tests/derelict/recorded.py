"""Recorded answers of the original program against this engine.

``python -m tests.derelict.recorded FILE.jsonl…`` (``.gz`` too) prints how far they agree, and
every excused deviation by name and count. It fails on what nothing explains, on a record that
is broken, and on an excuse that is needed more often than is known of the file.
"""

import gzip
import json
import sys
from hashlib import sha256
from pathlib import Path

from msgspec.structs import replace

from engine.games.derelict.board import MARKERS, Token, board
from engine.games.derelict.view import Position
from tests.derelict import excuses, walk
from tests.derelict.rebuild import Key, Rebuilt, Record, keys, token_of
from tests.derelict.report import Report, compare_choices

KNOWN: dict[str, dict[str, int]] = {
    "1eb6689302768cfc": {},
    "502d0d90697adf17": {},
    "7b11f37d12289bb8": {f"head states: {excuses.TURNING}": 13},
    "8f6c5a814dbe3023": {
        f"head choices: {excuses.CELLS}": 12,
        f"head transitions: {excuses.CELLS}": 5,
        f"head choices: {excuses.TURNING}": 24,
        f"head transitions: {excuses.TURNING}": 9,
        f"head transitions: {excuses.MARKER}": 47,
        f"head transitions: {excuses.ALERT}": 22,
    },
}
"""How often a deviation explains something in the files kept here, by
their contents. No count may grow.
"""


def read(path: Path) -> list[Record]:
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    return [parsed(n, line) for n, line in enumerate(text.splitlines(), 1) if line.strip()]


def parsed(n: int, line: str) -> Record:
    """One line; what is no record says so under ``broken``."""
    try:
        found: Record = json.loads(line)
        found.setdefault("id", f"line {n}")
    except (ValueError, AttributeError) as error:
        return {"broken": f"line {n}: {error}"}
    return found


def digest(records: list[Record]) -> str:
    return sha256(json.dumps(records, sort_keys=True).encode()).hexdigest()[:16]


def check(records: list[Record]) -> Report:
    report = Report()
    games: dict[tuple[str, str, int], list[Record]] = {}
    for record in records:
        if "broken" in record:
            report.fail("lines", record["broken"])
        elif "to" in record:
            with report.whole("sight", record.get("id", "?")):
                sight(record, report)
        elif "step" in record:
            for choice in record["choices"] if record["phase"] == "deployment" else ():
                choice["action"] = {"move": "deploy"}.get(choice["action"], choice["action"])
            games.setdefault((record["ruleset"], record["board"], record["game_seed"]), []).append(
                record
            )
        else:
            with report.whole(f"{record.get('ruleset')} states", record.get("id", "?")):
                state(record, report)
    for lines in games.values():
        with report.whole("games", lines[0]["id"]):
            walk.Walk(sorted(lines, key=lambda line: line["step"]), report).walk()
    return report


def sight(record: Record, report: Report) -> None:
    tokens = [token_of(token) for token in record["tokens"] if token["type"] not in MARKERS]
    tokens = [
        replace(token, name=f"U{n}") if token.race else token for n, token in enumerate(tokens)
    ]
    width = max(map(len, record["grid"]))
    position = Position(
        board(tuple(row.ljust(width, "#") for row in record["grid"])),
        tokens,
        "full" if record["ruleset"] == "head" else "seed",
    )
    at, to = record["marine"], (record["to"]["x"], record["to"]["y"])
    viewer = Token(kind="marine", x=at["x"], y=at["y"], rot=at["rot"], name="M1")
    got = position.clear(viewer.cell, to), position.sees(viewer, to)
    if got == (record["los"], record["visible"]):
        report.agree("sight")
    else:
        report.fail(
            "sight", f"{record['name']}: {got}, recorded {record['los'], record['visible']}"
        )


def state(record: Record, report: Report) -> None:
    kind = f"{record['ruleset']} states"
    if excuses.crowded(record):
        report.skip(kind, excuses.CAP)
        return
    rebuilt = Rebuilt(record, record["grid"], record.get("segs"))
    rebuilt.open()
    assert sorted(text_of(key) for key in keys(record["choices"])) == sorted(record["keys"])
    compare_choices({**record, "phase": "main"}, rebuilt.table, kind, report)


def text_of(key: Key) -> str:
    """A choice as ``keys`` has it."""
    action, x, y, cost = key
    return f"{action}/{cost}" if x is None else f"{action}@{x},{y}/{cost}"


def main(paths: list[str]) -> int:
    wrong = 0
    for path in paths:
        records = read(Path(path))
        known = KNOWN.get(digest(records))
        report = check(records)
        print(f"{path}: {len(records)} records")
        print("\n".join(report.lines()))
        grown = [] if known is None else report.grown(known)
        print("".join(f"  GROWN {text}\n" for text in grown), end="")
        print(
            f"  {len(report.failures)} unexplained; {report.names.total()} excused by name; "
            + (
                f"{len(grown)} more often than known"
                if known is not None
                else "not known how often"
            )
        )
        wrong += len(report.failures) + len(grown)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
