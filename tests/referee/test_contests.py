"""Contests on the real referee: to their end, over restarts, with people who leave and moderators
who correct.
"""

import hmac
import random
from collections import Counter
from functools import partial
from itertools import combinations

import pytest

from engine.errors import NotStored
from engine.games import contest as g
from engine.plan import DAY, HOUR
from engine.referee import contests, stages
from engine.store import journal
from engine.store.rows import GameRow
from tests.referee.conftest import Opener
from tests.referee.stage import House, code, made
from tests.stored import every_game


def entered(house: House, options: str, entrants: int, *, start: bool = True) -> str:
    """Make a contest of dice chess with entrants ann1, ann2 …"""
    id = made(house, f"new contest {options}")
    for k in range(1, entrants + 1):
        receipt = house.say(f"ann{k}", f"join salt of{k}", id, name=f"Ann{k}")
        assert receipt.status == "answered", receipt
    if start:
        assert house.say("olga", "start", id).status == "answered"
    return id


def games_of(house: House, id: str) -> list[GameRow]:
    rows = every_game(house.store)
    return [row for row in rows if row.decoded_setup().contest == id]


def running(house: House, id: str) -> list[GameRow]:
    return [row for row in games_of(house, id) if row.result is None]


def world(house: House, id: str) -> g.World:
    opened = house.referee.memory.get(id)
    if opened is None:
        house.take([lambda batch: batch.game(id)])
        opened = house.referee.memory[id]
    found: g.World = opened.table.world
    return found


def resign(house: House, game: GameRow, rng: random.Random) -> None:
    seats = [one for one in house.store.addresses(game.id) if one.door == "box"]
    who = rng.choice(seats)
    receipt = house.say(who.sender, "resign", game.id)
    assert receipt.status == "taken", receipt


def look(house: House, seconds: int = 0) -> None:
    house.at += seconds
    house.take([contests.look])


def play(house: House, id: str, rng: random.Random) -> None:
    """Play a contest to its end. The store is closed and opened again now and then."""
    while house.row(id).result is None:
        live = running(house, id)
        assert live, "nothing can go on"
        resign(house, rng.choice(live), rng)
        if rng.random() < 0.15:
            house.again()


FORMS = {
    "robin": ("form=robin entrants=5", 5, 10),
    "swiss": ("form=swiss rounds=3 entrants=6", 6, 9),
    "knockout": ("form=knockout seeded=yes", 5, 4),
    "league": ("form=league division=4", 8, 12),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_contest_is_played_to_its_end_over_restarts(opened: Opener, form: str) -> None:
    options, entrants, count = FORMS[form]
    house, rng = opened(), random.Random(form)
    id = entered(house, options, entrants, start="entrants" not in options)
    play(house, id, rng)
    row, games = house.row(id), games_of(house, id)
    assert str(row.result).startswith("won Ann")
    assert len(games) == count
    # Each game is named by one table, and its secret follows from the contest's (EV-14).
    named = [table.game for played in world(house, id).rounds for table in played if table.game]
    assert sorted(named) == sorted(game.id for game in games)
    secret = row.decoded_setup().secret
    for setup in (game.decoded_setup() for game in games):
        assert setup.secret == hmac.digest(secret, f"game/{setup.dice_id}".encode(), "sha256")
    # A replay takes pairings and results over.
    setup = row.decoded_setup()
    kind = g.Contest()
    replayed, _ = journal.replay(kind, setup, journal.read(kind, setup, house.store.journal(id)))
    replayed.state.update = house.referee.memory[id].table.state.update
    assert replayed.save() == row.state
    assert not [name for name in house.store.notes("house", "contest") if id in name]


def test_a_result_comes_in_the_transaction_that_ends_its_game(
    opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, rng = opened(), random.Random(1)
    id = entered(house, "form=swiss rounds=2", 4)

    def refused(*args: object, **more: object) -> None:
        raise OSError("the disk is full")

    before = house.row(id).n
    (game, _) = running(house, id)
    with monkeypatch.context() as patch:
        patch.setattr(house.store, "write", refused)
        with pytest.raises(NotStored):
            resign(house, game, rng)
    house.again()
    assert (house.row(id).n, len(running(house, id))) == (before, 2)
    resign(house, running(house, id)[0], rng)
    assert house.row(id).n == before + 1


def test_a_game_is_closed_once_its_contest_waits_for_it_no_longer(opened: Opener) -> None:
    house = opened()
    id = entered(house, "form=swiss rounds=2", 4)
    (first, *_) = running(house, id)
    seats = [one.sender for one in house.store.addresses(first.id)]
    assert house.say(seats[0], "withdraw", id).status == "taken"
    closed = house.store.game(first.id)
    assert closed is not None
    assert closed.result == "abandoned"
    assert len(running(house, id)) == 1
    # A moderator goes back: the table is open again, and gets another game with other dice.
    for line in range(20, 0, -1):
        if world(house, id).gone:
            house.say("olga", f"gm rollback {line}", id)
    tables = world(house, id).rounds[0]
    assert not any(table.over for table in tables)
    setups = [row.decoded_setup().dice_id for row in running(house, id)]
    assert len(setups) == len({*setups}) == 2
    # The contest is closed with its games, in one transaction (EV-15).
    assert house.say("olga", "gm close rain", id).status == "answered"
    assert not running(house, id)


def test_moderators_decide_tables_and_call_rounds(opened: Opener) -> None:
    house = opened()
    id = entered(house, "form=swiss rounds=3", 4)
    one, other = running(house, id)
    names = [one.sender for one in house.store.addresses(one.id)]
    index = [table.game for table in world(house, id).rounds[0]].index(one.id) + 1
    refused = house.say("olga", f"gm score {index} won nobody because late", id)
    assert code(refused) == "no-such-seat"
    assert code(house.say("olga", "gm score 9/9 draw because late", id)) == "no-such-table"
    assert code(house.say("eve", f"gm score {index} draw because late", id)) == "not-moderator"
    said = house.say("olga", f"gm score {index} won {names[0].title()} because late", id)
    assert said.status == "answered", said
    assert [row.id for row in running(house, id)] == [other.id], "its game is closed"
    assert house.say("olga", "gm round", id).facts["round"] == "2"
    assert len(running(house, id)) == 3, "the open table plays on"
    assert code(house.say("olga", "gm score 1/1 draw because x", other.id)) == "no-contest"


def test_rounds_begin_by_themselves_at_their_moments(opened: Opener) -> None:
    house = opened()
    text = 'form=swiss rounds=3 each=2d closes="1970-01-02 00:00" entrants=9'
    id = entered(house, text, 4, start=False)
    look(house)
    assert not running(house, id)
    look(house, DAY)
    assert len(running(house, id)) == 2
    look(house, DAY)
    assert world(house, id).begun == 1
    look(house, DAY + HOUR)
    assert world(house, id).begun == 2
    # Late entry: until round late+1 is drawn. A fixed moment holds each round back.
    weekly = entered(house, 'form=swiss rounds=2 starts="18:00 UTC mon"', 4)
    assert not running(house, weekly)
    look(house, 8 * DAY)
    assert len(running(house, weekly)) == 2
    late = house.say("eve", "join", weekly, name="Eve")
    assert late.status == "answered", late
    assert world(house, weekly).entry(5).since == 2


def test_substitutes_follow_in_a_league_and_the_next_season_is_made_of_the_last(
    opened: Opener,
) -> None:
    """Rules EV-44, EV-45."""
    house, rng = opened(), random.Random(7)
    id = entered(house, "form=league division=4 up=1", 8)
    for who in ("sue", "tom"):
        assert house.say(who, "substitute dicechess", None).status == "answered"
    before = running(house, id)
    assert house.say("ann1", "withdraw", id).status == "taken"
    assert len(running(house, id)) == len(before) - 1, "the game waits for a substitute"
    said = house.say("tom", "join", id, name="Tom")
    assert said.status == "answered", "whoever says join first"
    assert len(running(house, id)) == len(before)
    assert world(house, id).entry(1).name == "Tom"
    assert {"tom"} == {
        one.sender
        for game in running(house, id)
        for one in house.store.addresses(game.id)
        if one.sender in ("ann1", "tom")
    }
    # The next one is called at once and has two days; nobody follows after that.
    assert house.say("ann2", "withdraw", id).status == "taken"
    look(house, DAY)
    assert world(house, id).entry(2).free
    look(house, 2 * DAY)
    assert world(house, id).entry(2).out
    assert not any(2 in table.seats and not table.over for table in world(house, id).rounds[0])
    assert code(house.say("sue", "join", id, name="Sue")) == "game-started", "too late"
    play(house, id, rng)
    (following,) = [
        row.id for row in every_game(house.store) if row.kind == "contest" and row.result is None
    ]
    order = [one.seat for one in world(house, following).entries]
    assert order == [world(house, id).entry(k).seat for k in g.next_season(world(house, id))]
    assert len(order) == 7
    assert "Ann2" not in order
    assert house.say("ann3", "leave", following).status == "answered"
    assert house.say("eve", "join", following, name="Eve").status == "answered"
    look(house, 6 * DAY)
    assert not running(house, following)
    look(house, DAY + HOUR)
    assert world(house, following).options.season == 2
    assert len(world(house, following).entries) == 7
    assert world(house, following).entries[-1].seat == "Eve"
    assert running(house, following)
    assert house.say("olga", "gm announce on we go", following).status == "answered"


def test_rounds_begin_at_a_moderators_moment_and_a_downtime_moves_moments(opened: Opener) -> None:
    """Rule EV-42."""
    house = opened()
    id = entered(house, "form=swiss rounds=3 each=2d", 4)
    assert house.say("olga", "gm round 1970-01-01 20:00", id).facts["round"] == "2"
    look(house, 19 * HOUR)
    assert world(house, id).begun == 1
    look(house, 2 * HOUR)
    assert world(house, id).begun == 2
    # The house stands still when the round should end, so that it lasts as much longer.
    since = house.at
    house.take([partial(stages.note_gap, gap=(since + 47 * HOUR, since + 50 * HOUR))])
    look(house, 50 * HOUR)
    assert world(house, id).begun == 2
    look(house, 2 * HOUR)
    assert world(house, id).begun == 3
    weekly = entered(house, 'form=swiss rounds=2 starts="18:00 UTC mon"', 4)
    monday = next_monday(house.at)
    house.take([partial(stages.note_gap, gap=(monday - HOUR, monday + HOUR))])
    look(house, monday + 2 * HOUR - house.at)
    assert not running(house, weekly), "it counts from the next one"
    look(house, 7 * DAY)
    assert len(running(house, weekly)) == 2


def next_monday(at: int) -> int:
    """Return the next 18:00 UTC of a Monday after a day. 1970-01-01 was a Thursday."""
    day = at // DAY + 1
    return (day + (4 - day) % 7) * DAY + 18 * HOUR


def test_an_absent_entrant_rests(opened: Opener) -> None:
    """Rule EV-43."""
    house = opened()
    id = entered(house, 'form=swiss rounds=3 clock="3d away 30d"', 4)
    assert house.say("ann1", "away until 1970-01-20", None).status == "answered"
    look(house)
    assert world(house, id).entry(1).rest
    assert house.say("ann1", "rest no", id).status == "taken"
    look(house, HOUR)
    assert not world(house, id).entry(1).rest


@pytest.mark.parametrize("entrants", [7, 14])
def test_tables_of_three_to_six_are_played(opened: Opener, entrants: int) -> None:
    """Rule EV-25: sizes differ by one at most, nobody is free, and one place each is won."""
    house, rng = opened(), random.Random(entrants)
    id = entered(house, "form=swiss rounds=2 table=4 game=battleboard game.size=6x6", entrants)
    sizes = set[int]()
    while house.row(id).result is None:
        (game, *_) = running(house, id)
        seats = [one.sender for one in house.store.addresses(game.id) if one.door == "box"]
        sizes.add(len(seats))
        for who in rng.sample(seats, len(seats) - 1):
            assert house.say(who, "withdraw", game.id).status == "taken"
        for who in seats:
            if house.row(game.id).result is None:
                house.say(who, "pass", game.id)
    tables = [table for played in world(house, id).rounds for table in played]
    assert sizes <= ({3, 4} if entrants == 7 else {4, 5})
    assert sum(len(table.seats) for table in tables) == 2 * entrants
    assert all(table.winner and table.game for table in tables)
    met = Counter(pair for one in tables for pair in combinations(sorted(one.seats), 2))
    assert sum(n - 1 for n in met.values()) <= entrants / 2


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("open=2", "bad-option"),
        ("game=chess", "no-such-game"),
        ("game.size=3x3", "no-such-option"),
        ("each=soon", "bad-option"),
        ("closes=tomorrow", "bad-option"),
        ('starts="3d"', "bad-option"),
        ("table=3", "bad-option"),
    ],
)
def test_a_contest_that_cannot_be_made(opened: Opener, text: str, why: str) -> None:
    house = opened()
    assert code(house.say("olga", f"new contest {text}", None)) == why
    assert len(every_game(house.store)) == 1


def test_nobody_plays_on_for_an_entrant(opened: Opener) -> None:
    house = opened()
    id = entered(
        house, 'form=swiss rounds=1 game=battleboard game.size=6x6 clock="1h replace 1"', 3
    )
    (game,) = running(house, id)
    house.wait(HOUR)
    closed = house.store.game(game.id)
    assert closed is not None
    assert closed.result == "abandoned"
    assert house.row(id).result is not None, "the seat that fell free has lost"
