"""``python -m tests.fuzz.dearest NAME... --seconds N``: looks for the inputs that cost most.

Kept inputs are changed (pieces repeated, nested, swapped, taken from each other); of each length,
by powers of two, those that cost most stay. Printed are the dearest input of each target and, with
``--keep``, written to its corpus.
"""

import argparse
import random
import re
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from tests.fuzz import cost
from tests.fuzz.targets import CORPUS, KITS, TARGETS, seeds
from tests.mail import nasty

KEPT = 4
"""Inputs that stay of each length."""
PIECE = re.compile(rb"\w+|\s+|.", re.DOTALL)
UNITS = (
    b" ",
    b"\n",
    b"a",
    b"9",
    b".",
    b"=",
    b"[",
    b"(",
    b'"',
    b"\\",
    b"<b>",
    b"&",
    b">",
    b"\xe2\x9c\x93",
    b"?=",
)
"""What is repeated beside pieces of inputs."""

Pool = dict[int, list[tuple[float, bytes]]]


def begun(name: str) -> Iterator[bytes]:
    for file in seeds(name):
        yield file.read_bytes()
    if name in ("letter", "said", "press"):
        for position in nasty.POSITIONS:
            head = f"#{position}\n" + "mw~o~g12~~\n" * (name == "press")
            for _, text in nasty.messages(position):
                yield (head + text).encode()[: TARGETS[name].longest]
    if name == "scenario":
        yield from (f"#{kind} {suffix}\n".encode() for kind in KITS for suffix in ("toml", "board"))


def changed(data: bytes, other: bytes, longest: int, rng: random.Random) -> bytes:
    """Return an input made of one or two others."""
    for _ in range(rng.choice((1, 1, 2, 3))):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice((1, 2, 4, 8, 16, 64, 256, 4096)))
        piece = data[start:end]
        if rng.random() < 0.3:
            words = PIECE.findall(data[:4096])
            piece = rng.choice(words) if words else b"a"
        if rng.random() < 0.2:
            piece = rng.choice(UNITS)
        times = rng.choice((1, 2, 3, 10, 100, 1_000, longest // max(1, len(piece))))
        match rng.randrange(6):
            case 0 | 1:
                data = data[:start] + piece * times + data[start:]
            case 2:
                data = data[:start] + data[end:]
            case 3:
                cut = rng.randrange(len(other) + 1)
                data = data[:start] + other[cut : cut + rng.choice((8, 64, longest))] + data[end:]
            case 4:
                closing = bytes.translate(piece, bytes.maketrans(b"[({<", b"])}>"))
                data = data[:start] + piece * times + data[start:end] + closing * times + data[end:]
            case 5:
                data = data.replace(piece, rng.choice(UNITS)) if piece else data
        data = data[:longest]
    return data


def dearest(name: str, seconds: float, rng: random.Random) -> Pool:
    """Return what was found in so many seconds of CPU, the dearest of each length first."""
    pool: Pool = {}
    longest, end, tried = TARGETS[name].longest, time.process_time() + seconds, 0
    waiting = list(begun(name))
    while waiting or time.process_time() < end:
        if waiting:
            data = waiting.pop()
        else:
            both = [
                max(rng.sample(rows, min(2, len(rows))))
                for rows in rng.choices([*pool.values()], k=2)
            ]
            data = changed(both[0][1], both[1][1], longest, rng)
        rows = pool.setdefault(len(data).bit_length(), [])
        once = cost.seconds(name, data)
        tried += 1
        if any(data == one for _, one in rows) or (len(rows) == KEPT and once <= rows[-1][0]):
            continue
        rows.append((min(once, cost.seconds(name, data)), data))
        rows.sort(reverse=True)
        del rows[KEPT:]
    print(f"{name}: {tried:,} inputs")
    return pool


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.dearest", description=__doc__)
    parser.add_argument("targets", nargs="+", metavar="NAME", choices=[*TARGETS, "all"])
    parser.add_argument("--seconds", type=float, default=60.0, help="of CPU, for each target")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=int, default=0, help="so many to the corpus of the target")
    asked = parser.parse_args()
    over = False
    for name in TARGETS if "all" in asked.targets else asked.targets:
        pool = dearest(name, asked.seconds, random.Random(asked.seed))
        found = sorted((row for rows in pool.values() for row in rows), reverse=True)
        for took, data in found[:3]:
            held = cost.memory(name, data)
            over = over or took > cost.GOAL or held > cost.MEMORY
            print(
                f"  {took * 1e3:6.1f} ms {cost.calls(name, data):9,} calls {held >> 20:3} MB"
                f" {len(data):7,} bytes {data[:60]!r}",
                flush=True,
            )
        for number, (_, data) in enumerate(found[: asked.keep], 1):
            Path(CORPUS, name, f"dear-{number}").write_bytes(data)
    return int(over)


if __name__ == "__main__":
    sys.exit(main())
