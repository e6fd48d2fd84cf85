"""A player that remembers what it has read. It knows a view and nothing else."""

from collections import Counter
from random import Random

from engine.games.battleboard.orders import Bomb, Pass
from engine.games.battleboard.view import BoardView, Square, View

Clue = frozenset[Square]
"""Squares at least one of which holds a living city."""

LOOKED_AT = 60
"""Equally likely squares among which the one is taken that can tell most."""


def suggest(view: View, rng: Random) -> Bomb | Pass:
    """A bomb where a city is likeliest, on the board with the narrowest clue; a pass if
    nobody else stays in the game.
    """
    rivals = [
        board for board in view.boards if board.seat != view.viewer and board.standing == "playing"
    ]
    if not rivals:
        return Pass()
    area = view.width * view.height
    known = [(clues(view, board), board) for board in rivals]
    evidence, target = min(
        known, key=lambda k: (min(map(len, k[0]), default=area), k[1].left, rng.random())
    )
    dead = empty(target)
    hidden = {(x, y) for y in range(view.height) for x in range(view.width)} - dead
    chance = weights(evidence, sorted(hidden), target.left)
    top = max(chance.values())
    best = [square for square, likely in chance.items() if likely == top]
    square = max(rng.sample(best, min(len(best), LOOKED_AT)), key=lambda s: len(around(s) & hidden))
    return Bomb(target.seat, square)


def around(square: Square) -> Clue:
    """A square and its neighbours, on the board or off it."""
    x, y = square
    return frozenset((i, j) for i in (x - 1, x, x + 1) for j in (y - 1, y, y + 1))


def empty(board: BoardView) -> set[Square]:
    """Where no living city of this board can lie: on a bombed square, or beside a miss (BB-12)."""
    squares = {(mark.x, mark.y) for mark in board.marks}
    return squares.union(
        *(around((mark.x, mark.y)) for mark in board.marks if mark.result == "MISS")
    )


def clues(view: View, board: BoardView) -> list[Clue]:
    """What the near misses say that no wreck beside them explains."""
    dead = empty(board)
    wrecks = {(mark.x, mark.y) for mark in board.marks if mark.wreck}
    near = [around((mark.x, mark.y)) for mark in board.marks if mark.result == "NEAR_MISS"]
    return [
        frozenset((x, y) for x, y in squares - dead if 0 <= x < view.width and 0 <= y < view.height)
        for squares in near
        if not squares & wrecks
    ]


def weights(evidence: list[Clue], hidden: list[Square], left: int) -> dict[Square, float]:
    """How likely each square is. With one or two cities left: in how many of the ways in
    which they can lie and explain every clue; with more: by the clues that it explains,
    each the more the narrower it is.
    """
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
