"""The golden games of BattleBoard: what is set up, and every letter;
``golden/`` has what comes of them.
"""

from engine.games.battleboard.orders import Back, Gone
from engine.state import REFEREE
from engine.testing.kit import Golden, Setting

THREE = Golden(
    "three players",
    Setting(
        ("ann", "Bob", "cyd"),
        {"players": 3, "size": "5x4", "cities": 2, "timeout": "1h"},
        {"boards": [[[0, 1], [4, 3]], [[2, 2], [0, 0]], [[1, 1], [3, 1]]], "order": [1, 2, 0]},
    ),
    (
        (10, "Bob", "bomb ann 1 1"),
        (20, "ann", "bomb Bob 0 0"),
        (25, "cyd", "bomb Bob 9 9"),
        (30, "cyd", "bomb bob c3"),
        (40, "ann", "bomb dora 1 1"),
        (45, "ann", "bomb Bob"),
        (50, "ann", "bomb ann 0 1"),
        (3650, REFEREE, None),
        (3660, "Bob", "pass"),
        (3700, "cyd", "BOMB Bob 0 0"),
        (3710, "Bob", "bomb ann 4 3"),
        (3720, "ann", "bomb cyd 1 1"),
        (3730, "ann", "withdraw"),
        (3740, "ann", "pass"),
        (3750, "cyd", "bomb ann 4 3"),
        (3760, "ann", "withdraw"),
    ),
)
DUEL = Golden(
    "thrown duel",
    Setting(
        ("ann", "Bob"), {"size": "3x3", "wrecks": "count", "illegal": "pass", "gone": "timeout"}
    ),
    (
        (5, REFEREE, Gone("ann")),
        (10, "Bob", "bomb ann 0 0"),
        (20, "Bob", "bomb ann 1 1"),
        (30, "Bob", "bomb ann 7 7"),
        (40, "Bob", "bomb ann 0 1"),
        (45, REFEREE, Back("ann")),
        (50, "Bob", "bomb ann 1 1"),
        (60, "ann", "bomb bob b3"),
        (70, "Bob", "drop it"),
        (80, "Bob", "pass"),
        (90, "ann", "bomb ann 0 2"),
        (100, "Bob", "bomb Bob 1 1"),
    ),
)
