"""The golden games of Derelict: what is set up, and every letter;
``golden/`` has what comes of them.
"""

from engine.state import REFEREE
from engine.testing.kit import Golden, Setting

HALL = ("############", "#.....#....#", "#..........#", "#.....#....#", "############")
SEGMENTS = ("............", ".aaaaa.bbbb.", ".aaaaacbbbb.", ".aaaaa.bbbb.", "............")

AMBUSHED = Golden(
    "a door opens",
    Setting(
        ("marine", "alien"),
        {"timeout": "1h"},
        {
            "title": "A door opens",
            "grid": HALL,
            "segs": SEGMENTS,
            "tokens": [
                "marine_sarge 4,2 E",
                "marine_flame 2,1 E",
                "door 6,2",
                "blip_2 8,2 W",
                "alien 10,1 W",
                "lurk 11,1",
                "alien_entry 10,3",
                "objective 10,2",
            ],
            "rules": {"last_turn": 3},
        },
        {
            "cp/": [2, 5],
            "reroll/cp/1": [3],
            "shot/M1/": [3, 3, 5, 6],
            "draw/": [14, 2],
            "flame/M1/": [2],
            "flame/M2/": [1],
        },
    ),
    (
        (10, "marine", "reroll"),
        (20, "marine", "standing unjam keep 1"),
        (30, "marine", "activate M1"),
        (35, "marine", "move 9,9"),
        (40, "marine", "move 5,2"),
        (50, "marine", "open"),
        (60, "alien", "turn left"),
        (70, "alien", "done"),
        (80, "marine", "place 7,2"),
        (3680, REFEREE, None),
        (3730, "marine", "overwatch"),
        (3740, "marine", "pass"),
        (3750, "alien", "deploy 11,1"),
        (3760, "alien", "activate A2"),
        (3770, "alien", "move 7,3"),
        (3790, "alien", "turn left"),
        (3810, "alien", "pass"),
        (3820, "marine", "keep"),
        (3830, "marine", "activate M2"),
        (3840, "marine", "move 3,2"),
        (3850, "marine", "burn 5,1"),
        (3860, "marine", "resign"),
    ),
)

SEED = Golden(
    "the first rules",
    Setting(
        ("marine", "alien"),
        {"profile": "seed", "last_turn": 1},
        {
            "title": "The first rules",
            "grid": HALL,
            "tokens": ["marine 2,2 E", "dooropen 6,2", "blip_2 9,2 W", "blip 9,1 W"],
        },
    ),
    (
        (10, "marine", "activate M1"),
        (20, "marine", "shoot B1"),
        (30, "marine", "turn left"),
        (40, "marine", "pass"),
        (50, "alien", "activate B1"),
        (60, "alien", "turn right"),
        (70, "alien", "reveal"),
        (80, "alien", "deploy 8,1"),
        (90, "alien", "activate A2"),
        (100, "alien", "activate A1"),
        (110, "alien", "move 8,2"),
        (120, "alien", "turn left"),
        (130, "alien", "turn left"),
        (140, "alien", "activate B2"),
        (150, "alien", "move 9,2"),
        (160, "alien", "pass"),
    ),
)

GOLDEN = (AMBUSHED, SEED)
