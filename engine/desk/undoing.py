"""Taking back an order, or what has been said to a question that is still open."""

from msgspec import Struct

from engine import journal
from engine.desk.verbs import No, Request, Verb
from engine.game import Frame
from engine.letters import Receipt
from engine.menu import Choice
from engine.state import Retract


class Cancelling(Struct, frozen=True):
    """``cancel``: take back what one has said to the open question, as long as it is open."""


class Undoing(Struct, frozen=True):
    """``undo``: take back one's last order, while nothing was learnt or answered because of it."""


def undo(request: Request, _: Undoing) -> Receipt:
    """Take it back.

    Whether a seat may do so is read off public facts alone: the last entry is its own, of a kind that can be taken
    back, and nothing final was told to everybody because of it.
    """
    opened, seat, batch = request.opened, request.seated(), request.batch
    game, setup = opened.table.game, opened.table.setup
    if opened.table.state.result:
        raise No("game-over")
    entries = journal.read(game, setup, batch.journal(opened))
    ask = opened.table.ask()
    last = entries[-1] if entries else None
    if last is None or last.seat != seat or not last.order.undoable or (ask and ask.window is not None):
        raise No("nothing-to-undo")
    told = next((game.told_decoder.decode(row.told) for row in batch.bulletins(opened) if row.n == last.n), ())
    if any(happening.event is not None and happening.event.final for happening in told):
        raise No("nothing-to-undo")
    batch.enter(opened, request.letter.at, seat, opened.table.undo(last.n - 1))
    return request.done(did="undo")


def cancel(request: Request, _: Cancelling) -> Receipt:
    """Take back the seat's own answer and its sheet. That the question is still open is public."""
    table, seat = request.opened.table, request.seated()
    ask = table.ask()
    has_sheet = bool(table.state.stack) and type(table.state.stack[-1]).forget is not Frame.forget
    if ask is None or seat not in ask.seats or not (has_sheet or seat in table.state.answers):
        raise No("nothing-to-cancel")
    request.batch.enter(request.opened, request.letter.at, seat, Retract())
    return request.done(did="cancel")


VERBS = (
    Verb("undo", "seat", lambda _: [Choice(Undoing, "undo")], undo),
    Verb("cancel", "seat", lambda _: [Choice(Cancelling, "cancel")], cancel),
)
