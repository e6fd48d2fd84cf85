"""Taking back an order, or what has been said to a question that is still open: by
one's own right, or if all agree.
"""

from functools import partial
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.game import AnyGame, Gather
from engine.house.rulings import Agree, Disagree, Propose
from engine.letters import Receipt
from engine.menu import Choice
from engine.referee.batch import Batch
from engine.referee.desk import consent, time
from engine.referee.desk.verbs import No, Request, Verb
from engine.referee.open_game import OpenGame
from engine.referee.past import PastRows
from engine.slots import Int
from engine.state import HOUSE, Retract, Seat
from engine.store import history


class Cancelling(Struct, frozen=True):
    """``cancel``: take back what one has said to the open question, as long as it is open."""


class Undoing(Struct, frozen=True):
    """``undo``: take back one's last order; ``undo LINE``: go back to
    that line of the public history.
    """

    line: int = 0


class Agreeing(Struct, frozen=True):
    """``agree``: be for what is proposed."""


class Disagreeing(Struct, frozen=True):
    """``disagree``: be against it, or take one's own proposal back."""


class Way(Struct, frozen=True):
    """The way back to line ``line`` of the public history: to entry ``to``. ``revealed``: what
    has come to light by entry ``upto`` is known all the same.
    """

    line: int
    to: int
    revealed: bool
    upto: int


def find_way(kind: AnyGame, game: str, line: int, to: int, reading: PastRows) -> Way:
    """Return how to get back to a line, or, if that is 0, to entry ``to``. Raises ``No``: there is
    no such line, or nothing has been told since.
    """
    rows = reading.bulletins(game)
    lines = history.lines(kind, rows)
    if line:
        if line > len(lines):
            raise No("no-such-line", f"1–{len(lines)}", word=str(line))
        since = [n for n, _ in lines[line:] if n > lines[line - 1][0]]
        if not since:
            raise No("nothing-to-undo")
        to = since[0] - 1
    undone = history.taken_back([row for row in rows if row.n <= to])
    last = max((k for k, (n, _) in enumerate(lines, 1) if n <= to and n not in undone), default=0)
    revealed = any(event.final for n, event in lines if n > to)
    return Way(last, to, revealed, rows[-1].n if rows else 0)


def way_back(batch: Batch, opened: OpenGame, line: int = 0, to: int = 0) -> Way:
    """Return how to get back to a line, or, if that is 0, to entry ``to``. Raises ``Aside``, and
    ``No``: there is no such line, nothing has been told since, or the seats were not all taken
    then.
    """
    table = opened.table
    find = partial(find_way, table.game, opened.id, line, to)
    way: Way = batch.look_up(opened, ("way", opened.id, line, to), find)
    then = table.load(batch.save_at(opened, way.to))
    if then.seats != table.seats or isinstance(then.state.stack[0], Gather):
        raise No("before-the-start")
    since = history.lines(table.game, batch.bulletins(opened, max(way.upto, way.to)))
    return replace(way, revealed=way.revealed or any(event.final for _, event in since))


def go_back(
    batch: Batch, opened: OpenGame, at: int, way: Way, how: Literal["consent", "moderator"]
) -> None:
    """Go back; everybody is told how that came about."""
    back = opened.table.undo(way.to, how, way.line, revealed=way.revealed)
    batch.enter(opened, at, HOUSE, back)


def playing(request: Request) -> Seat:
    """Return the sender's seat, that is not out of the game by a ruling. Raises ``No``."""
    seat = request.seated()
    if seat in request.opened.table.state.people.removed:
        raise No("seat-removed")
    return seat


def running(opened: OpenGame) -> None:
    """Raises ``No`` if the game is over, or has not begun."""
    if opened.table.state.result:
        raise No("game-over")
    if isinstance(opened.table.state.stack[0], Gather):
        raise No("not-started")


def undo(request: Request, asked: Undoing) -> Receipt:
    """Take it back, where the seat may do so alone; else ask all others, of whom robots agree at
    once. What decides is known to everybody.
    """
    opened, seat, batch = request.opened, playing(request), request.batch
    running(opened)
    state, at = opened.table.state, request.letter.at
    if state.back == seat and not asked.line:
        batch.take_back(opened, at, seat, state.steps[seat] - 1)
        return request.done(did="undo")
    if not asked.line and seat not in state.steps:
        raise No("nothing-to-undo")
    way = (
        way_back(batch, opened, asked.line)
        if asked.line
        else way_back(batch, opened, to=state.steps[seat] - 1)
    )
    proposal = state.people.proposal
    if proposal is not None and (proposal.by, proposal.to) == (seat, way.to):
        return request.done(did="propose", line=way.line)
    consent.everybody_there(opened, but=seat)
    batch.enter(opened, at, HOUSE, Propose(seat, way.line, way.to))
    for robot in consent.missing(opened):
        if robot in consent.robots(opened):
            batch.enter(opened, at, HOUSE, Agree(robot))
    return settled(request) or request.done(did="propose", line=way.line)


def agree(request: Request, _: Agreeing) -> Receipt:
    """Agree to it; it is done when all agree."""
    opened, seat = request.opened, playing(request)
    proposal, wishes = opened.table.state.people.proposal, opened.table.state.people.times.wishes
    if proposal is None and (
        wanted := [wish for wish, seats in wishes.items() if seat not in seats]
    ):
        what, *seconds = wanted[-1].split()
        return time.be_for(request, what, int(seconds[0]) if seconds else 0)
    if proposal is None or seat in proposal.agreed:
        raise No("nothing-proposed")
    request.batch.enter(opened, request.letter.at, HOUSE, Agree(seat))
    return settled(request) or request.done(did="agree", missing=len(consent.missing(opened)))


def disagree(request: Request, _: Disagreeing) -> Receipt:
    """Be against it: nothing is proposed any more."""
    opened, seat = request.opened, playing(request)
    if opened.table.state.people.proposal is None:
        raise No("nothing-proposed")
    request.register.ask_for(opened.id, None)
    request.batch.enter(opened, request.letter.at, HOUSE, Disagree(seat))
    return request.done(did="disagree")


def settled(request: Request) -> Receipt | None:
    """Do what is proposed if all have agreed who play."""
    opened = request.opened
    proposal = opened.table.state.people.proposal
    if proposal is None or proposal.what or consent.missing(opened):
        return None
    way = way_back(request.batch, opened, to=proposal.to)
    go_back(request.batch, opened, request.letter.at, way, "consent")
    return request.done(did="undo", line=way.line)


def cancel(request: Request, _: Cancelling) -> Receipt:
    """Take back the seat's own answer and its sheet. That the question is still open is public."""
    seat = request.seated()
    if not request.opened.table.retractable(seat):
        raise No("nothing-to-cancel")
    request.batch.enter(request.opened, request.letter.at, seat, Retract())
    return request.done(did="cancel")


VERBS = (
    Verb(
        "undo",
        "seat",
        lambda _: [Choice(Undoing, "undo"), Choice(Undoing, "undo {line}", line=Int(1, 999_999))],
        undo,
    ),
    Verb("agree", "seat", lambda _: [Choice(Agreeing, "agree")], agree),
    Verb("disagree", "seat", lambda _: [Choice(Disagreeing, "disagree")], disagree),
    Verb("cancel", "seat", lambda _: [Choice(Cancelling, "cancel")], cancel),
)
