"""The referee's part of contests: it makes pairings and games, enters results, and closes games
for which the contest no longer waits.

All of it follows from a contest and its games, so a crash loses nothing. The notes
``contest/ID/GAME`` list the games of a running contest, ``contest/ID`` its present round.
"""

from collections.abc import Collection, Iterator
from typing import Literal
from urllib.parse import unquote

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from engine.game import Gather
from engine.games import contest as g
from engine.games import find
from engine.messages import Address
from engine.plan import DAY
from engine.referee import new_games, ratings
from engine.referee.accounts import SERVER_NOTES, encode_note, key
from engine.referee.batch import Batch
from engine.referee.doors import ROBOT
from engine.referee.open_game import OpenGame
from engine.rulings import calendar, plan_text
from engine.rulings.rulings import Close
from engine.rulings.salts import Begin
from engine.state import REFEREE, Join, Seat, Setup, Start
from engine.store import rated
from engine.table import GameTable

MOST = 32
"""The maximum number of games made in one transaction."""
HERE = 40
"""Rounds with more entrants are paired in another thread, within a minute."""
YEAR = 365 * DAY
SANDBAG = 150
"""A strength is at least the highest rating of a year less this, so losing on purpose gains
nothing (EV-67).
"""


class Stage(Struct, frozen=True, array_like=True):
    """The stage of a contest, and the second since which it lasts."""

    name: str
    since: int
    called: bool = False  # the next round was called, because this one took too long


class ContestGame(Struct, frozen=True, array_like=True):
    """A game of a contest: its round (from 1), and its table (from 0)."""

    round: int
    index: int
    # ``closed``: the contest did not wait for it any longer
    state: Literal["running", "over", "closed"] = "running"


stage_in = msgspec.json.Decoder(Stage).decode
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
    enter_results(batch, contest, games)
    if timed:
        begin_what_is_due(batch, contest)
    left = work(batch, contest, timed=timed)
    note_stage(batch, contest)
    return left


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
    """Pair the round that was drawn, and make its games. Return whether some are left."""
    made = 0
    while todo := duties(contest.table):
        for duty in todo:
            if duty.what == "next":
                return False
            if duty.what == "pair":
                if len(contest.table.world.here) > HERE and not timed:
                    return True
                pair(batch, contest)
            elif made == MOST:
                return True
            else:
                open_table(batch, contest, duty.round, duty.index)
                made += 1
    if contest.table.state.result is not None:
        for name, _ in [*listed(batch, contest.id)]:
            note(batch, contest.id, name, None)
    return False


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
    seats = roles if isinstance(roles, tuple) else [one.seat for one in entries]
    addresses = [
        replace(
            address, game=made.id, viewer=seat, since=0, sender=sender_in(made.id, seat, address)
        )
        for seat, entry in zip(seats, entries, strict=True)
        for address in contest.addresses
        if address.viewer == entry.seat
    ]
    opened = batch.make(world.options.game, made, addresses)
    for address in addresses:
        batch.accounts.sit(made.id, (address.door, address.sender), address.viewer)
    chairs = {chair.number: chair for chair in contest.table.state.chairs}
    for seat, entry in zip(seats, entries, strict=True):
        chair = chairs[entry.number]
        join = Join(seat, chair.name, chair.salt or chair.seat)
        batch.enter(opened, batch.now, REFEREE, join)
    if len(seats) < opened.table.state.places:
        batch.enter(opened, batch.now, REFEREE, Start())
    batch.enter(contest, batch.now, REFEREE, g.Opened(number, index, made.id))
    note(batch, contest.id, made.id, ContestGame(number, index))


def sender_in(game: str, seat: Seat, address: Address) -> str:
    """Return an entrant's account in a game. A robot's is named after its game and seat."""
    if address.door != ROBOT:
        return address.sender
    return f"{game}/{seat}:{address.sender.rpartition(':')[2]}"


def duties(table: GameTable) -> list[g.Duty]:
    state = table.state
    return g.duties(state.world, state.stack[-1] if state.stack and state.result is None else None)


# ---- time


def stage_of(contest: OpenGame) -> str:
    """Return the stage of a contest: sign-up, a break before a round, or a round."""
    state, world = contest.table.state, contest.table.world
    if state.stack and isinstance(state.stack[0], Gather):
        return "signup"
    waits = any(duty.what == "next" for duty in duties(contest.table))
    return f"{'break' if waits else 'round'} {world.begun}"


def note_stage(batch: Batch, contest: OpenGame) -> None:
    notes, name = batch.notes_of(SERVER_NOTES), key("contest", contest.id)
    before = notes.get(name)
    if contest.table.state.result is not None:
        if before is not None:
            notes.put(name, None)
    elif before is None or stage_in(before).name != stage_of(contest):
        notes.put(name, encode_note(Stage(stage_of(contest), batch.now)))


def begin_what_is_due(batch: Batch, contest: OpenGame) -> None:
    """Close the sign-up, or begin the next round, if its moment has come (EV-2, EV-42)."""
    notes, name = batch.notes_of(SERVER_NOTES), key("contest", contest.id)
    before = notes.get(name)
    if before is None or contest.table.state.result is not None:
        return
    stage, options = stage_in(before), contest.table.world.options
    if stage.name == "signup":
        if options.closes and batch.now >= plan_text.moment(options.closes, "UTC"):
            drawn = new_games.drawn_salts(contest.table)
            batch.enter(contest, batch.now, REFEREE, Begin(drawn))
    elif stage.name.startswith("break"):
        if batch.now >= calendar.slot(stage.since, plan_text.read(options.starts)):
            batch.enter(contest, batch.now, REFEREE, g.NextRound())
    elif (
        options.each != "none"
        and not stage.called
        and options.form != "knockout"
        and batch.now >= stage.since + plan_text.seconds(options.each)
    ):
        batch.enter(contest, batch.now, REFEREE, g.NextRound())
        notes.put(name, encode_note(replace(stage, called=True)))
