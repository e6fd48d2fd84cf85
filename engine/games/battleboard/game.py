"""BattleBoard: bomb each other's hidden cities. Rules: ``RULES.md`` beside this file. BB-numbers
are its paragraphs.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from random import Random
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from engine import Choice, Frame, Game, Menu, Order, Seat, SeatHolder, Table
from engine.games.battleboard import events as e
from engine.games.battleboard import robot
from engine.games.battleboard.frames import Turns
from engine.games.battleboard.orders import Back, Bomb, Gone, Pass, Square, Stray, Withdraw
from engine.games.battleboard.view import View
from engine.games.battleboard.world import BattleOptions, BattleScenario, Board, World, is_name


class BattleBoard(Game[World, BattleOptions, View]):
    """The description of BattleBoard, edition 1."""

    name, scenario_type = "battleboard", BattleScenario
    frames = (Turns,)
    orders = (Bomb, Pass, Stray, Withdraw, Gone, Back)
    verbs = frozenset(["bomb", "pass", "withdraw"])
    events = (
        e.Joined,
        e.Unseated,
        e.Dealt,
        e.TurnOrder,
        e.TurnStarted,
        e.Bombed,
        e.Passed,
        e.Withdrew,
        e.Won,
        e.Drawn,
        e.Uncovered,
    )

    def roles(self, options: BattleOptions) -> int:
        return options.players

    def pace(self, options: BattleOptions) -> int | None:
        return options.seconds

    def name_of_seat(self, name: str) -> str | None:
        """Return the name unchanged, or ``None`` if it is not allowed (BB-2)."""
        return name if is_name(name) else None

    def split(self, text: str) -> list[str]:
        """Return each line as an order, because a ``;`` may be part of a name (BB-2)."""
        return [line for line in map(str.strip, text.splitlines()) if line]

    def setup(self, options: BattleOptions, scenario: BattleScenario) -> World:
        for i, board in enumerate(scenario.boards):
            check_board(f"scenario.boards[{i}]", board, options)
        if scenario.order and sorted(scenario.order) != list(range(options.players)):
            raise ValueError(
                f"scenario.order: needs each of 0 to {options.players - 1} once, not"
                f" {[*scenario.order]}"
            )
        return World(options=options, scenario=scenario)

    def seated(self, t: Table, chair: SeatHolder) -> None:
        """Rule: BB-4."""
        w: World = t.world
        w.boards.append(Board(seat=chair.seat, name=chair.name))
        t.tell(e.Joined(chair.seat, chair.name, w.options.players - len(w.boards)))
        if chair.source == "fixed":
            deal(t, chair.seat, lambda: place(t, chair.number, chair.seat))

    def renamed(self, t: Table, chair: SeatHolder) -> None:
        t.world.board(chair.seat).name = chair.name

    def unseated(self, t: Table, chair: SeatHolder) -> None:
        """Remove the board of a player who leaves before the start. It isn't dealt again.

        Rule: BB-6.
        """
        w: World = t.world
        w.boards.remove(w.board(chair.seat))
        w.gone = [seat for seat in w.gone if seat != chair.seat]
        t.tell(e.Unseated(chair.seat, w.options.players - len(w.boards)))

    def begin(self, t: Table) -> Frame:
        """Rule: BB-5."""
        w: World = t.world
        for number, board in enumerate(w.boards, 1):
            if not board.living:
                deal(t, board.seat, partial(place, t, number))
        w.order = draw_order(t)
        t.tell(e.TurnOrder(tuple(w.order)))
        w.turn = w.order[0]
        return Turns()

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        return world.view(viewer)

    def uncovered(self, view: View, own: Mapping[Seat, View]) -> View:
        boards = (
            replace(one, stood=own[one.seat].own) if one.seat in own else one for one in view.boards
        )
        return replace(view, boards=tuple(boards))

    def anytime(self, view: View, seat: Seat) -> Menu:
        return Menu(
            [Choice(Withdraw, "withdraw")] if view.board(seat).standing == "playing" else []
        )

    def always(self, t: Table, seat: Seat, order: Order) -> None:
        """Withdraw a seat at the end of the current turn. It is announced at once (BB-19)."""
        withdraw(t, seat)

    def on_referee_order(self, t: Table, order: Any) -> None:
        """Rule: BB-26."""
        w: World = t.world
        match order:
            case Gone(seat) if w.options.gone == "withdraw":
                withdraw(t, seat)
            case Gone(seat) if seat not in w.gone:
                w.gone = [*w.gone, seat]
            case Back(seat):
                w.gone = [other for other in w.gone if other != seat]

    def idle(self, view: View, seat: Seat) -> str:
        return "not-your-turn" if view.board(seat).standing == "playing" else "not-playing"

    def robot(self, view: View, menu: Menu, rng: Random, level: int = 1) -> Order:
        return robot.choose(view, rng) if bombs(menu) else super().robot(view, menu, rng, level)

    def hints(self, view: View, menu: Menu) -> list[Order]:
        return [*robot.hints(view)] if bombs(menu) else []

    def check(self, world: World) -> None:
        on_board = squares_of(world.options.width, world.options.height)
        for board in world.boards:
            squares = {*board.living, *board.wrecks}
            assert len(squares) == len(board.living) + len(board.wrecks), board
            assert squares <= on_board, board
        living = {board.seat for board in world.boards if board.living}
        assert living.issuperset(world.order), world.order
        assert world.turn is None or world.turn in world.order, world.turn


def bombs(menu: Menu) -> bool:
    return any(choice.order is Bomb for choice in menu.offered)


def withdraw(t: Table, seat: Seat) -> None:
    """Rule: BB-19."""
    board = t.world.board(seat)
    if board.standing == "playing":
        board.standing = "leaving"
        t.tell(e.Withdrew(seat))


@cache
def squares_of(width: int, height: int) -> frozenset[Square]:
    return frozenset((x, y) for x in range(width) for y in range(height))


def check_board(key: str, board: tuple[Square, ...], options: BattleOptions) -> None:
    """Raises ``ValueError`` if a scenario board is not valid. ``key`` names it in the message."""
    if not board:
        raise ValueError(f"{key}: needs one city or more")
    for i, (x, y) in enumerate(board):
        if not (0 <= x < options.width and 0 <= y < options.height):
            limits = f"0 to {options.width - 1} and 0 to {options.height - 1}"
            raise ValueError(
                f"{key}[{i}]: [{x}, {y}] is off the board of {options.size}; possible: {limits}"
            )
        if (x, y) in board[:i]:
            raise ValueError(f"{key}[{i}]: [{x}, {y}] stands there twice; a square holds one city")


def deal(t: Table, seat: Seat, cities: Callable[[], list[Square]]) -> None:
    """Give a seat the next board of the scenario, or else ``cities``; show it only to the seat."""
    w: World = t.world
    given = w.dealt < len(w.scenario.boards)
    living = list(w.scenario.boards[w.dealt]) if given else cities()
    w.dealt += 1
    w.board(seat).living = living
    t.tell(None, **{seat: e.Dealt(seat, w.options.width, w.options.height, tuple(living))})


def place(t: Table, number: int, *salts: Seat) -> list[Square]:
    """Rule: BB-8."""
    options: BattleOptions = t.world.options
    cities: list[Square] = []
    for n in range(1, options.cities + 1):
        die = t.dice(f"place/{number}/{n}", salts or None)
        while (square := (die(range(options.width)), die(range(options.height)))) in cities:
            pass
        cities.append(square)
    return cities


def draw_order(t: Table) -> list[Seat]:
    """Rule: BB-9."""
    w: World = t.world
    left = list(t.seats)
    if w.scenario.order:
        return [left[i] for i in w.scenario.order if i < len(left)]
    if w.options.order == "join":
        return left
    order: list[Seat] = []
    for n in range(1, len(left)):
        order.append(t.dice(f"order/{n}")(left))
        left.remove(order[-1])
    return order + left


EDITIONS = (BattleBoard(),)
