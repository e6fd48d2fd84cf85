"""Recorded answers of the original program against this engine.

``python -m tests.derelict.recorded FILE.jsonl…`` (``.gz`` too) prints how far they agree, and every excused
deviation by name.
"""

import gzip
import json
import sys
from pathlib import Path

from engine.games.derelict.board import board
from engine.games.derelict.deck import Deck
from engine.games.derelict.units import BLIPS, MARKERS, Token
from tests.derelict.rebuild import Key, Rebuilt, Record, keys
from tests.derelict.report import Report, compare_choices
from tests.derelict.walk import Walk


def read(path: Path) -> list[Record]:
    """The records of a file."""
    data = path.read_bytes()
    text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8")
    return [json.loads(line) for line in text.splitlines() if line.strip()]


def check(records: list[Record]) -> Report:
    """Compare the records of one file, whichever of the three formats it has."""
    report = Report()
    games: dict[tuple[str, str, int], list[Record]] = {}
    for record in records:
        if "to" in record:
            sight(record, report)
        elif "step" in record:
            for choice in record["choices"] if record["phase"] == "deployment" else ():
                choice["action"] = {"move": "deploy"}.get(choice["action"], choice["action"])
            games.setdefault((record["ruleset"], record["board"], record["game_seed"]), []).append(record)
        else:
            state(record, report)
    for lines in games.values():
        Walk(sorted(lines, key=lambda line: line["step"]), report).walk()
    return report


def sight(record: Record, report: Report) -> None:
    """One question about sight."""
    tokens = []
    for n, token in enumerate(record["tokens"]):
        kind, value = token["type"], BLIPS.get(token["type"], 0)
        if kind not in MARKERS:
            new = Token("blip" if value else kind, token["x"], token["y"], token["rot"], "", (), value)
            tokens.append(Token(new.kind, new.x, new.y, new.rot, f"U{n}" if new.race else "", (), value))
    width = max(map(len, record["grid"]))
    deck = Deck(
        board(tuple(row.ljust(width, "#") for row in record["grid"])),
        tokens,
        "full" if record["ruleset"] == "head" else "seed",
    )
    at, to = record["marine"], (record["to"]["x"], record["to"]["y"])
    viewer = Token("marine", at["x"], at["y"], at["rot"], "M1")
    got = deck.clear(viewer.cell, to), deck.sees(viewer, to)
    if got == (record["los"], record["visible"]):
        report.agree("sight")
    else:
        report.fail("sight", f"{record['name']}: {got}, recorded {record['los'], record['visible']}")


def state(record: Record, report: Report) -> None:
    """The choices of one single state."""
    rebuilt = Rebuilt(record, record["grid"], record.get("segs"))
    rebuilt.open()
    kind = f"{record['ruleset']} states"
    assert sorted(text_of(key) for key in keys(record["choices"])) == sorted(record["keys"])
    compare_choices({**record, "phase": "main"}, rebuilt.table, kind, report)


def text_of(key: Key) -> str:
    """A choice as ``keys`` has it."""
    action, x, y, cost = key
    return f"{action}/{cost}" if x is None else f"{action}@{x},{y}/{cost}"


def main(paths: list[str]) -> int:
    """The command."""
    wrong = 0
    for path in paths:
        records = read(Path(path))
        report = check(records)
        print(f"{path}: {len(records)} records")
        print("\n".join(report.lines()))
        wrong += len(report.failures)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
