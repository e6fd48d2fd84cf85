"""``python -m tests.crash --kills 500 --served 100 --minutes 30``: kill again and again, and count.

``--kills`` ends a process that plays as fast as it can; ``--served`` ends `meanwhile serve` with
Discord and mail under load (the test's Discord, the sandbox's mail servers). No more than so many
``--minutes`` go into the second. ``--points`` ends a process once at every point of the life of an
order of each kind: at these doors (``line``, ``discord``, ``mail``, and ``postgres``: the line with
that store), or all. Ends with 1 if anything was lost, or came twice without its mark.
"""

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from tests.crash import doors, orders, test_kill
from tests.mail import posts, test_both_doors


def play(folder: Path, kills: int) -> list[str]:
    ledger, found = test_kill.kill(folder, kills, check=25)
    print(
        f"{kills} kills, {ledger.ready} of them under load: {len(ledger.messages)} messages,"
        f" {len(ledger.receipts)} receipts, {len(ledger.lines())} messages",
        flush=True,
    )
    return found


def serve(folder: Path, kills: int, minutes: float) -> list[str]:
    test_both_doors.PAUSE = 0.5
    post = posts.Embedded(posts.Certificate(folder))
    try:
        done = asyncio.run(
            test_both_doors.killed_again_and_again(
                post, folder, games=3, rounds=kills, most=100_000, seconds=60 * minutes
            )
        )
    finally:
        post.stop()
    print(f"served: {dict(done)}", flush=True)
    return [f"{done['discord']} twice in Discord"] if done["discord"] else []


def points(folder: Path, which: list[str]) -> list[str]:
    found = []
    for name in which:
        (folder / name).mkdir()
        found += asyncio.run(doors.every_kind(name, folder / name, lambda moments: moments, show))
    return found


def show(tried: orders.Tried) -> None:
    print(tried, flush=True)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.crash")
    parser.add_argument("--kills", type=int, default=0)
    parser.add_argument("--served", type=int, default=0)
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--points", nargs="*", choices=doors.DOORS, metavar="DOOR")
    asked = parser.parse_args()
    found = []
    with tempfile.TemporaryDirectory() as folder:
        if asked.kills:
            found += play(Path(folder), asked.kills)
        if asked.served:
            found += serve(Path(folder), asked.served, asked.minutes)
        if asked.points is not None:
            found += points(Path(folder), asked.points or list(doors.DOORS))
    print("\n".join(found) or "nothing lost, nothing twice but by its mark")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
