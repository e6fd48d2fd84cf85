"""The floor: the fastest server that this machine allows for what `meanwhile line` must do beside
its rules. ``python floor_server.py --games=N --db=PATH``

asyncio, SQLite with a write-ahead log and ``synchronous=full``, three rows an order, four
sockets a game, everybody told after the commit; what has come in one round of the loop is one
transaction. It speaks as much of BattleBoard's protocol as the measuring programs read, and
knows no rules.

THIS FILE IS FIXED FOR EVER. The speed of the house is given as a share of it: whoever makes the
house lighter must see the share rise, and figures of different years must be comparable. It
imports nothing but Python's own modules, so that nothing of ours can change it.
"""

import asyncio
import sqlite3
import sys

SEATS = (b"ann", b"bob", b"cy", b"di")
RECEIPT, TOLD, PAYLOAD, HASH, STATE = b"r" * 130, b"t" * 123, b"p" * 500, b"h" * 32, b"s" * 1900
"""As many bytes as these have in an order of BattleBoard with five readers."""
TABLES = """
pragma journal_mode=wal;
pragma synchronous=full;
create table inbox (door text, id text, digest blob, receipt blob, primary key (door, id))
    without rowid;
create table entry (game text, n int, entry blob, hash blob, told blob, payload blob,
    primary key (game, n)) without rowid;
create table game (id text primary key, n int, state blob) without rowid;
"""


class Game:
    def __init__(self, id: str) -> None:
        self.id, self.n = id, 0
        self.players: list[Player] = []


class House:
    def __init__(self, path: str) -> None:
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.executescript(TABLES)
        self.games: list[Game] = []
        self.orders: list[tuple[Game, int, bytes]] = []

    def join(self, player: "Player") -> None:
        if not self.games or len(self.games[-1].players) == len(SEATS):
            self.games.append(Game(f"g{len(self.games)}"))
            self.db.execute("insert into game values (?, 0, ?)", (self.games[-1].id, STATE))
        player.game = game = self.games[-1]
        player.seat = len(game.players)
        game.players.append(player)
        if len(game.players) == len(SEATS):
            tell(game, b"turn-order %s\nmove-started %s\n" % (b" ".join(SEATS), SEATS[0]), 0)

    def order(self, game: Game, seat: int, line: bytes) -> None:
        if not self.orders:
            asyncio.get_running_loop().call_soon(self.write)
        self.orders.append((game, seat, line))

    def write(self) -> None:
        orders, self.orders = self.orders, []
        self.db.execute("begin immediate")
        self.db.executemany(
            "insert into inbox values ('line', ?, ?, ?)",
            [(f"{game.id}/{game.n + 1}", HASH[:16], RECEIPT) for game, _, _ in orders],
        )
        self.db.executemany(
            "insert into entry values (?, ?, ?, ?, ?, ?)",
            [(game.id, game.n + 1, line, HASH, TOLD, PAYLOAD) for game, _, line in orders],
        )
        self.db.executemany(
            "update game set n = ?, state = ? where id = ?",
            [(game.n + 1, STATE, game.id) for game, _, _ in orders],
        )
        self.db.execute("commit")
        for game, seat, line in orders:
            game.n += 1
            then = (seat + 1) % len(SEATS)
            said = b"move-ended %s bomb %s MISS\nmove-started %s\n"
            tell(game, said % (SEATS[seat], line[5:], SEATS[then]), then)


def tell(game: Game, lines: bytes, mover: int) -> None:
    for seat, player in enumerate(game.players):
        player.transport.write(lines + b"your-move\n" if seat == mover else lines)


class Player(asyncio.Protocol):
    transport: asyncio.Transport
    game: Game
    seat: int

    def __init__(self, house: House) -> None:
        self.house, self.rest = house, b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        *lines, self.rest = (self.rest + data).split(b"\n")
        for line in lines:
            if line.startswith(b"join"):
                self.house.join(self)
            else:
                self.house.order(self.game, self.seat, line)


async def main(path: str) -> None:
    house = House(path)
    server = await asyncio.get_running_loop().create_server(lambda: Player(house), "127.0.0.1", 0)
    print(f"listening on 127.0.0.1:{server.sockets[0].getsockname()[1]}, game", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main(next(said[5:] for said in sys.argv if said.startswith("--db="))))
