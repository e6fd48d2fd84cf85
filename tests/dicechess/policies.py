"""Whole games by simple players, and what section 3.3 of the rules counts in them."""

import random
from collections import Counter
from collections.abc import Callable

import chess

from engine import PUBLIC, Event, Menu
from engine.games.dicechess import DiceChess
from engine.games.dicechess.orders import Move, MoveSlot
from engine.games.dicechess.view import Ended, Forfeited, Interrupted, Moved, Rolled, View
from engine.testing.kit import Play
from tests.kit.made import setup_of

GAME = DiceChess()
Policy = Callable[[View, MoveSlot, random.Random], chess.Move]


def uniform(view: View, slot: MoveSlot, rng: random.Random) -> chess.Move:
    return rng.choice(slot.moves)


def aggressive(view: View, slot: MoveSlot, rng: random.Random) -> chess.Move:
    moves, board = slot.moves, slot.position.board.copy(stack=False)
    checks = [move for move in moves if board.gives_check(move)]
    for move in checks:
        board.push(move)
        mate = board.is_checkmate()
        board.pop()
        if mate:
            return move
    return rng.choice(checks) if checks and rng.random() < 0.75 else rng.choice(moves)


def slot_of(menu: Menu) -> MoveSlot:
    slot = next(choice for choice in menu.choices if choice.order is Move).slot("move", {})
    assert isinstance(slot, MoveSlot)
    return slot


def sound(view: View, slot: MoveSlot) -> None:
    """The invariants of section 3.2, at a decision."""
    board = chess.Board(view.fen)
    assert board.status() == chess.STATUS_VALID, view.line
    assert slot.moves, view.line
    if view.phase == "die":
        assert view.to_move == view.owner, view.line
    else:
        assert view.phase == "reply", view.line
        assert board.is_check(), view.line
        assert view.kept, view.line


def game(policy: Policy, seed: int, options: dict[str, str] | None = None) -> Play:
    rng = random.Random(seed)
    play = Play(
        GAME,
        setup_of(f"{policy.__name__}-{seed}", seed.to_bytes(32, "big"), options or {}),
    )
    play.join(("white", "black"))
    while not play.over:
        view: View = play.table.view(PUBLIC)
        assert view.to_move is not None
        slot = slot_of(play.table.menu(view.to_move))
        sound(view, slot)
        play.enter(0, view.to_move, Move(policy(view, slot, rng).uci()))
    return play


def told(play: Play) -> list[Event]:
    return [
        event for bulletin in (play.first, *play.bulletins) for event in bulletin.events(PUBLIC)
    ]


def counted(events: list[Event]) -> Counter[str]:
    """The rows of section 3.3 for one game."""
    rows: Counter[str] = Counter()
    chain = 0
    for event in events:
        chain, before = chain_after(event, chain), chain
        if before and not chain:
            rows[f"chain {before}"] += 1
        match event:
            case Rolled():
                rows["rolls"] += 1
                rows["opened in check"] += event.check
                if event.candidates == "K":
                    rows["king-only in check" if event.check else "king-only otherwise"] += 1
            case Moved():
                rows["moves"] += 1
                rows["counter-checks"] += event.kind == "reply" and event.check
            case Interrupted(cause="check"):
                rows["interruptions"] += 1
            case Forfeited():
                rows["dice forfeited"] += len(event.dice)
                rows["turns with forfeits"] += 1
            case Ended():
                rows[event.reason] += 1
                rows[event.result] += 1
    return rows


def chain_after(event: Event, chain: int) -> int:
    if isinstance(event, Moved):
        return chain + 1 if event.kind == "reply" else 0
    return 0 if isinstance(event, Rolled | Ended) else chain
