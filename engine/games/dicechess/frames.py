"""A turn of dice chess, and the reply to a check in the middle of it."""

from typing import Literal

import chess

from engine import PUBLIC, Ask, Choice, Frame, Menu, Order, Seat, Table
from engine.games.dicechess import view as v
from engine.games.dicechess.orders import Move, MoveSlot, Resign
from engine.games.dicechess.world import KINDS, SEATS, Over, World, less, ordered, other, position

QUIET_TURNS = 100
LONGEST_CHAIN = 100
WON: dict[Seat, v.Result] = {"white": "1-0", "black": "0-1"}


class Turn(Frame, kw_only=True):
    """One turn of its owner (R2 to R6)."""

    owner: Seat
    opened: bool = False
    rolled: str = ""  # empty: the roll is due
    dice: str = ""  # unspent dice
    why: v.Why = "opening"
    chain: int = 0  # number of replies in the present interruption (R9)

    def ask(self, t: Table) -> Ask | None:
        return Ask((self.owner,)) if self.rolled else None

    def menu(self, view: v.View, seat: Seat) -> Menu:
        """Offer the legal moves that an unspent die can pay for (R4)."""
        return move_menu(view, view.kept, len(view.kept))

    def show(self, viewer: Seat) -> "Turn":
        return self

    def resume(self, t: Table) -> None:
        if self.opened:
            self.roll(t)
        else:
            self.open(t)

    def open(self, t: Table) -> None:
        """Rule: R2."""
        w: World = t.world
        w.turn_no, w.loud, self.opened = w.turn_no + 1, False, True
        now = w.position.turned(self.owner)
        w.fen = now.fen
        if now.check:
            self.why = "opening_in_check"
        w.seen[now.key] = w.seen.get(now.key, 0) + 1
        if not now.moves and now.check:
            finish(t, "checkmate", other(self.owner))
        elif not now.moves:
            finish(t, "stalemate")
        elif now.dead:
            finish(t, "insufficient")
        elif w.seen[now.key] >= 3:
            finish(t, "threefold")
        elif w.quiet >= QUIET_TURNS:
            finish(t, "fifty")

    def roll(self, t: Table) -> None:
        """Rule: R3."""
        w: World = t.world
        number, kinds, rolled = t.rolled + 1, w.position.kinds, ""
        die = t.dice(f"turn/{number}", ("white", "black"))
        for _ in range(3):
            rolled += die(kinds.replace("K", "") or "K" if "K" in rolled else kinds)
        self.rolled = rolled
        self.dice = "K" if kinds == "K" and w.options.king_only == "one" else ordered(rolled)
        t.tell(
            v.Rolled(
                seat=self.owner,
                turn=w.turn_no,
                roll=number,
                candidates=kinds,
                dice=rolled,
                check=w.position.check,
            )
        )

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        """Play the move, which spends its die (R4)."""
        if end_if_late(t, self.owner):
            return
        w: World = t.world
        playable = w.position.kinds
        spent = move(t, self.owner, orders[self.owner], "die", self.dice)
        self.dice, self.chain = less(self.dice, spent), 0
        self.settle(t, spent, playable)

    def returned(self, t: Table, result: str) -> None:
        """Continue after a reply (R7). ``result`` are the dice that it spent."""
        self.dice, self.chain = less(self.dice, result), self.chain + 1
        self.settle(t, result)

    def settle(self, t: Table, spent: str, playable: str = "") -> None:
        """Play the consequences of the move just made, by the owner or as a reply. ``spent`` are
        the dice that it cost. ``playable`` are the types that could move before a die was spent.

        Rule: R6.
        """
        w: World = t.world
        now = w.position
        if now.check and not now.moves:
            finish(t, "checkmate", other(now.seat))
        elif now.dead:
            finish(t, "insufficient")
        elif spent and not self.dice:
            self.close(t)
        elif self.chain >= LONGEST_CHAIN:
            finish(t, "chain100")
        elif now.check:
            self.interrupt(t, now.seat)
        else:
            self.carry_on(t, playable)

    def interrupt(self, t: Table, seat: Seat) -> None:
        """Demand a reply of ``seat``. The dice wait (R6.4)."""
        w: World = t.world
        self.why = "counter_check" if self.chain else "check"
        bound = ""
        if w.options.counter_check == "die" and seat == self.owner:
            bound = "".join(
                kind for kind in KINDS if kind in self.dice and kind in w.position.kinds
            )
        t.tell(v.Interrupted(seat, self.owner, self.dice, self.why, bound))
        t.push(Reply(seat, bound))

    def carry_on(self, t: Table, playable: str) -> None:
        """Continue with the dice, because nobody is in check."""
        w: World = t.world
        own = w.position.turned(self.owner)
        if own.payable(self.dice, w.options.castling_dice):
            resumed = self.chain > 0
            w.fen, self.why, self.chain = own.fen, "resumed" if resumed else "dice", 0
            if resumed:
                t.tell(v.Resumed(self.owner, self.dice))
            elif stalled := "".join(
                die for die in self.dice if die in playable and die not in own.kinds
            ):
                t.tell(v.Stalled(self.owner, stalled))
        elif not own.moves and w.options.no_move == "draw":
            finish(t, "stalemate")
        else:
            t.tell(v.Forfeited(self.owner, self.dice))
            self.close(t)

    def close(self, t: Table) -> None:
        """Close the turn. The opponent opens one.

        Rule: R9.
        """
        w: World = t.world
        w.quiet = 0 if w.loud else w.quiet + 1
        w.seen = {} if w.loud else w.seen
        t.replace(Turn(owner=other(self.owner)))


class Reply(Frame):
    """One move out of check, after which the turn below continues.

    Rule: R7.
    """

    seat: Seat
    bound: str = ""  # it must use one of these dice; empty: it is free

    def ask(self, t: Table) -> Ask | None:
        return Ask((self.seat,))

    def menu(self, view: v.View, seat: Seat) -> Menu:
        return move_menu(view, view.bound or None, None if seat == view.owner else 1)

    def show(self, viewer: Seat) -> "Reply":
        return self

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        if not end_if_late(t, self.seat):
            t.pop(move(t, self.seat, orders[self.seat], "reply", self.bound or None))


class Halt(Frame):
    """The game is halted until a moderator resumes it (R10, ``on_time=moderator``)."""

    def ask(self, t: Table) -> Ask | None:
        return Ask() if t.world.held is not None else None

    def resume(self, t: Table) -> None:
        t.pop()


def move_menu(view: v.View, dice: str | None, in_a_row: int | None) -> Menu:
    """Offer the moves that ``dice`` can pay for. The default is to resign, because the clock never
    moves for a player.
    """
    slot = MoveSlot(position(view.fen, view.skipped), dice, view.terms.castling_dice)
    menu = Menu([Choice(Move, "{move}", move=slot)], default=Resign(), why=view.why)
    menu.in_a_row = in_a_row
    return menu


def end_if_late(t: Table, seat: Seat) -> bool:
    """Return whether the seat has run out of time. If so, the game is lost or halted (R10)."""
    w: World = t.world
    if seat not in t.missed:
        return False
    if w.options.on_time == "moderator":
        w.held = seat
        t.tell(v.Held(seat))
        t.push(Halt())
    else:
        finish(t, "time", other(seat))
    return True


def move(
    t: Table, seat: Seat, order: Order, kind: Literal["die", "reply"], dice: str | None
) -> str:
    assert isinstance(order, Move)
    w: World = t.world
    spent = ""
    if dice is not None:
        spent = (
            w.position.pays(chess.Move.from_uci(order.move), dice, w.options.castling_dice) or ""
        )
    made = w.make(seat, order.move, kind, spent)
    t.tell(
        v.Moved(
            seat=seat,
            uci=made.uci,
            san=made.san,
            kind=kind,
            spent=spent,
            check=made.check,
            fen=w.fen,
        )
    )
    return spent


def finish(t: Table, reason: v.Reason, winner: Seat | None = None) -> None:
    view: v.View = t.view(PUBLIC)
    result: v.Result = WON[winner] if winner else "*" if reason == "aborted" else "1/2-1/2"
    t.world.over = Over(result, reason, view.owner, view.rolled, view.kept)
    t.world.offer = t.world.held = None
    t.tell(v.Ended(result, reason, winner, view.kept))
    t.end(f"{result} {reason}")


def first(w: World) -> Turn:
    """Rule: R1."""
    return Turn(owner=SEATS[chess.Board(w.fen).turn])
