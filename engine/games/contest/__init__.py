"""Contests: rounds of games between entrants, with a draw that anybody can check."""

from engine.games.contest.changes import is_correctable
from engine.games.contest.frames import LEAST, follows
from engine.games.contest.game import EDITIONS, Contest
from engine.games.contest.lots import dice_id, game_secret
from engine.games.contest.orders import (
    Excuse,
    Free,
    Gone,
    NextRound,
    Opened,
    Opening,
    Pair,
    Paired,
    Play,
    Rest,
    Score,
    Season,
    Strengths,
    Withdraw,
)
from engine.games.contest.pairing import Duty, duties, is_named, next_season, pair
from engine.games.contest.record import FORFEIT, PLAYED, RULED, VOID, Table, decided, lost_by
from engine.games.contest.standings import Line
from engine.games.contest.world import ContestOptions, ContestView, Entry, World

__all__ = [
    "EDITIONS",
    "FORFEIT",
    "LEAST",
    "PLAYED",
    "RULED",
    "VOID",
    "Contest",
    "ContestOptions",
    "ContestView",
    "Duty",
    "Entry",
    "Excuse",
    "Free",
    "Gone",
    "Line",
    "NextRound",
    "Opened",
    "Opening",
    "Pair",
    "Paired",
    "Play",
    "Rest",
    "Score",
    "Season",
    "Strengths",
    "Table",
    "Withdraw",
    "World",
    "decided",
    "dice_id",
    "duties",
    "follows",
    "game_secret",
    "is_correctable",
    "is_named",
    "lost_by",
    "next_season",
    "pair",
]
