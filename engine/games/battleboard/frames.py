"""A turn of BattleBoard."""

from engine import Ask, Bar, Choice, Frame, Menu, Order, Seat, Table
from engine.games.battleboard import events
from engine.games.battleboard.orders import Bomb, Pass, Stray
from engine.games.battleboard.slots import COLUMNS, AnyName, AnySquare, SeatSlot, SquareSlot
from engine.games.battleboard.view import View
from engine.games.battleboard.world import World


def warn_of_waste(view: View, order: Bomb) -> Bar | None:
    """Return the reason why a bomb may be a mistake, if any: it hits the player's own board, or a
    bombed square.
    """
    x, y = order.square
    square = ("square", f"{COLUMNS[x]}{y + 1}")
    if order.target == view.viewer:
        return Bar("own-board", (square,), harms=True)
    if any((mark.x, mark.y) == order.square for mark in view.board(order.target).marks):
        return Bar("bombed-before", (("target", order.target), square), harms=True)
    return None


class Turns(Frame):
    """All turns until one seat is left (BB-10 to BB-23)."""

    announced: bool = False

    def ask(self, t: Table) -> Ask | None:
        """Rule: BB-10."""
        w: World = t.world
        assert w.turn is not None
        playing = self.announced and w.board(w.turn).standing == "playing" and w.turn not in w.gone
        return Ask((w.turn,)) if playing else None

    def menu(self, view: View, seat: Seat) -> Menu:
        """Rules: BB-11, BB-14."""
        targets = [board.seat for board in view.boards if board.standing in ("playing", "leaving")]
        square = SquareSlot(view.width, view.height)
        choices = [
            Choice(
                Bomb,
                "bomb {target} {square}",
                target=SeatSlot(targets, "no-such-player", "BB-16"),
                square=square,
                regret=lambda order: warn_of_waste(view, order),
            ),
            Choice(Pass, "pass"),
        ]
        if view.illegal == "pass":
            pattern = "bomb {target} {square}"
            choices.append(
                Choice(Stray, pattern, offered=False, target=AnyName(), square=AnySquare())
            )
        menu = Menu(choices, default=Pass())
        menu.in_a_row = 1
        return menu

    def answer(self, t: Table, orders: dict[Seat, Order]) -> None:
        """Play a bomb or a pass (BB-12 to BB-16). A time-out is a pass (BB-18)."""
        w: World = t.world
        assert w.turn is not None
        match orders[w.turn]:
            case Bomb(target, square):
                result = w.board(target).bomb(square, wrecks_count=w.options.wrecks == "count")
                self.over(t, events.Bombed(w.turn, target, square, result))
            case Stray():
                self.over(t, events.Passed(w.turn, "illegal"))
            case _:
                self.over(t, events.Passed(w.turn, "timeout" if w.turn in t.missed else "order"))

    def resume(self, t: Table) -> None:
        """Rule: BB-20."""
        w: World = t.world
        assert w.turn is not None
        if not self.announced:
            self.announced = True
            t.tell(events.TurnStarted(w.turn))
        else:
            cause: events.Cause = "left" if w.board(w.turn).standing == "leaving" else "gone"
            self.over(t, events.Passed(w.turn, cause))

    def over(self, t: Table, done: events.Bombed | events.Passed) -> None:
        """Announce the action and end the turn: seats that withdrew (BB-19) or lost (BB-22) are
        out. The next seat plays, or the game ends (BB-23).

        Rules: BB-21, BB-22, BB-23.
        """
        w: World = t.world
        assert w.turn is not None
        w.last = done
        t.tell(done)
        for board in w.boards:
            if board.standing == "leaving":
                board.standing = "left"
            elif board.standing == "playing" and not board.living:
                board.standing = "lost"
        i = w.order.index(w.turn)
        following = w.order[i + 1 :] + w.order[: i + 1]
        playing = {board.seat for board in w.boards if board.standing == "playing"}
        w.order = [seat for seat in w.order if seat in playing]
        if len(w.order) > 1 and set(w.order) - set(w.gone):
            w.turn = next(seat for seat in following if seat in w.order)
            self.announced = False
            return
        w.turn = None
        if len(w.order) == 1:
            t.tell(events.Won(w.order[0]))
            w.result = f"won {w.order[0]}"
        else:
            t.tell(events.Drawn())
            w.result = "drawn"
        for board in w.boards:
            if board.living:
                t.tell(events.Uncovered(board.seat, tuple(board.living)))
        t.end(w.result)
