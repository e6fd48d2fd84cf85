"""Dice chess described to the kit. It has no secrets: everybody sees everything."""

import random

import chess

from engine.games.dicechess.orders import Abort
from engine.state import Event, House, Roll
from engine.table import Table
from tests.kit.described import Kit, Setting

FENS = (
    chess.STARTING_FEN,
    "r3k2r/1P4p1/8/3pP3/8/8/6p1/R3K2R w KQkq d6 0 1",
    "4kb2/p7/8/8/7K/8/P7/3R2N1 w - - 0 1",
    "rnbqk2r/pppp1ppp/5n2/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 0 1",
    "8/8/8/8/7k/4r3/2q5/5QK1 w - - 0 1",
    "4k3/8/8/8/8/8/p7/K7 w - - 0 1",
)
OPTIONS = {
    "counter_check": ("free", "die"),
    "king_only": ("three", "one"),
    "en_passant": ("next_move", "next_turn"),
    "no_move": ("forfeit", "draw"),
    "castling_dice": ("king", "both", "either"),
    "deadline": ("none", "90s", "3d"),
    "grace": ("none", "15m"),
}


class DiceChessKit(Kit):
    """No pairs of worlds: there is nothing in which they could differ."""

    orders, size = 1_500, 12_000
    probes = ("Nf3", "e9", "--", "a8", "resign now", "draw", "accept", "")

    def setting(self, seed: int) -> Setting:
        """Any position, any options. ``on_time=moderator`` has tests of its own: there the game waits for the house."""
        rng = random.Random(seed)
        seats = rng.choice((("white", "black"), ("black", "white")))
        scenario = {"fen": rng.choice(FENS), "quiet": rng.choice((0, 0, 90))}
        return Setting(seats, {name: rng.choice(values) for name, values in OPTIONS.items()}, scenario)

    def house(self, table: Table, rng: random.Random) -> House | None:
        """The table is closed, now and then."""
        return Abort() if rng.random() < 0.1 else None

    def dice_key(self, roll: Roll) -> bytes:
        """K is the number of the roll (section 5.5)."""
        return int(roll.key.split("/")[1]).to_bytes(8, "big")

    def reveals(self, event: Event) -> bool:
        """Nothing is hidden, so nothing is revealed."""
        return False


KIT = DiceChessKit()
