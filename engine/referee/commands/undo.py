"""Commands to undo an order, or withdraw an answer to an open question, alone or with everybody's
consent.
"""

from functools import partial
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from engine.game import AnyGame, Gather
from engine.referee.batch import Batch
from engine.referee.commands import consent, time
from engine.referee.commands.request import No, Request
from engine.referee.commands.word import Facts, Word, says
from engine.referee.open_game import OpenGame, PastRows
from engine.rulings import agreement, votes
from engine.rulings.rulings import (
    Agree,
    Agreed,
    Disagree,
    Disagreed,
    Propose,
    Proposed,
    RolledBack,
)
from engine.state import REFEREE, Retract, Seat
from engine.store import history
from engine.undo import undo_to


class Way(Struct, frozen=True):
    """The undo to ``line`` of the public history, which is entry ``to``."""

    line: int
    to: int
    revealed: bool  # players have learned something final that an undo can't take away …
    upto: int  # … by this entry


def find_way(kind: AnyGame, game: str, line: int, to: int, reading: PastRows) -> Way:
    """Find the undo to a line of the history, or to entry ``to``. Raises ``No``."""
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
    """Return the undo to a line or entry. Raises ``No``, or ``Deferred`` if it takes long."""
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
    back = undo_to(opened.table, way.to, how, way.line, revealed=way.revealed)
    batch.enter(opened, at, REFEREE, back)


def playing(request: Request) -> Seat:
    """Return the sender's seat. Raises ``No`` if there is none, or if it was removed."""
    seat = request.seated()
    if seat in request.opened.table.state.people.removed:
        raise No("seat-removed")
    return seat


@says("undo", "undo {line}", slash="undo", asks="spoken", tells=(Proposed, RolledBack))
class Undoing(Word, frozen=True):
    """Undo at once if the seat may do so alone, otherwise ask all others. Robots agree at once. The
    decision depends on public facts only.
    """

    line: int = 0

    def do(self, request: Request) -> Facts:
        opened, seat, batch = request.opened, playing(request), request.batch
        request.begun()
        state, at = opened.table.state, request.message.at
        if state.back == seat and not self.line:
            batch.take_back(opened, at, seat, state.steps[seat] - 1)
            return {}
        if not self.line and seat not in state.steps:
            raise No("nothing-to-undo")
        way = way_back(batch, opened, self.line, 0 if self.line else state.steps[seat] - 1)
        proposal = state.people.proposal
        if proposal is None or (proposal.by, proposal.to) != (seat, way.to):
            consent.everybody_there(opened, but=(seat,))
            request.enter(Propose(seat, way.line, way.to))
            for robot in votes.missing(opened.table):
                if robot in consent.robots(opened):
                    request.enter(Agree(robot))
            if done := finish_undo(request):
                return done
        return {"did": "propose", "line": way.line}


def finish_undo(request: Request) -> Facts | None:
    opened = request.opened
    proposal = opened.table.state.people.proposal
    if proposal is None or proposal.what or votes.missing(opened.table):
        return None
    way = way_back(request.batch, opened, to=proposal.to)
    go_back(request.batch, opened, request.message.at, way, "consent")
    return {"did": "undo", "line": way.line}


@says("agree", slash="game agree", free=True, tells=(Agreed,))
class Agreeing(Word, frozen=True):
    """Agree to the open request, which is carried out once all agree. A player who may mean an
    earlier one, since withdrawn, is told about the open one and must say it again.
    """

    def do(self, request: Request) -> Facts:
        opened, seat = request.opened, playing(request)
        people = opened.table.state.people
        wanted = agreement.unanswered(people.times, seat)
        if people.proposal is None and wanted:
            return time.be_for(request, *wanted[-1])
        if people.proposal is None or seat in people.proposal.agreed:
            raise No("nothing-proposed")
        if seat in people.unsure:
            now = people.proposal
            consent.hear(request.batch, opened.id, (seat,), votes.request_of(now))
            return {"did": "agree again", "what": now.what or f"undo {now.line}"}
        request.enter(Agree(seat))
        return finish_undo(request) or {"missing": len(votes.missing(opened.table))}


@says("disagree", slash="game disagree", free=True, tells=(Disagreed,))
class Disagreeing(Word, frozen=True):
    """Reject the open request, or vote against an open vote."""

    def do(self, request: Request) -> Facts:
        opened, seat = request.opened, playing(request)
        people = opened.table.state.people
        if people.proposal is None:
            if not (wanted := agreement.unanswered(people.times, seat)):
                raise No("nothing-proposed")
            return time.be_against(request, *wanted[-1])
        request.accounts.ask_for(opened.id, None)
        request.enter(Disagree(seat))
        return {}


@says("cancel", slash="time cancel")
class Cancelling(Word, frozen=True):
    """Withdraw the seat's own answer and its sheet."""

    def do(self, request: Request) -> Facts:
        seat = request.seated()
        if not request.opened.table.retractable(seat):
            raise No("nothing-to-cancel")
        request.batch.enter(request.opened, request.message.at, seat, Retract())
        return {}
