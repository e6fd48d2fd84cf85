"""Contests: Swiss, round robin, knock-out and league. Rules: ``RULES.md`` beside this file.
EV-numbers are its paragraphs.

A contest is a game whose seats are entrants, whose rolls are the draws, and whose entries are
pairings and results. The referee makes pairings and games, and enters them.
"""

from typing import Any

from msgspec import Struct

from engine import Choice, Frame, Game, Menu, Order, Seat, SeatHolder, Table
from engine.games.contest import changes
from engine.games.contest import orders as o
from engine.games.contest.frames import Break, Draw, Pairing, Playing, Rounds, is_open
from engine.games.contest.world import ContestOptions, ContestView, Entry, World


class Contest(Game[World, ContestOptions, ContestView]):
    """The description of a contest, edition 1."""

    name = "contest"
    frames = (Rounds, Break, Draw, Pairing, Playing)
    orders = (
        *(o.Withdraw, o.Rest, o.Play),
        *(o.Pair, o.Opened, o.Score, o.NextRound, o.Strengths),
        *(o.Free, o.Gone, o.Excuse, o.Season),
    )
    verbs = frozenset(["rest", "withdraw"])
    events = (
        *(o.Entered, o.Unentered, o.Drawn, o.Paired, o.Scored, o.Rematch, o.Changed),
        *(o.Left, o.Followed, o.Rested, o.Missing, o.Opening, o.Ended),
    )

    def roles(self, options: ContestOptions) -> int:
        return options.entrants

    def setup(self, options: ContestOptions, scenario: Any) -> World:
        return World(options=options)

    def enrols(self, world: World | ContestView) -> bool:
        """Rule: EV-5."""
        options = world.options
        return (
            options.form == "swiss"
            and world.begun <= min(options.late, options.rounds - 1)
            and len(world.entries) < options.entrants
        )

    def seated(self, t: Table, chair: SeatHolder) -> None:
        w: World = t.world
        since = w.begun + 1
        w.entries.append(Entry(number=chair.number, seat=chair.seat, name=chair.name, since=since))
        t.tell(o.Entered(chair.number, chair.seat, chair.name, since))

    def unseated(self, t: Table, chair: SeatHolder) -> None:
        """Rule: EV-3."""
        w: World = t.world
        w.entries = [one for one in w.entries if one.number != chair.number]
        t.tell(o.Unentered(chair.number, chair.seat))

    def renamed(self, t: Table, chair: SeatHolder) -> None:
        """Take over the name of a chair, or the substitute who sits there now (EV-44)."""
        w: World = t.world
        number = next(
            (one.number for one in w.entries if one.seat == chair.seat),
            next((s.number for s in w.entries if (s.chair or s.number) == chair.number), 0),
        )
        before = w.entry(number)
        w.change(number, seat=chair.seat, name=chair.name)
        if chair.number != (before.chair or number):
            w.change(number, chair=chair.number)
            changes.follow(t, number)

    def begin(self, t: Table) -> Frame:
        return Rounds()

    def view(self, world: World, viewer: Seat, shown: list[Struct]) -> ContestView:
        return ContestView(
            viewer=viewer,
            options=world.options,
            entries=tuple(world.entries),
            rounds=tuple(world.rounds),
            plan=tuple(world.plan),
            seeds=tuple(world.seeds),
            line=tuple(world.line),
            divisions=tuple(map(tuple, world.divisions)),
            last=world.last,
            abandoned=world.abandoned,
        )

    def anytime(self, view: ContestView, seat: Seat) -> Menu:
        own = next((one for one in view.entries if one.seat == seat), None)
        if own is None or own.out or own.free:
            return Menu()
        choices = [Choice(o.Withdraw, "withdraw")]
        if own.rest:
            choices.append(Choice(o.Play, "rest no"))
        elif view.options.can_rest and own.rests < view.options.rests:
            choices.append(Choice(o.Rest, "rest"))
        return Menu(choices)

    def always(self, t: Table, seat: Seat, order: Order) -> None:
        w: World = t.world
        one = w.number(seat)
        if isinstance(order, o.Withdraw):
            changes.leave(t, one)
        else:
            rest = isinstance(order, o.Rest)
            changes.rest(t, one, on=rest)

    def on_referee_order(self, t: Table, order: Any) -> None:
        w: World = t.world
        match order:
            case o.Pair():
                changes.enter_pairing(t, order)
            case o.Opened():
                changes.open_table(w, order)
            case o.Score():
                changes.enter_score(t, order)
            case o.NextRound() if len(w.rounds) == w.begun and may_go_on(w):
                w.called = w.begun + 1
            case o.Free(one):
                w.change(one, free=True, rest=False)
                t.tell(o.Left(one, w.entry(one).seat, free=True))
            case o.Gone(one):
                changes.leave(t, one, for_good=True)
            case o.Excuse(entrants):
                for one in entrants:
                    changes.rest(t, one, on=True)
            case o.Season(closes):
                t.tell(o.Opening(w.options.season, closes))
            case o.Strengths(values):
                for number, strength in values:
                    w.change(number, strength=strength)

    def idle(self, view: ContestView, seat: Seat) -> str:
        return "contest-plays"

    def winners(self, result: str, seats: tuple[Seat, ...]) -> tuple[Seat, ...] | None:
        """Return ``None``: the games of a contest are rated, the contest is not."""
        return None

    def check(self, world: World) -> None:
        assert world.begun - 1 <= len(world.rounds) <= world.begun, world.begun
        if world.rounds:
            seated = [one for table in world.rounds[-1] for one in table.seats]
            assert len(seated) == len({*seated}), seated


def may_go_on(w: World) -> bool:
    """Return whether the next round can begin while tables are open.

    Rule: EV-42.
    """
    return w.options.form != "knockout" or not is_open(w)


EDITIONS = (Contest(),)
