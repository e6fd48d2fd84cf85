"""Changes of the record: results, rematches, corrections, and entrants who leave."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from engine import Seat, Table
from engine.games.contest import lots
from engine.games.contest import orders as o
from engine.games.contest.knockout import REPLAYS
from engine.games.contest.record import FORFEIT, LOT, PLAYED, REST, VOID, decided, lost_by
from engine.games.contest.world import World


def seats_of(w: World, numbers: Sequence[int]) -> tuple[Seat, ...]:
    seat = {one.number: one.seat for one in w.entries}
    return tuple(seat[one] for one in numbers)


def enter_pairing(t: Table, order: o.Pair) -> None:
    """Take over the tables of the round that was drawn."""
    w: World = t.world
    if len(w.rounds) >= w.begun:
        return
    w.rounds.append(order.tables)
    w.plan, w.divisions = [*order.plan], [[*one] for one in order.divisions]
    w.line = [*order.line]
    rested = {table.seats[0] for table in order.tables if table.how == REST}
    w.entries = [
        replace(one, rest=False, stays=False, rests=one.rests + (one.number in rested))
        for one in w.entries
    ]
    who = tuple(seats_of(w, table.seats) for table in order.tables)
    t.tell(o.Paired(w.begun, order.tables, who))


def open_table(w: World, order: o.Opened) -> None:
    table = w.rounds[order.round - 1][order.index]
    attempt = table.attempt + bool(table.game)
    w.put(order.round, order.index, game=order.game, attempt=attempt)


def enter_score(t: Table, order: o.Score) -> None:
    """Enter a result, or the correction of one.

    Rule: EV-63.
    """
    w: World = t.world
    table = w.rounds[order.round - 1][order.index]
    if not order.places and order.how == PLAYED:
        reopen(w, order.round, order.index)
    elif w.options.form == "knockout" and len(table.seats) == 2:
        enter_match(t, order)
        return
    else:
        w.put(order.round, order.index, places=order.places, how=order.how)
    announce(t, order.round, order.index, order.reason)


def reopen(w: World, number: int, index: int, **fields: Any) -> None:
    table = w.rounds[number - 1][index]
    attempt = table.attempt + bool(table.game)
    fields = {"places": (), "how": PLAYED, "game": "", "attempt": attempt, **fields}
    w.put(number, index, **fields)


def announce(t: Table, number: int, index: int, reason: str = "") -> None:
    w: World = t.world
    table = w.rounds[number - 1][index]
    t.tell(
        o.Scored(
            round=number,
            index=index,
            places=table.places,
            how=table.how,
            reason=reason,
            who=seats_of(w, table.seats),
        )
    )


def enter_match(t: Table, order: o.Score) -> None:
    """Enter the result of a knock-out match. A drawn one is played again, then the lot decides.

    Rule: EV-36.
    """
    w: World = t.world
    number, index = order.round, order.index
    before = w.rounds[number - 1][index]
    places, how = order.places, order.how
    if 0 in places and places.count(0) == 2:
        if before.draws < REPLAYS:
            seats = before.seats[::-1]
            reopen(w, number, index, seats=seats, draws=before.draws + 1)
            t.tell(o.Rematch(number, index, seats, seats_of(w, seats)))
            return
        first = lots.drawn(bytes.fromhex(w.seeds[number - 1]), before.seats)[0]
        places, how = decided(before.seats, [first]), LOT
    after = w.put(number, index, places=places, how=how)
    announce(t, number, index, order.reason)
    if number < len(w.rounds) and after.winner != before.winner:
        change_match(t, before.winner, after.winner)


def change_match(t: Table, wrong: int, right: int) -> None:
    """Replace an entrant in the match that follows a corrected one."""
    w: World = t.world
    w.line = [right if one == wrong else one for one in w.line]
    number = len(w.rounds)
    index = next(k for k, one in enumerate(w.rounds[-1]) if wrong in one.seats)
    seats = tuple(right if one == wrong else one for one in w.rounds[-1][index].seats)
    reopen(w, number, index, seats=seats, draws=0)
    t.tell(o.Changed(number, index, seats, seats_of(w, seats)))
    forfeit(t, number, index)


def is_correctable(w: World, number: int, index: int) -> bool:
    """Return whether a moderator can correct this table: in a knock-out not if the next match was
    decided or has no two entrants (EV-63).
    """
    if w.options.form != "knockout" or number == len(w.rounds):
        return True
    winner = w.rounds[number - 1][index].winner
    following = [one for one in w.rounds[-1] if winner in one.seats]
    return (
        number == len(w.rounds) - 1
        and bool(following)
        and not following[0].over
        and len(following[0].seats) == 2
    )


def forfeit(t: Table, number: int, index: int) -> None:
    """Decide an open table of two if one of them has left."""
    w: World = t.world
    table = w.rounds[number - 1][index]
    gone = {*w.gone}.intersection(table.seats)
    if gone and not table.over and len(table.seats) == 2:
        w.put(number, index, places=lost_by(table.seats, gone), how=FORFEIT)
        announce(t, number, index)


def leave(t: Table, one: int, *, for_good: bool = False) -> None:
    """Let an entrant leave. In a round robin or league whose half they have not played, a
    substitute may follow first (EV-44).

    Rule: EV-61.
    """
    w: World = t.world
    early = w.options.form in ("robin", "league") and not is_half_played(w, one)
    w.change(one, rest=False, free=early and not for_good, out=for_good or not early)
    t.tell(o.Left(one, w.entry(one).seat, early and not for_good))
    if early and not for_good:
        return
    if early:
        strike(t, one)
    for number, played in enumerate(w.rounds, 1):
        for index, table in enumerate(played):
            if one in table.seats:
                forfeit(t, number, index)


def follow(t: Table, one: int) -> None:
    """Let a substitute play on for an entrant: open games begin again.

    Rule: EV-44.
    """
    w: World = t.world
    w.change(one, free=False)
    for number, index, table in [*w.running()]:
        if one in table.seats and table.game:
            reopen(w, number, index)
    t.tell(o.Followed(one, w.entry(one).seat))


def rest(t: Table, one: int, *, on: bool) -> None:
    """Let an entrant leave out the next round, or not after all.

    Rule: EV-43.
    """
    w: World = t.world
    w.change(one, rest=on, stays=not on)
    t.tell(o.Rested(one, w.entry(one).seat, on))


def is_half_played(w: World, one: int) -> bool:
    """Return whether an entrant has played half of their games (EV-33)."""
    own = [table for played in w.rounds for table in played if one in table.seats]
    done = sum(table.contested and table.over for table in own)
    planned = [table for played in w.plan for table in played if one in table.seats]
    left = sum(not table.over for table in (*own, *planned))
    return done >= left


def strike(t: Table, one: int) -> None:
    """Let none of an entrant's tables count.

    Rule: EV-33.
    """
    w: World = t.world
    for number, played in enumerate(w.rounds, 1):
        for index, table in enumerate(played):
            if one in table.seats and len(table.seats) > 1 and table.how != VOID:
                w.put(number, index, places=(), how=VOID)
                announce(t, number, index)
    w.plan = [
        tuple(replace(table, how=VOID) if one in table.seats else table for table in played)
        for played in w.plan
    ]
