"""A robot that remembers everything it has read, and uses only a view."""

from collections import Counter
from functools import cache
from random import Random

from engine.game import HINTS
from engine.games.battleboard.orders import Bomb, Pass, Square
from engine.games.battleboard.view import BoardView, View

Clue = frozenset[Square]
"""A set of squares, at least one of them with a living city."""

LOOKED_AT = 60
"""The maximum number of equally likely squares compared by expected information."""


def choose(view: View, rng: Random) -> Bomb | Pass:
    """Return a bomb on the likeliest city of a leading board, preferring the board with the
    narrowest clue. Passes if nobody else is left.
    """
    boards = leaders(view)
    if not boards:
        return Pass()
    board = min(boards, key=lambda board: (*narrowest(view, board), rng.random()))
    best, hidden = likeliest(view, board)
    some = rng.sample(best, min(len(best), LOOKED_AT))
    return Bomb(board.seat, max(some, key=lambda square: len(around(square) & hidden)))


def hints(view: View) -> list[Bomb | Pass]:
    """Return the likeliest squares of a leading board, the most informative first."""
    boards = leaders(view)
    if not boards:
        return [Pass()]
    board = min(boards, key=lambda board: narrowest(view, board))
    best, hidden = likeliest(view, board)
    best.sort(key=lambda square: -len(around(square) & hidden))
    found = list[Square]()
    for square in best:
        alone = not any(around(square) & around(other) for other in found)
        if len(found) < HINTS and (alone or clues(view, board)):
            found.append(square)
    return [Bomb(board.seat, square) for square in found]


def leaders(view: View) -> list[BoardView]:
    boards = [
        board for board in view.boards if board.seat != view.viewer and board.standing == "playing"
    ]
    most = max((board.left for board in boards), default=0)
    return [board for board in boards if board.left == most]


def narrowest(view: View, board: BoardView) -> tuple[int, int]:
    """Return the number of squares in the narrowest clue on a board (without a clue, all), and the
    number of its cities.
    """
    area = view.width * view.height
    return min(map(len, clues(view, board)), default=area), board.left


def likeliest(view: View, board: BoardView) -> tuple[list[Square], set[Square]]:
    hidden = {(x, y) for y in range(view.height) for x in range(view.width)} - empty(board)
    chance = weights(clues(view, board), sorted(hidden), board.left)
    top = max(chance.values())
    return [square for square, likely in chance.items() if likely == top], hidden


@cache
def around(square: Square) -> Clue:
    x, y = square
    return frozenset((i, j) for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1))


def empty(board: BoardView) -> set[Square]:
    """Return the squares without a living city: bombed ones, and neighbours of a miss (BB-12)."""
    squares = {(mark.x, mark.y) for mark in board.marks}
    return squares.union(
        *(around((mark.x, mark.y)) for mark in board.marks if mark.result == "MISS")
    )


def clues(view: View, board: BoardView) -> list[Clue]:
    dead = empty(board)
    wrecks = {(mark.x, mark.y) for mark in board.marks if mark.wreck}
    near = [around((mark.x, mark.y)) for mark in board.marks if mark.result == "NEAR_MISS"]
    return [
        frozenset((x, y) for x, y in squares - dead if 0 <= x < view.width and 0 <= y < view.height)
        for squares in near
        if not squares & wrecks
    ]


def weights(evidence: list[Clue], hidden: list[Square], left: int) -> dict[Square, float]:
    """Return the relative probability of a city in each square."""
    explains = {s: frozenset(i for i, clue in enumerate(evidence) if s in clue) for s in hidden}
    if left > 2:
        return {
            s: sum(1 / len(evidence[i]) for i in explained) for s, explained in explains.items()
        }
    alike, everything = Counter(explains.values()), frozenset(range(len(evidence)))
    partners = {
        one: sum(n for other, n in alike.items() if one | other == everything)
        if left == 2
        else one == everything
        for one in alike
    }
    return {s: float(partners[explained]) for s, explained in explains.items()}


def reason(view: View, order: Bomb | Pass) -> dict[str, str | int]:
    """Return the reason for an order as arguments of its sentence. ``what`` is the kind of
    reason.
    """
    if isinstance(order, Pass):
        return {"what": "pass"}
    told = [len(clue) for clue in clues(view, view.board(order.target)) if order.square in clue]
    return {"what": "clue", "n": min(told)} if told else {"what": "search"}
