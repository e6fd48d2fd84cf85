"""Dice chess. Rules: ``RULES.md`` beside this file; R-numbers are its paragraphs."""

from collections.abc import Sequence
from random import Random
from typing import Any

import chess
from msgspec import Struct

from engine import Choice, Event, Frame, Game, Menu, Order, Seat, SeatHolder, Table
from engine.games.dicechess import orders as o
from engine.games.dicechess import record, robot
from engine.games.dicechess import view as v
from engine.games.dicechess import world as worlds
from engine.games.dicechess.frames import Halt, Reply, Turn, finish, first
from engine.games.dicechess.orders import AcceptDraw, DeclineDraw, OfferDraw, Resign
from engine.games.dicechess.record import is_move
from engine.games.dicechess.record import orders as split_orders
from engine.games.dicechess.view import View
from engine.games.dicechess.world import DiceOptions, World


class DiceChess(Game[World, DiceOptions, View]):
    """The description of dice chess, edition 1."""

    name, scenario_type = "dicechess", worlds.DiceScenario
    frames = (Turn, Reply, Halt)
    orders = (o.Move, Resign, OfferDraw, AcceptDraw, DeclineDraw, o.GoOn, o.Abort)
    words = frozenset(["accept", "decline", "draw", "resign"])
    events = (
        *(
            v.Joined,
            v.Unseated,
            v.Began,
            v.Rolled,
            v.Moved,
            v.Interrupted,
            v.Resumed,
            v.Stalled,
            v.Forfeited,
        ),
        *(v.DrawOffered, v.DrawDeclined, v.Held, v.WentOn, v.Ended),
    )

    def roles(self, options: DiceOptions) -> tuple[Seat, ...]:
        return ("white", "black")

    def pace(self, options: DiceOptions) -> int | None:
        return options.seconds

    def setup(self, options: DiceOptions, scenario: worlds.DiceScenario) -> World:
        return World(options=options, fen=worlds.start_position(scenario.fen), quiet=scenario.quiet)

    def seated(self, t: Table, chair: SeatHolder) -> None:
        t.world.players[chair.seat] = chair.name
        t.tell(v.Joined(chair.seat, chair.name))

    def unseated(self, t: Table, chair: SeatHolder) -> None:
        del t.world.players[chair.seat]
        t.tell(v.Unseated(chair.seat))

    def renamed(self, t: Table, chair: SeatHolder) -> None:
        t.world.players[chair.seat] = chair.name

    def begin(self, t: Table) -> Frame:
        w: World = t.world
        t.tell(v.Began(w.players["white"], w.players["black"], w.fen, w.quiet, w.options.rules))
        return first(w)

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> View:
        """Return the game, which is the same for everybody. Pictures are turned to ``viewer``."""
        return view(world, viewer, shown)

    def anytime(self, view: View, seat: Seat) -> Menu:
        """Rule: R10."""
        choices = [Choice(Resign, "resign")]
        if view.offer == worlds.other(seat):
            choices += [Choice(AcceptDraw, "accept"), Choice(DeclineDraw, "decline")]
            choices.append(Choice(AcceptDraw, "draw", offered=False))
        elif view.offer is None:
            choices.append(Choice(OfferDraw, "draw"))
        return Menu(choices)

    def always(self, t: Table, seat: Seat, order: Order) -> None:
        w: World = t.world
        match order:
            case Resign():
                finish(t, "resignation", worlds.other(seat))
            case OfferDraw():
                w.offer = seat
                t.tell(v.DrawOffered(seat))
            case AcceptDraw():
                finish(t, "agreement")
            case DeclineDraw():
                w.offer = None
                t.tell(v.DrawDeclined(seat))

    def on_referee_order(self, t: Table, order: Any) -> None:
        """Resume a halted game, or close it without a result (R10)."""
        w: World = t.world
        if isinstance(order, o.Abort):
            finish(t, "aborted")
        elif w.held is not None:
            t.tell(v.WentOn(w.held))
            w.held = None

    def idle(self, view: View, seat: Seat) -> str:
        return "held" if view.held is not None else "not-your-move"

    def split(self, text: str) -> list[str]:
        return split_orders(text)

    def dice_key(self, epoch: int, key: str) -> bytes:
        return int(key.removeprefix("turn/")).to_bytes(8, "big")

    def winners(self, result: str, seats: tuple[Seat, ...]) -> tuple[Seat, ...] | None:
        """Return the winners by the score: ``1-0``, ``0-1`` or ``1/2-1/2``."""
        score = result.split()[0]
        return {"1-0": ("white",), "0-1": ("black",), "1/2-1/2": seats}.get(score)

    def robot(self, view: View, menu: Menu, rng: Random, level: int = 1) -> Order:
        return robot.choose(view, rng) if level < 2 else robot.plan(view, rng, level)

    def hints(self, view: View, menu: Menu) -> list[Order]:
        return [*robot.hints(view)]

    def resembles(self, text: str) -> bool:
        return is_move(text) or super().resembles(text)

    def records(self, events: Sequence[Event], day: str, view: View) -> dict[str, str]:
        made = record.record(events)
        return {"txt": record.score(made), "pgn": record.pgn(made, day)}

    def check(self, world: World) -> None:
        board = world.position.board
        assert board.status() == chess.STATUS_VALID, world.fen
        assert world.over is not None or not world.turn_no or world.position.moves, world.fen


def view(world: World, viewer: Seat, shown: list[Struct]) -> View:
    now = world.position
    turn = next((frame for frame in shown if isinstance(frame, Turn)), None)
    reply = next((frame for frame in shown if isinstance(frame, Reply)), None)
    owner, rolled, kept = now.seat, "", ""
    phase: v.Phase = "seating"
    why: v.Why = "opening"
    if over := world.over:
        phase, why, owner, rolled, kept = "over", "over", over.owner, over.rolled, over.kept
    elif turn:
        phase = "reply" if reply else "die" if turn.rolled else "roll"
        why, owner, rolled, kept = turn.why, turn.owner, turn.rolled, turn.dice
    return View(
        viewer=viewer,
        players=dict(world.players),
        fen=world.fen,
        skipped=tuple(world.skipped),
        phase=phase,
        owner=owner,
        rolled=rolled,
        spent=worlds.less(rolled, kept),
        kept=kept,
        candidates=now.kinds if phase == "roll" else None,
        interrupted=reply is not None,
        owes=reply.seat if reply else None,
        bound=reply.bound if reply else "",
        why=why,
        to_move=None if over else now.seat,
        check=now.check and not over,
        turn_no=world.turn_no,
        quiet=world.quiet,
        moves=tuple(world.moves),
        taken=world.taken,
        offer=world.offer,
        held=world.held,
        terms=v.Terms(
            world.options.counter_check, world.options.castling_dice, world.options.on_time
        ),
        result=over.result if over else None,
        reason=over.reason if over else None,
    )


EDITIONS = (DiceChess(),)
