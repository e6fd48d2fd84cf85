"""The referee's part of contests: it makes pairings and games, enters results, and closes games
for which the contest no longer waits.

All of it follows from a contest and its games, so a crash loses nothing. The notes
``contest/ID/GAME`` list the games of a running contest, ``contest/ID`` its present round.
"""

from collections.abc import Collection, Iterable, Iterator
from typing import Literal
from urllib.parse import unquote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.games import contest as g
from engine.games import find
from engine.messages import Address
from engine.plan import DAY
from engine.referee import new_games, places, ratings
from engine.referee.accounts import SERVER_NOTES, encode_note, key
from engine.referee.batch import Batch
from engine.referee.commands import finding, recipients, seats
from engine.referee.doors import ROBOT
from engine.referee.open_game import OpenGame
from engine.referee.stages import due_at, duties, note_stage, stage_in
from engine.rulings import calendar
from engine.rulings.rulings import Close, Remove
from engine.rulings.salts import Begin
from engine.state import REFEREE, Join, Seat, Setup, Start
from engine.store import rated

MOST = 32
"""The maximum number of games made in one transaction."""
HERE = 40
"""Rounds with more entrants are paired in another thread, within a minute."""
YEAR = 365 * DAY
SANDBAG = 150
"""A strength is at least the highest rating of a year less this, so losing on purpose gains
nothing (EV-67).
"""


SIGN_UP = 7 * DAY
"""Seconds of the sign-up of a league's next season."""


class ContestGame(Struct, frozen=True, array_like=True):
    """A game of a contest: its round (from 1), and its table (from 0)."""

    round: int
    index: int
    # ``closed``: the contest did not wait for it any longer
    state: Literal["running", "over", "closed"] = "running"


game_in = msgspec.json.Decoder(ContestGame).decode


def settle(batch: Batch) -> None:
    """Bring all contests up to date that this batch has changed, before it is written."""
    changed: dict[str, set[str] | None] = {}
    for id in batch.rows:
        table = batch.memory[id].table
        if isinstance(table.game, g.Contest):
            changed[id] = None
        elif (contest := table.setup.contest) and (
            table.state.result is not None or table.state.people.vacant
        ):
            games = changed.setdefault(contest, set())
            if games is not None:
                games.add(id)
    for id, games in sorted(changed.items()):
        bring(batch, id, games)


def look(batch: Batch) -> bool:
    """Bring all running contests up to date, and begin what is due. Return whether work is left.

    Called once a minute. Raises ``Deferred`` for pairings that take long.
    """
    notes = batch.notes_of(SERVER_NOTES).below("contest")
    left = [bring(batch, unquote(name), timed=True) for name in notes if "/" not in name]
    return any(left)


def bring(
    batch: Batch, id: str, games: Collection[str] | None = None, *, timed: bool = False
) -> bool:
    """Do everything that a contest waits for now. Return whether some of it is left for later.

    ``games`` are those that have changed, ``None`` means any. ``timed``: this is the minute's look.
    """
    contest = batch.known(id)
    if contest is None:
        return False
    if contest.table.world.begun and contest.table.state.result is None:
        follow(batch, contest)
        excuse(batch, contest)
    enter_results(batch, contest, games)
    if timed:
        begin_what_is_due(batch, contest)
    left = work(batch, contest, timed=timed)
    note_stage(batch, contest)
    return left


# ---- entrants


def follow(batch: Batch, contest: OpenGame) -> None:
    """Free the seats of entrants who have left and call substitutes. If nobody comes, they are out
    (EV-44).
    """
    for one in contest.table.world.entries:
        vacant = one.seat in contest.table.state.people.vacant
        if one.free and not vacant:
            recipients.vacate(batch, contest, batch.now, one.seat)
        elif vacant and not (one.free or one.out):
            batch.enter(contest, batch.now, REFEREE, g.Free(one.number))
    free = [one for one in contest.table.world.entries if one.free]
    if not free or finding.call_substitutes(batch, contest):
        return
    for one in free:
        batch.enter(contest, batch.now, REFEREE, g.Gone(one.number))
        batch.enter(contest, batch.now, REFEREE, Remove(one.seat))


def excuse(batch: Batch, contest: OpenGame) -> None:
    """Let entrants rest who are away now (EV-43)."""
    world, away = contest.table.world, contest.table.state.people.times.away
    found = [
        one.number
        for one in world.entries
        if world.rests_left(one)
        and not (one.rest or one.stays)
        and any(start <= batch.now < end for start, end in away.get(one.seat, ()))
    ]
    if found:
        batch.enter(contest, batch.now, REFEREE, g.Excuse(tuple(found)))


# ---- results


def listed(batch: Batch, id: str) -> Iterator[tuple[str, ContestGame]]:
    """Yield id and place of each game of a contest."""
    for name, value in batch.notes_of(SERVER_NOTES).below(key("contest", id)).items():
        yield unquote(name), game_in(value)


def note(batch: Batch, id: str, game: str, value: ContestGame | None) -> None:
    text = None if value is None else encode_note(value)
    batch.notes_of(SERVER_NOTES).put(key("contest", id, game), text)


def enter_results(batch: Batch, contest: OpenGame, games: Collection[str] | None) -> None:
    """Enter the results of games that are over, and close those that count no longer."""
    id = contest.id
    for name, one in listed(batch, id):
        if games is not None and name not in games:
            continue
        over = contest.table.state.result is not None
        named = not over and g.is_named(contest.table.world, one.round, one.index, name)
        if (one.state != "running" and not named) or (opened := batch.known(name)) is None:
            continue
        state = opened.table.state
        if not named:
            if state.result is None:
                reason = f"contest {id}, round {one.round}"
                batch.enter(opened, batch.now, REFEREE, Close(reason))
                note(batch, id, name, replace(one, state="closed"))
            else:
                note(batch, id, name, replace(one, state="over"))
        elif one.state == "closed":
            # A moderator went back: the table is open again, and its game is closed (EV-64).
            batch.enter(contest, batch.now, REFEREE, g.Opened(one.round, one.index, ""))
        elif (score := result(contest, one, opened)) is not None:
            batch.enter(contest, batch.now, REFEREE, score)
            if state.result is None:
                batch.enter(opened, batch.now, REFEREE, Close(f"contest {id}"))
            note(batch, id, name, replace(one, state="over"))


def result(contest: OpenGame, one: ContestGame, opened: OpenGame) -> g.Score | None:
    """Return the result of a table, or ``None`` if it has none yet, or a moderator must rule.

    A seat that fell free has lost: nobody plays on for an entrant (EV-62).
    """
    table = contest.table.world.rounds[one.round - 1][one.index]
    game, state = opened.table.game, opened.table.state
    entrant: dict[Seat, int] = dict(
        zip((chair.seat for chair in state.chairs), table.seats, strict=True)
    )
    if state.result is None:
        gone = [entrant[seat] for seat in state.people.vacant]
        places = g.lost_by(table.seats, gone)
        return g.Score(one.round, one.index, places, g.FORFEIT) if gone else None
    winners = game.winners(state.result, tuple(entrant))
    if winners is None:
        return None
    places = g.decided(table.seats, [entrant[seat] for seat in winners])
    return g.Score(one.round, one.index, places)


# ---- rounds and games


def work(batch: Batch, contest: OpenGame, *, timed: bool) -> bool:
    """Pair the round that was drawn, and make its games. Return whether some are left. A large
    contest is paired one round at a time.
    """
    made, paired = 0, False
    while todo := duties(contest.table):
        for duty in todo:
            if duty.what == "next":
                return False
            if duty.what == "pair":
                if len(contest.table.world.here) > HERE and (paired or not timed):
                    return True
                pair(batch, contest)
                paired = True
            elif made == MOST:
                return True
            else:
                open_table(batch, contest, duty.round, duty.index)
                made += 1
    if contest.table.state.result is not None:
        for name, _ in [*listed(batch, contest.id)]:
            note(batch, contest.id, name, None)
        if batch.notes_of(SERVER_NOTES).get(key("contest", contest.id)) is not None:
            begin_season(batch, contest)
    return False


def begin_season(batch: Batch, last: OpenGame) -> None:
    """Make the next season of a league that has just ended. Its entrants are in it (EV-45)."""
    world, setup = last.table.world, last.table.setup
    line = g.next_season(world)
    if world.options.form != "league" or not world.last or len(line) < g.LEAST:
        return
    closes = calendar.format_time(batch.now + SIGN_UP)
    options = {**setup.options, "season": world.options.season + 1, "closes": closes}
    made = Setup(
        id=new_games.new_id(),
        secret=new_games.new_secret(),
        options=options,
        scenario={},
        at=batch.now,
        clock=setup.clock,
        private=setup.private,
        rated=setup.rated,
        needs=setup.needs,
        salts=setup.salts,
    )
    entries = [world.entry(one) for one in line]
    addresses = addresses_of(last, made.id, [(one.seat, one.seat) for one in entries])
    shown = places.beside(batch, last, made.id, last.table.game.name)
    opened = batch.make(last.table.game.name, made, [*shown, *addresses])
    for who, role in batch.accounts.staff(last.id).items():
        batch.accounts.give_role(made.id, who, role)
    for one in entries:
        batch.enter(opened, batch.now, REFEREE, seats.joining(opened.table, one.seat, one.name))
    batch.enter(opened, batch.now, REFEREE, g.Season(closes))
    note_seats(batch, made.id, addresses)
    note_stage(batch, opened)


def addresses_of(
    contest: OpenGame, game: str, entrants: Iterable[tuple[Seat, Seat]]
) -> list[Address]:
    """Return the addresses of entrants in another game: each by their seats here and there."""
    return [
        replace(one, game=game, viewer=seat, since=0, sender=sender_in(game, seat, one))
        for here, seat in entrants
        for one in contest.addresses
        if one.viewer == here
    ]


def note_seats(batch: Batch, game: str, addresses: Iterable[Address]) -> None:
    for one in addresses:
        batch.accounts.sit(game, (one.door, one.sender), one.viewer)


def pair(batch: Batch, contest: OpenGame) -> None:
    options, world = contest.table.world.options, contest.table.world
    if world.begun == 1 and (options.seeded or options.form == "league"):
        values = tuple((one.number, strength(batch, contest, one)) for one in world.entries)
        batch.enter(contest, batch.now, REFEREE, g.Strengths(values))
    world, find_pairing = contest.table.world, g.pair
    if len(world.here) > HERE:
        world = contest.table.load(contest.table.save()).world

    def here(_: object = None) -> g.Pair:
        return find_pairing(world)

    done = len(world.here) <= HERE
    order = here() if done else batch.defer(("pair", contest.id, contest.n), here, here)
    batch.enter(contest, batch.now, REFEREE, order)


def strength(batch: Batch, contest: OpenGame, entry: g.Entry) -> int:
    """Return the rating by which an entrant is seeded (EV-67)."""
    kind = contest.table.world.options.game
    for one in contest.addresses:
        if one.viewer == entry.seat:
            person = batch.accounts.person((one.door, one.sender))
            rows = [row for who in person for row in rated.history(batch.store, who)]
            lately = [r for r in rows if r.kind == kind and batch.now - r.at < YEAR]
            now, _ = ratings.shown(ratings.of(batch, kind, person))
            return max([now, *(ratings.shown(row)[0] - SANDBAG for row in lately)])
    return ratings.MIDDLE


def setup_of(batch: Batch, contest: OpenGame, number: int, index: int) -> Setup:
    """Return the setup of a table's game (EV-14). Its secret follows from the contest's."""
    setup, world = contest.table.setup, contest.table.world
    table, state = world.rounds[number - 1][index], contest.table.state
    named = g.dice_id(setup.in_dice, state.epoch, number, index, table.attempt)
    clock = setup.clock
    if clock is not None and world.options.absence == "none":
        clock = replace(clock, away=0)
    return Setup(
        id=new_games.new_id(),
        secret=g.game_secret(setup.secret, named),
        options=new_games.options_for(world.options, len(table.seats)),
        scenario={},
        at=batch.now,
        dice_id=named,
        contest=contest.id,
        clock=clock,
        private=setup.private,
        rated=setup.rated,
    )


def open_table(batch: Batch, contest: OpenGame, number: int, index: int) -> None:
    """Make the game of a table, with everybody in their seats (EV-40)."""
    world = contest.table.world
    made, kind = setup_of(batch, contest, number, index), find(world.options.game)
    table = world.rounds[number - 1][index]
    entries = [world.entry(one) for one in table.seats]
    roles = kind.roles(msgspec.convert(made.options, kind.options_type))
    sides = roles if isinstance(roles, tuple) else [one.seat for one in entries]
    pairs = [(one.seat, side) for one, side in zip(entries, sides, strict=True)]
    addresses = addresses_of(contest, made.id, pairs)
    shown = places.beside(batch, contest, made.id, kind.name)
    opened = batch.make(kind.name, made, [*shown, *addresses])
    note_seats(batch, made.id, addresses)
    chairs = {chair.seat: chair for chair in contest.table.state.chairs}
    for here, side in pairs:
        join = Join(side, chairs[here].name, chairs[here].salt or here)
        batch.enter(opened, batch.now, REFEREE, join)
    if len(sides) < opened.table.state.places:
        batch.enter(opened, batch.now, REFEREE, Start())
    batch.enter(contest, batch.now, REFEREE, g.Opened(number, index, made.id))
    note(batch, contest.id, made.id, ContestGame(number, index))


def sender_in(game: str, seat: Seat, address: Address) -> str:
    """Return an entrant's account in a game. A robot's is named after its game and seat."""
    if address.door != ROBOT:
        return address.sender
    return f"{game}/{seat}:{address.sender.rpartition(':')[2]}"


# ---- time


def begin_what_is_due(batch: Batch, contest: OpenGame) -> None:
    """Close the sign-up, or begin the next round, if its moment has come (EV-2, EV-42)."""
    notes, name = batch.notes_of(SERVER_NOTES), key("contest", contest.id)
    before = notes.get(name)
    if before is None or contest.table.state.result is not None:
        return
    stage = stage_in(before)
    if stage.called or (due := due_at(batch, contest, stage)) is None or batch.now < due:
        return
    if stage.name == "signup":
        batch.enter(contest, batch.now, REFEREE, Begin(new_games.drawn_salts(contest.table)))
    else:
        batch.enter(contest, batch.now, REFEREE, g.NextRound())
        notes.put(name, encode_note(replace(stage, called=True)))
