"""Dice chess described to the kit. Its only secret is how the dice will fall."""

import random
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import chess
import msgspec

from engine.game import Frame
from engine.games.dicechess.orders import Abort, GoOn
from engine.games.dicechess.view import Moved, Rolled, Stalled
from engine.state import PUBLIC, Ask, Event, House, Roll, Seat
from engine.table import GameTable
from engine.testing.kit import Kit, Setting
from tests.kit.data import goldens
from tests.kit.planted import planted

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


def coming(table: GameTable) -> str:
    return "".join(map(str, table.state.loaded.get("turn/2", [])))


@planted(GameTable, "view")
def dice_in_the_view(real: Any, self: GameTable, viewer: Seat) -> Any:
    seen = real(self, viewer)
    return msgspec.structs.replace(seen, quiet=seen.quiet + coming(self).count("P"))


@planted(GameTable, "menu")
def dice_in_the_menu(real: Any, self: GameTable, seat: Seat) -> Any:
    made = real(self, seat)
    made.why = f"{made.why}{coming(self)[:1]}"
    return made


@planted(GameTable, "open")
def dice_in_the_time(real: Any, self: GameTable, top: Frame, ask: Ask) -> None:
    real(self, top, ask)
    self.state.due = self.state.now + 60 + coming(self).count("N")


@planted(GameTable, "tell")
def dice_told(real: Any, self: GameTable, event: Event | None, /, **copies: Event | None) -> None:
    real(self, event, **copies)
    if isinstance(event, Moved):
        real(self, Stalled(event.seat, coming(self)))


class DiceChessKit(Kit):
    orders, size, pairs = 1_500, 12_000, 15
    unclocked: Mapping[str, Any] = MappingProxyType({"deadline": "none"})
    owner, viewers = "black", ("white", "black", PUBLIC)
    probes = ("Nf3", "e9", "--", "a8", "resign now", "draw", "accept", "")
    leaks = (dice_in_the_view, dice_in_the_menu, dice_in_the_time, dice_told)
    golden = goldens(__file__, GoOn)

    def setting(self, seed: int) -> Setting:
        """Any position, any options. ``on_time=moderator`` has tests of its own:
        there the game waits for the house.
        """
        rng = random.Random(seed)
        seats = rng.choice((("white", "black"), ("black", "white")))
        scenario = {"fen": rng.choice(FENS), "quiet": rng.choice((0, 0, 90))}
        return Setting(
            seats, {name: rng.choice(values) for name, values in OPTIONS.items()}, scenario
        )

    def house(self, table: GameTable, rng: random.Random) -> House | None:
        return Abort() if rng.random() < 0.1 else None

    def dice_key(self, roll: Roll) -> bytes:
        """K is the number of the roll (section 5.5)."""
        return int(roll.key.split("/")[1]).to_bytes(8, "big")

    def pair(self, seed: int) -> tuple[Setting, Setting]:
        rng = random.Random(seed)
        first: list[int | str] = [*rng.choice(("PPP", "PPN", "PNN"))]
        second, other = rng.sample(["PPP", "PPN", "PNN", "NNN"], 2)
        options = {"deadline": rng.choice(("none", "2h"))}
        seats = ("white", "black")
        one, two = (
            Setting(seats, options, {}, {"turn/1": first, "turn/2": [*dice]})
            for dice in (second, other)
        )
        return one, two

    def reveals(self, event: Event) -> bool:
        return isinstance(event, Rolled) and event.roll > 1


KIT = DiceChessKit()
