"""Nobody decides a contest in their own favour: neither as its host, nor through somebody whom they
have named, nor in a game of others.
"""

from itertools import count

import pytest

from engine.messages import Receipt
from engine.referee import contests
from engine.referee.doors import ROBOT
from tests.referee.conftest import Opener
from tests.referee.stage import DOOR, House, code, made
from tests.referee.test_contests import entered, games_of, running, world

NEW = "new contest form=robin entrants=4"
ACTS = "gm remove black", "gm default", "gm rollback 1", "gm close", "gm look", "gm hand eve"
"""What a moderator could do in a game of the contest."""


def hosted(house: House, *before: str) -> str:
    """Ann makes a contest, plays in it, and says this before it begins."""
    id = made(house, NEW, "ann")
    for line in ("ann: join", *before, *(f"{who}: join" for who in ("bob", "cat", "dan"))):
        who, _, text = line.partition(": ")
        assert house.say(who, text, id, name=who).status == "answered", line
    return id


@pytest.mark.parametrize(
    ("rank", "who", "before"),
    [
        ("", "ann", ()),
        ("moderator", "ann", ()),
        ("", "eve", ("ann: gm moderator eve",)),
        ("", "fay", ("ann: gm moderator eve", "eve: gm moderator fay")),
    ],
    ids=["the host", "of the server", "named by the host", "named by those"],
)
def test_nobody_with_a_side_in_a_contest_moderates_its_games(
    opened: Opener, rank: str, who: str, before: tuple[str, ...]
) -> None:
    house = opened()
    id = hosted(house, *before)
    for game in running(house, id):
        for text in ACTS:
            assert code(house.say(who, text, game.id, rank=rank)) == "not-moderator", text
    assert not [game for game in games_of(house, id) if game.result]
    asked = house.say(who, "gm score 1 won ann because I say so", id, rank=rank)
    assert asked.facts["did"] == "ask"
    assert asked.facts["kind"] == "spoken", "nobody gives a point away by silence"
    assert not any(table.over for table in world(house, id).rounds[0])


def test_a_host_without_a_side_and_operators_moderate(opened: Opener) -> None:
    house = opened()
    id = entered(house, "form=robin entrants=4", 4, start=False)
    first, other = running(house, id)
    assert house.say("olga", "gm close rain", first.id).status == "answered"
    assert house.say("ann1", "gm close rain", other.id, rank="operator").status == "answered"


def test_a_large_contest_keeps_nobody_waiting(opened: Opener) -> None:
    """All rounds are drawn together (EV-32), one in each batch."""
    house = opened()
    id = entered(house, "form=robin open=2 entrants=41", 41, start=False)
    begun = [world(house, id).begun]
    while begun[-1] < 3:
        house.take([contests.look])
        begun.append(world(house, id).begun)
    assert begun == [1, 2, 3] or begun == [1, 1, 2, 3], begun


def test_robots_are_few_where_people_are_few(opened: Opener) -> None:
    house, names = opened(doors=(DOOR, ROBOT)), count(1)
    id = made(house, "new contest form=robin robots=yes", "eve")

    def robots() -> int:
        def one() -> Receipt:
            return house.say("eve", f"robot r{next(names)}", id)

        return next(k for k in count() if one().status == "refused")

    assert [robots(), robots()] == [3, 0]
    house.say("eve", "join", id)
    assert robots() == 1
