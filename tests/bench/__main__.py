"""``python -m tests.bench``: one table of what this machine can do, now."""

import asyncio
import statistics
import tempfile
from pathlib import Path

from tests.bench import age, line, mail, orders, pictures, stage
from tests.bench.table import Row, text

RUNS = 5
ONE, MANY = 1, 16
SHARES = {ONE: 0.6, MANY: 0.5}
SOCKET = {ONE: 1_300, MANY: 2_300}
ORDERS = {ONE: 800, MANY: 1_600}


def of_orders(folder: Path) -> list[Row]:
    """Durable orders a second through the referee."""
    found = []
    for games in (ONE, MANY):
        speed = orders.measure(folder, games, ORDERS[games] // games, RUNS)
        called = "1 game" if games == ONE else f"{games} games at once"
        note = f"{speed.batch:.1f} orders in a transaction"
        found += [
            Row(
                f"durable orders, {called}",
                speed.rate,
                "/s",
                note="five messages each, told after the commit",
            ),
            Row("  the same statements alone", speed.floor, "/s", note=note),
            Row("  share", speed.share, "", SHARES[games]),
        ]
    return found


def of_socket() -> list[Row]:
    """The same through the socket."""
    return [
        Row(
            f"orders through the socket, {games} game{'s' * (games > 1)}",
            statistics.median(asyncio.run(line.measure(games, ORDERS[games])) for _ in range(RUNS)),
            "/s",
            SOCKET[games],
            note="four programs a game, all told",
        )
        for games in (ONE, MANY)
    ]


def of_age(folder: Path) -> list[Row]:
    """A game of ten thousand orders."""
    found = age.measure(folder, RUNS)
    return [
        Row("speed at order 10,000 by that at 1,000", found.share, "", 0.95),
        Row("  bytes of the save at 1,000", found.young_bytes),
        Row("  bytes of the save at 10,000", found.old_bytes),
        Row("open a game of 10,000 orders", found.open_ms, "ms", 1, below=True),
        Row("replay 10,000 orders", found.replay_ms, "ms", 500, below=True),
    ]


def of_pictures(folder: Path) -> list[Row]:
    """The public picture."""
    found = pictures.measure(folder)
    size = "{} x {}".format(*found.size)
    return [
        Row("a picture, drawn and encoded", found.picture_ms, "ms", 8, below=True, note=size),
        Row("  a blank one, encoded", found.blank_ms, "ms"),
    ]


def main() -> None:
    """Measure everything, and print the table."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        disk = Row("fdatasync of 4 KiB", stage.disk(folder), "/s", note="in the same minute")
        rows = [disk, *of_orders(folder), *of_socket(), *of_age(folder), *of_pictures(folder)]
        rows += mail.measure(folder)
    print(text(rows))


if __name__ == "__main__":
    main()
