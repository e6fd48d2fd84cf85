"""The course of a contest: draw, wait for the pairing, wait for the results."""

from engine import Ask, Frame, Table
from engine.games.contest import lots
from engine.games.contest import orders as o
from engine.games.contest.changes import leave, seats_of
from engine.games.contest.world import PATIENCE, World

LEAST = 3
"""The least number of entrants; a knock-out takes two."""


class Rounds(Frame):
    """One round after the other.

    Rule: EV-2.
    """

    def resume(self, t: Table) -> None:
        w: World = t.world
        if not w.begun and len(w.here) < (2 if w.options.form == "knockout" else LEAST):
            w.abandoned = True
            t.tell(o.Ended((), ()))
            t.end("abandoned")
            return
        for one, missed in w.missed().items() if w.options.form != "knockout" else ():
            if missed >= PATIENCE:
                leave(t, one)
            elif missed == PATIENCE - 1:
                t.tell(o.Missing(one, w.entry(one).seat))
        if follows(w):
            t.push(Break() if w.options.starts else Draw())
        elif is_open(w):
            t.push(Playing())
        else:
            end(t)


class Break(Frame):
    """The contest waits for the moment of its next round."""

    def ask(self, t: Table) -> Ask | None:
        return None if t.world.called > t.world.begun else Ask()

    def resume(self, t: Table) -> None:
        t.replace(Draw())


class Draw(Frame):
    """The seed of the next round is thrown (EV-11)."""

    def resume(self, t: Table) -> None:
        w: World = t.world
        w.seeds.append(throw(t, w.begun + 1))
        t.tell(o.Drawn(w.begun, w.seeds[-1]))
        t.replace(Pairing())


class Pairing(Frame):
    """The referee works the tables out."""

    def ask(self, t: Table) -> Ask | None:
        return Ask() if len(t.world.rounds) < t.world.begun else None

    def resume(self, t: Table) -> None:
        t.replace(Playing())


class Playing(Frame):
    """The tables play."""

    def ask(self, t: Table) -> Ask | None:
        w: World = t.world
        if follows(w) and (w.called > w.begun or w.options.open):
            return None
        return Ask() if is_open(w) else None

    def resume(self, t: Table) -> None:
        t.pop()


def throw(t: Table, number: int) -> str:
    die = t.dice(lots.key(number, t.world.rounds))
    return bytes(die(range(256)) for _ in range(lots.BYTES)).hex()


def follows(w: World) -> bool:
    """Return whether another round follows the last one."""
    match w.options.form:
        case "swiss":
            more = len(w.rounds) < w.options.rounds
        case "knockout":
            more = len(w.line) != 2
        case _:
            more = not w.rounds or bool(w.plan)
    return more and len(w.here) > 1


def is_open(w: World) -> bool:
    """Return whether a table is not decided."""
    return any(not table.over for played in reversed(w.rounds) for table in played)


def end(t: Table) -> None:
    """End the contest. A last draw breaks the ties that are left.

    Rule: EV-57.
    """
    w: World = t.world
    w.last = throw(t, 0)
    t.tell(o.Drawn(0, w.last))
    lines = w.standings()
    who = seats_of(w, [line.entrant for line in lines])
    t.tell(o.Ended(tuple(lines), who))
    best = next((one.entrant for one in lines if one.entrant in w.here), None)
    t.end(f"won {w.entry(best).seat}" if best else "abandoned")
